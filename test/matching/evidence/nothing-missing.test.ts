/** A month of which nothing is missing is booked or proposed for nearly all card sales: matching nothing would prove nothing. */
import { expect, test } from 'vitest';
// @ts-expect-error The bench is plain JavaScript.
import { classes } from '../../bench/matching/classes.js';
// @ts-expect-error
import { monthOf } from '../../bench/matching/month.js';
import { run } from './given.js';

interface Group {
  class: string;
  sales: number[];
}

test.each([1, 2, 3])('by seed %i, 97 of a hundred card sales at least', (seed) => {
  const { sales, records, truth } = monthOf({ rows: 6_000, seed, noise: 0, trades: true });
  const found = new Set(run({ sales, records }).told.flatMap((one) => (one.kind === 'Cancellation' ? [] : one.sales)));
  const paid = (truth as Group[]).flatMap((group) => (classes[group.class] === 'pay' ? group.sales : []));
  expect(paid.length).toBeGreaterThan(6_000);
  expect(paid.filter((sale) => found.has(sale)).length / paid.length).toBeGreaterThanOrEqual(0.97);
});
