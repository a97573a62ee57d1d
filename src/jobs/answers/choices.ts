/**
 * What a person can choose as the answer to a question about a file: each choice in words, with the first values of its columns beside it, and
 * the likeliest first. Only what the file or the machine shows is proposed. It asks nothing.
 */

import { own } from '../../contract/own-names.js';
import { fieldShown, type Phrase, type PhraseValue, phrase } from '../../contract/phrase.js';
import type { Question, QuestionAnswer, QuestionCode } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import { columnReference } from '../../files/columns/column-names.js';
import { numberFields } from '../../files/input/record-kind.js';
import { columnAnswer } from '../../files/questions/open-questions.js';
import { amountsIn } from '../../files/values/amount-text.js';
import { datesIn } from '../../files/values/date-text.js';
import { dateFields } from '../../files/values/date-values.js';
import { timeZoneNamed } from '../../files/values/time-zone.js';
import { speaksOf } from '../../files/words/lexicon.js';
import { pairIn } from './answer-parts.js';
import { type AskedQuestion, all, type Choice, columnTyped, referenceShown, type SeenTable } from './asked-question.js';
import { currencyNamed, currencyQuestion, timeQuestion, zoneQuestion, zonesProposed } from './value-questions.js';

const titles: Partial<Record<QuestionCode, Phrase>> = {
  DECIMAL_SIGN_AMBIGUOUS: phrase`How are the amounts written?`,
  DATE_ORDER_AMBIGUOUS: phrase`How are the dates written?`,
  TIMEZONE_IN_TITLE: phrase`Which time zone does the clock of the till have?`,
  TIMEZONE_CHANGED: phrase`Which time zone does the clock of the till have?`,
  ROW_TIMEZONE_UNREADABLE: phrase`Which time zone do the times have?`,
  HALF_OF_DAY_UNREADABLE: phrase`What does this column say?`,
  AMOUNT_IN_CENTS: phrase`Are the amounts in cents?`,
  SIGNS_UNCERTAIN: phrase`Did money go the other way?`,
  AMOUNT_REPEATED: phrase`Is this the total of a receipt?`,
  COLUMN_CHANGED: phrase`What is this column?`,
  PLACE_UNCERTAIN: phrase`Which till or location is this file of?`,
};

const titlesOfKind: Record<UploadKind, Partial<Record<QuestionCode, Phrase>>> = {
  Sales: { STEPS_OF_PAYMENT: phrase`Which rows are the sales?`, REFERENCE_UNKNOWN: phrase`Which column tells two equal sales apart?` },
  Settlement: {
    STEPS_OF_PAYMENT: phrase`Which rows are the settlement records?`,
    REFERENCE_UNKNOWN: phrase`Which column tells two equal settlement records apart?`,
    TIMEZONE_IN_TITLE: phrase`Which time zone do the times of the settlement records have?`,
    TIMEZONE_CHANGED: phrase`Which time zone do the times of the settlement records have?`,
  },
};

/** Null where the question has no answer that could be chosen, as about JSON. */
export function askedAs({ code, field, answers: alternatives }: Question, table: SeenTable): AskedQuestion | null {
  if (alternatives.length === 0) return null;
  if (code === 'KIND_UNCERTAIN') return kindQuestion(alternatives);
  if (code === 'FIELD_MISSING' && field === 'currency') return currencyQuestion(table);
  if (code === 'TIMEZONE_MISSING') return zoneQuestion(table);
  if (code === 'TIME_OF_DAY_MISSING') return timeQuestion(field, alternatives, table);
  const cutsCards = alternatives.some(({ remedies }) => hasFlag(remedies, '--pan'));
  const isOfColumns = !cutsCards && (code === 'FIELD_MISSING' || code === 'COLUMN_AMBIGUOUS' || code === 'COLUMN_UNCERTAIN');
  const choices = isOfColumns ? columnChoices(field, alternatives, table) : alternatives.flatMap((one) => choicesOf(one, field, table));
  const setsColumn = isOfColumns || alternatives.some(({ remedies }) => remedies.some(isOpenColumn));
  return {
    samples: table.samples,
    title: titlesOfKind[table.kind][code] ?? titles[code] ?? phrase`Which column is the ${fieldShown(field)}?`,
    choices,
    proposed: null,
    typing: setsColumn
      ? phrase`the name of another column`
      : alternatives.some(leavesZone)
        ? phrase`another time zone, such as Europe/London`
        : '',
    typed: (text) => {
      const column = setsColumn ? columnTyped(text, table.header) : null;
      if (column !== null) return [columnAnswer(field, [column], table.header)];
      const open = alternatives.find(leavesZone);
      return open && timeZoneNamed(text) ? withZone(open.remedies, text) : null;
    },
  };
}

/** Nothing shows which it is: the same file is one of a shop with a till, and one of a shop without. */
function kindQuestion(alternatives: readonly QuestionAnswer[]): AskedQuestion {
  const mayBeRecords = alternatives.some(({ remedies: [only = []] }) => only[1] === 'settle' && only.length === 3);
  const choices = alternatives.map(({ when, remedies }): Choice => {
    const ofRecords = hasFlag(remedies, '--sales')
      ? phrase`sales: nothing else sends them`
      : phrase`settlement records: a till, or another file, sends these sales`;
    return { text: mayBeRecords ? ofRecords : (when ?? ''), columns: [], remedies };
  });
  return {
    samples: [],
    title: mayBeRecords ? phrase`Are these sales, or settlement records?` : phrase`What is this table?`,
    choices,
    proposed: null,
    typing: '',
    typed: () => null,
  };
}

const COLUMNS_SHOWN = 12;

const byLook = [...numberFields, 'currency', ...dateFields];

/** The columns in question, then those that mean nothing yet and can be read as the field; and what else may be the answer. */
function columnChoices(field: string, alternatives: readonly QuestionAnswer[], table: SeenTable): Choice[] {
  const { header, mapping, samples, rivals } = table;
  const isOfField = (one: Choice) => isOfColumn(one) && pairIn(one.remedies[0]?.[1])[0] === field;
  const isCents = ({ remedies }: Pick<Choice, 'remedies'>) => hasFlag(remedies, '--minor-units');
  const given = alternatives.filter((one) => !one.remedies.some(isOpenColumn)).flatMap((one) => choicesOf(one, field, table));
  const free = header.flatMap((_, index) => (isFree(mapping[index]) ? [index] : []));
  const isLike = (index: number) => !byLook.includes(field) || all(samples[index], (text) => looksLike(field, text));
  const others = free.filter(isLike).map((index) => [index]);
  const columns = [
    ...given.filter(isOfField).map((one) => (one.columns.length === 0 ? one : { ...one, text: columnsShown(one.columns, table) })),
    ...[...(own(rivals, field) ?? []), ...others].map((indexes) => columnChoice(field, indexes, table)),
  ];
  const unique = columns.filter((one, at) => columns.findIndex((other) => isSame(one, other)) === at).slice(0, COLUMNS_SHOWN);
  const asked = alternatives.some(isCents)
    ? unique.flatMap((one) => [
        { ...one, remedies: [...one.remedies, ['--no-minor-units']] },
        { ...one, text: phrase`${one.text}, in cents`, remedies: [...one.remedies, ['--minor-units']] },
      ])
    : unique;
  return [...asked, ...given.filter((one) => !isOfField(one) && !isCents(one))];
}

/** Whether a column means nothing yet. */
function isFree(mapping: string | null | undefined): boolean {
  return mapping === null || mapping === undefined || mapping.startsWith('additionalData.');
}

function isOfColumn({ remedies }: Choice): boolean {
  return remedies.length === 1 && remedies[0]?.[0] === '--set' && !isAside(remedies[0]);
}

function isSame(one: Choice, other: Choice): boolean {
  return JSON.stringify(one.remedies) === JSON.stringify(other.remedies);
}

function looksLike(field: string, text: string): boolean {
  if ((numberFields as readonly string[]).includes(field)) return amountsIn(text).length > 0;
  if (field === 'currency') return currencyNamed(text) !== null;
  return datesIn(text).length > 0;
}

function columnChoice(field: string, indexes: readonly number[], table: SeenTable): Choice {
  return { text: columnsShown(indexes, table), columns: indexes, remedies: [columnAnswer(field, indexes, table.header)] };
}

function columnsShown(indexes: readonly number[], { header }: SeenTable): PhraseValue {
  return indexes.map((index) => referenceShown(header, index)).reduce((all, one) => phrase`${all} + ${one}`);
}

/** An answer as the reader gave it; one that leaves a zone or a column open becomes a choice for each that may be meant. */
function choicesOf(one: QuestionAnswer, field: string, table: SeenTable): Choice[] {
  const { remedies, when } = one;
  if (leavesZone(one))
    return zonesProposed(table.timeZone).map((zone) => {
      const isOf = phrase`the zone is ${zone}`;
      return choiceOf({ remedies: withZone(remedies, zone), when: when ? phrase`${when}: ${isOf}` : isOf }, table);
    });
  if (remedies.some(isOpenColumn)) {
    const free = table.header.flatMap((_, index) => (isFree(table.mapping[index]) ? [index] : []));
    return free
      .filter((index) => all(table.samples[index], (text) => looksLike(field, text)) && !speaksOf('aNumber', table.header[index] ?? ''))
      .map((index) => columnChoice(field, [index], table));
  }
  return [choiceOf(one, table)];
}

function choiceOf({ remedies, when, note }: QuestionAnswer, table: SeenTable): Choice {
  const [first = []] = remedies;
  const columns = first[0] === '--set' ? columnsIn(pairIn(first[1])[1], table.header) : [];
  const done = remedies.map((remedy) => remedyText(remedy, table.kind)).reduce((all, one) => phrase`${all}, ${one}`);
  const isNamed = (first[0] === '--set' && !isAside(first)) || first[0] === '--const';
  const text = when && isNamed ? phrase`${when}: ${done}` : (when ?? done);
  return { text: note ? phrase`${text}: ${note}` : text, columns, remedies };
}

function remedyText(remedy: Remedy, kind: UploadKind): PhraseValue {
  const [flag, given = ''] = remedy;
  const [name, value] = pairIn(given);
  switch (flag) {
    case '--set': {
      const columns = value.split('+').join(' + ');
      if (value.startsWith('- ')) return phrase`${value.slice(2)} with the other sign is the ${fieldShown(name)}`;
      if (!isAside(remedy)) return phrase`${columns} is the ${fieldShown(name)}`;
      return kind === 'Sales'
        ? phrase`${columns} is no field of a sale, and sent as additional data`
        : phrase`${columns} is no field of a settlement record, and sent as additional data`;
    }
    case '--const':
      return phrase`${fieldShown(name)} ${value} in every row`;
    case '--decimal':
      return given === ',' ? phrase`a comma before the cents` : phrase`a point before the cents`;
    case '--date-format':
    case '--timezone':
      return given;
    case '--only':
      return phrase`those with ${name} ${value}`;
    case '--negative':
      return phrase`those with ${name} ${value} are below zero`;
    case '--minor-units':
      return phrase`in cents, or the smallest unit of their currency`;
    case '--no-minor-units':
      return phrase`in whole units of their currency`;
    case '--pan':
      return phrase`cut to the first six and the last four digits`;
    case '--time':
      return phrase`at ${given}`;
    case '--skip-rows':
      return phrase`not what stands above the header`;
    default:
      return '';
  }
}

function hasFlag(remedies: readonly Remedy[], name: string): boolean {
  return remedies.some(([flag]) => flag === name);
}

function leavesZone({ remedies }: QuestionAnswer): boolean {
  return remedies.some(isOpenZone);
}

function withZone(remedies: readonly Remedy[], timezone: string): Remedy[] {
  return remedies.map((remedy) => (isOpenZone(remedy) ? ['--timezone', timezone] : remedy));
}

function isOpenZone([flag, zone]: Remedy): boolean {
  return flag === '--timezone' && zone === 'ZONE';
}

function isOpenColumn([flag, given]: Remedy): boolean {
  return flag === '--set' && pairIn(given)[1] === 'COLUMN';
}

/** Whether it says that a column is no field. */
function isAside([, given = '']: Remedy): boolean {
  return given.startsWith('additionalData.');
}

function columnsIn(reference: string, header: readonly string[]): number[] {
  return reference.split('+').flatMap((one) => header.flatMap((_, index) => (columnReference(header, index) === one ? [index] : [])));
}
