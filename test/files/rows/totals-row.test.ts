import { describe, expect, it } from 'vitest';
import { type MappingRules, noRules } from '../../../src/files/input/mapping-rules.js';
import { read } from '../reading.js';

/** What became of each row: its amount, `out`, or its fault. */
async function fates(text: string, rules?: MappingRules) {
  const { rows } = await read(text, rules && { rules });
  return rows.map(({ transaction, leftOut, faults }) => (leftOut ? 'out' : (faults[0]?.code ?? transaction?.amount ?? null)));
}

describe('a line of totals', () => {
  it.each<[string, string, unknown[]]>([
    ['named, and the sum', 'orderId;amount;currency\nA;1,50;EUR\nB;2,50;EUR\nSumme;4,00;\n', [1.5, 2.5, 'out']],
    ['called a summary', 'orderId;amount;currency\nA;1,50;EUR\nB;2,50;EUR\nSummary:;4,00;\n', [1.5, 2.5, 'out']],
    ['named anywhere', 'amount;currency;orderId\n1,50;EUR;A\n2,50;EUR;B\n4,00;;Gesamt:\n', [1.5, 2.5, 'out']],
    ['without an amount', 'orderId;amount;currency\nA;1,50;EUR\nB;2,50;EUR\nTotale;;\n', [1.5, 2.5, 'out']],
    ['of fewer cells', 'orderId;amount;currency\nA;1,50;EUR\nB;2,50;EUR\nTotal;4,00\n', [1.5, 2.5, 'out']],
    ['an amount alone, and the sum', 'orderId;amount\nA;1,50\nB;2,50\n;4,00\n', [1.5, 2.5, 'out']],
    [
      'of each currency, and of all',
      'orderId;amount;currency\nA;1,50;EUR\nB;2,50;CHF\nC;2,00;EUR\nD;1,00;CHF\nTotal;3,50;EUR\nTotal;3,50;CHF\nTotal;7,00;\n',
      [1.5, 2.5, 2, 1, 'out', 'out', 'out'],
    ],
    ['of refunds too', 'orderId;amount;currency\nA;1,50;EUR\nB;-2,50;EUR\nSumme;-1,00;\n', [1.5, -2.5, 'out']],
    ['that is not the sum', 'orderId;amount;currency\nA;1,50;EUR\nB;2,50;EUR\nSumme;5,00;\n', [1.5, 2.5, 'TOTALS_ROW']],
    ['where an amount is not known', 'orderId;amount;currency\nA;1,50;EUR\nB;x;EUR\nSumme;1,50;\n', [1.5, 'AMOUNT_INVALID', 'TOTALS_ROW']],
    [
      'over the sum of the others',
      'orderId;amount;currency\nA;1,50;EUR\nB;x;EUR\nC;2,50;EUR\nSumme;4,00;\n',
      [1.5, 'AMOUNT_INVALID', 2.5, 'TOTALS_ROW'],
    ],
    ['between sales', 'orderId;amount;currency\nA;1,50;EUR\nSumme;1,50;\nB;2,50;EUR\n', [1.5, 'TOTALS_ROW', 2.5]],
    [
      'over the sum of an amount that is a row with a fault',
      'orderId;amount;cardNumberMasked\nA;1,50;\nB;2,50;4242424242424242\nSumme;4,00;\n',
      [1.5, 'CARD_NUMBER_UNMASKED', 'out'],
    ],
  ])('%s', async (_, text, expected) => expect(await fates(text)).toEqual(expected));
});

it.each([
  'Day total',
  'Daily Total',
  'Z-Report',
  'Z report 17',
  'X-Reading',
  'Z-Bericht',
  'End of day',
  'Shift total',
  'Batch total',
  'Dagtotaal',
])('a total of days is never a sale: %s', async (word) => {
  const day = (name: string, amounts: string[]) =>
    [...amounts.map((amount, at) => `${name},R${at},Coffee,${amount},EUR`), `${name},${word},,10.50,EUR`].join('\n');
  const text = `businessDate,Receipt,Item,amount,currency\n${day('2026-10-28', ['4.50', '6.00'])}\n${day('2026-10-29', ['8.00', '2.50'])}\n`;
  expect(await fates(text)).toEqual([4.5, 6, 'TOTALS_ROW', 8, 2.5, 'out']);
});

it.each([
  ['of all rows', '14,00', 'out'],
  ['of the rows that are left', '4,00', 'out'],
  ['of some of those that are left out', '7,00', 'TOTALS_ROW'],
])('a total %s is left out where the user left rows out', async (_, total, fate) => {
  const text = `orderId;amount;Statut\nA;1,50;Payé\nB;2,50;Payé\nC;3,00;Échoué\nD;7,00;Annulé\nTotal;${total};\n`;
  const rows = [{ keep: false, column: 'Statut', values: ['Échoué', 'Annulé'] }];
  expect(await fates(text, { ...noRules, rows })).toEqual([1.5, 2.5, 'out', 'out', fate]);
});

it('a summary without a date is no sale, either, where no sale is above it', async () => {
  expect(await fates('businessDate;orderId;amount;currency\n;Summary:;4,00;EUR\n')).toEqual(['TOTALS_ROW']);
  expect(await fates('businessDate;orderId;amount;currency\n;A;4,00;EUR\n')).toEqual([4]);
});

it('a total without a date among dated sales is left out where it is the sum of its day, and of all', async () => {
  const day = (date: string, total: string) => `${date};A;10,00;EUR\n${date};B;20,00;EUR\n${total}\n`;
  const text = (...totals: string[]) =>
    `businessDate;orderId;amount;currency\n${totals.map((total, at) => day(`2${at}.11.2026`, total)).join('')}`;
  const [sum, end] = ['Tagessumme;;30,00;EUR', 'Summe;;60,00;EUR'];
  expect(await fates(text(sum, sum))).toEqual([10, 20, 'out', 10, 20, 'out']);
  expect(await fates(text(sum, `${sum}\n${end}`))).toEqual([10, 20, 'out', 10, 20, 'out', 'out']);
  expect(await fates(text('Tagessumme;;29,00;EUR', sum))).toEqual([10, 20, 'TOTALS_ROW', 10, 20, 'out']);
});

describe('a line of totals with a date', () => {
  const dated = (rows: readonly string[], header = 'businessDate;orderId;amount;currency;Text') =>
    `${header}\n${rows.map((row) => `20.11.2026;${row}\n`).join('')}`;
  const sales = ['A;10,00;EUR;x', 'B;20,00;EUR;y'];

  it.each<[string, string, unknown[]]>([
    ['the sum', dated([...sales, 'Summe;30,00;EUR;']), [10, 20, 'out']],
    ['the close of a day', dated([...sales, 'Tagesabschluss;30,00;EUR;']), [10, 20, 'out']],
    ['a report', dated([...sales, 'Z-Bericht;30,00;EUR;']), [10, 20, 'out']],
    ['a report with a number', dated([...sales, 'Z-Bericht Nr. 12;30,00;EUR;']), [10, 20, 'out']],
    ['of another word', dated([...sales, ';30,00;EUR;Kassenabschluss']), [10, 20, 'out']],
    [
      'of each day',
      dated([...sales, 'Summe;30,00;EUR;', 'C;1,00;EUR;x', 'D;2,00;EUR;y', 'Summe;3,00;EUR;']),
      [10, 20, 'TOTALS_ROW', 1, 2, 'out'],
    ],
    [
      'of each day and of all',
      dated([...sales, 'Summe;30,00;EUR;', 'C;1,00;EUR;x', 'Gesamt;31,00;EUR;']),
      [10, 20, 'TOTALS_ROW', 1, 'out'],
    ],
    ['that has all cells, a word that is no name, and is no sum', dated([...sales, 'Zwischensumme;29,00;EUR;z']), [10, 20, 'TOTALS_ROW']],
    [
      'of one sale each, that have all cells and a word that is no name',
      dated(['A;10,00;EUR;x', 'Summe;10,00;EUR;z', 'B;20,00;EUR;x', 'Summe;20,00;EUR;z']),
      [10, 'TOTALS_ROW', 20, 'TOTALS_ROW'],
    ],
    ['of one sale', dated(['A;10,00;EUR;x', 'Summe;10,00;EUR;']), [10, 'TOTALS_ROW']],
    ['of one sale, between sales', dated(['A;10,00;EUR;x', 'Summe;10,00;EUR;', 'B;20,00;EUR;y']), [10, 'TOTALS_ROW', 20]],
    ['that is not the sum', dated([...sales, 'Summe;29,00;EUR;']), [10, 20, 'TOTALS_ROW']],
    [
      'that is not the sum, and those after it',
      dated(['A;10,00;EUR;x', 'Summe;11,00;EUR;', ...sales, 'Summe;0,00;EUR;', ...sales, 'Summe;30,00;EUR;']),
      [10, 'TOTALS_ROW', 10, 20, 'TOTALS_ROW', 10, 20, 'out'],
    ],
    [
      'above the sales of its day',
      dated(['Tagestotal;30,00;EUR;', 'Total Bar;20,00;EUR;', ...sales, 'Tagestotal;10,00;EUR;', 'A;10,00;EUR;x']),
      ['TOTALS_ROW', 'TOTALS_ROW', 10, 20, 'TOTALS_ROW', 10],
    ],
    [
      'of each kind of payment, and of all',
      dated([...sales, 'C;5,00;EUR;x', 'Total Karte;30,00;EUR;', 'Total Bar;5,00;EUR;', 'Total;35,00;EUR;']),
      [10, 20, 5, 'TOTALS_ROW', 'TOTALS_ROW', 'out'],
    ],
    ['of each kind of payment, between sales', dated([...sales, 'Total Bar;30,00;EUR;', ...sales]), [10, 20, 'TOTALS_ROW', 10, 20]],
    [
      'of a day and of its part',
      dated([...sales, 'Zwischensumme;30,00;EUR;', 'Summe;30,00;EUR;', ...sales, 'Zwischensumme;30,00;EUR;', 'Summe;30,00;EUR;']),
      [10, 20, 'TOTALS_ROW', 'TOTALS_ROW', 10, 20, 'out', 'out'],
    ],
    ['without an amount', dated([...sales, 'Summe;;EUR;']), [10, 20, 'TOTALS_ROW']],
    ['that is not the sum, between sales', dated(['A;10,00;EUR;x', 'Total;5,00;EUR;', 'B;15,00;EUR;y']), [10, 'TOTALS_ROW', 15]],
    ['of sales with its word', dated(['Total;5,00;EUR;x', 'Total;5,00;EUR;y', 'Total;10,00;EUR;']), [5, 5, 'out']],
    ['that has all cells, and is the sum', dated([...sales, 'Gesamt:;30,00;EUR;z']), [10, 20, 'TOTALS_ROW']],
    ['that has all cells, and is the sum, between sales', dated([...sales, 'Total;30,00;EUR;z', ...sales]), [10, 20, 'TOTALS_ROW', 10, 20]],
    [
      'that has all cells, and is the sum since a sale with its word',
      dated(['A;10,00;EUR;x', 'Total;10,00;EUR;x', ...sales, 'Total;30,00;EUR;y']),
      [10, 10, 10, 20, 'TOTALS_ROW'],
    ],
    [
      'whose like were sums before, and so no name',
      dated([...sales, 'Total;30,00;EUR;z', ...sales, 'Total;30,00;EUR;z', ...sales, 'Total;30,00;EUR;z', ...sales, 'Total;30,00;EUR;']),
      [10, 20, 'TOTALS_ROW', 10, 20, 'TOTALS_ROW', 10, 20, 'TOTALS_ROW', 10, 20, 'out'],
    ],
    ['below an amount that is not known', dated([...sales, 'C;x;EUR;y', 'Summe;30,00;EUR;']), [10, 20, 'AMOUNT_INVALID', 'TOTALS_ROW']],
  ])('%s', async (_, text, expected) => expect(await fates(text)).toEqual(expected));

  it.each<[string, string, unknown[]]>([
    ['sales of that word alone', dated(['Total;5,00;EUR;x', 'Total;3,00;EUR;y', 'Total;9,00;EUR;z']), [5, 3, 9]],
    ['a sale of a word that others have', dated(['Total Nord;5,00;EUR;x', 'B;3,00;EUR;y', 'Total Nord;8,00;EUR;z']), [5, 3, 8]],
    ['a sale of one amount with the row above', dated(['A;10,00;EUR;x', 'Total;10,00;EUR;y']), [10, 10]],
    ['a sale that has all cells and is not the sum', dated([...sales, 'Total;29,00;EUR;z']), [10, 20, 29]],
    ['sales that all have a word of totals', dated(['A;5,00;EUR;Summe', 'B;3,00;EUR;Summe', 'C;9,00;EUR;Summe']), [5, 3, 9]],
    ['a sale that is the sum', dated([...sales, 'C;30,00;EUR;']), [10, 20, 30]],
    [
      'sales of a shop of that name, which others have shown it to be',
      dated(['Total Nord;5,00;EUR;x', 'Total Nord;3,00;EUR;y', 'Total Nord;9,00;EUR;z', 'Total Nord;2,00;EUR;', 'Total Nord;19,00;EUR;']),
      [5, 3, 9, 2, 19],
    ],
  ])('none: %s', async (_, text, expected) => expect(await fates(text)).toEqual(expected));
});

describe('an amount carried forward', () => {
  const rows = (...all: string[]) => `businessDate;orderId;amount;currency\n${all.map((row) => `${row}\n`).join('')}`;
  const [first, second] = ['20.11.2026;A;10,00;EUR', '20.11.2026;B;20,00;EUR'];

  it.each<[string, string, unknown[]]>([
    ['above the sales', rows('20.11.2026;Übertrag;99,00;EUR', first, second), ['TOTALS_ROW', 10, 20]],
    ['between them', rows(first, '20.11.2026;Carried forward:;99,00;EUR', second), [10, 'TOTALS_ROW', 20]],
    [
      'between them, on each of many pages',
      rows(...Array(5).fill([first, '20.11.2026;ÜBERTRAG;99,00;EUR']).flat()),
      Array(5).fill([10, 'TOTALS_ROW']).flat(),
    ],
    ['below them', rows(first, second, '20.11.2026;Riporto;30,00;EUR'), [10, 20, 'TOTALS_ROW']],
    ['below their total', rows(first, second, ';Summe;30,00;EUR', '20.11.2026;Report à nouveau;30,00;EUR'), [10, 20, 'out', 'TOTALS_ROW']],
    ['without a date', rows(';Saldovortrag;99,00;', first, second), ['TOTALS_ROW', 10, 20]],
    ['that is a word for other things', rows('20.11.2026;Report;99,00;EUR', '20.11.2026;Vortrag;99,00;EUR', first), [99, 99, 10]],
    [
      'in a column of how was paid',
      'businessDate;amount;currency;Zahlungsart\n20.11.2026;10,00;EUR;Bar\n20.11.2026;20,00;EUR;Übertrag\n20.11.2026;30,00;EUR;Bar\n',
      [10, 20, 30],
    ],
    ['that is more than a word', rows('20.11.2026;Übertrag Konto 7;99,00;EUR', first), [99, 10]],
  ])('%s', async (_, text, expected) => expect(await fates(text)).toEqual(expected));

  it('is a sale where it is said to be one in its rejects file', async () => {
    const rejects = (code: string) => `businessDate;orderId;amount;_line;_code;_error\n20.11.2026;Übertrag;99,00;2;${code};x\n`;
    expect(await fates(rejects('TOTALS_ROW'))).toEqual(['TOTALS_ROW']);
    expect(await fates(rejects(''))).toEqual([99]);
  });
});

describe('a line of totals in a rejects file', () => {
  const rejects = (...rows: string[]) => `businessDate;orderId;amount;currency;_line;_code;_error\n${rows.join('\n')}\n`;
  const total = '20.11.2026;Summe;31,00;EUR;9;TOTALS_ROW;looks like a total';

  it.each<[string, string, unknown[]]>([
    ['that nobody corrected', rejects(total, total), ['TOTALS_ROW', 'TOTALS_ROW']],
    ['beside a corrected sale', rejects('20.11.2026;A;10,00;EUR;8;AMOUNT_INVALID;x', total), [10, 'TOTALS_ROW']],
    ['that is said to be a sale', rejects(total.replace('TOTALS_ROW', '')), [31]],
    [
      'that is said to be a sale, beside a corrected one',
      rejects(total.replace('TOTALS_ROW', ''), '20.11.2026;A;10,00;EUR;8;AMOUNT_INVALID;x', total.replace('TOTALS_ROW', '')),
      [31, 10, 31],
    ],
    ['that has another name now', rejects(total.replace('Summe', 'A')), [31]],
  ])('%s', async (_, text, expected) => expect(await fates(text)).toEqual(expected));
});

describe('no line of totals', () => {
  it.each<[string, string, unknown[]]>([
    ['a brand of that name', 'amount;brandId\n1,50;Total\n2,50;Total\n4,00;Total\n', [1.5, 2.5, 4]],
    ['a brand of that name that is not the sum', 'amount;brandId\n1,50;Total\n2,50;Total\n3,00;Total\n', [1.5, 2.5, 3]],
    [
      'a row with a date',
      'amount;brandId;businessDate\n1,50;VISA;20.11.2026\n2,50;VISA;20.11.2026\n4,00;Total;20.11.2026\n',
      [1.5, 2.5, 4],
    ],
    ['amounts alone in other rows too', 'orderId;amount\nA;1,50\n;2,50\n;4,00\n', [1.5, 2.5, 4]],
    ['amounts alone that are not the sum', 'orderId;amount\nA;1,50\nB;2,50\n;5,00\n', [1.5, 2.5, 5]],
    ['amounts alone everywhere', 'amount;\n1,50\n2,50\n4,00\n', [1.5, 2.5, 4]],
    ['a text that begins so', 'amount;orderId\n1,50;A\n2,50;Totaltuch 4\n', [1.5, 2.5]],
  ])('%s', async (_, text, expected) => expect(await fates(text)).toEqual(expected));
});

it('says which line was left out, and rows keep their numbers', async () => {
  const { rows } = await read('orderId;amount;currency\nA;1,50;EUR\n\nB;2,50;EUR\nSumme;4,00;\n');
  expect(rows.map(({ line, record, leftOut }) => [line, record, leftOut])).toEqual([
    [2, 1, undefined],
    [4, 2, undefined],
    [5, 3, 'the line of totals, line 5'],
  ]);
});

// eBay's report of orders, below its rows. The number of a sale, cut behind its second cell, is no count.
it('a footer that counts the rows above is left out, another number is a fault', async () => {
  const text = (count: string) =>
    `No;Item;Text;amount;currency\nA1;Lens;x;1,50;EUR\nA2;Clock;y;2,50;EUR\n${count};record(s) downloaded, from Sep-30-26\nSeller ID : shop\n`;
  expect(await fates(text('2'))).toEqual([1.5, 2.5, 'out', 'out']);
  expect(await fates(text('3'))).toEqual([1.5, 2.5, 'COLUMN_COUNT', 'out']);
});
