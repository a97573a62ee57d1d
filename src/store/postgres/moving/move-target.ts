/** A database as {@link MoveTarget} has it: filled by its owner, whom row-level security does not narrow, while no server uses it. */
import { decimalFrom, textOfDecimal } from '../../../contract/decimal.js';
import { uploadKinds } from '../../../contract/states.js';
import { checkAudit } from '../../administering/audit-rows.js';
import { otherData } from '../../moving/move-data.js';
import { type MovedRow, type MovedTable, type MovedUpload, movedNames, movedTables, tableOf } from '../../moving/moved-tables.js';
import { type MoveTarget, ROWS_AT_ONCE, type WholeTable } from '../../moving/sides.js';
import type { MovedSum } from '../../moving/sums.js';
import { rowTables } from '../../rows/row-tables.js';
import { anyTenant } from '../../sql/dialect.js';
import { all, arrays, column, direct, first, run, sql, text, type Work } from '../../sql/work.js';
import { mismatchedRows } from '../../verify/matched.js';
import type { DatabaseAddress } from '../database/address.js';
import { openConnections } from '../database/connections.js';
import type { Session } from '../database/session.js';
import { writeSurely } from '../database/until-known.js';
import { CopyWriter } from '../port/copy-writer.js';
import { astray, enterRows } from './enter-matches.js';
import { hashIn, hashOf, isOneOf, keysOf, perUpload, textOf, textsIn } from './row-texts.js';

export interface OpenedMoveTarget extends MoveTarget {
  close(): Promise<void>;
}

/**
 * Which uploads were found equal on both sides, in a table that is there only while data are moved. What is noted of an upload holds as long as it
 * is the same, and each of its rows is still what the move itself wrote: PostgreSQL gives every row the transaction that wrote it.
 */
const COMPARED = text('moved_upload');
const WRITTEN = `concat_ws(' ', count(*), min(xmin::text::bigint), max(xmin::text::bigint))`;

export function openMoveTarget(address: DatabaseAddress): OpenedMoveTarget {
  const connections = openConnections(address, { readers: 2, writers: 1 });
  const write = <Result>(work: () => Work<Result>) => writeSurely(connections, null, work);
  const read = <Result>(work: () => Work<Result>) =>
    connections.read(null, function* () {
      // Some look at all rows that there are.
      yield* run(text('SET LOCAL statement_timeout = 0'));
      return yield* work();
    });
  return {
    tables: async () => movedTables(await read(columnsOf)),
    check: (seed) => read(() => checkSecret(seed)),
    begin: (seed, whole) => write(() => begin(seed, whole)),
    wholeTexts: (table) => read(() => column(text(`SELECT ${textOf(table)} FROM ${table.name}`))),
    texts: (table, range) => read(() => textsIn(table, range)),
    hash: (table, range) => read(() => hashIn(table, range)),
    hashes: (table, uploads) => read(() => perUpload(table, uploads, hashOf(table, table.order ?? table.key))),
    replaceKept: (table, tenantKey, gone, rows) =>
      write(function* () {
        const [name, key] = [text(table.name), text(table.key)];
        yield* run(sql`DELETE FROM ${name} WHERE tenant_key = ${anyTenant(tenantKey)} AND ${key} = ANY(${gone}::bigint[])`);
        yield* insertRows(table, rows);
      }),
    replace: (uploads, rows) => write(() => replace(uploads, rows)),
    remove: (uploads) => write(() => removeUploads(uploads)),
    auditHead: async () => (await read(() => first(sql`SELECT audit_key AS key, hash FROM audit ORDER BY audit_key DESC LIMIT 1`))) ?? null,
    appendAudit: (table, after, rows) =>
      write(function* () {
        yield* run(sql`DELETE FROM audit WHERE audit_key > ${after}`);
        yield* insertRows(table, rows);
      }),
    settle: (whole) => write(() => settle(whole)),
    compared: (uploads) => read(() => comparedOf(uploads)),
    noteCompared: (uploads, sums) => write(() => noteCompared(uploads, sums)),
    forgetCompared: async () => {
      await write(() => run(sql`DROP TABLE ${COMPARED}`));
    },
    sums: () => read(sumsOf),
    count: async (name) => (await read(() => column<number>(text(`SELECT count(*) FROM ${name}`))))[0] ?? 0,
    enterMatches: async (tenantKey) => {
      for (const kind of uploadKinds) {
        const rows = await read(() => astray(tenantKey, kind));
        for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
          await write(() => enterRows(tenantKey, kind, rows.slice(from, from + ROWS_AT_ONCE)));
      }
    },
    mismatchedRows: (tenantKey) => read(() => mismatchedRows(tenantKey)),
    brokenAudit: () => read(brokenAudit),
    close: () => connections.close(),
  };
}

function columnsOf(): Work<{ table: string; name: string; type: string }[]> {
  return all(
    sql`SELECT moved AS table, attname AS name, atttypid::regtype::text AS type
      FROM unnest(${movedNames}::text[]) AS moved JOIN pg_attribute ON attrelid = moved::regclass
      WHERE attnum > 0 AND NOT attisdropped ORDER BY attrelid, attnum`,
  );
}

function* checkSecret(seed: number): Work<void> {
  const found = yield* first<{ seed: number; isEmpty: boolean }>(
    sql`SELECT duplicate_seed AS seed, NOT EXISTS (SELECT 1 FROM customer) AND NOT EXISTS (SELECT 1 FROM app_user) AS is_empty
      FROM installation`,
  );
  if (found?.seed !== seed && !found?.isEmpty) throw otherData();
}

function* begin(seed: number, whole: readonly WholeTable[]): Work<void> {
  yield* run(sql`UPDATE installation SET duplicate_seed = ${seed}`);
  yield* run(
    sql`CREATE TABLE IF NOT EXISTS ${COMPARED} (
      tenant_key int NOT NULL, upload_key bigint NOT NULL, upload text NOT NULL, written text NOT NULL, sums text NOT NULL,
      PRIMARY KEY (tenant_key, upload_key)
    )`,
  );
  yield* putWhole(whole);
}

/** Log-ins of browsers are not moved, so none can be there. */
function* putWhole(whole: readonly WholeTable[]): Work<void> {
  const names = ['console_session', 'dropped_file', ...whole.map(([{ name }]) => name).toReversed()];
  for (const name of names) yield* run(text(`DELETE FROM ${name}`));
  for (const [table, rows] of whole) yield* insertRows(table, rows);
}

function* settle(whole: readonly WholeTable[]): Work<void> {
  yield* putWhole(whole);
  yield* run(
    sql`UPDATE audit_head SET (audit_key, hash) = (SELECT audit_key, hash FROM audit ORDER BY audit_key DESC LIMIT 1) WHERE EXISTS (SELECT 1 FROM audit)`,
  );
}

function* insertRows({ name, columns }: MovedTable, rows: readonly MovedRow[]): Work<void> {
  // Units refer to each other, so those of a tenant have to come together.
  const atOnce = 50_000;
  const names = columns.map((column) => column.name);
  const insertion = text(
    `INSERT INTO ${name} (${names.join(', ')}) SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${name}, `,
  );
  for (let from = 0; from < rows.length; from += atOnce) {
    const objects = rows.slice(from, from + atOnce).map((row) => Object.fromEntries(names.map((column, at) => [column, row[at]])));
    yield* run(sql`${insertion}${JSON.stringify(objects)}::json)`);
  }
}

/** Many rows, in the binary format of COPY. */
function* copyRows({ name, columns }: MovedTable, rows: readonly MovedRow[]): Work<void> {
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
  const copy = `COPY ${name} (${columns.map((column) => column.name).join(', ')}) FROM STDIN (FORMAT binary)`;
  yield* direct((session: Session) => session.copyIn(copy, out.end()));
}

function* replace(uploads: readonly MovedUpload[], content: readonly WholeTable[]): Work<void> {
  yield* removeUploads(uploads);
  for (const name of new Set(content.map(([table]) => table.name))) {
    const own = content.filter(([table]) => table.name === name);
    const rows = own.flatMap(([, some]) => some);
    const table = own[0]?.[0] as MovedTable;
    yield* (table.order === 'seq' ? copyRows : insertRows)(table, rows);
  }
}

/** By the places of the rows, which the upload knows. */
function* removeUploads(uploads: readonly MovedUpload[]): Work<void> {
  const [tenantKey, keys] = [uploads[0]?.tenantKey, keysOf(uploads)];
  if (!(yield* first(sql`SELECT 1 FROM upload WHERE ${isOneOf(uploads)} LIMIT 1`))) return;
  for (const kind of uploadKinds)
    for (const place of [rowTables[kind].table, rowTables[kind].withdrawn])
      yield* run(
        sql`DELETE FROM ${place} AS sale USING upload
          WHERE upload.tenant_key = ${tenantKey} AND upload.upload_key = ANY(${keys}::bigint[]) AND upload.kind = ${kind}
            AND sale.tenant_key = ${tenantKey} AND sale.seq >= upload.first_seq AND sale.seq < upload.first_seq + upload.rows`,
      );
  for (const table of [text('history'), COMPARED, text('upload')]) yield* run(sql`DELETE FROM ${table} WHERE ${isOneOf(uploads)}`);
}

function* comparedOf(uploads: readonly MovedUpload[]): Work<Map<number, readonly MovedSum[]>> {
  const noted = yield* arrays<[key: number, upload: string, written: string, sums: string]>(
    sql`SELECT upload_key, upload, written, sums FROM ${COMPARED} WHERE ${isOneOf(uploads)}`,
  );
  if (noted.length === 0) return new Map();
  const texts = new Map(uploads.map(({ uploadKey, text }) => [uploadKey, text]));
  const written = yield* writtenOf(uploads);
  return new Map(
    noted
      .filter(([key, text, by]) => text === texts.get(key) && by === (written.get(key) ?? ''))
      .map(([key, , , sums]) => [key, JSON.parse(sums)]),
  );
}

function* noteCompared(uploads: readonly MovedUpload[], sums: ReadonlyMap<number, readonly MovedSum[]>): Work<void> {
  const written = yield* writtenOf(uploads);
  const notes = uploads.map(({ tenantKey, uploadKey, text }) => ({
    ...{ tenant_key: tenantKey, upload_key: uploadKey, upload: text, written: written.get(uploadKey) ?? '' },
    sums: JSON.stringify(sums.get(uploadKey) ?? []),
  }));
  yield* run(
    sql`INSERT INTO ${COMPARED} SELECT * FROM json_populate_recordset(NULL::${COMPARED}, ${JSON.stringify(notes)}::json)
      ON CONFLICT (tenant_key, upload_key) DO UPDATE SET (upload, written, sums) = (excluded.upload, excluded.written, excluded.sums)`,
  );
}

/** How many the rows of each upload are, and the transactions that wrote them. */
function* writtenOf(uploads: readonly MovedUpload[]): Work<Map<number, string>> {
  const written: [number, string][] = [];
  for (const name of new Set(uploads.map(tableOf))) {
    const own = uploads.filter((upload) => tableOf(upload) === name);
    written.push(...(yield* perUpload({ name, order: 'seq' }, own, WRITTEN)));
  }
  return new Map(written);
}

function* sumsOf(): Work<MovedSum[]> {
  const sums: MovedSum[] = [];
  for (const kind of uploadKinds)
    sums.push(
      ...(yield* all<MovedSum>(
        sql`SELECT tenant_key, ${kind}::text AS kind, currency, count(*) AS rows, coalesce(sum(amount::text::numeric), 0)::text AS amount
          FROM ${rowTables[kind].table} GROUP BY tenant_key, currency`,
      )),
    );
  return sums.map((sum) => ({ ...sum, amount: textOfDecimal(decimalFrom(sum.amount) ?? { digits: 0n, scale: 0 }) }));
}

function* brokenAudit(): Work<string | null> {
  const { broken } = yield* checkAudit(null);
  return broken && `row ${broken.key} of the audit trail: ${broken.reason}`;
}
