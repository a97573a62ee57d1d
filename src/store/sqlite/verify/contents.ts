/** What a database file holds, and whether it is intact. Reads only. */
import { statSync } from 'node:fs';
import { SalesError } from '../../../contract/problem.js';
import { importedAs, type RowTable, rowTables } from '../../rows/row-tables.js';
import type { StoredUpload } from '../../stored-upload.js';
import { type CountedRow, countsOf } from '../../upload-progress.js';
import { Database } from '../database/engine.js';
import { viewSchema8 } from '../database/from-schema-8.js';
import { schemaFault } from '../database/sqlite-schema.js';
import { statement } from '../database/statements.js';
import { hasPlace, placeColumns } from '../lists/amount-order.js';

const CACHE_KIB = 64 * 1024;

export interface Contents {
  bytes: number;
  schemaVersion: number;
  rows: { customers: number; tenants: number; users: number; uploads: number; transactions: number };
  /** When the newest upload was received, as a date-time; null where there is none. */
  newestUpload: string | null;
}

/**
 * Checks a database from end to end: SQLite's own checks, the schema, that uploads have as many rows as they say, and the order of amounts.
 * For copies that no server writes to. Fails with `inputUnusable` where the file is not a complete database of sales.
 */
export function verifiedContents(file: string): Contents {
  let db: Database | null = null;
  try {
    const { size } = statSync(file);
    db = new Database(file, { readonly: true, fileMustExist: true });
    db.pragma(`cache_size = -${CACHE_KIB}`);
    const version = checkSchema(db, file);
    checkIntegrity(db, file);
    viewSchema8(db);
    const rows = rowCounts(db);
    checkBooks(db, file);
    if (misplacedAmounts(db) > 0) throw damaged(file, 'the order of amounts is not that of the transactions');
    const newest = db.prepare('SELECT created_at FROM upload ORDER BY upload_key DESC LIMIT 1').pluck().get();
    return { bytes: size, schemaVersion: version, rows, newestUpload: (newest as string | undefined) ?? null };
  } catch (error) {
    if (error instanceof SalesError) throw error;
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new SalesError('inputUnusable', `There is no file ${file}.`, { cause: error });
    if (code.startsWith('SQLITE_CORRUPT')) throw damaged(file, 'parts of it are missing or altered', error);
    if (code === 'SQLITE_NOTADB')
      throw new SalesError('inputUnusable', `${file} is not a backup made by sales: it is not a database.`, { cause: error });
    throw new SalesError('inputUnusable', `${file} cannot be read as a database: ${code}.`, {
      hint: 'You may lack permission to read it, or its disk may be failing.',
      cause: error,
    });
  } finally {
    db?.close();
  }
}

/** The version of the schema. Fails where it is none of ours, or newer. */
function checkSchema(db: Database, file: string): number {
  const version = db.pragma('user_version', { simple: true }) as number;
  const tables = db.prepare(
    "SELECT count(*) FROM sqlite_schema WHERE name IN ('customer', 'tenant', 'user', 'app_user', 'upload', 'transaction')",
  );
  if (version < 1 || tables.pluck().get() !== 5) {
    throw new SalesError('inputUnusable', `${file} is not a backup made by sales: its tables are different.`);
  }
  const fault = schemaFault(file, version);
  if (fault) throw new SalesError('inputUnusable', fault.message, { hint: fault.hint });
  return version;
}

function checkIntegrity(db: Database, file: string): void {
  const found = db.pragma('integrity_check(1)', { simple: true });
  // SQLite's own description of the damage may quote rows, so it is not passed on.
  if (found !== 'ok') throw damaged(file, 'SQLite finds its pages or indexes damaged');
  if ((db.pragma('foreign_key_check') as unknown[]).length > 0) throw damaged(file, 'rows refer to rows that are missing');
}

function rowCounts(db: Database): Contents['rows'] {
  const count = (table: string) => db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
  return {
    customers: count('customer'),
    tenants: count('tenant'),
    users: count('app_user'),
    uploads: count('upload'),
    transactions: count('transaction'),
  };
}

/**
 * Uploads and tenants keep count of their rows in the same transactions that store those, so a copy that lacks some rows contradicts
 * itself.
 */
function checkBooks(db: Database, file: string): void {
  for (const [kind, table] of Object.entries(rowTables)) checkBooksOf(db, table, ` WHERE kind = '${kind}'`, file);
}

function checkBooksOf(db: Database, { name, counter }: RowTable, ofKind: string, file: string): void {
  const one = (sql: string) => db.prepare(sql).pluck().get() as number;
  const stored = one(`SELECT count(*) FROM ${name}`);
  const inUploads = one(`SELECT ifnull(sum(rows), 0) FROM upload${ofKind}`);
  const wrongUploads = one(
    `SELECT count(*) FROM (SELECT * FROM upload${ofKind}) AS upload WHERE rows <>
     (SELECT count(*) FROM ${name} AS sale WHERE seq >= first_seq AND seq < first_seq + rows AND sale.upload_key = upload.upload_key)`,
  );
  const wrongTenants = one(
    `SELECT count(*) FROM tenant WHERE ${counter} <> (SELECT count(*) FROM ${name} AS sale WHERE sale.tenant_key = tenant.tenant_key)`,
  );
  if (inUploads !== stored || wrongUploads > 0 || wrongTenants > 0) {
    throw damaged(file, `the ${counter} are not as many as the rows of the uploads`);
  }
}

/** How many rows are missing or wrong in the order of amounts, and how many of its places have no row. Reads all rows. */
export function misplacedAmounts(db: Database): number {
  // On one state of the database, because a server may be putting rows into the order.
  return db.transaction(() => misplacedNow(db)).deferred();
}

function misplacedNow(db: Database): number {
  const one = (sql: string) => db.prepare(sql).pluck().get() as number;
  const marks = one('SELECT count(*) FROM amount_order');
  const marksBeyond = one(
    `SELECT count(*) FROM amount_order WHERE max(sorted_to, block_to) > (SELECT ifnull(max(seq), 0) FROM "transaction")`,
  );
  const places = one('SELECT count(*) FROM transaction_amount');
  const rows = one(`SELECT count(*) FROM "transaction" AS sale, amount_order WHERE ${hasPlace}`);
  const isPlaced = placeColumns.map((column) => `place.${column} IS sale.${column}`).join(' AND ');
  // Walks the rows, which are wide, in their own order: looking up each of them would take far longer.
  const placed = one(
    `SELECT count(*) FROM amount_order CROSS JOIN "transaction" AS sale CROSS JOIN transaction_amount AS place
     ON place.tenant_key = sale.tenant_key AND place.amount = ifnull(sale.amount, -9e999) AND place.seq = sale.seq
     WHERE ${hasPlace} AND ${isPlaced}`,
  );
  return Math.max(places, rows) - placed + Math.abs(marks - 1) + marksBeyond;
}

/** How many uploads have counts or sums that their rows do not add up to, in a database with the current schema. Reads all rows. */
export function miscountedUploads(db: Database): number {
  // On one state of the database, because a server may be importing.
  return db.transaction(() => miscountedNow(db)).deferred();
}

function miscountedNow(db: Database): number {
  const uploads = statement(
    db,
    'SELECT kind, upload_key AS uploadKey, first_seq AS firstSeq, rows, decided, processed, duplicates, rejected, amounts FROM upload',
  );
  // One row more than the upload has, which must belong to another.
  const rowsOf = ({ name }: RowTable) =>
    statement(
      db,
      `SELECT state AS transactionState, ${importedAs('match_state')} AS transactionMatchState, currency, amount, comment FROM ${name} NOT INDEXED
       WHERE seq >= ? AND seq <= ? AND upload_key = ? ORDER BY seq`,
    );
  const rows = { Sales: rowsOf(rowTables.Sales), Settlement: rowsOf(rowTables.Settlement) };
  let miscounted = 0;
  for (const upload of uploads.iterate() as Iterable<StoredUpload>) {
    const found = rows[upload.kind].all(upload.firstSeq, upload.firstSeq + upload.rows, upload.uploadKey) as CountedRow[];
    if (!isCounted(upload, found)) miscounted++;
  }
  return miscounted;
}

function isCounted(upload: StoredUpload, rows: readonly CountedRow[]): boolean {
  const { processed, duplicates, amounts } = countsOf(upload.kind, rows);
  if (rows.length !== upload.rows || upload.decided > upload.rows || upload.rejected !== upload.decided - processed) return false;
  // An upload from the time before there were sums has none.
  const isSummed = upload.amounts === amounts || upload.amounts === '[]';
  return processed === upload.processed && duplicates === upload.duplicates && isSummed;
}

function damaged(file: string, why: string, cause?: unknown): SalesError {
  return new SalesError('inputUnusable', `${file} is damaged: ${why}.`, { hint: 'Use another backup.', cause });
}
