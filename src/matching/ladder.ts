/**
 * All levels over all rows, one after the other. Its result is a function of the rows, the rules, and of what people decided; not of
 * the order of the rows. It holds columns of numbers alone, so that two million rows take seconds and some hundred bytes each.
 */

import type { MatchRule, MatchSettings } from '../contract/match-settings.js';
import { blockTable, eachBlock } from './blocks.js';
import { eachCluster } from './clusters.js';
import { SALE } from './comparable.js';
import { type Deciding, decide, type How, type MatchFinding, type MatchFound } from './decide.js';
import { identifierCode } from './identifier.js';
import { levelsOf, type MatchLevel } from './levels.js';
import { allRows, type Rows } from './rows.js';

/** What people decided, by places of rows. */
export interface PeopleDecided {
  /** Rows that no rule touches: in a match made or approved by a person, or skipped. */
  pinned?: ReadonlySet<number>;
  /** Pairs that no rule brings together: records by sale. */
  forbidden?: ReadonlyMap<number, ReadonlySet<number>>;
}

/** The matches, proposals and cancellations by number, and of each row which one it is in. */
export interface Ladder {
  levels: readonly MatchLevel[];
  /** -1 for none. */
  matchOf: Int32Array;
  /** Of each row in a match: the next one in it; -1 for none. */
  nextOf: Int32Array;
  count: number;
  /** By number: the level that found it, and its place in `hows`. */
  levelOf: Uint16Array;
  howOf: Uint8Array;
  /** What was found first about an open row, and stands in the way. */
  findings: Map<number, MatchFinding>;
}

const hows: readonly How[] = ['Equal', 'Twin', 'Group', 'Sum', 'Total', 'Near', 'Moment', 'Cancel'];

export interface LadderMatch extends MatchFound {
  level: MatchLevel;
}

/**
 * @param rules checked by {@link ruleFaults}
 * @param table working memory, for this many rows
 */
export function runLadder(
  rows: Rows,
  rules: readonly MatchRule[],
  settings: Pick<MatchSettings, 'accounts'>,
  { pinned, forbidden }: PeopleDecided = {},
  table = blockTable(rows.count),
): Ladder {
  const levels = levelsOf(rules);
  const matchOf = new Int32Array(rows.count).fill(-1);
  const levelOf = new Uint16Array(rows.count);
  const howOf = new Uint8Array(rows.count);
  let count = 0;
  const findings = new Map<number, MatchFinding>();
  /** By row: 1 for those of `findings`. Of 100,000 equal rows every level asks that. */
  const isFound = new Uint8Array(rows.count);
  let free: Int32Array = allRows(rows);
  if (pinned) free = free.filter((row) => !pinned.has(row));
  const take = (level: MatchLevel, { how, sales, records }: MatchFound) => {
    const number = count++;
    levelOf[number] = level.number;
    howOf[number] = hows.indexOf(how);
    for (const row of sales) matchOf[row] = number;
    for (const row of records) matchOf[row] = number;
  };
  const keep = (finding: MatchFinding) => {
    let kept: MatchFinding | null = null;
    for (const some of [finding.sales, finding.records]) {
      for (const row of some) {
        if (matchOf[row] !== -1 || isFound[row] === 1) continue;
        kept ??= trimmed(finding);
        isFound[row] = 1;
        findings.set(row, kept);
      }
    }
  };
  for (const level of levels) {
    const before = count;
    const deciding: Deciding = { rows, level, forbidden: forbidden ?? null, nearOf: nearByAccount(settings) };
    eachBlock(table, rows, level, free, (members) => {
      eachCluster(rows, members, level, (cluster) => {
        const { found, finding } = decide(deciding, cluster);
        for (const one of found) take(level, one);
        if (finding !== null) keep(finding);
      });
    });
    if (count > before) free = stillFree(free, matchOf);
  }
  for (const row of findings.keys()) if (matchOf[row] !== -1) findings.delete(row);
  return { levels, ...inOrderOfRows({ matchOf, levelOf, howOf, count }), findings };
}

/** Without the room that lists have to grow. */
const trimmed = ({ sales, records, ...finding }: MatchFinding): MatchFinding => ({
  ...finding,
  sales: sales.slice(),
  records: records.slice(),
});

/** In its own memory. */
function stillFree(free: Int32Array, matchOf: Int32Array): Int32Array {
  let kept = 0;
  for (const row of free) if (matchOf[row] === -1) free[kept++] = row;
  return free.subarray(0, kept);
}

/** By the number that comparable rows have of their account: 0 for none. What is not said of a contract is as for all with its acquirer. */
export function nearByAccount({ accounts }: Pick<MatchSettings, 'accounts'>): Deciding['nearOf'] {
  const ofAcquirer = (acquirer: number) =>
    accounts.find((one) => one.merchantId === undefined && identifierCode(one.acquirerId) === acquirer)?.near;
  return [undefined, ...accounts.map(({ acquirerId, near }) => near ?? ofAcquirer(identifierCode(acquirerId)))];
}

/** Each match by its number, its rows in the order of their places. */
export function* matchesOf(rows: Rows, ladder: Ladder): Generator<LadderMatch> {
  const { matchOf, nextOf } = ladder;
  let number = 0;
  for (let first = 0; first < matchOf.length; first++) {
    if (matchOf[first] !== number) continue;
    const match: LadderMatch = {
      level: ladder.levels[ladder.levelOf[number] as number] as MatchLevel,
      how: hows[ladder.howOf[number] as number] as How,
      sales: [],
      records: [],
    };
    for (let row = first; row !== -1; row = nextOf[row] as number) (rows.side[row] === SALE ? match.sales : match.records).push(row);
    yield match;
    number += 1;
  }
}

/** Numbers the matches in the order of their first rows, which is that in which they are stored: those lie together then. */
function inOrderOfRows({ matchOf, levelOf, howOf, count }: Pick<Ladder, 'matchOf' | 'levelOf' | 'howOf' | 'count'>) {
  const nextOf = new Int32Array(matchOf.length).fill(-1);
  const numbers = new Int32Array(count).fill(-1);
  const lastOf = new Int32Array(count);
  const ordered = { matchOf, nextOf, count, levelOf: new Uint16Array(count), howOf: new Uint8Array(count) };
  let numbered = 0;
  for (let row = 0; row < matchOf.length; row++) {
    const found = matchOf[row] as number;
    if (found === -1) continue;
    if (numbers[found] === -1) {
      ordered.levelOf[numbered] = levelOf[found] as number;
      ordered.howOf[numbered] = howOf[found] as number;
      numbers[found] = numbered++;
    } else nextOf[lastOf[found] as number] = row;
    lastOf[found] = row;
    matchOf[row] = numbers[found] as number;
  }
  return ordered;
}
