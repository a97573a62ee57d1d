/** What a text means in a column for the type of settlement records: the contract's own name, or a word for it. */
import { settlementTypes } from '../../contract/settlement.js';
import { wordOf } from './lexicon.js';
import { remembered } from './remembered.js';
import { settlementTypeWords } from './settlement-synonyms.js';

type TypeOfRecord = (typeof settlementTypes)[number];

const byWord = new Map<string, TypeOfRecord>([
  ...settlementTypeWords.flatMap(([type, , ...words]) => words.map((word) => [wordOf(word), type] as const)),
  ...settlementTypes.map((type) => [wordOf(type), type] as const),
]);

/** Null for a text that is none of them. */
export const settlementTypeNamed = remembered((text): TypeOfRecord | null => byWord.get(wordOf(text)) ?? null);
