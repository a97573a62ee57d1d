/** Settlement records: a page of a list, and one in detail, as JSON. Every call is given what it may reach. */
import type { RecordListQuery } from '../../../contract/records.js';
import { partsOfId, transactionId } from '../../ids.js';
import { recordFilters } from '../../record-filters.js';
import { recordColumns, recordDetailJson, recordListJson, type ShownRecord } from '../../record-row.js';
import { seqsOfUpload } from '../../rows/uploads.js';
import { snakeCase } from '../../sql/work.js';
import { andRowWithin, type Reach, rowsWithin } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { runOn } from '../database/work.js';
import { commentOf, matchIdOf } from '../rows/match-told.js';

/** In this order; the {@link recordColumns} follow from {@link VALUES_AT} on. */
type ShownRow = [seq: number, firstSeq: number, firstId: Buffer, state: number, matchState: number, matchKey: number | null, ...unknown[]];
const VALUES_AT = 6;

const shownColumns = `sale.seq, upload.first_seq, upload.first_transaction_id, sale.state, sale.match_state, sale.match_key,
  ${recordColumns.map((column) => `sale.${snakeCase(column)}`).join(', ')}`;

const sortColumns = { TransactionDate: 'ticks', Amount: 'amount' } as const;
const directions = { Ascending: 'ASC', Descending: 'DESC' } as const;
const empty = recordListJson([], 1);

interface Filter {
  sql: string;
  values: unknown[];
}

/** A SettlementRecordList as JSON. */
export function listRecords(db: Database, reach: Reach, query: RecordListQuery): string {
  const { tenantKey } = reach;
  const { pageSize } = query;
  const offset = (query.pageNumber - 1) * pageSize;
  if (offset >= recordsOf(db, tenantKey)) return empty;
  // The upload may be of any user: those of its rows that belong to the scope's units are in the scope.
  const seqs = query.uploadId === undefined ? null : runOn(db, seqsOfUpload(tenantKey, 'Settlement', query.uploadId));
  if (seqs === undefined) return empty;
  const { sql, values } = filterOf(reach, query);
  const direction = directions[query['sorting.direction']];
  const within = andRowWithin(reach.limit);
  const [from, ofUpload] = seqs ? ['NOT INDEXED', ' AND sale.seq >= ? AND sale.seq < ?'] : ['', ''];
  const found = statement(
    db,
    `SELECT ${shownColumns} FROM (
       SELECT sale.seq AS wanted FROM settlement_record AS sale ${from} WHERE sale.tenant_key = ?${sql}${ofUpload}
       ORDER BY sale.${sortColumns[query['sorting.key']]} ${direction}, sale.seq ${direction} LIMIT ? OFFSET ?
     )
     CROSS JOIN settlement_record AS sale ON sale.seq = wanted
     CROSS JOIN upload ON upload.tenant_key = ? AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ?${within.sql} ORDER BY sale.${sortColumns[query['sorting.key']]} ${direction}, sale.seq ${direction}`,
  )
    .raw()
    // One row more than fits on the page shows whether another page follows.
    .all(
      ...[tenantKey, ...values, ...(seqs ? [seqs.from, seqs.to] : []), pageSize + 1, offset],
      ...[tenantKey, tenantKey, ...within.values],
    ) as ShownRow[];
  return recordListJson(
    found.map((row) => shownOf(db, reach, row)),
    pageSize,
  );
}

/** How many records a tenant has. A page that begins after its last one is empty, without looking at any. */
function recordsOf(db: Database, tenantKey: number): number {
  return statement(db, 'SELECT records FROM tenant WHERE tenant_key = ?').pluck().get(tenantKey) as number;
}

/** The filters of a list but `uploadId`, and the scope. Begins with AND. */
function filterOf({ limit }: Reach, query: RecordListQuery): Filter {
  const filters: Filter[] = recordFilters(query).map(([column, operator, value]) => ({
    sql: ` AND sale.${column} ${operator} ?`,
    values: [value],
  }));
  if (limit) {
    const within = rowsWithin(limit);
    filters.push({ sql: ` AND ${within.sql}`, values: within.values });
  }
  return { sql: filters.map(({ sql }) => sql).join(''), values: filters.flatMap(({ values }) => values) };
}

function shownOf(db: Database, reach: Reach, [seq, firstSeq, firstId, state, matchState, matchKey, ...values]: ShownRow): ShownRecord {
  const matchId = matchIdOf(db, reach, matchKey);
  return { recordId: transactionId(firstId, seq - firstSeq), states: { state, matchState }, matchId, values };
}

/** A SettlementRecordDetail as JSON; null where there is no such record within reach. */
export function recordDetail(db: Database, reach: Reach, id: string): string | null {
  const { tenantKey, limit } = reach;
  const { firstId, index } = partsOfId(id);
  const { sql, values } = andRowWithin(limit);
  const found = statement(
    db,
    `SELECT ${shownColumns}, sale.comment, upload.id FROM upload
     CROSS JOIN settlement_record AS sale ON sale.tenant_key = ? AND sale.seq = upload.first_seq + ?
     WHERE upload.tenant_key = ? AND upload.kind = 'Settlement' AND upload.first_transaction_id = ? AND upload.rows > ?${sql}`,
  )
    .raw()
    .get(tenantKey, index, tenantKey, firstId, index, ...values) as ShownRow | undefined;
  if (!found) return null;
  const [comment, uploadId] = found.slice(VALUES_AT + recordColumns.length) as [string | null, string];
  const told = commentOf(db, reach, { kind: 'Settlement', seq: found[0], matchKey: found[5] }, comment);
  return recordDetailJson(shownOf(db, reach, found), { comment: told, uploadId });
}

/** Those of the seqs that are within reach, in the same order. */
export function recordsAt(db: Database, reach: Reach, seqs: readonly number[]): ShownRecord[] {
  const { tenantKey, limit } = reach;
  const within = andRowWithin(limit);
  const found = statement(
    db,
    `SELECT ${shownColumns} FROM json_each(?) AS wanted
     CROSS JOIN settlement_record AS sale ON sale.seq = wanted.value
     CROSS JOIN upload ON upload.tenant_key = ? AND upload.upload_key = sale.upload_key
     WHERE sale.tenant_key = ?${within.sql}`,
  )
    .raw()
    .all(JSON.stringify(seqs), tenantKey, tenantKey, ...within.values) as ShownRow[];
  return found.map((row) => shownOf(db, reach, row));
}
