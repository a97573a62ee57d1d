/**
 * Finds in an index the rows that could be in one cluster with others. Nothing is kept sorted for it: a level's columns are gone through, some
 * milliseconds for a million rows. By keys that identify, where few rows agree, this is done once for all levels of the same keys; by others only
 * over what levels before did not take.
 */
import type { MatchKey } from '../contract/match-settings.js';
import { SUMMED_ROWS_MAX } from './decide.js';
import { type Blocks, blockFor, blockOf, noBlocks, put } from './hash-blocks.js';
import { columnOf, type LateIndex, lateRows, type NearSpans, spansNear } from './late-rows.js';
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
  /** For levels of other keys: the rows that none took before the first of them. */
  let late: LateIndex | null = null;
  const lateFor = (level: MatchLevel): LateIndex => {
    late ??= lateRows(index, levels.find(({ isIdentified }) => !isIdentified)?.number ?? 0);
    for (const key of level.keys) late.keys[key] ??= columnOf(late.places, index.keys[key] as Int32Array);
    return late;
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
    const spans = isIdentified ? null : spansNear(index, level, wanted);
    const looking: Looking = { index, level, least, marked, beside, spans };
    if (fresh.length > 0) {
      const sieve = sieveFor(keys, fresh, index.units);
      if (isIdentified) gatherOfAll(index, keys, sieve, blocks, blocks.count - fresh.length);
      else gather(lateFor(level), looking, sieve, blocks, (span) => spans?.has(span) !== false);
    }
    let found = reached(looking, blocks, wantedBlocks);
    if (found === null) {
      gather(lateFor(level), looking, sieveFor(keys, fresh, index.units), blocks, (span) => spans?.has(span) === false);
      found = reached({ ...looking, spans: null }, blocks, wantedBlocks) as number[];
    }
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
  day: Int16Array | Int32Array | null;
}

type KeyColumns = Pick<RowIndex, 'units' | 'keys'> & { day: Int16Array | Int32Array };

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
function sievedBy({ one, two, units, day }: BlockKeys, any: Int32Array) {
  const [first = any, second = first] = [day, units, one, two].filter((column) => column !== null && column !== undefined);
  return [first, second] as const;
}

function sieveFor(keys: BlockKeys, places: readonly number[], any: Int32Array): Sieve {
  const of = (column: Int32Array | Int16Array) => {
    const bits = new Uint8Array(SIEVE);
    for (const place of places) bits[(column[place] as number) & (SIEVE - 1)] = 1;
    return bits;
  };
  const [first, second] = sievedBy(keys, any);
  // Where a level compares none of them, all rows are looked at.
  const all = new Uint8Array(SIEVE).fill(1);
  const isAny = keys.units === null && keys.day === null && keys.one === undefined;
  return isAny ? { first: all, second: all } : { first: of(first), second: of(second) };
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

/** Puts rows of those spans into blocks of the level: all that are taken by it, by one after it, or by none. */
function gather(late: LateIndex, { level, least }: Looking, sieve: Sieve, blocks: Blocks, isOf: (span: number) => boolean): void {
  const keys = blockKeys(late, level);
  for (const span of late.spans) {
    if (!isOf(span)) continue;
    sifted(keys, sieve, late.units, late.from[span] as number, late.from[span + 1] as number, (at, hash) => {
      if ((late.level[at] as number) < least) return;
      const block = blockOf(blocks, hash);
      if (block !== -1) put(blocks, block, late.places[at] as number);
    });
  }
}

/** Puts all rows into those of the blocks that were asked for last, from `asked` on. */
function gatherOfAll({ count, units }: RowIndex, keys: BlockKeys, sieve: Sieve, blocks: Blocks, asked: number): void {
  sifted(keys, sieve, units, 0, count, (place, hash) => {
    const block = blockOf(blocks, hash);
    if (block >= asked) put(blocks, block, place);
  });
}

/** Calls `visit` for each row of these blocks, and for some others, with the hash of its block. */
function sifted(
  keys: BlockKeys,
  { first, second }: Sieve,
  any: Int32Array,
  from: number,
  to: number,
  visit: (at: number, hash: number) => void,
): void {
  const [one, two] = sievedBy(keys, any);
  for (let at = from; at < to; at++) {
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
  /** Only rows of these spans are in the blocks; null for all. */
  spans: NearSpans | null;
}

/** What is in one chain with a wanted one; null where a chain may go on beyond the spans. */
function reached(looking: Looking, blocks: Blocks, wanted: Iterable<number>): number[] | null {
  const chains = chainsOf(looking.index, looking.level);
  const found: number[] = [];
  for (const block of wanted) if (!reach(looking, chains, blocks, block, found)) return null;
  return found;
}

/** Adds the chains of a block that hold one of the wanted. False where one of them may go on beyond the spans. */
function reach(looking: Looking, { order, isCut }: Chains, { last, before, places }: Blocks, block: number, found: number[]): boolean {
  const end = last[block] as number;
  if (end === -1 || before[end] === -1) return true;
  const { index, least, marked, spans } = looking;
  const members: number[] = [];
  let isWhole = true;
  for (let at = end; at !== -1; at = before[at] as number) {
    const place = places[at] as number;
    if ((index.level[place] as number) < least && marked[place] !== 1) continue;
    members.push(place);
    const moment = index.at[place] as number;
    if (spans?.holdBeside(moment, moment) === false) isWhole = false;
  }
  if (isWhole && !isReached(looking, members, 0, members.length)) return true;
  members.sort(order);
  let from = 0;
  for (let to = 1; to <= members.length; to++) {
    const next = members[to - 1] as number;
    if (to < members.length && !isCut(next, members[to] as number)) continue;
    if (!isWhole && !spans?.holdBeside(index.at[members[from] as number] as number, index.at[next] as number)) {
      for (let member = from; member < to; member++) if (marked[members[member] as number] === 1) return false;
    }
    if (isReached(looking, members, from, to)) for (let member = from; member < to; member++) found.push(members[member] as number);
    from = to;
  }
  return true;
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
