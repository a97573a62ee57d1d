/** The settings of matching: its rules in their order, how long a sale may wait for its record, and other names of terminals and brands. */
import { z } from 'zod';
import { matchRulesMax } from './limits.js';

/** What a rule can ask to be equal; lastFour and firstSix are of the card, brand is its family. */
export const matchKeys = [
  'transactionReference',
  'transactionSequenceCounter',
  'authorisationCode',
  'orderId',
  'terminalId',
  'locationId',
  'lastFour',
  'firstSix',
  'brand',
  'acquirerId',
] as const;

export const MatchKey = z.enum(matchKeys).meta({ id: 'MatchKey' });
export type MatchKey = z.infer<typeof MatchKey>;

const matchWays = ['Equal', 'Cancel', 'Sum', 'Total', 'Near', 'Moment'] as const;
export const MatchWay = z.enum(matchWays).meta({ id: 'MatchWay' });
export type MatchWay = z.infer<typeof MatchWay>;

const Within = z.union([
  z.literal('Day'),
  z.string().regex(/^P(?!$)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/, 'must be a duration such as PT36H, P5D or Day'),
]);

/** Above -100, so that a refund is never near a sale. */
const Percents = z.tuple([z.number().min(-99).max(1_000), z.number().min(-99).max(1_000)]);

export const MatchRule = z
  .strictObject({
    name: z.string().min(1).max(100),
    keys: z.array(MatchKey).max(matchKeys.length).meta({ description: 'Both sides have them, and they are equal' }),
    ways: z.array(MatchWay).min(1).meta({ description: 'How neighbours with equal keys may be decided' }),
    within: Within.meta({ description: 'The longest gap between two neighbours, or Day for rows of one day' }),
    near: Percents.default([-5, 35]).meta({ description: 'By how many percent the record may differ from the sale; only Near asks' }),
    mayDiffer: z.array(MatchKey).default([]).meta({ description: 'Fields that may contradict each other' }),
    oneEdit: MatchKey.nullable().default(null).meta({ description: 'A field that must differ by one slip of the fingers' }),
    outcome: z.enum(['Match', 'Propose']),
    withoutIdentifier: z.boolean().default(false).meta({ description: 'Must be true for a Match whose keys identify no payment' }),
  })
  .meta({ id: 'MatchRule' });
export type MatchRule = z.infer<typeof MatchRule>;

const Account = z.strictObject({
  acquirerId: z.string().min(1),
  merchantId: z.string().min(1).optional(),
  waitDays: z.number().int().min(0).max(400).optional(),
  near: Percents.optional(),
});

export const MatchSettings = z
  .strictObject({
    waitDays: z.number().int().min(0).max(400).default(5).meta({ description: 'So many days after a sale its record is due' }),
    accounts: z.array(Account).default([]),
    terminals: z.record(z.string(), z.string()).default({}).meta({ description: "A record's name of a terminal, and the till's" }),
    brands: z.record(z.string(), z.string()).default({}).meta({ description: 'A spelling, and the brand that it means' }),
    refundTypes: z
      .array(z.string())
      .default(['refund', 'credit', 'return', 'gutschrift', 'rückerstattung', 'reversal'])
      .meta({ description: 'Values of transactionTypes that make a positive amount negative' }),
    rules: z.array(MatchRule).max(matchRulesMax).optional(),
  })
  .meta({ id: 'MatchSettings' });
export type MatchSettings = z.infer<typeof MatchSettings>;
