/** Months of few prices, of terminals that count by themselves: their numbers are no evidence where they are not the sales'. */
import { describe, expect, test } from 'vitest';
// @ts-expect-error The bench is plain JavaScript.
import { countedMonth, judged, shiftedMonths, trueMonths } from '../../bench/matching/counted-months.js';
import { casesOf } from '../../support/at-length.js';
import { run } from './given.js';

function told(shape: unknown, seed: number) {
  const month = countedMonth(shape, seed);
  const matches = run(month).told.map(({ kind, ...one }) => ({ ...one, proposed: kind === 'Proposal', skip: kind === 'Cancellation' }));
  return judged(month, matches) as { wrong: unknown[]; right: number; paired: number };
}

/** What nothing tells from a lost record: an attempt is declined just before the last sales of a day, and a row of theirs is lost. */
const untold = /declined late/;

describe('numbers that are not the sales’ own book nothing', () => {
  test.each(Object.keys(shiftedMonths).filter((name) => !untold.test(name)))('%s', (name) => {
    for (const seed of casesOf([1, 2], 2)) expect(told(shiftedMonths[name], seed).wrong).toEqual([]);
  });
});

describe('numbers that are the sales’ own book nearly all', () => {
  test.each(Object.keys(trueMonths).filter((name) => !/drawn|booking/.test(name)))('%s', (name) => {
    const { wrong, right, paired } = told(trueMonths[name], 1);
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(0.94 * paired);
  });
});
