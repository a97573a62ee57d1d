/** The states of a transaction, or of a settlement record, by name. */
export const transactionStates = ['Unprocessed', 'Processed'] as const;
export const transactionMatchStates = ['NotApplicable', 'Unmatched', 'Match', 'Skip'] as const;

export const settlementTypes = [
  ...(['Sale', 'Refund', 'Reversal', 'Chargeback', 'ChargebackReversal', 'Fee', 'Adjustment', 'Reserve', 'Release', 'Financing'] as const),
  ...(['Tax', 'PayoutReturn', 'Balance', 'Transfer', 'Payout', 'TillTotal'] as const),
] as const;
export type SettlementTypeName = (typeof settlementTypes)[number];

/** Whether the lines of a payout come to what it says was paid. */
export const payoutStatuses = ['Balanced', 'Differs', 'Unannounced', 'NoNet', 'NotItemised'] as const;
export type PayoutStatusName = (typeof payoutStatuses)[number];

/** Fields without which a record of that type says nothing. */
export function requiredOfType(type: SettlementTypeName | null | undefined) {
  return type === 'Payout' ? (['payoutId'] as const) : type === 'TillTotal' ? (['terminalId', 'transactionCount'] as const) : [];
}

const typesOfPayments: readonly string[] = ['Sale', 'Refund', 'Reversal'] satisfies readonly SettlementTypeName[];

/** Whether records of that type stand for payments of sales, as those without one do; the others are explained by their payout. */
export function isOfPayment(type: SettlementTypeName | null | undefined): boolean {
  return type === null || type === undefined || typesOfPayments.includes(type);
}

/** Parts of the fee of a settlement record, as far as they are known. */
export const feeParts = ['interchangeFee', 'schemeFee', 'markupFee'] as const;
export type FeePart = (typeof feeParts)[number];

/** What uploads bring. */
export const uploadKinds = ['Sales', 'Settlement'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** The members of a settlement record in a list, in their order; beside the schema, which takes long to load. */
export const listedRecordFields = [
  ...(['recordId', 'state', 'matchState', 'matchId', 'type', 'acquirerId', 'merchantId', 'payoutId', 'payoutDate'] as const),
  ...(['bankReference', 'settlementDate', 'terminalId', 'locationId', 'transactionDate', 'businessDate', 'amount', 'currency'] as const),
  ...(['fee', 'interchangeFee', 'schemeFee', 'markupFee', 'netAmount', 'settlementCurrency', 'exchangeRate', 'brandId'] as const),
  ...(['cardProduct', 'cardNumberMasked', 'authorisationCode', 'transactionReference', 'transactionSequenceCounter'] as const),
  ...(['orderId', 'originalReference', 'disputeId', 'respondBy', 'reasonCode', 'transactionCount', 'description'] as const),
] as const;

/** What rows of each kind are called, and what both have. */
export const rowMembers = {
  Sales: { called: 'sales', rows: 'transactions', id: 'transactionId', state: 'transactionState', matchState: 'transactionMatchState' },
  Settlement: { called: 'records', rows: 'records', id: 'recordId', state: 'state', matchState: 'matchState' },
} as const satisfies Record<UploadKind, object>;

/** A pattern for where a row stands in an upload, in messages about it: `transactions[17]` or `records[17]`. Its group is the index. */
export const rowPlace = `(?:${uploadKinds.map((kind) => rowMembers[kind].rows).join('|')})\\[(\\d{1,6})\\]`;

/** The id of a row of either kind. */
export function idOf(row: { transactionId: string } | { recordId: string }): string {
  return 'recordId' in row ? row.recordId : row.transactionId;
}

/** The match state of a row of either kind. */
export function matchStateOf(row: { transactionMatchState: string } | { recordId: string; matchState: string }): string {
  return 'recordId' in row ? row.matchState : row.transactionMatchState;
}
