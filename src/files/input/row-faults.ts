/**
 * The faults of a row: their codes, their messages, and the place in the input that they name. The rules themselves are the contract's;
 * here is only what they are called and how a value is shown: shortened, with card numbers masked.
 */
import type { z } from 'zod';
import { maskCardField, maskCardNumbers } from '../../contract/card-number.js';
import { named, own } from '../../contract/own-names.js';
import type { Hint } from '../../contract/remedy.js';
import type { ReadFault } from './row.js';

/** Where in the input a value of a row stands. */
export interface ValueOrigin {
  column: string | null;
  columnNumber: number | null;
  /** The value as the input has it. */
  value: unknown;
}

/** Every code, and what to do about it. The codes are stable, because programs read them. */
export const remedies = {
  AMOUNT_INVALID: 'write it with digits and a decimal point, as 1355.90',
  AMOUNT_DECIMALS: 'write it with at most four decimals',
  BUSINESS_DATE_INVALID: 'write a day that exists, as 2026-11-20',
  TRANSACTION_DATE_INVALID: 'write date, time and offset, as 2026-11-20T14:03:59+01:00',
  EFT_TRANSACTION_DATE_INVALID: 'write date, time and offset, as 2026-11-20T14:03:59+01:00',
  TIME_ZONE_UNKNOWN: 'write its IANA name or its offset there, as Europe/Zurich or +01:00',
  LOCAL_TIME_SKIPPED: 'correct it, or write its offset behind the time, as 03:30:00+02:00',
  LOCAL_TIME_TWICE: 'write its offset behind the time, as 02:30:00+02:00',
  ID_ROUNDED: 'export it again with this column as text, not through Excel',
  TOTALS_ROW: 'remove the row, or complete it',
  CURRENCY_CONTRADICTS: 'correct one of the two',
  COLUMNS_CONTRADICT: 'correct the one that is wrong, or say which column it is',
  CARD_NUMBER_UNMASKED: 'keep at most the first six and the last four digits, as 424242******4242',
  TEXT_TOO_LONG: 'shorten it',
  TEXT_NOT_UNICODE: 'export the text again in UTF-8',
  TEXT_HAS_NUL: 'export the text again without NUL characters',
  DAY_INVALID: 'write it as 2026-11-20',
  COUNT_INVALID: 'write it with digits alone',
  TYPE_UNKNOWN:
    'write a type that the API has, such as Sale, Refund, Chargeback, Fee, Adjustment or Payout, or say in a mapping file, below [values type], what it means',
  TYPE_WRONG: 'put the value in double quotes',
  TOO_MANY_ITEMS: 'leave some out',
  TRANSACTION_TYPES_INVALID: 'separate them by ; or |, or write a JSON array of strings',
  ADDITIONAL_DATA_INVALID: 'write a JSON array of objects with the strings key and value',
  FIELD_REQUIRED: 'complete the row',
  NOT_IMPORTED: 'correct it, or have the import configuration changed',
  FIELD_REPEATED: 'keep one of them',
  SALE_UNKNOWN: 'check whether it is a sale; if it is, correct the cell',
  OTHER_HEADER: 'split the file: that header and everything below it belong in a separate file',
  COLUMN_COUNT: 'complete the row, or put a cell that holds the delimiter in double quotes',
  ROW_CUT: 'export it again, or, where the row is whole, end it with a line end',
  QUOTE_BROKEN: 'put the whole cell in double quotes and write a quote inside it twice ("")',
  JSON_INVALID: 'correct the JSON',
  INPUT_CHANGED: 'complete it, and upload what came after it in a separate file',
  NO_FIELD: 'name them as the Sales API does, amount, currency, transactionDate and so on, or use CSV, where other names are recognised',
  MEMBER_UNKNOWN: 'upload the rejects file, for which the members are read anew',
  ROW_NOT_OBJECT: 'write a JSON object with the fields of a transaction',
} as const;
export type RowFaultCode = keyof typeof remedies;

const VALUE_CHARS_MAX = 60;

/** A fault of `field`, or of the whole row where that is null. `rule` says what is wrong, and never repeats the value. */
export function rowFault(
  code: RowFaultCode,
  rule: Hint,
  field: string | null,
  origin: ValueOrigin | null,
  remedy: Hint = remedies[code],
): ReadFault {
  const { column, columnNumber, value } = origin ?? { column: null, columnNumber: null, value: null };
  return { column, columnNumber, field, code, message: joined(rule, remedy), value: shown(value, field === 'cardNumberMasked') };
}

/** The first part of a remedy is words. */
function joined(rule: Hint, remedy: Hint): Hint {
  if (typeof rule === 'string' && typeof remedy === 'string') return `${rule}; ${remedy}`;
  const [first, ...others] = [remedy].flat();
  return [...[rule].flat(), `; ${String(first)}`, ...others];
}

/** The fault as one of JSON, whose members have no numbers. */
export function ofNoColumn(fault: ReadFault): ReadFault {
  return { ...fault, columnNumber: null };
}

/** The fault for an issue that the contract's schema reports. */
export function faultOfIssue(issue: z.core.$ZodIssue, origin: ValueOrigin): ReadFault {
  const code = codeOf(issue);
  const field = pathText(issue.path);
  const canBeCut = code === 'CARD_NUMBER_UNMASKED' && field === 'cardNumberMasked';
  return rowFault(
    code,
    issue.message,
    field,
    origin,
    canBeCut ? [remedies[code], ', or let it be cut: ', ['--pan', 'mask']] : remedies[code],
  );
}

/** The codes of values that are no amount, day or time, by field. */
export const invalidCodes = {
  amount: 'AMOUNT_INVALID',
  businessDate: 'BUSINESS_DATE_INVALID',
  transactionDate: 'TRANSACTION_DATE_INVALID',
  eftTransactionDate: 'EFT_TRANSACTION_DATE_INVALID',
  settlementDate: 'DAY_INVALID',
  payoutDate: 'DAY_INVALID',
  respondBy: 'DAY_INVALID',
  fee: 'AMOUNT_INVALID',
  interchangeFee: 'AMOUNT_INVALID',
  schemeFee: 'AMOUNT_INVALID',
  markupFee: 'AMOUNT_INVALID',
  netAmount: 'AMOUNT_INVALID',
  exchangeRate: 'AMOUNT_INVALID',
  transactionCount: 'COUNT_INVALID',
  type: 'TYPE_UNKNOWN',
} as const;
const byField: Partial<Record<string, RowFaultCode>> = invalidCodes;
const byWrongType: Partial<Record<string, RowFaultCode>> = named({
  transactionTypes: 'TRANSACTION_TYPES_INVALID',
  additionalData: 'ADDITIONAL_DATA_INVALID',
});
/** The contract's own checks have no codes, so they are told apart by their messages; a test provokes each. */
const byMessage: readonly [RegExp, RowFaultCode][] = [
  [/well-formed Unicode/, 'TEXT_NOT_UNICODE'],
  [/at most \d+ characters/, 'TEXT_TOO_LONG'],
  [/full card number/, 'CARD_NUMBER_UNMASKED'],
];

function codeOf(issue: z.core.$ZodIssue): RowFaultCode {
  const field = String(issue.path[0]);
  const ofField = own(byField, field);
  if (ofField) return ofField;
  if (issue.code === 'too_big') return 'TOO_MANY_ITEMS';
  const ofMessage = issue.code === 'custom' && byMessage.find(([pattern]) => pattern.test(issue.message));
  return ofMessage ? ofMessage[1] : (byWrongType[field] ?? 'TYPE_WRONG');
}

/** A path as text: `additionalData[2].value`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`)).join('');
}

/** Whether a value read from `text`, a whole record, may hold U+0000: literally, or as a JSON escape (a cell may hold JSON, too). */
export function mayHoldNul(text: string): boolean {
  return text.includes('\0') || text.includes('\\u0000');
}

function shown(value: unknown, isCardField: boolean): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const masked = isCardField ? maskCardField(maskCardNumbers(text)) : maskCardNumbers(text);
  return masked.length > VALUE_CHARS_MAX ? `${[...masked.slice(0, VALUE_CHARS_MAX)].slice(0, -1).join('')}…` : alone(masked);
}

/**
 * A copy. The engine would keep the whole text from which a part was cut, here a piece of the input, and faults live until the end of a
 * run.
 */
function alone(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
