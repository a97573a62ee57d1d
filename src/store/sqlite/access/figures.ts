/** Totals over all tenants, each found in a moment however much is stored. */
import type { StoreFigures } from '../../store.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** Counts of uploads and transactions, and the size of the database. */
export function figures(db: Database): StoreFigures {
  const one = (sql: string) => statement(db, sql).pluck().get() as number;
  return {
    tenants: one('SELECT count(*) FROM tenant'),
    // Uploads are numbered in sequence, and none is ever removed.
    uploads: one('SELECT ifnull(max(upload_key), 0) FROM upload'),
    unfinishedUploads: one("SELECT count(*) FROM upload WHERE status = 'Processing'"),
    transactions: one('SELECT ifnull(sum(transactions), 0) FROM tenant'),
    databaseBytes: one('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size'),
  };
}
