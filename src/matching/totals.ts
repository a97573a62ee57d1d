/** Totals of a terminal: all its sales of a day. Amounts and counts must both agree. */
import type { Booking } from './book.js';
import { byDay, eachGroup } from './groups.js';
import { differ, type MatchWork } from './match-work.js';

/** Other days that bear out how a day is read. */
const READINGS_MIN = 2;

export const isTotal = ({ rows }: MatchWork, row: number) => (rows.payments[row] as number) > 1;
/** Where the acquirer's totals are told by shop. */
export const placeOrLocation = ({ place, rows }: MatchWork, row: number) => (place[row] as number) || (rows.location[row] as number);

/** Totals of one brand go first. */
export function bookTotals(booking: Booking, isBranded: boolean): void {
  const { work, taken } = booking;
  const { rows, joiner } = work;
  const place = work.keyBy((row) => (rows.isRecord[row] === 1 && !isTotal(work, row) ? 0 : placeOrLocation(work, row)));
  const brand = work.keyBy((row) => (isBranded ? (rows.brand[row] as number) : 1));
  const key = joiner.join(place, rows.currency, brand);
  eachGroup(rows, key, work.free, (sales, records) => {
    const readings = [byDay(sales, rows.day), byDay(sales, rows.calendar)] as const;
    const days = [...byDay(records, rows.day)].map(([day, totals]) => {
      const [business, calendar] = [readings[0].get(day), readings[1].get(day)];
      return {
        totals,
        sold: [fitting(work, business, totals), fitting(work, calendar, totals)] as const,
        isOne: String(business) === String(calendar),
      };
    });
    // One of two readings of a day holds only where other days bear it out, and none the other.
    const score = ([0, 1] as const).map((k) => days.filter(({ isOne, sold }) => !isOne && sold[k] && !sold[(1 - k) as 0 | 1]).length) as [
      number,
      number,
    ];
    for (const { totals, sold, isOne } of days) {
      const k = isOne || (score[0] >= READINGS_MIN && score[1] === 0) ? 0 : score[1] >= READINGS_MIN && score[0] === 0 ? 1 : null;
      const found = k === null ? null : sold[k];
      if (!found || found.some((s) => work.free[s] === 0)) continue;
      taken.take(isBranded ? 'total-of-terminal-and-brand' : 'total-of-terminal', 'Total', found, totals);
    }
  });
}

/** The sales, if these totals count and sum them. */
function fitting(work: MatchWork, sales: number[] | undefined, totals: readonly number[]): number[] | null {
  if (!sales || sales.length < 2) return null;
  const { rows } = work;
  let count = 0;
  for (const r of totals) count += rows.payments[r] as number;
  if (sales.length !== count || work.sum(sales) !== work.sum(totals)) return null;
  const isOther = (s: number, r: number) => differ(work.code, s, r) || differ(rows.lastFour, s, r) || work.isSettledBefore(s, r);
  return totals.every((r) => !sales.some((s) => isOther(s, r))) ? sales : null;
}
