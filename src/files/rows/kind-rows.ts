/** Refuses the rows whose kind is none of a sale or not known: what is unknown is never a sale. */
import { maskCardNumbers } from '../../contract/card-number.js';
import type { Hint, HintPart } from '../../contract/remedy.js';
import { columnReference } from '../columns/column-names.js';
import { type Layout, spelling } from '../columns/layout.js';
import { rowFault } from '../input/row-faults.js';
import { kindIn } from '../words/row-kinds.js';
import { isKindOfSale, markColumn } from '../words/sale-marks.js';
import { cellText } from './mapping.js';
import { type RowGuard, refused } from './source.js';

/** Null where no column tells kinds. */
export function kindRows(layout: Layout): RowGuard | null {
  const { kindColumn: column, header } = layout;
  if (column === null) return null;
  const reference = columnReference(header, column);
  const aside: HintPart[] = [', or say that the column tells no kinds: ', ['--set', `additionalData.${reference}=${reference}`]];
  return {
    pass(row, cells, next) {
      const rule = row.sale ? notOfSales(layout, cells) : null;
      if (rule === null) return next(row, cells);
      const value = cells[column] ?? '';
      const origin = { column: header[column] ?? null, columnNumber: column + 1, value };
      const pair = `${reference}=${maskCardNumbers(value.trim())}`;
      const refunds = kindIn(value) === 'Refund' ? ['make such rows refunds: ', ['--negative', pair], ', or '] : [];
      const remedy = [...refunds, 'leave such rows out: ', ['--leave-out', pair], ...aside];
      next(refused(row, [rowFault('SALE_UNKNOWN', rule, null, origin, remedy as Hint)]), cells);
    },
  };
}

/** Why a row is not sent for its kind, where the user did not say what becomes of it; null for a row that is. */
export function notOfSales({ kind, kindColumn, fields, header, choices, negative }: Layout, cells: readonly string[]): string | null {
  if (kindColumn === null) return null;
  const cell = cells[kindColumn] ?? '';
  const source = fields.find(({ index }) => index === kindColumn);
  const said = (source ? cellText(source, cells) : cell).trim();
  const isTold = source !== undefined || markColumn(header[kindColumn] ?? '') === 'kind';
  // The contract says which kinds of settlement records there are.
  if (kind === 'Settlement' ? said !== '' : isKindOfSale(said, isTold)) return null;
  const own = spelling(cell);
  const isNamed = ({ index, values }: { index: number; values: readonly string[] }) =>
    index === kindColumn && values.some((value) => spelling(value) === own);
  if (choices.some(isNamed) || negative.some(isNamed)) return null;
  const known = kindIn(said);
  return said === '' ? 'is blank, and other rows say their kind' : known ? `says ${known}, which is no sale` : 'is no known kind of a sale';
}
