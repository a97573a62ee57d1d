/**
 * Rows that share a key. A key is a number by place, 0 where a row has none; keys of several fields are numbered anew, so that each is exact.
 * Columns have room behind the last row: a join is as long as the shortest.
 */

import { valueAt } from '../contract/value-at.js';
import type { Columns } from './columns.js';

export type Key = Int32Array;

/** Numbers combinations of keys: equal numbers are equal combinations. Its table is used again by the next call. */
export class Joiner {
  #pairs = new Float64Array(16);
  #numbers = new Int32Array(16);

  /** 0 where one of them is 0. */
  join(first: Key, ...others: Key[]): Key {
    return others.reduce((joined, other) => this.#joinTwo(joined, other), first);
  }

  #joinTwo(one: Key, other: Key): Key {
    const joined = new Int32Array(Math.min(one.length, other.length));
    let width = 1;
    let rows = 0;
    for (let row = 0; row < joined.length; row++) {
      if (one[row] === 0 || other[row] === 0) continue;
      rows++;
      if ((other[row] as number) >= width) width = (other[row] as number) + 1;
    }
    const mask = this.#clear(2 ** Math.ceil(Math.log2(2 * rows + 2))) - 1;
    let numbered = 0;
    for (let row = 0; row < joined.length; row++) {
      if (one[row] === 0 || other[row] === 0) continue;
      const pair = (one[row] as number) * width + (other[row] as number);
      let slot = hashOf(pair) & mask;
      while (this.#numbers[slot] !== 0 && this.#pairs[slot] !== pair) slot = (slot + 1) & mask;
      if (this.#numbers[slot] === 0) {
        this.#pairs[slot] = pair;
        this.#numbers[slot] = ++numbered;
      }
      joined[row] = this.#numbers[slot] as number;
    }
    return joined;
  }

  #clear(slots: number): number {
    if (this.#pairs.length < slots) {
      this.#pairs = new Float64Array(slots);
      this.#numbers = new Int32Array(slots);
    } else this.#numbers.fill(0, 0, slots);
    return slots;
  }
}

function hashOf(pair: number): number {
  let hash = Math.imul(pair | 0, 0x9e3779b1) ^ Math.imul((pair / 0x1_0000_0000) | 0, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Binary search: the first place from `from` to before `to` that is not before what is looked for; `to` where there is none. */
export function firstPlace(from: number, to: number, isBefore: (place: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type VisitGroup = (sales: Int32Array, records: Int32Array, key: number) => void;

/** Visits the groups of the rows that `isIn` has 1 of, each side in the order of places. Groups of one side alone: only where `isAny`. */
export function eachGroup(rows: Columns, key: Key, isIn: Uint8Array, visit: VisitGroup, isAny = false): void {
  const { isRecord, count } = rows;
  let keys = 0;
  for (let row = 0; row < count; row++) if (isIn[row] === 1 && (key[row] as number) > keys) keys = key[row] as number;
  if (keys === 0) return;
  // The sales of key k begin at starts[2k], its records at starts[2k + 1].
  const starts = new Int32Array(2 * keys + 3);
  const slotOf = (row: number) => 2 * (key[row] as number) + (isRecord[row] as number);
  for (let row = 0; row < count; row++)
    if (isIn[row] === 1 && key[row] !== 0) starts[slotOf(row) + 1] = (starts[slotOf(row) + 1] as number) + 1;
  for (let slot = 1; slot < starts.length; slot++) starts[slot] = (starts[slot] as number) + (starts[slot - 1] as number);
  const grouped = new Int32Array(starts[starts.length - 1] as number);
  const next = starts.slice();
  for (let row = 0; row < count; row++) {
    if (isIn[row] !== 1 || key[row] === 0) continue;
    const slot = slotOf(row);
    grouped[next[slot] as number] = row;
    next[slot] = (next[slot] as number) + 1;
  }
  for (let k = 1; k <= keys; k++) {
    const [from, middle, to] = [starts[2 * k] as number, starts[2 * k + 1] as number, starts[2 * k + 2] as number];
    if (to === from || (!isAny && (middle === from || to === middle))) continue;
    visit(grouped.subarray(from, middle), grouped.subarray(middle, to), k);
  }
}

/** Rows by their days. */
export function byDay(some: Iterable<number>, days: Int32Array): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const row of some) valueAt(found, days[row] as number, () => [] as number[]).push(row);
  return found;
}
