/** Transactions into rows of the table, and rows of the table as JSON. */
import { ticksOf } from '../../../contract/date-time.js';
import type { TransactionUpload } from '../../../contract/transaction.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { RowDecision } from '../../decisions.js';
import type { JsonRow } from '../../transaction-json.js';
import { additionalJson, duplicateGroupOf, plainFields, typesJson } from '../../transaction-row.js';
import type { Database, Statement } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** The columns that {@link uploadFrom} needs. */
export const uploadSelection = [...plainFields, 'transactionTypes', 'additionalData'].join(', ');

/** The names of members, each with the SQL for its value as JSON. */
const listed = [
  ['transactionState', codeJson('transactionState', stateCodes)],
  ['transactionMatchState', codeJson('transactionMatchState', matchStateCodes)],
  ...plainFields.filter((field) => field !== 'amount').map((field) => [field, `json_quote(sale.${field})`]),
  ['transactionTypes', "ifnull(sale.transactionTypes, '[]')"],
];
const detailed = [...listed, ['additionalData', "ifnull(sale.additionalData, '[]')"]];

/**
 * Selects rows as JsonRow. SQLite writes the JSON itself: making an object of each row only to serialise it would take several
 * times as long, and SQLite's own objects a fifth more, because they look through every name of every row. Only the amount is left to
 * JavaScript, whose text for a double reads back as the same double.
 */
const selection = (members: readonly string[][], more = '') =>
  `SELECT sale.seq, upload.firstSeq, lower(hex(upload.firstTransactionId)), sale.amount,
     concat(${members.map(([name, json], index) => `'${index > 0 ? ',' : ''}"${name}":', ${json}`).join(', ')})${more}`;

/** Rows by their seqs, in that order; binds the seqs as a JSON array, then the tenant twice. */
export const selectListed = `${selection(listed)} FROM json_each(?) AS wanted
  CROSS JOIN "transaction" AS sale ON sale.seq = wanted.value
  CROSS JOIN upload ON upload.tenantKey = ? AND upload.uploadKey = sale.uploadKey
  WHERE sale.tenantKey = ?`;

/** What a detail is completed from in JavaScript; `told` is whether matching has something to say of the row. */
const beside = `, sale.comment, sale.matchKey, sale.matchKey IS NOT NULL OR
     EXISTS (SELECT 1 FROM match_open AS open WHERE open.tenantKey = tenant.tenantKey AND open.row = 2 * sale.seq)`;

/** The columns of {@link selectDetail}. */
export type DetailRow = [...JsonRow, comment: string | null, matchKey: number | null, told: 0 | 1];

/** One row as JsonRow, and more; by the id of its tenant and the parts of its own; binds index, tenant, first id and index. */
export const selectDetail = `${selection(detailed, beside)} FROM tenant
  CROSS JOIN upload ON upload.tenantKey = tenant.tenantKey
  CROSS JOIN "transaction" AS sale ON sale.tenantKey = tenant.tenantKey AND sale.seq = upload.firstSeq + ?
  WHERE tenant.id = ? AND upload.kind = 'Sales' AND upload.firstTransactionId = ? AND upload.rows > ?`;

function codeJson(column: string, codes: Record<string, number>): string {
  const cases = Object.entries(codes).map(([name, code]) => `WHEN ${code} THEN '"${name}"'`);
  return `CASE sale.${column} ${cases.join(' ')} ELSE 'null' END`;
}

const givenColumns = ['seq', 'tenantKey', 'uploadKey', 'transactionState', 'transactionMatchState', 'comment'] as const;
const derivedColumns = ['transactionTicks', 'duplicateHash', 'occurrence', 'duplicateGroup'] as const;
const insertColumns = [...givenColumns, ...plainFields, 'transactionTypes', 'additionalData', ...derivedColumns];

const insertTransaction = `INSERT INTO "transaction" (${insertColumns.join(', ')}) VALUES (${insertColumns.map(() => '?').join(', ')})`;

export interface RowKeys {
  seq: number;
  tenantKey: number;
  uploadKey: number;
  /** The upload group, stored with the row if it turns out to be a duplicate. */
  duplicateGroup: number;
}

/** The statement for {@link insertRow}, to be fetched once for many rows. */
export function rowInsertion(db: Database): Statement<unknown[]> {
  return statement(db, insertTransaction);
}

/** Inserts a row with the state and comment that import decided on, or as staged if there is no decision. */
export function insertRow(
  insertion: Statement<unknown[]>,
  { seq, tenantKey, uploadKey, duplicateGroup }: RowKeys,
  row: TransactionUpload,
  decision: Omit<RowDecision, 'errors'> | undefined,
): void {
  const duplicateKey = decision?.duplicateKey;
  // Written out, because it runs for every row of every upload, and a list of values would double the cost.
  insertion.run(
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
    typesJson(row.transactionTypes),
    additionalJson(row.additionalData),
    row.transactionDate ? ticksOf(row.transactionDate) : null,
    duplicateKey?.hash ?? null,
    duplicateKey?.occurrence ?? null,
    duplicateKey ? duplicateGroupOf(decision, duplicateGroup) : null,
  );
}
