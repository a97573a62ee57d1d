/** Transactions to rows of the table and back. Lists of values are kept as JSON text; codes of states are fixed here for ever. */
import type { Database } from 'better-sqlite3';
import { instantOf } from '../../contract/date-time.js';
import type {
  AdditionalDataItem,
  Transaction,
  TransactionDetail,
  TransactionMatchState,
  TransactionState,
  TransactionUpload,
} from '../../contract/transaction.js';
import type { RowDecision } from '../store.js';
import { transactionId } from './ids.js';
import { statement } from './statements.js';

export const stateCodes: Record<TransactionState, number> = { Unprocessed: 0, Processed: 1 };
export const matchStateCodes: Record<TransactionMatchState, number> = { NotApplicable: 0, Unmatched: 1, Match: 2, Skip: 3 };

const states = Object.keys(stateCodes) as TransactionState[];
const matchStates = Object.keys(matchStateCodes) as TransactionMatchState[];

/** Fields that are stored as they travel, in the order in which {@link rowInserter} binds them. */
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
  transactionState: number;
  transactionMatchState: number;
  transactionTypes: string | null;
  additionalData: string | null;
  comment: string | null;
}

/** With what its id follows from. */
export interface IdentifiedRow extends TransactionRow {
  seq: number;
  firstSeq: number;
  firstTransactionId: Buffer;
}

const listColumns = ['transactionState', 'transactionMatchState', ...plainFields, 'transactionTypes'] as const;
const detailColumns = [...listColumns, 'additionalData', 'comment'] as const;
/** What {@link toUpload} needs. */
export const uploadSelection = [...plainFields, 'transactionTypes', 'additionalData'].join(', ');

/** One row by its seq; binds the tenant twice, then seq. */
const bySeq = `FROM "transaction" AS sale
  JOIN upload ON upload.tenantKey = ? AND upload.uploadKey = sale.uploadKey
  WHERE sale.tenantKey = ? AND sale.seq = ?`;
const identity = 'sale.seq, upload.firstSeq, upload.firstTransactionId';
/** One row by the parts of its id; binds index, tenant, first id, index and tenant. */
export const selectDetail = `SELECT ${identity}, ${detailColumns.map((column) => `sale.${column}`).join(', ')} FROM upload
  JOIN "transaction" AS sale ON sale.seq = upload.firstSeq + ?
  WHERE upload.tenantKey = ? AND upload.firstTransactionId = ? AND upload.rows > ? AND sale.tenantKey = ?`;

/**
 * A row for a list, as values in the order of {@link ListedRow}. SQLite writes the JSON: to make an object of a row only to write it down
 * would take several times as long. The amount is left to JavaScript, whose text of a double is the same double again.
 */
export const selectListed = `SELECT ${identity}, sale.amount, json_object(${[
  ['transactionState', codeText('transactionState', stateCodes)],
  ['transactionMatchState', codeText('transactionMatchState', matchStateCodes)],
  ...plainFields.filter((field) => field !== 'amount').map((field) => [field, `sale.${field}`]),
  ['transactionTypes', "json(ifnull(sale.transactionTypes, '[]'))"],
]
  .map(([name, value]) => `'${name}', ${value}`)
  .join(', ')}) ${bySeq}`;

export type ListedRow = [seq: number, firstSeq: number, firstTransactionId: Buffer, amount: number | null, json: string];

function codeText(column: string, codes: Record<string, number>): string {
  const cases = Object.entries(codes).map(([name, code]) => `WHEN ${code} THEN '${name}'`);
  return `CASE sale.${column} ${cases.join(' ')} END`;
}

/** A Transaction as JSON. */
export function listedJson([seq, firstSeq, firstId, amount, json]: ListedRow): string {
  return `{"transactionId":"${transactionId(firstId, seq - firstSeq)}","amount":${JSON.stringify(amount)},${json.slice(1)}`;
}

const givenColumns = ['seq', 'tenantKey', 'uploadKey', 'transactionState', 'transactionMatchState', 'comment'] as const;
const insertColumns = [...givenColumns, ...plainFields, 'transactionTypes', 'additionalData', 'transactionTicks'];

const insertTransaction = `INSERT INTO "transaction" (${insertColumns.join(', ')}) VALUES (${insertColumns.map(() => '?').join(', ')})`;

export interface RowKeys {
  seq: number;
  tenantKey: number;
  uploadKey: number;
}

/** Inserts rows, each with its state and comment as import decided, or as staged where it did not. */
export function rowInserter(
  db: Database,
): (keys: RowKeys, row: TransactionUpload, decision: Omit<RowDecision, 'errors'> | undefined) => void {
  const insert = statement(db, insertTransaction);
  return ({ seq, tenantKey, uploadKey }, row, decision) => {
    // Written out, because it runs once for every row of every upload and a list of values would cost as much again.
    insert.run(
      seq,
      tenantKey,
      uploadKey,
      decision ? stateCodes[decision.transactionState] : stateCodes.Unprocessed,
      decision ? matchStateCodes[decision.transactionMatchState] : matchStateCodes.NotApplicable,
      decision?.comment ?? null,
      row.amount ?? null,
      row.currency ?? null,
      row.brandId ?? null,
      row.terminalId ?? null,
      row.transactionDate ?? null,
      row.acquirerId ?? null,
      row.applicationId ?? null,
      row.authorisationCode ?? null,
      row.businessDate ?? null,
      row.cardNumberMasked ?? null,
      row.eftTransactionDate ?? null,
      row.locationId ?? null,
      row.orderId ?? null,
      row.panEncrypted ?? null,
      row.transactionReference ?? null,
      row.transactionSequenceCounter ?? null,
      jsonOrNull(row.transactionTypes),
      jsonOrNull(row.additionalData),
      row.transactionDate ? instantOf(row.transactionDate) : null,
    );
  };
}

function jsonOrNull(list: readonly unknown[] | null | undefined): string | null {
  return list && list.length > 0 ? JSON.stringify(list) : null;
}

function toTransaction(row: IdentifiedRow): Transaction {
  return {
    transactionId: transactionId(row.firstTransactionId, row.seq - row.firstSeq),
    transactionState: states[row.transactionState] ?? 'Unprocessed',
    transactionMatchState: matchStates[row.transactionMatchState] ?? 'NotApplicable',
    ...plainValues(row),
    transactionTypes: listOf<string>(row.transactionTypes),
  };
}

export function toDetail(row: IdentifiedRow): TransactionDetail {
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
