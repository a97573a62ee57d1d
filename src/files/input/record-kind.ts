/**
 * What the rows of an input are: sales, or settlement records. Each kind is a record of the contract with its fields; what else is different
 * about them (words, known exports) is kept by kind where it is used. Everything else is read in one way.
 */
import type { PlainReading, RowReading } from '../../contract/plain-reading.js';
import { readRecord, recordFieldReadings, type SettlementField, settlementFields } from '../../contract/settlement.js';
import { feeParts, isOfPayment, type SettlementTypeName, type UploadKind } from '../../contract/states.js';
import { fieldReadings, readTransaction, type TransactionField, transactionFields } from '../../contract/transaction.js';

export type RowField = TransactionField | SettlementField;

/** Fields without which servers import no sale, unless they are configured otherwise. */
export const importedBy = ['amount', 'currency', 'transactionDate'] as const;

interface RecordKind {
  /** In the order in which a row has them. */
  fields: readonly RowField[];
  readings: Readonly<Record<string, PlainReading>>;
  /** What the contract makes of the values of a row. */
  read(values: unknown): RowReading<object>;
  /** Servers import no row that has none of one of these; the first is asked for. */
  needed: readonly (readonly [RowField, ...RowField[]])[];
  /** Fields that no row of the other kind has: spelt as the API does, they say which kind it is. */
  own: readonly RowField[];
}

export const recordKinds: Readonly<Record<UploadKind, RecordKind>> = {
  Sales: {
    fields: transactionFields,
    readings: fieldReadings,
    read: readTransaction,
    needed: importedBy.map((field) => [field]),
    own: transactionFields.filter((field) => !(settlementFields as readonly string[]).includes(field)),
  },
  Settlement: {
    fields: settlementFields,
    readings: recordFieldReadings,
    read: readRecord,
    needed: [['amount'], ['currency'], ['transactionDate', 'businessDate', 'settlementDate']],
    own: settlementFields.filter((field) => !(transactionFields as readonly string[]).includes(field)),
  },
};

/** What {@link RecordKind.needed} asks for, where `has` finds none of those that would do. */
export function missingOf(kind: UploadKind, has: (field: RowField) => boolean): RowField[] {
  return recordKinds[kind].needed.flatMap((fields) => (fields.some(has) ? [] : [fields[0]]));
}

/** All that would do in place of a field that is needed. */
export function insteadOf(kind: UploadKind, field: RowField): readonly RowField[] {
  return recordKinds[kind].needed.find(([first]) => first === field) ?? [field];
}

/** Whether a row of these values has `field`, or what would do in its place. */
export function hasNeeded(kind: UploadKind, field: RowField, values: Record<string, unknown>): boolean {
  if (insteadOf(kind, field).some((one) => (values[one] ?? null) !== null)) return true;
  // What a payout explains may have the day of the payout alone.
  const ofPayout = kind === 'Settlement' && field === 'transactionDate' && !isOfPayment(values.type as SettlementTypeName | null);
  return ofPayout && (values.payoutDate ?? null) !== null;
}

/** Fields that are money, or a rate: of sales the amount alone. */
export const numberFields = ['amount', 'fee', ...feeParts, 'netAmount', 'exchangeRate'] as const;
export type NumberField = (typeof numberFields)[number];

export function isNumberField(field: RowField): field is NumberField {
  return (numberFields as readonly string[]).includes(field);
}
