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
import { valueAt } from '../contract/value-at.js';
import { type HeldBack, HeldBackCounts, isName, nameSettings } from '../matching/held-back.js';
import type { Learnt } from '../matching/learn.js';
import { type MatchReader, type MatchSource, rowOfNumber } from '../store/matching.js';
import { decidedSlices } from './decided.js';
import { isIn } from './period.js';
import { asStored } from './tenant-rows.js';

export type SuggestedByRows = Omit<MatchSuggestions, 'settingsVersion'>;

export async function suggestionsOf(reader: MatchReader, tenantId: string): Promise<SuggestedByRows> {
  const counts = new HeldBackCounts();
  let learnt: readonly Learnt[] = [];
  for await (const [{ rows, slice, dayOf }, { outcome }] of decidedSlices(reader, tenantId, asStored)) {
    counts.add(rows, outcome, (row) => isIn(slice.decided, dayOf[row] as number));
    // The newest slice comes last.
    learnt = outcome.learnt;
  }
  const suggestions: MatchSuggestion[] = [];
  for (const held of counts.found(suggestionsMax)) {
    const spelt = await reader.rowsToMatch(tenantId, (source) => spelling(source, held));
    suggestions.push(suggestionOf({ ...held, ...spelt }, learnt));
  }
  return { suggestions, learnt: learntIn(learnt) };
}

/** The names as the files have them, not as matching compares them. */
async function spelling(source: MatchSource, { setting, ofSale, ofRecord, sale, record }: HeldBack) {
  const names = { ofSale, ofRecord };
  if (!isName(setting)) return names;
  const { field } = nameSettings[setting];
  await source.sales(Float64Array.of(rowOfNumber(sale).seq), ({ fields }) => {
    names.ofSale = fields[field] ?? ofSale;
  });
  await source.records(Float64Array.of(rowOfNumber(record).seq), ({ fields }) => {
    names.ofRecord = fields[field] ?? ofRecord;
  });
  return names;
}

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

function suggestionOf(held: HeldBack & { isOfSale: boolean }, learnt: readonly Learnt[]): MatchSuggestion {
  const { setting, ofSale, ofRecord, sales, isOfSale } = held;
  if (!isName(setting)) {
    const { equal, pairs } = numberFacts(learnt).get(ofSale) ?? { equal: 0, pairs: 0 };
    const told = `${counted(sales, 'sale')} are only proposed by the number ${ofSale}`;
    const sentence = `${told}: ${equal.toLocaleString('en')} of ${counted(pairs, 'payment')} under it have equal amounts. Does it name a payment?`;
    return { setting, from: ofSale, to: 'names', sales, sentence, settings: settingsOf(setting, ofSale, 'names') };
  }
  const [from, to] = isOfSale ? [ofSale, ofRecord] : [ofRecord, ofSale];
  const sentence = `${counted(sales, 'sale')} are held back by the ${nameSettings[setting].word} ${ofSale} / ${ofRecord}: treat as one?`;
  return { setting, from, to, sales, sentence, settings: settingsOf(setting, from, to) };
}

function settingsOf(setting: SuggestedSetting, from: string, to: string): SuggestedSettings {
  if (setting === 'numbers') return { numbers: { [from]: to as NumberUse } };
  return { names: { [setting.slice('names.'.length)]: { [from]: to } } };
}

/** Facts about each kind of number, over all accounts; `use` is null where accounts disagree. */
function numberFacts(learnt: readonly Learnt[]) {
  const kinds = new Map<string, { use: NumberUse | null; pairs: number; equal: number }>();
  for (const fact of learnt) {
    if (fact.fact !== 'number') continue;
    const known = valueAt(kinds, fact.number, () => ({ use: fact.use, pairs: 0, equal: 0 }));
    if (known.use !== fact.use) known.use = null;
    known.pairs += fact.values;
    known.equal += fact.equal;
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
    const sentence = `The ${nameSettings[setting].word} ${from} of the records is ${to} of the till, in ${fact.seen.toLocaleString('en')} of ${counted(fact.times, 'payment')}.`;
    return [{ setting, from, to, sales: fact.seen, sentence, settings: settingsOf(setting, from, to) }];
  });
  return [...numbers, ...names.sort((one, other) => other.sales - one.sales || (one.from < other.from ? -1 : 1))].slice(0, learntMax);
}
