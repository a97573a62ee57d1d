/**
 * Finds columns that mean no field and have another value in every row, where nothing else tells sales of one till, minute and amount
 * apart: without them, the second of two such sales would be taken for the first one sent again. Only looks at the first rows.
 */
import { phrase } from '../../contract/phrase.js';
import { columnShown } from '../columns/column-names.js';
import { isReceiptNumber } from '../columns/content-columns.js';
import { eachAlone } from '../columns/table-head.js';
import type { RowField } from '../input/record-kind.js';
import { type AskedTable, type Detection, isUntold } from './detection.js';
import { columnsMax } from './line-groups.js';
import { asideAnswer, list, type OpenQuestion, whichColumn } from './open-questions.js';

/** Each of these tells sales apart by itself. */
const telling: readonly RowField[] = ['transactionReference', 'transactionSequenceCounter', 'orderId', 'authorisationCode'];
/** With one of these and none of those above, servers compare rows by what they have. */
const comparing: readonly RowField[] = ['terminalId', 'eftTransactionDate'];

/** In fewer rows, other values may just be chance. */
const ROWS_MIN = 5;

/** Asks whether such a column is the reference. */
export function unknownReferences({ layout, line }: AskedTable): Detection | null {
  const { fields, header } = layout;
  const has = (some: readonly RowField[]) => fields.some(({ field }) => some.includes(field));
  if (has(telling) || !has(comparing) || !has(['amount'])) return null;
  const unknown = [...header.keys()].filter((index) => isUntold(layout, index));
  const watched = unknown.slice(0, columnsMax).map((index) => ({ index, seen: new Set<string>(), runs: true, isOut: false }));
  let rows = 0;
  return {
    look({ cells }) {
      rows += 1;
      for (const one of watched) {
        const cell = (cells[one.index] ?? '').trim();
        one.isOut ||= !isReceiptNumber(cell) || one.seen.has(cell);
        // A number that only counts the rows of its file tells nothing about sales.
        one.runs &&= Number(cell) === rows || Number(cell) === rows - 1;
        one.seen.add(cell);
      }
      return watched.every(({ isOut }) => isOut);
    },
    question() {
      const found = rows < ROWS_MIN ? [] : watched.filter(({ isOut, runs }) => !isOut && !runs).map(({ index }) => index);
      return found.length === 0 ? null : referenceQuestion(found, header, line);
    },
  };
}

function referenceQuestion(columns: readonly number[], header: readonly string[], line: number): OpenQuestion {
  const shown = list(columns.map((index) => columnShown(header, index)));
  const field = 'transactionReference';
  return {
    code: 'REFERENCE_UNKNOWN',
    field,
    text:
      columns.length === 1
        ? phrase`Line ${line}: no column tells two sales of one minute and amount apart, but column ${shown} has another value in every row, as a reference does. Without it, the second of two such sales counts as the first one sent again.`
        : phrase`Line ${line}: no column tells two sales of one minute and amount apart, but each of the columns ${shown} has another value in every row, as a reference does. Without it, the second of two such sales counts as the first one sent again.`,
    answer: [
      ...whichColumn(field, eachAlone(columns), header),
      ';   ',
      { when: phrase`it is none`, remedies: [asideAnswer(columns[0] ?? 0, header)] },
    ],
  };
}
