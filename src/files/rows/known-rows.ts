/** Which rows are sales, in a known export and by what the user said, and what happens to the others. */
import { type Layout, spelling } from '../columns/layout.js';
import type { InputRow } from '../input/row.js';
import { rowFault } from '../input/row-faults.js';

/** Null for a sale. Otherwise why the row is left out, or the fault of a row that may or may not be a sale. */
export function notSold({ known, saleColumn, header }: Layout, cells: readonly string[]): Pick<InputRow, 'faults' | 'leftOut'> | null {
  if (!known?.rows || saleColumn === null) return null;
  const cell = cells[saleColumn] ?? '';
  const { column, sales, others } = known.rows;
  const isOne = (texts: readonly string[]) => texts.some((text) => spelling(text) === spelling(cell));
  if (isOne(sales)) return null;
  const other = others.find((text) => spelling(text) === spelling(cell));
  if (other !== undefined) return { faults: [], leftOut: other === '' ? `no ${column}` : `${column} is ${other}` };
  const origin = { column: header[saleColumn] ?? null, columnNumber: saleColumn + 1, value: cell };
  const rule = `is not known to mean a sale or not in an export of ${known.name}`;
  return { faults: [rowFault('SALE_UNKNOWN', rule, null, origin)] };
}

/** Why the user's choice leaves a row out, in the user's own words, so that there are few reasons; null where it does not. */
export function notChosen({ choices, header }: Layout, cells: readonly string[]): string | null {
  for (const { keep, index, values } of choices) {
    const cell = spelling(cells[index] ?? '');
    const found = values.find((value) => spelling(value) === cell);
    const name = header[index] || `column ${index + 1}`;
    if (keep && found === undefined) return `${name} is not ${values.join(' or ')}`;
    if (!keep && found !== undefined) return `${name} is ${found}`;
  }
  return null;
}
