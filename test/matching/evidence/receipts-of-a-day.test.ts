/** Receipts that begin anew each day, as `0001` to `0099`: at their terminal they tell the sales of a day or a moment apart, and nothing more. */
import { expect, test } from 'vitest';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { linesOf, run } from './given.js';

const two = (number: number) => String(number).padStart(2, '0');
const receipt = (number: number) => String(number).padStart(4, '0');
const days = Array.from({ length: 10 }, (_, day) => `2026-10-${two(2 + day)}`);
const prices = [4.5, 5, 6.2, 7.9];

/** `numberOf`: what the acquirer's file has for a receipt. */
function month(record: (at: string) => SettlementRecordUpload, sale: TransactionUpload = {}, numberOf = (number: number) => number) {
  const sales: TransactionUpload[] = [];
  const records: SettlementRecordUpload[] = [];
  for (const [day, date] of days.entries())
    for (let number = 1; number <= 40; number++) {
      const at = `${date}T${two(8 + Math.floor(number / 4))}:${two(15 * (number % 4))}:07Z`;
      const price = { amount: prices[(day * 7 + number * number * 3) % 4] as number, currency: 'EUR' };
      sales.push({ ...price, transactionReference: receipt(number), transactionDate: at, ...sale });
      records.push({ ...price, transactionReference: receipt(numberOf(number)), acquirerId: 'ACQ', settlementDate: date, ...record(at) });
    }
  return { sales, records };
}
const terminalId = 'T-1';
const atMoment = (transactionDate: string) => ({ transactionDate });
const ofDay = (at: string) => ({ transactionDate: `${at.slice(0, 10)}T00:00:00Z` });
/** How many matches there are, and those of them that are of two payments. */
function booked(given: ReturnType<typeof month>) {
  const matches = run(given).told.filter(({ kind }) => kind === 'Match');
  return [matches.length, matches.filter(({ sales, records }) => String(sales) !== String(records)).length];
}

test.each([
  ['moment', atMoment],
  ['day', ofDay],
])('match at their terminal, by the %s', (_, when) => {
  expect(booked(month((at) => ({ terminalId, ...when(at) }), { terminalId }))).toEqual([400, 0]);
});

test.each([
  ['without a terminal', month(ofDay)],
  ['where the file tells the booking alone', month(() => ({ terminalId }), { terminalId })],
])('match nothing %s', (_, given) => expect(booked(given)).toEqual([0, 0]));

test.each([1, -1, 2])('that a terminal counts %i away from the till match no other sale', (away) => {
  for (const when of [atMoment, ofDay]) {
    const given = month(
      (at) => ({ terminalId, ...when(at) }),
      { terminalId },
      (number) => number + away,
    );
    expect(booked(given)[1]).toBe(0);
  }
});

test('match the sales of the records that came, where every second one is missing', () => {
  const { sales, records } = month((at) => ({ terminalId, ...ofDay(at) }), { terminalId });
  const matches = run({ sales, records: records.filter((_, at) => at % 2 === 0) }).told.filter(({ kind }) => kind === 'Match');
  expect(matches.length).toBe(200);
  for (const match of matches) expect(match.sales).toEqual(match.records.map((record) => 2 * record));
});

test('go before the terminal in suggestions, where terminals are swapped from a day on', () => {
  const tills = ['T-1', 'T-2'].map((terminalId, till) => {
    const { sales, records } = month(atMoment, { terminalId });
    const moved = (date: string) => new Date(Date.parse(date) + 2_000_000 * till).toISOString();
    const nameOf = (at: number) => (at < 240 ? terminalId : `T-${2 - till}`);
    return {
      sales: sales.map((sale) => ({ ...sale, transactionDate: moved(sale.transactionDate as string) })),
      records: records.map((one, at) => ({ ...one, terminalId: nameOf(at), transactionDate: moved(one.transactionDate as string) })),
    };
  });
  const { told } = run({ sales: tills.flatMap(({ sales }) => sales), records: tills.flatMap(({ records }) => records) });
  expect(told.filter(({ sales, records }) => String(sales) !== String(records))).toEqual([]);
  expect(new Set(told.map(({ kind, rule }) => `${kind} ${rule}`))).toEqual(
    new Set(['Match number-and-moment', 'Proposal number-that-recurs']),
  );
  expect(told.length).toBe(800);
});

test('of the same moment with another amount are a suggestion, before a sale of that amount two hours later', () => {
  const at = (hour: number) => ({ terminalId, currency: 'EUR', transactionDate: `2026-10-05T${hour}:00:00Z` });
  const sales = [
    { ...at(10), transactionReference: '1801', amount: 15.2 },
    { ...at(12), transactionReference: '1803', amount: 12.5 },
  ];
  const records = [{ ...at(10), transactionReference: '1801', amount: 12.5, acquirerId: 'ACQ', settlementDate: '2026-10-06' }];
  expect(linesOf({ sales, records })).toEqual(['?0:0']);
});
