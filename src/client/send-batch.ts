/**
 * One batch and what becomes of it: sent, sent again while that can help and do no harm, taken apart where the server refuses rows
 * or size, or left. It decides by the failure's code alone and reports every row's fate to the ledger.
 */
import { SalesError } from '../contract/problem.js';
import type { InputDescription } from '../files/row.js';
import type { SalesApi } from './api.js';
import { type BatchRow, bodyOf } from './batches.js';
import type { Clock } from './clock.js';
import type { Ledger, RejectedRow } from './ledger.js';
import { retryWaitMs } from './retry.js';
import { faultsByRow, otherFaults } from './server-faults.js';
import type { UploadEvent } from './upload-event.js';

export interface Sending {
  api: Pick<SalesApi, 'upload'>;
  importConfigurationId: string | undefined;
  input: Pick<InputDescription, 'header' | 'mapping'>;
  retryForMs: number;
  clock: Clock;
  ledger: Ledger;
  onEvent: (event: UploadEvent) => void;
  onReject: (row: RejectedRow) => void | Promise<void>;
  /** The server wants batches of at most this many rows. */
  onRowsMax: (rows: number) => void;
  /** Stop after what is under way: no further attempt begins. */
  stop: AbortSignal | undefined;
  /** Break off the request under way. */
  abort: AbortSignal | undefined;
}

/** Sends `batch` and all its parts. Returns null to go on, or the failure that stops the upload, with the rest of the batch left unsent. */
export async function sendBatch(batch: BatchRow[], sending: Sending): Promise<SalesError | null> {
  const waiting = [batch];
  let stopped: SalesError | null = null;
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const outcome: Outcome = stopped || sending.stop?.aborted ? { stopped } : await sendPart(part, sending);
    if (!outcome) continue;
    if ('stopped' in outcome) {
      stopped = outcome.stopped;
      for (const row of part) sending.ledger.leaveUnsent(row);
    } else if ('doubt' in outcome) {
      // Whatever made this one uncertain would make the next one so, too.
      stopped = outcome.doubt;
      sending.ledger.doubt(part, outcome.doubt.message);
    } else waiting.unshift(...outcome.parts.filter((rows) => rows.length > 0));
  }
  return stopped;
}

/** Null: accepted. */
type Outcome = null | { stopped: SalesError | null } | { doubt: SalesError } | { parts: BatchRow[][] };

async function sendPart(part: BatchRow[], sending: Sending): Promise<Outcome> {
  const body = bodyOf(part);
  const { clock, onEvent } = sending;
  let firstFailureMs: number | null = null;
  for (let attempt = 1; ; attempt++) {
    onEvent({ type: 'sending', rows: part.length, firstLine: part[0]?.line ?? 0, lastLine: part.at(-1)?.line ?? 0 });
    const failure = await attemptOf(body, part, sending);
    if (!failure) return null;
    firstFailureMs ??= clock.nowMs();
    const waitMs = retryWaitMs({
      code: failure.code,
      retryAfterS: failure.retryAfterS,
      attempt,
      elapsedMs: clock.nowMs() - firstFailureMs,
      retryForMs: sending.retryForMs,
      random: clock.random(),
    });
    if (waitMs === null) return afterRefusal(failure, part, sending);
    onEvent({ type: 'retry', failure, attempt, waitMs });
    await clock.sleep(waitMs, sending.stop);
    if (sending.stop?.aborted) return { stopped: failure };
  }
}

async function attemptOf(body: Uint8Array, part: BatchRow[], sending: Sending): Promise<SalesError | null> {
  try {
    const { uploadId } = await sending.api.upload(body, { importConfigurationId: sending.importConfigurationId, signal: sending.abort });
    sending.ledger.accept(part, uploadId);
    sending.onEvent({ type: 'accepted', uploadId, rows: part.length });
    return null;
  } catch (error) {
    if (error instanceof SalesError) return error;
    throw error;
  }
}

async function afterRefusal(failure: SalesError, part: BatchRow[], sending: Sending): Promise<Outcome> {
  if (failure.code === 'inDoubt') return { doubt: failure };
  if (failure.code === 'validation') return withoutRefusedRows(failure, part, sending);
  if (failure.code === 'payloadTooLarge' && part.length > 1) {
    const half = Math.ceil(part.length / 2);
    sending.onRowsMax(half);
    sending.onEvent({ type: 'halved', rows: half });
    return { parts: [part.slice(0, half), part.slice(half)] };
  }
  return { stopped: failure };
}

async function withoutRefusedRows(failure: SalesError, part: BatchRow[], sending: Sending): Promise<Outcome> {
  const refused = faultsByRow(failure.errors ?? {}, part.length, sending.input);
  if (refused.size === 0) {
    const said = otherFaults(failure.errors ?? {}).join('; ');
    return { stopped: new SalesError('validation', `The server refused a batch without naming a row${said ? `: ${said}` : ''}`) };
  }
  for (const [index, faults] of [...refused].sort(([a], [b]) => a - b)) {
    const row = part[index];
    if (!row) continue;
    const rejected = { line: row.line, record: row.record, source: row.source, faults };
    sending.ledger.reject(rejected);
    await sending.onReject(rejected);
  }
  sending.onEvent({ type: 'refusedRows', rows: refused.size });
  return { parts: [part.filter((_, index) => !refused.has(index))] };
}
