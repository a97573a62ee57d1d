/** The fields of rows that matching compares, whichever store reads them. */
import type { SettlementField, SettlementRecordUpload } from '../contract/settlement.js';
import type { UploadKind } from '../contract/states.js';
import type { TransactionUpload } from '../contract/transaction.js';

const sharedFields = [
  ...(['amount', 'currency', 'businessDate', 'transactionDate', 'acquirerId', 'terminalId', 'locationId', 'brandId'] as const),
  ...(['cardNumberMasked', 'authorisationCode', 'transactionReference', 'transactionSequenceCounter', 'orderId'] as const),
];
const saleFields = [...sharedFields, 'eftTransactionDate', 'transactionTypes'] as const satisfies readonly (keyof TransactionUpload)[];
const recordFields = [
  ...sharedFields,
  ...(['type', 'merchantId', 'payoutId', 'settlementDate', 'transactionCount'] as const),
] satisfies readonly SettlementField[];

/** In the order in which they are selected. */
export const matchedFields: Record<UploadKind, readonly string[]> = { Sales: saleFields, Settlement: recordFields };

/** The fields as a store has them: a list of types as JSON. */
export type StoredFields = Record<string, unknown>;

export function matchedSale({ transactionTypes, ...fields }: StoredFields): TransactionUpload {
  return { ...fields, transactionTypes: transactionTypes == null ? null : (JSON.parse(transactionTypes as string) as string[]) };
}

export function matchedRecord(fields: StoredFields): SettlementRecordUpload {
  return fields as SettlementRecordUpload;
}
