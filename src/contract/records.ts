/**
 * Settlement records over the API: how they are uploaded, listed and shown in detail. Everything that a sale has as well is said as there.
 */
import { z } from 'zod';
import { uploadRowsMax } from './limits.js';
import { ListQuery } from './query.js';
import { readRecord, recordFieldReadings, SettlementRecordUpload, SettlementType } from './settlement.js';
import { shownDate, shownDouble, shownMoment, shownText } from './shapes.js';
import { AdditionalDataItem, CalendarDate, faultyFields, TransactionMatchState, TransactionState, text } from './transaction.js';
import type { RowsOfRequest } from './upload.js';

export const RecordUploadRequest = z
  .object({ records: z.array(SettlementRecordUpload).min(1).max(uploadRowsMax) })
  .meta({ id: 'RecordUploadRequest', description: 'A batch of settlement records to be staged for import' });

/** How the body of an upload of settlement records is read; see {@link readRows}. */
export const recordsOfRequest: RowsOfRequest<SettlementRecordUpload> = {
  member: 'records',
  one: 'record',
  read: readRecord,
  faultyFields: (element, isOutside) => faultyFields(element, isOutside, recordFieldReadings),
};

/** A settlement record in a list: every field always present, null where there is no value. */
export const SettlementRecord = z
  .object({
    recordId: z.guid().meta({ description: 'UUID version 7, given by the server' }),
    state: TransactionState,
    matchState: TransactionMatchState,
    matchId: z.guid().nullable().meta({ description: 'The match that it is in; null for none' }),
    type: SettlementType.nullable().meta({ description: 'As it was given; absent means Sale, or Refund where the amount is negative' }),
    acquirerId: shownText,
    merchantId: shownText,
    payoutId: shownText,
    payoutDate: shownDate,
    bankReference: shownText,
    settlementDate: shownDate,
    terminalId: shownText,
    locationId: shownText,
    transactionDate: shownMoment,
    businessDate: shownDate,
    amount: shownDouble,
    currency: shownText,
    fee: shownDouble,
    interchangeFee: shownDouble,
    schemeFee: shownDouble,
    markupFee: shownDouble,
    netAmount: shownDouble,
    settlementCurrency: shownText,
    exchangeRate: shownDouble,
    brandId: shownText,
    cardProduct: shownText,
    cardNumberMasked: shownText,
    authorisationCode: shownText,
    transactionReference: shownText,
    transactionSequenceCounter: shownText,
    orderId: shownText,
    originalReference: shownText,
    disputeId: shownText,
    respondBy: shownDate,
    reasonCode: shownText,
    transactionCount: z.int().nullable(),
    description: shownText,
  })
  .meta({ id: 'SettlementRecord', description: 'A settlement record in a list; dates and amounts are returned as they were given' });
export type SettlementRecord = z.infer<typeof SettlementRecord>;

export const SettlementRecordDetail = SettlementRecord.extend({
  additionalData: z.array(AdditionalDataItem),
  comment: shownText,
  uploadId: z.guid(),
}).meta({ id: 'SettlementRecordDetail', description: 'A settlement record in detail' });
export type SettlementRecordDetail = z.infer<typeof SettlementRecordDetail>;

export const RecordListQuery = ListQuery.omit({ transactionState: true, transactionMatchState: true }).extend({
  amountFrom: ListQuery.shape.amountFrom.meta({ format: 'double', description: 'Excludes records below the amount' }),
  amountTo: ListQuery.shape.amountTo.meta({ format: 'double', description: 'Excludes records above the amount' }),
  transactionDateFrom: ListQuery.shape.transactionDateFrom.meta({ description: 'Excludes records of payments before the instant' }),
  transactionDateTo: ListQuery.shape.transactionDateTo.meta({ description: 'Excludes records of payments after the instant' }),
  uploadId: ListQuery.shape.uploadId.meta({ description: 'The upload that brought the record; an unknown one finds nothing' }),
  type: SettlementType.optional().meta({ description: 'The type as it was given; records without one are not found by any' }),
  state: TransactionState.optional(),
  matchState: TransactionMatchState.optional(),
  acquirerId: text().optional(),
  merchantId: text().optional(),
  payoutId: text().optional(),
  settlementDateFrom: CalendarDate.optional().meta({ description: 'Excludes records that were booked before the day' }),
  settlementDateTo: CalendarDate.optional().meta({ description: 'Excludes records that were booked after the day' }),
});
export type RecordListQuery = z.infer<typeof RecordListQuery>;
