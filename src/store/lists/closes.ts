/** Closes of days and months, as JSON. What is claimed stands in `src/closing`; here rows become what it looks at. */
import { createHash } from 'node:crypto';
import { closeOf } from '../../closing/close.js';
import { dayNumber } from '../../closing/days.js';
import type { ClosedDays } from '../../closing/facts.js';
import { missingOf } from '../../closing/missing.js';
import type { Close, CloseList, CloseListQuery } from '../../contract/closes.js';
import type { Reach } from '../access/scope.js';
import type { Work } from '../sql/work.js';
import { closingFacts } from './closing-facts.js';

/** A Close as JSON. */
export function* getClose(reach: Reach, { day }: { day: string }, now: Date): Work<string> {
  return JSON.stringify(yield* closeNow(reach, daysOfPeriod(day), now));
}

function* closeNow(reach: Reach, days: ClosedDays, now: Date): Work<Close> {
  const close = closeOf(yield* closingFacts(reach, days, now), days);
  return { ...close, version: createHash('sha256').update(JSON.stringify(close)).digest('hex') };
}

/** A CloseList as JSON: the days of the month that have begun, and what is missing. */
export function* listCloses(reach: Reach, { month }: CloseListQuery, now: Date): Work<string> {
  const days = daysOfPeriod(month);
  const facts = yield* closingFacts(reach, days, now);
  const closes: Omit<Close, 'version'>[] = [];
  for (let day = days.from; day <= Math.min(days.to, facts.today); day++) closes.push(closeOf(facts, { from: day, to: day }));
  const items = closes.map(({ from, state, claims, items: sold }): CloseList['items'][number] => {
    const sum = (of: 'sold' | 'overdue') => sold.reduce((sales, item) => sales + item[of].transactions, 0);
    const told = claims.map(({ claim, state }) => ({ claim, state }));
    return { day: from, state, claims: told, sales: sum('sold'), overdue: sum('overdue') };
  });
  return JSON.stringify({ items, missing: missingOf(closeOf(facts, days), closes) } satisfies CloseList);
}

const DAY_CHARS = 10;

/** Days of a day, or of a month. */
export function daysOfPeriod(period: string): ClosedDays {
  if (period.length === DAY_CHARS) return { from: dayNumber(period), to: dayNumber(period) };
  const [year = 0, month = 0] = period.split('-').map(Number);
  return { from: dayNumber(`${period}-01`), to: Date.UTC(year, month, 0) / 86_400_000 };
}
