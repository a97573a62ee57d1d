/** What a text means in a column for the type of settlement records: the contract's own name, or a word for it. */
import { type SettlementTypeName, settlementTypes } from '../../contract/states.js';
import { wordOf } from './lexicon.js';
import { remembered } from './remembered.js';
import { settlementTypeWords } from './settlement-synonyms.js';

const byWord = new Map<string, SettlementTypeName>([
  ...settlementTypeWords.flatMap(([type, , ...words]) => words.map((word) => [wordOf(word), type] as const)),
  ...settlementTypes.map((type) => [wordOf(type), type] as const),
]);

/** Null for a text that is none of them. */
export const settlementTypeNamed = remembered((text): SettlementTypeName | null => byWord.get(wordOf(text)) ?? null);

/** The one type that words within a text are of, as `Fee` in `stripe_fee` and `ServiceFee`: a guess, for a person to look at. Null where there is none, or more. */
export function settlementTypeIn(text: string): SettlementTypeName | null {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}]+/u);
  const types = new Set(words.flatMap((word) => settlementTypeNamed(word) ?? []));
  const [type = null] = types;
  return types.size === 1 ? type : null;
}
