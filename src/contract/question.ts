/** What a file leaves open, as data: two readings of it fit, and they differ in money, time or identity. */
import { type Phrase, phraseText } from './phrase.js';
import type { Hint, HintPart, Remedy } from './remedy.js';

/** Stable, for programs; `docs/files.md` has what each means. */
export const questionCodes = [
  'KIND_UNCERTAIN',
  'COLUMN_AMBIGUOUS',
  'COLUMN_UNCERTAIN',
  'COLUMN_CHANGED',
  'PLACE_UNCERTAIN',
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

/** One answer to a question: what is typed, all of it together. */
export interface QuestionAnswer {
  remedies: readonly Remedy[];
  /** When it is right, `money came in`; absent where the question itself says so. */
  when?: Phrase;
  /** What follows from it, `it is 1234.5`. */
  note?: Phrase;
}

/** A question as it is made: its answers, and among them words that lead to them where they are typed. */
export interface QuestionParts {
  code: QuestionCode;
  /** The field that it is about. */
  field: string;
  /** The question, and where in the file it arises; without card numbers. */
  text: Phrase;
  answer: readonly (string | QuestionAnswer)[];
  /** How to answer it for all files. */
  lasting?: Remedy;
}

export interface Question extends Pick<QuestionParts, 'code' | 'field' | 'lasting'> {
  /** In English; `said` is the same for other languages. */
  text: string;
  said: Phrase;
  answers: readonly QuestionAnswer[];
  /** How to answer it: words, and among them the answers as data. */
  answer: Hint;
}

export function questionOf({ code, field, text, answer, lasting }: QuestionParts): Question {
  const answers = answer.filter((part) => typeof part !== 'string');
  const more = lasting === undefined ? {} : { lasting };
  return { code, field, text: phraseText(text), said: text, answers, answer: hintOf(answer), ...more };
}

/** The answers, with `link` between them. */
export function eitherOf(answers: readonly QuestionAnswer[], link: string): (string | QuestionAnswer)[] {
  return answers.flatMap((answer, index) => (index === 0 ? [answer] : [link, answer]));
}

/** The answers as they are typed: `If money came in:   --set …;   if not:   --set …`. */
export function hintOf(answer: QuestionParts['answer']): HintPart[] {
  const parts: HintPart[] = [];
  const add = (words: string) => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + words;
    else if (words !== '') parts.push(words);
  };
  for (const part of answer) {
    if (typeof part === 'string') {
      add(part);
      continue;
    }
    const { remedies, when, note } = part;
    if (when) add(`${parts.length === 0 ? 'If' : 'if'} ${phraseText(when)}:   `);
    remedies.forEach((remedy, at) => {
      if (at > 0) add(' ');
      parts.push(remedy);
    });
    if (note) add(` (${phraseText(note)})`);
  }
  return parts;
}
