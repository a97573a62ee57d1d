/** Reads the source's data, to be copied and to be compared. */
import { type Sql, sql } from '../sql/work.js';
import { type MovedRow, type MovedTables, type MovedUpload, movedUpload, objectOf, wholeTables } from './moved-tables.js';
import { type KeyRange, type MoveSource, ROWS_AT_ONCE, type WholeTable } from './sides.js';

const UPLOADS_AT_ONCE = 1_000;

export const everything = sql`true`;

export function wholeOf(source: MoveSource, tables: MovedTables): WholeTable[] {
  return wholeTables.map((name) => [tables[name], source.rows(tables[name], everything)]);
}

export interface MovedTenant {
  tenantKey: number;
  transactions: number;
  records: number;
}

export function tenantsOf(source: MoveSource, { tenant_counter: counter }: MovedTables): MovedTenant[] {
  return source.rows(counter, sql`true ORDER BY tenant_key`).map((row) => objectOf<MovedTenant>(counter, row));
}

export function tenantsWithMatches(source: MoveSource, { match_progress: progress }: MovedTables): number[] {
  return source.rows(progress, everything).map((row) => objectOf<MovedTenant>(progress, row).tenantKey);
}

export interface UploadBatch {
  uploads: MovedUpload[];
  /** In which these are all that there are. */
  range: KeyRange;
}

/** All uploads of a tenant, in the order of their keys. */
export function* batchesOf(source: MoveSource, { upload }: MovedTables, tenantKey: number): Generator<UploadBatch> {
  for (let after = 0, isLast = false; !isLast; ) {
    const page = source
      .rows(upload, sql`tenant_key = ${tenantKey} AND upload_key > ${after} ORDER BY upload_key LIMIT ${UPLOADS_AT_ONCE}`)
      .map((row) => movedUpload(upload, row));
    let rows = 0;
    const cut = page.findIndex((next) => {
      rows += next.rows;
      return rows > ROWS_AT_ONCE;
    });
    const uploads = cut < 0 ? page : page.slice(0, Math.max(1, cut));
    isLast = uploads.length === page.length && page.length < UPLOADS_AT_ONCE;
    const to = isLast ? Number.MAX_SAFE_INTEGER : (uploads.at(-1)?.uploadKey ?? after);
    yield { uploads, range: { tenantKey, after, to } };
    after = to;
  }
}

/** Its rows. */
export function inUpload({ firstSeq, rows, uploadKey }: MovedUpload): Sql {
  return sql`seq >= ${firstSeq} AND seq < ${firstSeq + rows} AND upload_key = ${uploadKey} ORDER BY seq`;
}

export function changesOf(source: MoveSource, { history }: MovedTables, { uploadKey, changes }: MovedUpload): MovedRow[] {
  return changes === 0 ? [] : source.rows(history, sql`upload_key = ${uploadKey} ORDER BY history_key`);
}
