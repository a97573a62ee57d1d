/** Transactions into rows of the table. */
import { ticksOf } from '../../../contract/date-time.js';
import type { TransactionUpload } from '../../../contract/transaction.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { RowDecision } from '../../decisions.js';
import { snakeCase } from '../../sql/work.js';
import { additionalJson, duplicateGroupOf, plainFields, typesJson } from '../../transaction-row.js';
import type { Database, Statement } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** The columns that {@link uploadFrom} needs. */
export const uploadSelection = [...plainFields.map(snakeCase), 'transaction_types', 'additional_data'].join(', ');

const givenColumns = ['seq', 'tenant_key', 'upload_key', 'state', 'match_state', 'comment'] as const;
const derivedColumns = ['ticks', 'duplicate_hash', 'occurrence', 'duplicate_group'] as const;
const insertColumns = [...givenColumns, ...plainFields.map(snakeCase), 'transaction_types', 'additional_data', ...derivedColumns];

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
