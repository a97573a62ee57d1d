/**
 * Compares what was moved with where it comes from. Rows that were found equal are noted, so that the last time, when nothing can be uploaded, only
 * those are read that have come or changed since.
 */
import { type Decimal, decimalFrom, plus, textOfDecimal } from '../../contract/decimal.js';
import { different, matchesDiffer } from './copy-matches.js';
import { type Catalogue, catalogueTables, isAlike, type MovedRow, type MovedSum, type MovedUpload, rowText } from './moved-data.js';
import { type MovedRows, type MoveSource, type MoveTarget, PAGE, ROWS_AT_ONCE } from './sides.js';

/**
 * The sums of both sides; null unless it is the last time. Then whatever differs fails with `inputUnusable`, and comes anew the next time; before,
 * the source may have changed meanwhile.
 */
export async function compareData(
  source: MoveSource,
  target: MoveTarget,
  finish: boolean,
  onRows: (done: number) => void,
): Promise<MovedSum[] | null> {
  const sums = new Map<string, MovedSum>();
  let done = 0;
  for (const { tenantKey } of source.tenants()) {
    for (const uploads of inBatches(source, tenantKey)) {
      const compared = await target.compared(uploads);
      const left = uploads.filter(({ uploadKey }) => !compared.has(uploadKey));
      const { wrong, rows } = await compareRows(source, target, left);
      if (finish && wrong[0]) {
        for (const upload of wrong) await target.remove(upload);
        throw different(`the ${wrong[0].kind === 'Sales' ? 'transactions' : 'settlement records'} of upload ${wrong[0].id}`);
      }
      if (finish) await checkUploads(source, target, uploads);
      for (const { uploadKey } of uploads) for (const sum of rows.get(uploadKey)?.sums ?? compared.get(uploadKey) ?? []) add(sums, sum);
      const equal = left.filter((upload) => !wrong.includes(upload));
      if (equal.length > 0) await target.noteCompared(equal, rows);
      done += uploads.reduce((all, upload) => all + upload.rows, 0);
      onRows(done);
    }
  }
  if (!finish) return null;
  const wrong = await differenceOf(source, target, sums);
  if (wrong === null) return [...sums.values()];
  // Which rows it comes from is not known: the next time, all are read again.
  await target.forgetCompared();
  throw different(wrong);
}

interface ComparedRows {
  wrong: readonly MovedUpload[];
  rows: ReadonlyMap<number, MovedRows>;
}

async function compareRows(source: MoveSource, target: MoveTarget, uploads: readonly MovedUpload[]): Promise<ComparedRows> {
  if (uploads.length === 0) return { wrong: [], rows: new Map() };
  // The database works on these while the same are read here.
  const found = target.hashes(uploads);
  found.catch(() => {});
  const rows = source.rows(uploads);
  const hashes = await found;
  return { wrong: uploads.filter(({ uploadKey }) => hashes.get(uploadKey) !== rows.get(uploadKey)?.hash), rows };
}

/** What is not rows: the history of uploads, and their own counts and states. */
async function checkUploads(source: MoveSource, target: MoveTarget, uploads: readonly MovedUpload[]): Promise<void> {
  const [changes, ofSource] = [await target.history(uploads), source.history(uploads)];
  const wrong = uploads.filter(({ uploadKey }) => !isSame(changes.get(uploadKey), ofSource.get(uploadKey)));
  for (const upload of wrong) await target.remove(upload);
  if (wrong[0]) throw different(`the history of upload ${wrong[0].id}`);
  const [first, last] = [uploads[0], uploads.at(-1)];
  const there = await target.uploads(first?.tenantKey ?? 0, (first?.uploadKey ?? 0) - 1, last?.uploadKey ?? 0);
  if (there.length !== uploads.length || uploads.some((upload, at) => !isAlike(upload, there[at] as MovedUpload)))
    throw different('the counts of an upload');
}

/** What differs besides rows and uploads; null where nothing does. */
async function differenceOf(source: MoveSource, target: MoveTarget, sums: ReadonlyMap<string, MovedSum>): Promise<string | null> {
  const [catalogue, counts] = [await target.catalogue(), await target.counts()];
  const ofSource = source.catalogue();
  for (const table of catalogueTables) if (textOf(catalogue[table]) !== textOf(ofSource[table])) return `the table ${table}`;
  for (const [table, rows] of Object.entries(source.counts())) if (counts[table] !== rows) return `the rows of ${table}`;
  if (JSON.stringify(await target.tenants()) !== JSON.stringify(source.tenants())) return 'the counters of a tenant';
  if (sumsText(await target.sums()) !== sumsText(sums.values())) return 'the sums by tenant and currency';
  if (await matchesDiffer(source, target)) return 'the rows that are in matches';
  const broken = await target.brokenAudit();
  const last = await target.auditHead();
  return broken ?? (last && source.auditRows(last.key).length > 0 ? 'the end of the audit trail' : null);
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

function add(sums: Map<string, MovedSum>, one: MovedSum): void {
  const key = JSON.stringify([one.tenantKey, one.kind, one.currency]);
  const sum = sums.get(key);
  if (!sum) return void sums.set(key, one);
  const amount = textOfDecimal(plus(decimal(sum.amount), decimal(one.amount)));
  sums.set(key, { ...sum, rows: sum.rows + one.rows, amount });
}

function decimal(text: string): Decimal {
  return decimalFrom(text) ?? { digits: 0n, scale: 0 };
}

function sumsText(sums: Iterable<MovedSum>): string {
  return [...sums]
    .map((sum) => JSON.stringify([sum.tenantKey, sum.kind, sum.currency, sum.rows, sum.amount]))
    .sort()
    .join('\n');
}
