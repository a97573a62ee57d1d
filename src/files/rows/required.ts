/** Where a user wants no row that a server may not import: rows without a field that it needs become faults. */

import { importedBy } from '../input/imported-by.js';
import type { PlainRun, RowGroup } from '../input/plain-run.js';
import type { InputRow, Sale } from '../input/row.js';
import { rowFault } from '../input/row-faults.js';
import { sourceOf } from './source.js';

/** The rows, those without an amount, a currency or a date as faults. */
export async function* withRequired<Group extends RowGroup>(rows: AsyncIterable<Group>): AsyncGenerator<Group> {
  // A plain row has all of them.
  for await (const group of rows) yield isRun(group) ? group : (group.map(required) as unknown as Group);
}

function isRun(group: RowGroup): group is PlainRun {
  return 'write' in group;
}

function required(row: InputRow): InputRow {
  const { sale } = row;
  if (!sale) return row;
  const lacked = lackedBy(sale);
  if (lacked.length === 0) return row;
  const faults = lacked.map((field) =>
    rowFault('FIELD_REQUIRED', `${field} is missing, and servers import no row without it`, field, null),
  );
  return { ...row, sale: null, faults, source: sourceOf(row.source) };
}

function lackedBy({ amount, currency, date }: Sale): (typeof importedBy)[number][] {
  const values = { amount, currency, transactionDate: date };
  return importedBy.filter((field) => values[field] === null);
}
