/**
 * A source of batches in a separate thread: opens the file there, and hands batches over as they are needed, a few ahead. This side
 * forwards calls and returns the answers; bodies are in shared memory, which neither copies.
 */
import { Worker } from 'node:worker_threads';
import { type FailureData, failureOf } from '../../contract/failure-data.js';
import type { SalesError } from '../../contract/problem.js';
import type { InputPlan } from '../../files/open.js';
import type { FileIdentity } from '../../files/text/file-identity.js';
import type { Fingerprint } from '../journal/file-fingerprint.js';
import { holdYoung, limitOld } from '../machine/heap.js';
import type { Batch, SourceRow } from './batch.js';
import type { BatchSource, CutPlan, Step } from './batch-source.js';

/** What the thread is begun with. */
export interface ThreadedFile {
  path: string;
  mustBe: FileIdentity | undefined;
  fingerprint: Fingerprint;
  /** How the file was understood. */
  plan: InputPlan;
  cuts: CutPlan;
}

/** What it is asked. */
export type Request =
  | { t: 'taken'; bodyBytes: number }
  | { t: 'without'; call: number; id: string; indexes: readonly number[] }
  | { t: 'halves'; call: number; id: string }
  | { t: 'lowerRows'; rows: number }
  | { t: 'release'; id: string };

/** What it says. */
export type SourceReply =
  | { t: 'step'; step: Omit<Step, 'brokenOff'> & { brokenOff: FailureData | null } }
  | { t: 'end' }
  | { t: 'without'; call: number; rows: SourceRow[]; rest: Batch | null }
  | { t: 'halves'; call: number; batches: Batch[] }
  | { t: 'failed'; failure: FailureData };

/** Room for young objects: with more, memory grows and time hardly shrinks. */
const YOUNG_MB = 16;

type ReplyOf<Type extends SourceReply['t']> = Extract<SourceReply, { t: Type }>;

interface Waiter {
  resolve(reply: SourceReply): void;
  reject(error: unknown): void;
}

/** Its calls fail with defects, and with `inputUnusable` where the file cannot be opened again as it was. */
export function threadedSource(file: ThreadedFile): BatchSource {
  limitOld();
  holdYoung();
  const worker = new Worker(new URL('./source-thread.js', import.meta.url), {
    workerData: file,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const steps: SourceReply[] = [];
  const calls = new Map<number, Waiter>();
  let reader: Waiter | null = null;
  let failure: unknown = null;
  let lastCall = 0;

  const fail = (error: unknown) => {
    failure ??= error;
    for (const waiter of [...calls.values(), ...(reader ? [reader] : [])]) waiter.reject(failure);
    calls.clear();
    reader = null;
  };
  worker.on('message', (reply: SourceReply) => {
    if (reply.t === 'failed') return fail(failureOf(reply.failure));
    if ('call' in reply) {
      calls.get(reply.call)?.resolve(reply);
      calls.delete(reply.call);
    } else if (reader) {
      reader.resolve(reply);
      reader = null;
    } else steps.push(reply);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that reads the input has ended')));

  const tell = (request: Request) => worker.postMessage(request);
  const ask = <Type extends 'without' | 'halves'>(request: (call: number) => Request) =>
    new Promise<SourceReply>((resolve, reject) => {
      if (failure) return reject(failure);
      lastCall += 1;
      calls.set(lastCall, { resolve, reject });
      tell(request(lastCall));
    }) as Promise<ReplyOf<Type>>;
  const nextReply = () =>
    new Promise<SourceReply>((resolve, reject) => {
      const reply = steps.shift();
      if (reply) resolve(reply);
      else if (failure) reject(failure);
      else reader = { resolve, reject };
    });
  return {
    next: async () => {
      const reply = await nextReply();
      if (reply.t !== 'step') return null;
      const { step } = reply;
      tell({ t: 'taken', bodyBytes: step.batch?.body.length ?? 0 });
      return { ...step, brokenOff: step.brokenOff && (failureOf(step.brokenOff) as SalesError) };
    },
    without: async ({ id }, indexes) => {
      const { rows, rest } = await ask<'without'>((call) => ({ t: 'without', call, id, indexes }));
      return { rows, rest };
    },
    halves: async ({ id }) => (await ask<'halves'>((call) => ({ t: 'halves', call, id }))).batches,
    lowerRows: (rows) => tell({ t: 'lowerRows', rows }),
    release: ({ id }) => tell({ t: 'release', id }),
    close: async () => {
      failure ??= new Error('the source is closed');
      await worker.terminate();
    },
  };
}
