/**
 * Which uploads were found equal on both sides, in a table that is there only while data are moved. What is noted of an upload holds as long as it
 * is the same, and each of its rows is still what the move itself wrote: PostgreSQL gives every row the transaction that wrote it.
 */

import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { type MovedSum, type MovedUpload, rowText } from '../../moving/moved-data.js';
import type { MovedRows } from '../../moving/sides.js';
import { rowTables } from '../../rows/row-tables.js';
import type { Session } from '../database/session.js';
import { rowCopies } from '../port/row-copies.js';

export const COMPARED = 'moved_upload';

export async function beginComparing(session: Session): Promise<void> {
  await session.plain(
    `CREATE TABLE IF NOT EXISTS ${COMPARED} (
       tenant_key int NOT NULL, upload_key bigint NOT NULL, upload text NOT NULL, written text NOT NULL, sums text NOT NULL,
       PRIMARY KEY (tenant_key, upload_key)
     )`,
  );
}

/** Of one tenant. */
export async function comparedOf(session: Session, uploads: readonly MovedUpload[]): Promise<Map<number, readonly MovedSum[]>> {
  const noted = await session.arrays<[key: number, upload: string, written: string, sums: string]>(
    `SELECT upload_key, upload, written, sums FROM ${COMPARED} WHERE tenant_key = $1 AND upload_key = ANY($2::bigint[])`,
    uploads[0]?.tenantKey,
    uploads.map(({ uploadKey }) => uploadKey),
  );
  if (noted.length === 0) return new Map();
  const texts = new Map(uploads.map((upload) => [upload.uploadKey, textOf(upload)]));
  const written = await writtenOf(session, uploads);
  return new Map(
    noted
      .filter(([key, text, by]) => text === texts.get(key) && by === (written.get(key) ?? ''))
      .map(([key, , , sums]) => [key, JSON.parse(sums)]),
  );
}

export async function noteCompared(session: Session, uploads: readonly MovedUpload[], rows: ReadonlyMap<number, MovedRows>): Promise<void> {
  const written = await writtenOf(session, uploads);
  const notes = uploads.map((upload) => ({
    tenant_key: upload.tenantKey,
    upload_key: upload.uploadKey,
    upload: textOf(upload),
    written: written.get(upload.uploadKey) ?? '',
    sums: JSON.stringify(rows.get(upload.uploadKey)?.sums ?? []),
  }));
  await session.run(
    `INSERT INTO ${COMPARED} SELECT * FROM json_populate_recordset(NULL::${COMPARED}, $1::json)
     ON CONFLICT (tenant_key, upload_key) DO UPDATE SET (upload, written, sums) = (excluded.upload, excluded.written, excluded.sums)`,
    JSON.stringify(notes),
  );
}

export async function forgetCompared(session: Session): Promise<void> {
  await session.plain(`DROP TABLE ${COMPARED}`);
}

function textOf(upload: MovedUpload): string {
  return rowText([...upload.values, upload.changes]);
}

export interface RowsOfKind {
  kind: UploadKind;
  /** Their first place, and the one after the last. */
  from: number;
  to: number;
}

/** Where the rows of uploads of one tenant are. In a database that was filled by SQLite, the places of each kind are counted by themselves. */
export function placesOf(uploads: readonly MovedUpload[]): RowsOfKind[] {
  return uploadKinds.flatMap((kind) => {
    const own = uploads.filter((upload) => upload.kind === kind);
    if (own.length === 0) return [];
    const from = Math.min(...own.map(({ firstSeq }) => firstSeq));
    return [{ kind, from, to: Math.max(...own.map(({ firstSeq, rows }) => firstSeq + rows)) }];
  });
}

/** Which table the rows of each upload are in, how many they are, and the transactions that wrote them. */
async function writtenOf(session: Session, uploads: readonly MovedUpload[]): Promise<Map<number, string>> {
  const written = new Map<number, string>();
  for (const { kind, from, to } of placesOf(uploads)) {
    const rowsIn = (table: string) =>
      `SELECT upload_key, '${table}' AS place, xmin::text::bigint AS by FROM ${table} WHERE tenant_key = $1 AND seq >= $2 AND seq < $3`;
    const rows = await session.arrays<[key: number, written: string]>(
      `SELECT upload_key, string_agg(written, ' ' ORDER BY written) FROM (
         SELECT upload_key, concat_ws(' ', place, count(*), min(by), max(by)) AS written
         FROM (${rowsIn(rowTables[kind].name)} UNION ALL ${rowsIn(rowCopies[kind].withdrawn)}) AS moved GROUP BY upload_key, place
       ) AS written GROUP BY upload_key`,
      uploads[0]?.tenantKey,
      from,
      to,
    );
    for (const [key, text] of rows) written.set(key, text);
  }
  return written;
}
