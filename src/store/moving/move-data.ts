/**
 * Moves the data of one store into another. Whatever is there already and alike is left, so it can be repeated, also while the source is served,
 * and goes on where it was stopped. The last time, nothing changes meanwhile, and both sides are compared.
 */
import { SalesError } from '../../contract/problem.js';
import type { KeptAuditRow } from '../audit.js';
import {
  type Catalogue,
  catalogueTables,
  isAlike,
  type MovedContent,
  type MovedRow,
  type MovedSum,
  type MovedTenant,
  type MovedUpload,
  rowText,
} from './moved-data.js';

export interface MoveSource {
  /** The secret of its duplicate keys, by which the target knows it again. */
  seed: number;
  catalogue(): Catalogue;
  tenants(): MovedTenant[];
  /** At most `limit` uploads of a tenant, from the one after `after` on, in the order of their keys. */
  uploads(tenantKey: number, after: number, limit: number): MovedUpload[];
  content(upload: MovedUpload): MovedContent;
  /** The rows of the audit trail after one. */
  auditRows(after: number): KeptAuditRow[];
  /** SHA-256 of the transactions of each upload, adding them to the sums. */
  hashes(uploads: readonly MovedUpload[]): Map<number, string>;
  /** The changes of each upload that has some, in their order. */
  history(uploads: readonly MovedUpload[]): Map<number, readonly MovedRow[]>;
  /** Of all uploads that {@link hashes} was asked about. */
  sums(): MovedSum[];
  counts(): Record<string, number>;
}

export interface MoveTarget {
  /** Fails with `usage` where it has data of a store with another secret. */
  check(seed: number): Promise<void>;
  /** Takes the catalogue of the source, and its secret. */
  begin(seed: number, catalogue: Catalogue): Promise<void>;
  /** The uploads of a tenant with keys after `after` and up to `to`. */
  uploads(tenantKey: number, after: number, to: number): Promise<MovedUpload[]>;
  /** Replaces uploads of one tenant, with all that belongs to them, in one transaction. */
  replace(uploads: readonly { upload: MovedUpload; content: MovedContent }[]): Promise<void>;
  /** Takes an upload out again. */
  remove(upload: MovedUpload): Promise<void>;
  /** The last row of its audit trail; null in an empty one. */
  auditHead(): Promise<{ key: number; hash: string } | null>;
  appendAudit(rows: readonly KeptAuditRow[]): Promise<void>;
  /** What depends on all of it: the catalogue as it is now, the counters of tenants, and the uploads that wait for import. */
  settle(catalogue: Catalogue, tenants: readonly MovedTenant[]): Promise<void>;
  catalogue(): Promise<Catalogue>;
  tenants(): Promise<MovedTenant[]>;
  hashes(uploads: readonly MovedUpload[]): Promise<Map<number, string>>;
  history(uploads: readonly MovedUpload[]): Promise<Map<number, readonly MovedRow[]>>;
  sums(): Promise<MovedSum[]>;
  counts(): Promise<Record<string, number>>;
  /** What is wrong with its audit trail, recomputed from the first row; null where nothing is. */
  brokenAudit(): Promise<string | null>;
}

/** Rows so far, of all that the source has. */
export interface MoveProgress {
  phase: 'copying' | 'comparing';
  done: number;
  all: number;
}

export interface Moved {
  uploads: number;
  transactions: number;
  /** What was not there, or different. */
  copied: { uploads: number; transactions: number };
  /** Null unless both sides were compared. */
  sums: MovedSum[] | null;
}

export interface MoveOptions {
  /** Whether nothing changes the source meanwhile, and both sides are to be compared. */
  finish: boolean;
  onProgress: (progress: MoveProgress) => void;
}

const PAGE = 1_000;
/** As many as fit into one transaction without others waiting for long; an upload has no more. */
const ROWS_AT_ONCE = 20_000;
const AUDIT_PAGE = 5_000;

/** Fails with `usage` or `locked` where the target is not for this, and with `inputUnusable` where the two sides differ afterwards. */
export async function moveData(source: MoveSource, target: MoveTarget, { finish, onProgress }: MoveOptions): Promise<Moved> {
  await target.check(source.seed);
  await refuseLonger(source, target);
  await target.begin(source.seed, source.catalogue());
  const tenants = source.tenants();
  const moved: Moved = { uploads: 0, transactions: 0, copied: { uploads: 0, transactions: 0 }, sums: null };
  const all = tenants.reduce((sum, { transactions }) => sum + transactions, 0);
  for (const { tenantKey } of tenants)
    await copyTenant(source, target, tenantKey, moved, (done) => onProgress({ phase: 'copying', done, all }));
  await copyAudit(source, target);
  await target.settle(source.catalogue(), source.tenants());
  if (finish) moved.sums = await compare(source, target, (done) => onProgress({ phase: 'comparing', done, all }));
  return moved;
}

/** A trail that goes on where the source's ends, or is another, was written by a server on the target. */
async function refuseLonger(source: MoveSource, target: MoveTarget): Promise<void> {
  const head = await target.auditHead();
  if (!head) return;
  const [same] = source.auditRows(head.key - 1);
  if (same?.hash !== head.hash) throw otherData();
}

function otherData(): SalesError {
  return new SalesError('usage', 'The database has data that do not come from this directory; nothing was changed.', {
    hint: ['Move into a database of its own: ', { do: 'createDatabase' }],
  });
}

async function copyTenant(
  source: MoveSource,
  target: MoveTarget,
  tenantKey: number,
  moved: Moved,
  onRows: (done: number) => void,
): Promise<void> {
  let waiting: MovedUpload[] = [];
  let rows = 0;
  const flush = async () => {
    await target.replace(waiting.map((upload) => ({ upload, content: source.content(upload) })));
    waiting = [];
    rows = 0;
  };
  for (let after = 0, isLast = false; !isLast; ) {
    const page = source.uploads(tenantKey, after, PAGE);
    isLast = page.length < PAGE;
    const to = isLast ? Number.MAX_SAFE_INTEGER : (page.at(-1)?.uploadKey ?? 0);
    const there = new Map((await target.uploads(tenantKey, after, to)).map((upload) => [upload.uploadKey, upload]));
    for (const upload of page) {
      const found = there.get(upload.uploadKey);
      there.delete(upload.uploadKey);
      moved.uploads += 1;
      moved.transactions += upload.rows;
      if (!found || !isAlike(found, upload)) {
        if (rows + upload.rows > ROWS_AT_ONCE) await flush();
        waiting.push(upload);
        rows += upload.rows;
        moved.copied.uploads += 1;
        moved.copied.transactions += upload.rows;
      }
      onRows(moved.transactions);
    }
    if (there.size > 0) throw otherData();
    after = to;
  }
  if (waiting.length > 0) await flush();
}

async function copyAudit(source: MoveSource, target: MoveTarget): Promise<void> {
  let after = (await target.auditHead())?.key ?? 0;
  for (;;) {
    const rows = source.auditRows(after).slice(0, AUDIT_PAGE);
    if (rows.length === 0) return;
    await target.appendAudit(rows);
    after = rows.at(-1)?.key ?? after;
  }
}

/** Each row of both sides is read again. An upload that differs is taken out of the target, so that it comes anew the next time. */
async function compare(source: MoveSource, target: MoveTarget, onRows: (done: number) => void): Promise<MovedSum[]> {
  const different = (what: string) =>
    new SalesError('inputUnusable', `The database differs from the directory: ${what}. The directory stays the one to serve from.`, {
      hint: 'Run the same command again: what differs is copied anew. If it differs again, keep serving from the directory.',
    });
  let done = 0;
  for (const { tenantKey } of source.tenants()) {
    for (const uploads of inBatches(source, tenantKey)) {
      // The database works on these while the same are read here.
      const found = target.hashes(uploads);
      found.catch(() => {});
      const wanted = source.hashes(uploads);
      const hashes = await found;
      const [changes, ofSource] = [await target.history(uploads), source.history(uploads)];
      const isWrong = ({ uploadKey }: MovedUpload) =>
        hashes.get(uploadKey) !== wanted.get(uploadKey) || !isSame(changes.get(uploadKey), ofSource.get(uploadKey));
      const wrong = uploads.filter(isWrong);
      for (const upload of wrong) await target.remove(upload);
      if (wrong[0]) throw different(`the transactions of upload ${wrong[0].id}, or their history`);
      const there = await target.uploads(tenantKey, (uploads[0]?.uploadKey ?? 0) - 1, uploads.at(-1)?.uploadKey ?? 0);
      if (there.length !== uploads.length || uploads.some((upload, at) => !isAlike(upload, there[at] as MovedUpload)))
        throw different('the counts of an upload');
      done += uploads.reduce((sum, { rows }) => sum + rows, 0);
      onRows(done);
    }
  }
  const [catalogue, counts, sums] = [await target.catalogue(), await target.counts(), await target.sums()];
  const ofSource = source.catalogue();
  for (const table of catalogueTables) if (textOf(catalogue[table]) !== textOf(ofSource[table])) throw different(`the table ${table}`);
  for (const [table, rows] of Object.entries(source.counts())) if (counts[table] !== rows) throw different(`the rows of ${table}`);
  if (JSON.stringify(await target.tenants()) !== JSON.stringify(source.tenants())) throw different('the counters of a tenant');
  if (sumsText(sums) !== sumsText(source.sums())) throw different('the sums by tenant and currency');
  const broken = await target.brokenAudit();
  const last = await target.auditHead();
  if (broken !== null || (last && source.auditRows(last.key).length > 0)) throw different(broken ?? 'the end of the audit trail');
  return sums;
}

function* inBatches(source: MoveSource, tenantKey: number): Generator<MovedUpload[]> {
  let batch: MovedUpload[] = [];
  let rows = 0;
  for (let after = 0; ; ) {
    const page = source.uploads(tenantKey, after, PAGE);
    for (const upload of page) {
      if (rows + upload.rows > ROWS_AT_ONCE && batch.length > 0) {
        yield batch;
        batch = [];
        rows = 0;
      }
      batch.push(upload);
      rows += upload.rows;
    }
    if (page.length < PAGE) break;
    after = page.at(-1)?.uploadKey ?? after;
  }
  if (batch.length > 0) yield batch;
}

function isSame(one: readonly MovedRow[] = [], other: readonly MovedRow[] = []): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whatever the order of the rows. */
function textOf(rows: Catalogue[keyof Catalogue]): string {
  return rows.map(rowText).sort().join('\n');
}

function sumsText(sums: readonly MovedSum[]): string {
  return sums
    .map((sum) => JSON.stringify([sum.tenantKey, sum.currency, sum.transactions, sum.amount]))
    .sort()
    .join('\n');
}
