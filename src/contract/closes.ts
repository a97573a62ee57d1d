/**
 * The close of a day or a month: what can be proved of its being complete, what is missing, and what nobody can know. It changes nothing and locks
 * nothing. Whoever approves it makes a statement, against which it is held from then on.
 */
import { z } from 'zod';
import { claimNames, claimStates, findingCodes } from './claims.js';
import { daysOf } from './date-time.js';
import { type OrFaults, readWritten } from './faults.js';
import { MoneyItem } from './money.js';
import { moneyParts } from './money-parts.js';
import { AccessQuery } from './query.js';
import { decimal, moment, shownDate, shownText } from './shapes.js';

const month = /^\d{4}-(0[1-9]|1[0-2])$/;

const Month = z.string().regex(month, 'must be a month as yyyy-MM').meta({ example: '2026-11' });
/** A day or a month. */
export const ClosedPeriod = z
  .string()
  .refine(
    (text) => month.test(text) || (/^\d{4}-\d{2}-\d{2}$/.test(text) && daysOf(text) !== null),
    'must be a day as yyyy-MM-dd, or a month as yyyy-MM',
  )
  .meta({ example: '2026-11-20', pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' });

export const CloseListQuery = AccessQuery.extend({ month: Month.meta({ description: 'Month whose days are told' }) });
export type CloseListQuery = z.infer<typeof CloseListQuery>;

export const ClaimState = z.enum(claimStates).meta({
  id: 'ClaimState',
  description: 'Broken: something is missing or wrong; NotProvable: nobody can know; Proved: neither',
});

export const ClosingFinding = z
  .object({
    state: z.enum(['Broken', 'NotProvable']),
    code: z.enum([...findingCodes.Broken, ...findingCodes.NotProvable]),
    dayFrom: shownDate,
    dayTo: shownDate,
    terminalId: shownText,
    acquirerId: shownText,
    merchantId: shownText,
    payoutId: shownText,
    currency: shownText,
    counterFrom: z.int().nullable().meta({ description: 'First sequence counter that is missing; after a restart the one before it' }),
    counterTo: z.int().nullable().meta({ description: 'Last one that is missing; after a restart the one behind it' }),
    rows: z.int().nullable().meta({ description: 'How many sales, days or terminals it is about; below zero where there are too many' }),
    amount: z.string().nullable().meta({ pattern: '^-?\\d+\\.\\d{2,}$', description: 'What is missing; below zero for what is too much' }),
  })
  .meta({ id: 'ClosingFinding', description: 'What is missing, or why something cannot be proved; members that do not apply are null' });
export type ClosingFinding = z.infer<typeof ClosingFinding>;

export const ClosingClaim = z
  .object({
    claim: z.enum(claimNames).meta({
      description:
        'Counters have no gap; Totals of terminals are the sums of their sales; Terminals have sales on the days on which they sell; Files of accounts cover each day; Payouts add up; Parts come to what was sold; nothing is Pending',
    }),
    state: ClaimState,
    proved: z.int().min(0).meta({ description: 'How many of its terminals, days, accounts or payouts are whole' }),
    findings: z.array(ClosingFinding),
  })
  .meta({ id: 'ClosingClaim' });
export type ClosingClaim = z.infer<typeof ClosingClaim>;

const { currency, sold, paid, notDue, overdue, toDecide, toCheck, missingFile, notCovered, setAside, notMatched, cash } = MoneyItem.shape;
export const SoldItem = z
  .object({ currency, sold, paid, notDue, overdue, toDecide, toCheck, missingFile, notCovered, setAside, notMatched, cash })
  .meta({ id: 'SoldItem', description: 'What was sold by card in one currency, and its parts' });
export type SoldItem = z.infer<typeof SoldItem>;

const statement = {
  number: z.int().min(1).meta({ description: 'Of the tenant, from 1 without gaps' }),
  at: moment,
  by: z.string().meta({ description: 'The name of the user who approved' }),
  sha256: z.string().meta({ description: 'Of the statement; the next one and the audit trail name it' }),
};

export const CloseChanges = z
  .object({
    claims: z
      .array(z.object({ claim: z.enum(claimNames), before: ClaimState.nullable(), now: ClaimState.nullable() }))
      .meta({ description: 'Claims that differ: of the same state, by their findings or by what they proved' }),
    items: z
      .array(
        z.object({
          currency,
          part: z.enum(moneyParts),
          transactions: z.int().meta({ description: 'Now less then' }),
          amount: decimal('Now less then'),
        }),
      )
      .meta({ description: 'Counts and sums that differ' }),
  })
  .meta({ id: 'CloseChanges', description: 'What is not as it was approved; nothing in it: all is' });
export type CloseChanges = z.infer<typeof CloseChanges>;

export const ApprovedClose = z
  .object({ ...statement, changes: CloseChanges })
  .meta({ id: 'ApprovedClose', description: 'The last statement about the day or the month' });
export type ApprovedClose = z.infer<typeof ApprovedClose>;

export const Close = z
  .object({
    from: z.string().meta({ format: 'date', description: 'Its first day' }),
    to: z.string().meta({ format: 'date', description: 'Its last day; days are those of transactionDate in its own offset' }),
    state: ClaimState,
    claims: z.array(ClosingClaim),
    items: z.array(SoldItem),
    version: z.string().meta({ description: 'Of all of the above: whoever approves names it' }),
    approved: ApprovedClose.nullable().default(null).meta({ description: 'null where nobody has approved it, and to users of some units' }),
  })
  .meta({
    id: 'Close',
    description: 'What can be proved of a day or a month. A user of some units is told of their rows, and nothing of files and payouts',
  });
export type Close = z.infer<typeof Close>;
/** Part of a close that is approved. */
export type CloseContent = Omit<Close, 'version' | 'approved'>;

const approval = { version: z.string().regex(/^[0-9a-f]{64}$/, 'must be the version of the close, as it was read') };
export const CloseApproval = z.object(approval).meta({ id: 'CloseApproval', description: 'Says which close is approved' });
export type CloseApproval = z.infer<typeof CloseApproval>;

const WrittenApproval = z.strictObject(approval);

export function readCloseApproval(json: unknown): OrFaults<CloseApproval> {
  return readWritten(WrittenApproval, json);
}

export const ApprovalResult = z
  .object({
    outcome: z.enum(['Done', 'AlreadyDone']).meta({ description: 'AlreadyDone: its last statement says the same; nothing is written' }),
    ...statement,
  })
  .meta({ id: 'ApprovalResult', description: 'The statement about an approved close' });
export type ApprovalResult = z.infer<typeof ApprovalResult>;

export const CloseList = z
  .object({
    items: z.array(
      z.object({
        day: z.string().meta({ format: 'date' }),
        state: ClaimState,
        claims: z.array(z.object({ claim: z.enum(claimNames), state: ClaimState })),
        sales: z.int().min(0).meta({ description: 'Sold by card' }),
        overdue: z.int().min(0).meta({ description: 'Of them, those overdue' }),
        approved: z
          .object({ ...statement, isCurrent: z.boolean().meta({ description: 'Whether nothing has changed since' }) })
          .nullable()
          .default(null)
          .meta({ description: 'Its last statement; null where nobody has approved it, and to users of some units' }),
      }),
    ),
    missing: z.array(ClosingFinding).meta({ description: 'What is missing, each once, the earliest day first' }),
  })
  .meta({ id: 'CloseList', description: 'The days of a month that have begun, in their order, and what is missing' });
export type CloseList = z.infer<typeof CloseList>;
