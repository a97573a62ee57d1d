/** What is missing of a month as one list: each thing once, also where only the close of its day can tell. */
import { expect, test } from 'vitest';
import { closeOf } from '../../src/closing/close.js';
import { missingOf } from '../../src/closing/missing.js';
import { dayOf, type Months, monthsOf, november } from './months.js';
import { plainFacts } from './plain-facts.js';

/** Without one sale of D-1 and all of D-2 on a day of its own. */
const holed = ({ sales, records }: Months): Months => {
  const ofGap = sales.filter(({ terminalId, day }) => terminalId === 'D-1' && day === dayOf('2026-11-20'))[4];
  const isSilent = ({ terminalId, day }: { terminalId: string; day: number }) => terminalId === 'D-2' && day === dayOf('2026-11-27');
  return { sales: sales.filter((sale) => sale !== ofGap && !isSilent(sale)), records };
};
const missingIn = (months: Months) =>
  missingOf(closeOf(plainFacts(months, dayOf('2026-12-20')), november).claims).map(({ code, terminalId, dayFrom }) => [
    code,
    terminalId,
    dayFrom,
  ]);

test('stands once, the earliest first', () => {
  const missing = missingIn(holed(monthsOf(1)));
  expect(missing.filter(([, terminalId]) => terminalId === 'D-1' || terminalId === 'D-2')).toEqual([
    ['CounterGap', 'D-1', '2026-11-20'],
    // Behind the last number before its silent day.
    ['CounterGap', 'D-2', '2026-11-26'],
    ['NoSales', 'D-2', '2026-11-27'],
  ]);
  expect(missing.map(([, , day]) => day)).toEqual(missing.map(([, , day]) => day).sort());
});

test('is in the first month of a merchant what its days alone can tell', () => {
  const facts = plainFacts(holed(monthsOf(1, november)), dayOf('2026-12-20'));
  expect(closeOf(facts, november)).toMatchObject({
    state: 'Broken',
    claims: [{ claim: 'Counters', state: 'Broken' }, {}, {}, {}, {}, {}, {}],
  });
  expect(missingIn(holed(monthsOf(1, november)))).toContainEqual(['CounterGap', 'D-1', '2026-11-20']);
});

test('is not said to be not provable as well, where a day alone can tell', () => {
  const sum = (sales: number) => ({ sales, amount: { digits: BigInt(sales) * 500n, scale: 2 } });
  const totals = Array.from({ length: 30 }, (_, at) => {
    const day = november.from + at;
    const ofTill = sum(day === dayOf('2026-11-18') ? 3 : 2);
    return { terminalId: 'K1', day, currency: 'EUR', ofAccount: null, ofTill, byCard: sum(2), otherwise: null };
  });
  const { claims } = closeOf({ ...plainFacts(monthsOf(1), dayOf('2026-12-20')), totals }, november);
  const ofTotals = claims.filter(({ claim }) => claim === 'Totals').flatMap(({ findings }) => findings);
  expect(ofTotals.map(({ code, dayFrom, rows }) => [code, dayFrom, rows])).toEqual([['TotalDiffers', '2026-11-18', 1]]);
});

test('is nothing of a complete month, also where it is the first', () => {
  expect(missingIn(monthsOf(1))).toEqual([]);
  expect(missingIn(monthsOf(1, november))).toEqual([]);
});
