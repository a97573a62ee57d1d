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
  return sieveOf(keys, any, places, null, (bits, value) => {
    bits[value & (BITS - 1)] = 1;
  });
}

/** Lets pass what is in a block with one of the rows, in its span of time or the one before or after. */
export function nearSieve(keys: BlockKeys, { units: any, at }: RowIndex, places: readonly number[], within: number): RowSieve {
  return sieveOf(keys, any, places, within, (bits, value, place) => {
    const span = spanOf(at[place] as number);
    for (let near = span - 1; near <= span + 1; near++) bits[(value ^ bySpan(near)) & (BITS - 1)] = 1;
  });
}

type Mark = (bits: Uint8Array, value: number, place: number) => void;

function sieveOf(keys: BlockKeys, any: Int32Array, places: readonly number[], within: number | null, mark: Mark): RowSieve {
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

/** Whether both values are looked for; `span`: what it adds to them, 0 where times do not matter. */
function passes({ first, second }: RowSieve, one: number, two: number, span: number): boolean {
  return first[(one ^ span) & (BITS - 1)] === 1 && second[(two ^ span) & (BITS - 1)] === 1;
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
  const added = sieve.within === null ? 0 : bySpan(span);
  for (let at = from; at < to; at++) if (passes(sieve, one[at] as number, two[at] as number, added)) visit(at);
}

/** Whether all rows of the block of `place` pass that could be in one cluster with some of it from the time `earliest` to `latest`, in seconds. */
export function passesBeside(sieve: RowSieve, keys: BlockKeys, { units }: RowIndex) {
  const [one, two] = columnsOf(keys, units);
  const { within } = sieve;
  const passesAt = (place: number, moment: number) => passes(sieve, one[place] as number, two[place] as number, bySpan(spanOf(moment)));
  return (place: number, earliest: number, latest: number) =>
    within === null || (passesAt(place, earliest - within) && passesAt(place, latest + within));
}
