/** Why rows of a month stay open, as the matcher has it told, by the rows as they are uploaded. */
import { daysOf } from '../../../src/contract/date-time.js';
import type { RowReason } from '../../../src/contract/open-reasons.js';
import type { SettlementRecordUpload } from '../../../src/contract/settlement.js';
import { isOfPayment } from '../../../src/contract/states.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { addRecord, addSale, emptyColumns } from '../../../src/matching/columns.js';
import type { OtherBooking } from '../../../src/matching/covered.js';
import { matchRows } from '../../../src/matching/evidence.js';
import { defaultEvidence, rowNamesOf } from '../../../src/matching/evidence-settings.js';
import { openReasons } from '../../../src/matching/row-reasons.js';

export type Row = TransactionUpload | SettlementRecordUpload;

export interface OpenRow {
  row: Row;
  reason: RowReason;
  involved: readonly Row[];
  /** They are too many to be named. */
  areMany: boolean;
}

/** `isOpen`: whether a row is in no match and no cancellation; undefined where it takes no part. */
export function openRows(sales: readonly TransactionUpload[], records: readonly SettlementRecordUpload[]) {
  const rows = emptyColumns(sales.length + records.length);
  const names = rowNamesOf(defaultEvidence);
  const given: Row[] = [];
  const others: OtherBooking[] = [];
  for (const [id, sale] of sales.entries()) {
    const place = addSale(rows, id, sale, names);
    if (place !== null) given[place] = sale;
  }
  for (const [id, record] of records.entries()) {
    if (isOfPayment(record.type)) {
      const place = addRecord(rows, id, record, names);
      if (place !== null) given[place] = record;
    } else if (record.settlementDate && record.type !== 'Payout') {
      const { texts } = rows;
      const day = daysOf(record.settlementDate) as number;
      others.push({ acquirer: texts.code(record.acquirerId), merchant: texts.code(record.merchantId), day });
    }
  }
  const outcome = matchRows(rows, defaultEvidence);
  const booked = new Set<number>();
  for (const match of outcome.matches) if (match.kind !== 'Proposal') for (const row of [...match.sales, ...match.records]) booked.add(row);
  const open: OpenRow[] = [];
  const asked = { rows, outcome, settings: defaultEvidence, others, isLast: true, isPinned: () => false };
  for (const [row, { reason, involved }] of openReasons(asked, () => true))
    open.push({ row: given[row] as Row, reason, involved: (involved ?? []).map((one) => given[one] as Row), areMany: involved === null });
  return { open, isOpen: new Map(given.map((row, place) => [row, !booked.has(place)])) };
}
