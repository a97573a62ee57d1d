/** How the rows of uploads are copied: in which order of columns. */
import type { UploadKind } from '../../../contract/states.js';
import type { RowDecision } from '../../decisions.js';
import type { RowsPlace } from '../../port.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import { copiedColumns, copiedRecordColumns } from './columns.js';
import { copyRecords } from './copy-records.js';
import { copyRows } from './copy-rows.js';

interface RowCopy {
  /** All columns, in the order in which rows are copied. */
  columns: readonly string[];
  /** The rows in the binary format of COPY; `decisions` is null for rows that are only staged. */
  copy(place: RowsPlace, rows: readonly UploadedFields[], decisions: readonly RowDecision[] | null): Buffer;
}

export const rowCopies: Record<UploadKind, RowCopy> = {
  Sales: { columns: copiedColumns, copy: copyRows },
  Settlement: { columns: copiedRecordColumns, copy: copyRecords },
};
