/** The rows that a step has read, by place, and what became of them. */
import type { MatchSettings } from '../contract/match-settings.js';
import { type BlockTable, blockTable, eachBlock } from './blocks.js';
import { type Cluster, eachCluster } from './clusters.js';
import type { ComparableRow, Side } from './comparable.js';
import type { Deciding, MatchFinding } from './decide.js';
import { nearByAccount } from './ladder.js';
import type { MatchLevel } from './levels.js';
import type { MatchOfRows } from './plan.js';
import { addRow, emptyRows, type Rows, roomier } from './rows.js';

/** A candidate as it is stored: not withdrawn, and no person decided about it. */
export interface StoredRow {
  id: number;
  row: ComparableRow;
  /** What the last step or full run left it in, by the same rules. */
  match: MatchOfRows | null;
  /** Where the store knows it, if it asks for that. */
  place?: number;
  /** Its place in the step, which writes it here: to look it up by its id again and again takes long. */
  inStep?: number | undefined;
}

/** A row that came, went, or was decided about. */
export interface PendingRow extends StoredRow {
  /** It was no candidate before: new, restored, or given back to the rules. */
  isNew: boolean;
  /** It is no candidate any more: withdrawn, or in the hands of a person. */
  isGone: boolean;
}

export interface StepStore {
  /**
   * All candidates that could be in a cluster of the level with one of these rows, by what took them before the step, also those that were given
   * before; more do no harm. Where a cluster could not decide anything, none need be given; with `Open`, none where no other row was open.
   */
  rowsByKeys(level: MatchLevel, rows: readonly StoredRow[], beside?: 'Open'): Promise<Iterable<StoredRow>> | Iterable<StoredRow>;
  /** The records that people keep apart from a sale, by its id. */
  apartFrom(sale: number): readonly number[];
}

export interface StepWork {
  store: StepStore;
  rows: Rows;
  nearOf: Deciding['nearOf'];
  forbidden: Map<number, Set<number>>;
  /** Among so many rows it is known which are kept apart. */
  rowsKeptApart: number;
  /** As they came, to be asked by. */
  given: StoredRow[];
  before: (MatchOfRows | null)[];
  /** The level at which each row was taken, and is now; it is free for that one and all before it. */
  levelBefore: number[];
  levelNow: number[];
  isNew: boolean[];
  isGone: boolean[];
  pending: Set<number>;
  /** In the order in which they became so. */
  dirty: number[];
  isDirty: boolean[];
  /** Of each row: whether it was looked at. */
  isTouched: boolean[];
  /** Of the rows decided anew: their match, or null. */
  now: Map<number, MatchOfRows | null>;
  /** By number of a level: of which rows it is known what is to be found there. */
  told: Map<number, ToldAtLevel>;
  memory: StepMemory;
  put(row: StoredRow, pending?: PendingRow): number;
  placeOf(side: Side, id: number): number | undefined;
}

/** What the way down found at a level. */
export interface ToldAtLevel {
  /** By place: 1 for rows that were free and looked at. */
  isTold: Uint8Array;
  /** About those of which anything was found. */
  findings: Map<number, MatchFinding>;
}

/** Working memory for as many rows as there is room for. */
interface StepMemory {
  table: BlockTable;
  places: Int32Array;
  /** By place: {@link WANTED} for rows that are looked for, {@link NEAR} for the others, and only while they are. */
  marks: Uint8Array;
}

const memoryFor = (rowsMax: number): StepMemory => ({
  table: blockTable(rowsMax),
  places: new Int32Array(rowsMax),
  marks: new Uint8Array(rowsMax),
});

const WANTED = 1;
const NEAR = 2;

const ROWS_AT_FIRST = 256;

export const OPEN = Number.POSITIVE_INFINITY;

export function workOf(store: StepStore, settings: Pick<MatchSettings, 'accounts'>): StepWork {
  const places: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  const work: StepWork = {
    store,
    rows: emptyRows(ROWS_AT_FIRST),
    memory: memoryFor(ROWS_AT_FIRST),
    nearOf: nearByAccount(settings),
    forbidden: new Map(),
    rowsKeptApart: 0,
    given: [],
    before: [],
    levelBefore: [],
    levelNow: [],
    isNew: [],
    isGone: [],
    pending: new Set(),
    dirty: [],
    isDirty: [],
    isTouched: [],
    now: new Map(),
    told: new Map(),
    placeOf: (side, id) => places[side].get(id),
    put(stored, pending) {
      const bySide = places[stored.row.side];
      const told = stored.inStep;
      // Of this step, and not of another that was given the same row.
      if (told !== undefined && work.given[told] === stored) return told;
      const known = bySide.get(stored.id);
      if (known !== undefined) return known;
      if (work.rows.count === work.rows.id.length) {
        work.rows = roomier(work.rows);
        work.memory = memoryFor(work.rows.id.length);
      }
      const place = addRow(work.rows, stored.id, stored.row);
      stored.inStep = place;
      bySide.set(stored.id, place);
      work.given.push(stored);
      const match = pending?.isNew ? null : stored.match;
      work.before.push(match);
      work.levelBefore.push(match?.level ?? OPEN);
      work.levelNow.push(pending?.isGone ? OPEN : (match?.level ?? OPEN));
      work.isNew.push(pending?.isNew ?? false);
      work.isGone.push(pending?.isGone ?? false);
      work.isTouched.push(pending !== undefined);
      work.isDirty.push(pending !== undefined);
      if (pending !== undefined) work.dirty.push(place);
      if (work.isGone[place]) work.now.set(place, null);
      return place;
    },
  };
  return work;
}

export const levelBefore = (work: StepWork, place: number) => work.levelBefore[place] as number;
export const levelNow = (work: StepWork, place: number) => work.levelNow[place] as number;
export const wasFree = (work: StepWork, place: number, { number }: MatchLevel) => !work.isNew[place] && levelBefore(work, place) >= number;
export const isFree = (work: StepWork, place: number, { number }: MatchLevel) => !work.isGone[place] && levelNow(work, place) >= number;

/**
 * Calls `visit` for each cluster of the rows that are there for a level, which holds one of `some`; `near`: all others that clusters with them could
 * have. Nothing may be put into `work` meanwhile.
 */
export function eachClusterWith(
  { rows, memory }: StepWork,
  level: MatchLevel,
  isThere: (place: number) => boolean,
  { some, near }: { some: readonly number[]; near: readonly number[] },
  visit: (cluster: Cluster) => void,
): void {
  const { table, places, marks } = memory;
  const isWanted = (place: number) => marks[place] === WANTED;
  let count = 0;
  const look = (those: readonly number[], mark: number) => {
    for (const place of those) {
      if (marks[place] !== 0) continue;
      marks[place] = mark;
      if (isThere(place)) places[count++] = place;
    }
  };
  look(some, WANTED);
  look(near, NEAR);
  const ofBlock = (block: Int32Array) =>
    eachCluster(rows, block, level, (cluster) => {
      if (cluster.sales.some(isWanted) || cluster.records.some(isWanted)) visit(cluster);
    });
  eachBlock(table, rows, level, places.subarray(0, count), ofBlock, marks);
  for (const those of [some, near]) for (const place of those) marks[place] = 0;
}
