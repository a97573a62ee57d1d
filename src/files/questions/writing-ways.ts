/** In which of several ways the values of a column are written, as far as they have shown it, and the questions about a value that leaves it open. */
import { type Phrase, type PhraseValue, phrase } from '../../contract/phrase.js';
import { eitherOf, type QuestionCode } from '../../contract/question.js';
import type { Hint, Remedy } from '../../contract/remedy.js';
import { type AnswerPart, either, type OpenQuestion } from './open-questions.js';

/** The column as messages name it: `Column C "Betrag"`. */
export type ColumnName = Phrase;

export type Asked = Omit<OpenQuestion, 'field'>;

/** How values were written in a file with the same header, and on which day it was uploaded. */
export interface WrittenBefore {
  on: string;
  /** A decimal sign, or an order of dates. */
  way: string;
}

export interface ValueInQuestion {
  text: string;
  line: number;
}

/**
 * In which of several ways the values of a column are written, as far as they have shown it. That of an earlier file counts where no value shows
 * one; where one shows another, it is asked.
 */
export class WritingWays<Way extends string> {
  /** Ways that fit all values so far. */
  left: readonly Way[];
  /** The first value that means two things, and the one that decided. */
  doubtful: ValueInQuestion | null = null;
  deciding: ValueInQuestion | null = null;
  readonly earlier: Way | null;
  /** A value that means two things is asked whatever the others show. */
  readonly isAsked: boolean;

  constructor(
    all: readonly Way[],
    given: Way | null,
    isGiven: boolean,
    readonly before: WrittenBefore | null,
    isOfRejects: boolean,
  ) {
    this.earlier = isGiven ? null : (all.find((way) => way === before?.way) ?? null);
    this.isAsked = isOfRejects && !isGiven && this.earlier === null;
    const own = given ?? (isOfRejects ? this.earlier : null);
    this.left = own ? [own] : all;
  }

  get decided(): Way | null {
    return this.left.length === 1 ? (this.left[0] ?? null) : null;
  }

  /** The earlier file's way, where the values leave it open; else null. */
  get asBefore(): Way | null {
    return this.earlier !== null && this.left.includes(this.earlier) ? this.earlier : null;
  }

  /** Takes those that fit a value, of which there is one at least. `isOpen`: the value means something else in each. */
  fit(fitting: readonly { way: Way }[], isOpen: boolean, value: ValueInQuestion): void {
    if (isOpen) this.doubtful ??= value;
    if (fitting.length === 1 && this.decided === null) this.deciding = value;
    this.left = fitting.map(({ way }) => way);
  }

  /** Asks about a value that means two things, where nothing tells which, and where one shows another way than that of the earlier file. */
  questions(name: ColumnName, { code, shown, answer, meanings }: WaysInWords<Way>): Asked[] {
    const { before, earlier, deciding, decided, doubtful } = this;
    if (doubtful && (this.isAsked || (decided === null && this.asBefore === null))) {
      const all = meanings(doubtful.text);
      const meant = all.map(({ means }): PhraseValue => means).reduce((some, one) => phrase`${some} or ${one}`);
      const says = phrase`can be ${meant}, and no other value of the column shows which`;
      const answers = all.map(({ means, way }) => ({ remedies: [answer(way)], note: phrase`it is ${means}` }));
      return [asked(code, name, doubtful, says, ['Say it with ', ...eitherOf(answers, ' or ')])];
    }
    if (!before || !earlier || !deciding || !decided || decided === earlier) return [];
    const text = phrase`is written ${shown(decided)}; in the file with this header that was uploaded on ${before.on}, values were written ${shown(earlier)}`;
    return [asked(code, name, deciding, text, ['Say which it is in this file:   ', ...either([decided, earlier].map(answer), '   or   ')])];
  }
}

/** Words for the ways. `meanings`: what a text means in each way that it fits, the likeliest first. */
interface WaysInWords<Way> {
  code: QuestionCode;
  shown(way: Way): PhraseValue;
  answer(way: Way): Remedy;
  meanings(text: string): readonly { way: Way; means: string }[];
}

/** The ways in which something can be read, each with what it then is. */
export function fittingWays<Way, Reading extends object>(ways: readonly Way[], read: (way: Way) => Reading | { fault: Hint }) {
  return ways.flatMap((way) => {
    const reading = read(way);
    return 'fault' in reading ? [] : [{ way, reading }];
  });
}

export function asked(code: QuestionCode, name: ColumnName, { text, line }: ValueInQuestion, says: Phrase, answer: AnswerPart[]): Asked {
  return { code, text: phrase`Line ${line}: ${name}: ${JSON.stringify(text.trim())} ${says}.`, answer };
}
