/** What uploads come to, by currency, against sums of whole numbers: exact for amounts of 0, 2 and 3 decimals, however many there are. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decimalText } from '../../src/contract/amount.js';
import type { CurrencySum } from '../../src/contract/currency-sums.js';
import type { RowDecision } from '../../src/store/import-decisions.js';
import { amountsFrom, progressOf } from '../../src/store/upload-progress.js';
import { seeded } from '../faults/seeded.js';
import { rounds } from '../support/at-length.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

/** Currencies with the decimals of their coins. */
const decimals = { JPY: 0, EUR: 2, CHF: 2, KWD: 3 } as const;
type Currency = keyof typeof decimals;
const currencies = Object.keys(decimals) as Currency[];

interface Sale {
  amount: number;
  currency: Currency;
}

/** Sales of random coins, refunds among them, and their sum in units of 10⁻⁴ made of whole numbers alone. */
function sales(rows: number, seed: number, sums: Map<string, bigint>): Sale[] {
  const random = seeded(seed);
  return Array.from({ length: rows }, () => {
    const currency = currencies[random(currencies.length)] ?? 'EUR';
    const coins = random(2_000_000_000) - 200_000_000;
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(coins) * 10n ** BigInt(4 - decimals[currency]));
    const digits = String(Math.abs(coins)).padStart(decimals[currency] + 1, '0');
    const cut = digits.length - decimals[currency];
    return { amount: Number(`${coins < 0 ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}0`), currency };
  });
}

const added = (all: readonly CurrencySum[][]) => {
  const sums = new Map<string, bigint>();
  for (const { currency, units } of all.flat()) sums.set(currency ?? '', (sums.get(currency ?? '') ?? 0n) + units);
  return sums;
};

const imported: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };

const fileRows = rounds(1_000_000, 100_000);

test(`of the uploads of a file of ${fileRows} rows, each and together`, () => {
  const ROWS = 20_000;
  const decisions = Array.from({ length: ROWS }, () => imported);
  const whole = new Map<string, bigint>();
  const uploads: CurrencySum[][] = [];
  for (let number = 0; number < fileRows / ROWS; number++) {
    const own = new Map<string, bigint>();
    const rows = sales(ROWS, number, own);
    const { amounts } = progressOf('Sales', rows, decisions);
    uploads.push(amountsFrom(amounts));
    expect(added(uploads.slice(-1))).toEqual(own);
    for (const [currency, units] of own) whole.set(currency, (whole.get(currency) ?? 0n) + units);
  }
  expect(added(uploads)).toEqual(whole);
  expect(uploads.flat().reduce((rows, sum) => rows + sum.rows, 0)).toBe(fileRows);
});

test('leave out what was not imported', () => {
  const rows = [1, 2, 4, 8].map((amount) => ({ amount, currency: 'EUR' }));
  const rejected: RowDecision = { ...imported, transactionState: 'Unprocessed', transactionMatchState: 'NotApplicable' };
  const skipped: RowDecision = { ...imported, transactionMatchState: 'Skip' };
  const progress = progressOf('Sales', rows, [imported, rejected, skipped, imported]);
  expect(amountsFrom(progress.amounts)).toEqual([{ currency: 'EUR', rows: 2, units: 90_000n, rowsWithoutAmount: 0, rowsFiner: 0 }]);
  expect(progress).toMatchObject({ decided: 4, processed: 3, duplicates: 1, rejected: 1, status: 'ProcessedWithErrors' });
});

const uploads = rounds(10);

describe(`of ${uploads * 5_000} rows through a server`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('stand in the summaries of their uploads', async () => {
    for (let number = 0; number < uploads; number++) {
      const own = new Map<string, bigint>();
      const rows = sales(5_000, 1_000 + number, own).map((row) => ({ ...row, transactionDate: '2026-11-20T10:00:00Z' }));
      const uploadId = await server.uploadAndImport(rows);
      const { summary } = (await server.request(`/sales/v1/transactions/upload/${uploadId}`)).json;
      const told = [...summary.matchAll(/([A-Z]{3}) (-?\d+\.\d+) \(\d+\)/g)].map(([, currency, sum]) => [currency, sum] as const);
      expect(new Map(told)).toEqual(new Map([...own].map(([currency, units]) => [currency, decimalText(units)])));
    }
  });
});
