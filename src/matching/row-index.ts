/**
 * Of every row, in some eighty bytes, what a step has to know of it to find those that are near others: hashes of what levels compare, and the level
 * that took it. Hashes may agree where rows do not, so that too many are found, never too few. In shared memory, which threads hand on.
 */
import type { MatchKey, MatchRule } from '../contract/match-settings.js';
import { type ComparableRow, SALE, type Side } from './comparable.js';
import { addToChain, type RowChains, rowChains } from './row-chains.js';
import { hashOf } from './row-hash.js';
import type { Rows } from './rows.js';

export interface RowIndex {
  count: number;
  /** What the caller calls the row. */
  number: Float64Array;
  /** In seconds, as far as 32 bits reach. */
  at: Int32Array;
  day: Int16Array;
  units: Int32Array;
  /** The number of the level that took the row; {@link UNTAKEN}. */
  level: Uint16Array;
  /** What else it is: {@link OF_RECORD}, {@link TOTAL}. */
  marks: Uint8Array;
  /** Of the keys that rules name, and of those by which rows wait; 0 is absent. */
  keys: Partial<Record<MatchKey, Int32Array>>;
  /** By what identifies. */
  chains: readonly RowChains[];
}

export const UNTAKEN = 0xffff;
/** A record; without it a sale. */
export const OF_RECORD = 1;
/** A record that says of how many payments it is the total. */
export const TOTAL = 2;
const AT_MAX = 2 ** 31 - 1;

export function rowIndex(rules: readonly MatchRule[], rowsMax: number): RowIndex {
  const shared = (bytes: number) => new SharedArrayBuffer(bytes * rowsMax);
  return {
    count: 0,
    number: new Float64Array(shared(8)),
    at: new Int32Array(shared(4)),
    day: new Int16Array(shared(2)),
    units: new Int32Array(shared(4)),
    level: new Uint16Array(shared(2)),
    marks: new Uint8Array(shared(1)),
    keys: Object.fromEntries(namesIn(rules).map((name) => [name, new Int32Array(shared(4))])),
    chains: rowChains(rules, rowsMax),
  };
}

/** Puts a row behind the others; there must be room. @returns its place */
export function addToIndex(index: RowIndex, number: number, row: ComparableRow, level: number): number {
  const place = index.count++;
  index.number[place] = number;
  index.level[place] = level;
  index.at[place] = momentOf(row.at);
  index.day[place] = row.day;
  index.units[place] = unitsHash(row.units);
  index.marks[place] = marksOf(row);
  for (const [name, column] of Object.entries(index.keys)) column[place] = keyHash(row.keys[name as MatchKey]);
  for (const chains of index.chains) addToChain(chains, index.keys, place);
  return place;
}

/**
 * Of all rows, in their memory, because there is none for both: they are gone afterwards. What takes half the bytes that it took shares a column's
 * memory with another.
 */
export function indexInPlaceOf(
  rows: Rows,
  rules: readonly MatchRule[],
  numberOf: (row: number) => number,
  levelOf: (row: number) => number,
): RowIndex {
  const { count, id: number, side: marks } = rows;
  for (let row = 0; row < count; row++) {
    number[row] = numberOf(row);
    marks[row] = marksOf({ side: rows.side[row] as Side, total: rows.total[row] as number });
  }
  const [at, units] = halves(rows.at, Int32Array);
  for (let row = 0; row < count; row++) at[row] = momentOf(rows.at[row] as number);
  for (let row = 0; row < count; row++) units[row] = unitsHash(rows.units[row] as number);
  const [day, level] = halves(rows.day, Int16Array);
  for (let row = 0; row < count; row++) day[row] = rows.day[row] as number;
  const levels = new Uint16Array(level.buffer, level.byteOffset, level.length);
  for (let row = 0; row < count; row++) levels[row] = levelOf(row);
  const keys = keysInPlace(rows, namesIn(rules));
  // Nothing of these is needed any more.
  const free = [rows.units, rows.currency].flatMap((column) => halves(column, Int32Array));
  const chains = rowChains(rules, at.length, () => free.pop());
  const index = { count, number, at, day, units, level: levels, marks, keys, chains };
  chainAll(index);
  return index;
}

function chainAll({ chains, keys, count }: RowIndex): void {
  for (const some of chains) for (let place = 0; place < count; place++) addToChain(some, keys, place);
}

function keysInPlace(rows: Rows, names: readonly MatchKey[]): RowIndex['keys'] {
  const keys: RowIndex['keys'] = {};
  let free: Int32Array | null = null;
  for (const name of names) {
    const column = rows.keys[name];
    let hashes: Int32Array;
    if (column instanceof Int32Array) hashes = column;
    else if (free !== null) [hashes, free] = [free, null];
    else [hashes, free] = halves(column, Int32Array);
    for (let row = 0; row < rows.count; row++) {
      const hash = keyHash(column[row] as number);
      // Memory into which nothing was written takes none: of keys that no row has.
      if (hash !== hashes[row]) hashes[row] = hash;
    }
    keys[name] = hashes;
  }
  return keys;
}

/** The memory of a column as two of the same length. The first can be filled from the column in the order of the rows, the second once that is done. */
function halves<Half>(
  column: { buffer: ArrayBufferLike; length: number; byteLength: number },
  of: new (buffer: ArrayBufferLike, from: number, length: number) => Half,
): [Half, Half] {
  return [new of(column.buffer, 0, column.length), new of(column.buffer, column.byteLength / 2, column.length)];
}

/** For rows that follow; memory that is not used yet takes none. */
export const withRoom = (rows: number) => Math.ceil(rows * 1.1) + 1_000;
/** For what rows wait is told by these, whatever the rules compare. */
const waitedBy: readonly MatchKey[] = ['terminalId', 'locationId', 'brand', 'acquirerId'];
const namesIn = (rules: readonly MatchRule[]) => [...new Set([...rules.flatMap(({ keys }) => keys), ...waitedBy])];
/** Whether a row is so far in the past or the future that its time and day are not exact. */
export const isAtEdge = ({ at }: RowIndex, place: number) => Math.abs(at[place] as number) >= AT_MAX;
/** As the index knows it. */
export const momentOf = (at: number) => Math.max(-AT_MAX, Math.min(AT_MAX, at));
const marksOf = ({ side, total }: Pick<ComparableRow, 'side' | 'total'>) => (side === SALE ? 0 : OF_RECORD) | (total === 0 ? 0 : TOTAL);
/** Never 0. */
const unitsHash = (units: number) => hashOf(Math.abs(units)) || 1;
/** 0 for an absent key. */
export const keyHash = (code: number) => (code === 0 ? 0 : hashOf(code) || 1);

/** The same rows, with room for so many more and some to spare. */
export function roomierIndex(index: RowIndex, rules: readonly MatchRule[], more: number): RowIndex {
  const wider = rowIndex(rules, withRoom(index.count + more));
  wider.count = index.count;
  for (const name of ['number', 'at', 'day', 'units', 'level', 'marks'] as const) wider[name].set(index[name].subarray(0, index.count));
  for (const [name, column] of Object.entries(wider.keys)) {
    column.set((index.keys[name as MatchKey] as Int32Array).subarray(0, index.count));
  }
  chainAll(wider);
  return wider;
}
