/** What a transaction is searched by: what stands on a customer's slip, and why it is open; without a schema, so that a command line is quick. */

/** The parameters beside those of lists, and the words by which people name them. */
export const slipFilters = {
  transactionReference: 'reference',
  orderId: 'order',
  locationId: 'location',
  cardLastFour: 'last4',
  openReason: 'reason',
} as const;

export type SlipFilter = keyof typeof slipFilters;
export const slipFilterNames = Object.keys(slipFilters) as SlipFilter[];
