/** What is missing of a month as one list: each thing once, also where only the close of its day can tell. */
import { expect, test } from 'vitest';
import { closeOf } from '../../src/closing/close.js';
import { missingOf } from '../../src/closing/missing.js';
import { dayOf, type Months, monthsOf, november } from './months.js';
import { plainFacts } from './plain-facts.js';

const days = Array.from({ length: 30 }, (_, at) => ({ from: november.from + at, to: november.from + at }));
/** Without one sale of D-1 and all of D-2 on a day of its own. */
const holed = ({ sales, records }: Months): Months => {
  const ofGap = sales.filter(({ terminalId, day }) => terminalId === 'D-1' && day === dayOf('2026-11-20'))[4];
  const isSilent = ({ terminalId, day }: { terminalId: string; day: number }) => terminalId === 'D-2' && day === dayOf('2026-11-27');
  return { sales: sales.filter((sale) => sale !== ofGap && !isSilent(sale)), records };
};
const toldOf = (months: Months) => {
  const facts = plainFacts(months, dayOf('2026-12-20'));
  const [month, ofDays] = [closeOf(facts, november), days.map((day) => closeOf(facts, day))];
  const told = (missing: ReturnType<typeof missingOf>) => missing.map(({ code, terminalId, dayFrom }) => [code, terminalId, dayFrom]);
  return { all: told(missingOf(month, ofDays)), ofMonth: told(missingOf(month, [])) };
};

test('what the month and a day both find stands once, the earliest first', () => {
  const { all, ofMonth } = toldOf(holed(monthsOf(1)));
  expect(all).toEqual(ofMonth);
  expect(all).toEqual(
    expect.arrayContaining([
      ['CounterGap', 'D-1', '2026-11-20'],
      ['NoSales', 'D-2', '2026-11-27'],
    ]),
  );
  expect(all.map(([, , day]) => day)).toEqual(all.map(([, , day]) => day).sort());
});

test('in the first month of a merchant, what a day alone can tell is in it', () => {
  const { all, ofMonth } = toldOf(holed(monthsOf(1, november)));
  expect(ofMonth).toEqual([]);
  expect(all).toContainEqual(['CounterGap', 'D-1', '2026-11-20']);
});

test('a complete month misses nothing', () => {
  expect(toldOf(monthsOf(1)).all).toEqual([]);
});
