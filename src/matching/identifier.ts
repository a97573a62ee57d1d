/**
 * An identifier as both sides compare it: one number. What people and files write differently (case, blanks, `- _ / . # :`, zeros in front) is
 * dropped; up to ten letters and digits are kept as they are, in base 36, longer ones and other alphabets as a hash of 52 bits. The two ranges
 * do not meet. 0 is *absent*. A match by hashed identifiers is to be confirmed on the texts before it is stored.
 */

/** Absent: nothing, or a word that says so. */
export const ABSENT = 0;
const LITERAL_CHARS_MAX = 10;
const HASHED = 2 ** 52;

/** The code of an identifier; 0 where it is absent or a word for it (`0000`, `N/A`, `unknown`). */
export function identifierCode(text: string | null | undefined): number {
  if (text === null || text === undefined) return ABSENT;
  const code = codeOf(text);
  return isForNothing(code) ? ABSENT : code;
}

/** What was written, for codes of at most ten letters and digits; null for hashes. */
export function literalOf(code: number): string | null {
  return code >= HASHED ? null : code.toString(36).toUpperCase();
}

/** Fewer than four characters: the number of a table or till, which names no order by itself. */
export const isShort = (code: number) => code < 36 ** 3;

/** Whether the code is a hash, which other identifiers could have, too. */
export const isHash = (code: number) => code >= HASHED;

/** What two identifiers must have in common to be the same: their letters and digits, as {@link identifierCode} reads them. */
export function plainIdentifier(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-_/.#:]+/gu, '')
    .replace(/^0+/, '');
}

function codeOf(text: string): number {
  let literal = 0;
  let chars = 0;
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return otherCodeOf(text);
    const digit = digitOf(unit);
    if (digit === SEPARATOR || (digit === 0 && chars === 0)) continue;
    chars += 1;
    if (digit === OTHER) literal = Number.NaN;
    literal = literal * 36 + digit;
    const mixed = digit === OTHER ? unit + 64 : digit;
    high = Math.imul(high ^ mixed, 0x01000193);
    low = Math.imul(low ^ mixed, 0x5bd1e995);
    low ^= low >>> 15;
  }
  if (chars <= LITERAL_CHARS_MAX && !Number.isNaN(literal)) return literal;
  return HASHED + (mix(high, low, chars) & 0xfffff) * 2 ** 32 + (mix(low, high, chars) >>> 0);
}

/** With letters beyond ASCII: upper case and blanks as Unicode has them. */
function otherCodeOf(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  const plain = plainIdentifier(text);
  if (/^[0-9A-Z]*$/.test(plain)) return codeOf(plain);
  for (let at = 0; at < plain.length; at++) {
    high = Math.imul(high ^ plain.charCodeAt(at), 0x01000193);
    low = Math.imul(low ^ plain.charCodeAt(at), 0x5bd1e995);
    low ^= low >>> 15;
  }
  return HASHED + (mix(high, low, plain.length) & 0xfffff) * 2 ** 32 + (mix(low, high, plain.length) >>> 0);
}

function mix(one: number, other: number, chars: number): number {
  let mixed = Math.imul(one ^ (one >>> 16) ^ chars, 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ other, 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}

const SEPARATOR = -1;
const OTHER = -2;

function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  if (unit >= 0x41 && unit <= 0x5a) return unit - 0x41 + 10;
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61 + 10;
  return unit <= 0x20 || separators.has(unit) ? SEPARATOR : OTHER;
}

const separators = new Set([...'-_/.#:'].map((char) => char.charCodeAt(0)));
const wordsForNothing = Float64Array.of(...['NA', 'NONE', 'NULL', 'UNKNOWN', 'TEST', 'X'].map(codeOf));

function isForNothing(code: number): boolean {
  for (const word of wordsForNothing) if (word === code) return true;
  return false;
}
