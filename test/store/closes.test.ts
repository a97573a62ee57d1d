/** Closes on SQLite, and the days of what is closed. */
import { expect, it } from 'vitest';
import { dayText } from '../../src/closing/days.js';
import { daysOfPeriod } from '../../src/store/lists/closes.js';
import { closesConformance } from './closes-conformance.js';
import { sqliteForMatches } from './match-engines.js';

it.each([
  ['0000-02', '0000-02-29'],
  ['0099-12', '0099-12-31'],
  ['2026-11', '2026-11-30'],
])('the month %s ends on %s', (month, last) => {
  const { from, to } = daysOfPeriod(month);
  expect([from, to].map(dayText)).toEqual([`${month}-01`, last]);
});

closesConformance('SQLite', sqliteForMatches);
