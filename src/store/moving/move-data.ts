/**
 * Moves the data of one store into another. Whatever is there already and alike is left, so it can be repeated, also while the source is served,
 * and goes on where it was stopped. The last time, nothing changes meanwhile, and both sides must be the same.
 */

import { SalesError } from '../../contract/problem.js';
import { createDatabase } from '../remedies.js';
import { compareData } from './compare-data.js';
import { copyMatches } from './copy-matches.js';
import { isAlike, type MovedSum, type MovedUpload } from './moved-data.js';
import { type MoveSource, type MoveTarget, PAGE, ROWS_AT_ONCE } from './sides.js';

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
  sums: MovedSum[] | null;
}

export interface MoveOptions {
  /** Whether nothing changes the source meanwhile, and both sides must be the same afterwards. */
  finish: boolean;
  onProgress: (progress: MoveProgress) => void;
}

const noRows = { transactions: 0, records: 0 };
const counterOf = { Sales: 'transactions', Settlement: 'records' } as const;
const AUDIT_PAGE = 5_000;

/** Fails with `usage` or `locked` where the target is not for this, and with `inputUnusable` where the two sides differ afterwards. */
export async function moveData(source: MoveSource, target: MoveTarget, { finish, onProgress }: MoveOptions): Promise<Moved> {
  await target.check(source.seed);
  await refuseLonger(source, target);
  await target.begin(source.seed, source.catalogue());
  const tenants = source.tenants();
  const moved: Moved = { uploads: 0, ...noRows, copied: { uploads: 0, ...noRows }, sums: null };
  const all = tenants.reduce((sum, { transactions, records }) => sum + transactions + records, 0);
  for (const { tenantKey } of tenants)
    await copyTenant(source, target, tenantKey, moved, (done) => onProgress({ phase: 'copying', done, all }));
  await copyAudit(source, target);
  await target.settle(source.catalogue(), source.tenants());
  await copyMatches(source, target);
  moved.sums = await compareData(source, target, finish, (done) => onProgress({ phase: 'comparing', done, all }));
  if (finish) await target.forgetCompared();
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
    hint: ['Move into a database of its own: ', createDatabase],
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
      moved[counterOf[upload.kind]] += upload.rows;
      if (!found || !isAlike(found, upload)) {
        if (rows + upload.rows > ROWS_AT_ONCE) await flush();
        waiting.push(upload);
        rows += upload.rows;
        moved.copied.uploads += 1;
        moved.copied[counterOf[upload.kind]] += upload.rows;
      }
      onRows(moved.transactions + moved.records);
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
