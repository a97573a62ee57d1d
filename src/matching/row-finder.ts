/**
 * Finds in an index the rows that could be in one cluster with others. Nothing is kept sorted for it: a level's columns are gone through, some
 * milliseconds for a million rows. By keys that identify, where few rows agree, this is done once for all levels of the same keys; by others only
 * over what levels before did not take.
 */
import type { MatchKey } from '../contract/match-settings.js';
import { SUMMED_ROWS_MAX } from './decide.js';
import { type Blocks, blockFor, blockOf, noBlocks, put } from './hash-blocks.js';
import type { MatchLevel } from './levels.js';
import { mixed, OF_RECORD, type RowIndex, TOTAL, UNTAKEN } from './row-index.js';

/**
 * The places of the rows that a cluster of the level could hold together with one of these: those that the level, or one after it, took, or none;
 * in a diagnosis, all. And more, which do no harm. Left out is where nothing could be decided, such as rows of one side alone; with `Open`, also
 * where no other row is open.
 */
export type RowFinder = (level: MatchLevel, wanted: readonly number[], beside?: 'Open') => number[];

/** All rows must be there. What took them is as it was before the step. `levels`: all that are asked for, but for those of a diagnosis. */
export function rowFinder(index: RowIndex, levels: readonly MatchLevel[]): RowFinder {
  /** By keys that identify: all rows of each block that was asked for. */
  const known = new Map<string, Blocks>();
  /** For levels of other keys: the rows that none took before the first of those that follow each other. */
  const late = new Map<number, LateIndex>();
  const lateFor = (level: MatchLevel): LateIndex => {
    let first = level.number;
    while (levels[first - 1]?.isIdentified === false) first -= 1;
    const rows = late.get(first) ?? lateRows(index, first);
    late.set(first, rows);
    for (const key of level.keys) rows.keys[key] ??= columnOf(rows.places, index.keys[key] as Int32Array, Int32Array);
    return rows;
  };
  /** By place: 1 for the wanted. */
  const marked = new Uint8Array(index.count);
  return (level, wanted, beside) => {
    const least = level.acrossCurrencies ? 0 : level.number;
    const { isIdentified } = level;
    const name = level.keys.join();
    const blocks = (isIdentified && known.get(name)) || noBlocks();
    if (isIdentified) known.set(name, blocks);
    const keys = blockKeys(index, level);
    const fresh: number[] = [];
    const wantedBlocks = new Set<number>();
    for (const place of wanted) {
      marked[place] = 1;
      const before = blocks.count;
      const block = blockFor(blocks, hashAt(keys, place));
      if (block === before) fresh.push(place);
      wantedBlocks.add(block);
      // Free again, though an earlier level had taken it.
      if (!isIdentified && (index.level[place] as number) < least) put(blocks, block, place);
    }
    if (fresh.length > 0) {
      const sieve = sieveFor(keys, fresh, index.units);
      if (isIdentified) gatherOfAll(index, keys, sieve, blocks, blocks.count - fresh.length);
      else gather(lateFor(level), level, least, sieve, blocks);
    }
    const looking: Looking = { index, level, least, marked, beside };
    const chains = chainsOf(index, level);
    const found: number[] = [];
    for (const block of wantedBlocks) reach(looking, chains, blocks, block, found);
    for (const place of wanted) marked[place] = 0;
    return found;
  };
}

/** What blocks are by: all that the level compares, or, where they identify, its keys alone. */
interface BlockKeys {
  one: Int32Array | undefined;
  two: Int32Array | undefined;
  others: readonly Int32Array[];
  units: Int32Array | null;
  day: Int16Array | null;
}

type KeyColumns = Pick<RowIndex, 'units' | 'day' | 'keys'>;

function blockKeys({ keys, units, day }: KeyColumns, { isIdentified, ...level }: MatchLevel): BlockKeys {
  const [one, two, ...others] = level.keys.map((key: MatchKey) => keys[key] as Int32Array);
  const byUnits = !isIdentified && (level.way === 'Equal' || level.way === 'Cancel');
  return { one, two, others, units: byUnits ? units : null, day: !isIdentified && level.within === null ? day : null };
}

/** By some of their bits, the values of two columns in the blocks that are looked for: nearly all rows are passed by for one of them. */
interface Sieve {
  first: Uint8Array;
  second: Uint8Array;
}

const SIEVE = 2 ** 16;

/** Always two columns, and the same ones where there are fewer: a loop that now has a column and now has none runs much slower. */
function sievedBy({ one, two, units }: BlockKeys, any: Int32Array): [first: Int32Array, second: Int32Array] {
  const [first = any, second = first] = units ? [units, one] : [one, two];
  return [first, second];
}

function sieveFor(keys: BlockKeys, places: readonly number[], any: Int32Array): Sieve {
  const of = (column: Int32Array) => {
    const bits = new Uint8Array(SIEVE);
    for (const place of places) bits[(column[place] as number) & (SIEVE - 1)] = 1;
    return bits;
  };
  const [first, second] = sievedBy(keys, any);
  // Where a level compares none of them, all rows are looked at.
  const all = new Uint8Array(SIEVE).fill(1);
  return keys.units === null && keys.one === undefined ? { first: all, second: all } : { first: of(first), second: of(second) };
}

/** 0 where a key is missing. */
function hashAt({ one, two, others, units, day }: BlockKeys, place: number): number {
  let hash = 0x2545f491;
  if (one !== undefined) {
    const code = one[place] as number;
    if (code === 0) return 0;
    hash = mixed(hash, code);
  }
  if (two !== undefined) {
    const code = two[place] as number;
    if (code === 0) return 0;
    hash = mixed(hash, code);
  }
  for (let key = 0; key < others.length; key++) {
    const code = (others[key] as Int32Array)[place] as number;
    if (code === 0) return 0;
    hash = mixed(hash, code);
  }
  if (units !== null) hash = mixed(hash, units[place] as number);
  if (day !== null) hash = mixed(hash, day[place] as number);
  return hash || 1;
}

/** Rows that some level took, one after it, or none; their columns are those of the index, row after row. */
interface LateIndex extends KeyColumns {
  /** In the index. */
  places: Int32Array;
  level: Uint16Array;
}

/** Those from that level on; its keys are filled in when they are asked for. */
function lateRows({ count, units, day, level }: RowIndex, least: number): LateIndex {
  const all = new Int32Array(count);
  let found = 0;
  for (let place = 0; place < count; place++) if ((level[place] as number) >= least) all[found++] = place;
  const places = all.slice(0, found);
  return {
    ...{ places, keys: {} },
    units: columnOf(places, units, Int32Array),
    day: columnOf(places, day, Int16Array),
    level: columnOf(places, level, Uint16Array),
  };
}

function columnOf<Column extends { [at: number]: number }>(places: Int32Array, all: Column, type: new (length: number) => Column): Column {
  const some = new type(places.length);
  for (let at = 0; at < places.length; at++) some[at] = all[places[at] as number] as number;
  return some;
}

/** Puts rows into blocks of the level: all that are taken by it, by one after it, or by none. */
function gather(late: LateIndex, level: MatchLevel, least: number, sieve: Sieve, blocks: Blocks): void {
  const keys = blockKeys(late, level);
  sifted(keys, sieve, late.units, late.places.length, (at, hash) => {
    if ((late.level[at] as number) < least) return;
    const block = blockOf(blocks, hash);
    if (block !== -1) put(blocks, block, late.places[at] as number);
  });
}

/** Puts all rows into those of the blocks that were asked for last, from `asked` on. */
function gatherOfAll({ count, units }: RowIndex, keys: BlockKeys, sieve: Sieve, blocks: Blocks, asked: number): void {
  sifted(keys, sieve, units, count, (place, hash) => {
    const block = blockOf(blocks, hash);
    if (block >= asked) put(blocks, block, place);
  });
}

/** Calls `visit` for each row of these blocks, and for some others, with the hash of its block. */
function sifted(
  keys: BlockKeys,
  { first, second }: Sieve,
  any: Int32Array,
  count: number,
  visit: (at: number, hash: number) => void,
): void {
  const [one, two] = sievedBy(keys, any);
  for (let at = 0; at < count; at++) {
    if (first[(one[at] as number) & (SIEVE - 1)] === 0 || second[(two[at] as number) & (SIEVE - 1)] === 0) continue;
    const hash = hashAt(keys, at);
    if (hash !== 0) visit(at, hash);
  }
}

/** How rows of a block are cut into chains that no cluster goes beyond: as clusters are, and blocks of the level within those of its keys. */
interface Chains {
  /** Orders rows so that those of a chain follow each other. */
  order(one: number, other: number): number;
  /** Of a row and the next one in this order. */
  isCut(one: number, other: number): boolean;
}

function chainsOf({ at, day, units, marks }: RowIndex, { way, within }: MatchLevel): Chains {
  const time = within === null ? day : at;
  const gap = within ?? 0;
  const bySide = way === 'Cancel';
  const byUnits = bySide || way === 'Equal';
  const sides = (one: number, other: number) => ((marks[one] as number) & OF_RECORD) - ((marks[other] as number) & OF_RECORD);
  return {
    order: (one, other) =>
      (bySide && sides(one, other)) ||
      (byUnits && (units[one] as number) - (units[other] as number)) ||
      (time[one] as number) - (time[other] as number),
    isCut: (one, other) =>
      (bySide && sides(one, other) !== 0) ||
      (byUnits && units[one] !== units[other]) ||
      (time[other] as number) - (time[one] as number) > gap,
  };
}

interface Looking {
  index: RowIndex;
  level: MatchLevel;
  /** Rows that an earlier level took are none of the wanted's neighbours. */
  least: number;
  marked: Uint8Array;
  beside: 'Open' | undefined;
}

/** Adds the chains of a block that hold one of the wanted. */
function reach(looking: Looking, { order, isCut }: Chains, { last, before, places }: Blocks, block: number, found: number[]): void {
  const end = last[block] as number;
  if (end === -1 || before[end] === -1) return;
  const { index, least, marked } = looking;
  const members: number[] = [];
  for (let at = end; at !== -1; at = before[at] as number) {
    const place = places[at] as number;
    if ((index.level[place] as number) >= least || marked[place] === 1) members.push(place);
  }
  if (!isReached(looking, members, 0, members.length)) return;
  members.sort(order);
  let from = 0;
  for (let to = 1; to <= members.length; to++) {
    if (to < members.length && !isCut(members[to - 1] as number, members[to] as number)) continue;
    if (isReached(looking, members, from, to)) for (let member = from; member < to; member++) found.push(members[member] as number);
    from = to;
  }
}

/**
 * Whether these rows hold one of the wanted, and a cluster of them, or of some of them, could decide something about it: see clusters and decide.
 * With `Open`, whether there is another that is open.
 */
function isReached(
  { index: { marks, level: levels }, level: { way }, marked, beside }: Looking,
  members: readonly number[],
  from: number,
  to: number,
): boolean {
  let [all, some, isWanted, isBeside] = [OF_RECORD, 0, false, beside === undefined];
  for (let member = from; member < to; member++) {
    const place = members[member] as number;
    all &= marks[place] as number;
    some |= marks[place] as number;
    if (marked[place] === 1) isWanted = true;
    else if (levels[place] === UNTAKEN) isBeside = true;
  }
  if (!isWanted || !isBeside) return false;
  if (way === 'Cancel') return to - from > 1;
  const hasBothSides = (some & OF_RECORD) !== 0 && all === 0;
  return hasBothSides && (way !== 'Total' || (some & TOTAL) !== 0 || to - from > SUMMED_ROWS_MAX);
}
