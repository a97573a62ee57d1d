/**
 * Finds in an index the rows that could be in one cluster with others. By keys that identify, where few rows agree, they are in chains. By other
 * keys chains are made for the step of what levels before did not take: see late-rows.
 */
import type { MatchKey } from '../contract/match-settings.js';
import { SUMMED_ROWS_MAX } from './decide.js';
import { type Blocks, blockFor, blockOf, noBlocks, put } from './hash-blocks.js';
import { type LateIndex, type LateLook, lateRows, lookFor, SPAN_SECONDS } from './late-rows.js';
import { type MatchLevel, namingKeys } from './levels.js';
import { putInOrder } from './put-in-order.js';
import { chainOf, eachInChain, type RowChains } from './row-chains.js';
import { mixed } from './row-hash.js';
import { OF_RECORD, type RowIndex, TOTAL, UNTAKEN } from './row-index.js';

/**
 * The places of the rows that a cluster of the level could hold together with one of these: those that the level, or one after it, took, or none;
 * in a diagnosis, all. And more, which do no harm. Left out is where nothing could be decided, such as rows of one side alone; with `Open`, also
 * where no other row is open.
 */
export type RowFinder = (level: MatchLevel, wanted: readonly number[], beside?: 'Open') => number[];

/** All rows must be there. What took them is as it was before the step. `levels`: all that are asked for, but for those of a diagnosis. */
export function rowFinder(index: RowIndex, levels: readonly MatchLevel[]): RowFinder {
  /** Of keys that identify: the blocks that were asked for, whole. */
  const known = new Map<string, Blocks>();
  /** For levels of other keys: the rows that none took before the first of them. */
  let late: LateIndex | null = null;
  /** By place: 1 for the wanted. */
  const marked = new Uint8Array(index.count);
  const members = new Int32Array(index.count);
  const amongAll = (looking: Looking, wanted: readonly number[]): number[] => {
    const name = looking.level.keys.join();
    const blocks = known.get(name) ?? noBlocks();
    known.set(name, blocks);
    const keys = blockKeys(index, looking.level);
    const chains = namingChains(index, looking.level);
    const before = blocks.count;
    const asked: number[] = [];
    for (const place of wanted) asked.push(blockFor(blocks, hashAt(keys, place), chainOf(chains, index.keys, place)));
    const some = new Set<number>();
    for (let block = before; block < blocks.count; block++) some.add(blocks.besides[block] as number);
    for (const chain of some) {
      eachInChain(chains, chain, (place) => {
        const hash = hashAt(keys, place);
        const block = hash === 0 ? -1 : blockOf(blocks, hash, chain);
        if (block >= before) put(blocks, block, place);
      });
    }
    return reached(looking, blocks, asked, null);
  };
  const amongLate = (looking: Looking, wanted: readonly number[]): number[] => {
    const { level, least } = looking;
    late ??= lateRows(index, levels.find(({ isIdentified }) => !isIdentified)?.number ?? 0);
    const look = lookFor(late, level);
    const blocks = noBlocks();
    const keys = blockKeys(index, level);
    const asked: number[] = [];
    for (const place of wanted) {
      const block = blockFor(blocks, hashAt(keys, place), look.column[place] as number);
      asked.push(block);
      // Free again, though an earlier level had taken it.
      if ((index.level[place] as number) < least) put(blocks, block, place);
    }
    const keep = (place: number) => {
      const hash = hashAt(keys, place);
      const block = hash === 0 ? -1 : blockOf(blocks, hash, look.column[place] as number);
      if (block !== -1) put(blocks, block, place);
    };
    for (const place of wanted) look.gather(place, index.at[place] as number, index.at[place] as number, keep);
    return reached(looking, blocks, asked, look.areAllThere ? null : { look, keep });
  };
  return (level, wanted, beside) => {
    if (wanted.length === 0) return [];
    const looking: Looking = { index, level, least: level.acrossCurrencies ? 0 : level.number, marked, beside, members };
    for (const place of wanted) marked[place] = 1;
    const found = level.isIdentified ? amongAll(looking, wanted) : amongLate(looking, wanted);
    for (const place of wanted) marked[place] = 0;
    return found;
  };
}

/** What blocks are by: all that the level compares, or, where that identifies, its keys alone. */
interface BlockKeys {
  one: Int32Array | undefined;
  two: Int32Array | undefined;
  others: readonly Int32Array[];
  units: Int32Array | null;
  day: Int16Array | null;
}

function blockKeys({ keys, units, day }: RowIndex, { isIdentified, ...level }: MatchLevel): BlockKeys {
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

function namingChains({ chains }: RowIndex, { rule }: MatchLevel): RowChains {
  const naming = namingKeys(rule)?.join();
  return chains.find((some) => some.keys.join() === naming) as RowChains;
}

/** How rows of a block are cut into runs that no cluster goes beyond: as clusters are, and blocks of the level within those of its keys. */
interface Runs {
  /** Orders rows so that those of a run follow each other. */
  order(one: number, other: number): number;
  /** Of a row and the next one in this order. */
  isCut(one: number, other: number): boolean;
}

/** Null where a block is one run. */
function runsOf({ at, day, units, marks }: RowIndex, { way, within, isIdentified }: MatchLevel): Runs | null {
  if (within === null && !isIdentified) return null;
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
  /** Working memory: the rows of a block, as many as there are. */
  members: Int32Array;
}

/** Where not all rows of the blocks were put into them: how to put more. */
interface Gathering {
  look: LateLook;
  keep(place: number): void;
}

/** What is in one run with a wanted one. `asked`: their blocks, some perhaps several times. `gathering`: null where all rows are there. */
function reached(looking: Looking, blocks: Blocks, asked: readonly number[], gathering: Gathering | null): number[] {
  const runs = runsOf(looking.index, looking.level);
  const isDone = new Uint8Array(blocks.count);
  const found: number[] = [];
  for (const block of asked) {
    if (isDone[block] === 1) continue;
    isDone[block] = 1;
    // Further each time: a run may go on for years.
    for (let ahead = 1; !reach(looking, runs, gathering, { blocks, block, ahead }, found); ahead *= 2);
  }
  return found;
}

/** Adds the runs of a block that hold one of the wanted. False, and none are added, where one of them may have gone on: more rows are there now. */
function reach(
  looking: Looking,
  runs: Runs | null,
  gathering: Gathering | null,
  { blocks: { last, before, places }, block, ahead }: { blocks: Blocks; block: number; ahead: number },
  found: number[],
): boolean {
  const end = last[block] as number;
  // What is near the wanted was looked for: one that stands alone has nothing beside it.
  if (end === -1 || before[end] === -1) return true;
  const { index, least, marked, members } = looking;
  let count = 0;
  for (let at = end; at !== -1; at = before[at] as number) {
    const place = places[at] as number;
    if ((index.level[place] as number) >= least || marked[place] === 1) members[count++] = place;
  }
  if (gathering === null && !isReached(looking, 0, count)) return true;
  if (runs === null) {
    for (let member = 0; member < count; member++) found.push(members[member] as number);
    return true;
  }
  putInOrder(members, count, runs.order);
  const already = found.length;
  let isWhole = true;
  let from = 0;
  for (let to = 1; to <= count; to++) {
    if (to < count && !runs.isCut(members[to - 1] as number, members[to] as number)) continue;
    if (gathering !== null && goesOn(looking, gathering, { from, to, ahead })) isWhole = false;
    if (isReached(looking, from, to)) for (let member = from; member < to; member++) found.push(members[member] as number);
    from = to;
  }
  if (!isWhole) found.length = already;
  return isWhole;
}

/** Whether a run holds one of the wanted and may have gone on beyond the rows that were there. Then those that follow are there now. */
function goesOn(
  { index: { at }, marked, members }: Looking,
  { look, keep }: Gathering,
  { from, to, ahead }: { from: number; to: number; ahead: number },
): boolean {
  const place = members[from] as number;
  const [earliest, latest] = [at[place] as number, at[members[to - 1] as number] as number];
  if (look.areGathered(place, earliest, latest)) return false;
  let member = from;
  while (member < to && marked[members[member] as number] !== 1) member++;
  if (member === to) return false;
  look.gather(place, earliest - ahead * SPAN_SECONDS, latest + ahead * SPAN_SECONDS, keep);
  return true;
}

/**
 * Whether these members hold one of the wanted, and a cluster of them, or of some of them, could decide something about it: see clusters and decide.
 * With `Open`, whether there is another that is open.
 */
function isReached(
  { index: { marks, level: levels }, level: { way }, marked, beside, members }: Looking,
  from: number,
  to: number,
): boolean {
  let all = OF_RECORD;
  let some = 0;
  let isWanted = false;
  let isBeside = beside === undefined;
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
