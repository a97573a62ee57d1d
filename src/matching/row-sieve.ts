/**
 * Passes by nearly all rows that are in no block with those that are looked for, or too far from them in time, by some bits of two columns. It lets
 * some pass that are, never stops one that is not.
 */
import { spanOf } from './late-rows.js';
import type { RowIndex } from './row-index.js';

/** What blocks are by: all that the level compares, or, where they identify, its keys alone. */
export interface BlockKeys {
  one: Int32Array | undefined;
  two: Int32Array | undefined;
  others: readonly Int32Array[];
  units: Int32Array | null;
  day: Int16Array | Int32Array | null;
}

export interface RowSieve {
  /** By bits of a value, or where times matter of a value and its span: 1 for those that are looked for. */
  first: Uint8Array;
  second: Uint8Array;
  /** How far apart in time neighbours may be, in seconds; null where times do not matter. */
  within: number | null;
}

const BITS = 2 ** 17;
/** What a span adds to the bits of a value. */
const bySpan = (span: number) => Math.imul(span, 0x9e3779b1) >>> 8;

/** Always two columns, and the same ones where there are fewer: a loop that now has a column and now has none runs much slower. */
function columnsOf({ one, two, units, day }: BlockKeys, any: Int32Array) {
  const [first = any, second = first] = [day, units, one, two].filter((column) => column !== null && column !== undefined);
  return [first, second] as const;
}

/** Lets pass what is in a block with one of the rows. */
export function blockSieve(keys: BlockKeys, { units: any }: RowIndex, places: readonly number[]): RowSieve {
  return sieve(keys, any, places, null, (bits, value) => {
    bits[value & (BITS - 1)] = 1;
  });
}

/** Lets pass what is in a block with one of the rows, in its span of time or the one before or after. */
export function nearSieve(keys: BlockKeys, { units: any, at }: RowIndex, places: readonly number[], within: number): RowSieve {
  return sieve(keys, any, places, within, (bits, value, place) => {
    const span = spanOf(at[place] as number);
    for (let near = span - 1; near <= span + 1; near++) bits[(value ^ bySpan(near)) & (BITS - 1)] = 1;
  });
}

type Mark = (bits: Uint8Array, value: number, place: number) => void;

function sieve(keys: BlockKeys, any: Int32Array, places: readonly number[], within: number | null, mark: Mark): RowSieve {
  // Where a level compares nothing, all rows are looked at.
  if (keys.units === null && keys.day === null && keys.one === undefined) {
    const all = new Uint8Array(BITS).fill(1);
    return { first: all, second: all, within };
  }
  const [first, second] = columnsOf(keys, any).map((column) => {
    const bits = new Uint8Array(BITS);
    for (const place of places) mark(bits, column[place] as number, place);
    return bits;
  }) as [Uint8Array, Uint8Array];
  return { first, second, within };
}

/** Calls `visit` for the rows that pass. `span`: theirs, where times matter. */
export function sift(
  { first, second, within }: RowSieve,
  keys: BlockKeys,
  any: Int32Array,
  { from, to, span }: { from: number; to: number; span: number },
  visit: (at: number) => void,
): void {
  const [one, two] = columnsOf(keys, any);
  const salt = within === null ? 0 : bySpan(span);
  for (let at = from; at < to; at++) {
    const isLookedFor = first[((one[at] as number) ^ salt) & (BITS - 1)] === 1 && second[((two[at] as number) ^ salt) & (BITS - 1)] === 1;
    if (isLookedFor) visit(at);
  }
}

/** Whether all rows of the block of `place` pass that could be in one cluster with some of it from the time `earliest` to `latest`, in seconds. */
export function passesBeside({ first, second, within }: RowSieve, keys: BlockKeys, { units }: RowIndex) {
  const [one, two] = columnsOf(keys, units);
  const passes = (place: number, moment: number) => {
    const salt = bySpan(spanOf(moment));
    return first[((one[place] as number) ^ salt) & (BITS - 1)] === 1 && second[((two[place] as number) ^ salt) & (BITS - 1)] === 1;
  };
  return (place: number, earliest: number, latest: number) =>
    within === null || (passes(place, earliest - within) && passes(place, latest + within));
}
