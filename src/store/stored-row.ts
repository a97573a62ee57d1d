/** The rows that uploads bring as their tables have them, and back. Lists of values are stored as JSON text. */
import { momentOf as secondOf } from '../contract/date-time.js';
import { dayOf } from '../contract/day.js';
import { type SettlementRecordUpload, settlementFields } from '../contract/settlement.js';
import type { UploadKind } from '../contract/states.js';
import type { Transaction, TransactionUpload } from '../contract/transaction.js';
import type { Moment, RowDecision, UploadedFields } from './import-decisions.js';
import { snakeCase } from './sql/work.js';

/** Fields of sales that are stored as they are sent, in the order in which rows are inserted. */
export const plainFields = [
  'amount',
  'currency',
  'brandId',
  'terminalId',
  'transactionDate',
  'acquirerId',
  'applicationId',
  'authorisationCode',
  'businessDate',
  'cardNumberMasked',
  'eftTransactionDate',
  'locationId',
  'orderId',
  'panEncrypted',
  'transactionReference',
  'transactionSequenceCounter',
] as const satisfies readonly (keyof TransactionUpload & keyof Transaction)[];

export const recordFields = settlementFields.filter((field) => field !== 'additionalData');

export const storedFields: Record<UploadKind, readonly (keyof UploadedFields)[]> = { Sales: plainFields, Settlement: recordFields };

/** The columns of what was uploaded: the {@link storedFields}, the types of a sale, and the additional data. */
export const uploadedColumns: Record<UploadKind, readonly string[]> = {
  Sales: [...plainFields.map(snakeCase), 'transaction_types', 'additional_data'],
  Settlement: [...recordFields.map(snakeCase), 'additional_data'],
};

/** The row as it was uploaded, from an array in which the {@link uploadedColumns} begin at `at`. */
export function uploadedFrom(kind: UploadKind, values: readonly unknown[], at: number): UploadedFields {
  const fields = storedFields[kind];
  const row: Record<string, unknown> = {};
  for (let index = 0; index < fields.length; index++) row[fields[index] as string] = values[at + index];
  const lists = at + fields.length;
  if (kind === 'Sales') row.transactionTypes = listOf(values[lists]);
  row.additionalData = listOf(values[kind === 'Sales' ? lists + 1 : lists]);
  return row as UploadedFields;
}

export function listOf<Item>(json: unknown): Item[] {
  return typeof json === 'string' ? (JSON.parse(json) as Item[]) : [];
}

/** The day that a record counts for, since 1970; null for one without a date. */
export function dayOfRecord({ transactionDate, businessDate, settlementDate }: SettlementRecordUpload): number | null {
  return dayOf({ businessDate, paidAt: transactionDate, otherDay: settlementDate });
}

/** Days since 1970; null for a sale without a date. */
export function dayOfSale({
  businessDate,
  eftTransactionDate,
  transactionDate,
}: Pick<TransactionUpload, 'businessDate' | 'eftTransactionDate' | 'transactionDate'>): number | null {
  return dayOf({ businessDate, paidAt: eftTransactionDate || transactionDate, otherDay: null });
}

/** When a row was paid and how much; null for a row without an amount or a date. */
export function momentOf(row: UploadedFields): (Moment & { amount: number }) | null {
  const { amount, transactionDate } = row;
  if (typeof amount !== 'number') return null;
  const seconds = transactionDate ? secondOf(transactionDate) : null;
  const minute = seconds === null ? null : Math.floor(seconds / 60);
  const day = minute === null ? dayOfRecord(row) : null;
  return minute === null && day === null ? null : { amount, minute, minutes: 1, day };
}

/** The column duplicateGroup of a row with a duplicate key: 0 if the row stands for a sale, otherwise the group of its upload. */
export function duplicateGroupOf({ transactionMatchState }: Pick<RowDecision, 'transactionMatchState'>, ofUpload: number): number {
  return transactionMatchState === 'Skip' ? ofUpload : 0;
}

/** A list as its column has it; null for none. */
function jsonOrNull(list: readonly unknown[] | null | undefined): string | null {
  return list && list.length > 0 ? JSON.stringify(list) : null;
}

/** The last list of one type, and its text: nearly all rows have the same. */
let knownType = '';
let jsonOfKnown = '[""]';

/** The types as their column has them; null for none. */
export function typesJson(types: TransactionUpload['transactionTypes']): string | null {
  const [first] = types ?? [];
  if (types?.length !== 1 || first === undefined) return jsonOrNull(types);
  if (first !== knownType) {
    jsonOfKnown = JSON.stringify(types);
    knownType = first;
  }
  return jsonOfKnown;
}

/** The additional data as their column has them. The contract makes `type` optional but not nullable: left out where it has no value. */
export function additionalJson(items: TransactionUpload['additionalData']): string | null {
  if (!items || items.length === 0) return null;
  // What JSON.stringify writes, in half the time.
  let json = '';
  for (const { key, value, type } of items) {
    const typed = type === null || type === undefined ? '' : `,"type":${quoted(type)}`;
    json += `${json === '' ? '[' : ','}{"key":${quoted(key)},"value":${quoted(value)}${typed}}`;
  }
  return `${json}]`;
}

/** What JSON may have to escape. */
const toEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

function quoted(text: string): string {
  return toEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}
