/** A settlement record as its table has it, and back; and as JSON. */
import { instantOf } from '../contract/date-time.js';
import { dayOf } from '../contract/day.js';
import { type SettlementField, type SettlementRecordUpload, settlementFields } from '../contract/settlement.js';
import type { AdditionalDataItem, TransactionMatchState, TransactionState } from '../contract/transaction.js';
import { statesOf } from './codes.js';
import { additionalJson } from './transaction-row.js';

/** Fields that are stored as they are sent, in the order in which rows are inserted and shown. */
export const recordFields = settlementFields.filter((field) => field !== 'additionalData');

/** The columns of what was uploaded, in the order of {@link recordValues} and {@link recordFrom}. */
export const recordColumns = [...recordFields, 'additionalData'] as const;

/** What else of the row follows from them: the instant for comparing and sorting, in ticks of 100 ns since 1970, and the day that it counts for. */
export const derivedRecordColumns = ['ticks', 'day'] as const;

/** The values of the {@link recordColumns}. */
export function recordValues(record: SettlementRecordUpload): unknown[] {
  const values: unknown[] = [];
  for (const field of recordFields) values.push(record[field] ?? null);
  values.push(additionalJson(record.additionalData));
  return values;
}

/** The values of the {@link derivedRecordColumns}. */
export function derivedRecordValues(record: SettlementRecordUpload): unknown[] {
  const { transactionDate } = record;
  return [transactionDate ? instantOf(transactionDate) : null, dayOfRecord(record)];
}

/** Days since 1970; null for a record without a date. */
export function dayOfRecord({ transactionDate, businessDate, settlementDate }: SettlementRecordUpload): number | null {
  return dayOf({ businessDate, paidAt: transactionDate, otherDay: settlementDate });
}

/** The record as it was uploaded, from an array in which the {@link recordColumns} begin at `at`. */
export function recordFrom(values: readonly unknown[], at: number): SettlementRecordUpload {
  const record: Record<string, unknown> = {};
  for (let index = 0; index < recordFields.length; index++) record[recordFields[index] as string] = values[at + index];
  record.additionalData = additionalOf(values[at + recordFields.length] as string | null);
  return record as SettlementRecordUpload;
}

function additionalOf(json: string | null): AdditionalDataItem[] {
  return json === null ? [] : (JSON.parse(json) as AdditionalDataItem[]);
}

/** What a list and a detail show of a record beside its fields. */
export interface ShownRecord {
  recordId: string;
  /** As codes. */
  states: { state: number; matchState: number };
  /** Id of the match or cancellation that the record is in; null for none. */
  matchId: string | null;
  /** The values of its {@link recordColumns}. */
  values: readonly unknown[];
}

/** A SettlementRecord. */
export function shownRecord({ recordId, states, matchId, values }: ShownRecord): Record<string, unknown> {
  const named = statesOf(states.state, states.matchState) as {
    transactionState: TransactionState;
    transactionMatchState: TransactionMatchState;
  };
  const shown: Record<string, unknown> = {
    recordId,
    state: named.transactionState,
    matchState: named.transactionMatchState,
    matchId,
  };
  for (const [index, field] of recordFields.entries()) shown[field as SettlementField] = values[index];
  return shown;
}

/** A SettlementRecordDetail as JSON. */
export function recordDetailJson(record: ShownRecord, { comment, uploadId }: { comment: string | null; uploadId: string }): string {
  const additionalData = additionalOf(record.values[recordFields.length] as string | null);
  return JSON.stringify({ ...shownRecord(record), additionalData, comment, uploadId });
}

/** A page of a SettlementRecordList as JSON, from one record more than fits where another page follows. */
export function recordListJson(records: readonly ShownRecord[], pageSize: number): string {
  return JSON.stringify({ items: records.slice(0, pageSize).map(shownRecord), hasMore: records.length > pageSize });
}
