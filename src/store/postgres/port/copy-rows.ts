/** Rows of an upload as COPY takes them. */
import { instantOf } from '../../../contract/date-time.js';
import type { TransactionUpload } from '../../../contract/transaction.js';
import { matchStateCodes, stateCodes } from '../../codes.js';
import type { RowDecision } from '../../decisions.js';
import type { RowsPlace } from '../../port.js';
import { additionalJson, duplicateGroupOf, typesJson } from '../../transaction-row.js';
import { copiedColumns, textFields } from './columns.js';
import { CopyWriter } from './copy-writer.js';

/** The rows, in the order of {@link copiedColumns}; `decisions` is null for rows that are only staged. */
export function copyRows(place: RowsPlace, rows: readonly TransactionUpload[], decisions: readonly RowDecision[] | null): Buffer {
  const out = new CopyWriter();
  for (let index = 0; index < rows.length; index++) writeRow(out, place, index, rows[index] ?? {}, decisions?.[index]);
  return out.end();
}

function writeRow(out: CopyWriter, place: RowsPlace, index: number, row: TransactionUpload, decision: RowDecision | undefined): void {
  out.row(copiedColumns.length);
  out.int4(place.tenantKey);
  out.int8(place.firstSeq + index);
  out.int8(place.uploadKey);
  out.bigint8(row.transactionDate ? instantOf(row.transactionDate) : null);
  const { amount } = row;
  if (typeof amount === 'number') out.float8(amount);
  else out.empty();
  writeDecision(out, place, decision);
  for (let column = 0; column < textFields.length; column++) out.text(row[textFields[column] as (typeof textFields)[number]] as string);
  out.text(typesJson(row.transactionTypes));
  out.text(additionalJson(row.additionalData));
  out.text(decision?.comment);
}

/** The columns of what import decided, but for the comment; those of a row that is only staged where there is no decision. */
export function writeDecision(out: CopyWriter, place: RowsPlace, decision: RowDecision | undefined): void {
  const key = decision?.duplicateKey;
  if (key) {
    out.int8(key.hash);
    out.int4(key.occurrence);
    out.int8(duplicateGroupOf(decision, place.duplicateGroup));
  } else {
    out.empty();
    out.empty();
    out.empty();
  }
  out.int2(decision ? stateCodes[decision.transactionState] : stateCodes.Unprocessed);
  out.int2(decision ? matchStateCodes[decision.transactionMatchState] : matchStateCodes.NotApplicable);
}
