import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { UploadRequest } from '../../src/contract/upload.js';
import { fixture, read } from './reading.js';

const folder = mkdtempSync(join(tmpdir(), 'sales-fixtures-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the generator makes the fixtures byte for byte', () => {
  execFileSync(process.execPath, [fixture('generate.js'), folder]);
  const names = readdirSync(folder).sort();
  expect(names).toEqual([
    'row-errors.csv',
    'row-errors.expected.json',
    'sales-2026-01-sample.json',
    'sales-2026-01-sample.ndjson',
    'sales-2026-01.csv',
    'torture',
  ]);
  for (const name of names.filter((one) => one !== 'torture'))
    expect(readFileSync(fixture(name)).equals(readFileSync(join(folder, name))), name).toBe(true);
});

/** A fixture is read once for the tests that look at it. */
const readings = new Map<string, ReturnType<typeof read>>();
function readOnce(name: string): ReturnType<typeof read> {
  const reading = readings.get(name) ?? read({ path: fixture(name) });
  readings.set(name, reading);
  return reading;
}

const isoCurrencies = new Set(Intl.supportedValuesOf('currency'));

describe.each([
  ['sales-2026-01.csv', 5_000],
  ['sales-2026-01-sample.json', 200],
  ['sales-2026-01-sample.ndjson', 200],
])('%s', (name, count) => {
  it(`has ${count} rows that keep the contract and the default import rules`, async () => {
    const { rows } = await readOnce(name);
    expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
    expect(rows).toHaveLength(count);
    const sales = rows.map(({ transaction }) => transaction as TransactionUpload);
    for (const { amount, currency, transactionDate } of sales) {
      expect(amount).toBeTypeOf('number');
      expect(isoCurrencies.has(currency ?? '')).toBe(true);
      expect(transactionDate).toMatch(/^2026-01-\d\dT/);
    }
    expect(new Set(sales.map(({ transactionReference }) => transactionReference)).size).toBe(count);
    expect(sales.filter(({ amount }) => (amount ?? 0) < 0).every(({ transactionTypes }) => transactionTypes?.includes('Refund'))).toBe(
      true,
    );
  });
});

it('the large one has what files have', async () => {
  const { rows, description } = await readOnce('sales-2026-01.csv');
  const sales = rows.map(({ transaction }) => transaction as TransactionUpload);
  const some = (test: (sale: TransactionUpload) => unknown) => sales.filter((sale) => test(sale)).length;
  const distinct = (field: keyof TransactionUpload) => new Set(sales.map((sale) => sale[field])).size;
  expect(description.mapping).toContain('additionalData.cashier');
  expect(distinct('terminalId')).toBeGreaterThanOrEqual(10);
  expect(distinct('locationId')).toBe(5);
  expect(distinct('brandId')).toBe(8);
  expect(new Set(sales.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'CHF', 'USD', 'JPY']));
  for (const test of [
    (sale: TransactionUpload) => (sale.amount ?? 0) < 0,
    (sale: TransactionUpload) => sale.currency === 'JPY' && Number.isInteger(sale.amount),
    (sale: TransactionUpload) => /\.\d+(Z|\+)/.test(sale.transactionDate ?? ''),
    (sale: TransactionUpload) => sale.transactionDate?.endsWith('Z'),
    (sale: TransactionUpload) => sale.transactionDate?.endsWith('+01:00'),
    (sale: TransactionUpload) => (sale.transactionTypes?.length ?? 0) > 2,
    (sale: TransactionUpload) => /ü/.test(sale.locationId ?? ''),
    (sale: TransactionUpload) => sale.cardNumberMasked === undefined,
    (sale: TransactionUpload) => sale.businessDate === undefined,
    (sale: TransactionUpload) => sale.additionalData?.some(({ value }) => value.includes('\n')),
    (sale: TransactionUpload) => sale.additionalData?.some(({ value }) => value.includes('"')),
  ]) {
    expect(some(test), String(test)).toBeGreaterThan(10);
  }
  expect(some((sale) => sale.cardNumberMasked !== undefined && !/^\d{6}\*{4,}\d{4}$/.test(sale.cardNumberMasked ?? ''))).toBe(0);
});

it('the error fixture has exactly the faults beside it, and a JSON sample is a valid upload', async () => {
  const { rows } = await read({ path: fixture('row-errors.csv') });
  const found = rows.flatMap(({ line, faults }) => faults.map(({ column, field, code }) => ({ line, column, field, code })));
  expect(found).toEqual(JSON.parse(readFileSync(fixture('row-errors.expected.json'), 'utf8')));
  expect(rows.filter(({ transaction }) => transaction).length).toBeGreaterThanOrEqual(20);
  expect(UploadRequest.safeParse(JSON.parse(readFileSync(fixture('sales-2026-01-sample.json'), 'utf8'))).success).toBe(true);
});
