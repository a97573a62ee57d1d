/** An upload by the conductor itself: rows and a server in memory, a clock that jumps, a journal that can fail. */

import type { RejectedRow } from '../../src/client/batches/batch.js';
import { batchSource } from '../../src/client/batches/batch-source.js';
import type { JournalEntry } from '../../src/client/journal/journal-entry.js';
import type { Clock } from '../../src/client/machine/clock.js';
import type { OnDoubt } from '../../src/client/sending/sending.js';
import { uploadRows } from '../../src/client/sending/upload.js';
import type { InputRow } from '../../src/files/input/row.js';
import { identity, memoryJournal } from './memory-journal.js';

export interface RunOptions {
  parallel?: number;
  intervalMs?: number;
  batchRows?: number;
  earlier?: readonly JournalEntry[];
  /** The line of the journal that cannot be written. */
  failAt?: number;
  onDoubt?: OnDoubt;
  retryForMs?: number;
  nowMs?: number;
  stop?: AbortSignal;
  /** Lets something else go on while the conductor waits. */
  delay?: () => Promise<unknown>;
}

const WAIT_MS = 600_000;

export async function runUpload(rows: AsyncIterable<InputRow[]>, api: Parameters<typeof uploadRows>[1], options: RunOptions = {}) {
  const { parallel = 1, intervalMs = 0, batchRows = 4, earlier = [], failAt, retryForMs = WAIT_MS, stop, delay } = options;
  const { onDoubt = async () => 'stop' as const } = options;
  let nowMs = options.nowMs ?? 0;
  const clock: Clock = {
    nowMs: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
      await delay?.();
    },
    random: () => 1,
  };
  const journal = memoryJournal(earlier, failAt);
  const rejects: RejectedRow[] = [];
  const report = await uploadRows(
    { description: { header: null, mapping: null }, batches: (plan) => batchSource(rows, plan) },
    api,
    { identity, group: 'g' },
    journal,
    { batchRows, parallel, intervalMs, gzip: null, retryForMs, waitMs: WAIT_MS, rejectsMax: null },
    { onEvent: () => {}, onReject: (row) => void rejects.push(row), onDoubt, ...(stop && { stop }) },
    clock,
  );
  return { report, counts: report.rows, journal, rejects };
}
