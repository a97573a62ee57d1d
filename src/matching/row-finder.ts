/**
 * Finds in an index the rows that could be in one cluster with others. Nothing is kept sorted for it: a level's columns are gone through, some
 * milliseconds for a million rows. By keys that identify, where few rows agree, this is done once for all levels of the same keys.
 */
import type { MatchKey } from '../contract/match-settings.js';
import { SUMMED_ROWS_MAX } from './decide.js';
import type { MatchLevel } from './levels.js';
import { mixed, OF_RECORD, type RowIndex, TOTAL, UNTAKEN } from './row-index.js';

/**
 * The places of the rows that a cluster of the level could hold together with one of these: those that the level, or one after it, took, or none;
 * in a diagnosis, all. And more, which do no harm. Left out is where nothing could be decided, such as rows of one side alone; with `Open`, also
 * where no other row is open.
 */
export type RowFinder = (level: MatchLevel, wanted: readonly number[], beside?: 'Open') => number[];

type Blocks = Map<number, number[]>;

/** By keys that identify. */
interface KnownBlocks {
  /** Of each block that was asked for, all rows. */
  blocks: Blocks;
  /** Of each row, once all have been gone through, 16 bits of its block's hash, so that the next time most are passed by at once; 0 for none. */
  parts: Uint16Array | null;
}

/** A slot for each block that is looked for, so that most others are passed by at once; a power of 2. */
const SLOTS = 2 ** 18;
const PARTS = 2 ** 16;

/** All rows must be there. What took them is as it was before the step. */
export function rowFinder(index: RowIndex): RowFinder {
  const known = new Map<string, KnownBlocks>();
  /** For levels of other keys, which come last: the few rows that none before them took. */
  let late: Int32Array | null = null;
  let lateFrom = Number.POSITIVE_INFINITY;
  const placesFor = (least: number): Int32Array => {
    if (late === null || least < lateFrom) {
      late = placesFrom(index, least);
      lateFrom = least;
    }
    return late;
  };
  /** By place: 1 for the wanted. */
  const marked = new Uint8Array(index.count);
  return (level, wanted, beside) => {
    const least = level.acrossCurrencies ? 0 : level.number;
    const keys = blockKeys(index, level, level.isIdentified);
    const name = level.keys.join();
    const ofKeys: KnownBlocks | null = level.isIdentified ? (known.get(name) ?? { blocks: new Map(), parts: null }) : null;
    if (ofKeys) known.set(name, ofKeys);
    const before = ofKeys?.blocks;
    const asked: Blocks = new Map();
    const wantedBlocks = new Set<number>();
    for (const place of wanted) {
      marked[place] = 1;
      const block = hashAt(keys, place);
      wantedBlocks.add(block);
      if (before?.has(block)) continue;
      const members = asked.get(block) ?? [];
      asked.set(block, members);
      // Free again, though an earlier level had taken it.
      if (!before && (index.level[place] as number) < least) members.push(place);
    }
    if (asked.size > 0) {
      if (ofKeys) gatherOfAll(index, ofKeys, keys, asked);
      else gather(index, placesFor(least), keys, least, asked);
    }
    for (const [block, members] of asked) before?.set(block, members);
    const looking: Looking = { index, level, least, marked, beside };
    const chains = chainsOf(index, level);
    const found: number[] = [];
    for (const block of wantedBlocks) reach(looking, chains, (before ?? asked).get(block) ?? [], found);
    for (const place of wanted) marked[place] = 0;
    return found;
  };
}

/** What blocks of a level are by. */
interface BlockKeys {
  one: Int32Array | undefined;
  two: Int32Array | undefined;
  others: readonly Int32Array[];
  units: Int32Array | null;
  day: Int16Array | null;
}

/** All that the level compares, or its keys alone. */
function blockKeys({ keys, units, day }: RowIndex, level: MatchLevel, byKeysAlone: boolean): BlockKeys {
  const [one, two, ...others] = level.keys.map((key: MatchKey) => keys[key] as Int32Array);
  const byUnits = !byKeysAlone && (level.way === 'Equal' || level.way === 'Cancel');
  return { one, two, others, units: byUnits ? units : null, day: !byKeysAlone && level.within === null ? day : null };
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

/** Puts rows into these blocks: of those at `places`, all that are taken by this level, by one after it, or by none. */
function gather({ level }: RowIndex, places: Int32Array, keys: BlockKeys, least: number, blocks: Blocks): void {
  const slots = slotsOf(blocks);
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    if ((level[place] as number) < least) continue;
    const block = hashAt(keys, place);
    if (block !== 0 && slots[block & (SLOTS - 1)] === 1) blocks.get(block)?.push(place);
  }
}

/** Puts all rows of these blocks into them. */
function gatherOfAll({ count }: RowIndex, ofKeys: KnownBlocks, keys: BlockKeys, blocks: Blocks): void {
  const slots = slotsOf(blocks);
  const { parts } = ofKeys;
  if (parts === null) {
    const all = new Uint16Array(count);
    for (let place = 0; place < count; place++) {
      const block = hashAt(keys, place);
      if (block === 0) continue;
      all[place] = partOf(block);
      if (slots[block & (SLOTS - 1)] === 1) blocks.get(block)?.push(place);
    }
    ofKeys.parts = all;
    return;
  }
  const wanted = new Uint8Array(PARTS);
  for (const block of blocks.keys()) wanted[partOf(block)] = 1;
  for (let place = 0; place < count; place++) {
    if (wanted[parts[place] as number] === 0) continue;
    const block = hashAt(keys, place);
    if (slots[block & (SLOTS - 1)] === 1) blocks.get(block)?.push(place);
  }
}

function slotsOf(blocks: Blocks): Uint8Array {
  const slots = new Uint8Array(SLOTS);
  for (const block of blocks.keys()) slots[block & (SLOTS - 1)] = 1;
  return slots;
}

/** Other bits than those of its slot. Never 0. */
const partOf = (block: number) => block >>> 16 || 1;

function placesFrom({ count, level }: RowIndex, least: number): Int32Array {
  const some = new Int32Array(count);
  let found = 0;
  for (let place = 0; place < count; place++) if ((level[place] as number) >= least) some[found++] = place;
  return some.subarray(0, found);
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
function reach(looking: Looking, { order, isCut }: Chains, block: readonly number[], found: number[]): void {
  if (block.length < 2) return;
  const { index, least, marked } = looking;
  const members: number[] = [];
  for (const place of block) if ((index.level[place] as number) >= least || marked[place] === 1) members.push(place);
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
