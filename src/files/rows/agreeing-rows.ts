/** Refuses the rows that contradict why a column was taken as the amount. */
import { contradicted, contradictionText } from '../columns/agreements.js';
import type { Layout } from '../columns/layout.js';
import { rowFault } from '../input/row-faults.js';
import { type RowGuard, refused } from './source.js';

const REMEDY = ['correct the one that is wrong', ', or say which column it is: ', ['--set', 'amount=COLUMN']];

/** Null where nothing is to be compared. */
export function agreeingRows({ agreements, fields, header }: Layout): RowGuard | null {
  if (agreements.length === 0) return null;
  const reading = fields.find(({ field }) => field === 'amount')?.reading ?? null;
  return {
    pass(row, cells, next) {
      const broken = row.sale ? agreements.flatMap((one) => contradicted(one, cells, reading) ?? []) : [];
      if (broken.length === 0) return next(row, cells);
      const faults = broken.map((one) => {
        const { column } = one;
        const origin = { column: header[column] ?? null, columnNumber: column + 1, value: (cells[column] ?? '').trim() };
        return rowFault('COLUMNS_CONTRADICT', contradictionText(one, header), 'amount', origin, REMEDY);
      });
      next(refused(row, faults), cells);
    },
  };
}
