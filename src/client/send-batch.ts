/**
 * One batch and what becomes of it: known from the journal, sent, sent again while that can help and do no harm, taken apart where the
 * server refuses rows or size, or left. It decides by the failure's code alone and reports every row's fate to the ledger.
 */
import { SalesError } from '../contract/problem.js';
import { isDoubt, tryOnce } from './attempt.js';
import { type BatchRow, bodyOf } from './batches.js';
import { sha256Of } from './job-identity.js';
import { doubtOf, mayBeTaken } from './journal-state.js';
import { retryWaitMs } from './retry.js';
import type { Part, Sending } from './sending.js';
import { halves, partsAfter, stopping, withoutRefused } from './verdict.js';

/**
 * Sends batch `number` and all its parts. Returns null to go on, or the failure that stops the upload. Once `stopped`, nothing is sent:
 * what the journal knows is taken from it, the rest is left. Throws where the journal holds other rows under that number (`usage`).
 */
export async function sendBatch(
  number: number,
  rows: readonly BatchRow[],
  sending: Sending,
  stopped: SalesError | null,
): Promise<SalesError | null> {
  const waiting: Part[] = [{ id: String(number), rows }];
  let failure = stopped;
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const outcome = await outcomeOf(part, sending, failure !== null || sending.stop?.aborted === true);
    if ('parts' in outcome) waiting.unshift(...outcome.parts);
    else failure ??= outcome.stopped;
  }
  return failure;
}

/** Parts that take this one's place; or the part is done with, and `stopped` says whether the upload goes on (null). */
type Outcome = { parts: Part[] } | { stopped: SalesError | null };

async function outcomeOf(part: Part, sending: Sending, isStopped: boolean): Promise<Outcome> {
  const body = bodyOf(part.rows);
  const known = sending.journal.state.parts.get(part.id);
  if (known && known.plan.sha !== sha256Of(body)) throw readOtherwise(part);
  const { journal, ledger } = sending;
  if (known?.answer === 'halved') return { parts: halves(part, sending) };
  if (known?.answer && 'refused' in known.answer) return { parts: await withoutRefused(part, known.answer.refused, sending) };
  if (known?.answer && 'uploadId' in known.answer) return accepted(part, known.answer.uploadId, sending);
  if (isStopped) return leave(part, null, sending);
  try {
    return (await beforeTrying(part, sending)) ?? (await tryUntilSettled(part, body, sending));
  } catch (error) {
    if (!journal.failure || error !== journal.failure) throw error;
    return leave(part, journal.failure, { journal, ledger });
  }
}

function accepted(part: Part, uploadId: string, { ledger, journal }: Sending): Outcome {
  const upload = ledger.accept(part.rows, uploadId);
  const state = journal.state.states.get(uploadId);
  if (state) Object.assign(upload, { status: state.status, summary: state.summary, errors: state.errors, countsMatch: state.countsMatch });
  return { stopped: null };
}

/** The part as it stands in the journal: in doubt or unsent. */
function leave(part: Part, stopped: SalesError | null, { journal, ledger }: Pick<Sending, 'journal' | 'ledger'>): Outcome {
  const known = journal.state.parts.get(part.id);
  if (known && mayBeTaken(known)) ledger.doubt(part.rows, part.id, doubtOf(known));
  else for (const row of part.rows) ledger.leaveUnsent(row);
  return { stopped };
}

/** A part in doubt from an earlier run: null to send it (again), or its outcome. */
async function beforeTrying(part: Part, sending: Sending): Promise<Outcome | null> {
  const known = sending.journal.state.parts.get(part.id);
  if (!known || !mayBeTaken(known) || keyHolds(part, sending)) return null;
  return decided(part, sending, false, new SalesError('inDoubt', `It is not known whether the server took batch ${part.id}.`));
}

/** Asks what to do; null when the part is to be sent again. */
async function decided(part: Part, sending: Sending, isFresh: boolean, failure: SalesError): Promise<Outcome | null> {
  const known = sending.journal.state.parts.get(part.id);
  const [first, last] = [part.rows[0], part.rows.at(-1)];
  const lines = { rows: part.rows.length, firstLine: first?.line ?? 0, lastLine: last?.line ?? 0 };
  const records = { firstRecord: first?.record ?? 0, lastRecord: last?.record ?? 0 };
  const reason = known ? doubtOf(known) : failure.message;
  const decision = await sending.onDoubt({ batch: part.id, ...lines, ...records, reason }, isFresh);
  if (decision !== 'resend') return leave(part, decision === 'skip' ? null : failure, sending);
  await sending.journal.append([{ t: 'resend', b: part.id }]);
  return null;
}

/** Whether the server will know the part's key for what it is, however often it comes. */
function keyHolds(part: Part, { idempotencyMs, journal, clock }: Sending): boolean {
  const sentMs = journal.state.parts.get(part.id)?.sentMs ?? clock.nowMs();
  return idempotencyMs !== null && clock.nowMs() - sentMs < idempotencyMs;
}

async function tryUntilSettled(part: Part, body: Uint8Array, sending: Sending): Promise<Outcome> {
  const { clock, onEvent, stop, retryForMs } = sending;
  let firstFailureMs: number | null = null;
  for (let attempt = 1; ; attempt++) {
    onEvent({ type: 'sending', rows: part.rows.length, firstLine: part.rows[0]?.line ?? 0, lastLine: part.rows.at(-1)?.line ?? 0 });
    const result = await tryOnce(part, body, sending);
    if (typeof result === 'string') {
      onEvent({ type: 'accepted', uploadId: result, rows: part.rows.length });
      return accepted(part, result, sending);
    }
    const parts = await partsAfter(result, part, sending);
    if (parts) return { parts };
    const holds = keyHolds(part, sending);
    const left = isDoubt(result) && !holds && !stop?.aborted ? await decided(part, sending, true, result) : null;
    if (left) return left;
    firstFailureMs ??= clock.nowMs();
    const elapsedMs = clock.nowMs() - firstFailureMs;
    const { code, retryAfterS } = result;
    // Past `decided`, a part in doubt is one that may be sent again.
    const waitMs = retryWaitMs({ code, retryAfterS, attempt, elapsedMs, retryForMs, random: clock.random(), idempotent: true });
    if (waitMs === null || stop?.aborted) return leave(part, stop?.aborted ? null : stopping(result, part), sending);
    onEvent({ type: 'retry', failure: result, attempt, waitMs });
    await clock.sleep(waitMs, stop);
    if (stop?.aborted) return leave(part, null, sending);
  }
}

function readOtherwise({ id }: Part): SalesError {
  return new SalesError('usage', `The rows of batch ${id} read otherwise than when it was planned. Nothing was sent.`, {
    hint: 'Finish the job with the version of sales that began it; sales uploads show JOB names it',
  });
}
