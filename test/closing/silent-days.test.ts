/** Days on which nothing came, and nothing is missing: what else is known of them says so. */
import { expect, test } from 'vitest';
import { closeOf } from '../../src/closing/close.js';
import { dayOf, type Months, monthsOf, november } from './months.js';
import { plainFacts } from './plain-facts.js';

const today = dayOf('2026-12-20');
const day = dayOf('2026-11-18');
const brokenIn = (months: Months, days = november) =>
  closeOf(plainFacts(months, today), days)
    .claims.flatMap(({ findings }) => findings)
    .filter(({ state }) => state === 'Broken')
    .map(({ code, terminalId, dayFrom, dayTo }) => [code, terminalId, dayFrom, dayTo]);

/** These tills are shut on these days, while others are open: counters go on, and nothing is booked of what was not sold. */
function shut({ sales, records }: Months, shutTills: readonly string[], from: number, to: number): Months {
  const counters = new Map<string, number>();
  const next = (terminalId: string) => {
    counters.set(terminalId, (counters.get(terminalId) ?? 0) + 1);
    return counters.get(terminalId) as number;
  };
  const left = sales.filter((one) => !shutTills.includes(one.terminalId) || one.day < from || one.day > to);
  return {
    sales: left.map((sale) => (sale.terminalId.startsWith('D') ? { ...sale, counter: next(sale.terminalId) } : sale)),
    records: left.length === sales.length ? records : records.filter(({ paidOn, acquirerId }) => acquirerId !== 'DAILY' || paidOn !== from),
  };
}
const ofDaily = ['D-1', 'D-2', 'D-3', 'S-3', 'A-1'];

test.each([0, 1, 2])('a counter that goes on behind %i more days tells that a terminal sold nothing', (more) => {
  const { sales } = shut(monthsOf(3), ['D-1'], day, day + more);
  const months = { sales, records: monthsOf(3).records };
  expect(brokenIn(months).filter(([code]) => code !== 'Unpaid')).toEqual([]);
  expect(brokenIn(months, { from: day, to: day })).toEqual([]);
});

test('a holiday on which others are open is none of what is missing, nor is the file of the next day', () => {
  const { sales, records } = shut(monthsOf(3), ofDaily, day, day);
  const months = { sales, records: records.filter(({ payoutId }) => payoutId !== `DAILY-${day + 1}`) };
  expect(brokenIn(months)).toEqual([]);
  const { claims } = closeOf(plainFacts(months, today), november);
  const stateOf = (name: string) => claims.find(({ claim }) => claim === name)?.state;
  expect([stateOf('Terminals'), stateOf('Files')]).toEqual(['NotProvable', 'NotProvable']);
});

test('a payment without its sale is told, also of a terminal that sent none', () => {
  const { sales, records } = monthsOf(3);
  const gone = sales.filter(({ terminalId, day }) => terminalId === 'A-1' && day >= november.from && day <= november.to);
  const months = { sales: sales.filter(({ terminalId }) => terminalId !== 'A-1'), records };
  const pending = closeOf(plainFacts(months, today), november).claims.find(({ claim }) => claim === 'Pending');
  expect(pending).toMatchObject({ state: 'NotProvable', findings: [{ code: 'WithoutSale', rows: gone.length }] });
});

test('a counter that leaves numbers out on the silent day does not', () => {
  const { sales, records } = monthsOf(3);
  const months = { sales: sales.filter((sale) => sale.terminalId !== 'D-1' || sale.day !== day), records };
  const gap = ['CounterGap', 'D-1', '2026-11-17', '2026-11-19'];
  const silence = ['NoSales', 'D-1', '2026-11-18', '2026-11-18'];
  expect(brokenIn(months)).toEqual([gap, silence]);
  // Each of its days tells the gap alike.
  for (const one of [day - 1, day + 1]) expect(brokenIn(months, { from: one, to: one })).toEqual([gap]);
});
