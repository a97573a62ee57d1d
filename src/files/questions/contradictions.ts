/**
 * Asks where a row that is read ahead contradicts why a column was taken as the amount, by the first rows or in an earlier file with the same
 * header. Where a later row does it, that row is a fault.
 */
import { contradicted, contradictionText } from '../columns/agreements.js';
import { columnShown } from '../columns/column-names.js';
import type { Layout } from '../columns/layout.js';
import { eachAlone } from '../columns/table-head.js';
import type { AheadRow } from '../formats/rows-ahead.js';
import type { Agreement } from '../input/mapping-rules.js';
import { isSale } from '../rows/known-rows.js';
import { cellText } from '../rows/mapping.js';
import { isTotalsWord } from '../rows/totals-cells.js';
import { isBlank } from '../text/blank.js';
import type { AskedTable, Detection } from './detection.js';
import { type OpenQuestion, whichColumn } from './open-questions.js';

/** As many as are shown to those who look for repeated totals. */
const ROWS_MAX = 5_000;
const CHOICES_MAX = 4;

export function contradictions({ layout }: AskedTable): Detection[] {
  return layout.agreements.map((agreement): Detection => {
    let first: OpenQuestion | null = null;
    return {
      rowsMax: ROWS_MAX,
      look(row) {
        const broken = mayBeSale(row, layout) ? contradicted(agreement, row.cells) : null;
        if (broken) first = questionOf(broken, row.line, layout);
        return first !== null;
      },
      questions: () => (first ? [first] : []),
    };
  });
}

/** Whether a row is none of those that are no sales, such as a line of totals: what its columns say is not compared. */
function mayBeSale({ cells }: AheadRow, layout: Layout): boolean {
  const date = layout.fields.find(({ field }) => field === 'transactionDate');
  const isDated = !date || !isBlank(cellText(date, cells));
  return cells.length >= layout.header.length && isDated && !cells.some(isTotalsWord) && isSale(layout, cells);
}

function questionOf(broken: Agreement, line: number, { header }: Layout): OpenQuestion {
  const { column, is, others } = broken;
  const choices = [column, ...(is === 'sum' ? others.slice(0, 1) : others)].slice(0, CHOICES_MAX);
  const text = `Line ${line}: column ${columnShown(header, column)} ${contradictionText(broken, header)}.`;
  return { code: 'COLUMN_AMBIGUOUS', field: 'amount', text, answer: whichColumn('amount', eachAlone(choices), header) };
}
