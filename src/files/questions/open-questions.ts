/**
 * Turns what a table leaves open into one refusal: every question that can be seen at once, each with the flags that answer it, so that one
 * more command is enough. Knows no values; questions about them are brought by those who look at them.
 */
import { maskCardNumbers } from '../../contract/card-number.js';
import { type Phrase, type PhraseValue, phrase, phraseText } from '../../contract/phrase.js';
import { SalesError } from '../../contract/problem.js';
import { eitherOf, hintOf, type QuestionAnswer, type QuestionParts, questionOf } from '../../contract/question.js';
import type { HintPart, Remedy } from '../../contract/remedy.js';
import { columnReference, columnShown, columnsReference } from '../columns/column-names.js';
import { importedBy, insteadOf, type RowField } from '../input/record-kind.js';
import type { InputDescription, LikeColumn } from '../input/row.js';
import { currencyOfZone, currencyShown } from '../words/likely-currency.js';
import { sideColumns } from '../words/side-names.js';

/** One thing that the user must decide before the table can be read. */
export interface OpenQuestion extends QuestionParts {
  field: RowField;
}

export type AnswerPart = QuestionParts['answer'][number];

/** What gives a table a field that it does not have. `zone`: that of its times, null where it is not known. */
export function answerFor(field: RowField, header: readonly string[], zone: string | null): Remedy {
  if (field !== 'currency') return ['--set', `${field}=COLUMN`];
  return ['--const', `${field}=${currencyShown(header) ?? currencyOfZone(zone) ?? 'CODE'}`];
}

/** The same, naming the columns whose cells would do. The price of a piece is not what was paid for several. */
function answersFor(field: RowField, header: readonly string[], alike: readonly LikeColumn[], zone: string | null): QuestionAnswer[] {
  const own = alike.filter((one) => one.field === field);
  if (own.length === 0) return [{ remedies: [answerFor(field, header, zone)] }];
  return own.map((one) => {
    const remedies = likeAnswer(one, header);
    if (one.pieces === undefined) return { remedies };
    const shown = (column: number) => columnShown(header, column);
    return {
      when: phrase`column ${shown(one.column)} is the price of all pieces that column ${shown(one.pieces)} counts`,
      remedies,
      note: phrase`otherwise the file needs a column of what was paid`,
    };
  });
}

/** Says that a column is the field that its cells look like. */
export function likeAnswer({ field, column, time, ofExcel }: LikeColumn, header: readonly string[]): Remedy[] {
  return ofExcel
    ? [columnAnswer(field, ofExcel, header), ['--date-format', 'excel']]
    : [columnAnswer(field, time === undefined ? [column] : [column, time], header)];
}

/**
 * An `inputUnusable` with all `questions`, at least one, and the fields that no column has. Of sales that may be settlement records, it says
 * that first, also where an export is known to hold sales, and tells payouts (`mayBeRecords`): who has the wrong file, or command, need not answer.
 */
export function openQuestions(
  questions: readonly OpenQuestion[],
  missing: readonly RowField[],
  {
    header,
    mayBeRecords,
    alike = [],
    zone = null,
  }: { header: readonly string[]; mayBeRecords: boolean; alike?: readonly LikeColumn[]; zone?: string | null },
): Error {
  const [first, second] = questions;
  const all = [...questions, ...missing.map((field) => missingQuestion(field, header, alike, zone))].map(questionOf);
  const lasting = questions.find((question) => question.lasting)?.lasting;
  const isOne = first !== undefined && second === undefined;
  const hint = isOne ? hintOf(first.answer) : ['Answer all of them in one command, with the flags named above'];
  const others = questions.filter(({ code }) => code !== 'KIND_UNCERTAIN').length;
  if (lasting) hint.push(isOne ? ', or for all files: ' : '; a time zone for all files: ', lasting);
  const kindOpen = all.find(({ code }) => code === 'KIND_UNCERTAIN');
  const isKindOpen = kindOpen !== undefined;
  const tellsPayouts = kindOpen === undefined || kindOpen.text.startsWith(PAYOUTS_TOLD);
  const kindHint = tellsPayouts ? kindAnswer : [kindOpen.answer].flat();
  if (isKindOpen && all.length === 1) return new SalesError('inputUnusable', kindOpen.text, { hint: kindHint, questions: all });
  if (isKindOpen || mayBeRecords) {
    const more = others === 1 ? '1 question' : `${others} questions`;
    const asSales = others === 0 ? '' : ` As sales it leaves ${more} open.`;
    const told = tellsPayouts
      ? `${PAYOUTS_TOLD}: it may be settlement records.${asSales}`
      : `${kindOpen.text}${others === 0 ? '' : ` It leaves ${more} open, too.`}`;
    return new SalesError('inputUnusable', told, {
      hint: isKindOpen
        ? [...kindHint, ' …   with the flags named above, all in one command']
        : ['Where a till sends these sales, send it as records:   ', ['sales', 'settle', 'FILE'], '   Otherwise: ', ...hint],
      questions: all,
    });
  }
  return new SalesError('inputUnusable', isOne ? phraseText(first.text) : `The file leaves ${questions.length} questions open.`, {
    hint,
    questions: all,
  });
}

/** How the question about settlement records begins. */
export const PAYOUTS_TOLD = 'The file tells what was paid out';

/** Both ways on, each as a command. */
const kindAnswer: readonly HintPart[] = [
  'Where a till sends these sales, send it as records:   ',
  ['sales', 'settle', 'FILE'],
  '   Where nothing else sends them:   ',
  ['sales', 'upload', '--sales', 'FILE'],
];

/**
 * An `inputUnusable` for an input that no server imports a row of, because no row has one of the fields of {@link importedBy}; null where none
 * is missing. `header` is null where the input is no table.
 */
export function incomplete({
  missing,
  header,
  kind = 'Sales',
  mapping,
  columns,
}: Pick<InputDescription, 'missing' | 'header' | 'kind'> & Partial<Pick<InputDescription, 'mapping' | 'columns'>>): SalesError | null {
  if (missing.length === 0) return null;
  const names = missing.map((field) => `no ${alternatives(insteadOf(kind, field))}`);
  const what = `${phraseText(phrase`${list(names)}`)}, without which servers import no row.`;
  if (header === null)
    return new SalesError('inputUnusable', `The rows have ${what}`, {
      hint: 'Name the members as the Sales API does, amount, currency and transactionDate, or use a table, in which other names are recognised',
      questions: missing.map((field) =>
        questionOf({ code: 'FIELD_MISSING', field, text: phrase`No row has it.`, answer: ['Add the member'] }),
      ),
    });
  const { alike = [], reading } = columns ?? {};
  const zone = reading?.timezone ?? null;
  const answers = missing.flatMap((field) => answersFor(field, header, alike, zone));
  const paidOn = kind === 'Settlement' ? (mapping?.indexOf('payoutDate') ?? -1) : -1;
  const more = (field: RowField) => (field === 'transactionDate' && paidOn >= 0 ? payoutAnswer(paidOn, header) : []);
  return new SalesError('inputUnusable', `The file has ${what}`, {
    hint: hintOf([...eitherOf(answers, '   '), ...(missing.includes('amount') ? sidesAnswer(header) : []), ...missing.flatMap(more)]),
    questions: missing.map((field) => {
      const question = missingQuestion(field, header, alike, zone);
      return questionOf({ ...question, answer: [...question.answer, ...more(field)] });
    }),
  });
}

/** The day of a payout is not that of its payments: taken only where somebody says that it is the day of booking, too. */
function payoutAnswer(column: number, header: readonly string[]): AnswerPart[] {
  return [
    ';   ',
    { when: phrase`they were booked on the day of their payout`, remedies: [columnAnswer('settlementDate', [column], header)] },
  ];
}

/** `a, b or c`. */
function alternatives(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}

function missingQuestion(field: RowField, header: readonly string[], alike: readonly LikeColumn[], zone: string | null): OpenQuestion {
  return {
    code: 'FIELD_MISSING',
    field,
    text: phrase`The file has none, and servers normally import no row without it:`,
    answer: [...eitherOf(answersFor(field, header, alike, zone), '   or   '), ...(field === 'amount' ? sidesAnswer(header) : [])],
  };
}

/** What makes one amount of a column of credits and one of debits; nothing where the header has no such two. It may be a ledger: not taken unasked. */
function sidesAnswer(header: readonly string[]): AnswerPart[] {
  const sides = sideColumns(header);
  if (sides === null) return [];
  const [credits, debits] = sides;
  const whole = sides.map((index) => columnReference(header, index)).join(' - ');
  const when = phrase`each row has a sale in column ${columnShown(header, credits)} or a refund in ${columnShown(header, debits)}, unlike a ledger, which has each sale more than once`;
  return [';   ', { when, remedies: [['--set', `amount=${whole}`]] }];
}

/** The answers, with `link` between them. */
export function either(remedies: readonly Remedy[], link: string): AnswerPart[] {
  return eitherOf(
    remedies.map((remedy) => ({ remedies: [remedy] })),
    link,
  );
}

/** Answers of which one is right, each behind when it is. */
export function eachWhen(...answers: readonly (readonly [when: Phrase, ...remedies: Remedy[]])[]): AnswerPart[] {
  return eitherOf(
    answers.map(([when, ...remedies]) => ({ when, remedies })),
    ';   ',
  );
}

/** Says what the rows with a value in a column are: none of the rows to send, the only ones, or negative. */
export function rowsAre(flag: '--leave-out' | '--only' | '--negative', column: number, value: string, header: readonly string[]): Remedy {
  return [flag, `${columnReference(header, column)}=${maskCardNumbers(value)}`];
}

/** Asks which of several choices of columns a field is; `isOfEarlier`: earlier files had the first. */
export function whichColumn(
  field: string,
  choices: readonly (readonly number[])[],
  header: readonly string[],
  isOfEarlier = false,
): AnswerPart[] {
  const answers = choices.map((columns, at) => ({
    remedies: [columnAnswer(field, columns, header)],
    ...(isOfEarlier && at === 0 && { note: phrase`as in earlier files` }),
  }));
  return ['Say which it is:   ', ...eitherOf(answers, '   or   ')];
}

/** Says that a column, or a date and a time together, mean no field. */
export function asideAnswer(columns: number | readonly number[], header: readonly string[]): Remedy {
  const all = [columns].flat();
  return columnAnswer(`additionalData.${columnReference(header, all[0] ?? 0)}`, all, header);
}

/** Says which columns a field is. */
export function columnAnswer(field: string, columns: readonly number[], header: readonly string[]): Remedy {
  return ['--set', `${field}=${columnsReference(header, columns)}`];
}

export function list(parts: readonly PhraseValue[]): PhraseValue {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : phrase`${parts.slice(0, -1).reduce((some, one) => phrase`${some}, ${one}`)} and ${last}`;
}

const TITLE_CHARS_MAX = 80;

/** A title in quotes, shortened, with card numbers masked. */
export function titleShown(title: string): string {
  return JSON.stringify(maskCardNumbers(title).slice(0, TITLE_CHARS_MAX));
}
