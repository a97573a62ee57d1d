/**
 * Finds in an index the rows that could be in one cluster with others. By keys that identify, where few rows agree, they are in chains. By other
 * keys the columns of what levels before did not take are gone through, some milliseconds for a million rows: nothing is kept sorted for it.
 */
import type { MatchKey } from '../contract/match-settings.js';
import { SUMMED_ROWS_MAX } from './decide.js';
import { type Blocks, blockFor, blockOf, noBlocks, put } from './hash-blocks.js';
import { columnOf, type LateIndex, lateRows, SPAN_SECONDS } from './late-rows.js';
import { type MatchLevel, namingKeys } from './levels.js';
import { chainOf, eachInChain, type RowChains } from './row-chains.js';
import { mixed } from './row-hash.js';
import { OF_RECORD, type RowIndex, TOTAL, UNTAKEN } from './row-index.js';
import { type BlockKeys, blockSieve, nearSieve, passesBeside, type RowSieve, sift } from './row-sieve.js';

/**
 * The places of the rows that a cluster of the level could hold together with one of these: those that the level, or one after it, took, or none;
 * in a diagnosis, all. And more, which do no harm. Left out is where nothing could be decided, such as rows of one side alone; with `Open`, also
 * where no other row is open.
 */
export type RowFinder = (level: MatchLevel, wanted: readonly number[], beside?: 'Open') => number[];

/** All rows must be there. What took them is as it was before the step. `levels`: all that are asked for, but for those of a diagnosis. */
export function rowFinder(index: RowIndex, levels: readonly MatchLevel[]): RowFinder {
  const known = new Map<string, Identified>();
  /** For levels of other keys: the rows that none took before the first of them. */
  let late: LateIndex | null = null;
  const lateFor = (level: MatchLevel): LateIndex => {
    late ??= lateRows(index, levels.find(({ isIdentified }) => !isIdentified)?.number ?? 0);
    for (const key of level.keys) late.keys[key] ??= columnOf(late.places, index.keys[key] as Int32Array);
    return late;
  };
  /** By place: 1 for the wanted. */
  const marked = new Uint8Array(index.count);
  const amongAll = (looking: Looking, wanted: readonly number[]): number[] => {
    const name = looking.level.keys.join();
    const { blocks, asked } = known.get(name) ?? { blocks: noBlocks(), asked: new Set() };
    known.set(name, { blocks, asked });
    const keys = blockKeys(index, looking.level);
    const chains = chainsFor(index, looking.level);
    const pairOf = (block: number, chain: number) => block * chains.heads.length + chain;
    const fresh = { pairs: new Set<number>(), chains: new Set<number>() };
    const wantedBlocks = blocksOf(blocks, keys, wanted, (place, block) => {
      const chain = chainOf(chains, index.keys, place);
      const pair = pairOf(block, chain);
      if (asked.has(pair)) return;
      asked.add(pair);
      fresh.pairs.add(pair);
      fresh.chains.add(chain);
    });
    for (const chain of fresh.chains) {
      eachInChain(chains, chain, (place) => {
        const hash = hashAt(keys, place);
        const block = hash === 0 ? -1 : blockOf(blocks, hash);
        if (fresh.pairs.has(pairOf(block, chain))) put(blocks, block, place);
      });
    }
    return reached(looking, blocks, wantedBlocks, null) as number[];
  };
  /** Null where it has to look further than to rows of near times. */
  const amongLate = (looking: Looking, wanted: readonly number[], within: number | null): number[] | null => {
    const { level, least } = looking;
    const blocks = noBlocks();
    const keys = blockKeys(index, level);
    const wantedBlocks = blocksOf(blocks, keys, wanted, (place, block) => {
      // Free again, though an earlier level had taken it.
      if ((index.level[place] as number) < least) put(blocks, block, place);
    });
    const sieve = within === null ? blockSieve(keys, index, wanted) : nearSieve(keys, index, wanted, within);
    gather(lateFor(level), looking, sieve, blocks);
    return reached(looking, blocks, wantedBlocks, within === null ? null : passesBeside(sieve, keys, index));
  };
  return (level, wanted, beside) => {
    if (wanted.length === 0) return [];
    const looking: Looking = { index, level, least: level.acrossCurrencies ? 0 : level.number, marked, beside };
    for (const place of wanted) marked[place] = 1;
    const found = level.isIdentified
      ? amongAll(looking, wanted)
      : (amongLate(looking, wanted, withinSpan(level)) ?? (amongLate(looking, wanted, null) as number[]));
    for (const place of wanted) marked[place] = 0;
    return found;
  };
}

/** Of keys that identify. */
interface Identified {
  /** Those that were asked for, with their rows of the chains in which they were. */
  blocks: Blocks;
  /** Each with its chain, as one number: blocks of several chains can have one hash, and are one here. */
  asked: Set<number>;
}

/** Null where rows may be further apart, or have to be of one day, which is not always the one on which they were paid: times do not tell then. */
function withinSpan({ within }: MatchLevel): number | null {
  return within !== null && within <= SPAN_SECONDS ? within : null;
}

/** The blocks of these rows, made where there are none. Calls `visit` for each row. */
function blocksOf(blocks: Blocks, keys: BlockKeys, places: readonly number[], visit: (place: number, block: number) => void): Set<number> {
  const some = new Set<number>();
  for (const place of places) {
    const block = blockFor(blocks, hashAt(keys, place));
    some.add(block);
    visit(place, block);
  }
  return some;
}

type KeyColumns = Pick<RowIndex, 'units' | 'keys'> & { day: Int16Array | Int32Array };

function blockKeys({ keys, units, day }: KeyColumns, { isIdentified, ...level }: MatchLevel): BlockKeys {
  const [one, two, ...others] = level.keys.map((key: MatchKey) => keys[key] as Int32Array);
  const byUnits = !isIdentified && (level.way === 'Equal' || level.way === 'Cancel');
  return { one, two, others, units: byUnits ? units : null, day: !isIdentified && level.within === null ? day : null };
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

/** Puts the rows that pass into blocks of the level: those that are taken by it, by one after it, or by none. */
function gather(late: LateIndex, { level, least }: Looking, sieve: RowSieve, blocks: Blocks): void {
  const keys = blockKeys(late, level);
  for (const span of late.spans) {
    if (sieve.near?.spans.has(span) === false) continue;
    const rows = { from: late.from[span] as number, to: late.from[span + 1] as number, span };
    sift(sieve, keys, late.units, rows, (at) => {
      if ((late.level[at] as number) < least) return;
      const hash = hashAt(keys, at);
      const block = hash === 0 ? -1 : blockOf(blocks, hash);
      if (block !== -1) put(blocks, block, late.places[at] as number);
    });
  }
}

function chainsFor({ chains }: RowIndex, { rule }: MatchLevel): RowChains {
  const naming = namingKeys(rule)?.join();
  return chains.find((some) => some.keys.join() === naming) as RowChains;
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

/** Whether all rows of the block of `place` are there that could be in one cluster with some of it from the time `earliest` to `latest`. */
type AreThereBeside = (place: number, earliest: number, latest: number) => boolean;

/** What is in one chain with a wanted one; null where a chain may go on beyond what is there. `areThereBeside`: null where all rows are. */
function reached(looking: Looking, blocks: Blocks, wanted: Iterable<number>, areThereBeside: AreThereBeside | null): number[] | null {
  const chains = chainsOf(looking.index, looking.level);
  const found: number[] = [];
  for (const block of wanted) if (!reach(looking, chains, areThereBeside, { blocks, block }, found)) return null;
  return found;
}

/** Adds the chains of a block that hold one of the wanted. False where one of them may go on beyond what is there. */
function reach(
  looking: Looking,
  { order, isCut }: Chains,
  areThereBeside: AreThereBeside | null,
  { blocks: { last, before, places }, block }: { blocks: Blocks; block: number },
  found: number[],
): boolean {
  const end = last[block] as number;
  if (end === -1 || before[end] === -1) return true;
  const { index, least, marked } = looking;
  const members: number[] = [];
  let isWhole = true;
  for (let at = end; at !== -1; at = before[at] as number) {
    const place = places[at] as number;
    if ((index.level[place] as number) < least && marked[place] !== 1) continue;
    members.push(place);
    if (areThereBeside === null || !isWhole) continue;
    const moment = index.at[place] as number;
    isWhole = areThereBeside(place, moment, moment);
  }
  if (isWhole && !isReached(looking, members, 0, members.length)) return true;
  members.sort(order);
  let from = 0;
  for (let to = 1; to <= members.length; to++) {
    const next = members[to - 1] as number;
    if (to < members.length && !isCut(next, members[to] as number)) continue;
    const first = members[from] as number;
    if (!isWhole && areThereBeside?.(first, index.at[first] as number, index.at[next] as number) === false) {
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
