/** Rows that a list marks `Skip`: duplicates, as its comment says, are left out; all others are sales, or records. */
import { expect, it } from 'vitest';
import { matchStateName } from '../../../src/files/words/field-names.js';
import { read } from '../reading.js';

const other = '0197a3c0-0000-7000-8000-000000000001';
const duplicate = `Duplicate of ${other}`;

/** As a list, or an export, has a sale. */
const listed = (at: number, transactionMatchState: string, comment: string | null) => ({
  ...{ transactionId: `0197a3c0-0000-7000-8000-0000000001${at.toString().padStart(2, '0')}`, transactionState: 'Processed' },
  ...{ transactionMatchState, amount: at + 1, currency: 'CHF', transactionDate: '2026-11-20T08:00:00Z', comment },
});
type Listed = ReturnType<typeof listed>;

const writers: Record<string, (rows: Listed[]) => string> = {
  csv: (rows) => [Object.keys(listed(0, '', '')), ...rows.map((row) => Object.values(row))].map((cells) => `${cells.join(';')}\n`).join(''),
  ndjson: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
};

/** The amounts that are sent, and why the others are not. */
async function fates(text: string) {
  const { rows } = await read(text);
  return rows.map(({ transaction, leftOut, faults }) => transaction?.amount ?? leftOut ?? faults);
}

it.each(Object.keys(writers))('%s: those alone that are marked Skip and called duplicates', async (format) => {
  const rows = [
    listed(0, 'Unmatched', null),
    listed(1, 'Skip', `Cancelled by transaction ${other}, by rule void.`),
    listed(2, 'Skip', duplicate),
    listed(3, 'Skip', null),
    // It was one, until what it repeats was withdrawn.
    listed(4, 'Unmatched', duplicate),
    listed(5, 'Skip', `Duplicate of ${other}. Looked at by hand.`),
    listed(6, 'Skip', 'Duplicate of what the till sent'),
    listed(7, 'Skip', 'Duplicate'),
  ];
  const firstLine = format === 'csv' ? 4 : 3;
  const reason = `marked as a duplicate by the list's own comment (the first in line ${firstLine}); without ${format === 'csv' ? 'its column' : 'the member'} "comment" it is sent`;
  expect(await fates(writers[format]?.(rows) ?? '')).toEqual([1, 2, reason, 4, 5, reason, 7, reason]);
});

it('a table that no list has written may have such columns of its own', async () => {
  const text = `transactionReference;amount;currency;transactionDate;${matchStateName};comment\nR1;5.00;CHF;2026-11-20T08:00:00Z;Skip;${duplicate}\n`;
  expect(await fates(text)).toEqual([5]);
});

it('a duplicate with a fault is left out, too; one whose cells are not in place is a fault', async () => {
  const [head, row] = (writers.csv?.([listed(0, 'Skip', duplicate)]) ?? '').split('\n');
  const [broken, shifted] = [row?.replace(';1;', ';one;'), row?.replace(';1;', ';1;50;')];
  const sale = (writers.csv?.([listed(1, 'Unmatched', '')]) ?? '').split('\n')[1];
  const found = await fates(`${[head, sale, broken, shifted].join('\n')}\n`);
  expect(found).toMatchObject([2, expect.stringContaining('duplicate'), [{ code: 'COLUMN_COUNT' }]]);
});

it('a line of totals is that, whether it counts the duplicates or not', async () => {
  const rows = [listed(0, 'Unmatched', ''), listed(1, 'Unmatched', ''), listed(2, 'Skip', duplicate)];
  const text = writers.csv?.(rows) ?? '';
  for (const total of [6, 3]) {
    const found = await fates(`${text};;Total;${total};;;\n`);
    expect(found.slice(0, 2)).toEqual([1, 2]);
    expect(found[3]).not.toBe(total);
  }
});

it('thousands of rows: each duplicate is left out, and no other', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => listed(at, at % 7 === 3 ? 'Skip' : 'Unmatched', at % 7 === 3 ? duplicate : ''));
  const found = await fates(writers.csv?.(rows) ?? '');
  expect(found.filter((one) => typeof one === 'number')).toEqual(rows.flatMap((_, at) => (at % 7 === 3 ? [] : [at + 1])));
  expect(new Set(found.filter((one) => typeof one === 'string')).size).toBe(1);
});
