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
import { type BatchOutcome, halves, outcomeOfRefusal, stopping, withoutRefused } from './verdict.js';

/**
 * Sends `batch`, in pieces where it must be, and gives what became of its rows in their order. A failure that ends the upload halts
 * `sending`; once that is halted, nothing is sent: what the journal knows is taken from it, the rest is left. Must be called in the order of
 * the batches. Throws where the journal holds other rows under that number (`usage`).
 */
export async function sendBatch(batch: Batch, sending: Sending): Promise<RowsOutcome[]> {
  if (!sending.halted.aborted) planBatch(batch, sending);
  const outcomes: RowsOutcome[] = [];
  const waiting: Batch[] = [batch];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const outcome = await outcomeOf(next, sending);
    outcomes.push(...outcome.rows);
    waiting.unshift(...outcome.pieces);
  }
  return outcomes;
}

async function outcomeOf(batch: Batch, sending: Sending): Promise<BatchOutcome> {
  const { journal } = sending;
  const known = journal.state.batches.get(batch.id);
  if (known && known.plan.sha !== batch.sha) throw readOtherwise(batch);
  if (known?.answer === 'halved') return halves(batch, sending);
  if (known?.answer && 'refused' in known.answer) return withoutRefused(batch, known.answer.refused, sending);
  if (known?.answer && 'uploadId' in known.answer) return accepted(batch, known.answer.uploadId);
  if (sending.halted.aborted) return left(batch, sending);
  try {
    return (await beforeTrying(batch, sending)) ?? (await tryUntilAnswered(batch, sending));
  } catch (error) {
    if (!journal.failure || error !== journal.failure) throw error;
    sending.halt(journal.failure);
    return left(batch, sending);
  } finally {
    sending.pace.done(batch.id);
  }
}

function accepted(batch: Batch, uploadId: string): BatchOutcome {
  return { rows: [{ t: 'accepted', batch: factsOf(batch), uploadId }], pieces: [] };
}

/** What the journal says of the batch: in doubt or unsent. */
function left(batch: Batch, { journal }: Pick<Sending, 'journal'>): BatchOutcome {
  const known = journal.state.batches.get(batch.id);
  const facts = factsOf(batch);
  const isTaken = known !== undefined && mayBeTaken(known);
  return { rows: [isTaken ? { t: 'inDoubt', batch: facts, reason: doubtOf(known) } : { t: 'unsent', batch: facts }], pieces: [] };
}

/** Without the body, which is large. */
function factsOf({ body: _, ...facts }: Batch): BatchFacts {
  return facts;
}

/** A batch in doubt from an earlier run: null to send it (again), or its outcome. */
async function beforeTrying(batch: Batch, sending: Sending): Promise<BatchOutcome | null> {
  const known = sending.journal.state.batches.get(batch.id);
  if (!known || !mayBeTaken(known) || ownKeyHolds(batch, sending)) return null;
  return decided(batch, sending, false, new SalesError('inDoubt', `It is not known whether the server accepted batch ${batch.id}.`));
}

/** Asks what to do; null when the batch is to be sent again. */
async function decided(batch: Batch, sending: Sending, isFresh: boolean, failure: SalesError): Promise<BatchOutcome | null> {
  const known = sending.journal.state.batches.get(batch.id);
  const { id, rows, firstLine, lastLine, firstRecord, lastRecord } = batch;
  const reason = known ? doubtOf(known) : failure.message;
  const decision = await sending.onDoubt({ batch: id, rows, firstLine, lastLine, firstRecord, lastRecord, reason }, isFresh);
  if (decision !== 'resend') {
    if (decision === 'stop') sending.halt(failure);
    return left(batch, sending);
  }
  await sending.journal.append([{ t: 'resend', b: batch.id }]);
  return null;
}

/** Whether the server will know the batch's key for what it is, however often it comes. */
function ownKeyHolds(batch: Batch, { idempotencyMs, journal, clock }: Sending): boolean {
  return keyHolds(journal.state.batches.get(batch.id) ?? { sentMs: clock.nowMs(), keyMs: null }, idempotencyMs, clock.nowMs());
}

async function tryUntilAnswered(batch: Batch, sending: Sending): Promise<BatchOutcome> {
  const { clock, onEvent, pace, stop, retryForMs } = sending;
  const { id, rows, firstLine, lastLine } = batch;
  let firstFailureMs: number | null = null;
  for (let attempt = 1; ; attempt++) {
    if (await pace.mayTry(id)) {
      // Another batch was through meanwhile: the failures of this one are no longer in a row.
      attempt = 1;
      firstFailureMs = null;
    }
    if (sending.halted.aborted) return left(batch, sending);
    onEvent({ type: 'sending', rows, firstLine, lastLine });
    const result = await tryOnce(batch, sending);
    if (typeof result === 'string') {
      onEvent({ type: 'accepted', uploadId: result, rows, lastLine });
      return accepted(batch, result);
    }
    const refusal = await outcomeOfRefusal(result, batch, sending);
    if (refusal) return refusal;
    if (isVerdict(result)) await noteRefused(batch, result, sending);
    const leaves =
      isDoubt(result) && !ownKeyHolds(batch, sending) && !sending.halted.aborted ? await decided(batch, sending, true, result) : null;
    if (leaves) return leaves;
    firstFailureMs ??= clock.nowMs();
    const elapsedMs = clock.nowMs() - firstFailureMs;
    const { code, retryAfterS } = result;
    // Past `decided`, a batch in doubt is one that may be sent again.
    const waitMs = retryWaitMs({ code, retryAfterS, attempt, elapsedMs, retryForMs, random: clock.random(), idempotent: true });
    if (waitMs === null && !stop?.aborted) sending.halt(stopping(result, batch, sending));
    if (waitMs === null || sending.halted.aborted) return left(batch, sending);
    pace.failed(id);
    onEvent({ type: 'retry', failure: result, attempt, waitMs });
    await clock.sleep(waitMs, sending.halted);
  }
}

/** A verdict that names no row: the server has nothing of the batch, though its end went out. */
async function noteRefused({ id }: Batch, { message }: SalesError, { journal }: Sending): Promise<void> {
  const number = journal.state.batches.get(id)?.openTry ?? null;
  if (number !== null) await journal.append([{ t: 'unsent', b: id, try: number, why: message }]);
}

function readOtherwise({ id }: Batch): SalesError {
  return new SalesError('usage', `The rows of batch ${id} are read differently than when it was planned. Nothing was sent.`, {
    hint: ['Finish the job with the version of sales that began it; ', ['sales', 'uploads', 'show', 'JOB'], ' names it'],
  });
}
