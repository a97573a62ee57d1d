/** Dry runs of matching, on a thread of its own that runs only meanwhile: one takes as long and as much memory as a run. */
import Tinypool from 'tinypool';
import { type FailureData, failureOf } from '../contract/failure-data.js';
import type { MatchDryRun } from '../contract/matches.js';
import { SalesError } from '../contract/problem.js';
import type { DryRunAsked } from '../matcher/dry-run.js';
import type { StorePlace } from './data.js';

const RETRY_AFTER_S = 2;

export interface DryRunTask {
  place: StorePlace;
  tenantId: string;
  asked: DryRunAsked;
}

export type DryRunAnswer = { value: MatchDryRun } | { failure: FailureData };

export interface DryRuns {
  /** Fails with `running` where there is another one, of whatever tenant. */
  of(tenantId: string, asked: DryRunAsked): Promise<MatchDryRun>;
  /** Ends one that is under way, which fails. */
  close(): Promise<void>;
}

export function dryRunsBeside(place: StorePlace): DryRuns {
  // Without a time that it waits for the next one, a thread ends, and its memory with it.
  const pool = new Tinypool({
    filename: new URL('./dry-run-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 0,
  });
  let isRunning = false;
  return {
    of: async (tenantId, asked) => {
      if (isRunning) throw new SalesError('running', 'Another dry run of matching is under way.', { retryAfterS: RETRY_AFTER_S });
      isRunning = true;
      try {
        const task: DryRunTask = { place, tenantId, asked };
        const answer = (await pool.run(task)) as DryRunAnswer;
        if ('failure' in answer) throw failureOf(answer.failure);
        return answer.value;
      } finally {
        isRunning = false;
      }
    },
    close: () => pool.destroy(),
  };
}
