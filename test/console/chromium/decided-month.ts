/**
 * October of a shop: what its till sold, and what the acquirer's files have of it. Four sales are suggested to be paid, to one a tip was added, of
 * one a gift card paid a part, two were paid in cash and keyed in as card payments, and one has never come.
 */
import { expect } from 'vitest';
import { password } from '../../support/test-server.js';
import type { Stand } from './stand.js';

const sale = (reference: string, amount: number, day: string, more: object = {}) => ({
  ...{ amount, currency: 'EUR', brandId: 'VISA', terminalId: 'W-1', transactionReference: reference },
  ...{ transactionDate: `2026-10-${day}T10:00:00Z`, ...more },
});
const record = (reference: string | null, amount: number, day: string, more: object = {}) => ({
  ...{ amount, currency: 'EUR', brandId: 'VISA', terminalId: 'W-1', transactionReference: reference, acquirerId: 'ACQ-W' },
  ...{ transactionDate: `2026-10-${day}T10:00:04Z`, settlementDate: `2026-10-${day}`, fee: 0.2, payoutId: `PO-W-${day}`, ...more },
});

/** Paid, on the days of what is not as well. */
const paid = ['01', '14', '15', '16', '17', '27'].map((day, at) => [`WREF-88100${day}`, 20 + at, day] as const);
const sales = [
  ...paid.map(([reference, amount, day]) => sale(reference, amount, day)),
  ...[sale('WREF-8810111', 31, '05'), sale('WREF-8810112', 32, '06'), sale('WREF-8810113', 33, '07'), sale('WREF-8810114', 240, '08')],
  ...[sale('1021', 40, '10'), sale('1022', 60, '12')],
  ...[sale('WREF-8810031', 18, '14'), sale('WREF-8810032', 9.5, '15')],
  sale('WREF-8810041', 77, '16'),
  sale('WREF-8810051', 4.2, '17', { transactionTypes: ['Bar'] }),
];
const records = [
  ...paid.map(([reference, amount, day]) => record(reference, amount, day)),
  ...[record(null, 31, '05'), record(null, 32, '06'), record(null, 33, '07'), record(null, 240, '08')],
  ...[record('1021', 58, '10'), record('1022', 20, '12')],
];

export const users = { till: 'till', clerk: 'clara' } as const;

const headers = { 'content-type': 'application/json' };
const login = `${users.till}:${password}`;

/** Uploads settlement records, and waits until so many sales of the month are paid. */
async function uploadRecords({ server }: Stand, some: readonly object[], sales: number): Promise<void> {
  const body = JSON.stringify({ records: some });
  await server.request('/settlement/v1/records/upload', { method: 'POST', headers, login, body });
  const told = async () => {
    const { matching, items } = (await server.request('/settlement/v1/money', { login })).json;
    return { matching, paid: items[0]?.paid.transactions };
  };
  await expect.poll(told, { timeout: 150_000 }).toEqual({ matching: 'Current', paid: sales });
}

/** Makes the shop with its users, and uploads the month. */
export async function uploadDecidedMonth(stand: Stand): Promise<void> {
  await stand.admin('tenant', 'add', 'Shop', '--customer', 'Default');
  await stand.admin('user', 'add', users.till, '--tenant', 'Shop', '--role', 'API', '--password-stdin');
  await stand.admin('user', 'add', users.clerk, '--tenant', 'Shop', '--role', 'Clerk', '--password-stdin');
  const body = JSON.stringify({ transactions: sales });
  await stand.server.request('/sales/v1/transactions/upload', { method: 'POST', headers, login, body });
  await uploadRecords(stand, records, paid.length);
}

/** What is overdue, as a list shows it; a later file has it. */
export const missing = '77.00 EUR';
export const uploadMissing = (stand: Stand): Promise<void> =>
  uploadRecords(stand, [record('WREF-8810041', 77, '16', { payoutId: 'PO-W-28' })], paid.length + 1);
