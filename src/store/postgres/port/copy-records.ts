/** Settlement records of an upload as COPY takes them. */
import { instantOf } from '../../../contract/date-time.js';
import type { SettlementRecordUpload } from '../../../contract/settlement.js';
import type { RowDecision } from '../../decisions.js';
import type { RowsPlace } from '../../port.js';
import { dayOfRecord, recordFields } from '../../record-row.js';
import { additionalJson } from '../../transaction-row.js';
import { copiedRecordColumns } from './columns.js';
import { writeDecision } from './copy-rows.js';
import { CopyWriter } from './copy-writer.js';

/** The records, in the order of {@link copiedRecordColumns}; `decisions` is null for records that are only staged. */
export function copyRecords(
  place: RowsPlace,
  records: readonly SettlementRecordUpload[],
  decisions: readonly RowDecision[] | null,
): Buffer {
  const out = new CopyWriter();
  for (const [index, record] of records.entries()) {
    out.row(copiedRecordColumns.length);
    out.int4(place.tenantKey);
    out.int8(place.firstSeq + index);
    out.int8(place.uploadKey);
    out.bigint8(record.transactionDate ? instantOf(record.transactionDate) : null);
    const day = dayOfRecord(record);
    if (day === null) out.empty();
    else out.int4(day);
    writeDecision(out, place, decisions?.[index]);
    for (const field of recordFields) {
      const value = record[field];
      if (typeof value !== 'number') out.text(value as string | null | undefined);
      else if (field === 'transactionCount') out.int4(value);
      else out.float8(value);
    }
    out.text(additionalJson(record.additionalData));
    out.text(decisions?.[index]?.comment);
  }
  return out.end();
}
