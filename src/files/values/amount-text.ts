/**
 * Reads amounts as tills and spreadsheets write them: decimal sign, digit grouping, currency signs, and every way to write a minus. Takes
 * only what has exactly one meaning under the given decimal sign. Which sign a column has is decided elsewhere, from all of its values.
 */

import { type AmountReading, amountFromText } from '../../contract/amount.js';
import type { Hint } from '../../contract/remedy.js';
import { currenciesOfMark } from '../words/currency-marks.js';

export type DecimalSign = '.' | ',';
export const decimalSigns = ['.', ','] as const;

/** The amounts that a text may mean, under either decimal sign; the same twice where the sign does not matter. */
export function amountsIn(text: string): number[] {
  return decimalSigns.flatMap((sign) => {
    const reading = amountIn(text, sign);
    return 'fault' in reading ? [] : [reading.amount];
  });
}

/** The size of the first of them, whatever its sign; 0 where the text may be none. */
export function sizeIn(text = ''): number {
  return Math.abs(amountsIn(text)[0] ?? 0);
}

const EXACT = 0.000_05;

/** Whether two sums are the same, but for the noise of floating point; `within`: what else they may differ by. */
export function isSameSum(one: number, other: number, within = EXACT): boolean {
  return Math.abs(one - other) < within;
}

/** Whether a text may be an amount. */
export function isAmount(text: string): boolean {
  return amountsIn(text).length > 0;
}

/** Whether it may be one other than 0. */
export function isSomeAmount(text: string): boolean {
  return amountsIn(text).some((value) => value !== 0);
}

/** What a text says as an amount, in units of its currency (12.5); or what is wrong with it, worded to follow the name of its column. */
export type WrittenAmount =
  | { fault: Hint }
  | {
      amount: number;
      /** The currency sign or code beside the number, as written; empty where there is none. */
      mark: string;
    };

/** White space, the marks for the direction of writing that some programs put around numbers, and a spreadsheet's guard before one. */
const AROUND = /^[\s\u200e\u200f\u061c]+|^'(?=[\d.,+\-\u2212(])|[\s\u200e\u200f\u061c]+$/g;
/** A number in parentheses is negative, as bookkeepers write it. */
const PARENTHESES = /^([^()]*)\(\s*([^()]+?)\s*\)([^()]*)$/;
/** Longer than any amount; short enough that a hostile cell costs no time. */
const AMOUNT_CHARS_MAX = 100;
const MINUS = /^[-\u2212]$/;
/** The number, and what may stand before and after it: a currency and a sign. */
const FRAME =
  /^(?<sign>[+\-\u2212]?)(?<before>(?:[^\d+\-\u2212.,()]|(?<=\p{L})\.)*)(?<inner>[+\-\u2212]?)(?<number>[\d.,][^\p{L}\p{Sc}()+\-\u2212]*|[\d.,])(?<after>[^\d()]*)$/u;
const GROUP_SIGNS = "'\u2019 \u00a0\u202f\u2009";
const EXPONENT = /\d[.,]?[eE][+-]?\d/;
/** What may stand beside a number: a currency's code, its sign, or its usual abbreviation. */
const MARK = /^(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc}|S?Fr\.?|sFr\.?|Fr\.?|Euro|kr\.?|zł|Kč|Ft|lei|лв\.?|R[sM]?\.?)$/u;
/** With such a mark before them, numbers of receipts are written, too: only decimals tell an amount. Behind one, R may be a return. */
const MARK_OF_NUMBERS = /^RM?\.?$/;
const DECIMALS = /[.,]\d\d$/;

/** Reads `text` under the decimal sign `decimal`. Anything that is not clearly one amount is a fault. */
export function amountIn(text: string, decimal: DecimalSign): WrittenAmount {
  const trimmed = text.replace(AROUND, '');
  if (decimal === '.') {
    const plain = amountFromText(trimmed);
    if (!('fault' in plain)) return { amount: plain.amount, mark: '' };
  }
  if (trimmed.length > AMOUNT_CHARS_MAX) return { fault: noAmount('') };
  const full = withCents(trimmed, decimal);
  const enclosed = PARENTHESES.exec(full);
  const inParentheses = enclosed !== null;
  const frame = FRAME.exec(enclosed ? enclosed.slice(1).join('').trim() : full)?.groups;
  if (!frame) return { fault: noAmount(trimmed) };
  const number = (frame.number ?? '').trim();
  const after = afterOf(frame.after ?? '');
  const signs = [frame.sign, frame.inner, after.sign].filter((sign) => sign !== '');
  const marks = [frame.before, after.mark].map((mark) => (mark ?? '').trim()).filter((mark) => mark !== '');
  if (signs.length + (inParentheses ? 1 : 0) > 1) return { fault: 'has more than one sign' };
  if (marks.length > 1 || marks.some((mark) => !MARK.test(mark))) return { fault: noAmount(trimmed) };
  const isNumber = MARK_OF_NUMBERS.test((frame.before ?? '').trim()) && !DECIMALS.test(number);
  if (isNumber || MARK_OF_NUMBERS.test(after.mark.trim())) return { fault: noAmount(trimmed) };
  // A dash behind another sign than the decimal one: "1,234.-" where the comma is decimal.
  if (after.sign !== '' && /[.,]$/.test(number)) return { fault: noAmount(trimmed) };
  const digits = plainDigits(number, decimal);
  if (digits === null) return { fault: notUnder(number, trimmed, decimal) };
  const isNegative = inParentheses || signs.some((sign) => MINUS.test(sign ?? ''));
  const reading: AmountReading = amountFromText(isNegative ? `-${digits}` : digits);
  return 'fault' in reading ? reading : { amount: reading.amount, mark: marks[0] ?? '' };
}

const DASH_FOR_CENTS = /(?<=\d)([.,])(?:--?|[\u2013\u2014])(?=[^\d]*$)/;

/** `27.-` and `27,\u2014`, as in Switzerland and elsewhere, with the zeros that the dash stands for. */
function withCents(text: string, decimal: DecimalSign): string {
  return text.replace(DASH_FOR_CENTS, (written, sign: string) => (sign === decimal ? `${decimal}00` : written));
}

/** Splits what may follow the number into sign and currency: `- EUR`, `EUR-`, `-`, `EUR`. */
function afterOf(text: string): { sign: string; mark: string } {
  const trimmed = text.trim();
  if (/^[+\-\u2212]/.test(trimmed)) return { sign: trimmed.charAt(0), mark: trimmed.slice(1) };
  if (/[+\-\u2212]$/.test(trimmed)) return { sign: trimmed.slice(-1), mark: trimmed.slice(0, -1) };
  return { sign: '', mark: trimmed };
}

/** The number with a decimal point and without grouping; null where it is not a number under that decimal sign. */
function plainDigits(number: string, decimal: DecimalSign): string | null {
  const at = number.lastIndexOf(decimal);
  const whole = at === -1 ? number : number.slice(0, at);
  const fraction = at === -1 ? '' : number.slice(at + 1);
  if (!/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return null;
  const digits = whole === '' ? '0' : ungrouped(whole, decimal);
  return digits === null ? null : fraction === '' ? digits : `${digits}.${fraction}`;
}

function ungrouped(whole: string, decimal: DecimalSign): string | null {
  if (/^\d+$/.test(whole)) return whole;
  const sign = whole.charAt(whole.search(/\D/));
  if (!GROUP_SIGNS.includes(sign) && sign !== (decimal === '.' ? ',' : '.')) return null;
  const groups = whole.split(sign);
  if (!groups.every((group) => /^\d+$/.test(group))) return null;
  const [first = '', ...rest] = groups;
  if (first.startsWith('0') || first.length > 3) return null;
  if (rest.every((group) => group.length === 3)) return groups.join('');
  // Indian grouping: 12,34,567.
  const isIndian = sign === ',' && first.length <= 2 && rest.slice(0, -1).every((group) => group.length === 2);
  return isIndian && rest.at(-1)?.length === 3 ? groups.join('') : null;
}

function notUnder(number: string, text: string, decimal: DecimalSign): string {
  const other = decimal === '.' ? ',' : '.';
  if (plainDigits(number, other) === null) return noAmount(text);
  return decimal === '.' ? 'must have a decimal point, not a comma' : 'must have a decimal comma, not a point';
}

function noAmount(text: string): string {
  if (EXPONENT.test(text)) return 'must not be written with an exponent';
  if (/(?![0-9])\p{Nd}/u.test(text)) return 'must be written with the digits 0 to 9';
  return 'must be a decimal number such as 12.50';
}

/**
 * Whether the sign or code beside an amount may mean `currency`, a code. A code contradicts every other code; an unknown sign contradicts
 * none.
 */
export function markFits(mark: string, currency: string): boolean {
  const own = mark.replace(/\.$/, '');
  if (/^[A-Z]{3}$/.test(own)) return own === currency;
  return currenciesOfMark[own]?.test(currency) ?? true;
}

/** The currency that a mark stands for beyond doubt (a code, the euro); null for any other mark. */
export function currencyOfMark(mark: string): string | null {
  if (/^[A-Z]{3}$/.test(mark)) return mark;
  return mark === '€' || mark === 'Euro' ? 'EUR' : null;
}
