/** Pieces that came back: their number is below zero, and the amount beside it above. The row would be sent as a sale. */
import { phrase } from '../../contract/phrase.js';
import { columnShown, quantityColumns } from '../columns/column-names.js';
import { spelling } from '../columns/layout.js';
import { kindColumnsOf } from '../reading/rows-seen.js';
import { isNegative } from '../rows/mapping.js';
import { amountsIn } from '../values/amount-text.js';
import { isRefundType } from '../words/sale-marks.js';
import { mayBeSale } from './contradictions.js';
import { type AskedTable, type Detection, isUntold } from './detection.js';
import { asideAnswer, eachWhen, rowsAre } from './open-questions.js';

const VALUES_MAX = 4;

/** Asks about them. */
export function returnedPieces({ layout, amount }: AskedTable): Detection | null {
  const { header } = layout;
  const kinds = kindColumnsOf(layout);
  const column = quantityColumns(header).find((index) => isUntold(layout, index));
  if (!amount || column === undefined) return null;
  const values = new Map<string, string>();
  let firstLine = 0;
  return {
    look(row) {
      const { cells, line } = row;
      const pieces = (cells[column] ?? '').trim();
      const isBack = /^[-−]\d/.test(pieces) && (amountsIn(cells[amount.index] ?? '')[0] ?? 0) > 0;
      const isToldBack = kinds.some((kind) => isRefundType((cells[kind] ?? '').trim()));
      if (!isBack || isToldBack || amount.isTurned || !mayBeSale(row, layout) || isNegative(layout, 'amount', cells)) return false;
      firstLine ||= line;
      values.set(spelling(pieces), pieces);
      return values.size > VALUES_MAX;
    },
    question() {
      if (firstLine === 0) return null;
      return {
        code: 'SIGNS_UNCERTAIN',
        field: 'amount',
        text: phrase`Line ${firstLine}: column ${columnShown(header, column)} is below zero, and column ${columnShown(header, amount.index)} above it: pieces that came back would be sent as a sale.`,
        answer: eachWhen(
          [phrase`these are refunds`, ...[...values.values()].map((value) => rowsAre('--negative', column, value, header))],
          [phrase`each row is a sale`, asideAnswer(column, header)],
        ),
      };
    },
  };
}
