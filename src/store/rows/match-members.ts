/** The rows of matches, by their numbers; see rowNumber. */

import { type KeptMatch, pairOf } from '../match-rows.js';
import { among, anyTenant, notIndexed } from '../sql/dialect.js';
import { arrays, perDatabase, sql, text, type Work } from '../sql/work.js';

export type MatchWithRows = Pick<KeptMatch, 'matchKey' | 'saleSeq' | 'recordSeq' | 'sales' | 'records'>;

/** What a KeptMatch is read from. */
export const keptColumns = text(
  `match.match_key, match.id, match.kind, match.rule, match.how, match.pinned, match.sale_seq, match.record_seq, match.sales, match.records,
    match.sales_units, match.records_units, match.currency, match.day, match.matched_at, match.decided_by, match.note, match.cause, match.decision_key`,
);

/** The numbers of the rows of each of the matches, by its key. */
export function* membersOf(tenantKey: number, matches: readonly MatchWithRows[]): Work<Map<number, readonly number[]>> {
  return yield* withItems(
    matches,
    (keys) => sql`SELECT match_key, number FROM match_item
      WHERE tenant_key = ${anyTenant(tenantKey)} AND match_key ${among(keys)} ORDER BY match_key, number`,
  );
}

/** The same, but at most `rowsMax` of each kind: a match may have thousands of rows, of which a list shows a few. */
export function* firstMembersOf(
  tenantKey: number,
  matches: readonly MatchWithRows[],
  rowsMax: number,
): Work<Map<number, readonly number[]>> {
  const tenant = anyTenant(tenantKey);
  const sides = text('(VALUES (0), (1)) AS side');
  const ofSide = sql`SELECT number FROM match_item AS one
    WHERE tenant_key = ${tenant} AND match_key = match.match_key AND number % 2 = side.column1 ORDER BY number LIMIT ${rowsMax}`;
  return yield* withItems(matches, (keys) => {
    const items = perDatabase(
      sql`CROSS JOIN match_item AS item ON item.tenant_key = ${tenant} AND item.match_key = match.match_key AND item.number IN (${ofSide})`,
      sql`CROSS JOIN LATERAL (${ofSide}) AS item`,
    );
    return sql`SELECT match.match_key, item.number FROM match ${notIndexed} CROSS JOIN ${sides} ${items}
      WHERE match.tenant_key = ${tenant} AND match.match_key ${among(keys)} ORDER BY match.match_key, item.number`;
  });
}

/** `select` finds the rows of the matches with more than one of a kind. */
function* withItems(
  matches: readonly MatchWithRows[],
  select: (matchKeys: readonly number[]) => ReturnType<typeof sql>,
): Work<Map<number, readonly number[]>> {
  const members = new Map<number, number[]>();
  const groups: number[] = [];
  for (const match of matches) {
    const pair = pairOf(match);
    members.set(match.matchKey, pair ?? []);
    if (pair === null) groups.push(match.matchKey);
  }
  if (groups.length === 0) return members;
  for (const [matchKey, number] of yield* arrays<[number, number]>(select(groups))) members.get(matchKey)?.push(number);
  return members;
}
