/**
 * What an answer about a batch's content means for its rows: refused rows are rejected and the others become a piece of their own; a batch
 * that is too large becomes two. Answers from the journal and from the server are treated alike, so that a resumed upload ends where the first run
 * would have.
 */

import { SalesError } from '../../contract/problem.js';
import { ofKind } from '../../contract/remedy.js';
import type { RowFault } from '../../files/input/row.js';
import type { Batch, RowsOutcome } from '../batches/batch.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { Sending } from './sending.js';
import { faultsByRow, otherFaults } from './server-faults.js';

/** What became of a batch: of its rows, and the pieces that take its place. */
export interface BatchOutcome {
  rows: RowsOutcome[];
  pieces: Batch[];
}

/** What `failure` makes of the batch; null when it is not about the content, or does not say which rows. */
export async function outcomeOfRefusal(failure: SalesError, batch: Batch, sending: Sending): Promise<BatchOutcome | null> {
  const { journal, onEvent } = sending;
  if (failure.code === 'payloadTooLarge' && batch.rows > 1) {
    await journal.append([{ t: 'halved', b: batch.id }]);
    onEvent({ type: 'halved', rows: Math.ceil(batch.rows / 2) });
    return halves(batch, sending);
  }
  if (failure.code !== 'validation') return null;
  const refused = faultsByRow(failure.errors ?? {}, batch.rows, sending.input);
  if (refused.size === 0) return null;
  const rows = [...refused].sort(([a], [b]) => a - b).map(([index, faults]) => ({ index, faults: faults.map(withoutValue) }));
  await journal.append([{ t: 'refused', b: batch.id, http: 400, rows }]);
  onEvent({ type: 'refusedRows', rows: refused.size });
  return withoutRefused(batch, rows, sending);
}

/** The failure as it stops an upload: a 400 that names no row says at least what it says. A server may mean by it that the body is packed. */
export function stopping(
  failure: SalesError,
  { id }: Batch,
  { gzip, identity, input }: Pick<Sending, 'gzip' | 'identity' | 'input'>,
): SalesError {
  if (failure.code === 'keyReused' && identity.rejectsOf !== undefined) {
    return new SalesError(
      'inputUnusable',
      'The server already has these rejects, corrected differently. Nothing of this batch was accepted now.',
      {
        hint: [
          'Check with ',
          ofKind(['sales', 'list'], input.kind ?? 'Sales'),
          ' what is there, and upload what is missing in a file with another name',
        ],
      },
    );
  }
  if (failure.code === 'keyReused') {
    return new SalesError(
      'keyReused',
      `The server knows the key of batch ${id} with different content. Nothing of this batch was accepted now.`,
      {
        hint: [
          'Was the file or the import configuration changed in between? ',
          ofKind(['sales', 'list'], input.kind ?? 'Sales'),
          ' shows what is there; please report this with ',
          ['--debug'],
        ],
      },
    );
  }
  if (failure.code !== 'validation') return failure;
  const said = otherFaults(failure.errors ?? {}).join('; ') || failure.message;
  const hint = gzip ? { hint: ['Does it accept compressed requests? To send them uncompressed: ', ['--gzip', 'off']] } : {};
  return new SalesError('validation', `The server refused a batch without naming a row: ${said}`, hint);
}

export async function halves(batch: Batch, { source }: Pick<Sending, 'source'>): Promise<BatchOutcome> {
  source.lowerRows(Math.ceil(batch.rows / 2));
  return { rows: [], pieces: await source.halves(batch) };
}

type Refused = Extract<JournalEntry, { t: 'refused' }>['rows'];

export async function withoutRefused(batch: Batch, refused: Refused, { source }: Pick<Sending, 'source'>): Promise<BatchOutcome> {
  const faultsOf = new Map(refused.map(({ index, faults }) => [index, faults]));
  const indexes = [...faultsOf.keys()].sort((a, b) => a - b);
  const { rows, rest } = await source.without(batch, indexes);
  const rejected = rows.map((row, at) => ({ ...row, faults: faultsOf.get(indexes[at] ?? -1) ?? [] }));
  return { rows: [{ t: 'rejected', rows: rejected }], pieces: rest ? [rest] : [] };
}

/** The value stands in the row itself; the journal holds none. */
function withoutValue(fault: RowFault): RowFault & { value: null } {
  return { ...fault, value: null };
}
