/**
 * Totals: exact sums of the transactions that match the filters of lists, by day, brand, terminal and currency. An extension of the
 * documented interface, under a path of its own. Currencies are never added up.
 */
import { z } from 'zod';
import { totalsGroupsMax } from './limits.js';
import { ListQuery } from './query.js';
import { count, decimal, dimension } from './shapes.js';
import { totalsDimensions } from './totals-dimensions.js';

const words = totalsDimensions.join('|');
const byPattern = new RegExp(`^(?:${words})(?:,(?:${words}))*$`);

/** The filters of lists without their pages and order. */
export const SumsQuery = ListQuery.omit({ pageSize: true, pageNumber: true, 'sorting.key': true, 'sorting.direction': true });

export const TotalsQuery = SumsQuery.extend({
  by: z
    .string()
    .refine((value) => byPattern.test(value), `must be some of ${totalsDimensions.join(', ')}, separated by commas`)
    .default('currency')
    .meta({
      description: `Some of ${totalsDimensions.join(', ')}, separated by commas; each currency stands by itself whether it is named or not. At most ${totalsGroupsMax} groups are given.`,
      pattern: byPattern.source,
    }),
});
export type TotalsQuery = z.infer<typeof TotalsQuery>;

const Side = z.object({ transactions: count('How many'), amount: decimal('Their exact sum, as a decimal with a point') });

const Sums = z.object({
  transactions: count('All of them, those without an amount included'),
  sales: Side.meta({ description: 'Amounts of zero and above' }),
  refunds: Side.meta({ description: 'Amounts below zero' }),
  net: decimal('Sales and refunds together'),
  withoutAmount: count('Those that have no amount'),
});
export type Sums = z.infer<typeof Sums>;

const TotalsItem = z.object({
  day: dimension('The day of transactionDate in its own offset, yyyy-MM-dd; null where there is no date. Only where asked for by day'),
  brandId: dimension('Only where asked for by brand; null where there is none'),
  terminalId: dimension('Only where asked for by terminal; null where there is none'),
  currency: z.string().nullable().meta({ description: 'Null where there is none' }),
  imported: Sums.meta({ description: 'Processed, duplicates left out: what counts as sales' }),
  duplicates: Sums.meta({ description: 'Processed and Skip: rows that other uploads brought before' }),
  notImported: Sums.meta({ description: 'Unprocessed: refused by a rule, or not imported yet' }),
});
export type TotalsItem = z.infer<typeof TotalsItem>;

export const Totals = z
  .object({ items: z.array(TotalsItem) })
  .meta({ id: 'Totals', description: 'The latest day first, then by currency, brand and terminal; what has no value comes last' });
export type Totals = z.infer<typeof Totals>;
