/** Open rows of the other side that may be an open row's payment, though nothing proves it: so nobody is told that it is missing. */
import { eachGroup } from './groups.js';
import { type MatchWork, MOMENT, type Veto } from './match-work.js';
import { timedKey } from './nearby.js';
import type { Taken } from './taken.js';

/** More rows are a crowd, in which nobody could tell one: what is told of it stays the same for each row that joins it. */
const LEADS_MAX = 21;
/** Rows that are looked at for one, in each direction of time. */
export const LOOKED_MAX = 200;
const SLIP_SECONDS = 120;
const ofCard: readonly Veto[] = ['authorisationCode', 'cardNumberMasked', 'brandId'];

export type TellLeads = (row: number, leads: readonly number[], within: 'Moment' | 'Day') => void;

/** Tells of each free row the others within minutes, the nearest first; where one of both knows the day alone, those of the day. */
export function tellLeads(work: MatchWork, { matches, matchOf }: Taken, tell: TellLeads): void {
  const { rows, joiner, free } = work;
  // The rest of what is proposed with another amount may be this row.
  const isIn = work.flags((row) => free[row] === 1 || matches[matchOf[row] as number]?.rule === 'number-and-other-amount');
  const isElsewhere = shopsTold(work, matchOf);
  const isPossible = (one: number, other: number) => {
    const [s, r] = rows.isRecord[one] === 1 ? [other, one] : [one, other];
    const [sold, settled] = [Math.abs(rows.units[s] as number), Math.abs(rows.units[r] as number)];
    // Minutes apart, a part of a bill may be on another card; and a code may have a slip.
    const isSlip = settled < sold || (rows.lastFour[s] !== 0 && rows.lastFour[s] === rows.lastFour[r]);
    const veto = work.veto(s, r);
    if (veto !== null && !(isSlip && ofCard.includes(veto) && work.secondsApart(s, r) <= SLIP_SECONDS)) return false;
    return (sold === settled && work.secondsApart(s, r) <= MOMENT) || !(work.areOtherTerminals(s, r) || isElsewhere(s, r));
  };
  eachGroup(rows, timedKey(work, work.money), isIn, (sales, records) => {
    const all = work.inTime(sales, records);
    for (const [k, row] of all.entries()) {
      if (free[row] === 0) continue;
      const leads: number[] = [];
      for (const step of [-1, 1]) {
        const last = Math.max(0, Math.min(all.length - 1, k + step * LOOKED_MAX));
        const most = leads.length + LEADS_MAX;
        for (let at = k + step; step * (last - at) >= 0 && leads.length < most; at += step) {
          const other = all[at] as number;
          if (work.secondsApart(row, other) > MOMENT) break;
          if (rows.isRecord[other] !== rows.isRecord[row] && isPossible(row, other)) leads.push(other);
        }
      }
      leads.sort((one, other) => work.secondsApart(row, one) - work.secondsApart(row, other) || one - other);
      if (leads.length > 0) tell(row, leads.slice(0, LEADS_MAX), 'Moment');
    }
  });
  eachGroup(rows, joiner.join(work.money, work.dayKey), isIn, (sales, records) => {
    for (const [some, others] of [
      [sales, records],
      [records, sales],
    ] as const)
      for (const row of some) {
        const leads: number[] = [];
        for (const other of others.subarray(0, LOOKED_MAX))
          if (leads.length < LEADS_MAX && Number.isNaN(work.secondsApart(row, other)) && isPossible(row, other)) leads.push(other);
        if (leads.length > 0) tell(row, leads, 'Day');
      }
  });
}

/** By what is taken, whether a terminal or an account of records is never of a sale's shop. */
function shopsTold({ rows, place, account }: MatchWork, matchOf: Int32Array): (s: number, r: number) => boolean {
  const nameOf = (r: number) => place[r] || -(account[r] as number);
  const shopOf = new Map<number, number>();
  const shops = new Map<number, Set<number>>();
  for (const [row, match] of matchOf.entries())
    if (match !== -1 && rows.isRecord[row] === 0) shopOf.set(match, rows.location[row] as number);
  for (const [row, match] of matchOf.entries()) {
    const shop = shopOf.get(match);
    if (rows.isRecord[row] === 1 && shop) shops.set(nameOf(row), (shops.get(nameOf(row)) ?? new Set()).add(shop));
  }
  return (s, r) => rows.location[s] !== 0 && shops.get(nameOf(r))?.has(rows.location[s] as number) === false;
}
