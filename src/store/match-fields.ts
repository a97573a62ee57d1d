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
  ...(['type', 'merchantId', 'payoutId', 'settlementDate', 'transactionCount', 'payoutDate'] as const),
] satisfies readonly SettlementField[];

/** In the order in which they are selected. */
export const matchedFields: Record<UploadKind, readonly string[]> = { Sales: saleFields, Settlement: recordFields };

let [typesText, types] = ['[]', [] as readonly string[]];

/** Most rows have those of the row before. */
function typesOf(text: unknown): string[] | null {
  if (text == null) return null;
  if (text !== typesText) [typesText, types] = [text as string, JSON.parse(text as string) as string[]];
  return types as string[];
}

type StoredValues = readonly unknown[];

/** From the values of a row, in the order of {@link matchedFields} from `at` on. Of a million rows this takes a third of the time. */
export function saleOfValues(values: StoredValues, at: number): TransactionUpload {
  return {
    amount: values[at],
    currency: values[at + 1],
    businessDate: values[at + 2],
    transactionDate: values[at + 3],
    acquirerId: values[at + 4],
    terminalId: values[at + 5],
    locationId: values[at + 6],
    brandId: values[at + 7],
    cardNumberMasked: values[at + 8],
    authorisationCode: values[at + 9],
    transactionReference: values[at + 10],
    transactionSequenceCounter: values[at + 11],
    orderId: values[at + 12],
    eftTransactionDate: values[at + 13],
    transactionTypes: typesOf(values[at + 14]),
  } as TransactionUpload;
}

export function recordOfValues(values: StoredValues, at: number): SettlementRecordUpload {
  return {
    amount: values[at],
    currency: values[at + 1],
    businessDate: values[at + 2],
    transactionDate: values[at + 3],
    acquirerId: values[at + 4],
    terminalId: values[at + 5],
    locationId: values[at + 6],
    brandId: values[at + 7],
    cardNumberMasked: values[at + 8],
    authorisationCode: values[at + 9],
    transactionReference: values[at + 10],
    transactionSequenceCounter: values[at + 11],
    orderId: values[at + 12],
    type: values[at + 13],
    merchantId: values[at + 14],
    payoutId: values[at + 15],
    settlementDate: values[at + 16],
    transactionCount: values[at + 17],
    payoutDate: values[at + 18],
  } as SettlementRecordUpload;
}
