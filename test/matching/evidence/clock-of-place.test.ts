/** A terminal whose clock is two minutes ahead, on a day with few bills: two bills of one table are no more matched crosswise. */
import { expect, test } from 'vitest';
import { linesOf, type Sale, type SettlementRecord } from './given.js';

const at = (day: number, seconds: number) => new Date(Date.UTC(2026, 9, day, 11, 0, seconds)).toISOString();
const AHEAD = 119;

test('the clock of a terminal is learnt over all days where one day has too few bills', () => {
  const sales: Sale[] = [];
  const records: SettlementRecord[] = [];
  const pay = (day: number, seconds: number, table: number, amount: number, paid: number) => {
    const row = { currency: 'CHF', terminalId: '7', orderId: String(table) };
    sales.push({ ...row, amount, transactionDate: at(day, seconds) });
    records.push({
      ...row,
      amount: paid,
      acquirerId: 'ACQ',
      settlementDate: `2026-10-${day + 1}`,
      transactionDate: at(day, seconds + AHEAD),
    });
  };
  for (let day = 10; day < 20; day++) {
    pay(day, 300, day - 9, 30 + day, 30 + day);
    pay(day, 2_400, day, 20.5 + day, 20.5 + day);
  }
  pay(20, 1_000, 19, 45.9, 45.9);
  pay(20, 1_091, 19, 48, 50);
  const wrong = linesOf({ sales, records }).filter((line) => !line.startsWith('?') && line.split(':')[0] !== line.split(':')[1]);
  expect(wrong).toEqual([]);
  expect(linesOf({ sales, records })).toContain('20:20');
});
