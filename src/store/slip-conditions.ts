/** What the search for a slip asks of rows; both stores look there with columns of their own. */
import type { SearchQuery } from '../contract/query.js';
import { type SlipFilter, slipFilterNames } from '../contract/slip-filters.js';

/** By filter, the SQL of what must be equal to its value. A store that leaves one out does not compile. */
export type SlipPlaces = Readonly<Record<SlipFilter, string>>;

/** Conditions for the filters that are given. */
export function slipConditions(query: Partial<SearchQuery>, places: SlipPlaces): [place: string, value: string][] {
  return slipFilterNames.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[places[name], value] as [string, string]];
  });
}
