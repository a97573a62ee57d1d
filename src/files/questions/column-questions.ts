/** What the names of the columns, the lines above them and the first cells leave open. */
import { maskCardNumbers } from '../../contract/card-number.js';
import { fieldShown, type Phrase, phrase } from '../../contract/phrase.js';
import { eitherOf } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import { centsDoubts, speaksOfCents } from '../columns/cents-rules.js';
import { columnReference, columnShown } from '../columns/column-names.js';
import { onlyOf } from '../columns/table-head.js';
import { centsAbove } from '../columns/titles.js';
import type { RowField } from '../input/record-kind.js';
import type { ColumnQuestion } from '../input/row.js';
import { knownMeaning } from '../words/header-words.js';
import type { AskedTable } from './detection.js';
import {
  type AnswerPart,
  answerFor,
  asideAnswer,
  columnAnswer,
  eachWhen,
  list,
  type OpenQuestion,
  titleShown,
  whichColumn,
} from './open-questions.js';

/** Asks which columns fields are. */
export function columnsInQuestion({ layout, line, zone }: AskedTable): OpenQuestion[] {
  const { header, questions, masksCards, kind } = layout;
  const isUnnamed = ([column = -1]: readonly number[]) => knownMeaning(header[column] ?? '', kind) === null;
  return questions.map((question) =>
    question.field === 'cardNumberMasked' && question.choices.every(isUnnamed)
      ? fullCardsQuestion(question, header, line, masksCards)
      : columnQuestion(question, header, line, zone),
  );
}

/** Asks about full card numbers, which are sent only where they are cut; as anything else than the number of the card they never are. */
function fullCardsQuestion({ field, choices }: ColumnQuestion, header: readonly string[], line: number, masksCards: boolean): OpenQuestion {
  const columns = choices.flat();
  const cut: Remedy[] = masksCards ? [] : [['--pan', 'mask']];
  const answers = choices.map((choice) => ({ remedies: [columnAnswer(field, choice, header), ...cut] }));
  return {
    code: codeOf(choices),
    field,
    text: phrase`Line ${line}: column ${list(columns.map((index) => columnShown(header, index)))} has full card numbers, which are sent only as the number of the card, cut to their first six and last four digits.`,
    answer: [
      'Say which it is, and that they are cut:   ',
      ...eitherOf(answers, '   or   '),
      `;   to leave ${columns.length === 1 ? 'the column' : 'one'} out, write below [other columns] of a mapping file:   leave out = ${columnReference(header, columns[0] ?? 0)}`,
    ],
  };
}

function codeOf(choices: ColumnQuestion['choices']): 'COLUMN_UNCERTAIN' | 'COLUMN_AMBIGUOUS' {
  return choices.length === 1 ? 'COLUMN_UNCERTAIN' : 'COLUMN_AMBIGUOUS';
}

const inCentsTooHigh = phrase`An amount in cents would be sent as it is, a hundred times too high.`;

/** Asks which column a field is. */
function columnQuestion(question: ColumnQuestion, header: readonly string[], line: number, zone: string | null): OpenQuestion {
  const { field, choices, beside, because, isOfEarlier = false } = question;
  const only = onlyOf(choices);
  const cents = centsDoubts.find(({ code }) => because.includes(code));
  if (only && cents) {
    const [amount, other] = [only[0], beside.at(-1)].map((index = -1) => columnShown(header, index));
    const text = phrase`Line ${line}: column ${amount ?? ''} ${cents.shown(other ?? '')}, as programs write amounts that count in cents. ${inCentsTooHigh}`;
    return centsQuestion(text, ['--no-minor-units']);
  }
  const name = (column = 0) => header[column] ?? '';
  const isInCents = field === 'amount' && (cents !== undefined || choices.some(([column]) => speaksOfCents(name(column))));
  const more: AnswerPart[] = isInCents ? [';   and ', ...centsAnswer(['--no-minor-units'])] : [];
  // A date or a currency with a single choice was recognised by its content alone.
  const isDate = only !== undefined && field === 'transactionDate';
  if (isDate) more.push(';   ', { when: phrase`it is the date of something else`, remedies: [asideAnswer(only, header)] });
  if (only && field === 'currency')
    more.push(';   ', { when: phrase`sales have another one`, remedies: [answerFor('currency', header, zone)] });
  return {
    code: codeOf(choices),
    field,
    text: isInCents
      ? phrase`Line ${line}: ${openText(question, header)}. ${inCentsTooHigh}`
      : phrase`Line ${line}: ${openText(question, header)}.`,
    answer: [...whichColumn(field, choices, header, isOfEarlier), ...more],
  };
}

/** The question in words. */
function openText({ field, choices, beside }: ColumnQuestion, header: readonly string[]): Phrase {
  const shown = choices.map((columns) => columns.map((index) => columnShown(header, index)).join(' + '));
  if (isOfMidnight(field, choices))
    return phrase`column ${shown.at(-1) ?? ''} has no time of day but midnight, which may stand for none beside another column that may be the time`;
  if (choices.length > 1 && beside.length === 0) {
    const numbers = list(choices.map((columns) => columns.map((index) => index + 1).join(' + ')));
    return choices.length === 2
      ? phrase`columns ${numbers} of the header both mean ${fieldShown(field)}: ${shown.join(', ')}`
      : phrase`columns ${numbers} of the header all mean ${fieldShown(field)}: ${shown.join(', ')}`;
  }
  const others = beside.length === 0 ? '' : phrase`, beside ${list(beside.map((index) => columnShown(header, index)))}`;
  const what = choices.length === 1 ? phrase`column ${shown[0] ?? ''}` : phrase`one of the columns ${list(shown)}`;
  return field === 'amount'
    ? phrase`${what} may be the amount, or a part of it${others}`
    : phrase`${what} may be the ${fieldShown(field)}${others}`;
}

function centsQuestion(text: Phrase, otherwise: Remedy): OpenQuestion {
  return { code: 'AMOUNT_IN_CENTS', field: 'amount', text, answer: centsAnswer(otherwise) };
}

function centsAnswer(otherwise: Remedy): AnswerPart[] {
  return eachWhen([phrase`they are in cents`, ['--minor-units']], [phrase`they are not`, otherwise]);
}

/** Whether the last choice is a date alone, and another one is the same date with a time. */
function isOfMidnight(field: RowField, choices: readonly (readonly number[])[]): boolean {
  const alone = choices.at(-1) ?? [];
  return field === 'transactionDate' && choices.some((columns) => columns.length > alone.length && columns[0] === alone[0]);
}

const EXAMPLE_CHARS_MAX = 30;

/** Asks about a column that says something about the time, but cannot be read. */
export function timesInQuestion({ layout: { unreadTime, header }, line }: AskedTable): OpenQuestion[] {
  if (!unreadTime) return [];
  const { column, says, example } = unreadTime;
  const shown = columnShown(header, column);
  const text = JSON.stringify(maskCardNumbers(example).slice(0, EXAMPLE_CHARS_MAX));
  const aside = asideAnswer(column, header);
  const field = 'transactionDate';
  if (says === 'half')
    return [
      {
        code: 'HALF_OF_DAY_UNREADABLE',
        field,
        text: phrase`Line ${line}: column ${shown} may say whether a time is AM or PM, but it cannot be read as that: ${text}.`,
        answer: ['Write AM or PM after the time;   ', { when: phrase`it says nothing of the time`, remedies: [aside] }],
      },
    ];
  return [
    {
      code: 'ROW_TIMEZONE_UNREADABLE',
      field,
      text: phrase`Line ${line}: column ${shown} gives the zone of each row's time, but ${text} is neither an offset nor an IANA name.`,
      answer: [
        'Write offsets (+01:00) or names as Europe/Zurich there;   ',
        { when: phrase`all times are of one zone`, remedies: [['--timezone', 'ZONE'], aside] },
      ],
    },
  ];
}

/** Asks whether amounts are in cents, where a title says so. */
export function centsInTitle({ layout, titles, readings }: AskedTable): OpenQuestion[] {
  const above = !layout.minorUnits && readings.some(({ source }) => source.field === 'amount') ? centsAbove(titles) : null;
  if (!above) return [];
  const text = phrase`Above the header stands ${titleShown(above.title)}. ${inCentsTooHigh}`;
  return [centsQuestion(text, ['--skip-rows', String(above.lines)])];
}
