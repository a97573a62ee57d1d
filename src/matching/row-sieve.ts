/**
 * Tells rows that could be in a block with those that are looked for, and near them in time, by some bits of two columns. Some pass that are not;
 * none is stopped that is.
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
  first: Int32Array;
  second: Int32Array;
  /** How far apart in time neighbours may be, in seconds, and the spans of time in which there can be any; null where times do not matter. */
  near: { within: number; spans: ReadonlySet<number> } | null;
}

/** So few that both tables stay in the first cache of a processor. */
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
  return sieveOf(keys, any, places, null, mark);
}

/** Lets pass what is in a block with one of the rows, in its span of time or the one before or after. */
export function nearSieve(keys: BlockKeys, { units: any, at }: RowIndex, places: readonly number[], within: number): RowSieve {
  const nearSpan = (span: number) => [span - 1, span, span + 1];
  const spans = new Set([...new Set(places.map((place) => spanOf(at[place] as number)))].flatMap(nearSpan));
  return sieveOf(keys, any, places, { within, spans }, (bits, value, place) => {
    const span = spanOf(at[place] as number);
    for (let near = span - 1; near <= span + 1; near++) mark(bits, value ^ bySpan(near));
  });
}

function mark(bits: Int32Array, value: number): void {
  const at = (value & (BITS - 1)) >> 5;
  bits[at] = (bits[at] as number) | (1 << (value & 31));
}

type Mark = (bits: Int32Array, value: number, place: number) => void;

function sieveOf(keys: BlockKeys, any: Int32Array, places: readonly number[], near: RowSieve['near'], markAt: Mark): RowSieve {
  // Where a level compares nothing, all rows are looked at.
  if (keys.units === null && keys.day === null && keys.one === undefined) {
    const all = new Int32Array(BITS / 32).fill(-1);
    return { first: all, second: all, near };
  }
  const [first, second] = columnsOf(keys, any).map((column) => {
    const bits = new Int32Array(BITS / 32);
    for (const place of places) markAt(bits, column[place] as number, place);
    return bits;
  }) as [Int32Array, Int32Array];
  return { first, second, near };
}

/** The last bit of it. */
const markOf = (bits: Int32Array, value: number) => (bits[(value & (BITS - 1)) >> 5] as number) >> (value & 31);

/**
 * Whether both values are looked for; `span`: what it adds to them, 0 where times do not matter. Both are looked up, for few rows pass both: whether
 * one does would often be foretold wrongly by the processor.
 */
function passes({ first, second }: RowSieve, one: number, two: number, span: number): boolean {
  return (markOf(first, one ^ span) & markOf(second, two ^ span) & 1) !== 0;
}

/** Calls `visit` for the rows that pass. `span`: theirs, where times matter. */
export function sift(
  sieve: RowSieve,
  keys: BlockKeys,
  any: Int32Array,
  { from, to, span }: { from: number; to: number; span: number },
  visit: (at: number) => void,
): void {
  const [one, two] = columnsOf(keys, any);
  const added = sieve.near === null ? 0 : bySpan(span);
  for (let at = from; at < to; at++) if (passes(sieve, one[at] as number, two[at] as number, added)) visit(at);
}

/** Whether all rows of the block of `place` pass that could be in one cluster with some of it from the time `earliest` to `latest`, in seconds. */
export function passesBeside(sieve: RowSieve, keys: BlockKeys, { units }: RowIndex) {
  const [one, two] = columnsOf(keys, units);
  const { near } = sieve;
  const passesAt = (place: number, span: number) => passes(sieve, one[place] as number, two[place] as number, bySpan(span));
  return (place: number, earliest: number, latest: number) =>
    near === null ||
    [spanOf(earliest - near.within), spanOf(latest + near.within)].every((span) => near.spans.has(span) && passesAt(place, span));
}
