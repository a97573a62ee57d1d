/** What a transaction is searched by: what stands on a customer's slip, why it is open, and its part in the table of money; without a schema, so that a command line is quick. */

/** The parameters beside those of lists, and the words by which people name them. */
export const slipFilters = {
  transactionReference: 'reference',
  orderId: 'order',
  locationId: 'location',
  cardLastFour: 'last4',
  openReason: 'reason',
  moneyPart: 'part',
} as const;

export type SlipFilter = keyof typeof slipFilters;
export const slipFilterNames = Object.keys(slipFilters) as SlipFilter[];

/** What a search tells of a transaction beside what a list does. */
export const foundFields = ['openReason', 'paidAmount', 'fee', 'payoutId'] as const;
export type FoundField = (typeof foundFields)[number];
