/** A pass over an input without sending anything: how many rows are good, and what is wrong with the others. For dry runs, and where bad rows hold a file back. */

import { type RejectedRow, toldRow } from '../client/batches/batch.js';
import { countRepeats, type Repeats } from '../client/batches/repeats.js';
import { noRowNotes, withRow } from '../client/batches/row-notes.js';
import { closed, openTally, type RowTally } from '../client/sending/tally.js';
import { type Hint, untyped } from '../contract/remedy.js';
import type { InputRow, RowFault, Sale } from '../files/input/row.js';
import { transactionOf } from '../files/rows/sale.js';
import { sourceOf } from '../files/rows/source.js';
import type { FirstRow } from './upload-outcome.js';

const FIRST_ROWS = 5;

/** The tally of an input of which nothing was sent, every row rejected or unsent, and its first good rows. Fails as reading `rows` does. */
export async function checkRows(
  rows: AsyncIterable<readonly InputRow[]>,
  onReject: (row: RejectedRow<RowFault>) => void | Promise<void>,
  look: (row: InputRow) => void = () => {},
  reasonOf: (message: Hint) => string = untyped,
): Promise<{ tally: RowTally; first: readonly FirstRow[] }> {
  const tally = openTally();
  const repeats = countRepeats();
  let notes = noRowNotes;
  const first: FirstRow[] = [];
  for await (const group of rows) {
    for (const row of group) {
      look(row);
      if (row.leftOut !== undefined) {
        tally.note({ leftOut: { [row.leftOut]: 1 }, repeats, notes });
        continue;
      }
      tally.read(1);
      if (row.sale) compare(row.sale, repeats);
      if (row.sale) notes = withRow(notes, row.sale, row);
      if (row.sale && first.length < FIRST_ROWS) first.push({ line: row.line, transaction: transactionOf(row.sale) });
      if (row.sale) tally.leaveUnsent({ rows: 1, firstLine: row.line, lastLine: row.line });
      else {
        const rejected = toldRow({ ...row, source: sourceOf(row.source) }, reasonOf);
        tally.reject(rejected);
        await onReject(rejected);
      }
    }
  }
  tally.note({ leftOut: {}, repeats, notes });
  return { tally: closed(tally), first };
}

function compare(sale: Sale, repeats: Repeats): void {
  const json = Buffer.from(sale.json);
  repeats.add(new DataView(json.buffer, json.byteOffset, json.byteLength), 0, json.byteLength);
}

/** How many rows may be bad: a number, or a share of those that were read. */
export type RejectsAllowed = { rows: number } | { percent: number };

/** How many rejected rows are allowed: the number given, or the share of the rows that were read, rounded down. */
export function rejectsMaxOf(allowed: RejectsAllowed, rowsRead: number): number {
  return 'rows' in allowed ? allowed.rows : Math.floor((rowsRead * allowed.percent) / 100);
}
