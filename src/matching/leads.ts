/** Open rows of the other side that may be an open row's payment, though nothing proves it: so nobody is told that it is missing. */
import { valueAt } from '../contract/value-at.js';
import { eachGroup } from './groups.js';
import { LOOKED_MAX, type MatchWork, MOMENT, type Veto } from './match-work.js';
import { timedKey } from './nearby.js';
import type { Taken } from './taken.js';

/** More rows are a crowd, in which nobody could tell one: what is told of it stays the same for each row that joins it. */
const LEADS_MAX = 21;
const SLIP_SECONDS = 120;
const ofCard: readonly Veto[] = ['authorisationCode', 'cardNumberMasked', 'brandId'];

export type TellLeads = (row: number, leads: readonly number[], within: 'Moment' | 'Day') => void;

/** Tells of each free row the others within minutes, the nearest first; where one of both knows the day alone, those of the day. */
export function tellLeads(work: MatchWork, { matches, matchOf }: Taken, tell: TellLeads): void {
  const { rows, joiner, free } = work;
  // The rest of what is proposed with another amount may be this row.
  const isIn = work.flags((row) => free[row] === 1 || matches[matchOf[row] as number]?.rule === 'number-and-other-amount');
  const isElsewhere = shopsTold(work, matches);
  const isPossible = (s: number, r: number) => {
    const [sold, settled] = [Math.abs(rows.units[s] as number), Math.abs(rows.units[r] as number)];
    // Minutes apart, a part of a bill may be on another card; and a code may have a slip.
    const isSlip = settled < sold || (rows.lastFour[s] !== 0 && rows.lastFour[s] === rows.lastFour[r]);
    const veto = work.veto(s, r);
    if (veto !== null && !(isSlip && ofCard.includes(veto) && work.secondsApart(s, r) <= SLIP_SECONDS)) return false;
    return (sold === settled && work.secondsApart(s, r) <= MOMENT) || !(work.areOtherTerminals(s, r) || isElsewhere(s, r));
  };
  const put = (row: number, leads: readonly number[], within: 'Moment' | 'Day') => {
    if (leads.length > 0) tell(row, leads, within);
  };
  eachGroup(rows, timedKey(work, work.money), isIn, (sales, records) => {
    const all = work.inTime(sales, records);
    for (const [place, row] of all.entries())
      if (free[row] === 1) put(row, work.nearestOf(all, place, MOMENT, LEADS_MAX, isPossible), 'Moment');
  });
  eachGroup(rows, joiner.join(work.money, work.dayKey), isIn, (sales, records) => {
    const tellDay = (row: number, others: Int32Array) => {
      const leads: number[] = [];
      for (const other of others.subarray(0, LOOKED_MAX))
        if (leads.length < LEADS_MAX && Number.isNaN(work.secondsApart(row, other)) && isPossible(...work.pairOf(row, other)))
          leads.push(other);
      put(row, leads, 'Day');
    };
    for (const s of sales) tellDay(s, records);
    for (const r of records) tellDay(r, sales);
  });
}

/** By what is taken, whether a terminal or an account of records is never of a sale's shop. */
function shopsTold({ rows, place, account }: MatchWork, matches: Taken['matches']): (s: number, r: number) => boolean {
  const nameOf = (r: number) => place[r] || -(account[r] as number);
  const shops = new Map<number, Set<number>>();
  for (const { sales, records } of matches) {
    const shop = rows.location[sales.at(-1) ?? -1];
    if (shop) for (const r of records) valueAt(shops, nameOf(r), () => new Set()).add(shop);
  }
  return (s, r) => rows.location[s] !== 0 && shops.get(nameOf(r))?.has(rows.location[s] as number) === false;
}
