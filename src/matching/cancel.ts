/** Two rows of one side that undo each other within the hour; never where a row of the other side names one of them, or could be it. */
import type { Booking } from './book.js';
import { edgesAt, rowsOf } from './edges.js';
import { eachGroup, type Key } from './groups.js';
import { differ, type MatchWork } from './match-work.js';

const HOUR = 3_600;
const SOON = 180;
/** More rows of one amount and day are too many to tell apart. */
const OTHERS_MAX = 200;
const NONE = -1;
const SEVERAL = -2;

/** The numbers under which a row and its void stand on one side. */
function ownNames({ rows, joiner, code, place, reference, order, counter }: MatchWork): Key[] {
  return [joiner.join(code, rows.lastFour), reference, joiner.join(place, order), joiner.join(place, counter)];
}

/** @param named by place: 1 where a row of the other side names it */
export function bookCancellations({ work, taken }: Booking, named: Uint8Array): void {
  const { rows, joiner } = work;
  const where = joiner.join(
    work.keyBy((row) => (rows.location[row] as number) + 1),
    work.keyBy((row) => (rows.acquirer[row] as number) + 1),
  );
  const partner = new Int32Array(rows.count).fill(NONE);
  const meet = (one: number, other: number) => {
    partner[one] = partner[one] === NONE || partner[one] === other ? other : SEVERAL;
  };
  for (const name of ownNames(work))
    eachGroup(
      rows,
      joiner.join(name, work.magnitude, where),
      work.free,
      (sales, records) => {
        for (const [one, other, third] of [sales, records]) {
          if (one === undefined || other === undefined || third !== undefined || !undoes(work, one, other)) continue;
          if (named[one] === 1 || named[other] === 1) continue;
          meet(one, other);
          meet(other, one);
        }
      },
      true,
    );
  const isMeant = work.flags((row) => (partner[row] as number) >= 0);
  const isDoubted = couldBeOthers(work, isMeant);
  for (let row = 0; row < rows.count; row++) {
    const other = partner[row] as number;
    if (other < row || partner[other] !== row || isDoubted[row] === 1 || isDoubted[other] === 1) continue;
    const both = [row, other];
    taken.take('cancellation', 'Cancel', rows.isRecord[row] === 0 ? both : [], rows.isRecord[row] === 1 ? both : []);
  }
}

function undoes(work: MatchWork, one: number, other: number): boolean {
  const { rows, at } = work;
  const [plus, minus] = (rows.units[one] as number) > 0 ? [one, other] : [other, one];
  if (rows.units[plus] !== -(rows.units[minus] as number)) return false;
  const gap = (at[minus] as number) - (at[plus] as number);
  const isSoon = Number.isNaN(gap) ? rows.day[one] === rows.day[other] : gap >= 0 && gap <= HOUR;
  return isSoon && ![work.code, rows.lastFour, rows.terminal, rows.merchant].some((column) => differ(column, one, other));
}

/** By place: 1 where a free row of the other side could be this one: that amount within minutes or, without times, on that day. */
function couldBeOthers(work: MatchWork, isMeant: Uint8Array): Uint8Array {
  const { rows, joiner } = work;
  const found = new Uint8Array(rows.count);
  for (const side of [0, 1])
    for (const shift of [-1, 0, 1]) {
      const isIn = work.flags((row) => (rows.isRecord[row] === side ? isMeant[row] === 1 : work.free[row] === 1));
      const day = work.keyBy((row) => (work.dayKey[row] as number) + 1 + (rows.isRecord[row] === side ? shift : 0));
      eachGroup(rows, joiner.join(work.amount, day), isIn, (sales, records) => {
        const [meant, others] = side === 0 ? [sales, records] : [records, sales];
        for (const row of meant)
          if (others.length > OTHERS_MAX || others.some((other) => couldBe(work, ...work.pairOf(row, other)))) found[row] = 1;
      });
    }
  return found;
}

function couldBe(work: MatchWork, s: number, r: number): boolean {
  if (work.veto(s, r) !== null || work.areOtherTerminals(s, r)) return false;
  const seconds = work.secondsApart(s, r);
  return Number.isNaN(seconds) ? work.isSameDay(s, r) : seconds <= SOON;
}

/** By a void that is free: the sale that it takes back, and what is matched with that. */
export function paidVoids({ work, edges, taken }: Booking): Map<number, number[]> {
  const { rows, joiner } = work;
  const found = new Map<number, number[]>();
  const isPaid = (row: number) => taken.matchWith(row)?.kind === 'Match';
  const isIn = work.flags((row) => rows.isRecord[row] === 0 && (work.free[row] === 1 ? (rows.units[row] as number) < 0 : isPaid(row)));
  for (const name of ownNames(work))
    eachGroup(
      rows,
      joiner.join(name, work.magnitude),
      isIn,
      ([one, other, third]) => {
        if (one === undefined || other === undefined || third !== undefined || work.free[one] === work.free[other]) return;
        const [back, sale] = work.free[one] === 1 ? [one, other] : [other, one];
        if (!undoes(work, back, sale)) return;
        const beside = [...edgesAt(edges, sale)].map((edge) => rowsOf(edges, edge)[1]);
        found.set(back, [sale, ...beside.filter((record) => taken.matchWith(record) === taken.matchWith(sale))]);
      },
      true,
    );
  return found;
}
