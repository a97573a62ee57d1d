/**
 * Decides which column becomes which field: by what the user said, then by a known export as a whole, then by the contract's names, by the
 * table of synonyms and, where nothing else decides, by the content of the first rows. What stays open is a question, never a choice. Reads
 * no rows itself.
 */
import { type TransactionField, transactionFields } from '../../contract/transaction.js';
import type { MappingRules } from '../input/mapping-rules.js';
import type { ColumnQuestion, Confidence, LikeColumn } from '../input/row.js';
import { additionalKey, fieldNamed, isOfRejects, isRejectName, namesOfListing } from '../words/field-names.js';
import { meaningOfWord } from '../words/header-words.js';
import { speaksOf } from '../words/lexicon.js';
import { amountColumns } from './amount-column.js';
import { columnsNamed, sidesNamed } from './column-names.js';
import {
  areEqual,
  columnLike,
  currencyColumns,
  dateColumns,
  fullCards,
  hasCardKinds,
  hasClockTimes,
  hasCurrencies,
  hasTimesAlone,
  likeFields,
  receiptNumbers,
  sameMoment,
  timesInDoubt,
  withOnlyTime,
  withTime,
} from './content-columns.js';
import type { KnownExport } from './exports/known-export.js';
import { columnCalled, knownExportOf } from './known-exports.js';
import { pricesBeside } from './quantity-column.js';
import { undisputed } from './rival-amounts.js';
import { capturedBeside, exponentsBeside, sidesBeside, smallCodesBeside } from './rival-columns.js';
import type { Sample } from './sample.js';
import { sumColumn } from './sum-column.js';
import { type UnreadTime, withHalfAndZone } from './zone-columns.js';

/** The same in words, for people. */
export const confidenceWords: Record<Confidence, string> = {
  given: 'as you say',
  export: 'as in such exports',
  exact: 'exact name',
  synonym: 'synonym',
  content: 'by its content',
};

/** The columns of a field. `hasDebits`: they are two, one of credits and one of debits, of which a row has one. */
export interface PlannedField {
  field: TransactionField;
  columns: readonly number[];
  by: Confidence;
  hasDebits?: boolean;
}

/** What becomes of each column of a header. Columns are indexes from 0. */
export interface Plan {
  /** Each field is there once at most. */
  fields: PlannedField[];
  /** Columns that are items of additionalData on purpose, by their name or because the user said so. */
  items: { columns: readonly number[]; key: string; by: Confidence }[];
  /** The indexes of the columns that are not sent. */
  ignored: ReadonlySet<number>;
  /** Fields that more than one column, or one in doubt, could be. */
  questions: ColumnQuestion[];
  /** A column that belongs to the time and cannot be read; null where there is none. */
  unreadTime: UnreadTime | null;
  /** Columns that nothing is known about; they become items under their own names. */
  rest: number[];
  /** Those of `rest` whose cells look like a field that cells alone do not make. */
  alike: readonly LikeColumn[];
  /** The export that has this header; null where it is not a known one. */
  known: KnownExport | null;
}

/**
 * Plans the columns of the header in line `line`; `sample` has the cells of the first rows; `minorUnits`: amounts are known to be in cents. Fails with `inputUnusable` where `rules` name a
 * column that is not there.
 */
export function planColumns(header: readonly string[], line: number, rules: MappingRules, sample: Sample, minorUnits = false): Plan {
  const draft = draftOf(header, rules, sample, minorUnits);
  takeGiven(draft, rules, line);
  const known = knownExportOf(header);
  if (known) return planOfExport(draft, known, rules);
  takeItems(draft);
  takeByName(draft);
  addTime(draft);
  takeByContent(draft);
  takeOrAskForDate(draft);
  const unreadTime = addHalfAndZone(draft);
  const { fields, items, ignored, questions } = draft;
  const asked = new Set(questions.flatMap(({ choices, beside }) => [...choices.flat(), ...beside]));
  const rest = draft.open().filter((column) => !asked.has(column));
  const alike = likeFields.flatMap((field) => {
    const column = draft.isDecided(field) ? null : columnLike(field, rest, sample);
    return column === null || (field === 'cardNumberMasked' && speaksOf('number', header[column] ?? '')) ? [] : [{ field, column }];
  });
  return { fields, items, ignored, questions, unreadTime, rest, alike, known: null };
}

/** A plan in the making, step by step: a column that one step has used is not there for the next. */
interface Draft extends Pick<Plan, 'fields' | 'items' | 'questions'> {
  header: readonly string[];
  sample: Sample;
  minorUnits: boolean;
  isOfRejects: boolean;
  ignored: Set<number>;
  /** The columns that no step has used yet. */
  open(): number[];
  /** The open columns whose name means `word`. */
  meaning(word: string): number[];
  use(columns: readonly number[]): void;
  isDecided(field: TransactionField): boolean;
  take(field: TransactionField, columns: readonly number[], by: Confidence): void;
  /** Takes a column of credits and one of debits as the amount. */
  takeSides(columns: readonly [number, number], by: Confidence): void;
  /** Takes a single column for the field; several become a question. Does nothing for a field that is decided. */
  claim(field: TransactionField, columns: readonly number[], by: Confidence): void;
  /** Asks which of `choices` the field is. */
  ask(field: TransactionField, choices: readonly (readonly number[])[], beside?: readonly number[]): void;
}

function draftOf(header: readonly string[], rules: MappingRules, sample: Sample, minorUnits: boolean): Draft {
  const fields: Draft['fields'] = [];
  const questions: Draft['questions'] = [];
  const indexes = header.map((_, index) => index);
  const added = namesOfListing(header);
  const ignored = new Set(indexes.filter((index) => isRejectName(header[index] ?? '') || added.includes(header[index] ?? '')));
  const used = new Set(ignored);
  const decided = new Set<string>(Object.keys(rules.constants));
  const open = () => indexes.filter((index) => !used.has(index));
  const use = (columns: readonly number[]) => {
    for (const column of columns) used.add(column);
  };
  const meaningIn = (column: number) => {
    const word = meaningOfWord(header[column] ?? '');
    if (word === 'transactionDate' && hasTimesAlone(column, sample)) return 'time';
    if (word === 'brandId' && hasCardKinds(column, sample)) return null;
    // "TID" is a terminal, but "Tid" is the time of day in the Nordic languages.
    return word === 'terminalId' && hasClockTimes(column, sample) ? 'time' : word;
  };
  const take: Draft['take'] = (field, columns, by) => {
    fields.push({ field, columns, by });
    decided.add(field);
    use(columns);
  };
  const ask: Draft['ask'] = (field, choices, beside = []) => {
    questions.push({ field, choices, beside });
    decided.add(field);
  };
  return {
    header,
    sample,
    minorUnits,
    isOfRejects: isOfRejects(header),
    fields,
    items: [],
    questions,
    ignored,
    open,
    meaning: (word) => open().filter((column) => meaningIn(column) === word),
    use,
    isDecided: (field) => decided.has(field),
    take,
    takeSides: (columns, by) => {
      fields.push({ field: 'amount', columns, by, hasDebits: true });
      decided.add('amount');
      use(columns);
    },
    claim: (field, columns, by) => {
      if (decided.has(field) || columns.length === 0) return;
      const [first = -1, ...others] = columns;
      if (others.every((other) => areEqual(first, other, sample))) take(field, [first], by);
      else ask(field, eachAlone(columns));
    },
    ask,
  };
}

function eachAlone(columns: readonly number[]): number[][] {
  return columns.map((column) => [column]);
}

/** Takes what the user said. */
function takeGiven({ header, items, ignored, use, take, takeSides }: Draft, rules: MappingRules, line: number): void {
  for (const name of rules.leaveOut) {
    const columns = columnsNamed(name, header, line);
    for (const column of columns) ignored.add(column);
    use(columns);
  }
  for (const [name, reference] of Object.entries(rules.columns)) {
    const field = fieldNamed(name);
    const sides = field === 'amount' ? sidesNamed(reference, header, line) : null;
    const columns = sides ?? columnsNamed(reference, header, line);
    if (sides) takeSides(sides, 'given');
    else if (field) take(field, columns, 'given');
    else {
      items.push({ columns, key: additionalKey(name) ?? name, by: 'given' });
      use(columns);
    }
  }
}

function planOfExport(draft: Draft, known: KnownExport, rules: MappingRules): Plan {
  const { header, fields, items, questions, ignored, open } = draft;
  const sides = [known.sides?.credit, known.sides?.debit].map((name) => (name === undefined ? -1 : columnCalled(name, header)));
  const [credit = -1, debit = -1] = sides;
  if (!draft.isDecided('amount') && sides.every((column) => open().includes(column))) draft.takeSides([credit, debit], 'export');
  for (const { field, columns } of columnsOf(known, header)) {
    const free = open();
    if (!draft.isDecided(field) && columns.every((column) => free.includes(column))) draft.take(field, columns, 'export');
  }
  const kept = open().filter((index) => rules.extra === 'keep' || known.keeps.includes((header[index] ?? '').trim()));
  for (const column of open()) if (!kept.includes(column)) ignored.add(column);
  return { fields, items, ignored, questions, unreadTime: null, rest: kept, alike: [], known };
}

/** Takes the columns named `additionalData.<key>`. */
function takeItems({ header, items, open, use }: Draft): void {
  for (const column of open()) {
    const key = additionalKey(header[column] ?? '');
    if (key === null) continue;
    items.push({ columns: [column], key, by: 'exact' });
    use([column]);
  }
}

/** Takes the columns with the contract's names, then the amount, which other columns may dispute, then the synonyms. */
function takeByName(draft: Draft): void {
  const { header, open, claim } = draft;
  const named = (field: TransactionField) => open().filter((column) => fieldNamed(header[column] ?? '') === field);
  for (const field of transactionFields) if (field !== 'amount') claim(field, named(field), 'exact');
  if (!draft.isDecided('amount')) takeAmount(draft);
  for (const field of transactionFields) if (field !== 'amount') claim(field, draft.meaning(field), 'synonym');
  claim('transactionReference', receiptNumbers(draft.meaning('receipt'), draft.sample, draft.isOfRejects), 'synonym');
}

function takeAmount({ header, sample, minorUnits, open, claim, ask }: Draft): void {
  const named = amountColumns(
    header,
    open().filter((column) => !hasCurrencies(column, sample)),
  );
  // What the rows told is kept with the header, like all that only cells tell.
  const by = named.isSure ? named.by : 'content';
  const { columns, beside } = named.isSure ? named : undisputed(named, header, sample);
  // A single column that is not sure says itself that it may be a part.
  const isDoubtful = named.columns.length + named.beside.length === 1;
  const isSure = named.isSure || (!isDoubtful && columns.length === 1 && beside.length === 0);
  const sum = isSure ? null : sumColumn(columns, beside, header, open(), sample);
  const [sure] = isSure ? columns : sum === null ? [] : [sum];
  const prices = sure === undefined ? [] : pricesBeside(sure, header, open(), sample);
  const captured = sure === undefined ? [] : capturedBeside(sure, header, open(), sample);
  const sides = sure === undefined ? [] : sidesBeside(sure, header, open(), sample);
  const exponents = minorUnits ? [] : [...exponentsBeside(columns, header, open(), sample), ...smallCodesBeside(columns, header, sample)];
  const rivals = [...prices, ...captured];
  const choices = eachAlone([...columns, ...rivals].sort((a, b) => a - b));
  const isUndisputed = rivals.length + sides.length + exponents.length === 0;
  if (isSure && isUndisputed) claim('amount', columns, by);
  else if (sum !== null && isUndisputed) claim('amount', [sum], 'content');
  else if (columns.length > 0) ask('amount', choices, [...beside, ...sides, ...exponents]);
}

/** Adds the time of day from a column of its own to a date that has none. */
function addTime(draft: Draft): void {
  const { fields, questions, sample, isOfRejects, open, meaning, ask } = draft;
  const date = fields.find(({ field, by }) => field === 'transactionDate' && by !== 'given');
  if (!date) {
    // Where several dates are in question, the time may belong to each of them.
    const withOnly = (day: readonly number[]) => withOnlyTime(day, meaning('time'), sample, isOfRejects);
    for (const one of questions.filter(({ field }) => field === 'transactionDate')) {
      one.choices = one.choices.map(withOnly);
      const same = sameMoment(one.choices, sample);
      if (!same) continue;
      questions.splice(questions.indexOf(one), 1);
      draft.take('transactionDate', same, 'content');
    }
    return;
  }
  const times = withTime(date.columns, meaning('time'), sample, isOfRejects);
  if (times.length === 1) {
    date.columns = [...date.columns, ...times];
    draft.use(times);
    return;
  }
  const doubtful = times.length > 1 ? [] : timesInDoubt(date.columns, meaning('time'), open(), sample, isOfRejects);
  if (times.length === 0 && doubtful.length === 0) return;
  fields.splice(fields.indexOf(date), 1);
  const choices = [...times, ...doubtful].map((time) => [...date.columns, time]);
  // Where the only hint at another column is that all times are midnight, the date may also be complete by itself.
  ask('transactionDate', doubtful.length > 0 ? [...choices, date.columns] : choices);
}

/**
 * Takes the column that can only be the currency. Asks where it is named after an account, a card or a pay-out, since its currency may not be
 * that of the sale; and about full card numbers, which must not be sent as anything else.
 */
function takeByContent({ header, sample, fields, open, isDecided, take, ask }: Draft): void {
  if (fields.length === 0) return;
  const found = isDecided('currency') ? [] : currencyColumns(open(), sample);
  const own = found.filter((column) => !speaksOf('otherCurrency', header[column] ?? ''));
  const ofOther = found.filter((column) => !own.includes(column));
  if (own.length === 1) take('currency', own, 'content');
  else if (ofOther.length === 1) ask('currency', [ofOther]);
  const cards = isDecided('cardNumberMasked') ? [] : fullCards(open(), sample);
  const full = cards.filter((column) => !speaksOf('number', header[column] ?? ''));
  if (full.length > 0) ask('cardNumberMasked', eachAlone(full));
}

/**
 * Takes the only date that may be that of the sale. Where there are several, or its name does not say that it is a date, it asks: they may be
 * of booking, of pay-out, or birthdays.
 */
function takeOrAskForDate(draft: Draft): void {
  const { header, fields, questions, sample, isOfRejects, open, meaning, isDecided, take, ask } = draft;
  const isSale = [...fields, ...questions].some(({ field }) => field === 'amount');
  if (!isSale || isDecided('transactionDate')) return;
  const dates = dateColumns(open(), meaning('time'), sample, isOfRejects);
  const nameOf = ([column = -1]: readonly number[]) => header[column] ?? '';
  const ofSale = dates.filter((columns) => !speaksOf('otherEvent', nameOf(columns)));
  const named = ofSale.filter((columns) => speaksOf('sale', nameOf(columns)));
  const [only, second] = named.length === 1 ? named : ofSale;
  if (only && !second && speaksOf('date', nameOf(only))) take('transactionDate', only, 'synonym');
  else if (dates.length > 0) ask('transactionDate', ofSale.length > 0 ? ofSale : dates);
}

/**
 * Adds the columns for AM and PM, and for the zone, to the date that they belong to. Returns the first one that cannot be read; null where
 * all can.
 */
function addHalfAndZone({ header, sample, fields, questions, open, use }: Draft): UnreadTime | null {
  const unread: UnreadTime[] = [];
  const completed = (columns: readonly number[]) => {
    const whole = withHalfAndZone(columns, open(), header, sample);
    if (whole.unread) unread.push(whole.unread);
    return whole.columns;
  };
  // What the user said is taken as it was said.
  for (const one of fields.filter(({ field, columns, by }) => field === 'transactionDate' && by !== 'given' && columns.length > 0)) {
    one.columns = completed(one.columns);
    use(one.columns);
  }
  for (const one of questions.filter(({ field }) => field === 'transactionDate')) one.choices = one.choices.map(completed);
  return unread[0] ?? null;
}

function columnsOf(known: KnownExport, header: readonly string[]): { field: TransactionField; columns: number[] }[] {
  return Object.entries(known.columns).flatMap(([field, spellings]) => {
    for (const spelling of spellings) {
      const columns = [spelling].flat().map((name) => columnCalled(name, header));
      if (columns.every((column) => column >= 0)) return [{ field: field as TransactionField, columns }];
    }
    return [];
  });
}
