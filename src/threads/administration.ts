/**
 * Administration beside the data, on a thread of its own that runs only while somebody administers: it works on a connection like that of the
 * command line, and may have to wait for those who write.
 */
import Tinypool from 'tinypool';
import { type FailureData, failureOf } from '../contract/failure-data.js';
import type { RequestOrigin } from '../store/audit.js';
import type { AdministrationCalls, StorePlace } from './data.js';

const IDLE_MS = 60_000;

export interface AdministrationTask {
  place: StorePlace;
  actor: string;
  from: RequestOrigin;
  method: keyof AdministrationCalls;
  args: unknown[];
}

export type AdministrationAnswer = { value: unknown } | { failure: FailureData };

export interface Administrators {
  as(actor: string, from: RequestOrigin): AdministrationCalls;
  close(): Promise<void>;
}

export function administrationBeside(place: StorePlace): Administrators {
  const pool = new Tinypool({
    filename: new URL('./administration-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });
  const call = async (task: AdministrationTask) => {
    const answer = (await pool.run(task)) as AdministrationAnswer;
    if ('failure' in answer) throw failureOf(answer.failure);
    return answer.value;
  };
  return {
    as: (actor, from) =>
      new Proxy({} as AdministrationCalls, {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            call({ place, actor, from, method: method as keyof AdministrationCalls, args }),
      }),
    close: () => pool.destroy(),
  };
}
