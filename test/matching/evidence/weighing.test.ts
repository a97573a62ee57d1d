/** What single fields say of a pair, where all else is equal or missing. */
import { expect, test } from 'vitest';
import { linesOf, type Sale, type SettlementRecord } from './given.js';

const paid = { amount: 42, currency: 'EUR', transactionDate: '2026-10-02T10:00:00+02:00' };
const settled = { ...paid, acquirerId: 'PSP', settlementDate: '2026-10-05' };
const code = { authorisationCode: 'A12345' };
const card = { cardNumberMasked: '************4943' };

test.each<[string, Sale, SettlementRecord, string]>([
  ['a code, without terminal or card', code, code, '0:0'],
  ['a code of four characters, without terminal or card', { authorisationCode: 'A123' }, { authorisationCode: 'A123' }, '?0:0'],
  ['code and card, days later', { ...code, ...card }, { ...code, ...card, transactionDate: '2026-10-12T10:00:00+02:00' }, '?0:0'],
  ['code and card, in a file that tells its day alone', { ...code, ...card }, { ...code, ...card, transactionDate: null }, '0:0'],
  [
    'terminal, code and card of a stay that was authorised days before it was sold, and settled behind it',
    { ...code, ...card, terminalId: 'T1' },
    { ...code, ...card, terminalId: 'T1', transactionDate: '2026-09-28T15:00:00+02:00' },
    '0:0',
  ],
  [
    'terminal, code and card, a week before the sale',
    { ...code, ...card, terminalId: 'T1' },
    { ...code, ...card, terminalId: 'T1', transactionDate: '2026-09-24T15:00:00+02:00' },
    '',
  ],
  ['code and card, months later', { ...code, ...card }, { ...code, ...card, transactionDate: '2026-12-12T10:00:00+02:00' }, ''],
  [
    'a number and a card of the same last four and other first six digits',
    { transactionReference: 'R880017', cardNumberMasked: '400000******4943' },
    { transactionReference: 'R880017', cardNumberMasked: '510000******4943' },
    '',
  ],
  [
    'code and card in a shop that each side calls otherwise',
    { ...code, ...card, locationId: 'Z1' },
    { ...code, ...card, locationId: 'ZRH' },
    '0:0',
  ],
  [
    'a number, of an acquirer that each side calls otherwise',
    { transactionReference: 'R880017', acquirerId: 'ONE' },
    { transactionReference: 'R880017', acquirerId: 'TWO' },
    '0:0',
  ],
])('%s', (_, ofSale, ofRecord, line) => {
  expect(linesOf({ sales: [{ ...paid, ...ofSale }], records: [{ ...settled, ...ofRecord }] })).toEqual(line === '' ? [] : [line]);
});

test.each([
  ['goods that are paid when they are shipped: a match', '2026-10-09', '12:12'],
  ['the next month of a subscription, where each payment came at its moment: a proposal', '2026-10-02', '?12:12'],
])('a sure number, months later: %s', (_, otherDay, line) => {
  const known = Array.from({ length: 12 }, (_, at) => ({ ...paid, amount: 5 + at, transactionReference: `99000100${at + 10}` }));
  const own = { ...paid, transactionReference: '9900010099' };
  const records = known.map((one, at) => ({ ...settled, ...one, ...(at < 3 ? { transactionDate: `${otherDay}T10:00:00+02:00` } : {}) }));
  const later = { ...settled, ...own, transactionDate: '2026-12-12T10:00:00+01:00', settlementDate: '2026-12-14' };
  expect(linesOf({ sales: [...known, own], records: [...records, later] })).toContain(line);
});

test('contracts that are paid every month, of which two were not in the first, where the till has no second: proposals', () => {
  const first = Array.from({ length: 20 }, (_, at) => ({ ...paid, amount: at < 8 ? 45 : 10 + at, orderId: `V-2026-08${at + 10}` }));
  const next = first.slice(0, 8).map((one) => ({ ...one, transactionDate: '2026-11-02T10:00:05+01:00', settlementDate: '2026-11-05' }));
  const records = [...first.filter((_, at) => at !== 2 && at !== 5), ...next].map((one) => ({ ...settled, ...one }));
  const lines = linesOf({ sales: first, records });
  expect(lines).toHaveLength(20);
  expect(lines).toEqual(expect.arrayContaining(['?2:20', '?5:23']));
});

test('an order and a code go before the order alone, whenever that was', () => {
  const own = { ...paid, ...code, orderId: '1042' };
  const other = { ...settled, orderId: '1042', transactionDate: '2026-10-02T10:00:20+02:00' };
  expect(linesOf({ sales: [own], records: [other, { ...settled, ...own }] })).toEqual(['0:1']);
});

test('an order of eight characters that is presented twice, in a file that tells its day alone: the first', () => {
  const own = { ...paid, orderId: '99000100' };
  const record = { ...settled, ...own, transactionDate: null };
  const records = [record, { ...record, settlementDate: '2026-10-06', payoutId: 'PO-2' }];
  expect(linesOf({ sales: [own], records })).toEqual(['0:0']);
});

test('orders that the acquirer cuts at ten characters, where the setting says that such a number names a payment', () => {
  const sales = Array.from({ length: 5 }, (_, at) => ({ ...paid, amount: 5 + at, orderId: `BERLINER${at}QX77AB` }));
  const cut = { settlementDate: '2026-10-22', transactionDate: '2026-10-20T09:00:00+02:00', acquirerId: 'PSP' };
  const records = sales.map((one) => ({ ...one, ...cut, orderId: one.orderId.slice(0, 10) }));
  const linesBy = (numbers = {}) => linesOf({ sales, records, settings: { numbers } });
  expect(linesBy({ 'order-cut': 'names' })).toEqual(sales.map((_, at) => `${at}:${at}`));
  expect(linesBy()).toEqual(sales.map((_, at) => `?${at}:${at}`));
});

test('another acquirer, where both sides name both', () => {
  const known = ['ONE', 'TWO'].map((acquirerId, at) => ({ ...paid, amount: 5 + at, acquirerId, transactionReference: `9900010${at}` }));
  const own = { ...paid, transactionReference: 'R880017', acquirerId: 'ONE' };
  const given = { sales: [...known, own], records: [...known, { ...own, acquirerId: 'TWO' }].map((one) => ({ ...settled, ...one })) };
  expect(linesOf(given)).toEqual(['0:0', '1:1']);
});

test('a total that counts another number of payments is not of the sales that are left', () => {
  const sales = [10, 12].map((amount) => ({ ...paid, amount, terminalId: 'T1' }));
  const total = {
    currency: 'EUR',
    amount: 22,
    acquirerId: 'PSP',
    terminalId: 'T1',
    businessDate: '2026-10-02',
    settlementDate: '2026-10-05',
  };
  const linesWith = (transactionCount: number) => linesOf({ sales, records: [{ ...total, transactionCount }] });
  expect([linesWith(2), linesWith(3)]).toEqual([['0+1:0'], []]);
});

test('no name is learnt of payments that were settled before they were sold', () => {
  const known = Array.from({ length: 12 }, (_, at) => ({
    ...paid,
    amount: 5 + at,
    terminalId: 'T1',
    transactionReference: `99000100${at + 10}`,
  }));
  const before = { transactionDate: '2026-09-02T10:00:00+02:00', settlementDate: '2026-09-05', terminalId: '900017' };
  const own = { ...paid, ...code, terminalId: 'T1' };
  const records = [...known.map((one) => ({ ...settled, ...one, ...before })), { ...settled, ...code, terminalId: '900018' }];
  expect(linesOf({ sales: [...known, own], records })).toEqual(['12:12']);
});
