/**
 * The reading of a file as it is shown to somebody who says yes to it: what each field is made of, what its columns of few values say and what is
 * done with their rows, sums, and what contradicts that these are sales. Collected over the rows as they are read; no full card number in it.
 */

import { decimalText } from '../../contract/amount.js';
import { maskCardNumbers } from '../../contract/card-number.js';
import { type CurrencySum, currencySums, type RunningSums } from '../../contract/currency-sums.js';
import { type Phrase, phrase } from '../../contract/phrase.js';
import { eitherOf, type Question, questionOf } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import { feeParts } from '../../contract/states.js';
import { columnReference } from '../columns/column-names.js';
import { isBrandOrCash, isReceiptNumber } from '../columns/content-columns.js';
import { spelling } from '../columns/layout.js';
import type { RowValues } from '../input/mapping-rules.js';
import type { HeaderReading } from '../input/reading.js';
import type { InputDescription, InputRow, Sale } from '../input/row.js';
import { cellsOfRow } from '../rows/source.js';
import { isAmount } from '../values/amount-text.js';
import { datesIn } from '../values/date-text.js';
import { isNamed, speaksOf } from '../words/lexicon.js';
import { kindIn } from '../words/row-kinds.js';
import { hasStates, isCalledKind, isMark, isNoSale, isOwnMoney, isPaid, isRefundType, markColumn } from '../words/sale-marks.js';
import { isKnownKind, KINDS_MAX } from './rows-seen.js';

/** Columns with more values are not shown. */
const VALUES_MAX = 12;
/** Values of a column that is called a kind or a state: known words among them contradict, shown or not. */
const MARKS_MAX = 100;
const COLUMNS_MAX = 40;
const CHARS_MAX = 60;
const SAMPLES = 3;
/** A file of so few rows shows all of its columns. */
const FEW_ROWS = 3;
const REFERENCES_MAX = 100_000;
const IDENTIFIER_ROWS = 256;

export interface ShownSum {
  currency: string | null;
  rows: number;
  sum: string;
}

/** Plain data: it is shown, and stands in `--json` and in reports, there with `against` in English. */
export interface ShownReading {
  digest: string;
  /** Nobody has to say yes to it. */
  accepted: boolean;
  table: 'Sales' | 'Settlement';
  rows: number;
  /** Rows by what becomes of them: `sale`, `refund`, a type of settlement records, `left out`, `rejected`. */
  done: { as: string; rows: number }[];
  days: { first: string; last: string } | null;
  /** Different ones; `isWhole` is false where there are more. Null where no column is the reference. */
  references: { different: number; isWhole: boolean; rowsWithout: number } | null;
  currencies: (ShownSum & { smallest: string | null; largest: string | null })[];
  fields: { field: string; columns: string[]; values: string[] }[];
  constants: { field: string; value: string }[];
  /** Columns of few values, those that say what a row is first. */
  columns: {
    column: string;
    field: string | null;
    values: { value: string; rows: number; sums: ShownSum[]; done: { as: string; rows: number }[] }[];
  }[];
  unused: { column: string; value: string | null; isIdentifier: boolean }[];
  /** What the rows contradict, or is no sale: each wants an answer of its own. */
  against: { text: Phrase; answers: Remedy[] }[];
}

interface ValueSeen {
  rows: number;
  firstLine: number;
  sums: RunningSums;
  done: Map<string, number>;
}

interface ColumnSeen {
  index: number;
  name: string;
  field: string | null;
  isUsed: boolean;
  role: ReturnType<typeof markColumn>;
  valuesMax: number;
  samples: Set<string>;
  /** Null where they are too many, or too long. */
  values: Map<string, ValueSeen> | null;
  different: Set<string> | null;
}

export interface ReadingCollector {
  look(row: InputRow): void;
  shown(accepted: boolean): ShownReading;
}

export function readingCollector(description: InputDescription): ReadingCollector {
  const { reading, header, kind = 'Sales' } = description;
  const columns = columnsOf(description);
  const done = new Map<string, number>();
  const sums = currencySums();
  const bounds = new Map<string | null, { low: number; high: number }>();
  const references = new Set<string>();
  let [rows, without] = [0, 0];
  let days: ShownReading['days'] = null;
  const hasReference = reading.fields.transactionReference !== undefined;

  const lookAtSale = ({ amount, currency, date, json }: Sale) => {
    sums.add({ amount, currency });
    if (amount !== null) {
      const bound = bounds.get(currency) ?? { low: amount, high: amount };
      bounds.set(currency, { low: Math.min(bound.low, amount), high: Math.max(bound.high, amount) });
    }
    const day = date?.slice(0, 10);
    if (day) days = { first: days && days.first < day ? days.first : day, last: days && days.last > day ? days.last : day };
    if (!hasReference) return;
    const { transactionReference: own } = JSON.parse(json) as { transactionReference?: string | null };
    if (!own) without += 1;
    else if (references.size <= REFERENCES_MAX) references.add(own);
  };

  return {
    look(row) {
      rows += 1;
      const as = doneWith(row, kind);
      count(done, as);
      if (row.sale) lookAtSale(row.sale);
      const cells = header ? cellsOfRow(row.source, header) : [];
      for (const column of columns) lookAt(column, (cells[column.index] ?? '').trim(), row, as, rows);
    },
    shown(accepted) {
      const few = columns.filter((column) => isFew(column, rows) && (column.values?.size ?? 0) <= VALUES_MAX);
      const marked = columns.filter((column) => column.valuesMax > VALUES_MAX && !few.includes(column) && isFew(column, rows));
      const shown = few.sort((a, b) => rankOf(b) - rankOf(a)).slice(0, COLUMNS_MAX);
      return {
        digest: reading.digest,
        accepted,
        table: kind,
        rows,
        done: listed(done),
        days,
        references: hasReference
          ? { different: Math.min(references.size, REFERENCES_MAX), isWhole: references.size <= REFERENCES_MAX, rowsWithout: without }
          : null,
        currencies: sums.all().map((sum) => {
          const bound = bounds.get(sum.currency);
          return { ...shownSum(sum), smallest: bound ? String(bound.low) : null, largest: bound ? String(bound.high) : null };
        }),
        fields: fieldsOf(reading, columns, header),
        constants: Object.entries(reading.constants).map(([field, value]) => ({ field, value: cut(value) })),
        columns: shown.map(({ name, field, values }) => ({
          column: cut(name),
          field,
          values: [...(values ?? [])]
            .sort(([, a], [, b]) => b.rows - a.rows)
            .map(([value, one]) => ({ value: cut(value), rows: one.rows, sums: one.sums.all().map(shownSum), done: listed(one.done) })),
        })),
        unused: columns
          .filter((column) => !column.isUsed && !shown.includes(column))
          .map(({ name, samples, different }) => ({
            column: cut(name),
            value: [...samples][0] ?? null,
            isIdentifier: rows > 1 && different !== null && different.size === Math.min(rows, IDENTIFIER_ROWS),
          })),
        against: header ? contradictions([...shown, ...marked], description) : [],
      };
    },
  };
}

function columnsOf({ header, mapping, columns }: InputDescription): ColumnSeen[] {
  const personal = columns?.personal ?? [];
  return (header ?? []).flatMap((name, index) => {
    const text = mapping?.[index] ?? null;
    const isRejects = /^_(?:line|code|error)$/.test(name);
    // Columns with personal data are not sent, and so not shown.
    if (isRejects || personal.includes(name)) return [];
    const field = text === null || text.startsWith('additionalData.') ? null : text;
    const role = markColumn(name);
    return [
      {
        index,
        name,
        field,
        isUsed: field !== null,
        role,
        valuesMax: role === null ? VALUES_MAX : MARKS_MAX,
        samples: new Set<string>(),
        values: new Map(),
        different: new Set<string>(),
      },
    ];
  });
}

function doneWith({ leftOut, sale }: InputRow, kind: 'Sales' | 'Settlement'): string {
  if (leftOut !== undefined) return 'left out';
  if (!sale) return 'rejected';
  return kind === 'Settlement' ? (sale.type ?? 'Sale') : sale.amount !== null && sale.amount < 0 ? 'refund' : 'sale';
}

/** Stands for all days on which rows were cancelled: each row may have another one. */
const ANY_DAY = '…';

function lookAt(column: ColumnSeen, text: string, { line, sale }: InputRow, as: string, rows: number): void {
  if (text !== '' && column.samples.size < SAMPLES) column.samples.add(cut(text));
  const cell = column.role === 'cancelledOn' && isMark(column.role, text) ? ANY_DAY : text;
  if (column.different) {
    if (cell === '' || column.different.has(cell) || !isReceiptNumber(cell)) column.different = null;
    else if (rows <= IDENTIFIER_ROWS) column.different.add(cell);
  }
  const { values } = column;
  if (!values) return;
  let value = values.get(cell);
  if (!value) {
    if (values.size > column.valuesMax || cell.length > CHARS_MAX) {
      column.values = null;
      return;
    }
    value = { rows: 0, firstLine: line, sums: currencySums(), done: new Map() };
    values.set(cell, value);
  }
  value.rows += 1;
  count(value.done, as);
  if (sale) value.sums.add(sale);
}

/** Fields whose values tell sales apart, or say when and how much they were, are no kinds of anything. */
const notFew: readonly string[] = [
  'amount',
  'netAmount',
  'fee',
  ...feeParts,
  'currency',
  'transactionReference',
  'orderId',
  'authorisationCode',
  'cardNumberMasked',
  'transactionSequenceCounter',
  'bankReference',
  'disputeId',
  'respondBy',
];

function isFew({ values, valuesMax, field }: ColumnSeen, rows: number): boolean {
  if (!values || values.size > valuesMax || (field !== null && (notFew.includes(field) || /Date$/.test(field)))) return false;
  const texts = [...values.keys()].filter((text) => text !== '');
  if (areSigns(texts) || texts.includes(ANY_DAY) || (valuesMax === MARKS_MAX && texts.every((text) => FLAG.test(text)))) return true;
  if (!texts.some((text) => /\p{L}/u.test(text)) || texts.every((text) => isAmount(text) || datesIn(text).length > 0)) return false;
  return rows <= FEW_ROWS || valuesMax === MARKS_MAX || (values.size > 1 && values.size < rows);
}

const MINUS = /^[-−]$/;
/** Yes or no, or the answer of a terminal, as numbers. */
const FLAG = /^\d{1,2}$/;

/** Whether a column has the sign of each amount. A minus alone may stand for nothing. */
function areSigns(texts: readonly string[]): boolean {
  return texts.includes('+') && texts.every((text) => text === '+' || MINUS.test(text));
}

function rankOf({ role, values, field }: ColumnSeen): number {
  const known = [...(values?.keys() ?? [])].filter((value) => kindIn(value) !== null || isNoSale(value)).length;
  return known * 2 + (role === null ? 0 : 10) + (field === null ? 0 : 1);
}

function fieldsOf({ fields }: HeaderReading, columns: readonly ColumnSeen[], header: readonly string[] | null): ShownReading['fields'] {
  return Object.entries(fields).map(([field, references]) => {
    const own = columns.filter((column) => column.field === field);
    const named = header ? columns.filter(({ index }) => references.includes(columnReference(header, index))) : [];
    const [first] = own.length > 0 ? own : named;
    return { field, columns: references.map(cut), values: [...(first?.samples ?? [])] };
  });
}

/**
 * A known word for what is no sale, whose rows are sent as sales or refunds; a refund that is sent as a sale; in a column of which some values are
 * known kinds or states, a word that is not known; and all words of a column of states of which none is. What a settlement record is follows from
 * its type: of these, words for what was not paid, and payouts, alone.
 */
function contradictions(
  shown: readonly ColumnSeen[],
  { header, columns, kind: rowKind = 'Sales', reading }: InputDescription,
): ShownReading['against'] {
  const isOfSales = rowKind === 'Sales';
  const asSale = isOfSales ? 'sale' : 'Sale';
  const rules = columns?.rules ?? null;
  // A header that somebody said yes to is asked about what is new in it; what a known export writes is known.
  const isNew = reading.standing === 'new';
  return shown.flatMap((column) => {
    const { index, name, values, field } = column;
    if (field !== null && field !== 'transactionTypes') return [];
    if (columns?.by[index] === 'given' && field === null) return [];
    const reference = columnReference(header ?? [], index);
    const isOwn = (one: RowValues) => spelling(one.column) === spelling(reference) || one.column === String(index + 1);
    const chosen = (rules?.rows ?? []).filter(isOwn);
    const said = new Set(chosen.flatMap((one) => one.values.map(spelling)));
    const texts = [...(values?.keys() ?? [])].filter((text) => text !== '');
    const known = new Set(texts.flatMap((text) => kindIn(text) ?? []));
    // Ways to pay have words of kinds, too.
    const mayTellKinds = field !== null || (known.size > 1 && !speaksOf('noKind', name)) || isCalledKind(name);
    const tellsKinds = isOfSales && mayTellKinds;
    const named = field === null ? (column.role ?? (mayTellKinds || !isNew ? null : statesOf(name, texts))) : 'kind';
    // Authorised is not paid, where other rows of the column are captured or paid.
    const role = isNew && named === 'state' && texts.some((text) => isNamed('captured', text)) ? 'paymentState' : named;
    if (role === 'sign' && rules?.negative?.some(isOwn)) return [];
    const tellsSigns = areSigns(texts);
    const tellsStates = hasStates(role);
    const mayBeGoods =
      (isNew || isOfSales) && role === null && !isNamed('payment', name) && (!speaksOf('noKind', name) || speaksOf('ofGoods', name));
    const tellsOwn = mayBeGoods && !texts.some(isBrandOrCash);
    const isKnown = (text: string) =>
      tellsStates ? whatIs(text, role, false) !== null || isPaid(text) : isKnownKind(text) || isBrandOrCash(text);
    const mayTell = tellsStates ? texts.some(isKnown) : tellsKinds && !tellsSigns && texts.some(isKnownKind);
    const hasUnknown = isNew && mayTell && texts.length <= KINDS_MAX;
    if (isNew && !tellsKinds && (tellsStates || isOfOtherScript(column)) && !texts.some(isKnown)) {
      const open = [...(values ?? [])].filter(([value, { done }]) => WORD.test(value) && !said.has(spelling(value)) && done.has(asSale));
      return open.length < 2 || open.length > KINDS_MAX ? [] : [unknownStates(open, column, reference, rowKind)];
    }
    return [...(values ?? [])].flatMap(([value, one]) => {
      const sales = one.done.get(asSale) ?? 0;
      const refunds = one.done.get('refund') ?? 0;
      if (value === '' || said.has(spelling(value)) || sales + refunds === 0) return [];
      const ofSigns = tellsSigns && MINUS.test(value) ? 'refund' : null;
      const isUnknown = hasUnknown && !isKnown(value);
      const ofOwn = tellsOwn && isOwnMoney(value) ? 'other kind' : null;
      const ofText = value === ANY_DAY ? 'no sale' : (whatIs(value, role, tellsKinds) ?? ofOwn);
      const is = ofSigns ?? ofText ?? (isUnknown ? 'unknown' : null);
      // Refunds may have any state.
      if (is === null || (sales === 0 && (tellsStates || (is !== 'other kind' && is !== 'unknown')))) return [];
      const pair = `${reference}=${value}`;
      const number = sales === 0 ? refunds : sales;
      const as = sales === 0 ? refund : sent[rowKind];
      const told = rowsSent(JSON.stringify(cut(name)), JSON.stringify(cut(value)), number, one.firstLine, as);
      const text = is === 'unknown' ? phrase`${told} Other words of the column are known, this one is not.` : told;
      // What the column says then means nothing.
      const aside = ['--set', `additionalData.${reference}=${reference}`];
      const others: Remedy = value === ANY_DAY ? ['--only', `${reference}=`] : ['--leave-out', pair];
      const negative: Remedy = ['--negative', pair];
      // The other side is that of refunds where the file is written by who paid.
      const sides =
        role === 'sign' && !tellsSigns
          ? [
              negative,
              ...(texts.length === 2 ? texts.filter((text) => text !== value).map((text) => ['--negative', `${reference}=${text}`]) : []),
            ]
          : null;
      const answers: Remedy[] = [...(sides ?? [others, ...(is === 'refund' || (is === 'unknown' && sales > 0) ? [negative] : [])]), aside];
      return [{ text, answers }];
    });
  });
}

/** The role of a column of another name, of whose words two are known as states, and one says that nothing was paid; else null. */
function statesOf(name: string, texts: readonly string[]): 'state' | null {
  if (isNamed('payment', name) || speaksOf('noKind', name) || speaksOf('otherState', name)) return null;
  const isUnpaidState = (text: string) => isMark('state', text);
  return texts.some(isUnpaidState) && texts.filter((text) => isUnpaidState(text) || isPaid(text)).length > 1 ? 'state' : null;
}

const WORD = /[\p{L}\p{N}]/u;
/** More words have no answer of their own. */
const ANSWERS_MAX = 6;

/** Whether a column of words that rows repeat has a name in letters of which the lexicon has no words. */
function isOfOtherScript({ name, values }: ColumnSeen): boolean {
  if (!/\p{L}/u.test(name) || /\p{Script=Latin}/u.test(name)) return false;
  const all = [...(values ?? [])];
  return all.every(([value]) => !/\p{N}/u.test(value)) && all.reduce((rows, [, one]) => rows + one.rows, 0) >= 2 * all.length;
}

/** One line for all words of a column of states, of which none is known: some may say that nothing was paid. */
function unknownStates(
  open: readonly (readonly [string, ValueSeen])[],
  { name }: ColumnSeen,
  reference: string,
  kind: 'Sales' | 'Settlement',
): ShownReading['against'][number] {
  const words = [...open].sort(([, a], [, b]) => b.rows - a.rows);
  const told = words
    .map(([value, { rows }]) => {
      const word = JSON.stringify(cut(value));
      return rows === 1 ? phrase`${word} in 1 row` : phrase`${word} in ${rows} rows`;
    })
    .reduce((some, one) => phrase`${some}, ${one}`);
  return {
    text: phrase`Column ${JSON.stringify(cut(name))} may say what was not paid, and none of its words is known: ${told}. All are sent as ${sent[kind][1]}.`,
    answers: [
      ...words.slice(0, ANSWERS_MAX).map(([value]): Remedy => ['--only', `${reference}=${value}`]),
      ['--set', `additionalData.${reference}=${reference}`],
    ],
  };
}

/** Null where nothing is known of it. A word for a kind counts in a column for kinds, or beside another one. */
function whatIs(value: string, role: ReturnType<typeof markColumn>, tellsKinds: boolean): 'other kind' | 'refund' | 'no sale' | null {
  if (role === 'remark') return null;
  if (role === 'state' || role === 'paymentState')
    return isMark(role, value) || isRefundType(value.replaceAll('_', ' ')) ? 'no sale' : null;
  if (tellsKinds) {
    const kind = kindIn(value);
    if (kind === 'Refund' || isRefundType(value)) return 'refund';
    if ((kind !== null && kind !== 'Sale') || isNoSale(value)) return 'other kind';
  }
  // In a column of kinds, a state says that nothing was paid, too.
  const isOfKinds = tellsKinds && (role === null || role === 'kind');
  if (!isMark(isOfKinds ? 'paymentState' : role, value)) return null;
  return role === 'sign' || role === 'refunded' ? 'refund' : 'no sale';
}

/** `as`: what one row is sent as, and several. */
function rowsSent(column: string, value: string, rows: number, line: number, as: readonly [Phrase, Phrase]): Phrase {
  return rows === 1
    ? phrase`Column ${column} is ${value} in 1 row (line ${line}), which is sent as ${as[0]}.`
    : phrase`Column ${column} is ${value} in ${rows} rows (line ${line}), which are sent as ${as[1]}.`;
}

const refund = [phrase`refund`, phrase`refunds`] as const;
const sent = { Sales: [phrase`sale`, phrase`sales`], Settlement: [phrase`payment`, phrase`payments`] } as const;

function meaningOf([flag, pair = '']: Remedy, all: readonly Remedy[]): Phrase {
  const value = pair.slice(pair.lastIndexOf('=') + 1);
  if (flag === '--leave-out' || (flag === '--only' && value === '')) return phrase`they are no sales`;
  if (flag === '--only') return phrase`only ${phrase`rows with ${value}`} are sales`;
  if (flag !== '--negative') return phrase`they are sales all the same`;
  const isOne = all.filter(([other]) => other === flag).length === 1;
  return isOne ? phrase`they are refunds` : phrase`${phrase`rows with ${value}`} are refunds`;
}

/** The questions that the reading leaves: each with flags of its own. */
export function questionsAgainst({ against }: ShownReading): Question[] {
  return against.map(({ text, answers }) =>
    questionOf({
      code: 'KIND_UNCERTAIN',
      field: 'amount',
      text,
      answer: eitherOf(
        answers.map((answer) => ({ when: meaningOf(answer, answers), remedies: [answer] })),
        ';   ',
      ),
    }),
  );
}

function shownSum({ currency, rows, units }: CurrencySum): ShownSum {
  return { currency, rows, sum: decimalText(units) };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function listed(counts: ReadonlyMap<string, number>): { as: string; rows: number }[] {
  return [...counts].map(([as, rows]) => ({ as, rows })).sort((a, b) => b.rows - a.rows);
}

/** A copy, short and without card numbers. */
function cut(text: string): string {
  const masked = maskCardNumbers(text);
  const short = masked.length > CHARS_MAX ? `${masked.slice(0, CHARS_MAX - 1).toWellFormed()}…` : masked;
  return Buffer.from(short).toString();
}
