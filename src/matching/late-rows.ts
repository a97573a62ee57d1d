/**
 * The rows that some level took, one after it, or none, by when they were paid: of levels without an identifier the rows that come together lie
 * close together in time, so that only some of these are looked at for others.
 */
import type { MatchLevel } from './levels.js';
import type { RowIndex } from './row-index.js';

/** Columns are those of the index, row after row; keys are filled in when they are asked for. */
export interface LateIndex {
  /** In the index. */
  places: Int32Array;
  level: Uint16Array;
  day: Int32Array;
  units: Int32Array;
  keys: RowIndex['keys'];
  /** Spans of time that have rows; where those of each begin, and of the one after it. */
  spans: readonly number[];
  from: Int32Array;
}

/** A span is 2^16 seconds, some 18 hours. */
const SPAN_BITS = 16;
const SPANS = 2 ** 16;
const spanOf = (at: number) => (at >> SPAN_BITS) + SPANS / 2;

/** Those from the level `least` on. */
export function lateRows({ count, at, day, units, level }: RowIndex, least: number): LateIndex {
  const from = new Int32Array(SPANS + 1);
  for (let place = 0; place < count; place++) {
    if ((level[place] as number) < least) continue;
    const after = spanOf(at[place] as number) + 1;
    from[after] = (from[after] as number) + 1;
  }
  const spans: number[] = [];
  for (let span = 0; span < SPANS; span++) {
    const rows = from[span + 1] as number;
    if (rows > 0) spans.push(span);
    from[span + 1] = rows + (from[span] as number);
  }
  const next = from.slice();
  const places = new Int32Array(from[SPANS] as number);
  for (let place = 0; place < count; place++) {
    if ((level[place] as number) < least) continue;
    const span = spanOf(at[place] as number);
    const row = next[span] as number;
    places[row] = place;
    next[span] = row + 1;
  }
  const levels = new Uint16Array(places.length);
  for (let row = 0; row < places.length; row++) levels[row] = level[places[row] as number] as number;
  return { places, level: levels, day: columnOf(places, day), units: columnOf(places, units), keys: {}, spans, from };
}

export function columnOf(places: Int32Array, all: Int32Array | Int16Array): Int32Array {
  const some = new Int32Array(places.length);
  for (let row = 0; row < places.length; row++) some[row] = all[places[row] as number] as number;
  return some;
}

/** The spans in which rows are that a level could put into one cluster with others. */
export interface NearSpans {
  has(span: number): boolean;
  /** Whether all rows are in them that could be in one cluster with rows from the time `first` to `last`, in seconds. */
  holdBeside(first: number, last: number): boolean;
}

/** Null for all of them: where rows may be further apart, or have to be of one day, which is not always the one on which they were paid. */
export function spansNear({ at }: RowIndex, { within }: MatchLevel, wanted: readonly number[]): NearSpans | null {
  if (within === null || within > 2 ** SPAN_BITS) return null;
  const near = new Uint8Array(SPANS + 2);
  for (const place of wanted) {
    const after = spanOf(at[place] as number) + 2;
    near[after] = near[after - 1] = near[after - 2] = 1;
  }
  const has = (span: number) => near[span + 1] === 1;
  return { has, holdBeside: (first, last) => has(spanOf(first - within)) && has(spanOf(last + within)) };
}
