/**
 * Where a file tells the moment of its payments, a pair hours apart, or of another amount, is doubtful if one of its rows has a partner of equal
 * amount at its own moment: a number was mistyped, and is another payment's by chance. So is a pair minutes apart by a number that recurs: the
 * numbers of one side are shifted.
 */
import { type Booking, isClearly } from './book.js';
import { ValueCounts } from './counts.js';
import { DOUBTED, EQUAL, GRADES, has, OPEN, STRONG } from './edges.js';
import { eachGroup } from './groups.js';
import { MOMENT } from './match-work.js';

const PAIRS_MIN = 5;
const MOMENT_SHARE = 0.9;
const PARTNER_SECONDS = 60;
/** Mark of a row that is asked about for a number that recurs alone: its partner is one of the place that no such number names. */
const SHORT = 2;
/** Neighbours in time that are looked at, on each side. */
const NEIGHBOURS_MAX = 8;

export function doubtByMoments(booking: Booking, grade: number): void {
  const { work, edges } = booking;
  const { rows } = work;
  const tellsMoment = accountsOfMoments(booking);
  const asked: number[] = [];
  const isAsked = new Uint8Array(rows.count);
  /** By place: 1 for rows that an edge of equal amount and this grade would book. */
  const isNamed = new Uint8Array(rows.count);
  for (let edge = 0; edge < edges.count; edge++) {
    const [s, r] = [edges.sale[edge] as number, edges.record[edge] as number];
    if (edges.grade[edge] !== grade || Number.isNaN(edges.seconds[edge]) || !booking.isOpen(edge)) continue;
    const isEqual = has(edges, edge, EQUAL);
    if (isEqual) isNamed[s] = isNamed[r] = 1;
    // Numbers that recur may be shifted by one or two: the second tells them, whatever else the file says of moments.
    const isShort = grade === GRADES.moment && isEqual && !has(edges, edge, STRONG);
    const isMeant = isShort || ((grade === GRADES.later || !isEqual) && tellsMoment.has(work.account[r] as number));
    if (!isMeant) continue;
    asked.push(edge);
    for (const row of [s, r]) isAsked[row] = (isAsked[row] as number) | (isShort ? SHORT : 1);
  }
  if (asked.length === 0) return;
  /** How far the nearest partner is, in seconds. */
  const partner = new Float64Array(rows.count).fill(Infinity);
  const isIn = work.flags((row) => work.free[row] === 1 && work.isTimed(row));
  eachGroup(rows, work.amount, isIn, (sales, records) => {
    if (!sales.some((s) => isAsked[s] !== 0) && !records.some((r) => isAsked[r] !== 0)) return;
    const all = work.inTime(sales, records);
    for (const [k, row] of all.entries()) {
      if (isAsked[row] === 0) continue;
      for (let x = Math.max(0, k - NEIGHBOURS_MAX); x < Math.min(all.length, k + NEIGHBOURS_MAX + 1); x++) {
        const other = all[x] as number;
        const [s, r] = rows.isRecord[row] === 1 ? [other, row] : [row, other];
        if (rows.isRecord[other] === rows.isRecord[row] || work.veto(s, r) !== null) continue;
        if (isAsked[row] === SHORT && (isNamed[other] === 1 || work.place[s] !== work.place[r])) continue;
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
