/**
 * One batch and what becomes of it: known from the journal, sent, resent while that can help and do no harm, divided if the server refuses
 * rows or the size, or given up. It decides by the failure's code alone and determines the result of every row.
 */
import { SalesError } from '../../contract/problem.js';
import type { Batch, BatchFacts, RowsOutcome } from '../batches/batch.js';
import { retryWaitMs } from '../http/retry.js';
import { doubtOf, keyHolds, mayBeTaken } from '../journal/journal-state.js';
import { isDoubt, isVerdict, planBatch, tryOnce } from './attempt.js';
import type { Sending } from './sending.js';
import { halves, type Outcome, outcomeOfRefusal, stopping, withoutRefused } from './verdict.js';

/**
 * Sends `batch` and all its parts, and gives the fates of its rows in their order. A failure that ends the upload halts `sending`; once
 * that is halted, nothing is sent: what the journal knows is taken from it, the rest is left. Must be called in the order of the batches.
 * Throws where the journal holds other rows under that number (`usage`).
 */
export async function sendBatch(batch: Batch, sending: Sending): Promise<RowsOutcome[]> {
  if (!sending.halted.aborted) planBatch(batch, sending);
  const fates: RowsOutcome[] = [];
  const waiting: Batch[] = [batch];
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const outcome = await outcomeOf(part, sending);
    fates.push(...outcome.fates);
    waiting.unshift(...outcome.parts);
  }
  return fates;
}

async function outcomeOf(part: Batch, sending: Sending): Promise<Outcome> {
  const { journal } = sending;
  const known = journal.state.parts.get(part.id);
  if (known && known.plan.sha !== part.sha) throw readOtherwise(part);
  if (known?.answer === 'halved') return halves(part, sending);
  if (known?.answer && 'refused' in known.answer) return withoutRefused(part, known.answer.refused, sending);
  if (known?.answer && 'uploadId' in known.answer) return accepted(part, known.answer.uploadId);
  if (sending.halted.aborted) return left(part, sending);
  try {
    return (await beforeTrying(part, sending)) ?? (await tryUntilSettled(part, sending));
  } catch (error) {
    if (!journal.failure || error !== journal.failure) throw error;
    sending.halt(journal.failure);
    return left(part, sending);
  } finally {
    sending.pace.done(part.id);
  }
}

function accepted(part: Batch, uploadId: string): Outcome {
  return { fates: [{ t: 'accepted', part: factsOf(part), uploadId }], parts: [] };
}

/** The part's fate according to the journal: in doubt or unsent. */
function left(part: Batch, { journal }: Pick<Sending, 'journal'>): Outcome {
  const known = journal.state.parts.get(part.id);
  const facts = factsOf(part);
  const isTaken = known !== undefined && mayBeTaken(known);
  return { fates: [isTaken ? { t: 'inDoubt', part: facts, reason: doubtOf(known) } : { t: 'unsent', part: facts }], parts: [] };
}

/** Without the body, which is large. */
function factsOf({ body: _, ...facts }: Batch): BatchFacts {
  return facts;
}

/** A part in doubt from an earlier run: null to send it (again), or its outcome. */
async function beforeTrying(part: Batch, sending: Sending): Promise<Outcome | null> {
  const known = sending.journal.state.parts.get(part.id);
  if (!known || !mayBeTaken(known) || ownKeyHolds(part, sending)) return null;
  return decided(part, sending, false, new SalesError('inDoubt', `It is not known whether the server accepted batch ${part.id}.`));
}

/** Asks what to do; null when the part is to be sent again. */
async function decided(part: Batch, sending: Sending, isFresh: boolean, failure: SalesError): Promise<Outcome | null> {
  const known = sending.journal.state.parts.get(part.id);
  const { id: batch, rows, firstLine, lastLine, firstRecord, lastRecord } = part;
  const reason = known ? doubtOf(known) : failure.message;
  const decision = await sending.onDoubt({ batch, rows, firstLine, lastLine, firstRecord, lastRecord, reason }, isFresh);
  if (decision !== 'resend') {
    if (decision === 'stop') sending.halt(failure);
    return left(part, sending);
  }
  await sending.journal.append([{ t: 'resend', b: part.id }]);
  return null;
}

/** Whether the server will know the part's key for what it is, however often it comes. */
function ownKeyHolds(part: Batch, { idempotencyMs, journal, clock }: Sending): boolean {
  return keyHolds(journal.state.parts.get(part.id) ?? { sentMs: clock.nowMs(), keyMs: null }, idempotencyMs, clock.nowMs());
}

async function tryUntilSettled(part: Batch, sending: Sending): Promise<Outcome> {
  const { clock, onEvent, pace, stop, retryForMs } = sending;
  const { id, rows, firstLine, lastLine } = part;
  let firstFailureMs: number | null = null;
  for (let attempt = 1; ; attempt++) {
    if (await pace.mayTry(id)) {
      // Another part was through meanwhile: the failures of this one are no longer in a row.
      attempt = 1;
      firstFailureMs = null;
    }
    if (sending.halted.aborted) return left(part, sending);
    onEvent({ type: 'sending', rows, firstLine, lastLine });
    const result = await tryOnce(part, sending);
    if (typeof result === 'string') {
      onEvent({ type: 'accepted', uploadId: result, rows });
      return accepted(part, result);
    }
    const refusal = await outcomeOfRefusal(result, part, sending);
    if (refusal) return refusal;
    if (isVerdict(result)) await noteRefused(part, result, sending);
    const leaves =
      isDoubt(result) && !ownKeyHolds(part, sending) && !sending.halted.aborted ? await decided(part, sending, true, result) : null;
    if (leaves) return leaves;
    firstFailureMs ??= clock.nowMs();
    const elapsedMs = clock.nowMs() - firstFailureMs;
    const { code, retryAfterS } = result;
    // Past `decided`, a part in doubt is one that may be sent again.
    const waitMs = retryWaitMs({ code, retryAfterS, attempt, elapsedMs, retryForMs, random: clock.random(), idempotent: true });
    if (waitMs === null && !stop?.aborted) sending.halt(stopping(result, part, sending));
    if (waitMs === null || sending.halted.aborted) return left(part, sending);
    pace.failed(id);
    onEvent({ type: 'retry', failure: result, attempt, waitMs });
    await clock.sleep(waitMs, sending.halted);
  }
}

/** A verdict that names no row: the server has nothing of the part, though its end went out. */
async function noteRefused({ id }: Batch, { message }: SalesError, { journal }: Sending): Promise<void> {
  const number = journal.state.parts.get(id)?.openTry ?? null;
  if (number !== null) await journal.append([{ t: 'unsent', b: id, try: number, why: message }]);
}

function readOtherwise({ id }: Batch): SalesError {
  return new SalesError('usage', `The rows of batch ${id} are read differently than when it was planned. Nothing was sent.`, {
    hint: ['Finish the job with the version of sales that began it; ', { do: 'showUpload', job: 'JOB' }, ' names it'],
  });
}
