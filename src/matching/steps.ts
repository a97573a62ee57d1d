/**
 * The ladder in steps: only what new, withdrawn and decided rows touch. Goes down the levels once. At each it looks at the blocks of the rows
 * whose state before this level is another than it was (*dirty* rows), decides the clusters around them anew, and what became free or taken there
 * is dirty from then on. A level never changes what an earlier one sees, so that one way down is enough, and the result is that of a full run.
 */
import type { MatchRule, MatchSettings } from '../contract/match-settings.js';
import { blockTable, eachBlock, rowsSeen } from './blocks.js';
import { type Cluster, eachCluster } from './clusters.js';
import { type ComparableRow, RECORD, SALE, type Side } from './comparable.js';
import { type Deciding, decide, type MatchFinding, type MatchFound } from './decide.js';
import { type Diagnosing, diagnose, diagnosingLevels } from './diagnosis.js';
import { nearByAccount } from './ladder.js';
import { levelsOf, type MatchLevel } from './levels.js';
import { type MatchOfRows, type MatchPlan, planOf, rowsKey } from './plan.js';
import { addRow, emptyRows, type Rows, roomier } from './rows.js';

/** A candidate as it is stored: not withdrawn, and no person decided about it. */
export interface StoredRow {
  id: number;
  row: ComparableRow;
  /** What the last step or full run left it in, by the same rules. */
  match: MatchOfRows | null;
}

/** A row that came, went, or was decided about. */
export interface PendingRow extends StoredRow {
  /** It was no candidate before: new, restored, or given back to the rules. */
  isNew: boolean;
  /** It is no candidate any more: withdrawn, or in the hands of a person. */
  isGone: boolean;
}

export interface StepStore {
  /** The candidates that could be in a block of the level with one of these rows, but for those that were given before; more do no harm. */
  rowsByKeys(level: MatchLevel, rows: readonly ComparableRow[]): Promise<Iterable<StoredRow>> | Iterable<StoredRow>;
  /** The records that people keep apart from a sale, by its id. */
  apartFrom(sale: number): readonly number[];
}

export interface StepPlan extends MatchPlan<MatchOfRows> {
  /** Of the rows that were looked at and are in nothing: what stands in their way, or null. Names rows by their ids. */
  findings: { side: Side; id: number; finding: MatchFinding | null }[];
  /** All rows that were read, and those of `findings` by their places in them; findings name places here. */
  rows: Rows;
  open: ReadonlyMap<number, MatchFinding | null>;
  placeOf(side: Side, id: number): number | undefined;
  /** The level that takes the row; null for none. */
  levelAt(place: number): number | null;
}

/** What has to be written after `pending`. Matches and findings name rows by their ids. */
export async function step(
  store: StepStore,
  pending: readonly PendingRow[],
  rules: readonly MatchRule[],
  settings: Pick<MatchSettings, 'accounts'>,
): Promise<StepPlan> {
  const work = workOf(store, settings);
  const levels = levelsOf(rules);
  for (const row of pending) work.pending.add(work.put(row, row));
  work.dirty = new Set(work.pending);
  for (const level of levels) await goDown(work, level);
  const open = await findingsOf(work, levels);
  const before = new Map<string, MatchOfRows>();
  const after = new Map<string, MatchOfRows>();
  for (const place of work.now.keys()) {
    const old = work.before[place];
    if (old) before.set(rowsKey(old), old);
    const now = work.now.get(place);
    if (now) after.set(rowsKey(now), now);
  }
  const { rows, placeOf } = work;
  const levelAt = (place: number) => (levelNow(work, place) === OPEN ? null : levelNow(work, place));
  return { ...planOf(before.values(), after.values()), findings: byIdsOf(work, open), rows, open, placeOf, levelAt };
}

/** The rows of a step, by place, and what became of them. */
interface StepWork {
  store: StepStore;
  rows: Rows;
  nearOf: Deciding['nearOf'];
  forbidden: Map<number, Set<number>>;
  /** Among so many rows it is known which are kept apart. */
  rowsKeptApart: number;
  /** As they came, to be asked by. */
  given: ComparableRow[];
  before: (MatchOfRows | null)[];
  /** The level at which each row was taken, and is now; it is free for that one and all before it. */
  levelBefore: number[];
  levelNow: number[];
  isNew: boolean[];
  isGone: boolean[];
  pending: Set<number>;
  dirty: Set<number>;
  touched: Set<number>;
  /** Of the rows decided anew: their match, or null. */
  now: Map<number, MatchOfRows | null>;
  put(row: StoredRow, pending?: PendingRow): number;
  placeOf(side: Side, id: number): number | undefined;
}

const OPEN = Number.POSITIVE_INFINITY;

function workOf(store: StepStore, settings: Pick<MatchSettings, 'accounts'>): StepWork {
  const places: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  const work: StepWork = {
    store,
    rows: emptyRows(256),
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
    dirty: new Set(),
    touched: new Set(),
    now: new Map(),
    placeOf: (side, id) => places[side].get(id),
    put(stored, pending) {
      const bySide = places[stored.row.side];
      const known = bySide.get(stored.id);
      if (known !== undefined) return known;
      if (work.rows.count === work.rows.id.length) work.rows = roomier(work.rows);
      const place = addRow(work.rows, stored.id, stored.row);
      bySide.set(stored.id, place);
      work.given.push(stored.row);
      const match = pending?.isNew ? null : stored.match;
      work.before.push(match);
      work.levelBefore.push(match?.level ?? OPEN);
      work.levelNow.push(pending?.isGone ? OPEN : (match?.level ?? OPEN));
      work.isNew.push(pending?.isNew ?? false);
      work.isGone.push(pending?.isGone ?? false);
      if (work.isGone[place]) work.now.set(place, null);
      return place;
    },
  };
  return work;
}

const levelBefore = (work: StepWork, place: number) => work.levelBefore[place] as number;
const levelNow = (work: StepWork, place: number) => work.levelNow[place] as number;
const wasFree = (work: StepWork, place: number, { number }: MatchLevel) => !work.isNew[place] && levelBefore(work, place) >= number;
const isFree = (work: StepWork, place: number, { number }: MatchLevel) => !work.isGone[place] && levelNow(work, place) >= number;

async function goDown(work: StepWork, level: MatchLevel): Promise<void> {
  const concerned = rowsSeen(work.rows, level, [...work.dirty]).filter(
    (place) => wasFree(work, place, level) || isFree(work, place, level),
  );
  await load(work, level, concerned);
  const dirty = new Set(concerned);
  const members = placesThat(work, (place) => isFree(work, place, level) || (dirty.has(place) && wasFree(work, place, level)));
  eachBlock(blockTable(members.length), work.rows, level, members, (block) => {
    if (!block.some((place) => dirty.has(place))) return;
    // Cut around the rows that are there and those that were: what was matched here lies within one of these regions.
    eachCluster(work.rows, block, level, (region) => {
      const places = [...region.sales, ...region.records];
      if (places.some((place) => dirty.has(place))) decideAnew(work, level, places);
    });
  });
}

function decideAnew(work: StepWork, level: MatchLevel, region: readonly number[]): void {
  const free = region.filter((place) => isFree(work, place, level));
  const taken = new Map<number, MatchFound>();
  eachCluster(work.rows, Int32Array.from(free), level, (cluster) => {
    const { found } = decide(decidingAt(work, level), cluster);
    for (const one of found) for (const place of [...one.sales, ...one.records]) taken.set(place, one);
  });
  for (const place of free) {
    work.touched.add(place);
    const found = taken.get(place);
    if (found) takeNow(work, place, byIds(work, level, found));
    else if (levelBefore(work, place) === level.number) takeNow(work, place, null);
    // Free for the next level where it was taken, or the other way round.
    if ((found !== undefined) !== (levelBefore(work, place) === level.number)) work.dirty.add(place);
  }
}

/** Rows that came or went, or are in another match than before. */
function changedIn(work: StepWork): number[] {
  const key = (match: MatchOfRows | null | undefined) => (match ? `${match.level} ${rowsKey(match)}` : '');
  const moved = [...work.now].filter(([place, now]) => key(now) !== key(work.before[place])).map(([place]) => place);
  return [...new Set([...work.pending, ...moved])];
}

function takeNow(work: StepWork, place: number, match: MatchOfRows | null): void {
  work.now.set(place, match);
  work.levelNow[place] = match?.level ?? OPEN;
}

const decidingAt = ({ rows, forbidden, nearOf }: StepWork, level: MatchLevel): Deciding => ({ rows, level, forbidden, nearOf });

/** Reads the blocks of these rows, and which of their pairs are kept apart. */
async function load(work: StepWork, level: MatchLevel, places: readonly number[]): Promise<void> {
  if (places.length === 0) return;
  const loaded = await work.store.rowsByKeys(
    level,
    places.map((place) => work.given[place] as ComparableRow),
  );
  for (const row of loaded) work.put(row);
  if (work.rows.count === work.rowsKeptApart) return;
  work.rowsKeptApart = work.rows.count;
  for (const place of placesThat(work, (one) => work.rows.side[one] === SALE)) {
    const apart = work.store.apartFrom(work.rows.id[place] as number);
    const records = apart.length === 0 ? apart : apart.flatMap((id) => work.placeOf(RECORD, id) ?? []);
    if (records.length > 0) work.forbidden.set(place, new Set(records));
  }
}

function placesThat(work: StepWork, wanted: (place: number) => boolean): Int32Array {
  const places: number[] = [];
  for (let place = 0; place < work.rows.count; place++) if (wanted(place)) places.push(place);
  return Int32Array.from(places);
}

/** What is found about rows that stay open, as the full run finds it: what the ladder found first, else what the diagnosis says. */
async function findingsOf(work: StepWork, levels: readonly MatchLevel[]): Promise<Map<number, MatchFinding | null>> {
  const diagnosing = diagnosingLevels(levels);
  const changed = changedIn(work);
  for (const level of diagnosing) await touchNeighbours(work, level, changed);
  const open = [...new Set([...work.touched, ...work.pending, ...work.now.keys()])].filter(
    (place) => !work.isGone[place] && levelNow(work, place) === OPEN,
  );
  const found = new Map<number, MatchFinding>();
  const keep = (level: MatchLevel, of: (cluster: Cluster) => [number, MatchFinding][]) =>
    askAbout(work, level, new Set(open.filter((place) => !found.has(place))), (cluster) => {
      for (const [place, finding] of of(cluster)) found.set(place, finding);
    });
  for (const level of levels) {
    await keep(level, (cluster) => {
      const { finding } = decide(decidingAt(work, level), cluster);
      const places = [...cluster.sales, ...cluster.records].filter((place) => levelNow(work, place) === OPEN && !found.has(place));
      return finding === null ? [] : places.map((place) => [place, finding]);
    });
  }
  const asked = new Set(open);
  const diagnosis = diagnosisOf(work, levels);
  for (const level of diagnosing)
    await keep(level, (cluster) => diagnose(diagnosis, level, cluster, (place) => asked.has(place) && !found.has(place)));
  return new Map(open.map((place) => [place, found.get(place) ?? null]));
}

function byIdsOf(work: StepWork, open: ReadonlyMap<number, MatchFinding | null>): StepPlan['findings'] {
  return [...open].map(([place, finding]) => ({
    side: work.rows.side[place] as Side,
    id: work.rows.id[place] as number,
    finding: finding && { ...finding, ...idsOf(work, finding) },
  }));
}

/** Calls `visit` for each cluster of the level that holds rows of `wanted`: of those that are free at it, and in a diagnosis, of all. */
async function askAbout(work: StepWork, level: MatchLevel, wanted: ReadonlySet<number>, visit: (cluster: Cluster) => void): Promise<void> {
  const seen = new Set(rowsSeen(work.rows, level, [...wanted]));
  await load(work, level, [...seen]);
  const members = placesThat(work, (place) => (level.acrossCurrencies ? !work.isGone[place] : isFree(work, place, level)));
  eachBlock(blockTable(members.length), work.rows, level, members, (block) => {
    if (!block.some((place) => seen.has(place))) return;
    eachCluster(work.rows, block, level, (cluster) => {
      if (cluster.sales.some((place) => seen.has(place)) || cluster.records.some((place) => seen.has(place))) visit(cluster);
    });
  });
}

/** What is said of an open row depends on its neighbours, matched ones too: those of rows that came, went or are matched otherwise now. */
async function touchNeighbours(work: StepWork, level: MatchLevel, some: readonly number[]): Promise<void> {
  const changed = new Set(rowsSeen(work.rows, level, some));
  await load(work, level, [...changed]);
  const members = placesThat(work, (place) => !work.isGone[place] || changed.has(place));
  eachBlock(blockTable(members.length), work.rows, level, members, (block) => {
    if (!block.some((place) => changed.has(place))) return;
    eachCluster(work.rows, block, level, ({ sales, records }) => {
      const places = [...sales, ...records];
      if (places.some((place) => changed.has(place))) for (const place of places) work.touched.add(place);
    });
  });
}

function diagnosisOf(work: StepWork, levels: readonly MatchLevel[]): Diagnosing {
  const matchAt = (place: number) => {
    const now = work.now.get(place);
    return now === undefined ? (work.before[place] ?? null) : now;
  };
  const isMatched = (place: number) => levels[matchAt(place)?.level ?? OPEN]?.rule.outcome === 'Match';
  const keyAt = (place: number) => rowsKey(matchAt(place) as MatchOfRows);
  return { rows: work.rows, isMatched, areTogether: (one, other) => keyAt(one) === keyAt(other) };
}

const idsOf = ({ rows }: StepWork, { sales, records }: Cluster) => ({
  sales: sales.map((place) => rows.id[place] as number),
  records: records.map((place) => rows.id[place] as number),
});

const byIds = (work: StepWork, level: MatchLevel, found: MatchFound): MatchOfRows => ({
  level: level.number,
  how: found.how,
  ...idsOf(work, found),
});
