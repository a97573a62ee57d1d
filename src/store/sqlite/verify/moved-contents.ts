/** The data of a database as MoveSource has them: read, and never changed. */
import { decimalOf, plus, textOfDecimal } from '../../../contract/decimal.js';
import { SalesError } from '../../../contract/problem.js';
import type { UploadKind } from '../../../contract/states.js';
import type { KeptAuditRow } from '../../audit.js';
import { transactionIdAt } from '../../ids.js';
import {
  type Catalogue,
  type CatalogueTable,
  catalogueColumns,
  catalogueTables,
  type MovedRow,
  type MovedSum,
  type MovedTenant,
  type MovedUpload,
  type MovedUploadRow,
  movedFields,
  movedUpload,
  rowsHash,
} from '../../moving/moved-data.js';
import type { MovedRows, MoveSource } from '../../moving/sides.js';
import { rowTables } from '../../rows/row-tables.js';
import { snakeCase } from '../../sql/work.js';
import { mismatchedRows } from '../../verify/matched.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { runOn } from '../database/work.js';
import { keptPages } from './moved-matches.js';

/** Where it is not the same columns of the same table, by its first one. */
const otherSql: Partial<Record<CatalogueTable, string>> = {
  unit: 'SELECT tenant_key, unit_key, id, parent_key, name FROM unit ORDER BY unit_key',
  unit_location: 'SELECT tenant_key, unit_key, location_id FROM unit_location JOIN unit USING (unit_key)',
  unit_terminal: 'SELECT tenant_key, unit_key, terminal_id FROM unit_terminal JOIN unit USING (unit_key)',
  user_grant: `SELECT user_key, customer_key, ifnull(user_grant.tenant_key, unit.tenant_key), user_grant.unit_key
    FROM user_grant LEFT JOIN unit ON unit.unit_key = user_grant.unit_key`,
  location_terminal: `SELECT tenant_key, location_id, iif(typeof(terminal_id) = 'text', terminal_id, ''), typeof(terminal_id) <> 'text'
    FROM location_terminal`,
  // Here the keys of matches are counted over all tenants.
  match_progress: `SELECT tenant_key, (SELECT ifnull(max(match_key), 0) + 1 FROM match), changed, arrived, seen, seen_rules, finished_at,
      changed_from, is_all, frontier, late
    FROM match_progress`,
};
/** Columns that are 0 or 1 here. */
const booleans: Partial<Record<CatalogueTable, number>> = { app_user: 5, import_configuration: 4, location_terminal: 3, match_progress: 8 };

const uploadSql = `SELECT tenant_key, upload_key, kind, id, user_key, import_configuration_key, created_at, idempotency_key, fingerprint, batch_key, status,
    status_at, first_seq, lower(hex(first_transaction_id)), rows, upload_group, group_key, decided, processed, duplicates, rejected, warnings,
    amounts, errors, error_count, tries, imported_at, withdrawn_at, withdrawn_by,
    (SELECT count(*) FROM history WHERE history.upload_key = upload.upload_key)
  FROM upload WHERE tenant_key = ? AND upload_key > ? ORDER BY upload_key LIMIT ?`;
const TIMES_AT = [6, 11, 26, 27];
const FIRST_ID_AT = 13;

const rowsSql = { Sales: selectRows('Sales'), Settlement: selectRows('Settlement') };

function selectRows(kind: UploadKind): string {
  // Ticks are read as text: they may be more than a double holds.
  const selected = movedFields[kind].map(({ field }) => (field === 'ticks' ? 'CAST(ticks AS TEXT)' : snakeCase(field)));
  return `SELECT ${selected.join(', ')} FROM ${rowTables[kind].name} NOT INDEXED WHERE seq >= ? AND seq < ? AND upload_key = ? ORDER BY seq`;
}

/** `db` is open on a directory whose schema is the current one. */
export function sourceOn(db: Database): MoveSource {
  const one = (sql: string) => statement(db, sql).pluck().get() as number;
  const rowsOf = ({ kind, firstSeq, rows, uploadKey }: MovedUpload) =>
    statement(db, rowsSql[kind])
      .raw()
      .all(firstSeq, firstSeq + rows, uploadKey) as MovedUploadRow[];
  return {
    seed: one('SELECT seed FROM duplicate_seed'),
    catalogue: () => catalogueOf(db),
    tenants: () =>
      (
        statement(
          db,
          `SELECT tenant_key,
             max(ifnull((SELECT max(first_seq + rows) FROM upload AS u WHERE u.tenant_key = tenant.tenant_key), 1),
               ifnull((SELECT max(upload_key) + 1 FROM upload AS u WHERE u.tenant_key = tenant.tenant_key), 1)) AS nextSeq,
             transactions, records, (SELECT count(*) FROM upload AS u WHERE u.tenant_key = tenant.tenant_key) AS uploads,
             (SELECT lower(hex(first_transaction_id)) FROM upload AS u WHERE u.tenant_key = tenant.tenant_key ORDER BY upload_key DESC LIMIT 1) AS lastId
           FROM tenant ORDER BY tenant_key`,
        ).all() as MovedTenant[]
      ).map(({ lastId, ...tenant }) => ({ ...tenant, lastId: lastId && transactionIdAt(lastId, 0) })),
    uploads: (tenantKey, after, limit) =>
      (statement(db, uploadSql).raw().all(tenantKey, after, limit) as (string | number | null)[][]).map(uploadOf),
    content: (upload) => {
      const rows = rowsOf(upload);
      for (const row of rows) refuseU0000(upload, row);
      return { history: historyOf(db, upload), rows };
    },
    auditRows: (after) =>
      statement(
        db,
        `SELECT audit_key AS key, at, actor, origin, action, object, outcome, request_id, details, hash FROM audit
         WHERE audit_key > ? ORDER BY audit_key LIMIT 5000`,
      ).all(after) as KeptAuditRow[],
    rows: (uploads) => new Map(uploads.map((upload) => [upload.uploadKey, movedRows(upload, rowsOf(upload))])),
    history: (uploads) => new Map(uploads.filter(({ changes }) => changes > 0).map((upload) => [upload.uploadKey, historyOf(db, upload)])),
    counts: () => ({
      upload: one('SELECT count(*) FROM upload'),
      transaction: one('SELECT count(*) FROM "transaction" WHERE tenant_key > 0'),
      transaction_withdrawn: one('SELECT count(*) FROM "transaction" WHERE tenant_key < 0'),
      settlement_record: one('SELECT count(*) FROM settlement_record WHERE tenant_key > 0'),
      settlement_record_withdrawn: one('SELECT count(*) FROM settlement_record WHERE tenant_key < 0'),
      match: one('SELECT count(*) FROM match'),
      match_item: one('SELECT count(*) FROM match_item'),
      match_open: one('SELECT count(*) FROM match_open'),
      history: one('SELECT count(*) FROM history'),
      audit: one('SELECT count(*) FROM audit'),
    }),
    kept: (table, tenantKey) => keptPages(db, table, tenantKey),
    mismatchedRows: () => runOn(db, mismatchedRows(null)),
  };
}

function historyOf(db: Database, { uploadKey }: MovedUpload): MovedRow[] {
  const sql =
    'SELECT seq, at, state_from, state_to, match_state_from, match_state_to, reason, actor FROM history WHERE upload_key = ? ORDER BY history_key';
  return statement(db, sql).raw().all(uploadKey) as MovedRow[];
}

function catalogueOf(db: Database): Catalogue {
  const tables = catalogueTables.map((table) => {
    const flagAt = booleans[table];
    const rows = statement(db, otherSql[table] ?? `SELECT ${catalogueColumns[table].join(', ')} FROM ${table} ORDER BY 1`)
      .raw()
      .all() as (string | number | null)[][];
    if (rows.some((row) => row.some((value) => typeof value === 'string' && value.includes('\0'))))
      throw unstorable(`A text of ${table.replaceAll('_', ' ')} has the character U+0000`);
    return [table, flagAt === undefined ? rows : rows.map((row) => row.map((value, at) => (at === flagAt ? value === 1 : value)))];
  });
  return Object.fromEntries(tables) as Catalogue;
}

function uploadOf(row: (string | number | null)[]): MovedUpload {
  const values = row.slice(0, -1);
  for (const at of TIMES_AT) if (values[at] !== null) values[at] = new Date(values[at] as string).toISOString();
  values[FIRST_ID_AT] = transactionIdAt(values[FIRST_ID_AT] as string, 0);
  return movedUpload(values, row.at(-1) as number);
}

/** PostgreSQL cannot hold that character. Only a server on SQLite has ever taken it. */
function refuseU0000({ id, kind, firstSeq }: MovedUpload, values: MovedUploadRow): void {
  const at = values.findIndex((value) => typeof value === 'string' && value.includes('\0'));
  if (at < 0) return;
  const row = (values[0] as number) - firstSeq + 1;
  throw unstorable(`Upload ${id} has the character U+0000 in ${movedFields[kind][at]?.field} of row ${row}`);
}

function unstorable(what: string): SalesError {
  return new SalesError('inputUnusable', `${what}; PostgreSQL cannot hold it.`, {
    hint: 'These data cannot be moved as they are: go on serving from the directory.',
  });
}

function movedRows({ tenantKey, kind, isWithdrawn }: MovedUpload, rows: readonly MovedUploadRow[]): MovedRows {
  return { hash: rowsHash(kind, rows), sums: isWithdrawn ? [] : sumsOf(tenantKey, kind, rows) };
}

interface TenantSum {
  tenantKey: number;
  kind: UploadKind;
  currency: string | null;
  rows: number;
  /** In cents of cents, of the amounts that are whole in them: adding numbers takes a fraction of the time. */
  units: number;
  others: ReturnType<typeof decimalOf>;
}

const placeOf = (kind: UploadKind, name: string) => movedFields[kind].findIndex(({ field }) => field === name);
const UNITS = 10_000;
const UNITS_MAX = 2 ** 50;

function sumsOf(tenantKey: number, kind: UploadKind, rows: readonly MovedUploadRow[]): MovedSum[] {
  const [amountAt, currencyAt] = [placeOf(kind, 'amount'), placeOf(kind, 'currency')];
  const sums = new Map<string | null, TenantSum>();
  for (const row of rows) {
    const currency = row[currencyAt] as string | null;
    const sum = sums.get(currency) ?? { tenantKey, kind, currency, rows: 0, units: 0, others: { digits: 0n, scale: 0 } };
    sums.set(currency, sum);
    sum.rows += 1;
    const amount = row[amountAt] as number | null;
    if (amount === null) continue;
    const units = Math.round(amount * UNITS);
    if (units / UNITS === amount && Math.abs(units) < UNITS_MAX / 2 && Math.abs(sum.units) < UNITS_MAX) sum.units += units;
    else sum.others = plus(sum.others, decimalOf(amount));
  }
  return [...sums.values()].map(sumOf);
}

function sumOf({ units, others, ...sum }: TenantSum): MovedSum {
  return { ...sum, amount: textOfDecimal(plus(others, { digits: BigInt(units), scale: 4 })) };
}
