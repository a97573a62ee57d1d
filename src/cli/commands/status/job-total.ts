/** What became of all uploads of a job, in one total by state and currency: from the server's list of uploads, where it has one. */
import type { SalesApi } from '../../../client/http/api.js';
import { textSum } from '../../../contract/decimal.js';
import { pageSizeMax } from '../../../contract/limits.js';
import { orNull } from '../../../contract/problem.js';
import type { ListedUpload, UploadState } from '../../../contract/upload.js';

/**
 * Rows of one state and currency; the sum is an exact decimal. Null where the server tells no sums, or the rows are in none, as fees and
 * payouts are.
 */
export interface StateTotal {
  /** The status of their upload; `duplicate`, `rejected` or `withdrawn` for rows that do not count. */
  state: string;
  currency: string | null;
  rows: number;
  amount: string | null;
}

type StatedUpload = Pick<UploadState, 'status' | 'withdrawn'> & { uploadId: string; rows: number };

/** Pages that are looked through for the uploads of one job: others may have come since. */
const PAGES_MAX = 20;

export async function jobTotal(uploads: readonly StatedUpload[], api: Pick<SalesApi, 'ask'>): Promise<StateTotal[]> {
  // Another server has no such list, or does not show it to this user.
  const listed = await listedUploads(new Set(uploads.map(({ uploadId }) => uploadId)), api).catch(orNull());
  const totals = new Map<string, StateTotal>();
  const add = ({ state, currency, rows, amount }: StateTotal) => {
    if (rows === 0) return;
    const key = JSON.stringify([state, currency, amount === null]);
    const before = totals.get(key);
    const sum = before?.amount && amount ? textSum(before.amount, amount) : amount;
    totals.set(key, { state, currency, rows: rows + (before?.rows ?? 0), amount: sum });
  };
  for (const { uploadId, rows, status, withdrawn } of uploads) {
    const one = listed?.get(uploadId);
    if (withdrawn || !one) {
      add({ state: withdrawn ? 'withdrawn' : status, currency: null, rows, amount: null });
      continue;
    }
    const imported = one.amounts.reduce((sum, { transactions }) => sum + transactions, 0);
    for (const { currency, transactions, amount } of one.amounts) add({ state: status, currency, rows: transactions, amount });
    const apart = { currency: null, amount: null };
    add({ state: 'duplicate', rows: one.duplicates, ...apart });
    add({ state: 'rejected', rows: one.rejected, ...apart });
    const inNoSum = Math.max(0, one.processed - one.duplicates - imported);
    add({ state: status, rows: inNoSum, ...apart });
    add({
      state: status === 'Processed' ? 'Processing' : status,
      rows: Math.max(0, rows - imported - one.duplicates - one.rejected - inNoSum),
      ...apart,
    });
  }
  return [...totals.values()].sort((one, other) => other.rows - one.rows);
}

async function listedUploads(ids: ReadonlySet<string>, api: Pick<SalesApi, 'ask'>): Promise<Map<string, ListedUpload>> {
  const found = new Map<string, ListedUpload>();
  for (let pageNumber = 1; found.size < ids.size && pageNumber <= PAGES_MAX; pageNumber++) {
    const { items, hasMore } = await api.ask('listUploads', { query: { pageSize: pageSizeMax, pageNumber } });
    for (const item of items) if (ids.has(item.uploadId)) found.set(item.uploadId, item);
    if (!hasMore) break;
  }
  return found;
}
