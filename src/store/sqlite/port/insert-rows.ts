/** Inserts the rows of an upload. Runs for every row of every upload: each statement is prepared once. */
import { instantOf, ticksOf } from '../../../contract/date-time.js';
import type { SettlementRecordUpload } from '../../../contract/settlement.js';
import type { UploadKind } from '../../../contract/states.js';
import type { TransactionUpload } from '../../../contract/transaction.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { RowDecision, UploadedFields } from '../../import-decisions.js';
import type { RowsPlace } from '../../port.js';
import { direct, type Work } from '../../sql/work.js';
import { additionalJson, dayOfRecord, duplicateGroupOf, recordFields, typesJson, uploadedColumns } from '../../stored-row.js';
import type { LoopConnection, Prepared } from './connection.js';
import { noteRows } from './noted-values.js';

const givenColumns = ['seq', 'tenant_key', 'upload_key', 'state', 'match_state', 'comment'];
const duplicateColumns = ['duplicate_hash', 'occurrence', 'duplicate_group'];
const ofSale = [...givenColumns, ...uploadedColumns.Sales, 'ticks', ...duplicateColumns];
const ofRecord = [...givenColumns, ...uploadedColumns.Settlement, 'ticks', 'day', ...duplicateColumns];
const insertion = (table: string, columns: readonly string[]) =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
const insertSale = insertion('"transaction"', ofSale);
const insertRecord = insertion('settlement_record', ofRecord);

/** As import decided. */
export function* insertRows(
  place: RowsPlace,
  kind: UploadKind,
  rows: readonly UploadedFields[],
  decisions: readonly RowDecision[],
): Work<void> {
  const [text, insert] = kind === 'Sales' ? ([insertSale, putSale] as const) : ([insertRecord, putRecord] as const);
  yield* direct(({ prepare }: LoopConnection) => {
    const prepared = prepare(text);
    for (let index = 0; index < rows.length; index++)
      insert(prepared, place, place.firstSeq + index, rows[index] as UploadedFields, decisions[index] as RowDecision);
  });
  // Lists of records have indexes for what they narrow by.
  if (kind === 'Sales') yield* noteRows(place.tenantKey, place.uploadKey, rows, decisions);
}

function putSale(
  prepared: Prepared,
  { tenantKey, uploadKey, duplicateGroup }: RowsPlace,
  seq: number,
  row: TransactionUpload,
  decision: RowDecision,
): void {
  const { duplicateKey } = decision;
  // Written out: a list of values would double the cost.
  prepared.run(
    seq,
    tenantKey,
    uploadKey,
    stateCodes[decision.transactionState],
    matchStateCodes[decision.transactionMatchState],
    decision.comment,
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

function putRecord(
  prepared: Prepared,
  { tenantKey, uploadKey, duplicateGroup }: RowsPlace,
  seq: number,
  row: SettlementRecordUpload,
  decision: RowDecision,
): void {
  const { duplicateKey } = decision;
  prepared.run(
    seq,
    tenantKey,
    uploadKey,
    stateCodes[decision.transactionState],
    matchStateCodes[decision.transactionMatchState],
    decision.comment,
    ...recordFields.map((field) => row[field] ?? null),
    additionalJson(row.additionalData),
    row.transactionDate ? instantOf(row.transactionDate) : null,
    dayOfRecord(row),
    duplicateKey?.hash ?? null,
    duplicateKey?.occurrence ?? null,
    duplicateKey ? duplicateGroupOf(decision, duplicateGroup) : null,
  );
}
