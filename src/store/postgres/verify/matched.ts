/** Whether rows and matches agree: every row that is in a match is in exactly that one and has its state, and every match has its rows; sales that are set
 * aside are those that are said to be paid in cash. */
import { uploadKinds } from '../../../contract/states.js';
import { matchStateCodes } from '../../codes.js';
import { asideKey, asideReason } from '../../match-rows.js';
import { rowNumber } from '../../matching.js';
import { rowTables } from '../../rows/row-tables.js';
import type { Session } from '../database/session.js';

const { Match, Skip, Unmatched, NotApplicable } = matchStateCodes;
const firstRow = { Sales: 'sale_seq', Settlement: 'record_seq' } as const;

const astray = uploadKinds.map(
  (kind) => `(SELECT count(*) FROM ${rowTables[kind].name} AS sale
     LEFT JOIN match ON match.tenant_key = $1 AND match.match_key = sale.match_key
     WHERE sale.tenant_key = $1 AND (sale.match_key <> ${asideKey} OR sale.match_state = ${Match}) AND (match.match_key IS NULL
       OR sale.match_state <> CASE match.kind WHEN 'Match' THEN ${Match} WHEN 'Cancellation' THEN ${Skip} ELSE ${Unmatched} END
       OR NOT CASE WHEN match.sales > 1 OR match.records > 1 THEN EXISTS (SELECT 1 FROM match_item
           WHERE match_item.tenant_key = $1 AND match_item.match_key = match.match_key AND match_item.number = sale.seq * 2 + ${rowNumber(kind, 0)})
         ELSE match.${firstRow[kind]} IS NOT DISTINCT FROM sale.seq END))`,
);
const inRows = uploadKinds.map(
  (kind) => `(SELECT count(*) FROM ${rowTables[kind].name} WHERE tenant_key = $1 AND match_key <> ${asideKey})`,
);
const areAside = `SELECT count(*) FROM transaction AS sale WHERE tenant_key = $1 AND match_key = ${asideKey}`;
const asCash = `EXISTS (SELECT 1 FROM match_open WHERE match_open.tenant_key = $1 AND number = 2 * sale.seq AND reason = '${asideReason}')`;
const selectMismatched = `SELECT ${astray.join(' + ')}
  + abs((SELECT coalesce(sum(sales + records), 0)::bigint FROM match WHERE tenant_key = $1) - ${inRows.join(' - ')})
  + abs((SELECT coalesce(sum(sales + records), 0)::bigint FROM match WHERE tenant_key = $1 AND (sales > 1 OR records > 1))
    - (SELECT count(*) FROM match_item WHERE tenant_key = $1))
  + (${areAside}) + (SELECT count(*) FROM match_open WHERE tenant_key = $1 AND reason = '${asideReason}')
  - 2 * (${areAside} AND match_state = ${NotApplicable} AND ${asCash}) AS rows`;

/** How many rows and matches of the tenant do not agree. Reads all of its rows. */
export async function mismatchedRows(session: Session, tenantKey: number): Promise<number> {
  const found = await session.first<{ rows: number }>(selectMismatched, tenantKey);
  return found?.rows ?? 0;
}
