/** Inserts the rows of an upload by COPY, which costs both sides the least. */
import type { UploadKind } from '../../../contract/states.js';
import type { RowDecision } from '../../decisions.js';
import type { RowsPlace } from '../../port.js';
import { rowTables } from '../../rows/row-tables.js';
import { direct, type Work } from '../../sql/work.js';
import type { UploadedFields } from '../../uploaded-fields.js';
import { rowCopies } from './row-copies.js';

interface CopyingSession {
  plain(sql: string): Promise<void>;
  copyIn(sql: string, data: Buffer): Promise<void>;
}

/** What may fail by the rows themselves does so before anything is written. */
export function* insertRows(
  place: RowsPlace,
  kind: UploadKind,
  rows: readonly UploadedFields[],
  decisions: readonly RowDecision[] | null,
): Work<void> {
  if (rows.length === 0) return;
  const { columns, copy } = rowCopies[kind];
  const data = copy(place, rows, decisions);
  yield* direct(async (session: CopyingSession) => {
    // COPY is refused under row-level security: for its length this is a role that can only insert.
    await session.plain('SET LOCAL ROLE sales_copy');
    await session.copyIn(`COPY ${rowTables[kind].name} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`, data);
    await session.plain('SET LOCAL ROLE NONE');
  });
}
