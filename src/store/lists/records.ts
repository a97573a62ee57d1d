/** Settlement records: a page of a list, and one in detail, as JSON. */

import type { RecordListQuery, SettlementRecord } from '../../contract/records.js';
import { andRowWithin, andWithin, type Reach } from '../access/scope.js';
import { statesOf } from '../codes.js';
import { idText, transactionId } from '../ids.js';
import { among, anyTenant, join, notIndexed } from '../sql/dialect.js';
import { arrays, joined, nothing, type Sql, sql, text, type Work } from '../sql/work.js';
import { listOf, recordFields, uploadedColumns } from '../stored-row.js';
import { rowsOf, seqsOfUpload } from './bounds.js';
import { directions, recordFilters, sortColumns, testOf } from './conditions.js';
import { commentOf } from './match-told.js';
import { isRowWithId } from './row-by-id.js';

/** In this order; those that were uploaded follow from {@link VALUES_AT} on. */
type ShownRow = [
  ...[seq: number, firstSeq: number, firstId: Buffer | string, state: number, matchState: number, matchKey: number | null],
  matchId: Buffer | string | null,
  ...unknown[],
];
const VALUES_AT = 7;

const shownColumns = (
  tenant: Sql,
) => sql`sale.seq, upload.first_seq, upload.first_transaction_id, sale.state, sale.match_state, sale.match_key,
  (SELECT match.id FROM match WHERE match.tenant_key = ${tenant} AND match.match_key = sale.match_key AND kind IN ('Match', 'Cancellation', 'SetAside')),
  ${text(uploadedColumns.Settlement.map((column) => `sale.${column}`).join(', '))}`;

const empty = JSON.stringify({ items: [], hasMore: false });

/** A SettlementRecordList as JSON. */
export function* listRecords(reach: Reach, query: RecordListQuery): Work<string> {
  const { tenantKey } = reach;
  const { pageSize } = query;
  const offset = (query.pageNumber - 1) * pageSize;
  if (offset >= (yield* rowsOf(tenantKey, 'records'))) return empty;
  // The upload may be of any user: those of its rows that belong to the scope's units are in the scope.
  const seqs = query.uploadId === undefined ? null : yield* seqsOfUpload(tenantKey, 'Settlement', query.uploadId);
  if (seqs === undefined) return empty;
  const tenant = anyTenant(tenantKey);
  const [way, ofTenant, ofUpload] = seqs
    ? [notIndexed, tenant, sql` AND sale.seq >= ${seqs.from} AND sale.seq < ${seqs.to}`]
    : [nothing, sql`${tenantKey}`, nothing];
  const filters = recordFilters(query).map((filter) => sql` AND ${testOf(filter)}`);
  const [bySortKey, bySeq] = directions[query['sorting.direction']];
  const order = text(`ORDER BY sale.${sortColumns[query['sorting.key']]} ${bySortKey}, sale.seq ${bySeq}`);
  // One row more than fits on the page shows whether another page follows.
  const found = yield* arrays<ShownRow>(
    sql`WITH page AS MATERIALIZED (
        SELECT sale.seq FROM settlement_record AS sale ${way}
        WHERE sale.tenant_key = ${ofTenant}${joined(filters)}${ofUpload}${andWithin(reach)} ${order} LIMIT ${pageSize + 1} OFFSET ${offset}
      )
      SELECT ${shownColumns(tenant)} FROM page ${join} settlement_record AS sale ON sale.tenant_key = ${tenant} AND sale.seq = page.seq
      ${join} upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
      WHERE true${andRowWithin(reach)} ${order}`,
  );
  return JSON.stringify({ items: found.slice(0, pageSize).map(recordOf), hasMore: found.length > pageSize });
}

function recordOf([seq, firstSeq, firstId, state, matchState, _, matchId, ...values]: ShownRow): SettlementRecord {
  const states = statesOf(state, matchState);
  const shown: Record<string, unknown> = {
    recordId: transactionId(firstId, seq - firstSeq),
    state: states?.transactionState,
    matchState: states?.transactionMatchState,
    matchId: matchId === null ? null : idText(matchId),
  };
  for (const [index, field] of recordFields.entries()) shown[field] = values[index];
  return shown as unknown as SettlementRecord;
}

/** A SettlementRecordDetail as JSON; null where there is no such record within reach. */
export function* recordDetail(reach: Reach, id: string): Work<string | null> {
  const tenant = anyTenant(reach.tenantKey);
  const [row] = yield* arrays<ShownRow>(
    sql`SELECT ${shownColumns(tenant)}, sale.comment, upload.id FROM settlement_record AS sale
      ${join} upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
      WHERE ${isRowWithId(reach, 'Settlement', id)}`,
  );
  if (!row) return null;
  const [additionalData, comment, uploadId] = row.slice(VALUES_AT + recordFields.length) as [string | null, string | null, string];
  const told = yield* commentOf(reach, { kind: 'Settlement', seq: row[0], matchKey: row[5] }, comment);
  return JSON.stringify({ ...recordOf(row), additionalData: listOf(additionalData), comment: told, uploadId });
}

/** Records with these seqs that are within reach, by seq. */
export function* recordsAt(reach: Reach, seqs: readonly number[]): Work<Map<number, SettlementRecord>> {
  const tenant = anyTenant(reach.tenantKey);
  const found = yield* arrays<ShownRow>(
    sql`SELECT ${shownColumns(tenant)} FROM settlement_record AS sale ${notIndexed}
      ${join} upload ON upload.tenant_key = ${tenant} AND upload.upload_key = sale.upload_key
      WHERE sale.tenant_key = ${tenant} AND sale.seq ${among(seqs)}${andRowWithin(reach)}`,
  );
  return new Map(found.map((row) => [row[0], recordOf(row)]));
}
