import { describe, expect, test } from 'vitest';
import { shownErrors, summaryOf } from '../../src/importing/summary.js';
import type { Upload } from '../../src/store/uploads.js';

const upload = (over: Partial<Upload>): Upload => ({
  kind: 'Sales',
  userId: 'u',
  id: 'u',
  status: 'Processing',
  statusAt: '2026-11-20T12:00:00.000Z',
  rows: 10,
  decided: 0,
  processed: 0,
  duplicates: 0,
  rejected: 0,
  warnings: 0,
  amounts: [],
  errors: [],
  errorCount: 0,
  withdrawn: null,
  ...over,
});

const eur = { currency: 'EUR', rows: 9, units: 12_043_311_800n, rowsWithoutAmount: 0, rowsFiner: 0 };

test.each<[Partial<Upload>, string]>([
  [{}, '10 transactions staged, 0 of them imported so far.'],
  [{ decided: 4, processed: 3, rejected: 1 }, '10 transactions staged, 4 of them imported so far.'],
  [{ status: 'Processed', decided: 10, processed: 10 }, '10 transactions received: 10 imported.'],
  [{ status: 'Processed', rows: 1, decided: 1, processed: 1 }, '1 transaction received: 1 imported.'],
  [
    { status: 'Processed', decided: 10, processed: 10, duplicates: 1, amounts: [eur] },
    '10 transactions received: 9 imported, 1 duplicate. Imported: EUR 1204331.18 (9).',
  ],
  [{ status: 'Processed', decided: 10, processed: 10, duplicates: 10 }, '10 transactions received: 0 imported, 10 duplicates.'],
  [
    { status: 'ProcessedWithErrors', decided: 10, processed: 7, rejected: 3, warnings: 2 },
    '10 transactions received: 7 imported, 3 rejected. 2 imported with a warning.',
  ],
  [{ kind: 'Settlement', status: 'Processed', rows: 1, decided: 1, processed: 1 }, '1 record received: 1 imported.'],
  [
    { kind: 'Settlement', status: 'Processed', decided: 10, processed: 10, amounts: [eur] },
    '10 records received: 10 imported. Payments and refunds: EUR 1204331.18 (9).',
  ],
  [{ kind: 'Settlement' }, '10 records staged, 0 of them imported so far.'],
  [{ status: 'Failed', decided: 10, rejected: 10 }, '10 transactions received: 0 imported, 10 rejected.'],
  [{ status: 'Failed' }, '10 transactions received: 0 imported, 10 not imported because the import failed.'],
  [
    {
      status: 'Processed',
      decided: 10,
      processed: 10,
      amounts: [eur, { ...eur, currency: null, units: -5n, rowsWithoutAmount: 2, rowsFiner: 1 }],
    },
    '10 transactions received: 10 imported. Imported: EUR 1204331.18 (9), no currency -0.0005 (9, 2 without amount, 1 too large or finer than 0.0001, not in the sum).',
  ],
  [
    { status: 'Processed', decided: 10, processed: 10, amounts: Array.from({ length: 12 }, () => ({ ...eur, units: 10_000n, rows: 1 })) },
    `10 transactions received: 10 imported. Imported: ${Array(10).fill('EUR 1.00 (1)').join(', ')} and 2 more currencies.`,
  ],
])('%o: %s', (over, sentence) => {
  expect(summaryOf(upload(over))).toBe(sentence);
});

describe('the errors shown', () => {
  test('are those that are kept', () => {
    expect(shownErrors(upload({ errors: ['a', 'b'], errorCount: 2 }))).toEqual(['a', 'b']);
    expect(shownErrors(upload({}))).toEqual([]);
  });

  test('end with a count of those that are not', () => {
    expect(shownErrors(upload({ errors: ['a', 'b'], errorCount: 500 }))).toEqual(['a', 'b', expect.stringMatching(/^498 more /)]);
  });
});
