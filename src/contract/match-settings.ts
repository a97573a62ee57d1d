/** The settings of matching: its rules in their order, how long a sale may wait for its record, and other names of terminals and brands. */
import { z } from 'zod';
import { type Faults, issueMessage } from './faults.js';
import { matchRulesMax, nameCharsMax, textCharsMax } from './limits.js';
import { named } from './own-names.js';

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

const Within = z
  .string()
  .regex(/^(Day|P(?!$)(\d{1,6}D)?(T(?=\d)(\d{1,6}H)?(\d{1,6}M)?(\d{1,6}S)?)?)$/, 'must be Day, or a duration such as PT36H or P5D');
/** Rules are stored with the matches that they make, and not every store can hold every character in a text. */
const plainText = (charsMax: number) =>
  z
    .string()
    .min(1)
    .max(charsMax)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must not hold U+0000, or half of a surrogate pair');
const name = () => plainText(textCharsMax);

/** Above -100, so that a refund is never near a sale. A tuple as JSON Schema has no form that every version of it reads. */
const Percents = z.array(z.number().min(-99).max(1_000)).length(2) as unknown as z.ZodTuple<[z.ZodNumber, z.ZodNumber], null>;

const ruleShape = {
  name: plainText(nameCharsMax),
  keys: z.array(MatchKey).max(matchKeys.length).meta({ description: 'Both sides have them, and they are equal' }),
  ways: z.array(MatchWay).min(1).meta({ description: 'How neighbours with equal keys may be decided' }),
  within: Within.meta({ description: 'The longest gap between two neighbours, or Day for rows of one day' }),
  near: Percents.default([-5, 35]).meta({ description: 'By how many percent the record may differ from the sale; only Near asks' }),
  mayDiffer: z.array(MatchKey).default([]).meta({ description: 'Fields that may contradict each other' }),
  oneEdit: MatchKey.nullable().default(null).meta({ description: 'A field that must differ by one slip of the fingers' }),
  outcome: z.enum(['Match', 'Propose']),
  withoutIdentifier: z.boolean().default(false).meta({ description: 'Must be true for a Match whose keys identify no payment' }),
};

export const MatchRule = z.object(ruleShape).meta({ id: 'MatchRule' });
export type MatchRule = z.infer<typeof MatchRule>;

const accountShape = {
  acquirerId: name(),
  merchantId: name().optional(),
  waitDays: z.number().int().min(0).max(400).optional(),
  near: Percents.optional(),
};

const shape = {
  waitDays: z.number().int().min(0).max(400).default(5).meta({ description: 'So many days after a sale its record is due' }),
  accounts: z
    .array(z.object(accountShape))
    .max(1_000)
    .default([])
    .meta({ description: 'What is different for an acquirer, or for one contract with it' }),
  terminals: z.record(name(), name()).default({}).meta({ description: "A record's name of a terminal, and the till's" }),
  brands: z.record(name(), name()).default({}).meta({ description: 'A spelling, and the brand that it means' }),
  refundTypes: z
    .array(name())
    .max(1_000)
    .default(['refund', 'credit', 'return', 'gutschrift', 'rückerstattung', 'reversal'])
    .meta({ description: 'Values of transactionTypes that make a positive amount negative' }),
  rules: z.array(MatchRule).max(matchRulesMax).optional().meta({ description: 'The strongest first; absent: those that work at once' }),
};

export const MatchSettings = z
  .object(shape)
  .meta({ id: 'MatchSettings', description: 'Settings of matching as they are sent; what is not known is refused' });
export type MatchSettings = z.infer<typeof MatchSettings>;

/** A record leaves this name out without a word, whatever it stands for. */
const UNKEPT = '__proto__';

function keeping<Names extends z.ZodType>(names: Names) {
  return z.preprocess((value, { issues }) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, UNKEPT))
      issues.push({ code: 'custom', input: value, path: [UNKEPT], message: 'is a name that cannot be kept' });
    return value;
  }, names);
}

/** As somebody writes them: a word that is not known was meant to do something. */
export const WrittenSettings = z.strictObject({
  ...shape,
  terminals: keeping(shape.terminals),
  brands: keeping(shape.brands),
  accounts: z.array(z.strictObject(accountShape)).max(1_000).default([]),
  rules: z.array(z.strictObject(ruleShape)).max(matchRulesMax).optional(),
});

/** The settings as they are: `rules` are those in use, whether they are the tenant's own or those that work at once. */
export const MatchSettingsInUse = z
  .object({
    ...shape,
    version: z.int().min(0).meta({ description: 'Rises with every change; 0 where nobody has changed anything' }),
    ownRules: z.boolean().meta({ description: 'False where the rules are those that work at once' }),
    rules: z.array(MatchRule),
  })
  .meta({ id: 'MatchSettingsInUse', description: 'How sales and settlement records are matched' });
export type MatchSettingsInUse = z.infer<typeof MatchSettingsInUse>;

/** Settings as somebody wrote them, with every fault by its path; a setting that is not there has its default. */
export function readMatchSettings(json: unknown): { settings: MatchSettings } | { faults: Faults } {
  const reading = WrittenSettings.safeParse(json, { error: issueMessage });
  return reading.success ? { settings: reading.data } : { faults: writtenFaults(reading.error.issues) };
}

/** By their paths, `$` for the whole. */
export function writtenFaults(issues: readonly z.core.$ZodIssue[]): Faults {
  const faults: Faults = named();
  const tell = (path: readonly PropertyKey[], message: string) => {
    const place = path.length === 0 ? '$' : z.core.toDotPath(path);
    faults[place] = [...(faults[place] ?? []), message];
  };
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') tell(issue.path, issue.message);
    else for (const key of issue.keys) tell([...issue.path, key], issue.path.includes('rules') ? 'is no part of a rule' : 'is no setting');
  }
  return faults;
}
