/**
 * Matches: which sales and settlement records are one payment, by which rule; and why a row is in one, or in none. Sums are exact decimals; of
 * rows that the user may not see nothing is told but that there are some.
 */
import { z } from 'zod';
import { DecisionCause } from './decisions.js';
import { type OrFaults, readWritten } from './faults.js';
import { textCharsMax } from './limits.js';
import { MatchSettings, noSetting, WrittenSettings } from './match-settings.js';
import { AccessQuery, paging } from './query.js';
import { SettlementRecord } from './records.js';
import { count, moment } from './shapes.js';
import { CalendarDate, Transaction, TransactionMatchState, text } from './transaction.js';

/** Match, Cancellation and SetAside change the state of their rows. SetAside is one row, for which a person expects no match. */
export const matchKinds = ['Match', 'Proposal', 'Cancellation', 'Relation', 'SetAside'] as const;
export const MatchKind = z.enum(matchKinds).meta({ id: 'MatchKind' });
export type MatchKind = z.infer<typeof MatchKind>;

const yesOrNo = z.enum(['true', 'false']).optional();

export const MatchListQuery = AccessQuery.extend({
  kind: MatchKind.optional(),
  rule: z.string().min(1).max(textCharsMax).optional().meta({ description: 'By this rule; those by hand have none' }),
  dayFrom: CalendarDate.optional().meta({ description: 'Excludes matches of payments before the day' }),
  dayTo: CalendarDate.optional().meta({ description: 'Excludes matches of payments after the day' }),
  terminalId: text().optional().meta({ description: 'One of its rows has it' }),
  currency: text().optional(),
  pinned: yesOrNo.meta({ description: 'true: made or approved by a person' }),
  differs: yesOrNo.meta({ description: 'true: sales and records do not come to the same; matches with hidden rows are neither' }),
  ...paging,
});
export type MatchListQuery = z.infer<typeof MatchListQuery>;

const decimal = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ pattern: '^-?\\d+\\.\\d{2,4}$', description: `${description}; null where rows of it are hidden` });
const ids = (description: string) => z.array(z.guid()).meta({ description });

export const Match = z
  .object({
    matchId: z.guid().meta({ description: 'Stays the same as long as the same rows are matched, by whatever rule' }),
    kind: MatchKind,
    rule: z.string().nullable().meta({ description: 'Null: by hand' }),
    how: z.string().meta({ description: 'Equal, Twin, Group, Sum, Total, Near, Moment, Cancel or Hand' }),
    pinned: z.boolean().meta({ description: 'Made or approved by a person: no rule touches it' }),
    day: z.string().meta({ format: 'date' }),
    currency: z.string().nullable(),
    salesCount: z.int().meta({ description: 'Sales that are not hidden' }),
    salesAmount: decimal('The sum of its sales'),
    recordsCount: z.int().meta({ description: 'Settlement records that are not hidden' }),
    recordsAmount: decimal('The sum of its settlement records'),
    difference: decimal('Records less sales'),
    matchedAt: moment,
    decidedBy: z.string().nullable(),
    note: z.string().nullable(),
    cause: DecisionCause.nullable().default(null).meta({ description: 'Why the sums or currencies of one made by hand differ' }),
    itemsHidden: z.boolean().meta({ description: 'It has rows that the user may not see' }),
    transactionIds: ids('Of its sales, in a list at most 20'),
    recordIds: ids('Of its settlement records, in a list at most 20'),
  })
  .meta({ id: 'Match', description: 'Sales and settlement records that are the same payment, or probably are' });
export type Match = z.infer<typeof Match>;

export const MatchDetail = Match.extend({
  transactions: z.array(Transaction).meta({ description: 'Its sales, at most 100' }),
  records: z.array(SettlementRecord).meta({ description: 'Its settlement records, at most 100' }),
  chargebacks: z
    .array(SettlementRecord)
    .meta({ description: 'Chargebacks of its payments and their reversals, which belong to no sale; at most 100' })
    .optional(),
}).meta({ id: 'MatchDetail', description: 'A match with its rows' });
export type MatchDetail = z.infer<typeof MatchDetail>;

const either = (what: string) =>
  z
    .guid()
    .optional()
    .meta({ description: `Of a ${what}; exactly one of the two ids must be given` });

export const ExplanationQuery = AccessQuery.extend({ transactionId: either('sale'), recordId: either('settlement record') });
export type ExplanationQuery = z.infer<typeof ExplanationQuery>;

/** Another row beside the one that is asked about. */
export const ComparedRow = z
  .object({
    id: z.guid(),
    side: z.enum(['Sale', 'Record']),
    same: z.array(z.string()).meta({ description: 'Fields in which both agree, as matching compares them' }),
    differs: z
      .array(z.object({ field: z.string(), ours: z.string(), theirs: z.string() }))
      .meta({ description: 'Fields that both have otherwise' }),
    sentence: z.string().meta({ description: 'The same for people' }),
    secondsApart: z.int().min(0).nullable().meta({ description: 'Null where one of them knows only its day' }),
    daysApart: z.int().min(0),
    difference: z
      .string()
      .nullable()
      .meta({ pattern: '^-?\\d+\\.\\d{2,4}$', description: 'Its amount less that of the row; null in another currency' }),
  })
  .meta({ id: 'ComparedRow', description: 'What two rows have in common' });
export type ComparedRow = z.infer<typeof ComparedRow>;

export const Explanation = z
  .object({
    side: z.enum(['Sale', 'Record']),
    id: z.guid(),
    matchState: TransactionMatchState,
    matchId: z.guid().nullable().meta({ description: 'Of its match, proposal or cancellation' }),
    reason: z.string().nullable().meta({ description: 'Why it is open, as a code; null where it is not, or where nothing is known yet' }),
    parameters: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'Parameters of the reason; null without one, and where it may not be told' }),
    sentence: z.string().meta({ description: 'The same for people' }),
    row: z.union([Transaction, SettlementRecord]),
    others: ids('Of the rows that the sentence speaks of'),
    compared: z.array(ComparedRow).meta({ description: 'Those rows beside this one' }),
  })
  .meta({ id: 'Explanation', description: 'Why a row is matched, proposed or open' });
export type Explanation = z.infer<typeof Explanation>;

const ofMatches = {
  matches: count('That stand'),
  proposals: count('That wait for somebody to look'),
  cancellations: count('Pairs of rows that undo each other'),
  open: z
    .array(z.object({ reason: z.string(), sales: count('Sales'), records: count('Settlement records') }))
    .meta({ description: 'Rows that are in no match, by the reason' }),
};

export const MatchCounts = z
  .object({
    ...ofMatches,
    states: z.array(z.object({ matchState: TransactionMatchState, sales: count('Sales'), records: count('Settlement records') })).meta({
      description:
        'Rows that matching looks at, by their match state; Skip: cancelled; NotApplicable: paid in cash. Duplicates, and rows that import sets aside, are not among them',
    }),
  })
  .meta({ id: 'MatchCounts', description: 'What matching makes of the rows that a run looks at' });
export type MatchCounts = z.infer<typeof MatchCounts>;

/** Matches that a dry run names as examples. */
export const endingMatchesMax = 5;

export const MatchDryRun = z
  .object({
    before: MatchCounts,
    after: MatchCounts,
    begin: count('Matches, proposals and cancellations that would begin'),
    end: count('Those that would end; one whose rows change ends, and another one begins'),
    changeRule: count('Those that would stand as they are, by another rule'),
    rules: z
      .array(
        z.object({
          rule: z.string().nullable().meta({ description: 'Null: by hand' }),
          kind: MatchKind,
          before: count('That stand'),
          begin: count('That would begin'),
          end: count('That would end'),
          changeRule: count('That would stay, and be by this rule, which they are not now'),
          after: count('That would stand'),
        }),
      )
      .meta({ description: 'The same by rule and kind: the rules of the dry run in their order, then those that there are no more' }),
    ending: z
      .array(
        z.object({
          rule: z.string().nullable(),
          transactionIds: ids('Of its sales, at most 20'),
          recordIds: ids('Of its settlement records, at most 20'),
        }),
      )
      .meta({ description: `Matches that would end, the first ${endingMatchesMax}; proposals and cancellations are not among them` }),
  })
  .meta({ id: 'MatchDryRun', description: 'What a run would change; nothing is changed' });
export type MatchDryRun = z.infer<typeof MatchDryRun>;

/** An absent body asks for a run. */
export const MatchRunRequest = z
  .object({
    dryRun: z.boolean().default(false).meta({ description: 'true: only tell what a run would change' }),
    all: z.boolean().default(false).meta({ description: 'true: over all rows; else of the days from 45 before the newest record on' }),
    settings: MatchSettings.optional().meta({ description: 'Of a dry run: those to be tried; absent: those in force' }),
  })
  .meta({ id: 'MatchRunRequest', description: 'Asks for a run, or for what one would change' });
export type MatchRunRequest = z.infer<typeof MatchRunRequest>;

const WrittenRequest = z.strictObject({ ...MatchRunRequest.shape, settings: WrittenSettings.optional() });

export function readMatchRunRequest(json: unknown): OrFaults<MatchRunRequest> {
  const reading = readWritten(WrittenRequest, json, noSetting);
  if ('faults' in reading || !reading.data.settings || reading.data.dryRun) return reading;
  return { faults: { settings: ['are only for a dry run: PUT /settlement/v1/settings changes those in force'] } };
}

const runState = {
  state: z
    .enum(['Current', 'Pending', 'None'])
    .meta({ description: 'Pending: something has changed that is not matched yet; None: there were never any settlement records' }),
};

export const MatchRun = z
  .object({
    ...runState,
    finishedAt: z.string().nullable().meta({ format: 'date-time', description: 'When a run ended last' }),
    late: count('Rows that came more than 45 days after the newest record, since a run over all rows: they fill gaps, and end no match'),
    settingsVersion: count('Of the settings that there are now'),
    ...ofMatches,
    decidedBefore: count(
      'Of the proposals, those that people decided before their file was corrected; earlier versions do not tell',
    ).optional(),
    dryRun: MatchDryRun.optional().meta({ description: 'Only where one was asked for, and there are settlement records' }),
  })
  .meta({ id: 'MatchRun', description: 'What matching made of all the rows of the tenant' });
export type MatchRun = z.infer<typeof MatchRun>;

/** Counts of the whole tenant are not for users of some of its units. */
export const MatchRunState = z
  .object(runState)
  .meta({ id: 'MatchRunState', description: 'Whether matching has caught up: all that a user of some units is told' });
export type MatchRunState = z.infer<typeof MatchRunState>;

export const MatchRunSeen = z.union([MatchRun, MatchRunState]).meta({
  id: 'MatchRunSeen',
  description: 'What matching made of all the rows, for users of the whole tenant; for others whether it has caught up',
});
