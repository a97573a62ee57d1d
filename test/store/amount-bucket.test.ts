import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { amountBucket } from '../../src/store/sqlite/amount-bucket.js';

const amount = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
);

describe('the bucket of an amount', () => {
  test.prop([amount, amount], { numRuns: 5_000 })('never falls where the amount rises', (one, two) => {
    const [less, more] = one <= two ? [one, two] : [two, one];
    expect(amountBucket(less)).toBeLessThanOrEqual(amountBucket(more));
    expect(Number.isSafeInteger(amountBucket(one))).toBe(true);
  });

  test('is the same for zero and minus zero, and another for amounts one percent apart', () => {
    expect(Object.is(amountBucket(-0), amountBucket(0))).toBe(true);
    for (const base of [-1_500, -0.01, 0.01, 4.5, 99, 1e12]) expect(amountBucket(base)).not.toBe(amountBucket(base * 1.01));
  });
});
