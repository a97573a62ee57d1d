/**
 * Names of months in English, German (two lines, for its spellings), French and Italian, without accents: twelve words in order per line.
 */
const languages = [
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janner feber maerz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
].map((names) => names.split(' '));

/** A name may be shortened to this many letters. */
const LETTERS_MIN = 3;

/** The month from 1 to 12 that `name` means, in full or by its first letters; null where it means none, or several. */
export function monthNamed(name: string): number | null {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (plain.length < LETTERS_MIN) return null;
  const found = new Set(languages.flatMap((names) => names.flatMap((one, index) => (one.startsWith(plain) ? [index + 1] : []))));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}
