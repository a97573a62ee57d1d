/**
 * What a person can choose as the answer to a question about a file: each choice in words, with the first values of its columns beside it, and
 * the likeliest first. Only what the file or the machine shows is proposed. It asks nothing.
 */

import { own } from '../../contract/own-names.js';
import type { Question, QuestionCode } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import { columnReference } from '../../files/columns/column-names.js';
import { amountsIn } from '../../files/values/amount-text.js';
import { datesIn } from '../../files/values/date-text.js';
import { dateFields } from '../../files/values/date-values.js';
import { timeZoneNamed } from '../../files/values/time-zone.js';
import { type Alternative, alternativesIn } from './answer-parts.js';
import { type AskedQuestion, all, type Choice, columnRemedy, columnTyped, referenceShown, type SeenTable } from './asked-question.js';
import { currencyNamed } from './currency-shown.js';
import { currencyQuestion, timeQuestion, zoneQuestion, zonesProposed } from './value-questions.js';

const titles: Partial<Record<QuestionCode, string>> = {
  DECIMAL_SIGN_AMBIGUOUS: 'How are the amounts written?',
  DATE_ORDER_AMBIGUOUS: 'How are the dates written?',
  TIMEZONE_IN_TITLE: 'Which time zone does the clock of the till have?',
  TIMEZONE_CHANGED: 'Which time zone does the clock of the till have?',
  ROW_TIMEZONE_UNREADABLE: 'Which time zone do the times have?',
  HALF_OF_DAY_UNREADABLE: 'What does this column say?',
  AMOUNT_IN_CENTS: 'Are the amounts in cents?',
  AMOUNT_REPEATED: 'Is this the total of a receipt?',
  COLUMN_CHANGED: 'What is this column?',
};

const titlesOfKind: Record<UploadKind, Partial<Record<QuestionCode, string>>> = {
  Sales: { STEPS_OF_PAYMENT: 'Which rows are the sales?', REFERENCE_UNKNOWN: 'Which column tells two equal sales apart?' },
  Settlement: {
    STEPS_OF_PAYMENT: 'Which rows are the settlement records?',
    REFERENCE_UNKNOWN: 'Which column tells two equal settlement records apart?',
    TIMEZONE_IN_TITLE: 'Which time zone do the times of the settlement records have?',
    TIMEZONE_CHANGED: 'Which time zone do the times of the settlement records have?',
  },
};

/** Null where the question has no answer that could be chosen, as about JSON. */
export function askedAs({ code, field, answer }: Question, table: SeenTable): AskedQuestion | null {
  const alternatives = alternativesIn(answer);
  if (alternatives.length === 0) return null;
  if (code === 'KIND_UNCERTAIN') return kindQuestion(alternatives);
  if (code === 'FIELD_MISSING' && field === 'currency') return currencyQuestion(table);
  if (code === 'TIMEZONE_MISSING') return zoneQuestion(table);
  if (code === 'TIME_OF_DAY_MISSING') return timeQuestion(field, alternatives, table);
  const cutsCards = alternatives.some(({ remedies }) => remedies.some((remedy) => remedy.do === 'maskCards'));
  const isOfColumns = !cutsCards && (code === 'FIELD_MISSING' || code === 'COLUMN_AMBIGUOUS' || code === 'COLUMN_UNCERTAIN');
  const choices = isOfColumns ? columnChoices(field, alternatives, table) : alternatives.flatMap((one) => choicesOf(one, field, table));
  const setsColumn = isOfColumns || alternatives.some(({ remedies }) => remedies.some(isOpenColumn));
  return {
    samples: table.samples,
    title: titlesOfKind[table.kind][code] ?? titles[code] ?? `Which column is the ${field}?`,
    choices,
    proposed: null,
    typing: setsColumn ? 'the name of another column' : alternatives.some(leavesZone) ? 'another time zone, such as Europe/London' : '',
    typed: (text) => {
      const column = setsColumn ? columnTyped(text, table.header) : null;
      if (column !== null) return [columnRemedy(field, [column], table.header)];
      const open = alternatives.find(leavesZone);
      return open && timeZoneNamed(text) ? withZone(open.remedies, text) : null;
    },
  };
}

/** Nothing shows which it is: the same file is one of a shop with a till, and one of a shop without. */
function kindQuestion(alternatives: readonly Alternative[]): AskedQuestion {
  const choices = alternatives.map(({ remedies }): Choice => {
    const isSales = remedies.some((remedy) => remedy.do === 'takeAsSales');
    const text = isSales ? 'sales: nothing else sends them' : 'settlement records: a till, or another file, sends these sales';
    return { text, columns: [], remedies };
  });
  return { samples: [], title: 'Are these sales, or settlement records?', choices, proposed: null, typing: '', typed: () => null };
}

const COLUMNS_SHOWN = 12;

const byLook = ['amount', 'currency', ...dateFields];

/** The columns in question, then those that mean nothing yet and can be read as the field; and what else may be the answer. */
function columnChoices(field: string, alternatives: readonly Alternative[], table: SeenTable): Choice[] {
  const { header, mapping, samples, rivals } = table;
  const inCents: Remedy = { do: 'setMinorUnits' };
  const isCents = ({ remedies }: Pick<Choice, 'remedies'>) => remedies.some((remedy) => remedy.do === inCents.do);
  const given = alternatives.filter((one) => !one.remedies.some(isOpenColumn)).flatMap((one) => choicesOf(one, field, table));
  const free = header.flatMap((_, index) => (isFree(mapping[index]) ? [index] : []));
  const isLike = (index: number) => !byLook.includes(field) || all(samples[index], (text) => looksLike(field, text));
  const others = free.filter(isLike).map((index) => [index]);
  const columns = [
    ...given.filter(isOfColumn).map((one) => (one.columns.length === 0 ? one : { ...one, text: one.text.replace(` is the ${field}`, '') })),
    ...[...(own(rivals, field) ?? []), ...others].map((indexes) => columnChoice(field, indexes, table)),
  ];
  const unique = columns.filter((one, at) => columns.findIndex((other) => isSame(one, other)) === at).slice(0, COLUMNS_SHOWN);
  const asked = alternatives.some(isCents)
    ? unique.flatMap((one) => [one, { ...one, text: `${one.text}, in cents`, remedies: [...one.remedies, inCents] }])
    : unique;
  return [...asked, ...given.filter((one) => !isOfColumn(one) && !isCents(one))];
}

/** Whether a column means nothing yet. */
function isFree(mapping: string | null | undefined): boolean {
  return mapping === null || mapping === undefined || mapping.startsWith('additionalData.');
}

function isOfColumn({ remedies }: Choice): boolean {
  return remedies.length === 1 && remedies[0]?.do === 'setColumn' && !remedies[0].field.startsWith('additionalData.');
}

function isSame(one: Choice, other: Choice): boolean {
  return JSON.stringify(one.remedies) === JSON.stringify(other.remedies);
}

function looksLike(field: string, text: string): boolean {
  if (field === 'amount') return amountsIn(text).length > 0;
  if (field === 'currency') return currencyNamed(text) !== null;
  return datesIn(text).length > 0;
}

function columnChoice(field: string, indexes: readonly number[], { header }: SeenTable): Choice {
  const text = indexes.map((index) => referenceShown(header, index)).join(' + ');
  return { text, columns: indexes, remedies: [columnRemedy(field, indexes, header)] };
}

/** An answer as the reader gave it; one that leaves a zone or a column open becomes a choice for each that may be meant. */
function choicesOf(one: Alternative, field: string, table: SeenTable): Choice[] {
  const { remedies, when, note } = one;
  if (leavesZone(one))
    return zonesProposed(table.timeZone).map((zone) => choiceOf(withZone(remedies, zone), joined(when, `the zone is ${zone}`), table));
  if (remedies.some(isOpenColumn)) {
    const free = table.header.flatMap((_, index) => (isFree(table.mapping[index]) ? [index] : []));
    return free
      .filter((index) => all(table.samples[index], (text) => looksLike(field, text)))
      .map((index) => columnChoice(field, [index], table));
  }
  return [choiceOf(remedies, when, table, note)];
}

function choiceOf(remedies: readonly Remedy[], when: string, table: SeenTable, note = ''): Choice {
  const [first] = remedies;
  const columns = first?.do === 'setColumn' ? columnsIn(first.columns, table.header) : [];
  const done = remedies.map((remedy) => remedyText(remedy, table.kind)).join(', ');
  const said = when === '' ? done : when;
  const isNamed = when !== '' && ((first?.do === 'setColumn' && !first.field.startsWith('additionalData.')) || first?.do === 'setConstant');
  const text = isNamed ? `${when}: ${done}` : said;
  return { text: note === '' ? text : `${text}: ${note}`, columns, remedies };
}

function remedyText(remedy: Remedy, kind: UploadKind): string {
  switch (remedy.do) {
    case 'setColumn':
      if (!remedy.field.startsWith('additionalData.')) return `${remedy.columns.join(' + ')} is the ${remedy.field}`;
      return `${remedy.columns.join(' + ')} is no field of a ${kind === 'Sales' ? 'sale' : 'settlement record'}, and sent as additional data`;
    case 'setConstant':
      return `${remedy.field} ${remedy.value} in every row`;
    case 'setDecimal':
      return remedy.sign === ',' ? 'a comma before the cents' : 'a point before the cents';
    case 'setDateFormat':
      return remedy.pattern;
    case 'useTimezone':
      return remedy.timezone ?? '';
    case 'onlyRows':
      return `those with ${remedy.column} ${remedy.value}`;
    case 'setMinorUnits':
      return 'in cents, or the smallest unit of their currency';
    case 'maskCards':
      return 'cut to the first six and the last four digits';
    case 'setTime':
      return `at ${remedy.time}`;
    case 'skipRows':
      return 'not what stands above the header';
    default:
      return '';
  }
}

function joined(one: string, other: string): string {
  return one === '' ? other : `${one}: ${other}`;
}

function leavesZone({ remedies }: Alternative): boolean {
  return remedies.some((remedy) => remedy.do === 'useTimezone' && remedy.timezone === null);
}

function withZone(remedies: readonly Remedy[], timezone: string): Remedy[] {
  return remedies.map((remedy) => (remedy.do === 'useTimezone' && remedy.timezone === null ? { ...remedy, timezone } : remedy));
}

function isOpenColumn(remedy: Remedy): boolean {
  return remedy.do === 'setColumn' && remedy.columns.length === 0;
}

function columnsIn(references: readonly string[], header: readonly string[]): number[] {
  return references.flatMap((reference) => header.flatMap((_, index) => (columnReference(header, index) === reference ? [index] : [])));
}
