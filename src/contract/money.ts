/**
 * The table of money: what was sold by card, what became of it, what it cost and what was paid out, for the sales that match the filters of
 * lists. Sums are exact decimals; currencies are never added up.
 */
import { z } from 'zod';
import { totalsGroupsMax } from './limits.js';
import { moneyDimensions } from './money-parts.js';
import { count, decimal, dimension } from './shapes.js';
import { SumsQuery } from './totals.js';

export const MoneyQuery = SumsQuery.extend({
  by: z
    .enum(moneyDimensions)
    .optional()
    .meta({ description: `A table for each; absent: one for each currency. At most ${totalsGroupsMax} tables are given.` }),
});
export type MoneyQuery = z.infer<typeof MoneyQuery>;

const amount = decimal('Their exact sum, as a decimal with a point');
const Sales = z.object({ transactions: count('How many'), amount });
const Records = z.object({ records: count('How many'), amount });
export type SumOfSales = z.infer<typeof Sales>;

const sales = (description: string) => Sales.meta({ description });
const records = (description: string) => Records.meta({ description });

export const MoneyItem = z.object({
  day: dimension('The day of transactionDate in its own offset, yyyy-MM-dd; null where there is no date. Only by day'),
  terminalId: dimension('Only by terminal; null where there is none'),
  brandId: dimension('Only by brand; null where there is none'),
  acquirerId: dimension('Only by account: of the settlement record, and of a sale without one its own; null where there is none'),
  merchantId: dimension('Only by account: of the settlement record; null where there is none'),
  currency: z.string().nullable().meta({ description: 'Null where there is none' }),
  sold: sales('Imported sales and refunds that are paid by card: the nine parts together, to the cent'),
  paid: sales('A settlement record is found'),
  notDue: sales('The settlement record may still come (Waiting)'),
  overdue: sales('Due, and no settlement record can be it (NotSettled)'),
  toDecide: sales('In a suggestion (Proposed)'),
  toCheck: sales(
    'Some settlement record may be it, and something speaks against it or nothing proves it, or it voids a sale that was paid (the other reasons)',
  ),
  missingFile: sales('Not due, because a settlement file is missing that should have it (Waiting)'),
  notCovered: sales('No settlement file covers it (NotCovered)'),
  setAside: sales('Sales and their voids, which undo each other, and what a person set aside'),
  notMatched: sales('Matching has not looked at it yet, or there are no settlement records'),
  withoutAmount: count('Of those sold, sales that have no amount'),
  cash: sales('Cash and other sales for which no settlement record is expected. Not among those sold'),
  withoutRecords: sales(
    'Of the paid ones, those whose settlement records are not counted here: they pay other sales, too, which are not in this table, or are hidden',
  ),
  difference: decimal('By how much the settlement records of the other paid sales are above these'),
  takenBack: records(
    'Refunds, reversals, chargebacks and their reversals that name the payment of one of these sales and belong to no sale',
  ),
  fees: decimal('Of all those settlement records; positive where they cost'),
  corrections: decimal('By how much the net amounts differ from amount less fee'),
  withoutNet: records('Of those settlement records, those that tell no net amount and no fee, or another settlementCurrency'),
  paidOut: records('The net amounts of the others: paid − withoutRecords + difference + takenBack − fees + corrections − withoutNet'),
  payouts: count('In how many payouts the settlement records of paid sales are. Without `by` alone').optional(),
});
export type MoneyItem = z.infer<typeof MoneyItem>;

export const Money = z
  .object({
    matching: z
      .enum(['None', 'Pending', 'Current'])
      .meta({ description: 'Whether matching has seen all rows. None: there are no settlement records' }),
    items: z.array(MoneyItem),
  })
  .meta({ id: 'Money', description: 'The latest day first, then in the order of what they are told apart by, and of currency' });
export type Money = z.infer<typeof Money>;
