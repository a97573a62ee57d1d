/** How the rows of uploads are copied: in which order of columns, and where those of withdrawn uploads are. */
import type { UploadKind } from '../../../contract/states.js';
import type { RowDecision } from '../../decisions.js';
import type { RowsPlace } from '../../port.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import { copiedColumns, copiedRecordColumns } from './columns.js';
import { copyRecords } from './copy-records.js';
import { copyRows } from './copy-rows.js';

interface RowCopy {
  /** The table of withdrawn rows, with the same columns. A flag could be forgotten by some statement; a table cannot. */
  withdrawn: string;
  /** All columns, in the order in which rows are copied. */
  columns: readonly string[];
  /** The rows in the binary format of COPY; `decisions` is null for rows that are only staged. */
  copy(place: RowsPlace, rows: readonly UploadedFields[], decisions: readonly RowDecision[] | null): Buffer;
}

export const rowCopies: Record<UploadKind, RowCopy> = {
  Sales: { withdrawn: 'transaction_withdrawn', columns: copiedColumns, copy: copyRows },
  Settlement: { withdrawn: 'settlement_record_withdrawn', columns: copiedRecordColumns, copy: copyRecords },
};
