/**
 * The ladder in steps: only what new, withdrawn and decided rows touch. Goes down the levels once. At each it looks at the blocks of the rows
 * whose state before this level is another than it was (*dirty* rows), decides the clusters around them anew, and what became free or taken there
 * is dirty from then on. A level never changes what an earlier one sees, so that one way down is enough, and the result is that of a full run.
 */
import type { MatchRule, MatchSettings } from '../contract/match-settings.js';
import { rowsSeen } from './blocks.js';
import { type Cluster, eachCluster } from './clusters.js';
import { RECORD, SALE, type Side } from './comparable.js';
import { type Deciding, decide, type MatchFinding, type MatchFound } from './decide.js';
import { type Diagnosing, diagnose, diagnosingLevels } from './diagnosis.js';
import { levelsOf, type MatchLevel } from './levels.js';
import { type MatchOfRows, type MatchPlan, planOf, rowsKey } from './plan.js';
import type { Rows } from './rows.js';
import {
  eachClusterWith,
  isFree,
  levelBefore,
  levelNow,
  OPEN,
  type PendingRow,
  type StepStore,
  type StepWork,
  type StoredRow,
  type ToldAtLevel,
  wasFree,
  workOf,
} from './step-work.js';

export type { PendingRow, StepStore, StoredRow } from './step-work.js';

/** What a step makes of the rows. */
export interface MatchStep {
  /** What changes of matches, as each level decides it: it can be stored while the next ones are worked out. Matches name rows by their ids. */
  matches(): AsyncGenerator<MatchPlan<MatchOfRows>>;
  /** Once, after all matches: of the rows that were looked at and are in nothing, what stands in their way, or null; by their places in `rows`. */
  openRows(): Promise<ReadonlyMap<number, MatchFinding | null>>;
  /** All that were read so far. */
  rows(): Rows;
  placeOf(side: Side, id: number): number | undefined;
  /** The level that takes the row; null for none. */
  levelAt(place: number): number | null;
  /** Whether it was there before the step, and open or proposed. */
  wasOpen(place: number): boolean;
}

/** What has to be written after `pending`. */
export function step(
  store: StepStore,
  pending: readonly PendingRow[],
  rules: readonly MatchRule[],
  settings: Pick<MatchSettings, 'accounts'>,
): MatchStep {
  const work = workOf(store, settings);
  const levels = levelsOf(rules);
  for (const row of pending) work.pending.add(work.put(row, row));
  return {
    async *matches() {
      const told = new Set<string>();
      for (const level of levels) {
        const taken = await goDown(work, level);
        if (taken.length > 0) yield planAtOnce(work, taken, told);
      }
      yield planOfRest(work, told);
    },
    openRows: () => findingsOf(work, levels),
    rows: () => work.rows,
    placeOf: work.placeOf,
    levelAt: (place) => (levelNow(work, place) === OPEN ? null : levelNow(work, place)),
    wasOpen: (place) => {
      const old = work.before[place] ?? null;
      return !work.isNew[place] && (old === null || levels[old.level]?.rule.outcome === 'Propose');
    },
  };
}

/**
 * A row that a level took is taken for good, so its match stays, and the one that it was in before cannot be found again: that ends. A match of the
 * same rows as before is told with the rest.
 */
function planAtOnce({ before, placeOf }: StepWork, taken: readonly MatchOfRows[], told: Set<string>): MatchPlan<MatchOfRows> {
  const plan: MatchPlan<MatchOfRows> = { ended: [], begun: [], changed: [] };
  for (const match of taken) {
    const places = [...match.sales.map((id) => placeOf(SALE, id)), ...match.records.map((id) => placeOf(RECORD, id))];
    const olds = new Map<string, MatchOfRows>();
    for (const place of places) {
      const old = before[place as number];
      if (old) olds.set(rowsKey(old), old);
    }
    const key = rowsKey(match);
    if (olds.has(key)) continue;
    told.add(key);
    plan.begun.push(match);
    for (const [keyOfOld, old] of olds) {
      if (!told.has(keyOfOld)) plan.ended.push(old);
      told.add(keyOfOld);
    }
  }
  return plan;
}

/** But for what was told before. */
function planOfRest(work: StepWork, told: ReadonlySet<string>): MatchPlan<MatchOfRows> {
  const untold = (some: Iterable<MatchOfRows | null | undefined>) => {
    const matches = new Map<string, MatchOfRows>();
    for (const match of new Set(some)) if (match && !told.has(rowsKey(match))) matches.set(rowsKey(match), match);
    return matches.values();
  };
  return planOf(untold([...work.now.keys()].map((place) => work.before[place])), untold(work.now.values()));
}

/** Gives what the level took. */
async function goDown(work: StepWork, level: MatchLevel): Promise<MatchOfRows[]> {
  const concerned = rowsSeen(work.rows, level, work.dirty).filter((place) => wasFree(work, place, level) || isFree(work, place, level));
  if (concerned.length === 0) return [];
  const near = await load(work, level, concerned);
  const told: ToldAtLevel = { isTold: new Uint8Array(work.rows.count), findings: new Map() };
  work.told.set(level.number, told);
  for (const place of concerned) if (isFree(work, place, level)) told.isTold[place] = 1;
  // Cut around the rows that are there and those that were: what was matched here lies within one of these regions.
  const isThere = (place: number) => isFree(work, place, level) || ((work.isDirty[place] ?? false) && wasFree(work, place, level));
  const matches: MatchOfRows[] = [];
  eachClusterWith(work, level, isThere, { some: concerned, near }, (region) => decideAnew(work, level, region, told, matches));
  return matches;
}

function decideAnew(work: StepWork, level: MatchLevel, region: Cluster, told: ToldAtLevel, matches: MatchOfRows[]): void {
  const places = [...region.sales, ...region.records];
  const free = places.filter((place) => isFree(work, place, level));
  const taken = new Map<number, MatchOfRows>();
  const decideOne = (cluster: Cluster) => {
    const { found, finding } = decide(decidingAt(work, level), cluster);
    for (const one of found) {
      const match = byIds(work, level, one);
      matches.push(match);
      for (const some of [one.sales, one.records]) for (const place of some) taken.set(place, match);
    }
    for (const some of [cluster.sales, cluster.records]) for (const place of some) tell(told, place, finding);
  };
  if (free.length === places.length) decideOne(region);
  else eachCluster(work.rows, Int32Array.from(free), level, decideOne);
  for (const place of free) {
    work.isTouched[place] = true;
    const found = taken.get(place);
    if (found) takeNow(work, place, found);
    else if (levelBefore(work, place) === level.number) takeNow(work, place, null);
    // Free for the next level where it was taken, or the other way round.
    if ((found !== undefined) !== (levelBefore(work, place) === level.number)) becomesDirty(work, place);
  }
}

function becomesDirty({ dirty, isDirty }: StepWork, place: number): void {
  if (isDirty[place]) return;
  isDirty[place] = true;
  dirty.push(place);
}

function tell({ isTold, findings }: ToldAtLevel, place: number, finding: MatchFinding | null): void {
  isTold[place] = 1;
  if (finding !== null) findings.set(place, finding);
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

/** Reads the rows that could be in clusters with these, and which of their pairs are kept apart. Gives their places. */
async function load(work: StepWork, level: MatchLevel, places: readonly number[], beside?: 'Open'): Promise<number[]> {
  const given = places.map((place) => work.given[place] as StoredRow);
  const near: number[] = [];
  for (const row of await work.store.rowsByKeys(level, given, beside)) near.push(work.put(row));
  keepApart(work);
  return near;
}

function keepApart(work: StepWork): void {
  if (work.rows.count === work.rowsKeptApart) return;
  work.rowsKeptApart = work.rows.count;
  for (let place = 0; place < work.rows.count; place++) {
    if (work.rows.side[place] !== SALE) continue;
    const apart = work.store.apartFrom(work.rows.id[place] as number);
    const records = apart.length === 0 ? apart : apart.flatMap((id) => work.placeOf(RECORD, id) ?? []);
    if (records.length > 0) work.forbidden.set(place, new Set(records));
  }
}

/** What is found about rows that stay open, as the full run finds it: what the ladder found first, else what the diagnosis says. */
async function findingsOf(work: StepWork, levels: readonly MatchLevel[]): Promise<Map<number, MatchFinding | null>> {
  const diagnosing = diagnosingLevels(levels);
  const changed = changedIn(work);
  for (const level of diagnosing) await touchNeighbours(work, level, changed);
  const open = work.isTouched.flatMap((isTouched, place) =>
    (isTouched || work.now.has(place)) && !work.isGone[place] && levelNow(work, place) === OPEN ? [place] : [],
  );
  const found = new Map<number, MatchFinding>();
  let silent = open;
  const keep = async (level: MatchLevel, some: readonly number[], of: (cluster: Cluster) => [number, MatchFinding][]) => {
    await askAbout(work, level, some, (cluster) => {
      for (const [place, finding] of of(cluster)) found.set(place, finding);
    });
    silent = silent.filter((place) => !found.has(place));
  };
  for (const level of levels) {
    const told = work.told.get(level.number);
    const untold: number[] = [];
    for (const place of silent) {
      const finding = told?.findings.get(place);
      if (finding !== undefined) found.set(place, finding);
      else if (told?.isTold[place] !== 1) untold.push(place);
    }
    await keep(level, untold, (cluster) => {
      const { finding } = decide(decidingAt(work, level), cluster);
      const places = [...cluster.sales, ...cluster.records].filter((place) => levelNow(work, place) === OPEN && !found.has(place));
      return finding === null ? [] : places.map((place) => [place, finding]);
    });
  }
  const asked = new Set(open);
  const diagnosis = diagnosisOf(work, levels);
  for (const level of diagnosing)
    await keep(level, silent, (cluster) => diagnose(diagnosis, level, cluster, (place) => asked.has(place) && !found.has(place)));
  return new Map(open.map((place) => [place, found.get(place) ?? null]));
}

/** Calls `visit` for each cluster of the level that holds rows of `wanted`: of those that are free at it, and in a diagnosis, of all. */
async function askAbout(work: StepWork, level: MatchLevel, wanted: readonly number[], visit: (cluster: Cluster) => void): Promise<void> {
  const seen = rowsSeen(work.rows, level, wanted);
  if (seen.length === 0) return;
  const near = await load(work, level, seen);
  const isThere = (place: number) => (level.acrossCurrencies ? !work.isGone[place] : isFree(work, place, level));
  eachClusterWith(work, level, isThere, { some: seen, near }, visit);
}

/**
 * What is said of an open row depends on its neighbours, matched ones too: those of rows that came, went or are matched otherwise now. Of neighbours
 * that were no open rows before, those that are now have been decided anew.
 */
async function touchNeighbours(work: StepWork, level: MatchLevel, some: readonly number[]): Promise<void> {
  const changed = rowsSeen(work.rows, level, some);
  if (changed.length === 0) return;
  const near = await load(work, level, changed, 'Open');
  const isChanged = new Set(changed);
  const isThere = (place: number) => !work.isGone[place] || isChanged.has(place);
  eachClusterWith(work, level, isThere, { some: changed, near }, ({ sales, records }) => {
    for (const places of [sales, records]) for (const place of places) work.isTouched[place] = true;
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
