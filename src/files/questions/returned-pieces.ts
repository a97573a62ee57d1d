/** Pieces that came back: their number is below zero, and the amount beside it above. The row would be sent as a sale. */
import { maskCardNumbers } from '../../contract/card-number.js';
import { phrase } from '../../contract/phrase.js';
import type { Remedy } from '../../contract/remedy.js';
import { columnReference, columnShown, quantityColumns } from '../columns/column-names.js';
import { spelling } from '../columns/layout.js';
import { kindColumnsOf } from '../reading/rows-seen.js';
import { isNegative } from '../rows/mapping.js';
import { amountsIn } from '../values/amount-text.js';
import { isRefundType } from '../words/sale-marks.js';
import { mayBeSale } from './contradictions.js';
import type { AskedTable, Detection } from './detection.js';
import { asideAnswer } from './open-questions.js';

const ROWS_MAX = 5_000;
const VALUES_MAX = 4;

/** Asks about them under a new header. Not of an export that is known. */
export function returnedPieces({ layout, sources, earlier, isOfJob }: AskedTable): Detection[] {
  const { header, columns, known } = layout;
  const amount = sources.find(({ field, index }) => field === 'amount' && index >= 0);
  if (!amount || known || earlier || isOfJob) return [];
  const kinds = kindColumnsOf(layout);
  const isOpen = (index: number) => columns[index]?.kind === 'item' && columns[index].by === null;
  return quantityColumns(header)
    .filter(isOpen)
    .slice(0, 1)
    .map((column) => {
      const values = new Map<string, string>();
      let firstLine = 0;
      return {
        rowsMax: ROWS_MAX,
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
        questions: () =>
          firstLine === 0
            ? []
            : [
                {
                  code: 'SIGNS_UNCERTAIN',
                  field: 'amount',
                  text: phrase`Line ${firstLine}: column ${columnShown(header, column)} is below zero, and column ${columnShown(header, amount.index)} above it: pieces that came back would be sent as a sale.`,
                  answer: [
                    {
                      when: phrase`these are refunds`,
                      remedies: [...values.values()].map(
                        (value): Remedy => ['--negative', `${columnReference(header, column)}=${maskCardNumbers(value)}`],
                      ),
                    },
                    ';   ',
                    { when: phrase`each row is a sale`, remedies: [asideAnswer(column, header)] },
                  ],
                },
              ],
      };
    });
}
