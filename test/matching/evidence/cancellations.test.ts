/** A sale and its void undo each other, but where anything says that they are two payments, or that the acquirer has one of them. */
import { expect, test } from 'vitest';
import { linesOf, type Sale } from './given.js';

const sale: Sale = {
  ...{ amount: 42, currency: 'EUR', terminalId: 'T1', transactionDate: '2026-10-02T10:00:00+02:00' },
  ...{ transactionReference: '880017', authorisationCode: 'A12345', cardNumberMasked: '************4943' },
};
const sold = { ...sale, amount: -42, transactionDate: '2026-10-02T10:20:00+02:00' };
const cancelled = (lines: string[]) => lines.filter((line) => line.startsWith('x'));

test.each<[string, Sale, string[]]>([
  ['of the same payment', {}, ['x0+1:']],
  ['two hours later', { transactionDate: '2026-10-02T12:00:00+02:00' }, []],
  ['before the sale', { transactionDate: '2026-10-02T09:40:00+02:00' }, []],
  ['of another amount', { amount: -41 }, []],
  ['that is a sale, too', { amount: 42 }, []],
  ['under another code', { authorisationCode: 'B54321' }, []],
  ['to another card', { cardNumberMasked: '************1822' }, []],
  ['at another terminal', { terminalId: 'T2' }, []],
  ['in another shop', { locationId: 'ZRH' }, []],
  ['under the order of its sale alone', { transactionReference: '880018', authorisationCode: null, orderId: 'TAB-7' }, ['x0+1:']],
  ['under another order', { transactionReference: '880018', authorisationCode: null, orderId: 'TAB-8' }, []],
])('a void %s', (_, more, lines) => {
  expect(
    cancelled(
      linesOf({
        sales: [
          { ...sale, orderId: 'TAB-7' },
          { ...sold, ...more },
        ],
        records: [],
      }),
    ),
  ).toEqual(lines);
});

test('two voids of a sale cancel nothing', () => {
  const others = { ...sold, transactionReference: null };
  const again = { ...sold, authorisationCode: null, transactionDate: '2026-10-02T10:30:00+02:00' };
  for (const sales of [
    [sale, others, again],
    [others, again, sale],
    [sale, sold, sold],
  ])
    expect(cancelled(linesOf({ sales, records: [] }))).toEqual([]);
});

const { amount, currency, transactionDate } = sale;
const record = { amount, currency, acquirerId: 'PSP', settlementDate: '2026-10-05' };

test.each<[string, Sale, string[]]>([
  ['names it, contradicted by its card', { transactionReference: '880017', cardNumberMasked: '************1822' }, []],
  ['could be it', { transactionDate: '2026-10-02T10:02:00+02:00', terminalId: null }, []],
  ['could be it, by the clock of another zone', { transactionDate: '2026-10-01T22:01:00-10:00', terminalId: null }, []],
  ['is of another moment', { transactionDate: '2026-10-02T15:00:00+02:00' }, ['x0+1:']],
  ['is of another card', { transactionDate, cardNumberMasked: '************1822' }, ['x0+1:']],
])('a void of a sale, where a record %s', (_, more, lines) => {
  for (const sales of [
    [sale, sold],
    [sold, sale],
  ])
    expect(cancelled(linesOf({ sales, records: [{ ...record, ...more }] }))).toEqual(lines);
});

test('a record and its reversal, where a sale could be it', () => {
  const records = [sale, { ...sold, type: 'Reversal' as const }].map((one) => ({ ...record, ...one }));
  expect(cancelled(linesOf({ sales: [], records }))).toEqual(['x:0+1']);
  expect(cancelled(linesOf({ sales: [{ amount, currency, transactionDate }], records }))).toEqual([]);
  const merchants = records.map((one, at) => ({ ...one, merchantId: `M${at}` }));
  expect(cancelled(linesOf({ sales: [], records: merchants }))).toEqual([]);
});
