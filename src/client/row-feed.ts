/**
 * The way of the rows into batches: reads the input to its end, cuts where the journal has cut before, and hands over batch by batch.
 * It decides when to read no further; what becomes of a batch is decided elsewhere.
 */
import { SalesError } from '../contract/problem.js';
import type { InputRow } from '../files/row.js';
import { type Batcher, type BatchLimits, type BatchRow, batchRow, createBatcher } from './batches.js';
import type { JournalState } from './journal-state.js';
import { sendBatch } from './send-batch.js';
import type { Sending } from './sending.js';

export interface Feed {
  batcher: Batcher;
  /** Why nothing more is sent; null as long as it is. */
  stopped: SalesError | null;
  /** The last line read of an input that was not read to its end. */
  readUpToLine: number | null;
  batchesSent: number;
}

export interface FeedSettings {
  intervalMs: number;
  rejectsMax: number | null;
}

export function createFeed(limits: BatchLimits, state: JournalState, stopped: SalesError | null): Feed {
  const earlier = (batch: number) => state.parts.get(String(batch))?.plan.last;
  return { batcher: createBatcher(limits, earlier), stopped, readUpToLine: null, batchesSent: 0 };
}

/** Fails as `onReject` does, and with `usage` where the journal was written for other rows. */
export async function readAndSend(
  rows: AsyncIterable<readonly InputRow[]>,
  feed: Feed,
  sending: Sending,
  settings: FeedSettings,
): Promise<void> {
  const { ledger, stop } = sending;
  let lastLine = 0;
  try {
    reading: for await (const group of rows) {
      for (const row of group) {
        lastLine = row.line;
        ledger.read();
        if (!row.transaction) {
          ledger.reject(row);
          await sending.onReject(row);
        } else {
          // Without a batch there is nothing to wait for: a step of its own for every row would cost more than the row.
          const batch = feed.batcher.add(batchRow(row, row.transaction));
          if (batch) await send(batch, feed, sending, settings);
        }
        if (stop?.aborted) {
          feed.readUpToLine = lastLine;
          break reading;
        }
      }
    }
  } catch (error) {
    if (!(error instanceof SalesError && error.code === 'inputUnusable')) throw error;
    feed.stopped ??= error;
    feed.readUpToLine = lastLine;
  }
  const rest = feed.batcher.flush();
  if (isCutOff(rest, feed, sending)) giveBack(rest ?? [], feed, sending);
  else await send(rest, feed, sending, settings);
}

/** Whether an interrupted run read only a part of a batch that the journal knows. */
function isCutOff(rest: BatchRow[] | null, { batcher }: Feed, { journal, stop }: Sending): boolean {
  const last = journal.state.parts.get(String(batcher.number - 1))?.plan.last;
  return stop?.aborted === true && rest !== null && last !== undefined && (rest.at(-1)?.record ?? 0) < last;
}

/** The fate of these rows stands in the journal, whole; a part of them has none. */
function giveBack(rows: readonly BatchRow[], feed: Feed, { ledger }: Sending): void {
  ledger.unread(rows.length);
  feed.readUpToLine = Math.max(0, (rows[0]?.line ?? 1) - 1);
}

async function send(batch: BatchRow[] | null, feed: Feed, sending: Sending, { rejectsMax, intervalMs }: FeedSettings): Promise<void> {
  if (!batch) return;
  const { ledger, clock, stop, journal } = sending;
  const number = feed.batcher.number - 1;
  if (!feed.stopped && rejectsMax !== null && ledger.rows.rejected > rejectsMax) {
    feed.stopped = new SalesError('inputUnusable', `More than ${rejectsMax} rows were rejected.`);
  }
  const isNew = !feed.stopped && !stop?.aborted && !journal.state.parts.has(String(number));
  if (isNew && feed.batchesSent > 0 && intervalMs > 0) await clock.sleep(intervalMs, stop);
  if (isNew) feed.batchesSent += 1;
  // After a stop the rest is still read, because every row must be accounted for.
  feed.stopped = await sendBatch(number, batch, sending, feed.stopped);
}
