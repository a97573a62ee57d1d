/**
 * Of every row, in some fifty bytes, what a step has to know of it to find those that are near others: hashes of what levels compare, and the level
 * that took it. Hashes may agree where rows do not, so that too many are found, never too few. In shared memory, which threads hand on.
 */
import type { MatchKey, MatchRule } from '../contract/match-settings.js';
import type { MatchLevel } from './levels.js';
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
  /** Of the keys that rules name; 0 is absent. */
  keys: Partial<Record<MatchKey, Int32Array>>;
}

export const UNTAKEN = 0xffff;
const AT_MAX = 2 ** 31 - 1;
/** Of blocks that are looked for, so many slots; a power of 2. */
const FILTER = 2 ** 18;

export function rowIndex(rules: readonly MatchRule[], rowsMax: number): RowIndex {
  const shared = (bytes: number) => new SharedArrayBuffer(bytes * rowsMax);
  const names = new Set(rules.flatMap(({ keys }) => keys));
  return {
    count: 0,
    number: new Float64Array(shared(8)),
    at: new Int32Array(shared(4)),
    day: new Int16Array(shared(2)),
    units: new Int32Array(shared(4)),
    level: new Uint16Array(shared(2)),
    keys: Object.fromEntries([...names].map((name) => [name, new Int32Array(shared(4))])),
  };
}

/** Puts a row behind the others; there must be room. @returns its place */
export function addToIndex(index: RowIndex, number: number, rows: Rows, row: number, level: number): number {
  const place = index.count++;
  index.number[place] = number;
  index.level[place] = level;
  index.at[place] = momentOf(rows.at[row] as number);
  index.day[place] = rows.day[row] as number;
  index.units[place] = hashOf(Math.abs(rows.units[row] as number));
  for (const [name, column] of Object.entries(index.keys)) column[place] = keyHash(rows.keys[name as MatchKey][row] as number);
  return place;
}

/** Of all rows, which are gone afterwards: there is no room for both. */
export function indexInPlaceOf(
  rows: Rows,
  rules: readonly MatchRule[],
  numberOf: (row: number) => number,
  levelOf: (row: number) => number,
): RowIndex {
  const { count } = rows;
  const index = rowIndex(rules, count);
  index.count = count;
  for (let row = 0; row < count; row++) {
    index.number[row] = numberOf(row);
    index.level[row] = levelOf(row);
    index.at[row] = momentOf(rows.at[row] as number);
    index.day[row] = rows.day[row] as number;
    index.units[row] = hashOf(Math.abs(rows.units[row] as number));
  }
  for (const name of Object.keys(rows.keys) as MatchKey[]) {
    const column = rows.keys[name];
    rows.keys[name] = new Float64Array(0);
    const hashes = index.keys[name];
    if (hashes) for (let row = 0; row < count; row++) hashes[row] = keyHash(column[row] as number);
  }
  return index;
}

const momentOf = (at: number) => Math.max(-AT_MAX, Math.min(AT_MAX, at));
const keyHash = (code: number) => (code === 0 ? 0 : hashOf(code) || 1);

/** The same rows, with room for so many more and some to spare. */
export function roomierIndex(index: RowIndex, rules: readonly MatchRule[], more: number): RowIndex {
  const wider = rowIndex(rules, Math.ceil((index.count + more) * 1.1));
  wider.count = index.count;
  for (const name of ['number', 'at', 'day', 'units', 'level'] as const) wider[name].set(index[name].subarray(0, index.count));
  for (const [name, column] of Object.entries(wider.keys)) {
    column.set((index.keys[name as MatchKey] as Int32Array).subarray(0, index.count));
  }
  return wider;
}

/**
 * The places of these rows, and of all others that a cluster of the level could have together with them: those that the level, or one after it,
 * took, or none; in a diagnosis, all.
 */
export function placesAround(index: RowIndex, level: MatchLevel, wanted: readonly number[]): number[] {
  const hash = blockHashes(index, level);
  const blocks = new Set<number>();
  const filter = new Uint8Array(FILTER);
  for (const place of wanted) {
    const block = hash(place);
    blocks.add(block);
    filter[block & (FILTER - 1)] = 1;
  }
  const least = level.acrossCurrencies ? 0 : level.number;
  const found = wanted.filter((place) => (index.level[place] as number) < least);
  for (let place = 0; place < index.count; place++) {
    if ((index.level[place] as number) < least) continue;
    const block = hash(place);
    if (block !== 0 && filter[block & (FILTER - 1)] === 1 && blocks.has(block)) found.push(place);
  }
  return level.within === null ? found : inReach(index, found, hash, level.within, new Set(wanted));
}

/** 0 where a key is missing. */
function blockHashes({ keys, units, day }: RowIndex, level: MatchLevel): (place: number) => number {
  const columns = level.keys.map((key) => keys[key] as Int32Array);
  const byUnits = level.way === 'Equal' || level.way === 'Cancel';
  const byDay = level.within === null;
  return (place) => {
    let hash = 0x2545f491;
    for (let key = 0; key < columns.length; key++) {
      const code = (columns[key] as Int32Array)[place] as number;
      if (code === 0) return 0;
      hash = mixed(hash, code);
    }
    if (byUnits) hash = mixed(hash, units[place] as number);
    if (byDay) hash = mixed(hash, day[place] as number);
    return hash || 1;
  };
}

/** Of each block the chains of neighbours in time that hold one of the wanted. */
function inReach(index: RowIndex, found: number[], hash: (place: number) => number, within: number, wanted: ReadonlySet<number>): number[] {
  const blocks = new Map<number, number[]>();
  for (const place of found) {
    const block = hash(place);
    const members = blocks.get(block);
    if (members) members.push(place);
    else blocks.set(block, [place]);
  }
  const reached: number[] = [];
  for (const members of blocks.values()) {
    members.sort((one, other) => (index.at[one] as number) - (index.at[other] as number));
    let chain: number[] = [];
    const close = () => {
      if (chain.some((place) => wanted.has(place))) for (const place of chain) reached.push(place);
      chain = [];
    };
    for (const [position, place] of members.entries()) {
      if (position > 0 && (index.at[place] as number) - (index.at[members[position - 1] as number] as number) > within) close();
      chain.push(place);
    }
    close();
  }
  return reached;
}

/** Of a whole number, its lower 32 bits and what is above them. */
function hashOf(value: number): number {
  return mixed(mixed(0x9e3779b9, value | 0), (value / 2 ** 32) | 0);
}

function mixed(hash: number, value: number): number {
  const mix = Math.imul(hash ^ value, 0x9e3779b1);
  return Math.imul(mix ^ (mix >>> 15), 0x85ebca6b) ^ (mix >>> 13);
}
