/** The two tables of rows that uploads bring, as far as what is done with uploads has to know which of them it works on. */
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes } from '../../codes.js';
import type { RowDecision } from '../../decisions.js';
import { recordFrom } from '../../record-row.js';
import { uploadFrom } from '../../transaction-row.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import { copiedColumns, copiedRecordColumns, uploadedColumns, uploadedRecordColumns } from './columns.js';
import { copyRecords } from './copy-records.js';
import { copyRows, type RowsPlace } from './copy-rows.js';

export interface RowTable {
  name: 'transaction' | 'settlement_record';
  /** Where the rows of withdrawn uploads are; with the same columns. */
  withdrawn: 'transaction_withdrawn' | 'settlement_record_withdrawn';
  /** The column of tenant_counter that counts its rows. */
  counter: 'transactions' | 'records';
  /** All columns, in the order in which rows are copied. */
  copied: readonly string[];
  /** The rows in the binary format of COPY; `decisions` is null for rows that are only staged. */
  copy(place: RowsPlace, rows: readonly UploadedFields[], decisions: readonly RowDecision[] | null): Buffer;
  /** The columns that {@link uploadedFrom} needs. */
  uploaded: readonly string[];
  /** The row as it was uploaded, from an array in which those columns begin at `at`. */
  uploadedFrom(values: readonly unknown[], at: number): UploadedFields;
}

export const rowTables: Record<UploadKind, RowTable> = {
  Sales: {
    name: 'transaction',
    withdrawn: 'transaction_withdrawn',
    counter: 'transactions',
    copied: copiedColumns,
    copy: copyRows,
    uploaded: uploadedColumns,
    uploadedFrom: uploadFrom,
  },
  Settlement: {
    name: 'settlement_record',
    withdrawn: 'settlement_record_withdrawn',
    counter: 'records',
    copied: copiedRecordColumns,
    copy: copyRecords,
    uploaded: uploadedRecordColumns,
    uploadedFrom: recordFrom,
  },
};

/** SQL for the state that import gave a row, whatever matching made of it: a row that is in a match stands for a payment. */
export function importedAs(matchState: string): string {
  return `CASE WHEN match_key IS NULL THEN ${matchState} ELSE ${matchStateCodes.Unmatched} END`;
}
