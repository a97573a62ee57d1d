/**
 * What answers about a part's content mean for its rows: refused rows are rejected and the others become a new part, a part that is too
 * large becomes two. The same from the journal as from the server, so that a resumed upload ends up where the first one was.
 */
import { SalesError } from '../contract/problem.js';
import type { RowFault } from '../files/row.js';
import type { JournalEntry } from './journal-entry.js';
import type { Part, Sending } from './sending.js';
import { faultsByRow, otherFaults } from './server-faults.js';

/** The parts that `failure` leaves to be sent; null when it is not about the content, or does not say which rows. */
export async function partsAfter(failure: SalesError, part: Part, sending: Sending): Promise<Part[] | null> {
  const { journal, onEvent } = sending;
  if (failure.code === 'payloadTooLarge' && part.rows.length > 1) {
    await journal.append([{ t: 'halved', b: part.id }]);
    onEvent({ type: 'halved', rows: Math.ceil(part.rows.length / 2) });
    return halves(part, sending);
  }
  if (failure.code !== 'validation') return null;
  const refused = faultsByRow(failure.errors ?? {}, part.rows.length, sending.input);
  if (refused.size === 0) return null;
  const rows = [...refused].sort(([a], [b]) => a - b).map(([index, faults]) => ({ index, faults: faults.map(withoutValue) }));
  await journal.append([{ t: 'refused', b: part.id, http: 400, rows }]);
  onEvent({ type: 'refusedRows', rows: refused.size });
  return withoutRefused(part, rows, sending);
}

/** The failure as it stops an upload: a 400 that names no row says at least what it says. */
export function stopping(failure: SalesError, { id }: Part): SalesError {
  if (failure.code === 'keyReused') {
    return new SalesError('keyReused', `The server knows the key of batch ${id} for other content. Nothing of this batch was taken now.`, {
      hint: 'Was the file, or the import configuration, changed half way? sales list shows what is there; please report this with --debug',
    });
  }
  if (failure.code !== 'validation') return failure;
  const said = otherFaults(failure.errors ?? {}).join('; ');
  return new SalesError('validation', `The server refused a batch without naming a row${said ? `: ${said}` : ''}`);
}

export function halves({ id, rows }: Part, { onRowsMax }: Pick<Sending, 'onRowsMax'>): Part[] {
  const half = Math.ceil(rows.length / 2);
  onRowsMax(half);
  return [
    { id: `${id}.1`, rows: rows.slice(0, half) },
    { id: `${id}.2`, rows: rows.slice(half) },
  ];
}

type Refused = Extract<JournalEntry, { t: 'refused' }>['rows'];

export async function withoutRefused({ id, rows }: Part, refused: Refused, { ledger, onReject }: Sending): Promise<Part[]> {
  for (const { index, faults } of refused) {
    const row = rows[index];
    if (!row) continue;
    const rejected = { line: row.line, record: row.record, source: row.source, faults };
    ledger.reject(rejected);
    await onReject(rejected);
  }
  const out = new Set(refused.map(({ index }) => index));
  const rest = rows.filter((_, index) => !out.has(index));
  return rest.length === 0 ? [] : [{ id: `${id}.1`, rows: rest }];
}

/** The value stands in the row itself; the journal holds none. */
function withoutValue(fault: RowFault): RowFault & { value: null } {
  return { ...fault, value: null };
}
