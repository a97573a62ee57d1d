/**
 * What else is to be said of rows that stayed open, without consequences: the same identifier in another currency, or a payment that is matched
 * already and came once more. Looks at matched rows too, and keeps what the ladder found first.
 */
import { blockTable, eachBlock } from './blocks.js';
import { type Cluster, eachCluster } from './clusters.js';
import { SALE } from './comparable.js';
import { contradiction } from './contradiction.js';
import type { MatchFinding } from './decide.js';
import type { Ladder } from './ladder.js';
import type { MatchLevel } from './levels.js';
import { allRows, type Rows } from './rows.js';

/** More rows with one identifier are too many to tell something of them. */
const CLUSTER_ROWS_MAX = 200;

/** Rows, and which of them are matched: proposed is not. */
interface Diagnosing {
  rows: Rows;
  isMatched(row: number): boolean;
  /** Of two rows that are matched. */
  areTogether(one: number, other: number): boolean;
}

/** Those of a ladder by whose keys open rows are looked at, each in the way in which it looks. */
export function diagnosingLevels(levels: readonly MatchLevel[]): MatchLevel[] {
  return levels
    .filter(({ way, isIdentified, rule }) => way === 'Equal' && isIdentified && rule.outcome === 'Match')
    .map((level) => ({ ...level, way: 'Near', acrossCurrencies: true }));
}

/** The findings of the ladder, and with them those about rows of which it found nothing. `table`: working memory, for this many rows. */
export function diagnosed(rows: Rows, ladder: Ladder, table = blockTable(rows.count)): Map<number, MatchFinding> {
  const { findings } = ladder;
  const all = allRows(rows);
  const { matchOf, levelOf, levels } = ladder;
  const isSilent = (row: number) => matchOf[row] === -1 && !findings.has(row);
  const diagnosing: Diagnosing = {
    rows,
    isMatched: (row) => matchOf[row] !== -1 && levels[levelOf[matchOf[row] as number] as number]?.rule.outcome === 'Match',
    areTogether: (one, other) => matchOf[one] === matchOf[other],
  };
  for (const level of diagnosingLevels(ladder.levels)) {
    eachBlock(table, rows, level, all, (members) => {
      if (!members.some(isSilent)) return;
      eachCluster(rows, members, level, (cluster) => {
        for (const [row, finding] of diagnose(diagnosing, level, cluster, isSilent)) findings.set(row, finding);
      });
    });
  }
  return findings;
}

/** What one cluster of {@link diagnosingLevels} tells of the rows in it that are asked about. */
function diagnose(
  diagnosing: Diagnosing,
  level: MatchLevel,
  cluster: Cluster,
  isAsked: (row: number) => boolean,
): [number, MatchFinding][] {
  const all = [...cluster.sales, ...cluster.records];
  if (all.length > CLUSTER_ROWS_MAX) return [];
  return all.filter(isAsked).flatMap((row) => {
    const finding = findingOf(diagnosing, level, cluster, row);
    return finding === null ? [] : [[row, finding] satisfies [number, MatchFinding]];
  });
}

function findingOf({ rows, isMatched, areTogether }: Diagnosing, level: MatchLevel, cluster: Cluster, row: number): MatchFinding | null {
  const isSale = rows.side[row] === SALE;
  const others = isSale ? cluster.records : cluster.sales;
  for (const other of others) {
    const [sale, record] = isSale ? [row, other] : [other, row];
    if (contradiction(rows, { sales: [sale], records: [record] }, level.vetoes) !== null) continue;
    const found = { level: level.number, sales: [sale], records: [record] };
    if (rows.currency[row] !== rows.currency[other]) return { ...found, code: 'CurrencyDiffers' };
    if (!isMatched(other)) continue;
    // The other is matched with a row like this one, which therefore came twice.
    const first = (isSale ? cluster.sales : cluster.records).find(
      (one) => isMatched(one) && areTogether(one, other) && rows.units[one] === rows.units[row],
    );
    if (first === undefined) continue;
    if (isSale) return { ...found, code: 'PostedTwice', sales: [first, row] };
    return { ...found, code: 'SettledTwice', records: [first, row] };
  }
  return null;
}
