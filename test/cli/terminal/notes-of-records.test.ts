/** What is remarked about rows is said in the words of what they are read as. */
import { expect, it } from 'vitest';
import type { Output } from '../../../src/cli/terminal/output.js';
import { showRowNotes } from '../../../src/cli/views/row-notes-view.js';
import { loadWords } from '../../../src/cli/words/words.js';
import { noRowNotes, type RowNotes, withRow } from '../../../src/client/batches/row-notes.js';
import { openTally } from '../../../src/client/sending/tally.js';
import type { UploadKind } from '../../../src/contract/states.js';
import { sentRow } from '../../../src/files/rows/sale.js';

const all: RowNotes = {
  ...noRowNotes,
  positiveRefunds: { rows: 1, firstLine: 2 },
  positiveMarks: { rows: 2, firstLine: 3, column: 'Status' },
  listedDuplicates: { rows: 1, firstLine: 4 },
  noSales: { rows: 2, firstLine: 5, column: 'Kind' },
};

const words = await loadWords('en', 'en');

function lines(kind: UploadKind, notes = all): string[] {
  const printed: string[] = [];
  const output = { words, message: (_label: string, text: string) => printed.push(text) } as unknown as Output;
  const { read: _, ...tally } = openTally();
  showRowNotes({ ...tally, notes, kind }, 0, output);
  return printed;
}

it('of refunds without a minus is true of what is matched, and of sums', () => {
  expect(lines('Settlement')[0]).toBe(
    'Rows called a refund or chargeback have an amount above zero: matching subtracts refunds, sums add them as written. Rows: 1, the first in line 2.',
  );
});

it('of refunds and chargebacks without a minus, and of no other record', () => {
  const told = (['Sale', 'Refund', 'Chargeback', 'Payout'] as const).filter(
    (type) => withRow(noRowNotes, sentRow('Settlement', { type, amount: 40 }, null), { line: 2 }).positiveRefunds.rows > 0,
  );
  expect(told).toEqual(['Refund', 'Chargeback']);
});

it('of reversals without a minus, that they count as money for the merchant, unless others have one', () => {
  const reversals = (othersHaveMinus: boolean) =>
    lines('Settlement', { ...noRowNotes, positiveReversals: { rows: 2, firstLine: 7, othersHaveMinus } });
  expect(reversals(true)).toEqual([]);
  expect(reversals(false)).toEqual([
    'Rows called a reversal have an amount above zero, and count as money for you. Rows: 2, the first in line 7.   --negative COLUMN=VALUE',
  ]);
});
