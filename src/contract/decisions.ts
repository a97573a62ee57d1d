/**
 * Decisions: what people say becomes of rows that are open. Each is done or refused by itself, stands in a log under its id, and is undone by it.
 */
import { z } from 'zod';
import { hasCardNumber } from './card-number.js';
import { type Faults, type OrFaults, readWritten } from './faults.js';
import { decisionRowsMax, decisionsMax, textCharsMax } from './limits.js';
import { ProposalRule } from './match-settings.js';
import { named } from './own-names.js';
import { AccessQuery, paging } from './query.js';
import { moment, shownDate, shownText } from './shapes.js';
import { Amount, CalendarDate, text } from './transaction.js';

export const decisionActions = ['Link', 'Approve', 'ApproveRule', 'Unlink', 'Skip', 'Unskip', 'Note', 'Claim', 'Undo'] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** Why sales and records that are one payment do not come to the same. */
export const decisionCauses = ['Tip', 'Rounding', 'GiftCard', 'FeeNetted', 'TillError', 'AcquirerError', 'Fraud', 'Other'] as const;
export const DecisionCause = z.enum(decisionCauses).meta({ id: 'DecisionCause' });

/** Not every store can hold every character in a text. */
const words = () =>
  text()
    .refine((value) => value.trim() !== '' && !value.includes('\0'), 'must hold words, and not U+0000')
    .refine((value) => !hasCardNumber(value), 'must hold no full card number');

const ids = (least: 0 | 1) => {
  const some = z.array(z.guid()).min(least).max(decisionRowsMax);
  return least === 0 ? some.default([]) : some;
};
const id = { decisionId: z.guid().optional().meta({ description: 'Chosen by the client: the same decision sent again is done once' }) };
const someRows = { transactionIds: ids(0), recordIds: ids(0) };
const ofMatch = { matchId: z.guid() };

/** `object` makes each of them: as it is written, where a member that is not known is a fault, or as it is described. */
const decisionBy = (object: typeof z.object) => {
  const seen = object({ id: z.guid(), version: z.string().min(1).max(textCharsMax) })
    .optional()
    .meta({
      description: 'The exception that it answers, one of its rows, as it was listed: refused (changed) where it is not so any more',
    });
  return z.discriminatedUnion('action', [
    object({
      action: z.literal('Link'),
      ...id,
      seen,
      transactionIds: ids(1),
      recordIds: ids(1),
      cause: DecisionCause.optional().meta({ description: 'Required where sums or currencies differ' }),
      text: words().optional(),
    }).meta({ description: 'These sales and records are one payment. Matches by rules that they are in end' }),
    object({ action: z.literal('Approve'), ...id, seen, ...ofMatch, text: words().optional() }).meta({
      description: 'A proposal or match is right: no rule touches it any more',
    }),
    object({
      action: z.literal('ApproveRule'),
      ...id,
      rule: ProposalRule,
      from: CalendarDate.optional(),
      to: CalendarDate.optional(),
      maxAmount: Amount.refine((amount) => amount >= 0, 'must be at least 0').optional(),
      matches: z.int().min(0).optional().meta({ description: 'Refused where there are more or fewer by now' }),
      text: words().optional(),
    }).meta({ description: 'All proposals of a rule are right, from day to day, of at most that amount on either side' }),
    object({ action: z.literal('Unlink'), ...id, seen, ...ofMatch, text: words().optional() }).meta({
      description: 'A match ends, or a proposal is rejected: no rule brings its sales and records together again',
    }),
    object({ action: z.literal('Skip'), ...id, seen, ...someRows, text: words() }).meta({
      description: 'Open rows are set aside; sales stay in what was sold',
    }),
    object({ action: z.literal('Unskip'), ...id, ...someRows, text: words().optional() }).meta({
      description: 'Rows that were set aside are open again',
    }),
    object({ action: z.literal('Note'), ...id, seen, ...someRows, text: words() }).meta({ description: 'A text in the history of rows' }),
    object({
      action: z.literal('Claim'),
      ...id,
      seen,
      ...someRows,
      remindOn: CalendarDate.meta({ description: 'A day to come, by the clock of the server in UTC' }),
      reference: words().optional().meta({ description: 'That the acquirer gave it' }),
      text: words().optional(),
    }).meta({ description: 'The acquirer was asked about rows: they come back on that day, unless they are matched before' }),
    object({ action: z.literal('Undo'), ...id, undoes: z.guid(), text: words().optional() }).meta({
      description: 'A decision is taken back, as a whole',
    }),
  ]);
};
const Written = decisionBy(z.strictObject as unknown as typeof z.object);
export type Decision = z.infer<typeof Written>;

const requestShape = {
  dryRun: z
    .boolean()
    .default(false)
    .meta({ description: 'true: tell what would be done, each as if it were the only one; nothing is changed' }),
};
const WrittenRequest = z.strictObject({ ...requestShape, decisions: z.array(Written).min(1).max(decisionsMax) });

export const DecisionsRequest = z
  .object({ decisions: z.array(decisionBy(z.object)).min(1).max(decisionsMax), ...requestShape })
  .meta({ id: 'DecisionsRequest', description: 'Decisions, each of which is done or refused by itself, in this order' });
export type DecisionsRequest = z.infer<typeof WrittenRequest>;

export function readDecisions(json: unknown): OrFaults<DecisionsRequest> {
  const reading = readWritten(WrittenRequest, json);
  if ('faults' in reading) return reading;
  const faults: Faults = named();
  for (const [index, decision] of reading.data.decisions.entries()) {
    if (!('transactionIds' in decision)) continue;
    const rows = decision.transactionIds.length + decision.recordIds.length;
    const place = `decisions[${index}].transactionIds`;
    if (rows === 0) faults[place] = ['one row at least must be named, here or in recordIds'];
    if (rows > decisionRowsMax) faults[place] = [`at most ${decisionRowsMax} rows can be named, here and in recordIds`];
    const rowIds = [...decision.transactionIds, ...decision.recordIds].map((one) => one.toLowerCase());
    if ('seen' in decision && decision.seen && !rowIds.includes(decision.seen.id.toLowerCase()))
      faults[`decisions[${index}].seen.id`] = ['must be one of the rows of the decision'];
  }
  return Object.keys(faults).length > 0 ? { faults } : reading;
}

/** Why a decision is refused. */
export const refusalCodes = [
  ...(['notFound', 'notImported', 'notForMatching', 'duplicate', 'cancelled', 'setAside', 'notSetAside', 'matched', 'pinned'] as const),
  ...(['incomplete', 'currencies', 'needsCause', 'notAMatch', 'changed', 'tooMany', 'idUsed', 'notUndoable', 'noRecords', 'past'] as const),
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

export const decisionOutcomes = ['Done', 'AlreadyDone', 'WouldBeDone', 'Refused'] as const;

export const DecisionResult = z
  .object({
    decisionId: z.guid(),
    outcome: z.enum(decisionOutcomes),
    matchId: z.guid().nullable().meta({ description: 'The match that Link or Approve made' }),
    matches: z.int().min(0).nullable().meta({ description: 'ApproveRule: how many proposals' }),
    amounts: z
      .array(z.object({ currency: z.string().nullable(), amount: z.string().meta({ pattern: '^-?\\d+\\.\\d{2,4}$' }) }))
      .nullable()
      .meta({ description: 'ApproveRule: what their sales come to' }),
    code: z.enum(refusalCodes).nullable(),
    detail: z.string().nullable().meta({ description: 'Why it is refused, for people: what the row is now' }),
  })
  .meta({ id: 'DecisionResult', description: 'What became of a decision' });
export type DecisionResult = z.infer<typeof DecisionResult>;

export const DecisionResults = z
  .object({ results: z.array(DecisionResult).meta({ description: 'In the order of the decisions' }) })
  .meta({ id: 'DecisionResults' });
export type DecisionResults = z.infer<typeof DecisionResults>;

export const DecisionListQuery = AccessQuery.extend(paging);
export type DecisionListQuery = z.infer<typeof DecisionListQuery>;

const shownIds = z.array(z.guid()).meta({ description: 'Of rows within reach, at most 20' });

export const ListedDecision = z
  .object({
    decisionId: z.guid(),
    action: z.enum(decisionActions),
    at: moment,
    by: z.string(),
    text: shownText,
    cause: DecisionCause.nullable(),
    rule: shownText,
    reference: shownText,
    remindOn: shownDate,
    salesCount: z.int().min(0),
    recordsCount: z.int().min(0),
    transactionIds: shownIds,
    recordIds: shownIds,
    waiting: z
      .int()
      .min(0)
      .meta({ description: 'Matches, and noted or claimed rows, that are gone because an upload was undone: they come back with it' }),
    undoes: z.guid().nullable().meta({ description: 'The decision that it took back' }),
    undone: z
      .object({ decisionId: z.guid(), at: moment, by: z.string() })
      .nullable()
      .meta({ description: 'When it was taken back, and by whom' }),
  })
  .meta({ id: 'Decision', description: 'What somebody decided' });
export type ListedDecision = z.infer<typeof ListedDecision>;
