/** A database as {@link MoveTarget} has it: filled by its owner, whom row-level security does not narrow, while no server uses it. */
import { decimalFrom, textOfDecimal } from '../../../contract/decimal.js';
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { checkAudit } from '../../administering/audit-rows.js';
import { otherData } from '../../moving/move-data.js';
import { type MovedRow, type MovedTable, type MovedUpload, movedNames, movedTables, tableOf } from '../../moving/moved-tables.js';
import { type MoveTarget, ROWS_AT_ONCE, type WholeTable } from '../../moving/sides.js';
import type { MovedSum } from '../../moving/sums.js';
import { rowTables } from '../../rows/row-tables.js';
import { run, sql } from '../../sql/work.js';
import { mismatchedRows } from '../../verify/matched.js';
import type { DatabaseAddress } from '../database/address.js';
import { openConnections } from '../database/connections.js';
import type { Session } from '../database/session.js';
import { untilKnown } from '../database/until-known.js';
import { anyTenant } from '../database/values.js';
import { runOn } from '../database/work.js';
import { CopyWriter } from '../port/copy-writer.js';
import { astray, enterRows } from './enter-matches.js';
import { hashIn, hashOf, keysOf, perUpload, textOf, textsIn, uploadIsThere } from './row-texts.js';

export interface OpenedMoveTarget extends MoveTarget {
  close(): Promise<void>;
}

/**
 * Which uploads were found equal on both sides, in a table that is there only while data are moved. What is noted of an upload holds as long as it
 * is the same, and each of its rows is still what the move itself wrote: PostgreSQL gives every row the transaction that wrote it.
 */
const COMPARED = 'moved_upload';
const WRITTEN = `concat_ws(' ', count(*), min(xmin::text::bigint), max(xmin::text::bigint))`;

export function openMoveTarget(address: DatabaseAddress): OpenedMoveTarget {
  const connections = openConnections(address, { readers: 2, writers: 1 });
  const write = <Result>(work: (session: Session) => Promise<Result>) => untilKnown(() => connections.write({ tenantKey: null }, work));
  const read = <Result>(work: (session: Session) => Promise<Result>) =>
    connections.read({ tenantKey: null }, async (session) => {
      // Some look at all rows that there are.
      await session.plain('SET LOCAL statement_timeout = 0');
      return work(session);
    });
  return {
    tables: async () => movedTables(await read(columnsOf)),
    check: (seed) => read((session) => checkSecret(session, seed)),
    begin: (seed, whole) => write((session) => begin(session, seed, whole)),
    wholeTexts: (table) =>
      read(async (session) => (await session.arrays<[string]>(`SELECT ${textOf(table)} FROM ${table.name}`)).map(([text]) => text)),
    texts: (table, range) => read((session) => textsIn(session, table, range)),
    hash: (table, range) => read((session) => hashIn(session, table, range)),
    hashes: (table, uploads) => read((session) => perUpload(session, table, uploads, hashOf(table, table.order ?? table.key))),
    replaceKept: (table, tenantKey, gone, rows) =>
      write(async (session) => {
        await session.run(
          `DELETE FROM ${table.name} WHERE tenant_key = ${anyTenant('$1')} AND ${table.key} = ANY($2::bigint[])`,
          tenantKey,
          gone,
        );
        await insertRows(session, table, rows);
      }),
    replace: (uploads, rows) => write((session) => replace(session, uploads, rows)),
    remove: (uploads) => write((session) => removeUploads(session, uploads)),
    auditHead: () =>
      read(async (session) => (await session.first('SELECT audit_key AS key, hash FROM audit ORDER BY audit_key DESC LIMIT 1')) ?? null),
    appendAudit: (table, after, rows) =>
      write(async (session) => {
        await session.run('DELETE FROM audit WHERE audit_key > $1', after);
        await insertRows(session, table, rows);
      }),
    settle: (whole) => write((session) => settle(session, whole)),
    compared: (uploads) => read((session) => comparedOf(session, uploads)),
    noteCompared: (uploads, sums) => write((session) => noteCompared(session, uploads, sums)),
    forgetCompared: () => write((session) => session.plain(`DROP TABLE ${COMPARED}`)),
    sums: () => read(sumsOf),
    count: (name) => read(async (session) => (await session.first<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`))?.rows ?? 0),
    enterMatches: async (tenantKey) => {
      for (const kind of uploadKinds) {
        const rows = await read((session) => astray(session, tenantKey, kind));
        for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
          await write((session) => enterRows(session, tenantKey, kind, rows.slice(from, from + ROWS_AT_ONCE)));
      }
    },
    mismatchedRows: (tenantKey) => read((session) => runOn(session, mismatchedRows(tenantKey))),
    brokenAudit: () => read(brokenAudit),
    close: () => connections.close(),
  };
}

function columnsOf(session: Session): Promise<{ table: string; name: string; type: string }[]> {
  return session.all(
    `SELECT moved AS table, attname AS name, atttypid::regtype::text AS type
     FROM unnest($1::text[]) AS moved JOIN pg_attribute ON attrelid = moved::regclass
     WHERE attnum > 0 AND NOT attisdropped ORDER BY attrelid, attnum`,
    movedNames,
  );
}

async function checkSecret(session: Session, seed: number): Promise<void> {
  const found = await session.first<{ seed: number; isEmpty: boolean }>(
    `SELECT duplicate_seed AS seed, NOT EXISTS (SELECT 1 FROM customer) AND NOT EXISTS (SELECT 1 FROM app_user) AS "isEmpty"
     FROM installation`,
  );
  if (found?.seed !== seed && !found?.isEmpty) throw otherData();
}

async function begin(session: Session, seed: number, whole: readonly WholeTable[]): Promise<void> {
  await session.run('UPDATE installation SET duplicate_seed = $1', seed);
  await session.plain(
    `CREATE TABLE IF NOT EXISTS ${COMPARED} (
       tenant_key int NOT NULL, upload_key bigint NOT NULL, upload text NOT NULL, written text NOT NULL, sums text NOT NULL,
       PRIMARY KEY (tenant_key, upload_key)
     )`,
  );
  await putWhole(session, whole);
}

/** Log-ins of browsers are not moved, so none can be there. */
async function putWhole(session: Session, whole: readonly WholeTable[]): Promise<void> {
  const names = ['console_session', 'dropped_file', ...whole.map(([{ name }]) => name).toReversed()];
  for (const name of names) await session.run(`DELETE FROM ${name}`);
  for (const [table, rows] of whole) await insertRows(session, table, rows);
}

async function settle(session: Session, whole: readonly WholeTable[]): Promise<void> {
  await putWhole(session, whole);
  await session.run(
    'UPDATE audit_head SET (audit_key, hash) = (SELECT audit_key, hash FROM audit ORDER BY audit_key DESC LIMIT 1) WHERE EXISTS (SELECT 1 FROM audit)',
  );
}

async function insertRows(session: Session, { name, columns }: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  // Units refer to each other, so those of a tenant have to come together.
  const atOnce = 50_000;
  const names = columns.map((column) => column.name);
  for (let from = 0; from < rows.length; from += atOnce) {
    const objects = rows.slice(from, from + atOnce).map((row) => Object.fromEntries(names.map((column, at) => [column, row[at]])));
    await session.run(
      `INSERT INTO ${name} (${names.join(', ')}) SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${name}, $1::json)`,
      JSON.stringify(objects),
    );
  }
}

/** Many rows, in the binary format of COPY. */
async function copyRows(session: Session, { name, columns }: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  const out = new CopyWriter();
  for (const row of rows) {
    out.row(columns.length);
    for (let at = 0; at < columns.length; at++) {
      const value = row[at] as string | number | null;
      const type = columns[at]?.type;
      if (value === null) out.empty();
      else if (type === 'text') out.text(value as string);
      else if (type === 'double precision') out.float8(value as number);
      else if (type === 'integer') out.int4(value as number);
      else if (type === 'smallint') out.int2(value as number);
      else if (typeof value === 'string') out.bigint8(BigInt(value));
      else out.int8(value);
    }
  }
  await session.copyIn(`COPY ${name} (${columns.map((column) => column.name).join(', ')}) FROM STDIN (FORMAT binary)`, out.end());
}

async function replace(session: Session, uploads: readonly MovedUpload[], content: readonly WholeTable[]): Promise<void> {
  await removeUploads(session, uploads);
  for (const name of new Set(content.map(([table]) => table.name))) {
    const own = content.filter(([table]) => table.name === name);
    const rows = own.flatMap(([, some]) => some);
    const table = own[0]?.[0] as MovedTable;
    await (table.order === 'seq' ? copyRows : insertRows)(session, table, rows);
  }
}

/** By the places of the rows, which the upload knows. */
async function removeUploads(session: Session, uploads: readonly MovedUpload[]): Promise<void> {
  const [tenantKey, keys] = [uploads[0]?.tenantKey, keysOf(uploads)];
  const there = await session.first(`SELECT 1 FROM upload WHERE ${uploadIsThere} LIMIT 1`, tenantKey, keys);
  if (!there) return;
  for (const kind of uploadKinds)
    for (const place of [rowTables[kind].table, rowTables[kind].withdrawn])
      await runOn(
        session,
        run(
          sql`DELETE FROM ${place} AS sale USING upload
            WHERE upload.tenant_key = ${tenantKey} AND upload.upload_key = ANY(${keys}::bigint[]) AND upload.kind = ${kind}
              AND sale.tenant_key = ${tenantKey} AND sale.seq >= upload.first_seq AND sale.seq < upload.first_seq + upload.rows`,
        ),
      );
  for (const table of ['history', COMPARED, 'upload']) await session.run(`DELETE FROM ${table} WHERE ${uploadIsThere}`, tenantKey, keys);
}

async function comparedOf(session: Session, uploads: readonly MovedUpload[]): Promise<Map<number, readonly MovedSum[]>> {
  const noted = await session.arrays<[key: number, upload: string, written: string, sums: string]>(
    `SELECT upload_key, upload, written, sums FROM ${COMPARED} WHERE ${uploadIsThere}`,
    uploads[0]?.tenantKey,
    keysOf(uploads),
  );
  if (noted.length === 0) return new Map();
  const texts = new Map(uploads.map(({ uploadKey, text }) => [uploadKey, text]));
  const written = await writtenOf(session, uploads);
  return new Map(
    noted
      .filter(([key, text, by]) => text === texts.get(key) && by === (written.get(key) ?? ''))
      .map(([key, , , sums]) => [key, JSON.parse(sums)]),
  );
}

async function noteCompared(
  session: Session,
  uploads: readonly MovedUpload[],
  sums: ReadonlyMap<number, readonly MovedSum[]>,
): Promise<void> {
  const written = await writtenOf(session, uploads);
  const notes = uploads.map(({ tenantKey, uploadKey, text }) => ({
    ...{ tenant_key: tenantKey, upload_key: uploadKey, upload: text, written: written.get(uploadKey) ?? '' },
    sums: JSON.stringify(sums.get(uploadKey) ?? []),
  }));
  await session.run(
    `INSERT INTO ${COMPARED} SELECT * FROM json_populate_recordset(NULL::${COMPARED}, $1::json)
     ON CONFLICT (tenant_key, upload_key) DO UPDATE SET (upload, written, sums) = (excluded.upload, excluded.written, excluded.sums)`,
    JSON.stringify(notes),
  );
}

/** How many the rows of each upload are, and the transactions that wrote them. */
async function writtenOf(session: Session, uploads: readonly MovedUpload[]): Promise<Map<number, string>> {
  const written: [number, string][] = [];
  for (const name of new Set(uploads.map(tableOf))) {
    const own = uploads.filter((upload) => tableOf(upload) === name);
    written.push(...(await perUpload(session, { name, order: 'seq' }, own, WRITTEN)));
  }
  return new Map(written);
}

async function sumsOf(session: Session): Promise<MovedSum[]> {
  const found = (kind: UploadKind) =>
    session.all<MovedSum>(
      `SELECT tenant_key AS "tenantKey", '${kind}' AS kind, currency, count(*) AS rows, coalesce(sum(amount::text::numeric), 0)::text AS amount
       FROM ${rowTables[kind].name} GROUP BY tenant_key, currency`,
    );
  const sums = (await Promise.all(uploadKinds.map(found))).flat();
  return sums.map((sum) => ({ ...sum, amount: textOfDecimal(decimalFrom(sum.amount) ?? { digits: 0n, scale: 0 }) }));
}

async function brokenAudit(session: Session): Promise<string | null> {
  const { broken } = await runOn(session, checkAudit(null));
  return broken && `row ${broken.key} of the audit trail: ${broken.reason}`;
}
