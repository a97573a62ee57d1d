/**
 * Where a file tells the moment of its payments, a pair hours apart, or of another amount, is doubtful if one of its rows has a partner of equal
 * amount at its own moment: a number was mistyped, and is another payment's by chance.
 */
import { type Booking, isClearly } from './book.js';
import { ValueCounts } from './counts.js';
import { DOUBTED, EQUAL, fieldsOf, GRADES, has, OPEN, rowsOf, STRONG } from './edges.js';
import { eachGroup } from './groups.js';
import { MOMENT } from './match-work.js';

const PAIRS_MIN = 5;
const MOMENT_SHARE = 0.9;
const PARTNER_SECONDS = 60;

export function doubtByMoments(booking: Booking, grade: number): void {
  const { work, edges } = booking;
  const { rows } = work;
  const tellsMoment = accountsOfMoments(booking);
  const asked = booking.openEdges(
    (edge) =>
      edges.grade[edge] === grade &&
      (grade === GRADES.later || !has(edges, edge, EQUAL)) &&
      tellsMoment.has(work.account[edges.record[edge] as number] as number),
  );
  const isAsked = new Uint8Array(rows.count);
  for (const edge of asked) for (const row of rowsOf(edges, edge)) isAsked[row] = 1;
  if (asked.length === 0) return;
  /** How far the nearest partner is, in seconds. */
  const partner = new Float64Array(rows.count).fill(Infinity);
  const isIn = work.flags((row) => work.free[row] === 1 && work.isTimed(row));
  eachGroup(rows, work.amount, isIn, (sales, records) => {
    if (!sales.some((s) => isAsked[s] === 1) && !records.some((r) => isAsked[r] === 1)) return;
    const all = work.inTime(sales, records);
    for (const [place, row] of all.entries()) {
      if (isAsked[row] === 0) continue;
      const [near] = work.nearestOf(all, place, PARTNER_SECONDS, 1, (s, r) => work.veto(s, r) === null);
      if (near !== undefined) partner[row] = work.secondsApart(row, near);
    }
  });
  for (const edge of asked) {
    const nearest = Math.min(...rowsOf(edges, edge).map((row) => partner[row] as number));
    const isDoubted = isClearly(nearest, edges.seconds[edge] as number);
    if (isDoubted) edges.flags[edge] = (edges.flags[edge] as number) | DOUBTED | OPEN;
    // One number alone, hours from its moment, may be a customer's, whose next payment it is: a proposal.
    if (isDoubted || (grade === GRADES.later && fieldsOf(edges, edge) < 2)) edges.grade[edge] = 0;
  }
}

/** Accounts that nearly all sales with a sure record of equal amount have one of their own moment in: another month may have the same number. */
function accountsOfMoments({ work, edges }: Booking): Set<number> {
  const [pairs, moments] = [new ValueCounts<number>(), new ValueCounts<number>()];
  /** By sale, of its nearest such record. */
  const nearest = new Map<number, number>();
  for (let edge = 0; edge < edges.count; edge++) {
    const [s, seconds] = [edges.sale[edge] as number, edges.seconds[edge] as number];
    if (!has(edges, edge, EQUAL) || !has(edges, edge, STRONG) || has(edges, edge, OPEN) || Number.isNaN(seconds)) continue;
    const known = nearest.get(s);
    if (known === undefined || seconds < (edges.seconds[known] as number)) nearest.set(s, edge);
  }
  for (const edge of nearest.values()) {
    const account = work.account[edges.record[edge] as number] as number;
    pairs.add(account);
    if ((edges.seconds[edge] as number) <= MOMENT) moments.add(account);
  }
  const isOfMoments = (account: number) => pairs.of(account) >= PAIRS_MIN && moments.of(account) >= MOMENT_SHARE * pairs.of(account);
  return new Set(pairs.values().filter(isOfMoments));
}
