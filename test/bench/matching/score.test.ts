/** The month is the same each time, its truth holds every row once, and the scorer tells right from wrong. */
import { describe, expect, test } from 'vitest';
// @ts-expect-error The bench is plain JavaScript.
import { classes } from './classes.js';
// @ts-expect-error
import { monthOf } from './month.js';
// @ts-expect-error
import { recallOf, score } from './score.js';

interface Group {
  class: string;
  sales: number[];
  records: number[];
}

describe('the generated month', () => {
  const month = monthOf({ rows: 20_000, noise: 6, trades: true });

  test('is the same for the same seed, and another for another', () => {
    const again = monthOf({ rows: 20_000, noise: 6, trades: true });
    expect(JSON.stringify(again)).toBe(JSON.stringify(month));
    expect(JSON.stringify(monthOf({ rows: 20_000, noise: 6, seed: 2, trades: true }))).not.toBe(JSON.stringify(month));
  });

  test('holds each row exactly once in its truth, and rows of every class', () => {
    const numbers = (side: 'sales' | 'records') => (month.truth as Group[]).flatMap((group) => group[side]).sort((a, b) => a - b);
    expect(numbers('sales')).toEqual(month.sales.map((_: unknown, index: number) => index));
    expect(numbers('records')).toEqual(month.records.map((_: unknown, index: number) => index));
    expect([...new Set((month.truth as Group[]).map((group) => group.class))].sort()).toEqual(Object.keys(classes).sort());
  });

  test('its payouts are their lines, but for what the truth says', () => {
    const cents = (row: { amount: number; fee?: number; netAmount?: number }) =>
      Math.round((row.netAmount ?? row.amount - (row.fee ?? 0)) * 100);
    const off = new Map<string, number>();
    for (const row of month.records) {
      if (!row.payoutId || !row.settlementDate) continue;
      off.set(row.payoutId, (off.get(row.payoutId) ?? 0) + (isPayout(row) ? cents(row) : -cents(row)));
    }
    const told = Object.entries(month.payouts as Record<string, number>).map(([id, amount]) => [id, Math.round(amount * 100)]);
    expect([...off].sort()).toEqual(told.sort());
  });
});

const isPayout = ({ type }: { type: string }) => type === 'Payout';

describe('the scorer', () => {
  const sale = (amount: number) => ({ amount });
  const month = {
    sales: [10, 20, 20, 30, 31, 50, 50, 7].map(sale),
    records: [10, 20, 20, 61, 50].map(sale),
    truth: [
      { class: 'order', sales: [0], records: [0] },
      { class: 'order', sales: [1], records: [1] },
      { class: 'order', sales: [2], records: [2] },
      { class: 'batch', sales: [3, 4], records: [3] },
      { class: 'posted-twice', sales: [5], records: [4], twinSales: [5, 6] },
      { class: 'posted-twice-second', sales: [6], records: [] },
      { class: 'not-settled', sales: [7], records: [] },
    ],
  };
  const verdict = (sales: number[], records: number[]) => {
    const { matches } = score(month, [{ sales, records }]);
    return ['right', 'coarse', 'incomplete', 'wrong'].find((name) => matches[name] === 1);
  };

  test.each([
    ['right', [0], [0]],
    ['right', [1], [2]], // twins
    ['right', [3, 4], [3]],
    ['right', [6], [4]], // as good as the other
    ['coarse', [0, 3, 4], [0, 3]],
    ['incomplete', [3], [3]],
    ['wrong', [0], [1]],
    ['wrong', [7], [0]],
    ['wrong', [5, 6], [4]],
    ['wrong', [0, 3], [0, 3]],
  ])('%s: sales %j with records %j', (expected, sales, records) => {
    expect(verdict(sales, records)).toBe(expected);
  });

  test('counts sales that were found, and those that were proposed', () => {
    const scored = score(month, [
      { sales: [0], records: [0] },
      { sales: [3, 4], records: [3], proposed: true },
    ]);
    expect(recallOf(scored)).toEqual({ matched: 1 / 6, withProposals: 3 / 6 });
    expect(score(month, [{ sales: [7], records: [0] }]).matches).toMatchObject({ wrong: 1, money: 7 });
  });
});
