/** Closes of days and months, as JSON. What is claimed stands in `src/closing`; here rows become what it looks at. */
import { closeOf, closesOfDays } from '../../closing/close.js';
import { dayNumber } from '../../closing/days.js';
import type { ClosedDays } from '../../closing/facts.js';
import { missingOf } from '../../closing/missing.js';
import type { Close, CloseContent, CloseList, CloseListQuery } from '../../contract/closes.js';
import type { Reach } from '../access/scope.js';
import type { Work } from '../sql/work.js';
import { versionOf } from '../statements.js';
import { closingFacts } from './closing-facts.js';
import { approvedClose, lastWithin, toldOf } from './statements.js';

/** A Close as JSON. */
export function* getClose(reach: Reach, { day }: { day: string }, now: Date): Work<string> {
  const close = yield* closeNow(reach, day, now);
  // A statement is about all rows of the tenant.
  const approved = reach.limit ? null : yield* approvedClose(reach.tenantKey, day, close);
  return JSON.stringify({ ...close, version: versionOf(close), approved } satisfies Close);
}

export function* closeNow(reach: Reach, period: string, now: Date): Work<CloseContent> {
  const days = daysOfPeriod(period);
  return closeOf(yield* closingFacts(reach, days, now), days);
}

/** A CloseList as JSON: the days of the month that have begun, and what is missing. */
export function* listCloses(reach: Reach, { month }: CloseListQuery, now: Date): Work<string> {
  const days = daysOfPeriod(month);
  const facts = yield* closingFacts(reach, days, now);
  const closes = closesOfDays(facts, days);
  const statements = reach.limit ? null : yield* lastWithin(reach.tenantKey, month);
  const items = closes.map((close): CloseList['items'][number] => {
    const { from, state, claims, items: sold } = close;
    const kept = statements?.get(from);
    const sum = (of: 'sold' | 'overdue') => sold.reduce((sales, item) => sales + item[of].transactions, 0);
    const told = claims.map(({ claim, state }) => ({ claim, state }));
    const approved = kept ? { ...toldOf(kept), isCurrent: versionOf(kept.close) === versionOf(close) } : null;
    return { day: from, state, claims: told, sales: sum('sold'), overdue: sum('overdue'), approved };
  });
  return JSON.stringify({ items, missing: missingOf(closeOf(facts, days, closes).claims) } satisfies CloseList);
}

const DAY_CHARS = 10;
const MS_PER_DAY = 86_400_000;

/** Days of a day, or of a month. */
export function daysOfPeriod(period: string): ClosedDays {
  if (period.length === DAY_CHARS) return { from: dayNumber(period), to: dayNumber(period) };
  const first = new Date(`${period}-01`);
  return { from: dayNumber(`${period}-01`), to: first.setUTCMonth(first.getUTCMonth() + 1, 0) / MS_PER_DAY };
}
