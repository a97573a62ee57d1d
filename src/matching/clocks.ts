/** The clock of a till against that of its terminal, by place and day: the median gap, where most gaps agree with it. */

import { valueAt } from '../contract/value-at.js';
import { type Edges, EQUAL, GRADES, has, STRONG } from './edges.js';
import { eachGroup } from './groups.js';
import { type MatchWork, MOMENT } from './match-work.js';
import { nearest } from './nearby.js';

const GAPS_MIN = 5;
const AGREE_SECONDS = 45;
const AGREE_SHARE = 0.7;
/** Seconds around the clock within which a number that recurs joins: ten, and three times what is usual; a minute at most. */
const WIDTH_LEAST = 10;
const WIDTH_MAX = 60;
const QUARTER = 900;

interface TillClock {
  /** The median gap. */
  seconds: number;
  /** How far from it a pair is told. */
  width: number;
}

type Gaps = Map<number, number[]>;

/** By key, but where gaps are few or disagree. */
function clocksOf(gapsOf: Gaps): Map<number, TillClock> {
  const clocks = new Map<number, TillClock>();
  for (const [key, gaps] of gapsOf) {
    if (gaps.length < GAPS_MIN) continue;
    const seconds = Float64Array.from(gaps).sort()[gaps.length >> 1] as number;
    const off = Float64Array.from(gaps, (gap) => Math.abs(gap - seconds)).sort();
    const usual = off[Math.ceil(AGREE_SHARE * gaps.length) - 1] as number;
    if (usual <= AGREE_SECONDS) clocks.set(key, { seconds, width: Math.min(WIDTH_MAX, WIDTH_LEAST + 3 * usual) });
  }
  return clocks;
}

/** Learnt from pairs that share a number and the amount; distances are measured from it then. */
export function measureByClocks(work: MatchWork, edges: Edges): void {
  const key = work.joiner.join(work.place, work.calendarKey);
  const [gapsOfDays, gapsOfPlaces]: [Gaps, Gaps] = [new Map(), new Map()];
  const gapOf = (edge: number) => (work.at[edges.record[edge] as number] as number) - (work.at[edges.sale[edge] as number] as number);
  for (let edge = 0; edge < edges.count; edge++) {
    const of = key[edges.record[edge] as number] as number;
    const isSure = has(edges, edge, EQUAL) && edges.grade[edge] !== 0 && (edges.seconds[edge] as number) <= MOMENT;
    if (of === 0 || !isSure) continue;
    valueAt(gapsOfDays, of, () => []).push(gapOf(edge));
    valueAt(gapsOfPlaces, work.place[edges.record[edge] as number] as number, () => []).push(gapOf(edge));
  }
  const [ofDays, ofPlaces] = [clocksOf(gapsOfDays), clocksOf(gapsOfPlaces)];
  for (let edge = 0; edge < edges.count; edge++) {
    const record = edges.record[edge] as number;
    // A day with few payments goes by the other days.
    const clock = ofDays.get(key[record] as number) ?? ofPlaces.get(work.place[record] as number);
    if (clock === undefined || Number.isNaN(edges.seconds[edge])) continue;
    edges.seconds[edge] = Math.abs(gapOf(edge) - clock.seconds);
    // Where the clocks are known, a number that recurs joins only what is told together.
    const mayRecur = edges.grade[edge] === GRADES.moment && !has(edges, edge, STRONG);
    if (mayRecur && (edges.seconds[edge] as number) > clock.width) edges.grade[edge] = 0;
  }
}

/** Puts the times of free sales right, by the nearest record of one place and amount within a quarter of an hour. Returns 1 for those, by place. */
export function putClocksRight(work: MatchWork): Uint8Array {
  const { rows, at } = work;
  const day = work.joiner.join(work.place, work.calendarKey);
  const gaps: Gaps = new Map();
  const isTimed = work.flags((row) => work.active[row] === 1 && work.isTimed(row));
  eachGroup(rows, work.joiner.join(work.place, work.amount), isTimed, (sales, records) => {
    const all = work.inTime(sales, records);
    const { to } = nearest(work, all);
    for (const [k, s] of all.entries()) {
      const gap = (at[all[to[k] as number] as number] as number) - (at[s] as number);
      if (rows.isRecord[s] === 0 && Math.abs(gap) <= QUARTER) valueAt(gaps, day[s] as number, () => []).push(gap);
    }
  });
  const clocks = clocksOf(gaps);
  return work.flags((row) => {
    const clock = clocks.get(day[row] as number);
    if (rows.isRecord[row] === 1 || work.free[row] === 0 || clock === undefined || !work.isTimed(row)) return false;
    at[row] = (at[row] as number) + clock.seconds;
    return true;
  });
}
