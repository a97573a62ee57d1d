/**
 * Payouts: the records that name one `payoutId` of one account and currency, added up. Sums are exact decimals in the currency of the payout;
 * a payout is in no sum of payments.
 */
import { z } from 'zod';
import { AccessQuery, paging } from './query.js';
import { SettlementType } from './settlement.js';
import { count, decimal } from './shapes.js';
import { payoutStatuses } from './states.js';
import { CalendarDate, text } from './transaction.js';

export const PayoutStatus = z.enum(payoutStatuses).meta({
  id: 'PayoutStatus',
  description:
    'Balanced: the lines come to what was paid; Differs: they do not; Unannounced: no record of type Payout says what was paid; NoNet: they do not, and some tell neither fee nor net amount, though others do or no fee is a line of its own; NotItemised: there are no lines',
});

export const PayoutListQuery = AccessQuery.extend({
  acquirerId: text().optional(),
  merchantId: text().optional(),
  payoutId: text().optional(),
  currency: text().optional().meta({ description: 'Currency in which it was paid' }),
  dateFrom: CalendarDate.optional().meta({ description: 'Excludes payouts before the day' }),
  dateTo: CalendarDate.optional().meta({ description: 'Excludes payouts after the day' }),
  status: PayoutStatus.optional().meta({ description: 'Finds nothing for a user of some units, who is told none' }),
  ...paging,
});
export type PayoutListQuery = z.infer<typeof PayoutListQuery>;

const whole = 'null for a user of some units, who is told nothing of a whole payout';

const sums = {
  records: count('Its lines: records that count, but for those of type Payout'),
  amount: decimal('Before fees'),
  fees: decimal('Fees that the lines tell; positive where they cost'),
  corrections: decimal('By how much the net amounts differ from amount less fee'),
  net: decimal('Net amount of the lines: amount − fees + corrections'),
};

const PayoutPart = z.object({ type: SettlementType, ...sums });
export type PayoutPart = z.infer<typeof PayoutPart>;

export const Payout = z
  .object({
    id: z.guid().meta({ description: 'Id of its record that came first. The id of any of its records finds it, too' }),
    payoutId: z.string(),
    acquirerId: z.string().nullable(),
    merchantId: z.string().nullable(),
    currency: z.string().nullable().meta({ description: 'settlementCurrency of its records, or else their currency' }),
    date: z
      .string()
      .nullable()
      .meta({ format: 'date', description: 'The latest payoutDate of its records, or else the latest day of one' }),
    ...sums,
    withoutNet: count('Payments and chargebacks that tell neither fee nor net amount: they are added without a fee'),
    paid: decimal('Sum of its records of type Payout')
      .nullable()
      .meta({ description: `Null where there is none; ${whole}` }),
    difference: decimal('')
      .nullable()
      .meta({ description: `paid less net; null where the status is none of Balanced and Differs; ${whole}` }),
    status: PayoutStatus.nullable().meta({ description: `Whether it adds up; ${whole}` }),
  })
  .meta({ id: 'Payout', description: 'One transfer to the merchant. A user of some units is told the sums of the own records' });
export type Payout = z.infer<typeof Payout>;

export const PayoutDetail = Payout.extend({
  parts: z.array(PayoutPart).meta({ description: 'By type of record; a record without one is a Sale, or a Refund below zero' }),
}).meta({ id: 'PayoutDetail', description: 'A payout with its parts, which add up to its sums' });
export type PayoutDetail = z.infer<typeof PayoutDetail>;
