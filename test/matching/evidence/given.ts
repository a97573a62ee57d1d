/** Runs the matcher over rows as they are uploaded, and tells matches by the numbers of sales and records. */
import type { MatchSettings } from '../../../src/contract/match-settings.js';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import { isOfPayment } from '../../../src/contract/states.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { addRecord, addSale, type Columns, emptyColumns } from '../../../src/matching/columns.js';
import { type MatchOutcome, matchRows } from '../../../src/matching/evidence.js';
import { defaultEvidence, rowNamesOf } from '../../../src/matching/evidence-settings.js';

export type Sale = TransactionUpload;
export type SettlementRecord = SettlementRecordUpload;

export interface Told {
  rule: string;
  kind: string;
  how: string;
  sales: number[];
  records: number[];
}

export interface Given {
  sales: readonly Sale[];
  records: readonly SettlementRecord[];
  settings?: Partial<MatchSettings>;
  /** By numbers of sales and records. */
  pinned?: { sales?: readonly number[]; records?: readonly number[] };
  forbidden?: readonly (readonly [sale: number, record: number])[];
  /** Puts numbers, of records below 0, into the order in which rows come. */
  ordered?(numbers: number[]): number[];
}

type Match = (rows: Columns, settings: MatchSettings, decided: Parameters<typeof matchRows>[2]) => MatchOutcome;

export interface Result {
  told: Told[];
  outcome: MatchOutcome;
  rows: Columns;
  /** Places by number; -1 where a row cannot be compared. */
  saleAt: Int32Array;
  recordAt: Int32Array;
}

export function run({ sales, records, settings, pinned, forbidden, ordered }: Given, match: Match = matchRows): Result {
  const all: MatchSettings = { ...defaultEvidence, ...settings };
  const rows = emptyColumns(sales.length + records.length);
  const names = rowNamesOf(all);
  const saleAt = new Int32Array(sales.length).fill(-1);
  const recordAt = new Int32Array(records.length).fill(-1);
  const numbers = [...sales.keys(), ...[...records.keys()].map((record) => -1 - record)];
  for (const number of ordered?.(numbers) ?? numbers) {
    if (number >= 0) saleAt[number] = addSale(rows, number, sales[number] as Sale, names) ?? -1;
    else {
      const record = records[-1 - number] as SettlementRecord;
      if (isOfPayment(record.type)) recordAt[-1 - number] = addRecord(rows, -1 - number, record, names) ?? -1;
    }
  }
  const forbiddenAt = new Map<number, Set<number>>();
  for (const [sale, record] of forbidden ?? []) {
    const of = forbiddenAt.get(saleAt[sale] as number) ?? new Set();
    forbiddenAt.set(saleAt[sale] as number, of.add(recordAt[record] as number));
  }
  const pinnedAt = [...(pinned?.sales ?? []).map((sale) => saleAt[sale]), ...(pinned?.records ?? []).map((record) => recordAt[record])];
  const outcome = match(rows, all, { pinned: new Set(pinnedAt as number[]), forbidden: forbiddenAt });
  const idOf = (place: number) => rows.id[place] as number;
  const told = outcome.matches.map((one) => ({
    ...one,
    sales: one.sales.map(idOf).sort((a, b) => a - b),
    records: one.records.map(idOf).sort((a, b) => a - b),
  }));
  return { told, outcome, rows, saleAt, recordAt };
}

/** A match as `sales:records`, with `?` in front of a proposal and `x` in front of a cancellation. */
export const lineOf = ({ kind, sales, records }: Told) =>
  `${kind === 'Proposal' ? '?' : kind === 'Cancellation' ? 'x' : ''}${sales.join('+')}:${records.join('+')}`;
export const linesOf = (given: Given) => run(given).told.map(lineOf).sort();
