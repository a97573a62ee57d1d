/**
 * Names of months in English, German (two lines, for its spellings), French, Italian, Spanish, Portuguese, Dutch, Danish, Norwegian, Swedish
 * and Polish (as named, and as in a date), without accents: twelve words in order per line.
 */
const languages = [
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janner feber maerz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'januar februar marts april maj juni juli august september oktober november december',
  'januar februar mars april mai juni juli august september oktober november desember',
  'januari februari mars april maj juni juli augusti september oktober november december',
  'styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia',
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
