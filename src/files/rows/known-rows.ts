/** Which rows are sales, in a known export and by what the user said, and what happens to the others. */
import { type Layout, spelling } from '../columns/layout.js';
import type { InputRow } from '../input/row.js';
import { rowFault } from '../input/row-faults.js';
import { type RowGuard, refused } from './source.js';

/** Leaves out the rows that are no sales; null where all rows of the layout are. */
export function knownRows(layout: Layout): RowGuard | null {
  if (layout.saleRows.length + layout.choices.length === 0) return null;
  return {
    pass(row, cells, next) {
      // The name of a section stands first, however many cells follow.
      const isInPlace = cells.length > 0 && (layout.known?.hasSections || row.faults.every(({ code }) => code !== 'COLUMN_COUNT'));
      const other = isInPlace ? (notSold(layout, cells) ?? notChosen(layout, cells)) : null;
      next(other ? { ...refused(row, other.faults), ...(other.leftOut !== undefined && { leftOut: other.leftOut }) } : row, cells);
    },
  };
}

/** Whether a row is sent as a sale, as far as the export that it belongs to and the user say. */
export function isSale(layout: Layout, cells: readonly string[]): boolean {
  return (notSold(layout, cells) ?? notChosen(layout, cells)) === null;
}

type Other = Pick<InputRow, 'faults' | 'leftOut'>;

/** Why the export says that a row is left out, or the fault of a row that may or may not be a sale; null for a sale. */
function notSold({ known, saleRows, header }: Layout, cells: readonly string[]): Other | null {
  for (const { column, sales, others, index } of saleRows) {
    const cell = cells[index] ?? '';
    const own = spelling(cell);
    const isOne = (text: string) => (text.endsWith(' *') ? own.startsWith(spelling(text.slice(0, -1))) : spelling(text) === own);
    if (sales?.some(isOne)) continue;
    const other = others.find(isOne);
    if (other !== undefined) return { faults: [], leftOut: other === '' ? `no ${column}` : `${column} is ${other.replace(/ \*$/, '')}` };
    if (!sales) continue;
    const origin = { column: header[index] ?? null, columnNumber: index + 1, value: cell };
    const rule = `is not known to mean a sale or not in an export of ${known?.name}`;
    return { faults: [rowFault('SALE_UNKNOWN', rule, null, origin)] };
  }
  return null;
}

/** Why the user's choice leaves a row out, in the user's own words, so that there are few reasons; null where it does not. */
function notChosen({ choices, header }: Layout, cells: readonly string[]): Other | null {
  for (const { keep, index, values } of choices) {
    const cell = spelling(cells[index] ?? '');
    const found = values.find((value) => spelling(value) === cell);
    const name = header[index] || `column ${index + 1}`;
    if (keep && found === undefined) return { faults: [], leftOut: `${name} is not ${values.join(' or ')}` };
    if (!keep && found !== undefined) return { faults: [], leftOut: `${name} is ${found}` };
  }
  return null;
}
