/**
 * The settlement record: one line of what an acquirer or payment service says it took, kept and paid out. Fields that mean the same as those of
 * a sale have the same names, limits and guards.
 */
import { z } from 'zod';
import { additionalDataItemsMax, settledPaymentsMax } from './limits.js';
import { list, memberReadings, objectReading, rowReader, unchanged, withReading } from './plain-reading.js';
import { settlementTypes } from './states.js';
import { AdditionalDataItem, Amount, CalendarDate, CardNumberMasked, DateTime, text } from './transaction.js';

export const SettlementType = withReading(
  z.enum(settlementTypes).meta({ id: 'SettlementType' }),
  unchanged((value) => settlementTypes.includes(value as never)),
);

const TransactionCount = withReading(
  z.number().int().min(1).max(settledPaymentsMax).meta({ description: 'The line is the total of so many payments' }),
  unchanged((value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= settledPaymentsMax),
);

const shape = {
  type: SettlementType.nullish(),
  acquirerId: text().nullish(),
  merchantId: text().nullish(),
  payoutId: text().nullish(),
  payoutDate: CalendarDate.nullish(),
  bankReference: text().nullish(),
  settlementDate: CalendarDate.nullish(),
  terminalId: text().nullish(),
  locationId: text().nullish(),
  transactionDate: DateTime.nullish(),
  businessDate: CalendarDate.nullish(),
  amount: Amount.nullish(),
  currency: text().nullish(),
  fee: Amount.nullish(),
  interchangeFee: Amount.nullish(),
  schemeFee: Amount.nullish(),
  markupFee: Amount.nullish(),
  netAmount: Amount.nullish(),
  settlementCurrency: text().nullish(),
  exchangeRate: Amount.nullish(),
  brandId: text().nullish(),
  cardProduct: text().nullish(),
  cardNumberMasked: CardNumberMasked.nullish(),
  authorisationCode: text().nullish(),
  transactionReference: text().nullish(),
  transactionSequenceCounter: text().nullish(),
  orderId: text().nullish(),
  originalReference: text().nullish(),
  disputeId: text().nullish(),
  respondBy: CalendarDate.nullish(),
  reasonCode: text().nullish(),
  transactionCount: TransactionCount.nullish(),
  description: text().nullish(),
  additionalData: list(AdditionalDataItem, additionalDataItemsMax).nullish(),
};

/** One element of an upload of settlement records. Every field may be absent or null, which mean the same; unknown fields are ignored. */
export const SettlementRecordUpload = withReading(
  z.object(shape).meta({
    id: 'SettlementRecordUpload',
    description:
      'A settlement record as uploaded; amount is gross, positive in the favour of the merchant; fee is positive where it costs, and so are its parts',
  }),
  objectReading(shape),
);
export type SettlementRecordUpload = z.infer<typeof SettlementRecordUpload>;

export type SettlementField = keyof SettlementRecordUpload;
export const settlementFields = Object.keys(shape) as SettlementField[];

/** A record without a value in any of these is no duplicate: equal amounts and days alone do not make two rows the same record. */
export const recordIdentifyingFields = [
  'payoutId',
  'transactionReference',
  'transactionSequenceCounter',
  'orderId',
  'authorisationCode',
  'originalReference',
  'terminalId',
  'transactionDate',
] as const satisfies readonly SettlementField[];

/** See those of a transaction. */
export const recordFieldReadings = memberReadings(shape);

/** What {@link SettlementRecordUpload} makes of a value. */
export const readRecord = rowReader(SettlementRecordUpload);
