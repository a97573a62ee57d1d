/** Lists in plain memory: what a store must answer, written without a database in mind, and rows that bring it into trouble. */
import fc from 'fast-check';
import type { ListQuery } from '../../src/contract/query.js';
import type { Transaction, TransactionMatchState, TransactionState, TransactionUpload } from '../../src/contract/transaction.js';
import type { RowDecision } from '../../src/store/import-decisions.js';

/** In the order of arrival. */
export interface ModelRow {
  /** Also its transactionReference. */
  label: string;
  batch: number;
  uploadId: string;
  transaction: TransactionUpload;
  transactionState: TransactionState;
  transactionMatchState: TransactionMatchState;
}

const dates = [
  '2026-01-01T00:00:00Z',
  // The same instant, written otherwise.
  '2026-01-01T01:00:00+01:00',
  '2025-12-31T14:30:00.000-09:30',
  '2026-01-01T00:00:00.0000001Z',
  '2026-01-01T00:00:00.0000002Z',
  '2025-12-31T23:59:59.9999999Z',
  // Later than the last, though its text sorts before.
  '2025-12-31T23:59:59-01:00',
  '1969-12-31T23:59:59.9999999Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.9999999-23:59',
  null,
];
const amounts = [0, 0.1, 0.3, 0.1 + 0.2, -5, 12.5, 12.500000000000002, 12.50000001, 1e21, -1e308, 5e-324, null];
const ids = ['A', 'a', 'A ', 'ä', '', '%', 'A\u0000', '007', '7', null];
const currencies = ['EUR', 'eur', 'CHF', null];
const states = ['Unprocessed', 'Processed'] as const;
const matchStates = ['NotApplicable', 'Unmatched', 'Match', 'Skip'] as const;

const row = fc.record({
  batch: fc.integer({ min: 0, max: 2 }),
  transactionDate: fc.constantFrom(...dates),
  amount: fc.constantFrom(...amounts),
  terminalId: fc.constantFrom(...ids),
  brandId: fc.constantFrom(...ids),
  currency: fc.constantFrom(...currencies),
  transactionState: fc.constantFrom(...states),
  transactionMatchState: fc.constantFrom(...matchStates),
});

const rowsOf = (minLength: number, maxLength: number): fc.Arbitrary<ModelRow[]> =>
  fc.array(row, { minLength, maxLength, size: 'max' }).map((given) =>
    given
      .toSorted((one, two) => one.batch - two.batch)
      .map(({ batch, transactionState, transactionMatchState, ...transaction }, index) => {
        const label = String(index);
        return {
          label,
          batch,
          uploadId: '',
          transaction: { ...transaction, transactionReference: label },
          transactionState,
          transactionMatchState,
        };
      }),
  );

export const rows = rowsOf(0, 40);

/** Rows in which every value of every pool stands beside many others. */
export function sampleRows(): ModelRow[] {
  const [sample = []] = fc.sample(rowsOf(60, 60), { numRuns: 1, seed: 7 });
  return sample;
}

const filters = [
  'terminalId',
  'brandId',
  'currency',
  'amountFrom',
  'amountTo',
  'transactionDateFrom',
  'transactionDateTo',
  'transactionState',
  'transactionMatchState',
  'uploadId',
] as const;
export type FilterName = (typeof filters)[number];

/** Each filter with itself, which is the filter alone, and with every other. */
export function filterPairs(): [FilterName, FilterName][] {
  return filters.flatMap((one, index) => filters.slice(index).map((two): [FilterName, FilterName] => [one, two]));
}

/** Values for a filter, of which most find something. */
export function filterValues(name: FilterName, among: readonly ModelRow[]): unknown[] {
  const some = <Value>(values: readonly Value[]) => values.filter((value) => value !== null);
  switch (name) {
    case 'terminalId':
    case 'brandId':
      return some(ids);
    case 'currency':
      return [...some(currencies), 'USD'];
    case 'amountFrom':
    case 'amountTo':
      return some(amounts);
    case 'transactionDateFrom':
    case 'transactionDateTo':
      return some(dates);
    case 'transactionState':
      return [...states];
    case 'transactionMatchState':
      return [...matchStates];
    case 'uploadId': {
      const known = [...new Set(among.map(({ uploadId }) => uploadId))];
      return [...known, ...known.slice(0, 1).map((uploadId) => uploadId.toUpperCase()), 'unknown'];
    }
  }
}

export function query(over: Partial<ListQuery> = {}): ListQuery {
  return { pageSize: 30, pageNumber: 1, 'sorting.key': 'TransactionDate', 'sorting.direction': 'Descending', ...over };
}

/** The labels that a list must give, in order. */
export function expectedList(among: readonly ModelRow[], asked: ListQuery): { items: string[]; hasMore: boolean } {
  const matching = among.filter((candidate) => matches(candidate, asked));
  // Sorting keeps the order of equals, which is that of arrival.
  const ascending = matching.toSorted((one, two) => compare(sortValue(one, asked), sortValue(two, asked)));
  const inOrder = asked['sorting.direction'] === 'Ascending' ? ascending : ascending.toReversed();
  const start = (asked.pageNumber - 1) * asked.pageSize;
  return {
    items: inOrder.slice(start, start + asked.pageSize).map(({ label }) => label),
    hasMore: inOrder.length > start + asked.pageSize,
  };
}

/** The amount that one with the noise of floating point is compared and added as: so far as text tells, without arithmetic of ours. */
export function worthOf(amount: number): number {
  const near = Math.abs(amount) < 1e9 ? Number(amount.toFixed(4)) : amount;
  return Math.abs(near - amount) <= 1e-9 ? near : amount;
}

/** Whether a row is one that the filters of a list let through. */
export function matches(
  { transaction, transactionState, transactionMatchState, uploadId }: ModelRow,
  asked: Omit<ListQuery, 'pageSize' | 'pageNumber' | 'sorting.key' | 'sorting.direction'>,
): boolean {
  const { amount, transactionDate } = transaction;
  const at = transactionDate ? ticks(transactionDate) : null;
  const equal = (value: unknown, wanted: unknown) => wanted === undefined || value === wanted;
  return (
    equal(transaction.terminalId, asked.terminalId) &&
    equal(transaction.brandId, asked.brandId) &&
    equal(transaction.currency, asked.currency) &&
    equal(transactionState, asked.transactionState) &&
    equal(transactionMatchState, asked.transactionMatchState) &&
    equal(uploadId, asked.uploadId?.toLowerCase()) &&
    (asked.amountFrom === undefined || (typeof amount === 'number' && worthOf(amount) >= worthOf(asked.amountFrom))) &&
    (asked.amountTo === undefined || (typeof amount === 'number' && worthOf(amount) <= worthOf(asked.amountTo))) &&
    (asked.transactionDateFrom === undefined || (at !== null && at >= ticks(asked.transactionDateFrom))) &&
    (asked.transactionDateTo === undefined || (at !== null && at <= ticks(asked.transactionDateTo)))
  );
}

function sortValue({ transaction: { amount, transactionDate } }: ModelRow, asked: ListQuery): number | bigint | null {
  if (asked['sorting.key'] === 'Amount') return amount ?? null;
  return transactionDate ? ticks(transactionDate) : null;
}

function compare(one: number | bigint | null, two: number | bigint | null): number {
  if (one === null || two === null) return (one === null ? 0 : 1) - (two === null ? 0 : 1);
  return one < two ? -1 : one > two ? 1 : 0;
}

/** Ticks of 100 ns, by way of Date, which knows milliseconds only. */
function ticks(dateTime: string): bigint {
  const known = ticksOf.get(dateTime);
  if (known !== undefined) return known;
  const fraction = /\.(\d+)/.exec(dateTime)?.[1] ?? '';
  const found = BigInt(Date.parse(dateTime.replace(/\.\d+/, ''))) * 10_000n + BigInt(fraction.padEnd(7, '0'));
  ticksOf.set(dateTime, found);
  return found;
}

/** Each row is asked for its date thousands of times. */
const ticksOf = new Map<string, bigint>();

/** The row as a list shows it, but for its id. */
export function listedRow({ transaction, transactionState, transactionMatchState }: ModelRow): Omit<Transaction, 'transactionId'> {
  const {
    amount = null,
    brandId = null,
    currency = null,
    terminalId = null,
    transactionDate = null,
    transactionReference = null,
  } = transaction;
  return {
    transactionState,
    transactionMatchState,
    acquirerId: null,
    amount,
    applicationId: null,
    authorisationCode: null,
    brandId,
    businessDate: null,
    cardNumberMasked: null,
    currency,
    eftTransactionDate: null,
    locationId: null,
    orderId: null,
    panEncrypted: null,
    terminalId,
    transactionDate,
    transactionReference,
    transactionSequenceCounter: null,
    transactionTypes: [],
  };
}

export function decisionOf({ transactionState, transactionMatchState }: ModelRow): RowDecision {
  return { transactionState, transactionMatchState, comment: null, errors: [] };
}
