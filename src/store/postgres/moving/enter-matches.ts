/** Which rows of uploads are not in the matches that they should be in, and how they come into them. */
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes } from '../../codes.js';
import { asideKey, asideReason, stateIn } from '../../match-rows.js';
import { rowNumber } from '../../matching.js';
import { rowTables } from '../../rows/row-tables.js';
import type { Session } from '../database/session.js';
import { anyTenant } from '../database/values.js';

/** A row that is not in the match that it should be in, and the match and state that it should have. */
export type AstrayRow = [seq: number, matchKey: number | null, state: number];

const firstRow = { Sales: 'sale_seq', Settlement: 'record_seq' } as const;
const states = Object.entries({ ...stateIn, [asideReason]: matchStateCodes.NotApplicable }).map(
  ([kind, state]) => `WHEN '${kind}' THEN ${state ?? matchStateCodes.Unmatched}`,
);

/** Rows of a tenant whose match or state differs from what its matches say. Reads both sides once, whatever the planner expects. */
export function astray(session: Session, tenantKey: number, kind: UploadKind): Promise<AstrayRow[]> {
  return session.arrays<AstrayRow>(
    `SELECT seq, wanted.match_key, coalesce(wanted.state, ${matchStateCodes.Unmatched})
     FROM (SELECT seq, match_key, match_state FROM ${rowTables[kind].name} WHERE tenant_key = $1 AND match_key IS NOT NULL) AS sale
     FULL JOIN (
       SELECT seq, match_key, CASE kind ${states.join(' ')} END AS state FROM (
         SELECT ${firstRow[kind]} AS seq, match_key, kind FROM match
         WHERE tenant_key = $1 AND sales <= 1 AND records <= 1 AND ${firstRow[kind]} IS NOT NULL
         UNION ALL SELECT number / 2, match_key, kind FROM match_item JOIN match USING (tenant_key, match_key)
         WHERE tenant_key = $1 AND number % 2 = ${rowNumber(kind, 0)}
         UNION ALL SELECT number / 2, ${asideKey}, reason FROM match_open
         WHERE tenant_key = $1 AND reason = '${asideReason}' AND number % 2 = ${rowNumber(kind, 0)}
       ) AS member
     ) AS wanted USING (seq)
     WHERE sale.match_key IS DISTINCT FROM wanted.match_key OR sale.match_state <> wanted.state`,
    tenantKey,
  );
}

export async function enterRows(session: Session, tenantKey: number, kind: UploadKind, rows: readonly AstrayRow[]): Promise<void> {
  await session.run(
    `UPDATE ${rowTables[kind].name} AS sale SET match_key = wanted.match_key, match_state = wanted.state
     FROM unnest($2::bigint[], $3::bigint[], $4::smallint[]) AS wanted (seq, match_key, state)
     WHERE sale.tenant_key = ${anyTenant('$1')} AND sale.seq = wanted.seq AND sale.seq = ANY($2::bigint[])`,
    tenantKey,
    rows.map(([seq]) => seq),
    rows.map(([, matchKey]) => matchKey),
    rows.map(([, , state]) => state),
  );
}
