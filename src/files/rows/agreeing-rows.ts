/** Refuses the rows that contradict why a column was taken. */
import { phraseText } from '../../contract/phrase.js';
import { isOfPayment } from '../../contract/states.js';
import { contradictionText, holds } from '../columns/agreements.js';
import { fieldAt, type Layout } from '../columns/layout.js';
import { rowFault } from '../input/row-faults.js';
import { isNegative } from './mapping.js';
import { type RowGuard, refused } from './source.js';

const REMEDY = ['correct the one that is wrong', ', or say which column it is: '];

/** Null where nothing is to be compared. */
export function agreeingRows(layout: Layout): RowGuard | null {
  const { agreements, fields, header } = layout;
  if (agreements.length === 0) return null;
  const reading = fields.find(({ field }) => field === 'amount')?.reading ?? null;
  return {
    pass(row, cells, next) {
      const is = { isNegative: isNegative(layout, 'amount', cells), isOfPayment: isOfPayment(row.sale?.type) };
      const broken = row.sale ? agreements.filter((one) => !holds(one, cells, is, reading)) : [];
      if (broken.length === 0) return next(row, cells);
      const faults = broken.map((one) => {
        const { column } = one;
        const origin = { column: header[column] ?? null, columnNumber: column + 1, value: (cells[column] ?? '').trim() };
        const field = fieldAt(column, layout);
        return rowFault('COLUMNS_CONTRADICT', phraseText(contradictionText(one, header)), field, origin, [
          ...REMEDY,
          ['--set', `${field}=COLUMN`],
        ]);
      });
      next(refused(row, faults), cells);
    },
  };
}
