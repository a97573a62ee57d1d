/** What a tenant's rows suggest to be set: worked out as a run is, counted instead of stored, and nothing is changed. */
import type { NumberUse } from '../contract/match-settings.js';
import {
  learntMax,
  type MatchSuggestion,
  type MatchSuggestions,
  type SuggestedSetting,
  type SuggestedSettings,
  suggestionsMax,
} from '../contract/suggestions.js';
import { type HeldBack, HeldBackCounts } from '../matching/held-back.js';
import type { Learnt } from '../matching/learn.js';
import type { MatchReader, MatchSource } from '../store/matching.js';
import { decidedOf } from './decided.js';
import { isIn } from './period.js';
import { readRunFacts, readTenantRows } from './tenant-rows.js';

export type SuggestedByRows = Omit<MatchSuggestions, 'settingsVersion'>;

export async function suggestionsOf(reader: MatchReader, tenantId: string): Promise<SuggestedByRows> {
  const read = <Result>(work: (source: MatchSource) => Promise<Result>) => reader.rowsToMatch(tenantId, work);
  const facts = await read((source) => readRunFacts(source));
  const counts = new HeldBackCounts();
  let learnt: readonly Learnt[] = [];
  for (const slice of facts.period.slices) {
    const tenant = await read((source) => readTenantRows(source, facts, slice));
    const { outcome } = decidedOf(tenant);
    counts.add(tenant.rows, outcome, (row) => isIn(slice.decided, tenant.dayOf[row] as number));
    // The newest slice comes last.
    learnt = outcome.learnt;
  }
  const suggestions: MatchSuggestion[] = [];
  for (const held of counts.found(suggestionsMax)) {
    const spelt = held.setting === 'numbers' ? held : await read((source) => spelling(source, held));
    suggestions.push(suggestionOf({ ...held, ...spelt }, learnt));
  }
  return { suggestions, learnt: learntIn(learnt) };
}

const fieldOf = {
  'names.brands': 'brandId',
  'names.terminals': 'terminalId',
  'names.locations': 'locationId',
  'names.accounts': 'acquirerId',
} as const;

/** The names as the files have them, not as matching compares them. */
async function spelling(source: MatchSource, { setting, ofSale, ofRecord, sale, record }: HeldBack) {
  const field = fieldOf[setting as keyof typeof fieldOf];
  const names = { ofSale, ofRecord };
  await source.sales(Float64Array.of(sale), ({ fields }) => {
    names.ofSale = fields[field] ?? ofSale;
  });
  await source.records(Float64Array.of(record), ({ fields }) => {
    names.ofRecord = fields[field] ?? ofRecord;
  });
  return names;
}

const wordOf: Record<SuggestedSetting, string> = {
  'names.brands': 'brand',
  'names.terminals': 'terminal',
  'names.locations': 'location',
  'names.accounts': 'acquirer',
  numbers: 'number',
};

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

function suggestionOf(held: HeldBack & { isOfSale: boolean }, learnt: readonly Learnt[]): MatchSuggestion {
  const { setting, ofSale, ofRecord, sales, isOfSale } = held;
  if (setting === 'numbers') {
    const { equal, pairs } = numberFacts(learnt).get(ofSale) ?? { equal: 0, pairs: 0 };
    const told = `${counted(sales, 'sale')} are only proposed by the number ${ofSale}`;
    const sentence = `${told}: ${equal.toLocaleString('en')} of ${counted(pairs, 'payment')} under it have equal amounts. Does it name a payment?`;
    return { setting, from: ofSale, to: 'names', sales, sentence, settings: settingsOf(setting, ofSale, 'names') };
  }
  const [from, to] = isOfSale ? [ofSale, ofRecord] : [ofRecord, ofSale];
  const sentence = `${counted(sales, 'sale')} are held back by the ${wordOf[setting]} ${ofSale} / ${ofRecord}: treat as one?`;
  return { setting, from, to, sales, sentence, settings: settingsOf(setting, from, to) };
}

function settingsOf(setting: SuggestedSetting, from: string, to: string): SuggestedSettings {
  if (setting === 'numbers') return { numbers: { [from]: to as NumberUse } };
  return { names: { [setting.slice('names.'.length)]: { [from]: to } } };
}

/** Of all accounts; `use` is null where they do not agree. */
function numberFacts(learnt: readonly Learnt[]) {
  const kinds = new Map<string, { use: NumberUse | null; pairs: number; equal: number }>();
  for (const fact of learnt) {
    if (fact.fact !== 'number') continue;
    const known = kinds.get(fact.number);
    if (!known) kinds.set(fact.number, { use: fact.use, pairs: fact.values, equal: fact.equal });
    else {
      if (known.use !== fact.use) known.use = null;
      known.pairs += fact.values;
      known.equal += fact.equal;
    }
  }
  return kinds;
}

const useWords: Record<NumberUse, string> = { names: 'names a payment', narrows: 'only narrows where to look', ignore: 'says nothing' };

function learntIn(learnt: readonly Learnt[]): MatchSuggestion[] {
  const numbers = [...numberFacts(learnt)].flatMap(([from, { use, pairs, equal }]): MatchSuggestion[] => {
    if (use === null) return [];
    const sentence = `The number ${from} ${useWords[use]}: ${equal.toLocaleString('en')} of ${counted(pairs, 'payment')} under it have equal amounts.`;
    return [{ setting: 'numbers', from, to: use, sales: pairs, sentence, settings: settingsOf('numbers', from, use) }];
  });
  const settings = { terminal: 'names.terminals', location: 'names.locations', acquirer: 'names.accounts' } as const;
  const names = learnt.flatMap((fact): MatchSuggestion[] => {
    if (fact.fact !== 'name' || fact.of === 'location-is-terminal') return [];
    const setting = settings[fact.of];
    const [from, to] = [fact.to, fact.from];
    const sentence = `The ${wordOf[setting]} ${from} of the records is ${to} of the till, in ${fact.seen.toLocaleString('en')} of ${counted(fact.times, 'payment')}.`;
    return [{ setting, from, to, sales: fact.seen, sentence, settings: settingsOf(setting, from, to) }];
  });
  return [...numbers, ...names.sort((one, other) => other.sales - one.sales || (one.from < other.from ? -1 : 1))].slice(0, learntMax);
}
