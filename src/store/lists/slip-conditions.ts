/** What the search for a slip asks of rows. */
import type { SearchQuery } from '../../contract/query.js';
import { type SlipFilter, slipFilterNames } from '../../contract/slip-filters.js';

/** By filter, the SQL of what must be equal to its value. Without one of them, this does not compile. */
const places: Readonly<Record<SlipFilter, string>> = {
  transactionReference: 'sale.transaction_reference',
  orderId: 'sale.order_id',
  locationId: 'sale.location_id',
  cardLastFour: 'substr(sale.card_number_masked, length(sale.card_number_masked) - 3)',
};

/** Conditions for the filters that are given. */
export function slipConditions(query: Partial<SearchQuery>): [place: string, value: string][] {
  return slipFilterNames.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[places[name], value] as [string, string]];
  });
}
