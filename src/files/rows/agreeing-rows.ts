/** Refuses the rows in which columns contradict each other that were taken as one. */
import { contradicted, contradictionText } from '../columns/agreements.js';
import type { Layout } from '../columns/layout.js';
import { textIn } from '../columns/table-head.js';
import type { Agreement } from '../input/agreement.js';
import type { RowFault } from '../input/row.js';
import { rowFault } from '../input/row-faults.js';
import type { RowGuard } from './row-guard.js';
import { refused } from './source.js';

/** Null where no columns were taken as one. */
export function agreeingRows(layout: Layout): RowGuard | null {
  const { agreements, fields } = layout;
  if (agreements.length === 0) return null;
  const all = agreements.map((one) => ({ one, reading: fields.find(({ field }) => field === one.field)?.reading ?? null }));
  return {
    pass(row, cells, next) {
      const broken = row.sale ? all.flatMap(({ one, reading }) => contradicted(one, cells, reading) ?? []) : [];
      if (broken.length === 0) return next(row, cells);
      const faults = broken.map((one) => faultOf(one, layout, cells));
      next(refused(row, faults), cells);
    },
  };
}

function faultOf(broken: Agreement, { header }: Layout, cells: readonly string[]): RowFault {
  const { field, columns } = broken;
  const [index = 0] = columns;
  const origin = { column: header[index] ?? null, columnNumber: index + 1, value: textIn(columns, cells) };
  const remedy = `correct the one that is wrong, or say which column it is: --set ${field}=COLUMN`;
  return rowFault('COLUMNS_CONTRADICT', contradictionText(broken, header), field, origin, remedy);
}
