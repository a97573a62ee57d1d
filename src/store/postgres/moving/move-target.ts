/** A database as {@link MoveTarget} has it: filled by its owner, whom row-level security does not narrow, while no server uses it. */

import { decimalFrom, textOfDecimal } from '../../../contract/decimal.js';
import { SalesError } from '../../../contract/problem.js';
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { checkChain, type KeptAuditRow } from '../../audit.js';
import { matchStateCodes } from '../../codes.js';
import {
  type Catalogue,
  type CatalogueTable,
  catalogueColumns,
  catalogueTables,
  historyColumns,
  type MovedContent,
  type MovedRow,
  type MovedSum,
  type MovedTenant,
  type MovedUpload,
  movedFields,
  movedUpload,
  uploadColumns,
} from '../../moving/moved-data.js';
import { type MoveTarget, ROWS_AT_ONCE } from '../../moving/sides.js';
import { createDatabase } from '../../remedies.js';
import { rowTables } from '../../rows/row-tables.js';
import { snakeCase } from '../../sql/work.js';
import { mismatchedRows } from '../../verify/matched.js';
import type { DatabaseAddress } from '../database/address.js';
import { openConnections } from '../database/connections.js';
import type { Session } from '../database/session.js';
import { untilKnown } from '../database/until-known.js';
import { runOn } from '../database/work.js';
import { rowCopies } from '../port/row-copies.js';
import { beginComparing, COMPARED, comparedOf, forgetCompared, noteCompared, placesOf } from './compared-uploads.js';
import { copyMoved, movedColumns } from './copy-moved.js';
import { insertRows } from './insert-rows.js';
import { astray, enterRows, keptHash, keptTexts, replaceKept } from './moved-matches.js';

export interface OpenedMoveTarget extends MoveTarget {
  close(): Promise<void>;
}

const AUDIT_PAGE = 10_000;
const uploadIsThere = `tenant_key = $1 AND upload_key = ANY($2::bigint[])`;
/**
 * The text of a row as `moved-data` makes it, of one as import made it. A row that is in a match although its tenant has none is made different
 * from all others.
 */
const rowJson = { Sales: jsonOf('Sales'), Settlement: jsonOf('Settlement') };

function jsonOf(kind: UploadKind): string {
  const values = movedFields[kind].slice(0, -1).map(({ field, type }) => {
    const column = snakeCase(field);
    if (field === 'matchState') {
      const open = `CASE WHEN EXISTS (SELECT 1 FROM match_progress WHERE tenant_key = $1) THEN ${matchStateCodes.Unmatched} ELSE -1 END`;
      return `CASE WHEN match_key IS NULL THEN match_state ELSE ${open} END`;
    }
    return type === 'ticks' ? 'ticks::text' : type === 'double' ? `encode(float8send(${column}), 'hex')` : column;
  });
  return `json_build_array(${values.join(', ')})::text`;
}

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
    keptHash: (table, range) => read((session) => keptHash(session, table, range)),
    keptTexts: (table, range) => read((session) => keptTexts(session, table, range)),
    replaceKept: (table, tenantKey, gone, rows) => write((session) => replaceKept(session, table, tenantKey, gone, rows)),
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

async function checkSecret(session: Session, seed: number): Promise<void> {
  const found = await session.first<{ seed: number; isEmpty: boolean }>(
    `SELECT duplicate_seed AS seed, NOT EXISTS (SELECT 1 FROM customer) AND NOT EXISTS (SELECT 1 FROM app_user) AS "isEmpty"
     FROM installation`,
  );
  if (found?.seed !== seed && !found?.isEmpty) {
    throw new SalesError('usage', 'The database has data that do not come from this directory; nothing was changed.', {
      hint: ['Move into a database of its own: ', createDatabase],
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

/** Where rows are. */
const tables = uploadKinds.flatMap((kind) => [
  { kind, isWithdrawn: false, table: rowTables[kind].name },
  { kind, isWithdrawn: true, table: rowCopies[kind].withdrawn },
]);

async function replace(session: Session, uploads: readonly { upload: MovedUpload; content: MovedContent }[]): Promise<void> {
  const tenantKey = uploads[0]?.upload.tenantKey;
  if (tenantKey === undefined) return;
  const keys = uploads.map(({ upload }) => upload.uploadKey);
  const there = await session.arrays(`SELECT upload_key FROM upload WHERE ${uploadIsThere}`, tenantKey, keys);
  if (there.length > 0) await removeMoved(session, tenantKey, there.flat() as number[]);
  for (const { kind, isWithdrawn, table } of tables) {
    const own = uploads.filter(({ upload }) => upload.kind === kind && upload.isWithdrawn === isWithdrawn);
    if (own.length === 0) continue;
    const data = copyMoved(
      tenantKey,
      kind,
      own.map(({ content }) => content.rows),
    );
    await session.copyIn(`COPY ${table} (${movedColumns(kind).join(', ')}) FROM STDIN (FORMAT binary)`, data);
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
  for (const { kind, table } of tables)
    await session.run(
      `DELETE FROM ${table} AS sale USING upload
       WHERE upload.tenant_key = $1 AND upload.upload_key = ANY($2::bigint[]) AND upload.kind = '${kind}'
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
  const columns = ['tenant_key', 'next_seq', 'transactions', 'records', 'uploads', 'last_id'];
  const rows = tenants.map((tenant) => [
    tenant.tenantKey,
    tenant.nextSeq,
    tenant.transactions,
    tenant.records,
    tenant.uploads,
    tenant.lastId,
  ]);
  await insertRows(session, 'tenant_counter', columns, rows);
  await session.run('DELETE FROM import_queue');
  await session.run(
    `INSERT INTO import_queue (tenant_key, upload_key, upload_id) SELECT tenant_key, upload_key, id FROM upload WHERE status = 'Processing'`,
  );
}

function tenantsOf(session: Session): Promise<MovedTenant[]> {
  return session.all<MovedTenant>(
    `SELECT tenant_key AS "tenantKey", next_seq AS "nextSeq", transactions, records, uploads, last_id AS "lastId" FROM tenant_counter ORDER BY tenant_key`,
  );
}

/** The rows of these uploads, which are of one tenant, stand in one range of its rows. */
async function hashesOf(session: Session, uploads: readonly MovedUpload[]): Promise<Map<number, string>> {
  const hashes = new Map<number, string>();
  const withdrawn = new Map(uploads.map(({ uploadKey, isWithdrawn }) => [uploadKey, isWithdrawn]));
  for (const { kind, from, to } of placesOf(uploads)) {
    const rowsIn = (table: string, isWithdrawn: boolean) =>
      `SELECT upload_key, ${isWithdrawn} AS withdrawn, seq, ${rowJson[kind]} AS text FROM ${table}
       WHERE tenant_key = $1 AND seq >= $2 AND seq < $3 AND upload_key = ANY($4::bigint[])`;
    const rows = await session.arrays<[key: number, withdrawn: boolean, hash: string]>(
      `SELECT upload_key, withdrawn, encode(sha256(convert_to(string_agg(text, E'\\n' ORDER BY seq), 'UTF8')), 'hex')
       FROM (${rowsIn(rowTables[kind].name, false)} UNION ALL ${rowsIn(rowCopies[kind].withdrawn, true)}) AS moved
       GROUP BY upload_key, withdrawn`,
      uploads[0]?.tenantKey,
      from,
      to,
      [...withdrawn.keys()],
    );
    // Rows in the wrong one of the two tables count as none.
    for (const [key, isWithdrawn, hash] of rows) if (withdrawn.get(key) === isWithdrawn) hashes.set(key, hash);
  }
  return hashes;
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

async function sumsOf(session: Session): Promise<MovedSum[]> {
  const sums: MovedSum[] = [];
  for (const kind of uploadKinds) {
    const rows = await session.all<Omit<MovedSum, 'kind'>>(
      `SELECT tenant_key AS "tenantKey", currency, count(*) AS rows, coalesce(sum(amount::text::numeric), 0)::text AS amount
       FROM ${rowTables[kind].name} GROUP BY tenant_key, currency ORDER BY tenant_key, currency`,
    );
    sums.push(...rows.map((row) => ({ ...row, kind, amount: textOfDecimal(decimalFrom(row.amount) ?? { digits: 0n, scale: 0 }) })));
  }
  return sums;
}

async function countsOf(session: Session): Promise<Record<string, number>> {
  const counted = [...tables.map(({ table }) => table), 'upload', 'history', 'audit', 'match', 'match_item', 'match_open'];
  const count = async (table: string) => [
    table.replaceAll('"', ''),
    (await session.first<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`))?.rows,
  ];
  return Object.fromEntries(await Promise.all(counted.map(count)));
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
