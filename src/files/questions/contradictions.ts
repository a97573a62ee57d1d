/**
 * Asks where a row that is read ahead contradicts why a column was taken as the amount, by the first rows or in an earlier file with the same
 * header. Where a later row does it, that row is a fault.
 */
import type { HintPart } from '../../contract/remedy.js';
import { contradictionText, holds } from '../columns/agreements.js';
import { columnReference, columnShown } from '../columns/column-names.js';
import { fieldAt, type Layout } from '../columns/layout.js';
import { eachAlone } from '../columns/table-head.js';
import type { AheadRow } from '../formats/rows-ahead.js';
import type { Agreement } from '../input/mapping-rules.js';
import { isSale } from '../rows/known-rows.js';
import { cellText, isNegative } from '../rows/mapping.js';
import { isTotalsWord } from '../rows/totals-cells.js';
import { isBlank } from '../text/blank.js';
import type { AskedTable, Detection } from './detection.js';
import { type OpenQuestion, whichColumn } from './open-questions.js';

/** Number of rows that are examined, the same as for repeated totals. */
const ROWS_MAX = 5_000;
const CHOICES_MAX = 4;

type Rows = (readonly string[])[];

export function contradictions({ layout }: AskedTable): Detection[] {
  return layout.agreements.map((agreement): Detection => {
    let first = 0;
    const breaking: Rows = [];
    const others: Rows = [];
    return {
      rowsMax: ROWS_MAX,
      look(row) {
        const isBroken = mayBeSale(row, layout) && !holds(agreement, row.cells, isNegative(layout, 'amount', row.cells));
        if (isBroken && first === 0) first = row.line;
        if (agreement.is === 'net') (isBroken ? breaking : others).push(row.cells);
        return first > 0 && agreement.is !== 'net';
      },
      questions: () => (first > 0 ? [questionOf(agreement, first, layout, negativeAnswer(breaking, others, layout))] : []),
    };
  });
}

/** Words, and no sentences. */
const IS_WORD = /^(?=.*\p{L})[^\d]{1,30}$/u;

/** Says that rows are negative by the texts, as `Refund`, that a column has in all rows which break what others tell, and in no other one. */
function negativeAnswer(breaking: Rows, others: Rows, { header }: Layout): HintPart[] {
  const textsOf = (rows: Rows, column: number) => new Set(rows.map((cells) => (cells[column] ?? '').trim()));
  for (const column of breaking.length === 0 ? [] : header.keys()) {
    const texts = [...textsOf(breaking, column)];
    const elsewhere = textsOf(others, column);
    if (texts.length > CHOICES_MAX || !texts.every((text) => IS_WORD.test(text) && !elsewhere.has(text))) continue;
    const answers = texts.flatMap((text): HintPart[] => [' ', ['--negative', `${columnReference(header, column)}=${text}`]]);
    return ['If these rows are refunds:  ', ...answers, '   Otherwise: '];
  }
  return [];
}

/** Whether a row is none of those that are no sales, such as a line of totals: what its columns say is not compared. */
function mayBeSale({ cells }: AheadRow, layout: Layout): boolean {
  const date = layout.fields.find(({ field }) => field === 'transactionDate');
  const isDated = !date || !isBlank(cellText(date, cells));
  return cells.length >= layout.header.length && isDated && !cells.some(isTotalsWord) && isSale(layout, cells);
}

function questionOf(broken: Agreement, line: number, layout: Layout, before: HintPart[]): OpenQuestion {
  const { header } = layout;
  const { column, is, others } = broken;
  const field = fieldAt(column, layout);
  const choices = is === 'net' ? [column] : [column, ...others].slice(0, CHOICES_MAX);
  const text = `Line ${line}: column ${columnShown(header, column)} ${contradictionText(broken, header)}.`;
  return { code: 'COLUMN_AMBIGUOUS', field, text, answer: [...before, ...whichColumn(field, eachAlone(choices), header)] };
}
