/** Transactions to rows of the table and back. Lists of values are kept as JSON text; codes of states are fixed here for ever. */
import { instantOf } from '../../contract/date-time.js';
import type {
  AdditionalDataItem,
  Transaction,
  TransactionDetail,
  TransactionMatchState,
  TransactionState,
  TransactionUpload,
} from '../../contract/transaction.js';
import { idText } from './ids.js';

export const stateCodes: Record<TransactionState, number> = { Unprocessed: 0, Processed: 1 };
export const matchStateCodes: Record<TransactionMatchState, number> = { NotApplicable: 0, Unmatched: 1, Match: 2, Skip: 3 };

const states = Object.keys(stateCodes) as TransactionState[];
const matchStates = Object.keys(matchStateCodes) as TransactionMatchState[];

/** Fields that are stored as they travel. */
const plainFields = [
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

type PlainField = (typeof plainFields)[number];
type Plain = Pick<Transaction, PlainField>;

/** A row of the table as SQLite gives it. */
export interface TransactionRow extends Plain {
  id: Buffer;
  transactionState: number;
  transactionMatchState: number;
  transactionTypes: string | null;
  additionalData: string | null;
  comment: string | null;
}

const contentColumns = [...plainFields, 'transactionTypes', 'additionalData', 'transactionTicks'] as const;
const listColumns = ['id', 'transactionState', 'transactionMatchState', ...plainFields, 'transactionTypes'] as const;

export const listSelection = listColumns.join(', ');
export const detailSelection = [...listColumns, 'additionalData', 'comment'].join(', ');
/** What {@link toUpload} needs. */
export const uploadSelection = [...plainFields, 'transactionTypes', 'additionalData'].join(', ');

const givenColumns = ['seq', 'id', 'tenantKey', 'uploadKey', 'transactionState', 'transactionMatchState'] as const;

export const insertTransaction = `INSERT INTO "transaction" (${[...givenColumns, ...contentColumns].join(', ')})
  VALUES (${[...givenColumns, ...contentColumns].map(() => '?').join(', ')})`;

/** The values of {@link insertTransaction} for a row that has just been staged. */
export function stagedValues(seq: number, id: Buffer, tenantKey: number, uploadKey: number, transaction: TransactionUpload): unknown[] {
  const values: unknown[] = [seq, id, tenantKey, uploadKey, stateCodes.Unprocessed, matchStateCodes.NotApplicable];
  for (const field of plainFields) values.push(transaction[field] ?? null);
  values.push(
    jsonOrNull(transaction.transactionTypes),
    jsonOrNull(transaction.additionalData),
    transaction.transactionDate ? instantOf(transaction.transactionDate) : null,
  );
  return values;
}

function jsonOrNull(list: readonly unknown[] | null | undefined): string | null {
  return list && list.length > 0 ? JSON.stringify(list) : null;
}

export function toTransaction(row: TransactionRow): Transaction {
  return {
    transactionId: idText(row.id),
    transactionState: states[row.transactionState] ?? 'Unprocessed',
    transactionMatchState: matchStates[row.transactionMatchState] ?? 'NotApplicable',
    ...plainValues(row),
    transactionTypes: listOf<string>(row.transactionTypes),
  };
}

export function toDetail(row: TransactionRow): TransactionDetail {
  const additionalData = listOf<AdditionalDataItem>(row.additionalData).map(withoutEmptyType);
  return { ...toTransaction(row), additionalData, comment: row.comment };
}

/** The row as it was uploaded, for the rules of import. */
export function toUpload(row: TransactionRow): TransactionUpload {
  return {
    ...plainValues(row),
    transactionTypes: listOf<string>(row.transactionTypes),
    additionalData: listOf<AdditionalDataItem>(row.additionalData),
  };
}

function plainValues(row: Plain): Plain {
  return {
    acquirerId: row.acquirerId,
    amount: row.amount,
    applicationId: row.applicationId,
    authorisationCode: row.authorisationCode,
    brandId: row.brandId,
    businessDate: row.businessDate,
    cardNumberMasked: row.cardNumberMasked,
    currency: row.currency,
    eftTransactionDate: row.eftTransactionDate,
    locationId: row.locationId,
    orderId: row.orderId,
    panEncrypted: row.panEncrypted,
    terminalId: row.terminalId,
    transactionDate: row.transactionDate,
    transactionReference: row.transactionReference,
    transactionSequenceCounter: row.transactionSequenceCounter,
  };
}

/** `type` is optional in the interface and not nullable: it is there only when it has a value. */
function withoutEmptyType({ key, value, type }: AdditionalDataItem): AdditionalDataItem {
  return type === null || type === undefined ? { key, value } : { key, value, type };
}

function listOf<Item>(json: string | null): Item[] {
  return json === null ? [] : (JSON.parse(json) as Item[]);
}
