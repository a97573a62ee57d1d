/** What the bench compares, and that it would notice unequal answers. Nothing here is timed. */
import { describe, expect, test } from 'vitest';
// @ts-expect-error The bench is plain JavaScript.
import { percentile } from './numbers.js';
// @ts-expect-error
import { matrixQueries, pathOf } from './queries.js';
// @ts-expect-error
import { difference } from './same-rows.js';

interface Query {
  name: string;
  params: Record<string, string | number>;
  uploadOf: number | null;
}

/** 1,000 rows whose amounts and dates all differ. */
function table() {
  const rows = Array.from({ length: 1_000 }, (_, index) => ({
    index,
    amount: (index * 7) % 1_000,
    brandId: 'VISA',
    currency: 'EUR',
    terminalId: `T${index % 10}`,
    transactionDate: new Date(Date.UTC(2025, 0, 1) + index * 60_000).toISOString(),
    transactionReference: `R${index}`,
  }));
  const numbers = rows.map(({ amount }) => amount).sort((a, b) => a - b);
  return { rows, amounts: numbers, dates: rows.map(({ transactionDate }) => transactionDate).sort() };
}

describe('the matrix', () => {
  const sampled = table();
  const queries: Query[] = matrixQueries(sampled, { seed: 1 });

  test('is every filter alone, in every pair of different fields, and none, in two sorts and two directions', () => {
    // Ten kinds, 45 pairs less the two of one field's two ranges.
    expect(new Set(queries.map(({ name }) => name)).size).toBe((1 + 10 + 45 - 2) * 4);
    expect(queries).toHaveLength(216);
  });

  test.each([
    ['amount 1 %', 10],
    ['amount 50 %', 500],
  ])('%s holds %i of 1,000 rows', (kind, rows) => {
    for (const { params } of queries.filter(({ name }) => name.startsWith(`${kind}, `))) {
      const inside = sampled.rows.filter(({ amount }) => amount >= Number(params.amountFrom) && amount <= Number(params.amountTo));
      expect(inside).toHaveLength(rows);
    }
  });

  test('values that stand together come from one row, so that every query finds something', () => {
    for (const { params } of queries) {
      const found = sampled.rows.some(
        ({ amount, terminalId, transactionDate }) =>
          (params.terminalId === undefined || params.terminalId === terminalId) &&
          (params.amountFrom === undefined || (amount >= Number(params.amountFrom) && amount <= Number(params.amountTo))) &&
          (params.transactionDateFrom === undefined ||
            (transactionDate >= String(params.transactionDateFrom) && transactionDate <= String(params.transactionDateTo))),
      );
      expect(found).toBe(true);
    }
  });

  test('a filter by upload takes the id that the server gave', () => {
    const query = queries.find(({ name }) => name.startsWith('upload, '));
    expect(pathOf(query, { uploadIdOf: (index: number) => `of-${index}` })).toContain(`uploadId=of-${query?.uploadOf}`);
  });
});

describe('equal answers', () => {
  const page = (references: string[], amounts: number[], hasMore = true) => ({
    items: references.map((transactionReference, index) => ({ transactionReference, amount: amounts[index] })),
    hasMore,
  });
  const byAmount = { 'sorting.key': 'Amount' };

  test('rows that share the key of the edge may be others, rows inside may not', () => {
    expect(difference(page(['a', 'b', 'c'], [3, 2, 1]), page(['a', 'b', 'd'], [3, 2, 1]), byAmount)).toBeNull();
    expect(difference(page(['a', 'b', 'c'], [3, 2, 1]), page(['a', 'x', 'c'], [3, 2, 1]), byAmount)).toMatch('rows differ');
  });

  test('another count, another key or another end is a difference', () => {
    expect(difference(page(['a'], [3]), page([], []), byAmount)).toMatch('row counts differ');
    expect(difference(page(['a'], [3]), page(['a'], [4]), byAmount)).toMatch('sort keys differ');
    expect(difference(page(['a'], [3]), page(['a'], [3], false), byAmount)).toMatch('"hasMore" differ');
    expect(difference(page(['a'], [3], false), page(['b'], [3], false), byAmount)).toMatch('rows differ');
  });
});

test.each([
  [0.5, 50],
  [0.99, 99],
  [1, 100],
])('the percentile %d of 1 to 100 is %i', (share, value) => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, share)).toBe(value);
});
