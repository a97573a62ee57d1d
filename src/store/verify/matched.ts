/**
 * Whether rows and matches agree: every row that is in a match is in exactly that one and has its state, and every match has its rows; sales that
 * are set aside are those that are said to be paid in cash.
 */

import { type UploadKind, uploadKinds } from '../../contract/states.js';
import { matchStateCodes } from '../codes.js';
import { asideKey, asideReason } from '../match-rows.js';
import { rowNumber } from '../matching.js';
import { notIndexed } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { first, type Sql, sql, text, type Work } from '../sql/work.js';

const { Match, Skip, Unmatched, NotApplicable } = matchStateCodes;
const code = (state: number) => text(String(state));
const firstRow = { Sales: text('match.sale_seq'), Settlement: text('match.record_seq') } as const;

/** How many rows and matches do not agree: those of the tenant, or of all where it is null. Reads all of their rows. */
export function* mismatchedRows(tenantKey: number | null): Work<number> {
  const of = (table: string) => (tenantKey === null ? text('true') : sql`${text(table)}.tenant_key = ${tenantKey}`);
  const countOf = (kind: UploadKind, condition: Sql) =>
    sql`(SELECT count(*) FROM ${tableOf[kind]} AS sale ${notIndexed} WHERE ${of('sale')} AND ${condition})`;
  const [astraySales, astrayRecords] = uploadKinds.map(
    (kind) => sql`(SELECT count(*) FROM ${tableOf[kind]} AS sale ${notIndexed}
      LEFT JOIN match ON match.tenant_key = sale.tenant_key AND match.match_key = sale.match_key
      WHERE ${of('sale')} AND (sale.match_key <> ${asideKey} OR sale.match_state = ${Match}) AND (match.match_key IS NULL
        OR sale.match_state <> CASE match.kind WHEN 'Match' THEN ${code(Match)} WHEN 'Cancellation' THEN ${code(Skip)} WHEN 'SetAside' THEN ${code(Skip)} ELSE ${code(Unmatched)} END
        OR NOT CASE WHEN match.sales > 1 OR match.records > 1 THEN EXISTS (SELECT 1 FROM match_item AS item
            WHERE item.tenant_key = sale.tenant_key AND item.match_key = match.match_key AND item.number = sale.seq * 2 + ${rowNumber(kind, 0)})
          ELSE ${firstRow[kind]} IS NOT DISTINCT FROM sale.seq END))`,
  );
  const [inSales, inRecords] = uploadKinds.map((kind) => countOf(kind, sql`match_key <> ${asideKey}`));
  const inMatches = (condition: Sql) =>
    sql`(SELECT CAST(coalesce(sum(sales + records), 0) AS bigint) FROM match WHERE ${of('match')} AND ${condition})`;
  const items = sql`(SELECT count(*) FROM match_item WHERE ${of('match_item')})`;
  const ofCash = sql`(SELECT count(*) FROM match_open WHERE ${of('match_open')} AND reason = ${asideReason})`;
  const asCash = sql`EXISTS (SELECT 1 FROM match_open AS open
    WHERE open.tenant_key = sale.tenant_key AND open.number = 2 * sale.seq AND open.reason = ${asideReason})`;
  const aside = countOf('Sales', sql`match_key = ${asideKey}`);
  const withReason = countOf('Sales', sql`match_key = ${asideKey} AND match_state = ${NotApplicable} AND ${asCash}`);
  const found = yield* first<{ rows: number }>(
    sql`SELECT ${astraySales} + ${astrayRecords} + abs(${inMatches(text('true'))} - ${inSales} - ${inRecords})
      + abs(${inMatches(text('(sales > 1 OR records > 1)'))} - ${items}) + ${aside} + ${ofCash} - 2 * ${withReason} AS rows`,
  );
  return found?.rows ?? 0;
}
