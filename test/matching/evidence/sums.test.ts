/** Parts of a payment that add up under a number, and what contradicts that they are one. */
import { expect, test } from 'vitest';
import { linesOf, type Sale, type SettlementRecord } from './given.js';

const sale = (amount: number, more: Sale = {}): Sale => ({
  ...{ amount, currency: 'EUR', terminalId: 'T1', transactionDate: '2026-10-02T10:00:00+02:00' },
  ...more,
});
const record = (of: Sale, amount: number, more: SettlementRecord = {}) => ({
  ...of,
  amount,
  acquirerId: 'PSP',
  settlementDate: '2026-10-05',
  ...more,
});

test('captures of an order that the records have as their reference, a number that is proven', () => {
  const orders = Array.from({ length: 21 }, (_, one) => sale(10 + one, { orderId: `4000${100 + one}`, terminalId: null }));
  const paid = orders.map((one) => record({ ...one, orderId: null, transactionReference: one.orderId }, one.amount as number));
  const [last, ...others] = [paid[20] as Sale, ...paid.slice(0, 20)];
  const captures = [12.5, 17.5].map((amount, day) => ({
    ...last,
    amount,
    transactionDate: `2026-10-1${day}T10:00:00+02:00`,
    settlementDate: '2026-10-15',
  }));
  expect(linesOf({ sales: orders, records: [...others, ...captures] })).toContain('20:20+21');
});

const items = [sale(10, { orderId: 'A1042' }), sale(20, { orderId: 'A1042' })];

test.each<[string, SettlementRecord, string[]]>([
  ['add up', {}, ['0+1:0']],
  ['are more than an hour apart', { transactionDate: '2026-10-02T11:30:00+02:00' }, []],
  ['are of another terminal', { terminalId: 'T2' }, []],
  ['are of another shop', { terminalId: null, locationId: 'ZRH' }, []],
  ['were paid by another service', { brandId: 'Klarna' }, []],
  ['were paid by another card', { cardNumberMasked: '************1822' }, []],
  ['were settled before they were sold', { settlementDate: '2026-09-30' }, []],
])('items of a bill that %s', (_, more, lines) => {
  const known = items.map((one) => ({ ...one, locationId: 'BER', brandId: 'Twint', cardNumberMasked: '************4943' }));
  const bill = record(known[0] as Sale, 30, more);
  expect(linesOf({ sales: known, records: [bill] }).filter((line) => !line.startsWith('?'))).toEqual(lines);
});

test('captures of one code and card on several days, beside those of others that come to as much in one moment', () => {
  const hired = [14, 15, 16].map((day) =>
    sale(250, {
      authorisationCode: `4471${day}`,
      cardNumberMasked: `************40${day}`,
      transactionDate: `2026-10-${day}T16:00:00+02:00`,
    }),
  );
  const records = hired.flatMap((one, car) =>
    [100, 100, 50].map((amount, ago) =>
      record(one, amount, { transactionDate: `2026-10-${12 + car + ago}T16:0${ago}:30+02:00`, settlementDate: '2026-10-17' }),
    ),
  );
  expect(linesOf({ sales: hired, records })).toEqual(['0:0+1+2', '1:3+4+5', '2:6+7+8']);
  expect(linesOf({ sales: hired, records: records.slice(0, 8) })).not.toContain('2:6+7');
});

test('a deposit and what was given back of it, under one receipt, are the record that has the rest', () => {
  const deposit = sale(100, { transactionReference: '7604' });
  const back = sale(-62.59, { transactionReference: '7604', transactionDate: '2026-10-02T10:02:40+02:00' });
  const rest = (amount: number) => linesOf({ sales: [deposit, back], records: [record(deposit, amount)] });
  expect([rest(37.41), rest(100), rest(37.4)]).toEqual([['0+1:0'], ['0:0'], ['?0:0']]);
});
