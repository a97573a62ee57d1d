/**
 * Finds in an index the rows that could be in one cluster with others. Nothing is kept sorted for it: a level's columns are gone through, some
 * milliseconds for a million rows. By keys that identify, where few rows agree, this is done once for all levels of the same keys.
 */
import type { MatchKey } from '../contract/match-settings.js';
import type { MatchLevel } from './levels.js';
import { mixed, type RowIndex } from './row-index.js';

/**
 * The places of these rows, and of all others that a cluster of the level could have together with them: those that the level, or one after it,
 * took, or none; in a diagnosis, all. And more, which do no harm.
 */
export type RowFinder = (level: MatchLevel, wanted: readonly number[]) => number[];

type BlockHash = (place: number) => number;
type Blocks = Map<number, number[]>;

/** A slot for each block that is looked for, so that most others are passed by at once; a power of 2. */
const SLOTS = 2 ** 18;
/** Of blocks of more rows, those far away in time are left out. */
const SMALL = 8;

/** All rows must be there. What took them is as it was before the step. */
export function rowFinder(index: RowIndex): RowFinder {
  const known = new Map<string, Blocks>();
  /** Of keys that identify: of each block that was asked for, all rows. */
  const blocksByKeys = (level: MatchLevel, hash: BlockHash, wanted: readonly number[]): Blocks => {
    const name = level.keys.join();
    const blocks = known.get(name) ?? new Map<number, number[]>();
    known.set(name, blocks);
    const asked: Blocks = new Map();
    for (const place of wanted) if (!blocks.has(hash(place))) asked.set(hash(place), []);
    if (asked.size > 0) gather(index, hash, 0, asked);
    for (const [block, members] of asked) blocks.set(block, members);
    return blocks;
  };
  return (level, wanted) => {
    const isFew = level.isIdentified;
    const hash = blockHash(index, level, isFew);
    const least = level.acrossCurrencies ? 0 : level.number;
    const isWanted = new Set(wanted);
    const found: number[] = [];
    let blocks: Blocks;
    if (isFew) blocks = blocksByKeys(level, hash, wanted);
    else {
      blocks = new Map();
      for (const place of wanted) {
        const members = blocks.get(hash(place)) ?? [];
        // Rows that are free again, though an earlier level had taken them.
        if ((index.level[place] as number) < least) members.push(place);
        blocks.set(hash(place), members);
      }
      gather(index, hash, least, blocks);
    }
    for (const block of new Set(wanted.map(hash))) {
      const members = (blocks.get(block) ?? []).filter((place) => (index.level[place] as number) >= least || isWanted.has(place));
      if (level.within === null || members.length <= SMALL) for (const place of members) found.push(place);
      else reach(index, members, level.within, isWanted, found);
    }
    return found;
  };
}

/** Puts all rows of these blocks into them that are taken by this level, by one after it, or by none. */
function gather({ count, level }: RowIndex, hash: BlockHash, least: number, blocks: Blocks): void {
  const slots = new Uint8Array(SLOTS);
  for (const block of blocks.keys()) slots[block & (SLOTS - 1)] = 1;
  for (let place = 0; place < count; place++) {
    if ((level[place] as number) < least) continue;
    const block = hash(place);
    if (block !== 0 && slots[block & (SLOTS - 1)] === 1) blocks.get(block)?.push(place);
  }
}

/** By what the level compares, or by the keys alone; 0 where one is missing. */
function blockHash({ keys, units, day }: RowIndex, level: MatchLevel, byKeysAlone: boolean): BlockHash {
  const [one, two, ...others] = level.keys.map((key: MatchKey) => keys[key] as Int32Array);
  const byUnits = !byKeysAlone && (level.way === 'Equal' || level.way === 'Cancel');
  const byDay = !byKeysAlone && level.within === null;
  return (place) => {
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
    for (const column of others) {
      const code = column[place] as number;
      if (code === 0) return 0;
      hash = mixed(hash, code);
    }
    if (byUnits) hash = mixed(hash, units[place] as number);
    if (byDay) hash = mixed(hash, day[place] as number);
    return hash || 1;
  };
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
