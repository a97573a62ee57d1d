/** Proposals where no number agrees: amount and moment at one place, parts of a moment, equal amounts of a day. */
import { type Booking, isClearly } from './book.js';
import { eachGroup, type Key } from './groups.js';
import type { MatchWork } from './match-work.js';
import type { NumberWorth } from './numbers.js';
import { NEARBY_ROWS_MAX } from './pairs.js';
import type { EvidenceRule } from './taken.js';

const PARTS_SECONDS = 90;
const HOUR = 3_600;

export interface Nearby extends Pick<Booking, 'work' | 'taken'> {
  /** By place: 1 where the till's clock is known, and its time put right. */
  hasClock: Uint8Array;
  /** By terminal. */
  counters: NumberWorth;
  /** Whether another terminal speaks against a pair. */
  isOfTerminal: boolean;
}

function isDoubtful({ work, counters, isOfTerminal }: Nearby, s: number, r: number): boolean {
  if (work.veto(s, r) !== null || work.areOtherBrands(s, r) || counters.contradict(work, s, r)) return true;
  return isOfTerminal && work.areOtherTerminals(s, r);
}

export function timedKey(work: MatchWork, key: Key): Key {
  return work.keyBy((row) => (work.isTimed(row) && (work.rows.payments[row] as number) < 2 ? (key[row] as number) : 0));
}

/**
 * Each the other's nearest under a key, by a clear margin; then, where amounts are equal, what is left close together, like for like.
 * @param within seconds
 * @param accept of a pair whose amounts differ, with the distance of the next rival
 */
export function proposeNearest(
  nearby: Nearby,
  rule: EvidenceRule,
  key: Key,
  within: number,
  accept?: (s: number, r: number, next: number) => boolean,
): void {
  const { work, taken, hasClock } = nearby;
  // A till whose clock is known is not minutes off.
  const isKept = (s: number) => within <= 180 || hasClock[s] === 0;
  eachGroup(work.rows, timedKey(work, key), work.free, (sales, records) => {
    const all = work.inTime(sales, records);
    const { to, near, next } = nearest(work, all);
    for (const [k, s] of all.entries()) {
      const other = to[k] as number;
      if (work.rows.isRecord[s] === 1 || to[other] !== k || !isKept(s)) continue;
      const [gap, rival] = [near[k] as number, Math.min(next[k] as number, next[other] as number)];
      const r = all[other] as number;
      if (gap > within || !isClearly(gap, rival) || isDoubtful(nearby, s, r) || (accept && !accept(s, r, rival))) continue;
      taken.take(rule, 'Pair', [s], [r]);
    }
    if (!accept) proposeAlike(nearby, rule, all, within, isKept);
  });
}

/** By place in `all`: the nearest of the other side, how far it is, and how far the next. */
export function nearest({ rows, at }: MatchWork, all: Int32Array) {
  const to = new Int32Array(all.length).fill(-1);
  const near = new Float64Array(all.length).fill(Infinity);
  const next = new Float64Array(all.length).fill(Infinity);
  const look = (k: number, other: number) => {
    if (other < 0) return;
    const gap = Math.abs((at[all[other] as number] as number) - (at[all[k] as number] as number));
    if (gap < (near[k] as number)) [next[k], near[k], to[k]] = [near[k] as number, gap, other];
    else if (gap < (next[k] as number)) next[k] = gap;
  };
  for (const step of [1, -1]) {
    // The last two of each side that were passed.
    const passed = [
      [-1, -1],
      [-1, -1],
    ] as [[number, number], [number, number]];
    for (let k = step > 0 ? 0 : all.length - 1; k >= 0 && k < all.length; k += step) {
      const side = rows.isRecord[all[k] as number] as 0 | 1;
      const others = passed[side === 0 ? 1 : 0];
      look(k, others[1]);
      look(k, others[0]);
      passed[side] = [passed[side][1], k];
    }
  }
  return { to, near, next };
}

/** Runs of rows, each at most so many seconds after the one before. */
function eachRun(work: MatchWork, all: Int32Array, gap: number, visit: (sales: Int32Array, records: Int32Array) => void): void {
  const { rows, at, free } = work;
  for (let from = 0, to = 0; from < all.length; from = to) {
    for (to = from + 1; to < all.length && (at[all[to] as number] as number) - (at[all[to - 1] as number] as number) <= gap; ) to++;
    const run = all.subarray(from, to).filter((row) => free[row] === 1);
    visit(
      run.filter((row) => rows.isRecord[row] === 0),
      run.filter((row) => rows.isRecord[row] === 1),
    );
  }
}

function proposeAlike(nearby: Nearby, rule: EvidenceRule, all: Int32Array, within: number, isKept: (s: number) => boolean): void {
  eachRun(nearby.work, all, within, (sales, records) => {
    if (sales.length === 0 || sales.length !== records.length || sales.length > NEARBY_ROWS_MAX) return;
    if (sales.every((s) => isKept(s) && !records.some((r) => isDoubtful(nearby, s, r))))
      nearby.taken.take(rule, sales.length === 1 ? 'Pair' : 'Alike', sales, records);
  });
}

/** What a place took in one moment, one row on one side and several on the other: items of a bill, or a bill on several cards. */
export function proposeParts(nearby: Nearby, rule: EvidenceRule, where: Key): void {
  const { work, taken } = nearby;
  eachGroup(work.rows, timedKey(work, work.joiner.join(where, work.money)), work.free, (sales, records) => {
    eachRun(work, work.inTime(sales, records), PARTS_SECONDS, (some, others) => {
      const rows = some.length + others.length;
      if (rows < 3 || rows > NEARBY_ROWS_MAX || Math.min(some.length, others.length) !== 1 || work.sum(some) !== work.sum(others)) return;
      // A bill on several cards has the card of one of them.
      const isOther = (s: number, r: number) => {
        const veto = work.veto(s, r);
        const isOfCard = veto === 'cardNumberMasked' || veto === 'authorisationCode';
        return some.length > 1 ? isDoubtful(nearby, s, r) : veto !== null && !isOfCard;
      };
      if (!some.some((s) => others.some((r) => isOther(s, r)))) taken.take(rule, 'Sum', some, others);
    });
  });
}

/** Proposes the sales and records of one key and day, where there are equally many. */
export function proposeDay(nearby: Nearby, rule: EvidenceRule, key: Key): void {
  const { work, taken } = nearby;
  const { rows } = work;
  const single = work.keyBy((row) => ((rows.payments[row] as number) < 2 ? (key[row] as number) : 0));
  eachGroup(rows, work.joiner.join(single, work.dayKey), work.free, (sales, records) => {
    if (records.length !== sales.length || sales.length > NEARBY_ROWS_MAX) return;
    if (sales.some((s) => records.some((r) => isDoubtful(nearby, s, r) || isTooFar(nearby, s, r)))) return;
    taken.take(rule, sales.length === 1 ? 'Pair' : 'Alike', sales, records);
  });
}

/** Where the clocks are known, a day holds what is minutes apart; or an hour or two, in another zone. */
function isTooFar({ work, hasClock }: Nearby, s: number, r: number): boolean {
  const seconds = work.secondsApart(s, r);
  const isOnePlace = work.place[s] !== 0 && work.place[s] === work.place[r];
  const most = hasClock[s] === 1 ? 300 : isOnePlace ? 3 * HOUR : 900;
  return seconds > most && ![HOUR, 2 * HOUR].some((zones) => Math.abs(seconds - zones) <= 120);
}
