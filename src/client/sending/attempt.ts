/**
 * One attempt to send one batch, with its lines in the journal: the intent before the bytes, `last` before the last of them, the outcome
 * after. It does not decide whether to try again.
 */
import { SalesError } from '../../contract/problem.js';
import type { Batch } from '../batches/batch.js';
import { keyOf } from '../journal/job-identity.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { Sending } from './sending.js';

/** The answer's upload id, or the failure. Throws only what is no answer of a server: a failing journal, a defect. */
export async function tryOnce(batch: Batch, sending: Sending): Promise<string | SalesError> {
  const { id, body, sha } = batch;
  const { api, journal, identity, idempotencyMs, group, uploadSource, gzip, clock, abort } = sending;
  const known = journal.state.batches.get(id);
  const key = known?.plan.key ?? keyOf(identity, id, sha);
  const number = (known?.tries ?? 0) + 1;
  await journal.append([
    ...(isWhole(batch) || known ? [] : [planned(batch, sending)]),
    { t: 'sending', b: id, try: number, ms: clock.nowMs(), keyMs: idempotencyMs ?? 0 },
  ]);
  let lastIsWritten = false;
  try {
    const { uploadId } = await api.upload(body, {
      importConfigurationId: identity.importConfigurationId ?? undefined,
      signal: abort,
      key,
      group,
      uploadSource,
      gzip,
      beforeLastByte: () => {
        lastIsWritten = true;
        return journal.append([{ t: 'last', b: id, try: number }]);
      },
    });
    await journal.append([{ t: 'acked', b: id, uploadId }]);
    return uploadId;
  } catch (error) {
    if (!(error instanceof SalesError) || error === journal.failure) throw error;
    if (isDoubt(error)) await journal.append([{ t: 'doubt', b: id, try: number, why: error.message }]);
    else if (lastIsWritten && !isVerdict(error)) await journal.append([{ t: 'unsent', b: id, try: number, why: error.message }]);
    return error;
  }
}

/**
 * The line that fixes which rows a batch has. That of a whole batch is written with its first try or sooner, and always after those of all
 * batches before it: a resumed upload cuts the batches that it knows where they were cut, which needs them without gaps.
 */
export function planBatch(batch: Batch, sending: Pick<Sending, 'journal' | 'identity'>): void {
  if (!sending.journal.state.batches.has(batch.id)) sending.journal.note([planned(batch, sending)]);
}

function planned({ id, firstRecord, lastRecord, rows, sha }: Batch, { identity }: Pick<Sending, 'identity'>): JournalEntry {
  return { t: 'planned', b: id, first: firstRecord, last: lastRecord, rows, sha, key: keyOf(identity, id, sha) };
}

function isWhole({ id }: Batch): boolean {
  return !id.includes('.');
}

/** Whether the server may have the batch all the same. */
export function isDoubt(failure: SalesError): boolean {
  return failure.code === 'inDoubt' || failure.code === 'inFlight';
}

/** An answer about the content of the batch: it gets a line of its own, where it says what becomes of the rows. */
export function isVerdict(failure: SalesError): boolean {
  return failure.code === 'validation' || failure.code === 'payloadTooLarge';
}
