/**
 * Turns what a table leaves open into one refusal: every question that can be seen at once, each with the flags that answer it, so that one
 * more command is enough. Knows no values; questions about them are brought by those who look at them.
 */
import { maskCardNumbers } from '../../contract/card-number.js';
import { SalesError } from '../../contract/problem.js';
import type { Question } from '../../contract/question.js';
import type { Hint, HintPart, Remedy } from '../../contract/remedy.js';
import type { TransactionField } from '../../contract/transaction.js';
import { columnReference, columnShown } from '../columns/column-names.js';
import type { Plan } from '../columns/column-plan.js';
import type { SaidAbove } from '../columns/titles.js';
import type { UnreadTime } from '../columns/zone-columns.js';
import { importedBy } from '../input/imported-by.js';
import type { InputDescription } from '../input/row.js';
import { currencyIn, knownMeaning } from '../words/header-words.js';
import { isNamed, speaksOf } from '../words/lexicon.js';
import { sideColumns } from '../words/side-names.js';
import type { PaymentStep } from './payment-steps.js';
import type { RepeatedTotal } from './repeated-totals.js';

/** One thing that the user must decide before the table can be read. */
export interface OpenQuestion extends Question {
  field: TransactionField;
}

/** What gives a table a field that it does not have. */
export function answerFor(field: TransactionField, header: readonly string[]): Remedy {
  if (field !== 'currency') return { do: 'setColumn', field, columns: [] };
  return { do: 'setConstant', field, value: header.map(currencyIn).find((code) => code !== null) ?? 'CHF' };
}

/** An `inputUnusable` with all `questions`, at least one, and the fields that no column has. */
export function openQuestions(questions: readonly OpenQuestion[], missing: readonly TransactionField[], header: readonly string[]): Error {
  const [first, ...more] = questions;
  const all = [...questions, ...missing.map((field) => missingQuestion(field, header))];
  if (first && more.length === 0)
    return new SalesError('inputUnusable', first.text, { hint: withLasting(first.answer, ', or for all files: ', first), questions: all });
  const lasting = questions.find((question) => question.lasting);
  const hint = withLasting('Answer all of them in one command, with the flags named above', '; a time zone for all files: ', lasting);
  return new SalesError('inputUnusable', `The file leaves ${questions.length} questions open.`, { hint, questions: all });
}

/**
 * An `inputUnusable` for an input that no server imports a row of, because no row has one of the fields of {@link importedBy}; null where none
 * is missing. `header` is null where the input is no table.
 */
export function incomplete({ missing, header }: Pick<InputDescription, 'missing' | 'header'>): SalesError | null {
  if (missing.length === 0) return null;
  if (header === null)
    return new SalesError('inputUnusable', `The rows have ${listed(missing)}, without which servers import no row.`, {
      hint: 'Name the members as the Sales API does, amount, currency and transactionDate, or use a table, in which other names are recognised',
      questions: missing.map((field) => ({ code: 'FIELD_MISSING', field, text: 'No row has it.', answer: 'Add the member' })),
    });
  const questions = missing.map((field) => missingQuestion(field, header));
  return new SalesError('inputUnusable', `The file has ${listed(missing)}, without which servers import no row.`, {
    hint: [
      ...either(
        missing.map((field) => answerFor(field, header)),
        '   ',
      ),
      ...(missing.includes('amount') ? sidesAnswer(header) : []),
    ],
    questions,
  });
}

/** `no amount, no currency and no transactionDate`. */
function listed(missing: readonly TransactionField[]): string {
  return list(missing.map((field) => `no ${field}`));
}

function missingQuestion(field: TransactionField, header: readonly string[]): OpenQuestion {
  const text = 'The file has none, and servers normally import no row without it:';
  return { code: 'FIELD_MISSING', field, text, answer: [answerFor(field, header), ...(field === 'amount' ? sidesAnswer(header) : [])] };
}

/** What makes one amount of a column of credits and one of debits; nothing where the header has no such two. It may be a ledger: not taken unasked. */
function sidesAnswer(header: readonly string[]): HintPart[] {
  const sides = sideColumns(header);
  if (sides === null) return [];
  const [credits, debits] = sides;
  const whole = sides.map((index) => columnReference(header, index)).join(' - ');
  return [
    `;   if each row has a sale in column ${columnShown(header, credits)} or a refund in ${columnShown(header, debits)}, unlike a ledger, which has each sale more than once:   `,
    { do: 'setColumn', field: 'amount', columns: [whole] },
  ];
}

function withLasting(hint: Hint, link: string, question: OpenQuestion | undefined): Hint {
  return question?.lasting ? [...(typeof hint === 'string' ? [hint] : hint), link, question.lasting] : hint;
}

/** The answers, with `link` between them. */
function either(answers: readonly Remedy[], link: string): HintPart[] {
  return answers.flatMap((answer, index) => (index === 0 ? [answer] : [link, answer]));
}

const IN_CENTS_TOO_HIGH = 'An amount in cents would be sent as it is, a hundred times too high';

/** Asks which column a field is. */
export function columnQuestion(
  { field, choices, beside }: Plan['questions'][number],
  header: readonly string[],
  line: number,
): OpenQuestion {
  const answers = choices.map((columns) => columnAnswer(field, columns, header));
  const shown = choices.map((columns) => columns.map((index) => columnShown(header, index)).join(' + '));
  const others = beside.length === 0 ? '' : `, beside ${list(beside.map((index) => columnShown(header, index)))}`;
  const what = isOfMidnight(field, choices)
    ? `column ${shown.at(-1)} has no time of day but midnight, which may stand for none beside another column that may be the time`
    : choices.length === 1 || others !== ''
      ? `${choices.length === 1 ? `column ${shown[0]}` : `one of the columns ${list(shown)}`} may be the ${field}${field === 'amount' ? ', or a part of it' : ''}${others}`
      : `columns ${list(choices.map((columns) => columns.map((index) => index + 1).join(' + ')))} of the header ${choices.length === 2 ? 'both' : 'all'} mean ${field}: ${shown.join(', ')}`;
  const [only = []] = choices;
  const other = columnAnswer(`additionalData.${columnReference(header, only[0] ?? 0)}`, only, header);
  // A date or a currency with a single choice was recognised by its content alone.
  const isOne = choices.length === 1;
  const otherDate = field === 'transactionDate' && isOne ? [';   if it is the date of something else:   ', other] : [];
  const otherCurrency = field === 'currency' && isOne ? [';   if sales have another one:   ', answerFor('currency', header)] : [];
  // A currency beside an amount is in small letters, as programs write it that count in cents.
  const small = field === 'amount' ? beside.find((index) => knownMeaning(header[index] ?? '') === 'currency') : undefined;
  if (small !== undefined && isOne) return smallCodesQuestion(only, small, header, line);
  const isInCents =
    field === 'amount' &&
    (choices.some(([column = -1]) => speaksOf('cents', header[column] ?? '')) ||
      beside.some((index) => isNamed('exponent', header[index] ?? '')));
  const cents = isInCents ? ` ${IN_CENTS_TOO_HIGH}.` : '';
  const unit: HintPart[] = isInCents ? [';   and if it is in cents:   ', { do: 'setMinorUnits' }] : [];
  return {
    code: isOne ? 'COLUMN_UNCERTAIN' : 'COLUMN_AMBIGUOUS',
    field,
    text: `Line ${line}: ${what}.${cents}`,
    answer: ['Say which it is:   ', ...either(answers, '   or   '), ...otherDate, ...otherCurrency, ...unit],
  };
}

function smallCodesQuestion(amount: readonly number[], currency: number, header: readonly string[], line: number): OpenQuestion {
  const shown = (index = -1) => columnShown(header, index);
  return {
    code: 'AMOUNT_IN_CENTS',
    field: 'amount',
    text: `Line ${line}: column ${shown(amount[0])} has whole numbers, and column ${shown(currency)} currencies in small letters, as programs write them that count in cents. ${IN_CENTS_TOO_HIGH}.`,
    answer: ['If they are in cents:   ', { do: 'setMinorUnits' }, ';   if they are not:   ', columnAnswer('amount', amount, header)],
  };
}

/** Whether the last choice is a date alone, and another one is the same date with a time. */
function isOfMidnight(field: TransactionField, choices: readonly (readonly number[])[]): boolean {
  const alone = choices.at(-1) ?? [];
  return field === 'transactionDate' && choices.some((columns) => columns.length > alone.length && columns[0] === alone[0]);
}

const EXAMPLE_CHARS_MAX = 30;

/** Asks about a column that says something about the time, but cannot be read. */
export function unreadQuestion({ column, says, example }: UnreadTime, header: readonly string[], line: number): OpenQuestion {
  const shown = columnShown(header, column);
  const text = JSON.stringify(maskCardNumbers(example).slice(0, EXAMPLE_CHARS_MAX));
  const aside = asideAnswer(column, header);
  if (says === 'half') {
    return {
      code: 'HALF_OF_DAY_UNREADABLE',
      field: 'transactionDate',
      text: `Line ${line}: column ${shown} may say whether a time is AM or PM, but it cannot be read as that: ${text}.`,
      answer: ['Write AM or PM after the time;   if it says nothing of the time:   ', aside],
    };
  }
  return {
    code: 'ROW_TIMEZONE_UNREADABLE',
    field: 'transactionDate',
    text: `Line ${line}: column ${shown} gives the zone of each row's time, but ${text} is neither an offset nor an IANA name.`,
    answer: [
      'Write offsets (+01:00) or names as Europe/Zurich there;   if all times are of one zone:   ',
      { do: 'useTimezone', timezone: null },
      ' ',
      aside,
    ],
  };
}

/** Asks whether a column that means no field is the reference, where nothing else tells equal sales apart. */
export function referenceQuestion(columns: readonly number[], header: readonly string[], line: number): OpenQuestion {
  const shown = list(columns.map((index) => columnShown(header, index)));
  return {
    code: 'REFERENCE_UNKNOWN',
    field: 'transactionReference',
    text: `Line ${line}: no column tells two sales of one minute and amount apart, but ${columns.length === 1 ? 'column' : 'each of the columns'} ${shown} has another value in every row, as a reference does. Without it, the second of two such sales counts as the first one sent again.`,
    answer: [
      'Say which it is:   ',
      ...either(
        columns.map((index) => columnAnswer('transactionReference', [index], header)),
        '   or   ',
      ),
      ';   if it is none:   ',
      asideAnswer(columns[0] ?? 0, header),
    ],
  };
}

/** Asks whether amounts are in cents, where a title says so. */
export function centsQuestion({ title, lines }: SaidAbove): OpenQuestion {
  return {
    code: 'AMOUNT_IN_CENTS',
    field: 'amount',
    text: `Above the header stands ${titleShown(title)}. ${IN_CENTS_TOO_HIGH}.`,
    answer: ['If they are in cents:   ', { do: 'setMinorUnits' }, ';   if they are not:   ', { do: 'skipRows', lines }],
  };
}

const TITLE_CHARS_MAX = 80;

/** A title in quotes, shortened, with card numbers masked. */
export function titleShown(title: string): string {
  return JSON.stringify(maskCardNumbers(title).slice(0, TITLE_CHARS_MAX));
}

/**
 * Asks whether an amount is the total of a receipt that has a line for each item. `field` is what the column of items means; null where it
 * means none.
 */
export function repeatedQuestion(
  { amount, receipt, item, line, of }: RepeatedTotal,
  field: TransactionField | null,
  header: readonly string[],
): OpenQuestion {
  const shown = (column: number) => columnShown(header, column);
  return {
    code: 'AMOUNT_REPEATED',
    field: 'amount',
    text: `Line ${line}: column ${shown(amount)} repeats the amount of line ${of} in another line of the same receipt (columns ${shown(item)} and ${shown(receipt)}): it may be the total of the receipt, and would be sent once for each line.`,
    answer: [
      "If it is, keep one line of each receipt in the file, or name the column of the lines' own amounts with ",
      { do: 'setColumn', field: 'amount', columns: [] },
      ';   if each line is a sale of that amount:   ',
      meantAnswer(item, field, header),
    ],
  };
}

/** Asks whether rows of one payment are its steps. `field` is what the column of steps means; null where it means none. */
export function stepQuestion(
  { amount, payment, step, line, of, kinds }: PaymentStep,
  field: TransactionField | null,
  header: readonly string[],
): OpenQuestion {
  const shown = (column: number) => columnShown(header, column);
  return {
    code: 'STEPS_OF_PAYMENT',
    field: 'amount',
    text: `Line ${line}: column ${shown(amount)} has the amount of line ${of} once more, for the same payment (column ${shown(payment)}) and another step (column ${shown(step)}), as far as the names tell: each line would be sent as a sale.`,
    answer: [
      'If they are steps of one payment, say which of them is the sale:   ',
      rowsAnswer(step, kinds[0], header),
      '   or   ',
      rowsAnswer(step, kinds[1], header),
      ';   if each line is a sale:   ',
      meantAnswer(step, field, header),
    ],
  };
}

/** Says that the rows with this text in a column are the sales. */
function rowsAnswer(column: number, value: string, header: readonly string[]): Remedy {
  return { do: 'onlyRows', column: columnReference(header, column), value: maskCardNumbers(value) };
}

/** Confirms what a column means: a field, or none. */
function meantAnswer(column: number, field: TransactionField | null, header: readonly string[]): Remedy {
  return field === null ? asideAnswer(column, header) : columnAnswer(field, [column], header);
}

/** Says that a column means no field. */
export function asideAnswer(column: number, header: readonly string[]): Remedy {
  return columnAnswer(`additionalData.${columnReference(header, column)}`, [column], header);
}

/** Says which columns a field is. */
export function columnAnswer(field: string, columns: readonly number[], header: readonly string[]): Remedy {
  return { do: 'setColumn', field, columns: columns.map((index) => columnReference(header, index)) };
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
