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
];
// As they are written; to change the case of every text would take longer than all else that is done with it.
const known = new Set(words.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]));
const CHARS_MAX = Math.max(...words.map((word) => word.length));

/** Whether the whole text is such a word, in small letters, with a capital or in capitals. */
export function isRefundWord(text: string): boolean {
  return text.length <= CHARS_MAX && known.has(text);
}
