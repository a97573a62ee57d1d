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

/** By keys that identify: all rows of each block that was asked for. */
interface KnownBlocks {
  blocks: Blocks;
  /** Of each row, once all have been gone through, 16 bits of its block's hash, so that the next time most are passed by at once; 0 for none. */
  parts: Uint16Array | null;
}

const PARTS = 2 ** 16;

/** All rows must be there. What took them is as it was before the step. */
export function rowFinder(index: RowIndex): RowFinder {
  const known = new Map<string, KnownBlocks>();
  /** For levels of other keys, which come last: the few rows that none before them took. */
  let late: LateRows | null = null;
  const lateFor = (least: number): LateRows => {
    if (late === null || least < late.least) late = lateRows(index, least);
    return late;
  };
  /** By place: 1 for the wanted. */
  const marked = new Uint8Array(index.count);
  return (level, wanted, beside) => {
    const least = level.acrossCurrencies ? 0 : level.number;
    const name = level.keys.join();
    const ofKeys = level.isIdentified ? (known.get(name) ?? { blocks: noBlocks(), parts: null }) : null;
    if (ofKeys) known.set(name, ofKeys);
    const blocks = ofKeys?.blocks ?? noBlocks();
    const keys = blockKeys(index, level, level.isIdentified);
    const asked = blocks.count;
    const wantedBlocks = new Set<number>();
    for (const place of wanted) {
      marked[place] = 1;
      const block = blockFor(blocks, hashAt(keys, place));
      wantedBlocks.add(block);
      // Free again, though an earlier level had taken it.
      if (!ofKeys && (index.level[place] as number) < least) put(blocks, block, place);
    }
    if (blocks.count > asked) {
      if (ofKeys) gatherOfAll(index, ofKeys, keys, asked);
      else gather(lateFor(least), level, least, blocks);
    }
    const looking: Looking = { index, level, least, marked, beside };
    const chains = chainsOf(index, level);
    const found: number[] = [];
    for (const block of wantedBlocks) reach(looking, chains, blocks, block, found);
    for (const place of wanted) marked[place] = 0;
    return found;
  };
}

/** Blocks by the order in which they were asked for, and rows in them. */
interface Blocks {
  count: number;
  /** By some bits of a hash: the block, or -1 for none. Most are empty, so that most rows are passed by at once. */
  slots: Int32Array;
  hashes: number[];
  /** Of each block, the row put in last; of each row that was put in, the one before it: by their places among `places`; -1 for none. */
  last: number[];
  before: number[];
  places: number[];
}

const SLOTS_AT_FIRST = 2 ** 10;
const SLOTS_A_BLOCK = 8;

function noBlocks(): Blocks {
  return { count: 0, slots: new Int32Array(SLOTS_AT_FIRST).fill(-1), hashes: [], last: [], before: [], places: [] };
}

/** Where the block of that hash is among the slots, or would be. */
function slotOf({ slots, hashes }: Blocks, hash: number): number {
  const mask = slots.length - 1;
  let slot = hash & mask;
  for (let block = slots[slot] as number; block !== -1 && hashes[block] !== hash; block = slots[slot] as number) slot = (slot + 1) & mask;
  return slot;
}

/** The block of that hash, which is made where there is none. */
function blockFor(blocks: Blocks, hash: number): number {
  const slot = slotOf(blocks, hash);
  const found = blocks.slots[slot] as number;
  if (found !== -1) return found;
  const block = blocks.count++;
  blocks.slots[slot] = block;
  blocks.hashes.push(hash);
  blocks.last.push(-1);
  if (blocks.count * SLOTS_A_BLOCK > blocks.slots.length) {
    blocks.slots = new Int32Array(2 * blocks.slots.length).fill(-1);
    for (let one = 0; one < blocks.count; one++) blocks.slots[slotOf(blocks, blocks.hashes[one] as number)] = one;
  }
  return block;
}

function put({ last, before, places }: Blocks, block: number, place: number): void {
  before.push(last[block] as number);
  last[block] = places.push(place) - 1;
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
function blockKeys({ keys, units, day }: Pick<RowIndex, 'keys' | 'units' | 'day'>, level: MatchLevel, byKeysAlone: boolean): BlockKeys {
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

/** Rows that some level took, one after it, or none; their columns are those of the index, row after row. */
interface LateRows extends Pick<RowIndex, 'units' | 'day' | 'level' | 'keys'> {
  least: number;
  /** In the index. */
  places: Int32Array;
}

function lateRows({ count, units, day, level, keys }: RowIndex, least: number): LateRows {
  const all = new Int32Array(count);
  let found = 0;
  for (let place = 0; place < count; place++) if ((level[place] as number) >= least) all[found++] = place;
  const places = all.slice(0, found);
  const some = <Column extends Int32Array | Int16Array | Uint16Array>(column: Column, into: Column): Column => {
    for (let at = 0; at < found; at++) into[at] = column[places[at] as number] as number;
    return into;
  };
  return {
    ...{ least, places },
    units: some(units, new Int32Array(found)),
    day: some(day, new Int16Array(found)),
    level: some(level, new Uint16Array(found)),
    keys: Object.fromEntries(Object.entries(keys).map(([name, column]) => [name, some(column, new Int32Array(found))])),
  };
}

/** Puts rows into blocks of the level: all that are taken by it, by one after it, or by none. */
function gather(late: LateRows, level: MatchLevel, least: number, blocks: Blocks): void {
  const keys = blockKeys(late, level, false);
  for (let at = 0; at < late.places.length; at++) {
    if ((late.level[at] as number) < least) continue;
    const hash = hashAt(keys, at);
    const block = hash === 0 ? -1 : (blocks.slots[slotOf(blocks, hash)] as number);
    if (block !== -1) put(blocks, block, late.places[at] as number);
  }
}

/** Puts all rows into those of the blocks that were asked for last, from `asked` on. */
function gatherOfAll({ count }: RowIndex, ofKeys: KnownBlocks, keys: BlockKeys, asked: number): void {
  const { blocks, parts } = ofKeys;
  const putIn = (place: number, hash: number) => {
    const block = blocks.slots[slotOf(blocks, hash)] as number;
    if (block >= asked) put(blocks, block, place);
  };
  if (parts === null) {
    const all = new Uint16Array(count);
    for (let place = 0; place < count; place++) {
      const hash = hashAt(keys, place);
      if (hash === 0) continue;
      all[place] = partOf(hash);
      putIn(place, hash);
    }
    ofKeys.parts = all;
    return;
  }
  const wanted = new Uint8Array(PARTS);
  for (let block = asked; block < blocks.count; block++) wanted[partOf(blocks.hashes[block] as number)] = 1;
  for (let place = 0; place < count; place++) if (wanted[parts[place] as number] === 1) putIn(place, hashAt(keys, place));
}

/** Other bits than those of its slot. Never 0. */
const partOf = (hash: number) => hash >>> 16 || 1;

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
