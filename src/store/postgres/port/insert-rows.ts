/** Inserts the rows of an upload by COPY, which costs both sides the least. */
import { instantOf } from '../../../contract/date-time.js';
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { RowDecision, UploadedFields } from '../../import-decisions.js';
import type { RowsPlace } from '../../port.js';
import { rowTables } from '../../rows/row-tables.js';
import { direct, run, text, type Work } from '../../sql/work.js';
import { additionalJson, dayOfRecord, duplicateGroupOf, storedFields, typesJson, uploadedColumns } from '../../stored-row.js';
import { CopyWriter } from './copy-writer.js';

const placeColumns = ['tenant_key', 'seq', 'upload_key', 'ticks'];
const decisionColumns = ['duplicate_hash', 'occurrence', 'duplicate_group', 'state', 'match_state'];
/** All columns but that of the match, in the order in which rows are copied. */
export const copiedColumns: Record<UploadKind, readonly string[]> = {
  Sales: [...placeColumns, ...decisionColumns, ...uploadedColumns.Sales, 'comment'],
  Settlement: [...placeColumns, 'day', ...decisionColumns, ...uploadedColumns.Settlement, 'comment'],
};

interface CopyingSession {
  copyIn(sql: string, data: Buffer): Promise<void>;
}

/** What may fail by the rows themselves does so before anything is written. */
export function* insertRows(
  place: RowsPlace,
  kind: UploadKind,
  rows: readonly UploadedFields[],
  decisions: readonly RowDecision[],
): Work<void> {
  if (rows.length === 0) return;
  const out = new CopyWriter();
  for (let index = 0; index < rows.length; index++) writeRow(out, place, kind, index, rows[index] ?? {}, decisions[index] as RowDecision);
  const data = out.end();
  const copy = `COPY ${rowTables[kind].name} (${copiedColumns[kind].join(', ')}) FROM STDIN (FORMAT binary)`;
  // COPY is refused under row-level security: for its length this is a role that can only insert.
  yield* run(text('SET LOCAL ROLE sales_copy'));
  yield* direct((session: CopyingSession) => session.copyIn(copy, data));
  yield* run(text('SET LOCAL ROLE NONE'));
}

/** A row in the order of {@link copiedColumns}. */
function writeRow(
  out: CopyWriter,
  { tenantKey, uploadKey, firstSeq, duplicateGroup }: RowsPlace,
  kind: UploadKind,
  index: number,
  row: UploadedFields,
  decision: RowDecision,
): void {
  out.row(copiedColumns[kind].length);
  out.int4(tenantKey);
  out.int8(firstSeq + index);
  out.int8(uploadKey);
  out.bigint8(row.transactionDate ? instantOf(row.transactionDate) : null);
  if (kind === 'Settlement') {
    const day = dayOfRecord(row);
    if (day === null) out.empty();
    else out.int4(day);
  }
  const key = decision.duplicateKey;
  if (key) {
    out.int8(key.hash);
    out.int4(key.occurrence);
    out.int8(duplicateGroupOf(decision, duplicateGroup));
  } else {
    out.empty();
    out.empty();
    out.empty();
  }
  out.int2(stateCodes[decision.transactionState]);
  out.int2(matchStateCodes[decision.transactionMatchState]);
  for (const field of storedFields[kind]) {
    const value = row[field];
    if (typeof value !== 'number') out.text(value as string | null | undefined);
    else if (field === 'transactionCount') out.int4(value);
    else out.float8(value);
  }
  if (kind === 'Sales') out.text(typesJson(row.transactionTypes));
  out.text(additionalJson(row.additionalData));
  out.text(decision.comment);
}
