import { describe, expect, test } from 'vitest';
import { shownErrors, summaryOf } from '../../src/importing/summary.js';
import type { Upload } from '../../src/store/store.js';

const upload = (over: Partial<Upload>): Upload => ({
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
  ...over,
});

test.each<[Partial<Upload>, string]>([
  [{}, '10 transactions staged, 0 of them imported so far.'],
  [{ decided: 4, processed: 3, rejected: 1 }, '10 transactions staged, 4 of them imported so far.'],
  [{ status: 'Processed', decided: 10, processed: 10 }, '10 transactions received, all imported.'],
  [{ status: 'Processed', rows: 1, decided: 1, processed: 1 }, '1 transaction received, all imported.'],
  [{ status: 'ProcessedWithErrors', decided: 10, processed: 7, rejected: 3 }, '10 transactions received, 7 imported, 3 rejected.'],
  [{ status: 'Failed', decided: 10, rejected: 10 }, '10 transactions received, none imported.'],
  [{ status: 'Failed', rows: 1, decided: 1, rejected: 1 }, '1 transaction received, none imported.'],
])('%j: %s', (over, sentence) => {
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
