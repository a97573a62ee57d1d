/**
 * Moves the data of one store into another. Whatever is there already and alike is left, so it can be repeated, also while the source is served,
 * and goes on where it was stopped. The last time, nothing changes meanwhile, and both sides must be the same.
 */
import { SalesError } from '../../contract/problem.js';
import { createDatabase } from '../remedies.js';
import { sql, text } from '../sql/work.js';
import { compareData, different, type NamedSum } from './compare-data.js';
import {
  keptTables,
  keyOf,
  type MovedRow,
  type MovedTable,
  type MovedTables,
  type MovedUpload,
  objectOf,
  tableOf,
  textsByKey,
  textsHash,
} from './moved-tables.js';
import { batchesOf, changesOf, inUpload, type MovedTenant, tenantsOf, tenantsWithMatches, wholeOf } from './read-source.js';
import { type KeyRange, type MoveSource, type MoveTarget, ROWS_AT_ONCE, type WholeTable } from './sides.js';

/** Rows so far, of all that the source has. */
export interface MoveProgress {
  phase: 'copying' | 'comparing';
  done: number;
  all: number;
}

export interface Moved {
  uploads: number;
  transactions: number;
  records: number;
  /** What was not there, or different. */
  copied: { uploads: number; transactions: number; records: number };
  /** Null unless both sides were found to be the same. */
  sums: NamedSum[] | null;
}

export interface MoveOptions {
  /** Whether nothing changes the source meanwhile, and both sides must be the same afterwards. */
  finish: boolean;
  onProgress: (progress: MoveProgress) => void;
}

const nothing = { uploads: 0, transactions: 0, records: 0 };
const AUDIT_PAGE = 5_000;

/** Fails with `usage` or `locked` where the target is not for this, and with `inputUnusable` where the two sides differ afterwards. */
export async function moveData(source: MoveSource, target: MoveTarget, { finish, onProgress }: MoveOptions): Promise<Moved> {
  const tables = await target.tables();
  await target.check(source.seed);
  await refuseLonger(source, target, tables);
  const whole = wholeOf(source, tables);
  await put(whole, () => target.begin(source.seed, whole));
  const tenants = tenantsOf(source, tables);
  const moved: Moved = { ...nothing, copied: { ...nothing }, sums: null };
  const all = tenants.reduce((sum, { transactions, records }) => sum + transactions + records, 0);
  for (const tenant of tenants)
    await copyTenant(source, target, tables, tenant, moved, (done) => onProgress({ phase: 'copying', done, all }));
  await copyAudit(source, target, tables);
  const settled = wholeOf(source, tables);
  await put(settled, () => target.settle(settled));
  for (const tenantKey of tenantsWithMatches(source, tables)) {
    for (const name of keptTables) await copyKept(source, target, tables[name], tenantKey);
    await target.enterMatches(tenantKey);
  }
  moved.sums = await compareData(source, target, tables, { finish, onRows: (done) => onProgress({ phase: 'comparing', done, all }) });
  if (finish) await target.forgetCompared();
  return moved;
}

/** A trail that goes on where the source's ends, or is another, was written by a server on the target. */
async function refuseLonger(source: MoveSource, target: MoveTarget, { audit }: MovedTables): Promise<void> {
  const head = await target.auditHead();
  if (!head) return;
  const [same] = source.rows(audit, sql`audit_key = ${head.key}`);
  if (!same || objectOf<{ hash: string }>(audit, same).hash !== head.hash) throw otherData();
}

/** Where the target has what the source has not. */
export function otherData(): SalesError {
  return new SalesError('usage', 'The database has data that do not come from this directory; nothing was changed.', {
    hint: ['Move into a database of its own: ', createDatabase],
  });
}

async function copyTenant(
  source: MoveSource,
  target: MoveTarget,
  tables: MovedTables,
  { tenantKey }: MovedTenant,
  moved: Moved,
  onRows: (done: number) => void,
): Promise<void> {
  for (const { uploads, range } of batchesOf(source, tables, tenantKey)) {
    const there = await target.texts(tables.upload, range);
    const left = uploads.filter(({ uploadKey, text: own }) => there.get(uploadKey) !== own);
    for (const { uploadKey } of uploads) there.delete(uploadKey);
    if (there.size > 0) throw otherData();
    const content = contentOf(source, tables, left);
    if (left.length > 0) await put(content, () => target.replace(left, content), left);
    addTo(moved, uploads);
    addTo(moved.copied, left);
    onRows(moved.transactions + moved.records);
  }
}

function addTo(counts: Moved['copied'], uploads: readonly MovedUpload[]): void {
  counts.uploads += uploads.length;
  for (const { kind, rows } of uploads) counts[kind === 'Sales' ? 'transactions' : 'records'] += rows;
}

/** The rows of uploads of one tenant, by the tables that they belong into. */
function contentOf(source: MoveSource, tables: MovedTables, uploads: readonly MovedUpload[]): WholeTable[] {
  return [
    ...uploads.map((upload): WholeTable => [tables[tableOf(upload)], source.rows(tables[tableOf(upload)], inUpload(upload))]),
    ...uploads.map((upload): WholeTable => [tables.history, changesOf(source, tables, upload)]),
    [tables.upload, uploads.map(({ row }) => row)],
  ];
}

/**
 * Writes rows. Where the target has refused them, a text is looked for that it cannot hold, and only a server on SQLite has ever taken; it fails
 * with `inputUnusable` then. `uploads`: those that rows belong to.
 */
async function put(content: readonly WholeTable[], write: () => Promise<void>, uploads: readonly MovedUpload[] = []): Promise<void> {
  try {
    await write();
  } catch (error) {
    for (const [table, rows] of content)
      for (const row of rows) {
        const at = row.findIndex((value) => typeof value === 'string' && value.includes('\0'));
        if (at >= 0) throw unstorable(table.columns[at]?.name ?? '', placeOf(table, row, uploads), error);
      }
    throw error;
  }
}

function placeOf(table: MovedTable, row: MovedRow, uploads: readonly MovedUpload[]): string {
  const { seq, uploadKey } = objectOf<{ seq?: number; uploadKey?: number }>(table, row);
  const upload = uploads.find((one) => one.uploadKey === uploadKey);
  return upload && table.order === 'seq' ? `row ${(seq ?? 0) - upload.firstSeq + 1} of upload ${upload.id}` : `the table ${table.name}`;
}

function unstorable(column: string, place: string, cause: unknown): SalesError {
  return new SalesError('inputUnusable', `${column} of ${place} has the character U+0000; PostgreSQL cannot hold it.`, {
    hint: 'These data cannot be moved as they are: go on serving from the directory.',
    cause,
  });
}

async function copyAudit(source: MoveSource, target: MoveTarget, { audit }: MovedTables): Promise<void> {
  for (let after = (await target.auditHead())?.key ?? 0; ; ) {
    const rows = source.rows(audit, sql`audit_key > ${after} ORDER BY audit_key LIMIT ${AUDIT_PAGE}`);
    if (rows.length === 0) return;
    await put([[audit, rows]], () => target.appendAudit(audit, after, rows));
    after += rows.length;
  }
}

/** Copies the rows that are not there or differ. Each range of keys is compared once more after something of it was written. */
async function copyKept(source: MoveSource, target: MoveTarget, table: MovedTable, tenantKey: number): Promise<void> {
  const keys = source.keys(table, tenantKey);
  const key = text(table.key);
  for (let from = 0, after = 0; from === 0 || from < keys.length; from += ROWS_AT_ONCE) {
    const page = keys.slice(from, from + ROWS_AT_ONCE);
    const range = { tenantKey, after, to: from + ROWS_AT_ONCE < keys.length ? (page.at(-1) as number) : Number.MAX_SAFE_INTEGER };
    const among = sql`tenant_key = ${tenantKey} AND ${key} IN (SELECT value FROM json_each(${JSON.stringify(page)}))`;
    const where = sql`${among} ORDER BY ${key}, ${text(table.order ?? table.key)}`;
    if ((await target.hash(table, range)) !== source.hash(table, where))
      await replaceDifferent(target, table, range, source.rows(table, where));
    after = range.to;
  }
}

async function replaceDifferent(target: MoveTarget, table: MovedTable, range: KeyRange, rows: readonly MovedRow[]): Promise<void> {
  const [there, texts] = [await target.texts(table, range), textsByKey(table, rows)];
  const gone = [...there.keys()].filter((key) => texts.get(key) !== there.get(key));
  const left = rows.filter((row) => texts.get(keyOf(table, row)) !== there.get(keyOf(table, row)));
  await put([[table, left]], () => target.replaceKept(table, range.tenantKey, gone, left));
  // The source may have changed since: what counts is what was written.
  if ((await target.hash(table, range)) !== textsHash(texts.values())) throw different(`the table ${table.name}`);
}
