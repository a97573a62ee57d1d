/** What a text says that its row is, by the one table of kinds: for sales and for settlement records, under whatever header it stands. */
import type { SettlementTypeName } from '../../contract/states.js';
import { kinds } from './lexicon/kinds.js';
import { wordOf } from './lexicon.js';
import { isRefundWord } from './refund-words.js';
import { remembered } from './remembered.js';

/** Names of the other types, such as Tax and Balance, mean something else in a file of sales: they are types only as the API writes them. */
const typesWithWords = new Set(kinds.map(([kind]) => kind));

const byWord = new Map<string, SettlementTypeName>([
  ...kinds.flatMap(([kind, , ...words]) => words.map((word) => [wordOf(word), kind] as const)),
  ...[...typesWithWords].map((kind) => [wordOf(kind), kind] as const),
]);

/** The kind that a whole text names; null for a text that names none. */
export const kindNamed = remembered((text): SettlementTypeName | null => byWord.get(wordOf(text)) ?? null);

const WORDS_MAX = 6;

/**
 * The one kind that words within a text are of, as `Fee` in `stripe_fee` and `PurchaseFee`. A payment is what anything else is of, and says
 * nothing beside another kind. Null where there is none, or more; it is a guess, and for a settlement record one that a person looks at.
 */
export const kindIn = remembered((text): SettlementTypeName | null => {
  const whole = kindNamed(text);
  if (whole !== null) return whole;
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}]+/u);
  if (words.length > WORDS_MAX) return null;
  const found = new Set(words.flatMap((word) => kindNamed(word) ?? (isRefundWord(word) ? 'Refund' : [])));
  if (found.size > 1) found.delete('Sale');
  const [kind = null] = found;
  return found.size === 1 ? kind : null;
});
