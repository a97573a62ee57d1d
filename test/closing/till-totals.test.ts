/** Totals of a till, told by itself: of its sales by card, or of all of them. */
import { expect, test } from 'vitest';
import { totals } from '../../src/closing/totals.js';
import { dayOf, monthsOf, november } from './months.js';
import { plainFacts } from './plain-facts.js';

const today = dayOf('2026-12-20');
const day = dayOf('2026-11-18');
const units = (cents: number) => ({ digits: BigInt(cents), scale: 2 });
const facts = plainFacts(monthsOf(3), today);

/** A till that sells two by card each day and one for cash, and what it says; `missing` never came. */
function claimOf(told: { sales: number; cents: number }, missing: 'byCard' | 'otherwise' | 'ofTill' | null = null) {
  const days = Array.from({ length: 60 }, (_, at) => november.from - 30 + at);
  return totals(
    {
      ...facts,
      totals: days.map((one) => ({
        ...{ terminalId: 'K1', day: one, currency: 'EUR', ofAccount: null },
        ofTill: { sales: told.sales, amount: units(told.cents) },
        byCard: { sales: 2, amount: units(30_00) },
        otherwise: { sales: 1, amount: units(5_00) },
        ...(one === day && missing !== null && { [missing]: null }),
      })),
    },
    november,
  );
}
const shown = ({ state, findings }: ReturnType<typeof claimOf>) => [
  state,
  ...findings.map(({ code, rows, amount }) => [code, rows, amount]),
];

test.each([
  ['by card', { sales: 2, cents: 30_00 }, 'byCard', ['TotalDiffers', 2, '30.00']],
  ['with cash', { sales: 3, cents: 35_00 }, 'otherwise', ['TotalDiffers', 1, '5.00']],
] as const)('its sales %s prove them, and name the day on which some are missing', (_, told, missing, finding) => {
  expect(shown(claimOf(told))).toEqual(['Proved']);
  expect(shown(claimOf(told, missing))).toEqual(['Broken', finding]);
  expect(shown(claimOf(told, 'ofTill'))).toEqual(['Broken', ['NoTotal', -told.sales, `-${told.cents / 100}.00`]]);
});

test('that never were its sales say nothing', () => {
  const { state, findings } = claimOf({ sales: 4, cents: 36_00 });
  expect([state, new Set(findings.map(({ code }) => code))]).toEqual(['NotProvable', new Set(['TotalsUnlike'])]);
});

test('stand beside those of its account: one may be wrong where the other is right', () => {
  const byCard = { sales: 2, amount: units(30_00) };
  const whole = claimOf({ sales: 3, cents: 35_00 });
  const days = Array.from({ length: 60 }, (_, at) => ({
    ...{ terminalId: 'K1', day: november.from - 30 + at, currency: 'EUR', ofTill: { sales: 3, amount: units(35_00) } },
    ...{ ofAccount: november.from - 30 + at === day ? { sales: 1, amount: units(12_00) } : byCard, byCard },
    otherwise: { sales: 1, amount: units(5_00) },
  }));
  const both = totals({ ...facts, totals: days }, november);
  expect(shown(both)).toEqual(['Broken', ['TotalDiffers', -1, '-18.00']]);
  expect(both.proved).toBe(2 * whole.proved - 1);
});
