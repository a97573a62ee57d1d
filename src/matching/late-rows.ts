/**
 * The rows that some level took, one after it, or none, by when they were paid: of levels without an identifier the rows that come together lie
 * close together in time, so that only some of these are looked at for others.
 */
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
export const SPAN_SECONDS = 2 ** SPAN_BITS;
const SPANS = 2 ** 16;
export const spanOf = (at: number) => (at >> SPAN_BITS) + SPANS / 2;

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
