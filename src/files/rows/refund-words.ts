/**
 * Words by which tills and web shops call a row a refund, or the cancelling of a sale. No such words are "Credit", a kind of card, and
 * "refunded", which a sale is later.
 */
const words = [
  'refund',
  'reversal',
  'chargeback',
  'void',
  'gutschrift',
  'erstattung',
  'rückerstattung',
  'rückvergütung',
  'retoure',
  'storno',
  'stornierung',
  'remboursement',
  'annulation',
  'rimborso',
  'annullamento',
  'return',
  'rückgabe',
  'avoir',
  'reso',
  'teilerstattung',
  'teilstorno',
  'rückbuchung',
  'rücklastschrift',
  'devolución',
  'reembolso',
  'devolução',
  'estorno',
  'terugbetaling',
  'återbetalning',
  'refusjon',
  'refundering',
];
// As they are written; to change the case of every text would take longer than all else that is done with it.
const known = new Set(words.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]));
/** Longer texts are not looked at. */
const BLANKS_MAX = 20;
const CHARS_MAX = Math.max(...words.map((word) => word.length));

/** Whether the whole text is such a word, in small letters, with a capital or in capitals; blanks around it do not matter. */
export function isRefundWord(text: string): boolean {
  return text.length <= CHARS_MAX + BLANKS_MAX && known.has(text.trim());
}

/** Words that mean the same in the middle of others: not "Return ticket". */
const clear = new Set(words.filter((word) => !['void', 'return', 'avoir', 'reso'].includes(word)));
const NONE = new Set(['no', 'not', 'kein', 'keine', 'nicht', 'ohne', 'pas', 'sans', 'non', 'senza']);
const WORDS_CHARS_MAX = 60;
/** A text of several words; one with digits is the name of something: "Gutschrift 17". */
const SEVERAL = /^\s*\p{L}+[^\p{L}\d]+\p{L}[^\d]*$/u;

/** Whether one of several words of the text is such a word: "Storno Kauf". */
export function hasRefundWord(text: string): boolean {
  if (text.length > WORDS_CHARS_MAX || !SEVERAL.test(text)) return false;
  const all = text.toLowerCase().split(/[^\p{L}]+/u);
  return all.some((word) => clear.has(word)) && !all.some((word) => NONE.has(word));
}
