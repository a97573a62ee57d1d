/**
 * Inspects the database of a data directory, even while a server runs on it. Reads only, and reports faults instead of failing. SQLite's
 * descriptions of damage may quote rows, so only their number is passed on.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mismatchedRows } from '../../verify/matched.js';
import { type StatementCheck, statementsOf, tenantsWithStatements } from '../../verify/statements.js';
import { Database, SqliteError } from '../database/engine.js';
import { viewSchema8 } from '../database/from-schema-8.js';
import { runOn } from '../database/run-at-once.js';
import { firstSchema, migrate, schemaVersion } from '../database/sqlite-schema.js';
import { miscountedUploads, misplacedAmounts } from './contents.js';

const BUSY_TIMEOUT_MS = 5_000;
const FAULTS_MAX = 100;

/** What was found. The code of `cannotOpen` is SQLite's, such as SQLITE_NOTADB or SQLITE_CANTOPEN, or the system's, such as EACCES. */
export type DatabaseState =
  | { state: 'absent' }
  | { state: 'empty' }
  | { state: 'cannotOpen'; code: string }
  | { state: 'otherSchema'; found: number; known: { oldest: number; newest: number } }
  | { state: 'damaged'; faults: number }
  /** Intact except for the order of amounts, which can be rebuilt: that many of its places are wrong or missing. */
  | { state: 'misordered'; places: number }
  /** Intact except for that many uploads whose counts or sums do not match their rows. */
  | { state: 'miscounted'; uploads: number }
  /** Intact except for that many rows that are not in the match that they are said to be in, or the reverse. */
  | { state: 'mismatched'; rows: number }
  /** Intact except for a statement about a close, which is not as it was approved. */
  | ({ state: 'misstated' } & NonNullable<StatementCheck['broken']>)
  | { state: 'whole'; schema: number; bytes: number };

/**
 * With `deep`, also compares every index with its table, every reference with its target, and every upload with its rows, which reads the
 * whole file several times.
 */
export function inspectDatabase(directory: string, deep: boolean): DatabaseState {
  const file = join(directory, 'sales.db');
  let db: Database | null = null;
  try {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return { state: 'absent' };
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    const found = db.pragma('user_version', { simple: true }) as number;
    if (found === 0) return { state: 'empty' };
    if (found > schemaVersion || found < firstSchema)
      return { state: 'otherSchema', found, known: { oldest: firstSchema, newest: schemaVersion } };
    const faults = faultsOf(db, deep);
    viewSchema8(db);
    const uploads = deep && faults === 0 && found === schemaVersion ? miscountedUploads(db) : 0;
    const rows = deep && faults === 0 && found === schemaVersion ? runOn(db, mismatchedRows(null)) : 0;
    const statement = faults === 0 && found === schemaVersion ? wrongStatement(db) : null;
    const places = deep && faults === 0 ? misplacedAmounts(db) : 0;
    const bytes = (db.pragma('page_count', { simple: true }) as number) * (db.pragma('page_size', { simple: true }) as number);
    if (faults > 0) return { state: 'damaged', faults };
    if (uploads > 0) return { state: 'miscounted', uploads };
    if (rows > 0) return { state: 'mismatched', rows };
    if (statement) return { state: 'misstated', ...statement };
    return places > 0 ? { state: 'misordered', places } : { state: 'whole', schema: found, bytes };
  } catch (error) {
    if (!(error instanceof SqliteError)) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (syscall === undefined || code === undefined) throw error;
      return { state: 'cannotOpen', code };
    }
    return error.code.startsWith('SQLITE_CORRUPT') ? { state: 'damaged', faults: 1 } : { state: 'cannotOpen', code: error.code };
  } finally {
    db?.close();
  }
}

/** The first of all tenants; null where all statements are as they were approved. */
function wrongStatement(db: Database): StatementCheck['broken'] {
  // On one state of the database, because somebody may be approving.
  return db
    .transaction(() => {
      for (const { key, name } of runOn(db, tenantsWithStatements())) {
        const { broken } = runOn(db, statementsOf(key));
        if (broken) return { tenant: name, ...broken };
      }
      return null;
    })
    .deferred();
}

/** How many faults SQLite finds, and how many parts of the schema are missing. Does not check what is in the order of amounts. */
export function faultsOf(db: Database, deep: boolean): number {
  const said = db.pragma(`${deep ? 'integrity' : 'quick'}_check(${FAULTS_MAX})`) as Record<string, string>[];
  const lines = said.flatMap((row) => Object.values(row)).filter((text) => text !== 'ok').length;
  return lines + missingObjects(db) + (deep ? (db.pragma('foreign_key_check') as unknown[]).length : 0);
}

/**
 * How many tables, indexes and triggers are missing; 0 in an earlier schema, which has yet to be migrated. Compares names only, because the
 * stored definitions contain comments, which may differ.
 */
export function missingObjects(db: Database): number {
  if (db.pragma('user_version', { simple: true }) !== schemaVersion) return 0;
  const model = new Database(':memory:');
  try {
    migrate(model, () => {});
    const there = objects(db);
    return objects(model).filter((object) => !there.includes(object)).length;
  } finally {
    model.close();
  }
}

function objects(db: Database): string[] {
  return db.prepare("SELECT type || ' ' || name FROM sqlite_schema").pluck().all() as string[];
}

/** Whether a server runs on the directory. Only looks at the lock, without taking it. */
export function isServed(directory: string): boolean {
  const file = join(directory, 'lock.db');
  if (!existsSync(file)) return false;
  let db: Database | null = null;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
  } finally {
    db?.close();
  }
}
