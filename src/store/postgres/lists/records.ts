/** Settlement records: a page of a list, and one in detail, as JSON. */
import type { RecordListQuery } from '../../../contract/records.js';
import { partsOfId, transactionIdAt } from '../../ids.js';
import { type RecordFilter, recordFilters } from '../../record-filters.js';
import { recordColumns, recordDetailJson, recordListJson, type ShownRecord } from '../../record-row.js';
import { rowTables } from '../../rows/row-tables.js';
import { seqsOfUpload } from '../../rows/uploads.js';
import { andRowWithin, anyTenant, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { runOn } from '../database/work.js';
import { commentOf } from '../rows/match-told.js';
import { seqOfId } from '../rows/rows.js';
import { directions, sortColumns } from './list.js';

/** In this order; the {@link recordColumns} follow from {@link VALUES_AT} on. */
type ShownRow = [
  ...[seq: number, firstSeq: number, firstId: string, state: number, matchState: number, matchKey: number | null, matchId: string | null],
  ...unknown[],
];
const VALUES_AT = 7;

/** `tenant` is the place of its key. */
const shownColumns = (
  tenant: string,
) => `sale.seq, upload.first_seq, upload.first_transaction_id, sale.state, sale.match_state, sale.match_key,
  (SELECT match.id FROM match WHERE match.tenant_key = ${anyTenant(tenant)} AND match.match_key = sale.match_key AND kind IN ('Match', 'Cancellation')),
  ${rowTables.Settlement.uploaded.map((column) => `sale.${column}`).join(', ')}`;
const empty = recordListJson([], 1);

/** A SettlementRecordList as JSON. */
export async function listRecords(session: Session, reach: Reach, query: RecordListQuery): Promise<string> {
  const { tenantKey } = reach;
  const { pageSize } = query;
  const offset = (query.pageNumber - 1) * pageSize;
  const filters = filtersOf(query);
  if (filters.some(([, , value]) => isUnstorable(value)) || offset >= (await recordsOf(session, tenantKey))) return empty;
  // The upload may be of any user: those of its rows that belong to the scope's units are in the scope.
  const seqs = query.uploadId === undefined ? null : await runOn(session, seqsOfUpload(tenantKey, 'Settlement', query.uploadId));
  if (seqs === undefined) return empty;
  const values = new Values();
  const tenant = values.add(tenantKey);
  const conditions = filters.map(([column, operator, value]) => `sale.${column} ${operator} ${values.add(value)}`);
  if (seqs) conditions.push(`sale.seq >= ${values.add(seqs.from)}`, `sale.seq < ${values.add(seqs.to)}`);
  const within = andRowWithin(reach, values);
  const [bySortKey, bySeq] = directions[query['sorting.direction']];
  const order = `ORDER BY sale.${sortColumns[query['sorting.key']]} ${bySortKey}, sale.seq ${bySeq}`;
  // One row more than fits on the page shows whether another page follows.
  const found = await session.arrays<ShownRow>(
    `WITH page AS MATERIALIZED (
       SELECT sale.seq FROM settlement_record AS sale
       WHERE ${[`sale.tenant_key = ${seqs ? anyTenant(tenant) : tenant}`, ...conditions].join(' AND ')}${within}
       ${order} LIMIT ${values.add(pageSize + 1)} OFFSET ${values.add(offset)}
     )
     SELECT ${shownColumns(tenant)}
     FROM page JOIN settlement_record AS sale ON sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = page.seq
     JOIN upload ON upload.tenant_key = ${anyTenant(tenant)} AND upload.upload_key = sale.upload_key
     ${order}`,
    ...values.list,
  );
  return recordListJson(found.map(shownOf), pageSize);
}

/** A page that begins after the tenant's last record is empty, without looking at any. */
async function recordsOf(session: Session, tenantKey: number): Promise<number> {
  const found = await session.first<{ records: number }>('SELECT records FROM tenant_counter WHERE tenant_key = $1', tenantKey);
  return found?.records ?? 0;
}

/** The filters with the columns and values that the database has. */
function filtersOf(query: RecordListQuery): RecordFilter[] {
  return recordFilters(query).map(([column, operator, value]) => [column, operator, typeof value === 'bigint' ? String(value) : value]);
}

/** No row can hold U+0000 here, and the database refuses to be asked for it. */
function isUnstorable(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0');
}

function shownOf([seq, firstSeq, firstId, state, matchState, _, matchId, ...values]: ShownRow): ShownRecord {
  return { recordId: transactionIdAt(firstId.replaceAll('-', ''), seq - firstSeq), matchId, states: { state, matchState }, values };
}

/** A SettlementRecordDetail as JSON; null where there is no such record within reach. */
export async function recordDetail(session: Session, reach: Reach, id: string): Promise<string | null> {
  const { firstId, index } = partsOfId(id);
  const values = new Values();
  const [tenant, first, place] = [values.add(reach.tenantKey), values.add(firstId.toString('hex')), values.add(index)];
  const [row] = await session.arrays<ShownRow>(
    `SELECT ${shownColumns(tenant)}, sale.comment, upload.id FROM settlement_record AS sale
     JOIN upload ON upload.tenant_key = ${anyTenant(tenant)} AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = (${seqOfId(tenant, first, place)})${andRowWithin(reach, values)}`,
    ...values.list,
  );
  if (!row) return null;
  const [comment, uploadId] = row.slice(VALUES_AT + recordColumns.length) as [string | null, string];
  const told = await commentOf(session, reach, { kind: 'Settlement', seq: row[0], matchKey: row[5] }, comment);
  return recordDetailJson(shownOf(row), { comment: told, uploadId });
}

/** Those of the seqs that are within reach, in the same order. */
export async function recordsAt(session: Session, reach: Reach, seqs: readonly number[]): Promise<ShownRecord[]> {
  const values = new Values();
  const [tenant, wanted] = [values.add(reach.tenantKey), values.add(seqs)];
  const found = await session.arrays<ShownRow>(
    `SELECT ${shownColumns(tenant)} FROM settlement_record AS sale
     JOIN upload ON upload.tenant_key = ${anyTenant(tenant)} AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = ANY(${wanted}::bigint[])${andRowWithin(reach, values)}`,
    ...values.list,
  );
  return inOrderOf(seqs, found).map((row) => shownOf(row));
}

/** Rows that begin with their seq. */
export function inOrderOf<Row extends readonly [seq: number, ...unknown[]]>(seqs: readonly number[], rows: readonly Row[]): Row[] {
  const bySeq = new Map(rows.map((row) => [row[0], row]));
  return seqs.map((seq) => bySeq.get(seq)).filter((row) => row !== undefined);
}
