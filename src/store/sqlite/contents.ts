/** What a database file holds, and whether it is whole. For copies that no server writes; reads only. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { SalesError } from '../../contract/problem.js';
import { hasPlace, placeColumns } from './amount-order.js';
import { schemaVersion } from './migrations.js';
import { type CountedRow, countsOf, nothingDecided } from './upload-progress.js';
import type { UploadRow } from './uploads.js';

const CACHE_KIB = 64 * 1024;
/** The first schema that has the order as it is now; those before are made anew with the upgrade. */
const AMOUNT_ORDER_SINCE = 4;
/** The first one in which blocks are put into it by pieces. */
const PIECES_SINCE = 5;

export interface Contents {
  bytes: number;
  schemaVersion: number;
  rows: { customers: number; tenants: number; users: number; uploads: number; transactions: number };
  /** When the newest upload was taken, a date-time; null where there is none. */
  newestUpload: string | null;
}

/**
 * Checks a database from end to end: SQLite's own checks, the schema, that the uploads have the rows that they say, and the order of amounts.
 * Fails with `inputUnusable` where it is not a whole database of sales.
 */
export function verifiedContents(file: string): Contents {
  let db: Database.Database | null = null;
  try {
    const { size } = statSync(file);
    db = new Database(file, { readonly: true, fileMustExist: true });
    db.pragma(`cache_size = -${CACHE_KIB}`);
    const version = checkSchema(db, file);
    checkIntegrity(db, file);
    const rows = rowCounts(db);
    checkBooks(db, rows.transactions, file);
    if (misplacedAmounts(db, version) > 0) throw damaged(file, 'the order of amounts is not that of the transactions');
    const newest = db.prepare('SELECT createdAt FROM upload ORDER BY uploadKey DESC LIMIT 1').pluck().get();
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

/** The schema's version. */
function checkSchema(db: Database.Database, file: string): number {
  const version = db.pragma('user_version', { simple: true }) as number;
  const tables = db.prepare("SELECT count(*) FROM sqlite_schema WHERE name IN ('customer', 'tenant', 'user', 'upload', 'transaction')");
  if (version < 1 || tables.pluck().get() !== 5) {
    throw new SalesError('inputUnusable', `${file} is not a backup made by sales: its tables are different.`);
  }
  if (version > schemaVersion) {
    throw new SalesError('inputUnusable', `${file} has schema ${version}; this version of sales knows up to ${schemaVersion}.`, {
      hint: 'Use the version of sales that wrote it, or a newer one.',
    });
  }
  return version;
}

function checkIntegrity(db: Database.Database, file: string): void {
  const found = db.pragma('integrity_check(1)', { simple: true });
  // What SQLite says of a damage may quote rows.
  if (found !== 'ok') throw damaged(file, 'SQLite finds its pages or indexes damaged');
  if ((db.pragma('foreign_key_check') as unknown[]).length > 0) throw damaged(file, 'rows refer to rows that are missing');
}

function rowCounts(db: Database.Database): Contents['rows'] {
  const count = (table: string) => db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
  return {
    customers: count('customer'),
    tenants: count('tenant'),
    users: count('user'),
    uploads: count('upload'),
    transactions: count('transaction'),
  };
}

/** Uploads and tenants keep count of their rows, in the transactions that store them: a copy that lacks some does not agree with itself. */
function checkBooks(db: Database.Database, transactions: number, file: string): void {
  const one = (sql: string) => db.prepare(sql).pluck().get() as number;
  const inUploads = one('SELECT ifnull(sum(rows), 0) FROM upload');
  const wrongUploads = one(
    `SELECT count(*) FROM upload WHERE rows <>
     (SELECT count(*) FROM "transaction" WHERE seq >= firstSeq AND seq < firstSeq + rows AND "transaction".uploadKey = upload.uploadKey)`,
  );
  const wrongTenants = one(
    'SELECT count(*) FROM tenant WHERE transactions <> (SELECT count(*) FROM "transaction" WHERE "transaction".tenantKey = tenant.tenantKey)',
  );
  if (inUploads !== transactions || wrongUploads > 0 || wrongTenants > 0) {
    throw damaged(file, 'the transactions are not as many as the rows of the uploads');
  }
}

/** Rows that the order of amounts lacks or holds otherwise, and places without a row; none in a schema without it. Reads all of it. */
export function misplacedAmounts(db: Database.Database, schema: number): number {
  if (schema < AMOUNT_ORDER_SINCE) return 0;
  // On one state of the database: a server may sort rows in meanwhile.
  return db.transaction(() => misplacedNow(db, schema)).deferred();
}

function misplacedNow(db: Database.Database, schema: number): number {
  const one = (sql: string) => db.prepare(sql).pluck().get() as number;
  const [ends, wasPlaced] = schema < PIECES_SINCE ? ['sortedTo', 'sale.seq <= sortedTo'] : ['max(sortedTo, blockTo)', hasPlace];
  const marks = one('SELECT count(*) FROM amount_order');
  const marksBeyond = one(`SELECT count(*) FROM amount_order WHERE ${ends} > (SELECT ifnull(max(seq), 0) FROM "transaction")`);
  const places = one('SELECT count(*) FROM transaction_amount');
  const rows = one(`SELECT count(*) FROM "transaction" AS sale, amount_order WHERE ${wasPlaced}`);
  const isPlaced = placeColumns.map((column) => `place.${column} IS sale.${column}`).join(' AND ');
  // In the order of the rows, which are wide: to look each of them up would take far longer.
  const placed = one(
    `SELECT count(*) FROM amount_order CROSS JOIN "transaction" AS sale CROSS JOIN transaction_amount AS place
     ON place.tenantKey = sale.tenantKey AND place.amount = ifnull(sale.amount, -9e999) AND place.seq = sale.seq
     WHERE ${wasPlaced} AND ${isPlaced}`,
  );
  return Math.max(places, rows) - placed + Math.abs(marks - 1) + marksBeyond;
}

/** Uploads whose counts and sums are not what their rows come to, in a database of our schema. Reads all of it. */
export function miscountedUploads(db: Database.Database): number {
  // On one state of the database: a server may import meanwhile.
  return db.transaction(() => miscountedNow(db)).deferred();
}

function miscountedNow(db: Database.Database): number {
  const uploads = db.prepare('SELECT uploadKey, firstSeq, rows, decided, processed, duplicates, rejected, amounts FROM upload');
  // With the row after them, which must be another's.
  const rows = db.prepare(
    `SELECT transactionState, transactionMatchState, currency, amount, comment FROM "transaction" NOT INDEXED
     WHERE seq >= ? AND seq <= ? AND uploadKey = ? ORDER BY seq`,
  );
  let miscounted = 0;
  for (const upload of uploads.iterate() as Iterable<UploadRow>) {
    const found = rows.all(upload.firstSeq, upload.firstSeq + upload.rows, upload.uploadKey) as CountedRow[];
    if (!isCounted(upload, found)) miscounted++;
  }
  return miscounted;
}

function isCounted(upload: UploadRow, rows: readonly CountedRow[]): boolean {
  const { processed, duplicates, amounts } = countsOf(rows);
  if (rows.length !== upload.rows || upload.decided > upload.rows || upload.rejected !== upload.decided - processed) return false;
  // An upload from before there were sums has none.
  const isSummed = upload.amounts === amounts || upload.amounts === nothingDecided.amounts;
  return processed === upload.processed && duplicates === upload.duplicates && isSummed;
}

function damaged(file: string, why: string, cause?: unknown): SalesError {
  return new SalesError('inputUnusable', `${file} is damaged: ${why}.`, { hint: 'Use another backup.', cause });
}
