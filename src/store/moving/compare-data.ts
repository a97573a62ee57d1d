/**
 * Compares what was moved with where it comes from. Rows that were found equal are noted, so that the last time, when nothing can be uploaded, only
 * those are read that have come or changed since.
 */
import { SalesError } from '../../contract/problem.js';
import { sql } from '../sql/work.js';
import {
  asImported,
  type MovedName,
  type MovedRow,
  type MovedTable,
  type MovedTables,
  type MovedUpload,
  movedNames,
  objectOf,
  rowText,
  tableOf,
  textsHash,
  wholeTables,
} from './moved-tables.js';
import { batchesOf, changesOf, everything, inUpload, tenantsOf, tenantsWithMatches, type UploadBatch, wholeOf } from './read-source.js';
import type { MoveSource, MoveTarget } from './sides.js';
import { type MovedSum, sumsOf, together } from './sums.js';

export interface NamedSum extends Omit<MovedSum, 'tenantKey'> {
  tenant: string;
}

interface Sides {
  source: MoveSource;
  target: MoveTarget;
  tables: MovedTables;
}

/**
 * The sums of both sides; null unless it is the last time. Then whatever differs fails with `inputUnusable`, and comes anew the next time; before,
 * the source may have changed meanwhile.
 */
export async function compareData(
  source: MoveSource,
  target: MoveTarget,
  tables: MovedTables,
  { finish, onRows }: { finish: boolean; onRows: (done: number) => void },
): Promise<NamedSum[] | null> {
  const sides = { source, target, tables };
  let sums: MovedSum[] = [];
  let done = 0;
  for (const { tenantKey } of tenantsOf(source, tables))
    for (const batch of batchesOf(source, tables, tenantKey)) {
      sums = together([...sums, ...(await compareUploads(sides, batch, finish))]);
      done += batch.uploads.reduce((all, upload) => all + upload.rows, 0);
      onRows(done);
    }
  if (!finish) return null;
  const wrong = await differenceOf(sides, sums);
  if (wrong !== null) {
    // Which rows it comes from is not known: the next time, all are read again.
    await target.forgetCompared();
    throw different(wrong);
  }
  const names = new Map(source.rows(tables.tenant, everything).map((row) => [row[0], objectOf<{ name: string }>(tables.tenant, row).name]));
  return sums.map(({ tenantKey, ...sum }) => ({ tenant: names.get(tenantKey) ?? String(tenantKey), ...sum }));
}

/** Failure: the two sides differ in `what`. */
export function different(what: string): SalesError {
  return new SalesError('inputUnusable', `The database differs from the directory: ${what}. The directory stays the one to serve from.`, {
    hint: 'Run the same command again: what differs is copied anew. If it differs again, keep serving from the directory.',
  });
}

/** The sums of their rows. */
async function compareUploads({ source, target, tables }: Sides, { uploads, range }: UploadBatch, finish: boolean): Promise<MovedSum[]> {
  if (uploads.length === 0) return [];
  const compared = new Map(await target.compared(uploads));
  const left = uploads.filter(({ uploadKey }) => !compared.has(uploadKey));
  const wrong = new Set<MovedUpload>();
  for (const name of new Set(left.map(tableOf))) {
    const table = asImported(tables[name]);
    const own = left.filter((upload) => tableOf(upload) === name);
    // The database works on these while the same are read here.
    const found = target.hashes(table, own);
    found.catch(() => {});
    const hashes = own.map((upload) => {
      const rows = source.rows(table, inUpload(upload));
      compared.set(upload.uploadKey, upload.withdrawnAt === null ? sumsOf(upload, table, rows) : []);
      return hashOf(table, rows);
    });
    const there = await found;
    for (const [at, upload] of own.entries()) if (there.get(upload.uploadKey) !== hashes[at]) wrong.add(upload);
  }
  if (finish) {
    const [first] = wrong;
    if (first)
      await refuse(target, [...wrong], `the ${first.kind === 'Sales' ? 'transactions' : 'settlement records'} of upload ${first.id}`);
    await checkUploads({ source, target, tables }, { uploads, range });
  }
  const equal = left.filter((upload) => !wrong.has(upload));
  if (equal.length > 0) await target.noteCompared(equal, compared);
  return [...compared.values()].flat();
}

/** Takes them out, so that they come anew. */
async function refuse(target: MoveTarget, wrong: readonly MovedUpload[], what: string): Promise<never> {
  await target.remove(wrong);
  throw different(what);
}

/** Compares uploads without their rows: their history, and their own counts and states. */
async function checkUploads({ source, target, tables }: Sides, { uploads, range }: UploadBatch): Promise<void> {
  const changes = uploads.flatMap((upload) => changesOf(source, tables, upload));
  if ((await target.hash(tables.history, range)) !== hashOf(tables.history, changes))
    await refuse(target, uploads, `the history of uploads ${uploads[0]?.id} to ${uploads.at(-1)?.id}`);
  if ((await target.hash(tables.upload, range)) !== textsHash(uploads.map(({ text }) => text))) throw different('the counts of an upload');
}

/** What differs besides rows and uploads; null where nothing does. */
async function differenceOf({ source, target, tables }: Sides, sums: readonly MovedSum[]): Promise<string | null> {
  for (const [table, rows] of wholeOf(source, tables))
    if (sorted(await target.wholeTexts(table)) !== sorted(rows.map((row) => rowText(table, row)))) return wrongTable(table.name);
  const counted = movedNames.filter((name) => !wholeTables.includes(name));
  for (const name of counted) if ((await target.count(name)) !== source.count(tables[name])) return `the rows of ${name}`;
  const shown = (one: readonly MovedSum[]) =>
    sorted(one.map((sum) => JSON.stringify([sum.tenantKey, sum.kind, sum.currency, sum.rows, sum.amount])));
  if (shown(await target.sums()) !== shown(sums)) return 'the sums by tenant and currency';
  if (await matchesDiffer({ source, target, tables })) return 'the rows that are in matches';
  const [broken, last] = [await target.brokenAudit(), await target.auditHead()];
  const isShorter = last && source.rows(tables.audit, sql`audit_key > ${last.key} LIMIT 1`).length > 0;
  return broken ?? (isShorter ? 'the end of the audit trail' : null);
}

function wrongTable(name: MovedName): string {
  return name === 'tenant_counter' ? 'the counters of a tenant' : `the table ${name}`;
}

function hashOf(table: MovedTable, rows: readonly MovedRow[]): string {
  return textsHash(rows.map((row) => rowText(table, row)));
}

/** Whatever the order of the rows. */
function sorted(texts: readonly string[]): string {
  return [...texts].sort().join('\n');
}

/** Whether rows are in other matches than those that the tables say they are in; fails where that is so in the source itself. */
async function matchesDiffer({ source, target, tables }: Sides): Promise<boolean> {
  let mismatched = 0;
  for (const tenantKey of tenantsWithMatches(source, tables)) mismatched += await target.mismatchedRows(tenantKey);
  const ofSource = source.mismatchedRows();
  if (ofSource > 0)
    throw new SalesError(
      'inputUnusable',
      `In the directory, ${ofSource} rows and their matches do not agree. It stays the one to serve from.`,
      { hint: 'This is a defect of sales: report it, and keep serving from the directory.' },
    );
  return mismatched > 0;
}
