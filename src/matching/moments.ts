/**
 * Where a file tells the moment of its payments, a pair hours apart, or of another amount, is doubtful if one of its rows has a partner of equal
 * amount at its own moment: a number was mistyped, and is another payment's by chance.
 */
import { type Booking, isClearly } from './book.js';
import { ValueCounts } from './counts.js';
import { DOUBTED, EQUAL, GRADES, has, OPEN, STRONG } from './edges.js';
import { eachGroup } from './groups.js';
import { MOMENT } from './match-work.js';

const PAIRS_MIN = 5;
const MOMENT_SHARE = 0.9;
const PARTNER_SECONDS = 60;
/** Neighbours in time that are looked at, on each side. */
const NEIGHBOURS_MAX = 8;

export function doubtByMoments(booking: Booking, grade: number): void {
  const { work, edges } = booking;
  const { rows } = work;
  const tellsMoment = accountsOfMoments(booking);
  const asked: number[] = [];
  const isAsked = new Uint8Array(rows.count);
  for (let edge = 0; edge < edges.count; edge++) {
    const [s, r] = [edges.sale[edge] as number, edges.record[edge] as number];
    if (edges.grade[edge] !== grade || Number.isNaN(edges.seconds[edge]) || !booking.isOpen(edge)) continue;
    const isMeant = grade === GRADES.later || !has(edges, edge, EQUAL);
    if (!isMeant || !tellsMoment.has(work.account[r] as number)) continue;
    asked.push(edge);
    isAsked[s] = isAsked[r] = 1;
  }
  if (asked.length === 0) return;
  /** How far the nearest partner is, in seconds. */
  const partner = new Float64Array(rows.count).fill(Infinity);
  const isIn = work.flags((row) => work.free[row] === 1 && work.isTimed(row));
  eachGroup(rows, work.amount, isIn, (sales, records) => {
    if (!sales.some((s) => isAsked[s] === 1) && !records.some((r) => isAsked[r] === 1)) return;
    const all = work.inTime(sales, records);
    for (const [k, row] of all.entries()) {
      if (isAsked[row] === 0) continue;
      for (let x = Math.max(0, k - NEIGHBOURS_MAX); x < Math.min(all.length, k + NEIGHBOURS_MAX + 1); x++) {
        const other = all[x] as number;
        const [s, r] = rows.isRecord[row] === 1 ? [other, row] : [row, other];
        if (rows.isRecord[other] === rows.isRecord[row] || work.veto(s, r) !== null) continue;
        const seconds = work.secondsApart(s, r);
        if (seconds <= PARTNER_SECONDS) partner[row] = Math.min(partner[row] as number, seconds);
      }
    }
  });
  for (const edge of asked) {
    const nearest = Math.min(partner[edges.sale[edge] as number] as number, partner[edges.record[edge] as number] as number);
    if (!isClearly(nearest, edges.seconds[edge] as number)) continue;
    edges.grade[edge] = 0;
    edges.flags[edge] = (edges.flags[edge] as number) | DOUBTED | OPEN;
  }
}

/** Accounts of which nearly all sure pairs of equal amount are of one moment. */
function accountsOfMoments({ work, edges }: Booking): Set<number> {
  const [pairs, moments] = [new ValueCounts<number>(), new ValueCounts<number>()];
  for (let edge = 0; edge < edges.count; edge++) {
    if (!has(edges, edge, EQUAL) || !has(edges, edge, STRONG) || has(edges, edge, OPEN) || Number.isNaN(edges.seconds[edge])) continue;
    const account = work.account[edges.record[edge] as number] as number;
    pairs.add(account);
    if ((edges.seconds[edge] as number) <= MOMENT) moments.add(account);
  }
  const isOfMoments = (account: number) => pairs.of(account) >= PAIRS_MIN && moments.of(account) >= MOMENT_SHARE * pairs.of(account);
  return new Set(pairs.values().filter(isOfMoments));
}
