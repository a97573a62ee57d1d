/**
 * Which column becomes which field: what was said by hand, then a known export as a whole, then the contract's names, the table of
 * synonyms, and where nothing else speaks, the content of the first rows. What stays open is a question, never a choice. Reads no row.
 */
import { type TransactionField, transactionFields } from '../contract/transaction.js';
import { amountColumns } from './amount-column.js';
import { columnsNamed } from './column-names.js';
import { dateColumns, fieldByContent, hasTimesAlone, timesInDoubt, withTime } from './content-columns.js';
import { additionalKey, fieldNamed, isRejectName, namesOfListing, rejectNames } from './field-names.js';
import { meaningOfWord, speaksOfOtherCurrency } from './header-words.js';
import { type KnownExport, knownExports } from './known-exports.js';
import type { MappingRules } from './mapping-rules.js';
import { pricesBeside } from './quantity-column.js';
import { type UnreadTime, withHalfAndZone } from './zone-columns.js';

/** Why a column is what it is; `export`: of a known till or shop. */
export type Confidence = 'given' | 'export' | 'exact' | 'synonym' | 'content';

/** The same for people. */
export const confidenceWords: Record<Confidence, string> = {
  given: 'as you say',
  export: 'as in such exports',
  exact: 'exact name',
  synonym: 'synonym',
  content: 'by its content',
};

export interface Plan {
  /** Each field once. */
  fields: { field: TransactionField; columns: readonly number[]; by: Confidence }[];
  /** Named as items of additionalData on purpose. */
  items: { columns: readonly number[]; key: string; by: Confidence }[];
  ignored: ReadonlySet<number>;
  /** Fields that more than one column, or one in doubt, could be. */
  questions: { field: TransactionField; choices: readonly (readonly number[])[]; beside: readonly number[] }[];
  /** A column that belongs to the time and cannot be read. */
  unreadTime: UnreadTime | null;
  /** Columns of which nothing is said, and so become items under their own names. */
  rest: number[];
  known: KnownExport | null;
}

type Sample = readonly (readonly string[])[];

/** Fails with `inputUnusable` where `rules` name a column that is not there. `sample` has the cells of the first rows. */
export function planColumns(header: readonly string[], line: number, rules: MappingRules, sample: Sample): Plan {
  const fields: Plan['fields'] = [];
  const items: Plan['items'] = [];
  const questions: Plan['questions'] = [];
  const indexes = header.map((_, index) => index);
  const added = namesOfListing(header);
  const isOfRejects = rejectNames.every((name) => header.includes(name));
  const ignored = new Set(indexes.filter((index) => isRejectName(header[index] ?? '') || added.includes(header[index] ?? '')));
  const used = new Set(ignored);
  const decided = new Set<string>(Object.keys(rules.constants));
  const take = (field: TransactionField, columns: readonly number[], by: Confidence) => {
    fields.push({ field, columns, by });
    decided.add(field);
    for (const column of columns) used.add(column);
  };
  const open = () => indexes.filter((index) => !used.has(index));
  const claim = (field: TransactionField, columns: readonly number[], by: Confidence) => {
    if (decided.has(field) || columns.length === 0) return;
    if (columns.length === 1) return take(field, columns, by);
    questions.push({ field, choices: columns.map((column) => [column]), beside: [] });
    decided.add(field);
  };

  for (const name of rules.leaveOut) {
    for (const column of columnsNamed(name, header, line)) {
      ignored.add(column);
      used.add(column);
    }
  }
  for (const [name, reference] of Object.entries(rules.columns)) {
    const columns = columnsNamed(reference, header, line);
    const field = fieldNamed(name);
    if (field) take(field, columns, 'given');
    else {
      items.push({ columns, key: additionalKey(name) ?? name, by: 'given' });
      for (const column of columns) used.add(column);
    }
  }
  const known = knownExports.find(({ marks }) => marks.every((mark) => header.includes(mark))) ?? null;
  if (known) {
    for (const { field, columns } of columnsOf(known, header)) {
      // A column may say two things in a known export: which rows are sales, and their kind.
      if (!decided.has(field) && columns.every((column) => !used.has(column))) take(field, columns, 'export');
    }
    const kept = open().filter((index) => rules.extra === 'keep' || known.keeps.includes(header[index] ?? ''));
    for (const column of open()) if (!kept.includes(column)) ignored.add(column);
    return { fields, items, ignored, questions, unreadTime: null, rest: kept, known };
  }

  for (const column of open()) {
    const key = additionalKey(header[column] ?? '');
    if (key === null) continue;
    items.push({ columns: [column], key, by: 'exact' });
    used.add(column);
  }
  const named = (field: TransactionField) => open().filter((column) => fieldNamed(header[column] ?? '') === field);
  const meaningIn = (column: number) => {
    const word = meaningOfWord(header[column] ?? '');
    return word === 'transactionDate' && hasTimesAlone(column, sample) ? 'time' : word;
  };
  const meaning = (word: string) => open().filter((column) => meaningIn(column) === word);
  for (const field of transactionFields) if (field !== 'amount') claim(field, named(field), 'exact');
  if (!decided.has('amount')) {
    const { columns, beside, by, isSure } = amountColumns(header, open());
    const [sure] = isSure ? columns : [];
    const prices = sure === undefined ? [] : pricesBeside(sure, header, open(), sample);
    if (isSure && prices.length === 0) claim('amount', columns, by);
    else if (columns.length > 0)
      questions.push({ field: 'amount', choices: [...columns, ...prices].sort((a, b) => a - b).map((column) => [column]), beside });
    decided.add('amount');
  }
  for (const field of transactionFields) claim(field, meaning(field), 'synonym');
  const date = fields.find(({ field, by }) => field === 'transactionDate' && by !== 'given');
  const times = date ? withTime(date.columns, meaning('time'), sample, isOfRejects) : [];
  if (date && times.length === 1) {
    date.columns = [...date.columns, ...times];
    for (const column of times) used.add(column);
  } else if (date && times.length > 1) {
    fields.splice(fields.indexOf(date), 1);
    questions.push({ field: 'transactionDate', choices: times.map((time) => [...date.columns, time]), beside: [] });
  }
  const doubtful = date && times.length === 0 ? timesInDoubt(date.columns, meaning('time'), open(), sample, isOfRejects) : [];
  if (date && doubtful.length > 0) {
    fields.splice(fields.indexOf(date), 1);
    const choices = [...doubtful.map((time) => [...date.columns, time]), date.columns];
    questions.push({ field: 'transactionDate', choices, beside: [] });
  }
  if (fields.length > 0) {
    for (const [field, found] of fieldByContent(open(), sample)) {
      const columns = found.filter((column) => field !== 'currency' || !speaksOfOtherCurrency(header[column] ?? ''));
      if (!decided.has(field) && columns.length === 1) take(field, columns, 'content');
    }
  }
  const isSale = decided.has('amount') && [...fields, ...questions].some(({ field }) => field === 'amount');
  if (isSale && !decided.has('transactionDate')) {
    // A date under another name may be one of booking, of pay-out, or a birthday.
    const dates = dateColumns(open(), meaning('time'), sample, isOfRejects);
    if (dates.length > 0) questions.push({ field: 'transactionDate', choices: dates, beside: [] });
  }
  const unread: UnreadTime[] = [];
  const completed = (columns: readonly number[]) => {
    const whole = withHalfAndZone(columns, open(), header, sample);
    if (whole.unread) unread.push(whole.unread);
    return whole.columns;
  };
  // What was said is taken as it was said.
  for (const one of fields.filter(({ field, columns, by }) => field === 'transactionDate' && by !== 'given' && columns.length > 0)) {
    one.columns = completed(one.columns);
    for (const column of one.columns) used.add(column);
  }
  for (const one of questions.filter(({ field }) => field === 'transactionDate')) one.choices = one.choices.map(completed);
  const asked = new Set(questions.flatMap(({ choices, beside }) => [...choices.flat(), ...beside]));
  return {
    fields,
    items,
    ignored,
    questions,
    unreadTime: unread[0] ?? null,
    rest: open().filter((column) => !asked.has(column)),
    known: null,
  };
}

function columnsOf(known: KnownExport, header: readonly string[]): { field: TransactionField; columns: number[] }[] {
  return Object.entries(known.columns).flatMap(([field, spellings]) => {
    for (const spelling of spellings) {
      const columns = [spelling].flat().map((name) => header.indexOf(name));
      if (columns.every((column) => column >= 0)) return [{ field: field as TransactionField, columns }];
    }
    return [];
  });
}
