/**
 * What an answer about a part's content means for its rows: refused rows are rejected and the others become a new part; a part that is too
 * large becomes two. Answers from the journal and from the server are treated alike, so that a resumed upload ends where the first run
 * would have.
 */
import { SalesError } from '../../contract/problem.js';
import type { RowFault } from '../../files/input/row.js';
import type { Batch, RowsOutcome } from '../batches/batch.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { Sending } from './sending.js';
import { faultsByRow, otherFaults } from './server-faults.js';

/** What became of a part: fates of rows, and parts that take its place. */
export interface Outcome {
  fates: RowsOutcome[];
  parts: Batch[];
}

/** What `failure` makes of the part; null when it is not about the content, or does not say which rows. */
export async function outcomeOfRefusal(failure: SalesError, part: Batch, sending: Sending): Promise<Outcome | null> {
  const { journal, onEvent } = sending;
  if (failure.code === 'payloadTooLarge' && part.rows > 1) {
    await journal.append([{ t: 'halved', b: part.id }]);
    onEvent({ type: 'halved', rows: Math.ceil(part.rows / 2) });
    return halves(part, sending);
  }
  if (failure.code !== 'validation') return null;
  const refused = faultsByRow(failure.errors ?? {}, part.rows, sending.input);
  if (refused.size === 0) return null;
  const rows = [...refused].sort(([a], [b]) => a - b).map(([index, faults]) => ({ index, faults: faults.map(withoutValue) }));
  await journal.append([{ t: 'refused', b: part.id, http: 400, rows }]);
  onEvent({ type: 'refusedRows', rows: refused.size });
  return withoutRefused(part, rows, sending);
}

/** The failure as it stops an upload: a 400 that names no row says at least what it says. A server may mean by it that the body is packed. */
export function stopping(failure: SalesError, { id }: Batch, { gzip, identity }: Pick<Sending, 'gzip' | 'identity'>): SalesError {
  if (failure.code === 'keyReused' && identity.rejectsOf !== undefined) {
    return new SalesError(
      'inputUnusable',
      'The server already has these rejects, corrected differently. Nothing of this batch was accepted now.',
      {
        hint: ['Check with ', { do: 'list' }, ' what is there, and upload what is missing in a file with another name'],
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
          { do: 'list' },
          ' shows what is there; please report this with --debug',
        ],
      },
    );
  }
  if (failure.code !== 'validation') return failure;
  const said = otherFaults(failure.errors ?? {}).join('; ') || failure.message;
  const hint = gzip ? { hint: 'Does it accept compressed requests? To send them uncompressed: --gzip off' } : {};
  return new SalesError('validation', `The server refused a batch without naming a row: ${said}`, hint);
}

export async function halves(part: Batch, { source }: Pick<Sending, 'source'>): Promise<Outcome> {
  source.lowerRows(Math.ceil(part.rows / 2));
  return { fates: [], parts: await source.halves(part) };
}

type Refused = Extract<JournalEntry, { t: 'refused' }>['rows'];

export async function withoutRefused(part: Batch, refused: Refused, { source }: Pick<Sending, 'source'>): Promise<Outcome> {
  const faultsOf = new Map(refused.map(({ index, faults }) => [index, faults]));
  const indexes = [...faultsOf.keys()].sort((a, b) => a - b);
  const { rows, rest } = await source.without(part, indexes);
  const rejected = rows.map((row, at) => ({ ...row, faults: faultsOf.get(indexes[at] ?? -1) ?? [] }));
  return { fates: [{ t: 'rejected', rows: rejected }], parts: rest ? [rest] : [] };
}

/** The value stands in the row itself; the journal holds none. */
function withoutValue(fault: RowFault): RowFault & { value: null } {
  return { ...fault, value: null };
}
