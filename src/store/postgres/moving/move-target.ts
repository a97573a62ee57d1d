/** A database as {@link MoveTarget} has it: filled by its owner, whom row-level security does not narrow, while no server uses it. */
import { decimalFrom, textOfDecimal } from '../../../contract/decimal.js';
import { SalesError } from '../../../contract/problem.js';
import { checkChain, type KeptAuditRow } from '../../audit.js';
import {
  type Catalogue,
  type CatalogueTable,
  catalogueColumns,
  catalogueTables,
  historyColumns,
  type MovedContent,
  type MovedRow,
  type MovedTenant,
  type MovedUpload,
  movedFields,
  movedUpload,
  uploadColumns,
} from '../../moving/moved-data.js';
import type { MoveTarget } from '../../moving/sides.js';
import type { DatabaseAddress } from '../database/address.js';
import { openConnections } from '../database/connections.js';
import type { Session } from '../database/session.js';
import { untilKnown } from '../database/until-known.js';
import { columnOf, copiedColumns } from '../rows/columns.js';
import { beginComparing, COMPARED, comparedOf, forgetCompared, noteCompared } from './compared-uploads.js';
import { copyMoved } from './copy-moved.js';

export interface OpenedMoveTarget extends MoveTarget {
  close(): Promise<void>;
}

const AUDIT_PAGE = 10_000;
const uploadIsThere = `tenant_key = $1 AND upload_key = ANY($2::bigint[])`;
const rowColumns = movedFields.map(columnOf);

/** The text of a row as `moved-data` makes it. */
const rowJson = `json_build_array(${rowColumns
  .map((column) => (column === 'ticks' ? 'ticks::text' : column === 'amount' ? "encode(float8send(amount), 'hex')" : column))
  .join(', ')})::text`;

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
    check: (seed) => read((session) => checkSecret(session, seed)),
    begin: (seed, catalogue) => write((session) => begin(session, seed, catalogue)),
    uploads: (tenantKey, after, to) => read((session) => uploadsOf(session, tenantKey, after, to)),
    replace: (uploads) => write((session) => replace(session, uploads)),
    remove: ({ tenantKey, uploadKey }) => write((session) => removeMoved(session, tenantKey, [uploadKey])),
    auditHead: () =>
      read(async (session) => (await session.first('SELECT audit_key AS key, hash FROM audit ORDER BY audit_key DESC LIMIT 1')) ?? null),
    appendAudit: (rows) => write((session) => appendRows(session, rows)),
    settle: (catalogue, tenants) => write((session) => settle(session, catalogue, tenants)),
    catalogue: () => read(catalogueOf),
    tenants: () => read(tenantsOf),
    hashes: (uploads) => read((session) => hashesOf(session, uploads)),
    compared: (uploads) => read((session) => comparedOf(session, uploads)),
    noteCompared: (uploads, rows) => write((session) => noteCompared(session, uploads, rows)),
    forgetCompared: () => write(forgetCompared),
    history: (uploads) => read((session) => historyOf(session, uploads)),
    sums: () => read(sumsOf),
    counts: () => read(countsOf),
    brokenAudit: () => read(brokenAudit),
    close: () => connections.close(),
  };
}

async function checkSecret(session: Session, seed: number): Promise<void> {
  const found = await session.first<{ seed: number; isEmpty: boolean }>(
    `SELECT duplicate_seed AS seed, NOT EXISTS (SELECT 1 FROM customer) AND NOT EXISTS (SELECT 1 FROM app_user) AS "isEmpty"
     FROM installation`,
  );
  if (found?.seed !== seed && !found?.isEmpty) {
    throw new SalesError('usage', 'The database has data that do not come from this directory; nothing was changed.', {
      hint: ['Move into a database of its own: ', { do: 'createDatabase' }],
    });
  }
}

async function begin(session: Session, seed: number, catalogue: Catalogue): Promise<void> {
  await session.run('UPDATE installation SET duplicate_seed = $1', seed);
  await beginComparing(session);
  await putCatalogue(session, catalogue);
}

/** As a whole: these tables are small. Log-ins of browsers are not moved, so none can be there. */
async function putCatalogue(session: Session, catalogue: Catalogue): Promise<void> {
  for (const table of ['console_session', 'dropped_file', ...catalogueTables.toReversed()]) await session.run(`DELETE FROM ${table}`);
  for (const table of catalogueTables) await insertRows(session, table, catalogueColumns[table], catalogue[table]);
}

async function insertRows(session: Session, table: string, columns: readonly string[], rows: readonly MovedRow[]): Promise<void> {
  // Units refer to each other, so those of a tenant have to come together.
  const atOnce = 50_000;
  for (let from = 0; from < rows.length; from += atOnce) {
    const objects = rows.slice(from, from + atOnce).map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
    const names = columns.join(', ');
    await session.run(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      JSON.stringify(objects),
    );
  }
}

async function catalogueOf(session: Session): Promise<Catalogue> {
  const read = async (table: CatalogueTable) =>
    [table, await session.arrays<MovedRow>(`SELECT ${catalogueColumns[table].join(', ')} FROM ${table}`)] as const;
  return Object.fromEntries(await Promise.all(catalogueTables.map(read))) as unknown as Catalogue;
}

async function uploadsOf(session: Session, tenantKey: number, after: number, to: number): Promise<MovedUpload[]> {
  const rows = await session.arrays<(string | number | null)[]>(
    `SELECT ${uploadColumns.join(', ')}, (SELECT count(*) FROM history WHERE history.tenant_key = $1 AND history.upload_key = upload.upload_key)
     FROM upload WHERE tenant_key = $1 AND upload_key > $2 AND upload_key <= $3 ORDER BY upload_key`,
    tenantKey,
    after,
    to,
  );
  return rows.map((row) => movedUpload(row.slice(0, -1), row.at(-1) as number));
}

async function replace(session: Session, uploads: readonly { upload: MovedUpload; content: MovedContent }[]): Promise<void> {
  const tenantKey = uploads[0]?.upload.tenantKey;
  if (tenantKey === undefined) return;
  const keys = uploads.map(({ upload }) => upload.uploadKey);
  const there = await session.arrays(`SELECT upload_key FROM upload WHERE ${uploadIsThere}`, tenantKey, keys);
  if (there.length > 0) await removeMoved(session, tenantKey, there.flat() as number[]);
  for (const isWithdrawn of [false, true]) {
    const own = uploads.filter(({ upload }) => upload.isWithdrawn === isWithdrawn);
    if (own.length === 0) continue;
    const table = isWithdrawn ? 'transaction_withdrawn' : 'transaction';
    const data = copyMoved(
      tenantKey,
      own.map(({ content }) => content.transactions),
    );
    await session.copyIn(`COPY ${table} (${copiedColumns.join(', ')}) FROM STDIN (FORMAT binary)`, data);
  }
  await insertRows(
    session,
    'history',
    ['tenant_key', 'upload_key', 'history_key', ...historyColumns],
    uploads.flatMap(({ upload, content }) => content.history.map((row, at) => [tenantKey, upload.uploadKey, at + 1, ...row])),
  );
  await insertRows(
    session,
    'upload',
    uploadColumns,
    uploads.map(({ upload }) => upload.values),
  );
}

/** By the places of the rows, which the upload knows. */
async function removeMoved(session: Session, tenantKey: number, keys: readonly number[]): Promise<void> {
  for (const table of ['transaction', 'transaction_withdrawn'])
    await session.run(
      `DELETE FROM ${table} AS sale USING upload
       WHERE upload.tenant_key = $1 AND upload.upload_key = ANY($2::bigint[])
         AND sale.tenant_key = $1 AND sale.seq >= upload.first_seq AND sale.seq < upload.first_seq + upload.rows`,
      tenantKey,
      keys,
    );
  for (const table of ['history', COMPARED, 'upload']) await session.run(`DELETE FROM ${table} WHERE ${uploadIsThere}`, tenantKey, keys);
}

async function appendRows(session: Session, rows: readonly KeptAuditRow[]): Promise<void> {
  const columns = ['audit_key', 'at', 'actor', 'origin', 'action', 'object', 'outcome', 'request_id', 'details', 'hash'];
  const head = await session.first<{ key: number }>('SELECT coalesce(max(audit_key), 0) AS key FROM audit');
  const left = rows.filter(({ key }) => key > (head?.key ?? 0));
  await insertRows(
    session,
    'audit',
    columns,
    left.map((row) => [row.key, row.at, row.actor, row.origin, row.action, row.object, row.outcome, row.requestId, row.details, row.hash]),
  );
  await session.run(
    'UPDATE audit_head SET (audit_key, hash) = (SELECT audit_key, hash FROM audit ORDER BY audit_key DESC LIMIT 1) WHERE EXISTS (SELECT 1 FROM audit)',
  );
}

async function settle(session: Session, catalogue: Catalogue, tenants: readonly MovedTenant[]): Promise<void> {
  await putCatalogue(session, catalogue);
  await session.run('DELETE FROM tenant_counter');
  const columns = ['tenant_key', 'next_seq', 'transactions', 'uploads', 'last_id'];
  const rows = tenants.map(({ tenantKey, nextSeq, transactions, uploads, lastId }) => [tenantKey, nextSeq, transactions, uploads, lastId]);
  await insertRows(session, 'tenant_counter', columns, rows);
  await session.run('DELETE FROM import_queue');
  await session.run(
    `INSERT INTO import_queue (tenant_key, upload_key, upload_id) SELECT tenant_key, upload_key, id FROM upload WHERE status = 'Processing'`,
  );
}

function tenantsOf(session: Session): Promise<MovedTenant[]> {
  return session.all<MovedTenant>(
    `SELECT tenant_key AS "tenantKey", next_seq AS "nextSeq", transactions, uploads, last_id AS "lastId" FROM tenant_counter ORDER BY tenant_key`,
  );
}

/** The rows of these uploads, which are of one tenant, stand in one range of its rows. */
async function hashesOf(session: Session, uploads: readonly MovedUpload[]): Promise<Map<number, string>> {
  const from = Math.min(...uploads.map(({ firstSeq }) => firstSeq));
  const to = Math.max(...uploads.map(({ firstSeq, rows }) => firstSeq + rows));
  const withdrawn = new Map(uploads.map(({ uploadKey, isWithdrawn }) => [uploadKey, isWithdrawn]));
  const rowsIn = (table: string, isWithdrawn: boolean) =>
    `SELECT upload_key, ${isWithdrawn} AS withdrawn, seq, ${rowJson} AS text FROM ${table} WHERE tenant_key = $1 AND seq >= $2 AND seq < $3`;
  const rows = await session.arrays<[key: number, withdrawn: boolean, hash: string]>(
    `SELECT upload_key, withdrawn, encode(sha256(convert_to(string_agg(text, E'\\n' ORDER BY seq), 'UTF8')), 'hex')
     FROM (${rowsIn('transaction', false)} UNION ALL ${rowsIn('transaction_withdrawn', true)}) AS moved
     GROUP BY upload_key, withdrawn`,
    uploads[0]?.tenantKey,
    from,
    to,
  );
  // Rows in the wrong one of the two tables count as none.
  return new Map(rows.flatMap(([key, isWithdrawn, hash]) => (withdrawn.get(key) === isWithdrawn ? [[key, hash]] : [])));
}

async function historyOf(session: Session, uploads: readonly MovedUpload[]): Promise<Map<number, MovedRow[]>> {
  const changed = uploads.filter(({ changes }) => changes > 0);
  const history = new Map<number, MovedRow[]>(changed.map(({ uploadKey }) => [uploadKey, []]));
  if (changed.length === 0) return history;
  const rows = await session.arrays<[uploadKey: number, ...MovedRow]>(
    `SELECT upload_key, ${historyColumns.join(', ')} FROM history WHERE ${uploadIsThere} ORDER BY upload_key, history_key`,
    changed[0]?.tenantKey,
    [...history.keys()],
  );
  for (const [uploadKey, ...row] of rows) history.get(uploadKey)?.push(row);
  return history;
}

async function sumsOf(session: Session) {
  const rows = await session.all<{ tenantKey: number; currency: string | null; transactions: number; amount: string }>(
    `SELECT tenant_key AS "tenantKey", currency, count(*) AS transactions, coalesce(sum(amount::text::numeric), 0)::text AS amount
     FROM transaction GROUP BY tenant_key, currency ORDER BY tenant_key, currency`,
  );
  return rows.map((row) => ({ ...row, amount: textOfDecimal(decimalFrom(row.amount) ?? { digits: 0n, scale: 0 }) }));
}

async function countsOf(session: Session): Promise<Record<string, number>> {
  const tables = ['upload', 'transaction', 'transaction_withdrawn', 'history', 'audit'];
  const count = async (table: string) => [table, (await session.first<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`))?.rows];
  return Object.fromEntries(await Promise.all(tables.map(count)));
}

async function brokenAudit(session: Session): Promise<string | null> {
  const rows: KeptAuditRow[] = [];
  for (let last = 0; ; ) {
    const page = await session.all<KeptAuditRow>(
      `SELECT audit_key AS key, at, actor, origin, action, object, outcome, request_id AS "requestId", details, hash
       FROM audit WHERE audit_key > $1 ORDER BY audit_key LIMIT $2`,
      last,
      AUDIT_PAGE,
    );
    rows.push(...page);
    if (page.length < AUDIT_PAGE) break;
    last = page.at(-1)?.key ?? last;
  }
  const { broken } = checkChain(rows, null);
  return broken && `row ${broken.key} of the audit trail: ${broken.reason}`;
}
