/**
 * The rows that levels without an identifier look at: those of an index that such a level took, or none. In chains of rows that agree in
 * one thing, an amount or a terminal, say, and were paid about the same time or on the same day. Made for one step, and of a time when it is asked for.
 */
import type { MatchKey } from '../contract/match-settings.js';
import type { MatchLevel } from './levels.js';
import { mixed } from './row-hash.js';
import { momentOf, type RowIndex } from './row-index.js';

/** What of their time rows are told by: spans of some hours, the day of the business, or nothing. */
type ChainTime = 'Span' | 'Day' | 'Any';

export interface LateIndex {
  index: RowIndex;
  /** In the index. */
  places: Int32Array;
  byTime: Map<ChainTime, TimedRows>;
  chains: Map<string, LateChains>;
}

/** Time after time: to go all over the memory for what is looked for together takes long. */
interface TimedRows {
  /** By time, how many rows are of earlier ones. */
  first: Int32Array;
  places: Int32Array;
  level: Uint16Array;
}

/** Rows by their places among {@link TimedRows}. A time has as many chains as rows, so that some rows are in one by chance. */
interface LateChains extends TimedRows {
  time: ChainTime;
  /** In what rows of a chain agree, of all rows of the index. */
  column: Int32Array;
  /** By time: 1 where its rows are in chains. */
  isMade: Uint8Array;
  /** The last row of each chain, and 1; 0 for none. */
  heads: Int32Array;
  /** The row before it in its chain, and 1; 0 for none. */
  before: Int32Array;
  /** 1 for the chains that a look has gathered. */
  gathered: Uint8Array;
}

/** A span is 2^15 seconds, some nine hours. */
const SPAN_BITS = 15;
export const SPAN_SECONDS = 2 ** SPAN_BITS;
/** The index knows no others. */
const SPANS = 2 ** (32 - SPAN_BITS);
const spanAt = (at: number) => (momentOf(at) >> SPAN_BITS) + SPANS / 2;
/** Where rows may be further apart, chains do not tell times. */
const WITHIN_MAX = 8 * SPAN_SECONDS;
const DAYS = 2 ** 16;
const dayAt = (day: number) => day + DAYS / 2;

/** Those from the level `least` on. */
export function lateRows(index: RowIndex, least: number): LateIndex {
  const { count, level } = index;
  const places = new Int32Array(count);
  let late = 0;
  for (let place = 0; place < count; place++) {
    // Written over where it is none: whether it is one can hardly be foretold by the processor.
    places[late] = place;
    late += (level[place] as number) >= least ? 1 : 0;
  }
  return { index, places: places.subarray(0, late), byTime: new Map(), chains: new Map() };
}

/** Gathers rows of chains, of each chain once. Times are in seconds. */
export interface LateLook {
  /** Rows that could be in a cluster of the level agree in it, each with its place in the index. */
  column: Int32Array;
  /** Those that could be in one with the row at `place`, if rows of it were paid from `earliest` to `latest`; and others. */
  gather(place: number, earliest: number, latest: number, visit: (place: number) => void): void;
  /** Whether `gather` gives all rows of a cluster at once, however far its neighbours go on. */
  areAllThere: boolean;
  /** Whether all were gathered that `gather` would give now. */
  areGathered(place: number, earliest: number, latest: number): boolean;
}

/** One at a time. */
export function lookFor(late: LateIndex, level: MatchLevel): LateLook {
  const chains = chainsFor(late, level);
  const { time, column, first, places, level: levels, isMade, heads, before, gathered } = chains;
  gathered.fill(0);
  const least = level.number;
  const within = level.within ?? 0;
  const { day } = late.index;
  const timeAt = (place: number, at: number) => (time === 'Span' ? spanAt(at) : time === 'Day' ? dayAt(day[place] as number) : 0);
  return {
    column,
    areAllThere: time !== 'Span',
    gather(place, earliest, latest, visit) {
      const value = column[place] as number;
      const to = timeAt(place, latest + within);
      for (let at = timeAt(place, earliest - within); at <= to; at++) {
        if (isMade[at] === 0) makeChains(chains, at);
        const chain = chainAt(first, value, at);
        if (chain === -1 || gathered[chain] === 1) continue;
        gathered[chain] = 1;
        for (let next = heads[chain] as number; next !== 0; next = before[next - 1] as number) {
          if ((levels[next - 1] as number) >= least) visit(places[next - 1] as number);
        }
      }
    },
    areGathered(place, earliest, latest) {
      const value = column[place] as number;
      const to = timeAt(place, latest + within);
      for (let at = timeAt(place, earliest - within); at <= to; at++) {
        const chain = chainAt(first, value, at);
        if (chain !== -1 && gathered[chain] === 0) return false;
      }
      return true;
    },
  };
}

/** -1 for a time that has no rows. */
function chainAt(first: Int32Array, value: number, time: number): number {
  const from = first[time] as number;
  const chains = (first[time + 1] as number) - from;
  return chains === 0 ? -1 : from + Math.floor(((mixed(time, value) >>> 0) * chains) / 2 ** 32);
}

/** Chains beyond which no block of the level goes. */
function chainsFor(late: LateIndex, { way, within, keys: [key] }: MatchLevel): LateChains {
  const by = way === 'Equal' || way === 'Cancel' ? 'units' : key;
  const time = within === null ? 'Day' : within <= WITHIN_MAX ? 'Span' : 'Any';
  const name = `${time} ${by}`;
  const chains = late.chains.get(name) ?? noChains(late, by, time);
  late.chains.set(name, chains);
  return chains;
}

function noChains(late: LateIndex, by: MatchKey | 'units' | undefined, time: ChainTime): LateChains {
  const { units, keys, count } = late.index;
  const column = by === 'units' ? units : by === undefined ? new Int32Array(count).fill(1) : (keys[by] as Int32Array);
  const timed = late.byTime.get(time) ?? timedRows(late, time);
  late.byTime.set(time, timed);
  const rows = timed.places.length;
  const times = timed.first.length - 1;
  const chains = {
    isMade: new Uint8Array(times),
    heads: new Int32Array(rows),
    before: new Int32Array(rows),
    gathered: new Uint8Array(rows),
  };
  return { ...timed, time, column, ...chains };
}

function timedRows({ index, places: all }: LateIndex, time: ChainTime): TimedRows {
  const times = timesOf(index, all, time);
  const first = new Int32Array({ Span: SPANS, Day: DAYS, Any: 1 }[time] + 1);
  for (let row = 0; row < all.length; row++) {
    const after = (times[row] as number) + 1;
    first[after] = (first[after] as number) + 1;
  }
  for (let one = 1; one < first.length; one++) first[one] = (first[one] as number) + (first[one - 1] as number);
  const next = first.slice();
  const places = new Int32Array(all.length);
  const levels = new Uint16Array(all.length);
  for (let row = 0; row < all.length; row++) {
    const place = all[row] as number;
    const of = times[row] as number;
    const to = next[of] as number;
    next[of] = to + 1;
    places[to] = place;
    levels[to] = index.level[place] as number;
  }
  return { first, places, level: levels };
}

/** Of each of these rows. A loop for each: one that asks for every row what it is told by takes longer. */
function timesOf({ at, day }: RowIndex, places: Int32Array, time: ChainTime): Int32Array {
  const times = new Int32Array(places.length);
  if (time === 'Span') for (let row = 0; row < times.length; row++) times[row] = spanAt(at[places[row] as number] as number);
  if (time === 'Day') for (let row = 0; row < times.length; row++) times[row] = dayAt(day[places[row] as number] as number);
  return times;
}

function makeChains({ isMade, first, places, column, heads, before }: LateChains, time: number): void {
  isMade[time] = 1;
  const end = first[time + 1] as number;
  for (let row = first[time] as number; row < end; row++) {
    const value = column[places[row] as number] as number;
    // Without the key it is in no block.
    if (value === 0) continue;
    const chain = chainAt(first, value, time);
    before[row] = heads[chain] as number;
    heads[chain] = row + 1;
  }
}
