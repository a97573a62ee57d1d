/**
 * Finds columns that mean no field and have another value in every row, where nothing else tells sales of one till, minute and amount
 * apart: without them, the second of two such sales would be taken for the first one sent again. Only looks at the first rows.
 */
import type { TransactionField } from '../../contract/transaction.js';
import { isReceiptNumber } from '../columns/content-columns.js';
import type { Layout } from '../columns/layout.js';
import type { RecordReader } from '../formats/csv-record-reader.js';

import { lookAhead } from '../formats/look-ahead.js';
import { columnsMax } from '../questions/repeated-totals.js';
import { isOfRejects } from '../questions/table-values.js';

/** Each of these tells sales apart by itself. */
const telling: readonly TransactionField[] = ['transactionReference', 'transactionSequenceCounter', 'orderId', 'authorisationCode'];
/** With one of these and none of those above, servers compare rows by what they have. */
const comparing: readonly TransactionField[] = ['terminalId', 'eftTransactionDate'];

/** In fewer rows, other values may just be chance. */
const ROWS_MIN = 5;
const ROWS_MAX = 5_000;

/** The indexes of such columns. */
export async function tellingColumns(records: RecordReader, delimiter: string, layout: Layout): Promise<number[]> {
  const { columns, fields, known, matchStateColumn } = layout;
  const has = (some: readonly TransactionField[]) => fields.some(({ field }) => some.includes(field));
  if (known || matchStateColumn !== null || isOfRejects(layout) || has(telling) || !has(comparing) || !has(['amount'])) return [];
  const unknown = columns.flatMap((column, index) => (column.kind === 'item' && column.by === null ? [index] : []));
  const watched = unknown.slice(0, columnsMax).map((index) => ({ index, seen: new Set<string>(), runs: true, isOut: false }));
  let rows = 0;
  await lookAhead(records, delimiter, ROWS_MAX, (cells) => {
    rows += 1;
    for (const one of watched) {
      const cell = (cells[one.index] ?? '').trim();
      one.isOut ||= !isReceiptNumber(cell) || one.seen.has(cell);
      // A number that only counts the rows of its file tells nothing about sales.
      one.runs &&= Number(cell) === rows || Number(cell) === rows - 1;
      one.seen.add(cell);
    }
    return watched.every(({ isOut }) => isOut);
  });
  return rows < ROWS_MIN ? [] : watched.filter(({ isOut, runs }) => !isOut && !runs).map(({ index }) => index);
}
