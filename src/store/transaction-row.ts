/** A transaction as the table of transactions has it, and back. Lists of values are stored as JSON text. */
import type { AdditionalDataItem, Transaction, TransactionUpload } from '../contract/transaction.js';
import type { RowDecision } from './decisions.js';

/** Fields that are stored as they are sent, in the order in which rows are inserted. */
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

/** The column duplicateGroup of a row with a duplicate key: 0 if the row stands for a sale, otherwise the group of its upload. */
export function duplicateGroupOf({ transactionMatchState }: Pick<RowDecision, 'transactionMatchState'>, ofUpload: number): number {
  return transactionMatchState === 'Skip' ? ofUpload : 0;
}

/** A list as its column has it; null for none. */
export function jsonOrNull(list: readonly unknown[] | null | undefined): string | null {
  return list && list.length > 0 ? JSON.stringify(list) : null;
}

/** The additional data as its column has them. */
export function additionalJson(items: TransactionUpload['additionalData']): string | null {
  return jsonOrNull(items?.some(hasEmptyType) ? items.map(withoutEmptyType) : items);
}

/** The contract makes `type` optional but not nullable, so it is left out where it has no value. */
function withoutEmptyType({ key, value, type }: AdditionalDataItem): AdditionalDataItem {
  return type === null || type === undefined ? { key, value } : { key, value, type };
}

function hasEmptyType({ type }: AdditionalDataItem): boolean {
  return type === null;
}

/** The row as it was uploaded, from an array in which the {@link plainFields}, the types and the additional data begin at `at`. */
export function uploadFrom(values: readonly unknown[], at: number): TransactionUpload {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < plainFields.length; index++) row[plainFields[index] as string] = values[at + index];
  row.transactionTypes = listOf<string>(values[at + plainFields.length] as string | null);
  row.additionalData = listOf<AdditionalDataItem>(values[at + plainFields.length + 1] as string | null);
  return row as TransactionUpload;
}

function listOf<Item>(json: string | null): Item[] {
  return json === null ? [] : (JSON.parse(json) as Item[]);
}
