/** What a file leaves open, as data: two readings of it fit, and they differ in money, time or identity. */
import type { Hint, Remedy } from './remedy.js';

/** Stable, for programs; `docs/files.md` has what each means. */
export const questionCodes = [
  'KIND_UNCERTAIN',
  'COLUMN_AMBIGUOUS',
  'COLUMN_UNCERTAIN',
  'COLUMN_CHANGED',
  'FIELD_MISSING',
  'DECIMAL_SIGN_AMBIGUOUS',
  'DATE_ORDER_AMBIGUOUS',
  'TIME_OF_DAY_MISSING',
  'TIMEZONE_MISSING',
  'TIMEZONE_IN_TITLE',
  'TIMEZONE_CHANGED',
  'ROW_TIMEZONE_UNREADABLE',
  'HALF_OF_DAY_UNREADABLE',
  'AMOUNT_IN_CENTS',
  'AMOUNT_REPEATED',
  'SIGNS_UNCERTAIN',
  'STEPS_OF_PAYMENT',
  'REFERENCE_UNKNOWN',
  'READING_NEW',
] as const;
export type QuestionCode = (typeof questionCodes)[number];

export interface Question {
  code: QuestionCode;
  /** The field that it is about. */
  field: string;
  /** The question, and where in the file it arises; without card numbers. */
  text: string;
  /** How to answer it: words, and among them the answers as data. */
  answer: Hint;
  /** How to answer it for all files. */
  lasting?: Remedy;
}
