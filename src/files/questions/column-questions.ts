/** What the names of the columns, the lines above them and the first cells leave open. */
import { maskCardNumbers } from '../../contract/card-number.js';
import type { HintPart } from '../../contract/remedy.js';
import type { TransactionField } from '../../contract/transaction.js';
import { columnReference, columnShown } from '../columns/column-names.js';
import type { Plan } from '../columns/plan.js';
import { centsAbove } from '../columns/titles.js';
import { knownMeaning } from '../words/header-words.js';
import { isNamed, speaksOf } from '../words/lexicon.js';
import type { AskedTable, Detection } from './detection.js';
import { answerFor, asideAnswer, columnAnswer, either, list, type OpenQuestion, titleShown } from './open-questions.js';

/** Asks which columns fields are. */
export function columnsInQuestion({ layout, line }: AskedTable): Detection[] {
  const { header, questions, masksCards } = layout;
  const asked = (question: Plan['questions'][number]) =>
    question.field === 'cardNumberMasked' && question.choices.every(([column = -1]) => knownMeaning(header[column] ?? '') === null)
      ? fullCardsQuestion(question, header, line, masksCards)
      : columnQuestion(question, header, line);
  return [{ questions: () => questions.map(asked) }];
}

/** Asks about full card numbers, which are sent only where they are cut; as anything else than the number of the card they never are. */
function fullCardsQuestion(
  { field, choices }: Plan['questions'][number],
  header: readonly string[],
  line: number,
  masksCards: boolean,
): OpenQuestion {
  const columns = choices.flat();
  const shown = columns.map((index) => columnShown(header, index));
  const answers = choices.map((choice): HintPart[] => [
    columnAnswer(field, choice, header),
    ...(masksCards ? [] : [' ', { do: 'maskCards' } as const]),
  ]);
  const names = columns.map((index) => columnReference(header, index));
  return {
    code: choices.length === 1 ? 'COLUMN_UNCERTAIN' : 'COLUMN_AMBIGUOUS',
    field,
    text: `Line ${line}: column ${list(shown)} has full card numbers, which are sent only as the number of the card, cut to their first six and last four digits.`,
    answer: [
      'Say which it is, and that they are cut:   ',
      ...answers.flatMap((answer, index) => (index === 0 ? answer : ['   or   ', ...answer])),
      `;   to leave ${names.length === 1 ? 'the column' : 'one'} out, write below [other columns] of a mapping file:   leave out = ${names[0]}`,
    ],
  };
}

const IN_CENTS_TOO_HIGH = 'An amount in cents would be sent as it is, a hundred times too high';

/** Asks which column a field is. */
function columnQuestion({ field, choices, beside }: Plan['questions'][number], header: readonly string[], line: number): OpenQuestion {
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
  const isOfPayout = otherDate.length > 0 && speaksOf('otherMoney', header[only[0] ?? 0] ?? '');
  const payout = isOfPayout ? ' By its name it is the day of a pay-out, and a list of pay-outs has no sales to send.' : '';
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
    text: `Line ${line}: ${what}.${cents}${payout}`,
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
export function timesInQuestion({ layout: { unreadTime, header }, line }: AskedTable): Detection[] {
  if (!unreadTime) return [];
  const { column, says, example } = unreadTime;
  const shown = columnShown(header, column);
  const text = JSON.stringify(maskCardNumbers(example).slice(0, EXAMPLE_CHARS_MAX));
  const aside = asideAnswer(column, header);
  const question: Omit<OpenQuestion, 'field'> =
    says === 'half'
      ? {
          code: 'HALF_OF_DAY_UNREADABLE',
          text: `Line ${line}: column ${shown} may say whether a time is AM or PM, but it cannot be read as that: ${text}.`,
          answer: ['Write AM or PM after the time;   if it says nothing of the time:   ', aside],
        }
      : {
          code: 'ROW_TIMEZONE_UNREADABLE',
          text: `Line ${line}: column ${shown} gives the zone of each row's time, but ${text} is neither an offset nor an IANA name.`,
          answer: [
            'Write offsets (+01:00) or names as Europe/Zurich there;   if all times are of one zone:   ',
            { do: 'useTimezone', timezone: null },
            ' ',
            aside,
          ],
        };
  return [{ questions: () => [{ ...question, field: 'transactionDate' }] }];
}

/** Asks whether amounts are in cents, where a title says so. */
export function centsInTitle({ layout, titles, readings }: AskedTable): Detection[] {
  const above = !layout.minorUnits && readings.some(({ source }) => source.field === 'amount') ? centsAbove(titles) : null;
  if (!above) return [];
  const question: OpenQuestion = {
    code: 'AMOUNT_IN_CENTS',
    field: 'amount',
    text: `Above the header stands ${titleShown(above.title)}. ${IN_CENTS_TOO_HIGH}.`,
    answer: ['If they are in cents:   ', { do: 'setMinorUnits' }, ';   if they are not:   ', { do: 'skipRows', lines: above.lines }],
  };
  return [{ questions: () => [question] }];
}
