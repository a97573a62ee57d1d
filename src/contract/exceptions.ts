/**
 * What somebody has to see to, as one list: open rows that are due, chargebacks, payouts that do not add up, and each file or till's day that has
 * not come, once, however many rows wait for it.
 */
import { z } from 'zod';
import { candidatesMax, exceptionReasons, exceptionSides } from './exception-reasons.js';
import { AccessQuery, ListQuery, paging } from './query.js';
import { exactAmount, shownText } from './shapes.js';
import { CalendarDate } from './transaction.js';

export const ExceptionSide = z.enum(exceptionSides).meta({
  id: 'ExceptionSide',
  description: 'What it is about. Account: the file of an acquirer; Terminal: what a till sold',
});
export const ExceptionReason = z
  .enum(exceptionReasons)
  .meta({ id: 'ExceptionReason', description: 'In the order of the list: what a person must do first comes first' });

const reasonWords = exceptionReasons.join('|');
const reasonPattern = new RegExp(`^(?:${reasonWords})(?:,(?:${reasonWords}))*$`);
const { terminalId, currency, amountFrom, amountTo } = ListQuery.shape;

export const ExceptionListQuery = AccessQuery.extend({
  side: ExceptionSide.optional(),
  reason: z
    .string()
    .refine((value) => reasonPattern.test(value), `must be some of ${exceptionReasons.join(', ')}, separated by commas`)
    .optional()
    .meta({ pattern: reasonPattern.source, description: 'One or more, separated by commas' }),
  dayFrom: CalendarDate.optional().meta({ description: 'Excludes what is of an earlier day, or of none' }),
  dayTo: CalendarDate.optional().meta({ description: 'Excludes what is of a later day, or of none' }),
  terminalId: terminalId.meta({ description: 'Finds only rows of the terminal' }),
  currency: currency.meta({ description: 'Finds only rows in the currency' }),
  amountFrom: amountFrom.meta({ format: 'double', description: 'Finds only rows of the amount or more' }),
  amountTo: amountTo.meta({ format: 'double', description: 'Finds only rows of the amount or less' }),
  unitId: z.guid().optional().meta({ description: 'Finds only rows of the organisational unit and those below it' }),
  ...paging,
});
export type ExceptionListQuery = z.infer<typeof ExceptionListQuery>;

export const ListedException = z
  .object({
    side: ExceptionSide,
    reason: ExceptionReason,
    parameters: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'What the sentence is made from; null where it may not be told' }),
    sentence: z.string().meta({ description: 'Names no ids' }),
    id: z
      .guid()
      .nullable()
      .meta({ description: 'Of the sale or settlement record; of a payout, that of its record of type Payout; null for what is missing' }),
    candidateRows: z
      .array(
        z.object({ side: ExceptionSide, id: z.guid(), day: CalendarDate.nullable(), amount: exactAmount.nullable(), currency: shownText }),
      )
      .max(candidatesMax)
      .meta({ description: 'The sales and settlement records that the reason is about, the best first' }),
    matchId: z.guid().nullable().meta({ description: 'Of the suggestion that the row is in' }),
    version: z
      .string()
      .nullable()
      .meta({ description: 'Of the row, its suggestion and its candidates: a decision may name it as `seen`. Null for what is missing' }),
    day: z.string().nullable().meta({ format: 'date', description: 'Null without a date, and for what has never come' }),
    rows: z.int().min(1).meta({ description: 'Sales or settlement records that wait for what is missing; otherwise 1' }),
    amounts: z
      .array(z.object({ currency: shownText, amount: exactAmount }))
      .meta({ description: 'What they come to, by currency; of a payout, what was paid beyond its lines' }),
    acquirerId: shownText,
    merchantId: shownText,
    payoutId: shownText,
    terminalId: shownText,
    locationId: shownText,
    brandId: shownText,
    orderId: shownText,
    transactionReference: shownText,
  })
  .meta({ id: 'Exception', description: 'Something that somebody has to see to' });
export type ListedException = z.infer<typeof ListedException>;
