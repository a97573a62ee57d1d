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

/** The findings of the ladder, and those about rows of which it found nothing. */
export function diagnosed(rows: Rows, ladder: Ladder): Map<number, MatchFinding> {
  const findings = new Map(ladder.findings);
  const table = blockTable(rows.count);
  const all = allRows(rows);
  const isSilent = (row: number) => ladder.matchOf[row] === -1 && !findings.has(row);
  for (const level of ladder.levels) {
    if (level.way !== 'Equal' || !level.isIdentified || level.rule.outcome !== 'Match') continue;
    const across: MatchLevel = { ...level, way: 'Near', acrossCurrencies: true };
    eachBlock(table, rows, across, all, (members) => {
      if (!members.some(isSilent)) return;
      eachCluster(rows, members, across, (cluster) => {
        if (cluster.sales.length + cluster.records.length > CLUSTER_ROWS_MAX) return;
        for (const row of [...cluster.sales, ...cluster.records]) {
          const finding = isSilent(row) ? findingOf(rows, ladder, level, cluster, row) : null;
          if (finding !== null) findings.set(row, finding);
        }
      });
    });
  }
  return findings;
}

function findingOf(rows: Rows, ladder: Ladder, level: MatchLevel, cluster: Cluster, row: number): MatchFinding | null {
  const isSale = rows.side[row] === SALE;
  const others = isSale ? cluster.records : cluster.sales;
  for (const other of others) {
    const [sale, record] = isSale ? [row, other] : [other, row];
    if (contradiction(rows, { sales: [sale], records: [record] }, level.vetoes) !== null) continue;
    const found = { level: level.number, sales: [sale], records: [record] };
    if (rows.currency[row] !== rows.currency[other]) return { ...found, code: 'CurrencyDiffers' };
    const match = ladder.matchOf[other] as number;
    if (match < 0) continue;
    // The other is matched with a row like this one, which therefore came twice.
    const first = (isSale ? cluster.sales : cluster.records).find(
      (one) => ladder.matchOf[one] === match && rows.units[one] === rows.units[row],
    );
    if (first === undefined) continue;
    if (isSale) return { ...found, code: 'PostedTwice', sales: [first, row] };
    return { ...found, code: 'SettledTwice', records: [first, row] };
  }
  return null;
}
