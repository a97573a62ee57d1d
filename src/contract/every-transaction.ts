/**
 * All matching transactions, or settlement records, each once, even while others arrive or are withdrawn: for programs, the command line and the
 * console. Numbered pages shift when a row before them comes or goes; so after each page the next request begins at the date that was reached, and only rows of the same date are paged through. There
 * each page begins with rows of the page before: if they are missing from it, some rows have left, and the date is read again.
 */
import { instantOf } from './date-time.js';
import { pageSizeMax } from './limits.js';
import type { QueryValues } from './paths.js';
import { SalesError } from './problem.js';
import type { SettlementRecord } from './records.js';
import { idOf } from './states.js';
import type { Transaction } from './transaction.js';

/** How often one date is walked again: rows leave once in a while, and a server without an order never comes to an end. */
const WALKS_AGAIN_MAX = 20;

/**
 * Groups of transactions, by date from the oldest on; those without a date come first. Rows that were there all the time are never left
 * out, and none is repeated. Fails as `api.list` does, and with `protocol` where the server keeps neither order nor filter.
 */
export async function* everyTransaction<Row extends Transaction | SettlementRecord>(
  api: { host: string; list(query: QueryValues, signal?: AbortSignal): Promise<{ items: readonly Row[]; hasMore: boolean }> },
  filters: QueryValues,
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const sorting = { 'sorting.key': 'TransactionDate', 'sorting.direction': 'Ascending' };
  const given = filters.transactionDateFrom;
  let from = given === undefined ? undefined : String(given);
  /** The server's largest page. */
  let pageRows = pageSizeMax;
  /** How many rows of this date were walked through, and the last of them. */
  let walked = 0;
  let lastId = '';
  let walksAgain = 0;
  /** Ids of the rows of this date, which may come again with the next page. */
  let seen = new Set<string>();
  for (;;) {
    const page = pageWith(walked, pageRows);
    const { items, hasMore } = await api.list({ ...filters, ...sorting, transactionDateFrom: from, ...page }, signal);
    checkOrder(items, from, api.host);
    const isNext = !overlaps(walked, page.pageSize) || items.some((row) => idOf(row) === lastId);
    if (!isNext) {
      if (++walksAgain > WALKS_AGAIN_MAX) throw unsteady(api.host);
      walked = 0;
      continue;
    }
    const fresh = items.filter((row) => !seen.has(idOf(row)));
    if (fresh.length > 0) yield fresh;
    if (!hasMore) return;
    const last = items.at(-1);
    if (!last) throw unsteady(api.host);
    if (items.length < page.pageSize) pageRows = items.length;
    if (isLater(last.transactionDate, from)) {
      from = last.transactionDate ?? undefined;
      walked = 0;
      walksAgain = 0;
      seen = new Set(items.map(idOf));
    } else {
      walked = (page.pageNumber - 1) * page.pageSize + items.length;
      lastId = idOf(last);
      for (const row of fresh) seen.add(idOf(row));
    }
  }
}

/** What becomes of rows, as totals tell them apart. */
export type RowPart = 'imported' | 'duplicates' | 'notImported';
/** Rows that an export has only where somebody asks for them. */
export type LeftOut = Record<Exclude<RowPart, 'imported'>, number>;

type StatedRow = Transaction | SettlementRecord;
/** A list of matches; null from a server that matches nothing. */
type ListMatches = (query: QueryValues) => Promise<{ items: readonly { transactionIds: readonly string[] }[]; hasMore: boolean } | null>;

/**
 * Tells the part of each row, by its id. Skip are duplicates, and rows that are cancelled or that a person set aside, which count as what they are.
 * A record tells itself which it is; for sales the list of matches is read, once, where there is a Skip at all.
 */
export function partTeller(listMatches: ListMatches): (rows: readonly StatedRow[]) => Promise<ReadonlyMap<string, RowPart>> {
  let skipped: Promise<ReadonlySet<string>> | null = null;
  const isDuplicate = async (row: StatedRow) => {
    if ('recordId' in row) return row.matchState === 'Skip' && row.matchId === null;
    if (row.transactionMatchState !== 'Skip') return false;
    skipped ??= skippedSales(listMatches);
    return !(await skipped).has(row.transactionId);
  };
  return async (rows) => {
    const parts = new Map<string, RowPart>();
    for (const row of rows) {
      const state = 'recordId' in row ? row.state : row.transactionState;
      parts.set(idOf(row), state === 'Unprocessed' ? 'notImported' : (await isDuplicate(row)) ? 'duplicates' : 'imported');
    }
    return parts;
  };
}

/** Sales that are Skip, and no duplicates. */
async function skippedSales(listMatches: ListMatches): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const kind of ['Cancellation', 'SetAside'])
    for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
      const page = await listMatches({ kind, pageSize: pageSizeMax, pageNumber });
      for (const { transactionIds } of page?.items ?? []) for (const id of transactionIds) found.add(id);
      hasMore = page?.hasMore ?? false;
    }
  return found;
}

/** Whether a filter asks for that part by itself; without a word about states, for what totals count alone. */
export function isAskedFor(part: RowPart, { transactionState, transactionMatchState, state, matchState }: QueryValues): boolean {
  if (part === 'duplicates') return (transactionMatchState ?? matchState) === 'Skip';
  return part === 'imported' || (transactionState ?? state) === 'Unprocessed';
}

/** The page that begins with the last of so many rows, or a few rows sooner, and has as many further ones. */
function pageWith(walked: number, pageRows: number): { pageSize: number; pageNumber: number } {
  for (let pageSize = pageRows; pageSize > 1 && walked > 0; pageSize--) {
    if (overlaps(walked, pageSize) && 2 * (walked % pageSize) <= pageSize) {
      return { pageSize, pageNumber: Math.floor(walked / pageSize) + 1 };
    }
  }
  // Only where pages have so few rows that none begins there.
  return { pageSize: pageRows, pageNumber: Math.floor(walked / pageRows) + 1 };
}

/** Whether the page with the row behind so many begins before it. */
function overlaps(walked: number, pageSize: number): boolean {
  return walked % pageSize > 0;
}

function unsteady(host: string): SalesError {
  return new SalesError(
    'protocol',
    `${host} lists transactions of the same date differently each time, so that some could be missed. Were some withdrawn in the meantime?`,
  );
}

function isLater(date: string | null, from: string | undefined): boolean {
  return date !== null && (from === undefined || ticks(date) > ticks(from));
}

/** A server that pays no heed to either would be asked for ever. */
function checkOrder(items: readonly Pick<Transaction, 'transactionDate'>[], from: string | undefined, host: string): void {
  let before = from;
  for (const { transactionDate } of items) {
    if (before !== undefined && (transactionDate === null || ticks(transactionDate) < ticks(before))) {
      throw new SalesError('protocol', `${host} lists transactions in a different order than requested, so that some could be missed.`);
    }
    before = transactionDate ?? before;
  }
}

/** A date that is none sorts last here, whatever the server thinks of it. */
function ticks(date: string): bigint {
  return instantOf(date) ?? 2n ** 63n;
}
