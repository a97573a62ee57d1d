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
