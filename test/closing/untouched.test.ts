/** Complete months are complete, and say what nobody can know; over a year a terminal is said to be silent once at most. */
import { expect, test } from 'vitest';
import { closeOf } from '../../src/closing/close.js';
import type { ClosingFinding } from '../../src/contract/closes.js';
import { daysOfPeriod } from '../../src/store/lists/closes.js';
import { dayOf, monthsOf, november } from './months.js';
import { plainFacts } from './plain-facts.js';

const brokenIn = (months: ReturnType<typeof monthsOf>, days: typeof november): ClosingFinding[] =>
  closeOf(plainFacts(months, days.to + 20), days).claims.flatMap(({ findings }) => findings.filter(({ state }) => state === 'Broken'));

test.each([1, 2, 3, 4, 5])('of seed %i nothing is missing', (seed) => {
  expect(brokenIn(monthsOf(seed), november)).toEqual([]);
});

test('what was not provable is listed', () => {
  const { state, claims } = closeOf(plainFacts(monthsOf(1), dayOf('2026-12-20')), november);
  expect(state).toBe('NotProvable');
  expect(claims.map(({ claim, state, findings }) => [claim, state, [...new Set(findings.map(({ code }) => code))]])).toEqual([
    ['Counters', 'NotProvable', ['CounterRestarted', 'NoCounters']],
    ['Totals', 'Proved', []],
    ['Terminals', 'NotProvable', ['Holiday', 'NoRhythm']],
    ['Files', 'NotProvable', ['Holiday']],
    ['Payouts', 'Proved', []],
    ['Parts', 'Proved', []],
    ['Pending', 'Proved', []],
  ]);
});

test('a year has at most one false alarm a terminal', () => {
  const months = monthsOf(6, { from: dayOf('2026-03-02'), to: dayOf('2027-05-31') });
  const alarms: ClosingFinding[] = [];
  for (let month = 0; month < 12; month++) {
    const found = brokenIn(months, daysOfPeriod(new Date(Date.UTC(2026, 5 + month, 1)).toISOString().slice(0, 7)));
    // A silence that lasts over the end of a month is one.
    const isTold = ({ terminalId, dayFrom }: ClosingFinding) =>
      alarms.some((one) => one.terminalId === terminalId && dayOf(one.dayTo ?? '') + 1 === dayOf(dayFrom ?? ''));
    alarms.push(...found.filter((one) => !isTold(one)));
  }
  // Its season ended, and nobody said so.
  expect(alarms.map(({ code, terminalId, dayFrom }) => [code, terminalId, dayFrom])).toEqual([['NoSales', 'A-1', '2026-12-20']]);
});
