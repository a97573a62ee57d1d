/**
 * Finds in an index the rows that could be in one cluster with others. Nothing is kept sorted for it: a level's columns are gone through, some
 * milliseconds for a million rows. By keys that identify, where few rows agree, this is done once for all levels of the same keys.
 */
import type { MatchKey } from '../contract/match-settings.js';
import { SUMMED_ROWS_MAX } from './decide.js';
import type { MatchLevel } from './levels.js';
import { mixed, type RowIndex } from './row-index.js';

/**
 * The places of these rows, and of all others that a cluster of the level could have together with them: those that the level, or one after it,
 * took, or none; in a diagnosis, all. And more, which do no harm.
 */
export type RowFinder = (level: MatchLevel, wanted: readonly number[]) => number[];

type Blocks = Map<number, number[]>;

/** A slot for each block that is looked for, so that most others are passed by at once; a power of 2. */
const SLOTS = 2 ** 18;
/** Of blocks of more rows, those far away in time are left out. */
const SMALL = 8;

/** All rows must be there. What took them is as it was before the step. */
export function rowFinder(index: RowIndex): RowFinder {
  /** By keys that identify: of each block that was asked for, all rows. */
  const known = new Map<string, Blocks>();
  /** For levels of other keys, which come last: the few rows that none before them took. */
  let late: Places | null = null;
  let lateFrom = Number.POSITIVE_INFINITY;
  const placesFor = (least: number): Places => {
    if (late === null || least < lateFrom) {
      late = placesFrom(index, least);
      lateFrom = least;
    }
    return late;
  };
  return (level, wanted) => {
    const least = level.acrossCurrencies ? 0 : level.number;
    const isFree = (place: number) => (index.level[place] as number) >= least;
    const isWanted = new Set(wanted);
    const keys = blockKeys(index, level, level.isIdentified);
    const name = level.keys.join();
    const before = level.isIdentified ? (known.get(name) ?? new Map<number, number[]>()) : null;
    if (before) known.set(name, before);
    const asked: Blocks = new Map();
    const wantedBlocks = new Set<number>();
    for (const place of wanted) {
      const block = hashAt(keys, place);
      wantedBlocks.add(block);
      if (before?.has(block)) continue;
      const members = asked.get(block) ?? [];
      asked.set(block, members);
      // Free again, though an earlier level had taken it.
      if (!before && !isFree(place)) members.push(place);
    }
    if (asked.size > 0) {
      if (before) gather(index, { count: index.count, some: null }, keys, 0, asked);
      else gather(index, placesFor(least), keys, least, asked);
    }
    for (const [block, members] of asked) before?.set(block, members);
    const found: number[] = [];
    for (const block of wantedBlocks) {
      const members = ((before ?? asked).get(block) ?? []).filter((place) => isFree(place) || isWanted.has(place));
      if (level.way === 'Total' && saysNothing(index, members)) continue;
      if (level.within === null || members.length <= SMALL) for (const place of members) found.push(place);
      else reach(index, members, level.within, isWanted, found);
    }
    return found;
  };
}

/** Whether a block of so few rows without a total is passed by: see decide. */
function saysNothing({ isTotal }: RowIndex, members: readonly number[]): boolean {
  return members.length <= SUMMED_ROWS_MAX && !members.some((place) => isTotal[place] === 1);
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

/** Puts all rows of these blocks into them, of those at `places`, that are taken by this level, by one after it, or by none. */
function gather({ level }: RowIndex, places: Places, keys: BlockKeys, least: number, blocks: Blocks): void {
  const slots = new Uint8Array(SLOTS);
  for (const block of blocks.keys()) slots[block & (SLOTS - 1)] = 1;
  for (let at = 0; at < places.count; at++) {
    const place = places.some === null ? at : (places.some[at] as number);
    if ((level[place] as number) < least) continue;
    const block = hashAt(keys, place);
    if (block !== 0 && slots[block & (SLOTS - 1)] === 1) blocks.get(block)?.push(place);
  }
}

/** All places, or some of them. */
interface Places {
  count: number;
  some: Int32Array | null;
}

function placesFrom({ count, level }: RowIndex, least: number): Places {
  const some = new Int32Array(count);
  let found = 0;
  for (let place = 0; place < count; place++) if ((level[place] as number) >= least) some[found++] = place;
  return { count: found, some };
}

/** Adds the chains of neighbours in time that hold one of the wanted. */
function reach({ at }: RowIndex, members: number[], within: number, wanted: ReadonlySet<number>, found: number[]): void {
  members.sort((one, other) => (at[one] as number) - (at[other] as number));
  let from = 0;
  let isReached = false;
  for (let to = 0; to <= members.length; to++) {
    const isEnd =
      to === members.length || (to > from && (at[members[to] as number] as number) - (at[members[to - 1] as number] as number) > within);
    if (isEnd) {
      if (isReached) for (let member = from; member < to; member++) found.push(members[member] as number);
      from = to;
      isReached = false;
    }
    if (to < members.length && wanted.has(members[to] as number)) isReached = true;
  }
}
