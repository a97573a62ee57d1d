/**
 * Recognises the words by which tills and web shops call a row a refund, or the cancelling of a sale. They are in the lexicon.
 */
import { asWritten, textsOf } from './lexicon.js';

/** The words that mean a refund among other words, too. */
const clear = textsOf('refund');
const negating = textsOf('none');
const words = [...clear, ...textsOf('refundAlone')];
const known = asWritten(words);
/** How many blanks around a word are allowed for; longer texts are not examined. */
const BLANKS_MAX = 20;
const CHARS_MAX = Math.max(...words.map((word) => word.length));

/** Whether the whole text is such a word, in small letters, capitalised or in capitals; blanks around it do not matter. */
export function isRefundWord(text: string): boolean {
  return text.length <= CHARS_MAX + BLANKS_MAX && known.has(text.trim());
}

const WORDS_CHARS_MAX = 60;
/** A text of several words without digits. One with digits is the name of something: "Gutschrift 17". */
const SEVERAL = /^\s*\p{L}+[^\p{L}\d]+\p{L}[^\d]*$/u;

/** Whether the text has several words, one of them such a word ("Storno Kauf") and none that negates it. */
export function hasRefundWord(text: string): boolean {
  if (text.length > WORDS_CHARS_MAX || !SEVERAL.test(text)) return false;
  const all = text.toLowerCase().split(/[^\p{L}]+/u);
  return all.some((word) => clear.has(word)) && !all.some((word) => negating.has(word));
}
