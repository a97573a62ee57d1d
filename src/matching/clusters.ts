/** Neighbours in time within a block: a cluster ends where the next row is further away than the level allows. Nothing outside it is in reach. */
import { SALE } from './comparable.js';
import type { MatchLevel } from './levels.js';
import { putInOrder } from './put-in-order.js';
import type { Rows } from './rows.js';

/** Rows of both sides, each in the order of time. */
export interface Cluster {
  sales: number[];
  records: number[];
}

/** Calls `visit` for each cluster of a block that has rows to decide about. Orders `members` by time. */
export function eachCluster(rows: Rows, members: Int32Array, level: MatchLevel, visit: (cluster: Cluster) => void): void {
  putInOrder(members, members.length, (one, other) => compare(rows, one, other));
  let cluster: Cluster = { sales: [], records: [] };
  let before = Number.NaN;
  for (const row of members) {
    const at = rows.at[row] as number;
    if (level.within !== null && at - before > level.within) {
      if (isWhole(cluster, level)) visit(cluster);
      cluster = { sales: [], records: [] };
    }
    before = at;
    (rows.side[row] === SALE ? cluster.sales : cluster.records).push(row);
  }
  if (isWhole(cluster, level)) visit(cluster);
}

const isWhole = ({ sales, records }: Cluster, { way }: MatchLevel) =>
  way === 'Cancel' ? sales.length + records.length > 1 : sales.length > 0 && records.length > 0;

/** By time, and where that is equal by the caller's number: the same for any order of input. */
function compare(rows: Rows, one: number, other: number): number {
  const byTime = (rows.at[one] as number) - (rows.at[other] as number);
  if (byTime !== 0) return byTime;
  const byId = (rows.id[one] as number) - (rows.id[other] as number);
  return byId !== 0 ? byId : (rows.side[one] as number) - (rows.side[other] as number);
}
