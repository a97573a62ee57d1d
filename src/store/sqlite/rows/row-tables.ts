/** The two tables of rows that uploads bring, as far as what is done with uploads has to know which of them it works on. */
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { RowDecision } from '../../decisions.js';
import { derivedRecordColumns, derivedRecordValues, recordColumns, recordFrom, recordValues } from '../../record-row.js';
import { snakeCase } from '../../sql/work.js';
import { duplicateGroupOf, uploadFrom } from '../../transaction-row.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import type { Database, Statement } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { noteTerminals } from './location-terminals.js';
import { insertRow, type RowKeys, rowInsertion, uploadSelection } from './rows.js';
import { noteDecisions, noteRows } from './upload-values.js';

export interface RowTable {
  /** As SQL has them: the table, its index of duplicates, its columns of states. */
  name: string;
  duplicates: string;
  state: string;
  matchState: string;
  /** The column of tenant that counts its rows. */
  counter: 'transactions' | 'records';
  /** The columns that {@link uploadedFrom} needs. */
  uploaded: string;
  /** The row as it was uploaded, from an array in which those columns begin at `at`. */
  uploadedFrom(values: readonly unknown[], at: number): UploadedFields;
  /** The statement for {@link insert}, to be fetched once for many rows. */
  insertion(db: Database): Statement<unknown[]>;
  /** Inserts a row as import decided, or as staged if there is no decision. */
  insert(insertion: Statement<unknown[]>, keys: RowKeys, row: UploadedFields, decision: RowDecision | undefined): void;
  /** Notes what makes lists find the rows of a new upload; `decisions` is null where they are only staged. */
  noteNew(
    db: Database,
    tenantKey: number,
    uploadKey: number,
    rows: readonly UploadedFields[],
    decisions: readonly RowDecision[] | null,
  ): void;
  /** The same of decisions that rows were given later. */
  noteDecisions(db: Database, tenantKey: number, uploadKey: number, decisions: readonly RowDecision[]): void;
}

const transactionTable: RowTable = {
  name: '"transaction"',
  duplicates: 'transaction_duplicate',
  state: 'state',
  matchState: 'match_state',
  counter: 'transactions',
  uploaded: uploadSelection,
  uploadedFrom: uploadFrom,
  insertion: rowInsertion,
  insert: insertRow,
  noteNew: (db, tenantKey, uploadKey, rows, decisions) => {
    noteRows(db, tenantKey, uploadKey, rows, decisions);
    noteTerminals(db, tenantKey, rows);
  },
  noteDecisions,
};

const recordInsertColumns = [
  ...['seq', 'tenant_key', 'upload_key', 'state', 'match_state', 'comment'],
  ...recordColumns.map(snakeCase),
  ...derivedRecordColumns,
  ...['duplicate_hash', 'occurrence', 'duplicate_group'],
];
const insertRecord = `INSERT INTO settlement_record (${recordInsertColumns.join(', ')})
  VALUES (${recordInsertColumns.map(() => '?').join(', ')})`;

const recordTable: RowTable = {
  name: 'settlement_record',
  duplicates: 'settlement_record_duplicate',
  state: 'state',
  matchState: 'match_state',
  counter: 'records',
  uploaded: recordColumns.map(snakeCase).join(', '),
  uploadedFrom: recordFrom,
  insertion: (db) => statement(db, insertRecord),
  insert: (insertion, { seq, tenantKey, uploadKey, duplicateGroup }, row, decision) => {
    const duplicateKey = decision?.duplicateKey;
    insertion.run(
      seq,
      tenantKey,
      uploadKey,
      stateCodes[decision?.transactionState ?? 'Unprocessed'],
      matchStateCodes[decision?.transactionMatchState ?? 'NotApplicable'],
      decision?.comment ?? null,
      ...recordValues(row),
      ...derivedRecordValues(row),
      duplicateKey?.hash ?? null,
      duplicateKey?.occurrence ?? null,
      decision && duplicateKey ? duplicateGroupOf(decision, duplicateGroup) : null,
    );
  },
  // Lists of records have indexes for what they narrow by.
  noteNew: () => {},
  noteDecisions: () => {},
};

export const rowTables: Record<UploadKind, RowTable> = { Sales: transactionTable, Settlement: recordTable };

/** SQL for the state that import gave a row, whatever matching made of it: a row that is in a match stands for a payment. */
export function importedAs(matchState: string): string {
  return `iif(match_key IS NULL, ${matchState}, ${matchStateCodes.Unmatched})`;
}
