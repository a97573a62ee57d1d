/**
 * What card payments cost: the fees that settlement records tell, whatever sales they pay. Sums are exact decimals; currencies are never added
 * up. A record counts on its settlementDate, or else its payoutDate, or else the local day of its payment.
 */
import { z } from 'zod';
import { totalsGroupsMax } from './limits.js';
import { feesDimensions, feesDimensionsOf } from './money-parts.js';
import { AccessQuery } from './query.js';
import { count, decimal, dimension } from './shapes.js';
import { CalendarDate } from './transaction.js';

const words = feesDimensions.join('|');

export const FeesQuery = AccessQuery.extend({
  dateFrom: CalendarDate.optional().meta({ description: 'Excludes records before the day' }),
  dateTo: CalendarDate.optional().meta({ description: 'Excludes records after the day' }),
  by: z
    .string()
    .refine((value) => feesDimensionsOf(value) !== undefined, `must be some of ${feesDimensions.join(', ')}, separated by commas`)
    .optional()
    .meta({
      description: `Some of ${feesDimensions.join(', ')}, separated by commas; each currency stands by itself. At most ${totalsGroupsMax} items are given.`,
      pattern: `^(?:${words})(?:,(?:${words}))*$`,
    }),
});
export type FeesQuery = z.infer<typeof FeesQuery>;

const percent = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ pattern: '^-?\\d+\\.\\d{2}$', description: `${description}, in percent; null where that is not above zero` });

const FeesItem = z.object({
  month: dimension('yyyy-MM; null where there is no date. Only by month'),
  acquirerId: dimension('Only by account; null where there is none'),
  merchantId: dimension('Only by account; null where there is none'),
  brandId: dimension('Only by brand; null where there is none'),
  currency: z.string().nullable().meta({ description: 'settlementCurrency of records that tell fee and net amount, else their currency' }),
  payments: z
    .object({
      records: count('How many'),
      amount: decimal('Before fees; refunds are taken off'),
      fees: decimal('Their fees; positive where they cost'),
      rate: percent('fees of amount'),
      interchangeFee: decimal('Of their fees, as far as it is told'),
      schemeFee: decimal('Likewise'),
      markupFee: decimal('Likewise'),
      otherFees: decimal('The rest of their fees: not told apart'),
    })
    .meta({ description: 'Records of type Sale, Refund and Reversal that tell a fee, or what lies between amount and net amount' }),
  withoutFee: z
    .object({ records: count('How many'), amount: decimal('Before fees') })
    .meta({ description: 'Payments that do not, and lines whose fee is in a currency that is not known' }),
  otherLines: decimal('Fees beside chargebacks and all other types but Fee and Payout'),
  feeRecords: z
    .object({ records: count('How many'), fees: decimal('What they cost; below zero where more is given back') })
    .meta({ description: 'Records of type Fee: fees of a month or of a payout' }),
  fees: decimal('All together: of payments, other lines and fee records'),
  rate: percent('fees of the amounts of payments and withoutFee'),
});
export type FeesItem = z.infer<typeof FeesItem>;

export const Fees = z
  .object({ items: z.array(FeesItem) })
  .meta({ id: 'Fees', description: 'The latest month first, then by account, brand and currency; what has no value comes last' });
export type Fees = z.infer<typeof Fees>;
