/** The two tables of rows that uploads bring, as far as what is done with uploads has to know which of them it works on. */
import type { UploadKind } from '../../contract/states.js';
import { matchStateCodes } from '../codes.js';
import { recordColumns, recordFrom } from '../record-row.js';
import { tableOf } from '../sql/tables.js';
import { type Sql, snakeCase, text } from '../sql/work.js';
import { plainFields, uploadFrom } from '../transaction-row.js';
import type { UploadedFields } from '../uploaded-fields.js';

export interface RowTable {
  kind: UploadKind;
  /** As SQL has it. */
  name: string;
  table: Sql;
  /** On PostgreSQL, the table of withdrawn rows, with the same columns. A flag could be forgotten by some statement; a table cannot. */
  withdrawn: Sql;
  /** Its index of duplicates. */
  duplicates: string;
  /** Its index of instants, and that of days for rows without one. */
  byInstant: string;
  byDay: string | null;
  /** What counts its rows. */
  counter: 'transactions' | 'records';
  /** The columns that {@link uploadedFrom} needs. */
  uploaded: readonly string[];
  /** The row as it was uploaded, from an array in which those columns begin at `at`. */
  uploadedFrom(values: readonly unknown[], at: number): UploadedFields;
}

export const rowTables: Record<UploadKind, RowTable> = {
  Sales: {
    kind: 'Sales',
    name: '"transaction"',
    table: tableOf.Sales,
    withdrawn: text('transaction_withdrawn'),
    duplicates: 'transaction_duplicate',
    byInstant: 'transaction_date',
    byDay: null,
    counter: 'transactions',
    uploaded: [...plainFields.map(snakeCase), 'transaction_types', 'additional_data'],
    uploadedFrom: uploadFrom,
  },
  Settlement: {
    kind: 'Settlement',
    name: 'settlement_record',
    table: tableOf.Settlement,
    withdrawn: text('settlement_record_withdrawn'),
    duplicates: 'settlement_record_duplicate',
    byInstant: 'settlement_record_date',
    byDay: 'settlement_record_day',
    counter: 'records',
    uploaded: recordColumns.map(snakeCase),
    uploadedFrom: recordFrom,
  },
};

/** SQL for the state that import gave a row, whatever matching made of it: a row that is in a match stands for a payment. */
export function importedAs(matchState: string): string {
  return `CASE WHEN match_key IS NULL THEN ${matchState} ELSE ${matchStateCodes.Unmatched} END`;
}
