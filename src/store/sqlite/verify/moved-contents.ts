/** The data of a database as MoveSource has them: read, and never changed. */
import { decimalOf, plus, textOfDecimal } from '../../../contract/decimal.js';
import { SalesError } from '../../../contract/problem.js';
import type { UploadKind } from '../../../contract/states.js';
import type { KeptAuditRow } from '../../audit.js';
import { transactionIdAt } from '../../ids.js';
import {
  type Catalogue,
  type CatalogueTable,
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
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { rowTables } from '../rows/row-tables.js';
import { mismatchedRows } from './matched.js';
import { keptPages } from './moved-matches.js';

/** In the order of the target's columns. */
const catalogueSql: Record<CatalogueTable, string> = {
  customer: 'SELECT customerKey, id, name FROM customer ORDER BY customerKey',
  tenant: 'SELECT tenantKey, id, customerKey, name FROM tenant ORDER BY tenantKey',
  app_user: 'SELECT userKey, id, name, passwordHash, credentialVersion, disabled FROM user ORDER BY userKey',
  user_role: 'SELECT userKey, role FROM user_role',
  import_configuration: 'SELECT tenantKey, importConfigurationKey, id, name, isDefault, settings FROM import_configuration',
  unit: 'SELECT tenantKey, unitKey, id, parentKey, name FROM unit ORDER BY unitKey',
  unit_location: 'SELECT tenantKey, unitKey, locationId FROM unit_location JOIN unit USING (unitKey)',
  unit_terminal: 'SELECT tenantKey, unitKey, terminalId FROM unit_terminal JOIN unit USING (unitKey)',
  user_grant: `SELECT userKey, customerKey, ifnull("grant".tenantKey, unit.tenantKey), "grant".unitKey
    FROM "grant" LEFT JOIN unit ON unit.unitKey = "grant".unitKey`,
  removed: 'SELECT id, kind, key FROM removed',
  location_terminal: `SELECT tenantKey, locationId, iif(typeof(terminalId) = 'text', terminalId, ''), typeof(terminalId) <> 'text'
    FROM location_terminal`,
  match_forbidden: 'SELECT tenantKey, saleSeq, recordSeq FROM match_forbidden',
  match_decision: 'SELECT tenantKey, decisionKey, action, at, actor, text, rows FROM match_decision',
  settlement_settings: 'SELECT tenantKey, version, document FROM settlement_settings',
  // Here the keys of matches are counted over all tenants.
  match_progress: `SELECT tenantKey, (SELECT ifnull(max(matchKey), 0) + 1 FROM match), changed, arrived, seen, seenRules, finishedAt,
      changedFrom, isAll, frontier, late
    FROM match_progress`,
};
/** Columns that are 0 or 1 here. */
const booleans: Partial<Record<CatalogueTable, number>> = { app_user: 5, import_configuration: 4, location_terminal: 3, match_progress: 8 };

const uploadSql = `SELECT tenantKey, uploadKey, kind, id, userKey, importConfigurationKey, createdAt, idempotencyKey, fingerprint, batchKey, status,
    statusAt, firstSeq, lower(hex(firstTransactionId)), rows, uploadGroup, groupKey, decided, processed, duplicates, rejected, warnings,
    amounts, errors, errorCount, tries, importedAt, withdrawnAt, withdrawnBy,
    (SELECT count(*) FROM history WHERE history.uploadKey = upload.uploadKey)
  FROM upload WHERE tenantKey = ? AND uploadKey > ? ORDER BY uploadKey LIMIT ?`;
const TIMES_AT = [6, 11, 26, 27];
const FIRST_ID_AT = 13;

/** Ticks are read as text: they may be more than a double holds. */
const ticks = 'CAST(transactionTicks AS TEXT)';
/** How the fields of a moved row are called here. */
const columns: Record<UploadKind, Partial<Record<string, string>>> = {
  Sales: { ticks, state: 'transactionState', matchState: 'transactionMatchState' },
  Settlement: { ticks },
};
const rowsSql = { Sales: selectRows('Sales'), Settlement: selectRows('Settlement') };

function selectRows(kind: UploadKind): string {
  const selected = movedFields[kind].map(({ field }) => columns[kind][field] ?? field);
  return `SELECT ${selected.join(', ')} FROM ${rowTables[kind].name} NOT INDEXED WHERE seq >= ? AND seq < ? AND uploadKey = ? ORDER BY seq`;
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
          `SELECT tenantKey,
             max(ifnull((SELECT max(firstSeq + rows) FROM upload AS u WHERE u.tenantKey = tenant.tenantKey), 1),
               ifnull((SELECT max(uploadKey) + 1 FROM upload AS u WHERE u.tenantKey = tenant.tenantKey), 1)) AS nextSeq,
             transactions, records, (SELECT count(*) FROM upload AS u WHERE u.tenantKey = tenant.tenantKey) AS uploads,
             (SELECT lower(hex(firstTransactionId)) FROM upload AS u WHERE u.tenantKey = tenant.tenantKey ORDER BY uploadKey DESC LIMIT 1) AS lastId
           FROM tenant ORDER BY tenantKey`,
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
        `SELECT auditKey AS key, at, actor, origin, action, object, outcome, requestId, details, hash FROM audit
         WHERE auditKey > ? ORDER BY auditKey LIMIT 5000`,
      ).all(after) as KeptAuditRow[],
    rows: (uploads) => new Map(uploads.map((upload) => [upload.uploadKey, movedRows(upload, rowsOf(upload))])),
    history: (uploads) => new Map(uploads.filter(({ changes }) => changes > 0).map((upload) => [upload.uploadKey, historyOf(db, upload)])),
    counts: () => ({
      upload: one('SELECT count(*) FROM upload'),
      transaction: one('SELECT count(*) FROM "transaction" WHERE tenantKey > 0'),
      transaction_withdrawn: one('SELECT count(*) FROM "transaction" WHERE tenantKey < 0'),
      settlement_record: one('SELECT count(*) FROM settlement_record WHERE tenantKey > 0'),
      settlement_record_withdrawn: one('SELECT count(*) FROM settlement_record WHERE tenantKey < 0'),
      match: one('SELECT count(*) FROM match'),
      match_item: one('SELECT count(*) FROM match_item'),
      match_open: one('SELECT count(*) FROM match_open'),
      history: one('SELECT count(*) FROM history'),
      audit: one('SELECT count(*) FROM audit'),
    }),
    kept: (table, tenantKey) => keptPages(db, table, tenantKey),
    mismatchedRows: () => mismatchedRows(db),
  };
}

function historyOf(db: Database, { uploadKey }: MovedUpload): MovedRow[] {
  const sql =
    'SELECT seq, at, stateFrom, stateTo, matchStateFrom, matchStateTo, reason, actor FROM history WHERE uploadKey = ? ORDER BY historyKey';
  return statement(db, sql).raw().all(uploadKey) as MovedRow[];
}

function catalogueOf(db: Database): Catalogue {
  const tables = Object.entries(catalogueSql).map(([table, sql]) => {
    const flagAt = booleans[table as CatalogueTable];
    const rows = statement(db, sql).raw().all() as (string | number | null)[][];
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
