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
