/** The clock of a till against that of its terminal, by place and day: the median gap, where most gaps agree with it. */
import { type Edges, EQUAL, GRADES, OPEN, STRONG } from './edges.js';
import { eachGroup, type Key, placeOf } from './groups.js';
import { type MatchWork, MOMENT } from './match-work.js';

const GAPS_MIN = 5;
const AGREE_SECONDS = 45;
const AGREE_SHARE = 0.7;
/** Seconds around the clock within which a number that recurs joins: ten, and three times what is usual; a minute at most. */
const WIDTH_LEAST = 10;
const WIDTH_MAX = 60;
const QUARTER = 900;

/** Medians of gaps by key, NaN where gaps are few or disagree; and how far from it a pair is told. @param gaps of `keys`, one beside the other */
function clocksBy(keys: readonly number[], gaps: readonly number[], size: number): { clocks: Float64Array; widths: Float64Array } {
  const starts = new Int32Array(size + 2);
  for (const key of keys) starts[key + 1] = (starts[key + 1] as number) + 1;
  for (let key = 1; key < starts.length; key++) starts[key] = (starts[key] as number) + (starts[key - 1] as number);
  const next = starts.slice();
  const grouped = new Float64Array(keys.length);
  for (const [at, key] of keys.entries()) {
    grouped[next[key] as number] = gaps[at] as number;
    next[key] = (next[key] as number) + 1;
  }
  const clocks = new Float64Array(size + 1).fill(Number.NaN);
  const widths = new Float64Array(size + 1);
  for (let key = 0; key <= size; key++) {
    const own = grouped.subarray(starts[key], starts[key + 1]).sort();
    if (own.length < GAPS_MIN) continue;
    const median = own[own.length >> 1] as number;
    const off = own.map((gap) => Math.abs(gap - median)).sort();
    const usual = off[Math.ceil(AGREE_SHARE * own.length) - 1] as number;
    if (usual > AGREE_SECONDS) continue;
    clocks[key] = median;
    widths[key] = Math.min(WIDTH_MAX, WIDTH_LEAST + 3 * usual);
  }
  return { clocks, widths };
}

const largest = (key: Key) => key.reduce((most, one) => Math.max(most, one), 0);

function dayOf(work: MatchWork, where: Key): Key {
  const { rows } = work;
  let first = 0;
  for (let row = 0; row < rows.count; row++) first = Math.min(first, rows.calendar[row] as number);
  return work.joiner.join(
    where,
    work.keyBy((row) => (rows.calendar[row] as number) - first + 1),
  );
}

/** Learnt from pairs that share a number and the amount; distances are measured from it then. */
export function measureByClocks(work: MatchWork, edges: Edges): void {
  const key = dayOf(work, work.place);
  const keys: number[] = [];
  const gaps: number[] = [];
  const gapOf = (edge: number) => (work.at[edges.record[edge] as number] as number) - (work.at[edges.sale[edge] as number] as number);
  for (let edge = 0; edge < edges.count; edge++) {
    const of = key[edges.record[edge] as number] as number;
    const flags = edges.flags[edge] as number;
    if (
      of === 0 ||
      (flags & EQUAL) === 0 ||
      (flags & OPEN) !== 0 ||
      edges.grade[edge] === 0 ||
      !((edges.seconds[edge] as number) <= MOMENT)
    )
      continue;
    keys.push(of);
    gaps.push(gapOf(edge));
  }
  const { clocks, widths } = clocksBy(keys, gaps, largest(key));
  for (let edge = 0; edge < edges.count; edge++) {
    const of = key[edges.record[edge] as number] as number;
    const clock = clocks[of] as number;
    if (Number.isNaN(clock) || Number.isNaN(edges.seconds[edge])) continue;
    edges.seconds[edge] = Math.abs(gapOf(edge) - clock);
    // Where the clocks are known, a number that recurs joins only what is told together.
    const isSure = edges.grade[edge] !== GRADES.moment || ((edges.flags[edge] as number) & STRONG) !== 0;
    if (!isSure && (edges.seconds[edge] as number) > (widths[of] as number)) edges.grade[edge] = 0;
  }
}

/** Puts the times of free sales right, by the nearest record of one place and amount within a quarter of an hour. `isSet`: whose were. */
export function putClocksRight(work: MatchWork, where: Key, isSet: Uint8Array): void {
  const { rows, at } = work;
  const day = dayOf(work, where);
  const keys: number[] = [];
  const gaps: number[] = [];
  const isTimed = work.flags((row) => work.active[row] === 1 && work.isTimed(row));
  eachGroup(rows, work.joiner.join(where, work.amount), isTimed, (sales, records) => {
    const times = Float64Array.from(records, (r) => at[r] as number).sort();
    for (const s of sales) {
      const time = at[s] as number;
      const after = placeOf(times, times.length, time);
      const [back, ahead] = [(times[after - 1] ?? -Infinity) - time, (times[after] ?? Infinity) - time];
      const gap = -back <= ahead ? back : ahead;
      if (Math.abs(gap) > QUARTER) continue;
      keys.push(day[s] as number);
      gaps.push(gap);
    }
  });
  const { clocks } = clocksBy(keys, gaps, largest(day));
  for (let row = 0; row < rows.count; row++) {
    const clock = clocks[day[row] as number] as number;
    if (rows.isRecord[row] === 1 || work.free[row] === 0 || isSet[row] === 1 || Number.isNaN(clock) || !work.isTimed(row)) continue;
    at[row] = (at[row] as number) + clock;
    isSet[row] = 1;
  }
}
