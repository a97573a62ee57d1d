/**
 * May of a merchant with two tills, closed on Sundays: complete until the 11th. On the 12th a sale is missing, on the 20th the acquirer's file, on
 * the 21st a part of the payout, on the 22nd all that a till sold.
 */
import { expect } from 'vitest';
import type { Stand } from './stand.js';

const terminals = ['C-1', 'C-2'];
const SALES = 6;
const MS_PER_DAY = 86_400_000;

function openDays(): string[] {
  const [first, last] = [Date.parse('2026-03-30'), Date.parse('2026-06-02')];
  const days = Array.from({ length: (last - first) / MS_PER_DAY + 1 }, (_, at) => new Date(first + at * MS_PER_DAY));
  return days.filter((day) => day.getUTCDay() !== 0).map((day) => day.toISOString().slice(0, 10));
}

const all = openDays().flatMap((day, at) =>
  terminals.flatMap((terminalId) =>
    Array.from({ length: SALES }, (_, number) => ({
      ...{ amount: 10 + number + at / 100, currency: 'EUR', brandId: 'VISA', terminalId },
      transactionDate: `${day}T1${number}:00:00+02:00`,
      transactionReference: `${terminalId} ${day} ${number}`,
      transactionSequenceCounter: String(1_001 + at * SALES + number),
    })),
  ),
);
const dayOf = ({ transactionDate }: { transactionDate: string }) => transactionDate.slice(0, 10);

const sales = all.filter(
  (sale) => sale.transactionReference !== 'C-1 2026-05-12 3' && (sale.terminalId !== 'C-2' || dayOf(sale) !== '2026-05-22'),
);

/** Each till's total of the day, and the payout of both. */
const records = openDays()
  .filter((day) => day !== '2026-05-20')
  .flatMap((day) => {
    const ofDay = (day === '2026-05-22' ? sales : all).filter((sale) => dayOf(sale) === day);
    const line = { currency: 'EUR', acquirerId: 'ACQ-C', payoutId: `PO-C-${day}`, payoutDate: day, settlementDate: day };
    const totals = terminals.flatMap((terminalId) => {
      const own = ofDay.filter((sale) => sale.terminalId === terminalId);
      const cents = own.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      const total = { type: 'Sale', amount: cents / 100, fee: 0, businessDate: day, terminalId, transactionCount: own.length };
      return own.length === 0 ? [] : [{ ...line, ...total, transactionReference: `${terminalId} ${day}` }];
    });
    const cents = totals.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    return [...totals, { ...line, type: 'Payout', amount: (cents - (day === '2026-05-21' ? 125 : 0)) / 100 }];
  });

/** The sale of the 12th that is missing comes, and is matched. */
export async function uploadMissing({ request, uploadAndImport }: Stand['server']): Promise<void> {
  await uploadAndImport(all.filter((sale) => !sales.includes(sale) && dayOf(sale) === '2026-05-12'));
  const told = async () => (await request('/settlement/v1/closes/2026-05-12')).json.state;
  await expect.poll(told, { timeout: 150_000 }).toBe('Proved');
}

/** Uploads the months, and waits until they are matched. */
export async function uploadClosedMonth({ request, uploadAndImport }: Stand['server']): Promise<void> {
  await uploadAndImport(sales);
  const headers = { 'content-type': 'application/json' };
  await request('/settlement/v1/records/upload', { method: 'POST', headers, body: JSON.stringify({ records }) });
  const told = async () => (await request('/settlement/v1/closes/2026-05-04')).json.state;
  await expect.poll(told, { timeout: 150_000 }).toBe('Proved');
}
