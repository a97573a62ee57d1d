/**
 * Sends an input to the server: takes batch by batch from the source and has several in progress at a time. Whatever the order of the
 * answers, results are reported in the order of the file. It decides when to take no further batch; what becomes of one is decided
 * elsewhere.
 */
import { SalesError } from '../../contract/problem.js';
import type { Batch, RowsOutcome } from '../batches/batch.js';
import type { BatchSource, Step } from '../batches/batch-source.js';
import { sendBatch } from './send-batch.js';
import type { Sending } from './sending.js';

export interface SendSettings {
  /** Batches under way at a time. */
  parallel: number;
  intervalMs: number;
  rejectsMax: number | null;
}

/** Where reading ended before the end of the input. */
export interface ReadEnd {
  /** The last line that was read. */
  line: number;
  /** Rows right before a fault of the input, too few for a batch: no run sends them. */
  rowsLeft: number;
}

/** Finished batches that may wait for an earlier one to be reported, for each request in flight. */
const AHEAD_MAX = 8;

/**
 * Sends all that `source` has, and tells what became of each row to `onOutcome`. Gives where an input ended that was not read to its end;
 * null when it was. Fails as `onOutcome` and `source` do, and with `usage` where the journal was written for other rows.
 */
export async function sendAll(
  source: BatchSource,
  sending: Sending,
  { parallel, intervalMs, rejectsMax }: SendSettings,
  onOutcome: (outcome: RowsOutcome) => void | Promise<void>,
): Promise<ReadEnd | null> {
  const { clock, journal, stop } = sending;
  const line = outcomeLine(onOutcome);
  const underWay = new Set<Promise<void>>();
  let rejected = 0;
  let sent = 0;
  const known = (outcomes: RowsOutcome[]): RowsOutcome[] => {
    for (const outcome of outcomes) if (outcome.t === 'rejected') rejected += outcome.rows.length;
    return outcomes;
  };
  const send = (batch: Batch) => {
    const outcomes = sendBatch(batch, sending).then(known);
    line.add(outcomes);
    const end = outcomes.then(
      () => source.release(batch),
      (error: unknown) => sending.halt(error instanceof SalesError ? error : new SalesError('internal')),
    );
    const one = end.finally(() => underWay.delete(one));
    underWay.add(one);
  };
  const pass = async ({ rejected: rows, leftOut, repeats, notes, batch, brokenOff }: Step) => {
    line.add(Promise.resolve([{ t: 'noted', leftOut, repeats, notes }]));
    if (rows.length > 0) line.add(Promise.resolve(known([{ t: 'rejected', rows }])));
    if (brokenOff) sending.halt(brokenOff);
    if (!batch) return;
    if (rejectsMax !== null && rejected > rejectsMax)
      sending.halt(new SalesError('inputUnusable', `More than ${rejectsMax} rows were rejected.`));
    const isNew = !sending.halted.aborted && !journal.state.batches.has(batch.id);
    if (isNew && sent > 0 && intervalMs > 0) await clock.sleep(intervalMs, sending.halted);
    if (isNew) sent += 1;
    // After a failure the rest is still read, because every row must be accounted for.
    send(batch);
  };

  let lastLine = 0;
  let end: ReadEnd | null = null;
  try {
    while (!line.isBroken()) {
      while (underWay.size >= parallel || line.length() >= parallel * AHEAD_MAX) await Promise.race([...underWay, line.moved()]);
      if (stop?.aborted) {
        end = { line: lastLine, rowsLeft: 0 };
        break;
      }
      const step = await source.next();
      if (!step) break;
      lastLine = step.lastLine;
      if (step.brokenOff) end = { line: lastLine, rowsLeft: step.batch?.rows ?? 0 };
      await pass(step);
    }
  } finally {
    await Promise.all(underWay);
  }
  await line.end();
  return end;
}

/** Reports batches in the order in which they were added, each as soon as all before it are reported. */
function outcomeLine(onOutcome: (outcome: RowsOutcome) => void | Promise<void>) {
  let waiting = 0;
  let isBroken = false;
  let told: Promise<void> = Promise.resolve();
  return {
    add: (outcomes: Promise<RowsOutcome[]>) => {
      waiting += 1;
      const before = told;
      const tell = async () => {
        await before;
        for (const outcome of await outcomes) await onOutcome(outcome);
        waiting -= 1;
      };
      told = tell();
      told.catch(() => {
        isBroken = true;
      });
    },
    length: () => waiting,
    isBroken: () => isBroken,
    /** Resolves when the first of those that wait now is reported. */
    moved: () => told,
    end: () => told,
  };
}
