/**
 * The card-number guard (PCI DSS 3.5.1): a full card number must never be sent, stored or shown.
 * It looks at digits only and knows next to nothing of issuers: any 13–19 digits that pass the Luhn check count.
 */

const PAN_DIGITS_MIN = 13;
const PAN_DIGITS_MAX = 19;
/** Longer runs of digits are no card number with something beside it, and trying all their windows would cost too much. */
const RUN_DIGITS_MAX = 40;
/** In values longer than any card number with something beside it, windows are not tried: a hostile upload could be full of them. */
const SEARCHED_CHARS_MAX = 64;
/** How the digits of cards are grouped in print. */
const PRINTED = [
  [4, 4, 4, 4],
  [4, 6, 5],
];
/** What people write between the groups of a card number, besides blanks. */
const MARKS = String.raw`\-./_,'\u2010-\u2015\u2212`;
/**
 * A run of digits as people write card numbers: digits with single or double separators between them.
 * Bounded, because the engine's stack is; a longer run counts as several.
 */
const DIGIT_RUN = new RegExp(String.raw`\d(?:[\s${MARKS}]{0,2}\d){12,4095}`, 'gu');
/** What hides digits, and no card number goes across: anything else, and rows of marks as in 424242......4242. */
const MASKED = new RegExp(String.raw`[^\d\s${MARKS}]|(?:[${MARKS}]\s*){3,}`, 'u');

/**
 * Whether `value` carries a full card number: all its digits together, or one run of them, are 13–19 digits that pass the Luhn check.
 * Digits of other scripts and full-width digits count as digits.
 */
export function hasCardNumber(value: string): boolean {
  if (hasTooFewDigits(value)) return false;
  const text = withAsciiDigits(value);
  if (isCardNumber(digitsOf(text))) return true;
  const isShort = value.length <= SEARCHED_CHARS_MAX;
  return (text.match(DIGIT_RUN) ?? []).some((run) => runHasCardNumber(run, isShort));
}

/**
 * Texts that are no card number and often look like one. UUIDs and SHA-256 in hex: one of 500 and one of 170 do; only those with letters are
 * kept. A day with its time, as names of files have it: one of 10 does; no card number of 14 digits begins with 19 or 20.
 */
const UUID_OR_SHA256 = String.raw`\b(?=[0-9-]*[a-f])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})\b`;
const DAY_AND_TIME = String.raw`(?<!\d)(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-_]?(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?!\d)`;
const KEPT = new RegExp(`(${UUID_OR_SHA256}|${DAY_AND_TIME})`, 'i');

/**
 * `text` with every full card number in it cut to its first six and last four digits, for messages, logs and rejects files.
 * A run of digits too long to be searched (a record of many numbers, say) keeps its first six. Digits spread between other
 * characters are left alone: that is for {@link maskCardField}. UUIDs, SHA-256 in hex and a day with its time are left alone, too.
 */
export function maskCardNumbers(text: string): string {
  if (hasTooFewDigits(text)) return text;
  // Every second part is kept.
  return text
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : maskDigits(part)))
    .join('');
}

function maskDigits(text: string): string {
  const ascii = withAsciiDigits(text);
  // Unbroken numbers first, so that what stands beside one stays readable.
  const unbroken = ascii.replace(/\d{13,4096}/g, (group) => (isCardNumber(group) || hasCardNumberWithin(group) ? mask(group) : group));
  const masked = unbroken.replace(DIGIT_RUN, (run) => {
    const digits = digitsOf(run);
    if (digits.length > RUN_DIGITS_MAX) return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 6)}`;
    return runHasCardNumber(run) ? mask(digits) : run;
  });
  if (masked !== ascii) return masked;
  return text;
}

/**
 * Whether a value of `cardNumberMasked` carries a full card number: as {@link hasCardNumber}, and also digits in groups of any size with
 * something beside them, as in 41111111 11111111 12/26. Elsewhere that would take too much for a card number.
 */
export function isUnmaskedCard(value: string): boolean {
  if (hasTooFewDigits(value)) return false;
  return hasCardNumber(value) || withAsciiDigits(value).split(MASKED).some(hasCardNumberAcross);
}

/** As {@link maskCardNumbers}, for a value of `cardNumberMasked`, where the digits may also be spread; {@link isUnmaskedCard} tells how. */
export function maskCardField(value: string): string {
  const masked = maskCardNumbers(value);
  if (!isUnmaskedCard(masked)) return masked;
  return mask(digitsOf(withAsciiDigits(masked)));
}

function mask(digits: string): string {
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}

/**
 * Whether a run is a card number, or holds one with something beside it: an expiry date, a row number, the next column.
 * Looked at are all its digits, each unbroken group of them, and groups as cards are printed (4-4-4-4, 4-6-5).
 */
function runHasCardNumber(run: string, triesWindows = true): boolean {
  const groups = run.match(/\d+/g) ?? [];
  if (isCardNumber(groups.join(''))) return true;
  if (groups.some((group) => isCardNumber(group) || (triesWindows && hasCardNumberWithin(group)))) return true;
  return groups.some((_, at) =>
    PRINTED.some((sizes) => hasSizes(groups, at, sizes) && isCardNumber(groups.slice(at, at + sizes.length).join(''))),
  );
}

function hasSizes(groups: readonly string[], at: number, sizes: readonly number[]): boolean {
  return sizes.every((size, offset) => groups[at + offset]?.length === size);
}

/** An unbroken group too long for a card number may be one with a date behind it: each window is tried. */
function hasCardNumberWithin(group: string): boolean {
  if (group.length <= PAN_DIGITS_MAX || group.length > RUN_DIGITS_MAX) return false;
  for (let start = 0; start + PAN_DIGITS_MIN <= group.length; start++) {
    for (let length = PAN_DIGITS_MIN; length <= PAN_DIGITS_MAX; length++) {
      if (start + length <= group.length && isCardNumber(group.slice(start, start + length))) return true;
    }
  }
  return false;
}

/** Whether digits that a separator parts are a card number. Of more than one group only, and as card numbers begin: with 2 to 6. */
function hasCardNumberAcross(text: string): boolean {
  const groups = text.match(/\d+/g) ?? [];
  const digits = groups.join('');
  if (groups.length < 2 || digits.length < PAN_DIGITS_MIN) return false;
  const sums = [sumsDoubling(digits, 0), sumsDoubling(digits, 1)];
  let groupEnd = 0;
  for (const group of groups) {
    const groupStart = groupEnd;
    groupEnd += group.length;
    for (let start = Math.max(groupStart, groupEnd - PAN_DIGITS_MAX + 1); start < groupEnd; start++) {
      if (!/[2-6]/.test(digits.charAt(start))) continue;
      const endMax = Math.min(start + PAN_DIGITS_MAX, digits.length);
      for (let end = Math.max(start + PAN_DIGITS_MIN, groupEnd + 1); end <= endMax; end++) {
        const before = sums[end % 2];
        if (before && ((before[end] ?? 0) - (before[start] ?? 0)) % 10 === 0) return true;
      }
    }
  }
  return false;
}

/** For each place the Luhn sum of the digits before it, those at even (0) or odd (1) places doubled. */
function sumsDoubling(digits: string, parity: 0 | 1): number[] {
  const sums = [0];
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    sum += luhnValue(digits.charCodeAt(at) - 48, at % 2 === parity);
    sums.push(sum);
  }
  return sums;
}

function isCardNumber(digits: string): boolean {
  if (digits.length < PAN_DIGITS_MIN || digits.length > PAN_DIGITS_MAX) return false;
  // All zeros pass the Luhn check and are what tills write for "no card".
  return !/^0+$/.test(digits) && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    sum += luhnValue(digits.charCodeAt(digits.length - 1 - i) - 48, i % 2 === 1);
  }
  return sum % 10 === 0;
}

function luhnValue(digit: number, isDoubled: boolean): number {
  const value = isDoubled ? digit * 2 : digit;
  return value > 9 ? value - 9 : value;
}

/** Nearly every text is done with here: a digit of any script is an ASCII digit or has a code unit beyond ASCII. */
function hasTooFewDigits(text: string): boolean {
  let digitsMax = 0;
  for (let at = 0; at < text.length && digitsMax < PAN_DIGITS_MIN; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 0x30 && code <= 0x39) || code > 0x7f) digitsMax++;
  }
  return digitsMax < PAN_DIGITS_MIN;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/u;

function withAsciiDigits(text: string): string {
  if (!FOREIGN_DIGIT.test(text)) return text;
  return text.replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
}

const knownDigits = new Map<string, string>();

function asciiDigit(digit: string): string {
  const known = knownDigits.get(digit) ?? findAsciiDigit(digit);
  knownDigits.set(digit, known);
  return known;
}

/** Compatibility forms (full-width, mathematical) fold by NFKC; in other scripts the ten digits stand together, zero first. */
function findAsciiDigit(digit: string): string {
  const folded = digit.normalize('NFKC');
  if (/^[0-9]$/.test(folded)) return folded;
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value++;
  return String(value);
}
