/** Which rows of uploads are not in the matches that they should be in, and how they come into them. */
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes } from '../../codes.js';
import { asideKey, asideReason, stateIn } from '../../match-rows.js';
import { rowNumber } from '../../matching.js';
import { anyTenant } from '../../sql/dialect.js';
import { tableOf } from '../../sql/tables.js';
import { arrays, run, sql, text, type Work } from '../../sql/work.js';

/** A row that is not in the match that it should be in, and the match and state that it should have. */
export type AstrayRow = [seq: number, matchKey: number | null, state: number];

const firstRow = { Sales: text('sale_seq'), Settlement: text('record_seq') } as const;
const states = Object.entries({ ...stateIn, [asideReason]: matchStateCodes.NotApplicable }).map(
  ([kind, state]) => `WHEN '${kind}' THEN ${state ?? matchStateCodes.Unmatched}`,
);
const state = text(`CASE kind ${states.join(' ')} END`);

/** Rows of a tenant whose match or state differs from what its matches say. Reads both sides once, whatever the planner expects. */
export function astray(tenantKey: number, kind: UploadKind): Work<AstrayRow[]> {
  const isKind = sql`number % 2 = ${rowNumber(kind, 0)}`;
  return arrays(
    sql`SELECT seq, wanted.match_key, coalesce(wanted.state, ${text(String(matchStateCodes.Unmatched))})
      FROM (SELECT seq, match_key, match_state FROM ${tableOf[kind]} WHERE tenant_key = ${tenantKey} AND match_key IS NOT NULL) AS sale
      FULL JOIN (
        SELECT seq, match_key, ${state} AS state FROM (
          SELECT ${firstRow[kind]} AS seq, match_key, kind FROM match
          WHERE tenant_key = ${tenantKey} AND sales <= 1 AND records <= 1 AND ${firstRow[kind]} IS NOT NULL
          UNION ALL SELECT number / 2, match_key, kind FROM match_item JOIN match USING (tenant_key, match_key)
          WHERE tenant_key = ${tenantKey} AND ${isKind}
          UNION ALL SELECT number / 2, ${text(String(asideKey))}, reason FROM match_open
          WHERE tenant_key = ${tenantKey} AND reason = ${asideReason} AND ${isKind}
        ) AS member
      ) AS wanted USING (seq)
      WHERE sale.match_key IS DISTINCT FROM wanted.match_key OR sale.match_state <> wanted.state`,
  );
}

export function* enterRows(tenantKey: number, kind: UploadKind, rows: readonly AstrayRow[]): Work<void> {
  const seqs = rows.map(([seq]) => seq);
  const [matchKeys, newStates] = [rows.map(([, matchKey]) => matchKey), rows.map(([, , state]) => state)];
  yield* run(
    sql`UPDATE ${tableOf[kind]} AS sale SET match_key = wanted.match_key, match_state = wanted.state
      FROM unnest(${seqs}::bigint[], ${matchKeys}::bigint[], ${newStates}::smallint[]) AS wanted (seq, match_key, state)
      WHERE sale.tenant_key = ${anyTenant(tenantKey)} AND sale.seq = wanted.seq AND sale.seq = ANY(${seqs}::bigint[])`,
  );
}
