/**
 * Whether a text makes sense in a code page, by the shape of its words alone: signs of money, footnotes and quotes stand between letters only
 * where the bytes are of another one, capitals do not follow small letters, and no word has letters beyond ASCII alone, or of two alphabets.
 */
import { type Encoding, singleBytes } from '../input/row.js';
import { codecs } from './encodings.js';

/** Size of the part of a text that is examined. */
const BYTES_MAX = 262_144;
const SAMPLES_MAX = 3;
/** One word without sense in so many with letters beyond ASCII may be a slip of the pen. */
const SLIPS = 10;

const WORD = /[^\s\p{Cc}!-&(-,./:-@[-`{-~]+/gu;
const BEYOND = /[^\0-\x7f]/;
/** Not those that people put between letters: `O´Neil`, `A×B`, `Nescafé®Gold`. */
const SIGNS = '¢-¦¨«¬¯±-³¶¸¹»-¿÷‚„†‡‰‹›“”ˆ˜˙˛˝ˇ˘◊∂∆∏∑−√∞∫≈≠≤≥';
const NONSENSE = [
  /[\u2500-\u25a1]/,
  new RegExp(`\\p{L}[${SIGNS}]+\\p{L}`, 'u'),
  /^[£¥¦¯±³¹º¼¾]\p{Ll}/u,
  /\p{Ll}[À-ÞŠŒŽŸĀ-ſ](?<=\p{Lu})(?:\p{Ll}|$)/u,
  /[^\0-\x7f]{4}(?<=[À-ɏ]{4})/u,
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u,
  /\p{Lu}\p{Ll}+[\p{Script=Cyrillic}\p{Script=Greek}](?<=\p{Lu})/u,
];

/** What programs of a country write, by its currency in the text or the zone of its times: some of their words make sense in windows-1252, too. */
const ofCountries: readonly (readonly [page: Encoding, currency: RegExp, zone: RegExp])[] = [
  ['windows-1250', /\b(?:PLN|CZK|HUF|RON)\b/, /\/(?:Warsaw|Prague|Bratislava|Budapest|Bucharest|Ljubljana|Zagreb|Belgrade)$/],
  ['windows-1254', /\bTRY\b/, /\/Istanbul$/],
];

function makesNoSense(word: string): boolean {
  return NONSENSE.some((sign) => sign.test(word));
}

interface OtherPages {
  words: string[];
  others: { encoding: Encoding; words: string[] }[];
}

/**
 * Words of the text, which is not UTF-8, that make no sense in windows-1252, or other words in the code page of its country; with the encodings in
 * which all make sense, the likeliest first. Null where it is windows-1252.
 */
export function otherCodePages(bytes: Buffer, zone: string): OtherPages | null {
  const head = bytes.subarray(0, BYTES_MAX);
  const all = wordsIn(head, 'windows-1252');
  const odd = all?.filter(makesNoSense) ?? [];
  if (all && odd.length * SLIPS <= all.length) return ofCountry(head, all, zone);
  const others = singleBytes.slice(1).flatMap((encoding) => {
    const words = wordsIn(head, encoding);
    return words?.every((word) => !makesNoSense(word)) ? [{ encoding, words: words.slice(0, SAMPLES_MAX), signs: signsIn(words) }] : [];
  });
  others.sort((a, b) => a.signs - b.signs);
  return { words: (odd.length > 0 ? odd : (all ?? [])).slice(0, SAMPLES_MAX), others };
}

/** Null where the text has neither currency nor zone of such a country, or the same words in both code pages. */
function ofCountry(head: Buffer, all: readonly string[], zone: string): OtherPages | null {
  const text = head.toString('latin1');
  for (const [encoding, currency, zones] of ofCountries) {
    const there = zones.test(zone) || currency.test(text) ? wordsIn(head, encoding) : null;
    const words = there?.filter((word) => !all.includes(word)) ?? [];
    if (words.length === 0) continue;
    const here = all.filter((word) => !there?.includes(word));
    return { words: here.slice(0, SAMPLES_MAX), others: [{ encoding, words: words.slice(0, SAMPLES_MAX) }] };
  }
  return null;
}

/** How many characters beyond ASCII are no letters. */
function signsIn(words: readonly string[]): number {
  return words.join('').match(/[^\0-\x7f\p{L}]/gu)?.length ?? 0;
}

/** The different words with letters beyond ASCII; null where a byte has no character. */
function wordsIn(bytes: Buffer, encoding: Encoding): string[] | null {
  if (codecs[encoding].invalidAt(bytes) >= 0) return null;
  const words = codecs[encoding].textOf(bytes).match(WORD) ?? [];
  return [...new Set(words.filter((word) => BEYOND.test(word)))];
}

/** Encodings of several bytes a letter, which are not read. */
const WIDE = ['shift_jis', 'gb18030', 'euc-kr', 'big5'];
/** The characters beyond ASCII of which most stand side by side, in such a text. */
const SIDE_BY_SIDE_MIN = 0.8;

/** Those in which the bytes are text, with some of its words: an encoding, and what would be read in it. */
export function wideEncodings(bytes: Buffer): { encoding: string; words: string[] }[] {
  return WIDE.flatMap((encoding) => {
    const text = wideText(bytes.subarray(0, BYTES_MAX), encoding);
    const all = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
    const beside = text.match(/[^\0-\x7f]{2,}/gu)?.join('').length ?? 0;
    if (all === 0 || beside < all * SIDE_BY_SIDE_MIN || /\p{Co}/u.test(text)) return [];
    return [{ encoding, words: [...new Set(text.match(/[^\0-\x7f\P{L}]{2,}/gu))].slice(0, SAMPLES_MAX) }];
  });
}

/** Empty where the bytes are no such text, or the engine does not know the encoding. */
function wideText(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return '';
  }
}
