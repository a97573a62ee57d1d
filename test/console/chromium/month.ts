/** A month of a merchant: sales, and what the acquirer's file has of them. One is overdue, one not due, three wait to be approved; a payout differs. */
import { expect } from 'vitest';
import type { Stand } from './stand.js';

export const month = 'from=2026-09-01&to=2026-09-30';
/** Days on which sales of the month were made, and the acquirer's files reach beyond. */
const sale = (reference: string, amount: number, day: string, more: object = {}) => ({
  ...{ amount, currency: 'EUR', brandId: 'VISA', terminalId: 'N-1', transactionReference: reference },
  ...{ transactionDate: `2026-09-${day}T10:00:00Z`, ...more },
});
const record = (reference: string | null, amount: number, day: string, more: object = {}) => ({
  ...{ amount, currency: 'EUR', brandId: 'VISA', terminalId: 'N-1', transactionReference: reference, acquirerId: 'ACQ' },
  ...{ transactionDate: `2026-09-${day}T10:00:03Z`, settlementDate: `2026-09-${day}`, fee: 0.25, payoutId: `PO-${day}`, ...more },
});
const ofPayout = (type: string, amount: number, day: string) => ({
  ...{
    type,
    amount,
    currency: 'EUR',
    acquirerId: 'ACQ',
    payoutId: `PO-${day}`,
    payoutDate: `2026-09-${day}`,
    settlementDate: `2026-09-${day}`,
  },
});
const sales = [
  ...[sale('MREF-7320001', 1012.5, '01'), sale('MREF-7320002', 20, '02'), sale('MREF-7320003', 8, '03')],
  ...[sale('MREF-7320004', 31, '04'), sale('MREF-7320005', 32, '05'), sale('MREF-7320006', 33, '06')],
  sale('MREF-7320007', 60, '07', { transactionTypes: ['Bar'] }),
  sale('MREF-7320008', 5, '29'),
];
const records = [
  ...[
    record('MREF-7320001', 1012.5, '01'),
    record('MREF-7320002', 20, '02'),
    ofPayout('Payout', 1012.25, '01'),
    ofPayout('Payout', 19, '02'),
  ],
  ...[record(null, 31, '04'), record(null, 32, '05'), record(null, 33, '06')],
  record('MREF-OTHER', 7.77, '27'),
];

/** Uploads the month, and waits until it is matched. */
export async function uploadMonth({ request, uploadAndImport }: Stand['server']): Promise<void> {
  await uploadAndImport(sales);
  const headers = { 'content-type': 'application/json' };
  await request('/settlement/v1/records/upload', { method: 'POST', headers, body: JSON.stringify({ records }) });
  const days = 'transactionDateFrom=2026-09-01T00:00:00Z&transactionDateTo=2026-10-01T00:00:00Z';
  const told = async () => {
    const { matching, items } = (await request(`/settlement/v1/money?${days}`)).json;
    return { matching, paid: items[0]?.paid.transactions };
  };
  await expect.poll(told, { timeout: 150_000 }).toEqual({ matching: 'Current', paid: 2 });
}
