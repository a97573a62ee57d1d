/** The settings of matching: what a merchant can judge. Names that are the same, how long an account takes, what numbers mean, what may be booked. */
import { z } from 'zod';
import { type OrFaults, readWritten } from './faults.js';
import { comparableText, renaming } from './identifier-text.js';
import { textCharsMax } from './limits.js';
import { own } from './own-names.js';

/** What a kind of number says of a payment: it names one, it narrows where to look, or nothing. */
export const NumberUse = z.enum(['names', 'narrows', 'ignore']).meta({ id: 'NumberUse' });
export type NumberUse = z.infer<typeof NumberUse>;

const columns = ['reference', 'order', 'order-in-reference', 'reference-in-order'] as const;
const forms = ['', '-unseparated', '-digits', '-cut'] as const;
type NumberName = `${(typeof columns)[number]}${(typeof forms)[number]}`;

/** Kinds of numbers: a column as it is written, without separators, its digits, or cut to the length of the other side; and two others. */
export const numberKinds = [
  ...columns.flatMap((column) => forms.map((form): NumberName => `${column}${form}`)),
  'counter',
  'code',
] as const;

/** Rules that only propose, the strongest first; `book` turns them into matches. */
export const proposalRules = [
  'decided-before',
  'number-of-cash',
  'card-and-day',
  'number-alone',
  'parts-at-terminal',
  'parts-at-location',
  'number-and-other-amount',
  'code-with-slip',
  'other-currency',
  'terminal-and-moment',
  'location-and-moment',
  'terminal-and-near-amount',
  'number-that-recurs',
  'terminal-within-minutes',
  'terminal-and-day',
  'location-and-day',
  'amount-and-moment',
  'total-of-the-rest',
  'amount-and-day',
] as const;
/** People said so once: of rows of a file that was corrected since. */
export const decidedBefore = 'decided-before' satisfies (typeof proposalRules)[number];
export const ProposalRule = z.enum(proposalRules).meta({ id: 'ProposalRule' });
export type ProposalRule = z.infer<typeof ProposalRule>;

/** Exactly these words are cash, in any case. */
export const cashWords = ['Bar', 'Bargeld', 'Cash', 'Espèces', 'Contanti', 'Efectivo', 'Contant', 'Gotówka'] as const;

/** Not every store can hold every character in a text. */
const name = () =>
  z
    .string()
    .min(1)
    .max(textCharsMax)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must not hold U+0000, or half of a surrogate pair');

/** Above -100, so that a refund is never near a sale. A tuple as JSON Schema has no form that every version of it reads. */
const Percents = z
  .array(z.number().min(-99).max(1_000))
  .length(2)
  .refine(([least = 0, most = 0]) => least <= most, 'must be the lower percentage and then the higher one') as unknown as z.ZodTuple<
  [z.ZodNumber, z.ZodNumber],
  null
>;

const WaitDays = z.int().min(0).max(400);

const accountShape = {
  acquirerId: name(),
  merchantId: name().optional(),
  waitDays: WaitDays.optional(),
  near: Percents.optional(),
};

/** A record leaves this name out without a word, whatever it stands for. */
const UNKEPT = '__proto__';

const whole = <Kept extends z.ZodType>(record: Kept) =>
  z.preprocess((value, { issues }) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, UNKEPT))
      issues.push({ code: 'custom', input: value, path: [UNKEPT], message: 'is a name that cannot be kept' });
    return value;
  }, record);

const names = (description: string) => whole(z.record(name(), name())).meta({ description });

const namesShape = {
  terminals: names("A record's name of a terminal, and the till's").default({}),
  locations: names("A record's name of a location, and the till's").default({}),
  accounts: names("A record's acquirerId, and the till's").default({}),
  brands: names('A spelling, and the brand that it means').default({}),
};

const shape = {
  near: Percents.default([-5, 35]).meta({ description: 'By how many percent a record may be below or above its sale: tips, roundings' }),
  waitDays: WaitDays.nullable()
    .default(null)
    .meta({ description: 'So many days after a sale its record is due; null: as long as the account has taken' }),
  accounts: z
    .array(z.object(accountShape))
    .max(1_000)
    .default([])
    .meta({ description: 'What is different for an acquirer, or for one contract with it' }),
  names: z.object(namesShape).prefault({}).meta({ description: 'Names that mean the same' }),
  notByCard: z
    .array(name())
    .max(1_000)
    .default([...cashWords])
    .meta({ description: 'Ways to pay that no acquirer pays, as transactionTypes or brandId has them' }),
  numbers: whole(z.partialRecord(z.enum(numberKinds), NumberUse))
    .default({})
    .meta({ description: 'What a kind of number says of a payment; the others as the amounts tell' }),
  book: z.array(ProposalRule).max(proposalRules.length).default([]).meta({ description: 'Rules whose proposals are booked from now on' }),
};

export const MatchSettings = z
  .object(shape)
  .meta({ id: 'MatchSettings', description: 'Settings of matching; what is not known is refused' });
export type MatchSettings = z.infer<typeof MatchSettings>;

/** As somebody writes them: a word that is not known was meant to do something. */
export const WrittenSettings = z
  .strictObject({
    ...shape,
    accounts: z.array(z.strictObject(accountShape)).max(1_000).default([]),
    names: z.strictObject(namesShape).prefault({}),
  })
  .check(({ value, issues }) => {
    // The first would count, and the other one do nothing, without a word: so it is below, too.
    for (const [of, names] of Object.entries(value.names)) {
      const firsts = new Map<string, string>();
      for (const [from, to] of Object.entries(names)) {
        const first = firsts.get(comparableText(from)) ?? from;
        firsts.set(comparableText(from), first);
        if (names[first] === to) continue;
        const message = `is the same name as ${z.core.toDotPath(['names', of, first])}: it can stand for one alone`;
        issues.push({ code: 'custom', input: value, path: ['names', of, from], message });
      }
    }
    const firsts = new Map<string, number>();
    const nameOf = renaming(value.names.accounts);
    for (const [index, { acquirerId, merchantId }] of value.accounts.entries()) {
      const account = JSON.stringify([comparableText(nameOf(acquirerId)), merchantId === undefined ? null : comparableText(merchantId)]);
      const first = firsts.get(account) ?? index;
      firsts.set(account, first);
      if (first === index) continue;
      const message = `is the same account as accounts[${first}]: put all that is different for it there`;
      issues.push({ code: 'custom', input: value, path: ['accounts', index, 'acquirerId'], message });
    }
  });

/** The settings as they are. */
export const MatchSettingsInUse = z
  .object({ ...shape, version: z.int().min(0).meta({ description: 'Rises with every change; 0 where nobody has changed anything' }) })
  .meta({ id: 'MatchSettingsInUse', description: 'How sales and settlement records are matched' });
export type MatchSettingsInUse = z.infer<typeof MatchSettingsInUse>;

/** Members of the document that went before, of a ladder of rules. */
const oldMembers: Readonly<Record<string, string>> = {
  ownRules: 'is gone with the rules that it spoke of',
  rules: 'there are no rules to be written any more: what a number means is a word in numbers, and what may be booked in book',
  terminals: 'is names.terminals now',
  brands: 'is names.brands now',
  refundTypes: 'is known now from the words of all languages',
};

/** A setting that is not there has its default. */
export function readMatchSettings(json: unknown): OrFaults<MatchSettings> {
  return readWritten(WrittenSettings, json, noSetting);
}

export function noSetting(name: string): string {
  return own(oldMembers, name) ?? 'is no setting';
}
