/**
 * What a table leaves open, as one refusal: every question that can be seen at once, each with the flags that answer it, so that one more
 * command is enough. Knows no values; those who look at them bring their questions.
 */
import { maskCardNumbers } from '../contract/card-number.js';
import { SalesError } from '../contract/problem.js';
import type { TransactionField } from '../contract/transaction.js';
import { columnReference, columnShown } from './column-names.js';
import type { Plan } from './column-plan.js';
import { currencyIn, speaksOfCents } from './header-words.js';
import type { UnreadTime } from './zone-columns.js';

export interface OpenQuestion {
  field: TransactionField;
  /** What is open, and where; no card number in it. */
  text: string;
  /** The flags that answer it. */
  answer: string;
}

/** Fields without which servers import no row, unless they are told otherwise. */
export const importedBy = ['amount', 'currency', 'transactionDate'] as const;

/** The flag that gives a table a field that it does not have. */
export function flagFor(field: TransactionField, header: readonly string[]): string {
  if (field !== 'currency') return `--set ${field}=COLUMN`;
  return `--const currency=${header.map(currencyIn).find((code) => code !== null) ?? 'CHF'}`;
}

/** `inputUnusable` with all `questions`, of which there is one at least, and the fields that no column has. */
export function openQuestions(questions: readonly OpenQuestion[], missing: readonly TransactionField[], header: readonly string[]): Error {
  const [first, ...more] = questions;
  const lacks = missing.map((field) => [
    field,
    [`The file has none, and servers normally import no row without it: ${flagFor(field, header)}`],
  ]);
  if (first && more.length === 0) return refusal(first.text, first.answer, Object.fromEntries(lacks));
  const errors: Record<string, string[]> = {};
  for (const { field, text, answer } of questions) errors[field] = [...(errors[field] ?? []), `${text} ${answer}`];
  const hint = 'Answer all of them in one command, with the flags named above';
  return refusal(`The file leaves ${questions.length} questions open.`, hint, { ...errors, ...Object.fromEntries(lacks) });
}

function refusal(message: string, hint: string, errors: Record<string, string[]>): SalesError {
  return new SalesError('inputUnusable', message, { hint, errors });
}

/** Which column a field is. */
export function columnQuestion(
  { field, choices, beside }: Plan['questions'][number],
  header: readonly string[],
  line: number,
): OpenQuestion {
  const answers = choices.map((columns) => `--set ${setArgument(field, columns, header)}`);
  const shown = choices.map((columns) => columns.map((index) => columnShown(header, index)).join(' + '));
  const others = beside.length === 0 ? '' : `, beside ${list(beside.map((index) => columnShown(header, index)))}`;
  const what = isOfMidnight(field, choices)
    ? `column ${shown.at(-1)} has no time of day but midnight, which may stand for none beside another column that may be the time`
    : choices.length === 1 || others !== ''
      ? `${choices.length === 1 ? `column ${shown[0]}` : `one of the columns ${list(shown)}`} may be the ${field}${field === 'amount' ? ', or a part of it' : ''}${others}`
      : `columns ${list(choices.map((columns) => columns.map((index) => index + 1).join(' + ')))} of the header ${choices.length === 2 ? 'both' : 'all'} mean ${field}: ${shown.join(', ')}`;
  const [only = []] = choices;
  const other = setArgument(`additionalData.${columnReference(header, only[0] ?? 0)}`, only, header);
  // Known by nothing but its content.
  const isOne = choices.length === 1;
  const otherDate = field === 'transactionDate' && isOne ? `;   if it is the date of something else:   --set ${other}` : '';
  const otherCurrency = field === 'currency' && isOne ? `;   if sales have another one:   ${flagFor('currency', header)}` : '';
  const isInCents = field === 'amount' && choices.some(([column = -1]) => speaksOfCents(header[column] ?? ''));
  const cents = isInCents ? ' An amount in cents would be sent as it is, a hundred times too high: change it in the file first.' : '';
  return {
    field,
    text: `Line ${line}: ${what}.${cents}`,
    answer: `Say which it is:   ${answers.join('   or   ')}${otherDate}${otherCurrency}`,
  };
}

/** Whether the last choice is a date alone, and the others are it with a time. */
function isOfMidnight(field: TransactionField, choices: readonly (readonly number[])[]): boolean {
  const alone = choices.at(-1) ?? [];
  return field === 'transactionDate' && choices.some((columns) => columns.length > alone.length && columns[0] === alone[0]);
}

const EXAMPLE_CHARS_MAX = 30;

/** What a column says of the time, where it cannot be read. */
export function unreadQuestion({ column, says, example }: UnreadTime, header: readonly string[], line: number): OpenQuestion {
  const shown = columnShown(header, column);
  const text = JSON.stringify(maskCardNumbers(example).slice(0, EXAMPLE_CHARS_MAX));
  const aside = `--set ${setArgument(`additionalData.${columnReference(header, column)}`, [column], header)}`;
  if (says === 'half') {
    return {
      field: 'transactionDate',
      text: `Line ${line}: column ${shown} may say whether a time is AM or PM, but it cannot be read as that: ${text}.`,
      answer: `Write AM or PM after the time;   if it says nothing of the time:   ${aside}`,
    };
  }
  return {
    field: 'transactionDate',
    text: `Line ${line}: column ${shown} gives the zone of each row's time, but ${text} is neither an offset nor an IANA name.`,
    answer: `Write offsets (+01:00) or names as Europe/Zurich there;   if all times are of one zone:   --timezone ZONE ${aside}`,
  };
}

/** `amount=Betrag`, quoted for a shell where it must be. */
function setArgument(field: string, columns: readonly number[], header: readonly string[]): string {
  const text = `${field}=${columns.map((index) => columnReference(header, index)).join('+')}`;
  return /^[\p{L}\p{N}=+._/-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
