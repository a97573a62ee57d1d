/**
 * What the header of a table means, ready for reading rows: where each field and each item of additionalData comes from. What the plan of
 * the columns leaves open stays a question; nothing is chosen in silence.
 */
import { own } from '../../contract/own-names.js';
import { feeParts, type UploadKind } from '../../contract/states.js';
import { type EarlierNames, type EarlierTable, type MappingRules, noRules } from '../input/mapping-rules.js';
import { isNumberField, type RowField, recordKinds } from '../input/record-kind.js';
import type { ColumnQuestion, Confidence } from '../input/row.js';
import { mayHoldNul } from '../input/row-faults.js';
import { amountsIn } from '../values/amount-text.js';
import { endsInAbbreviation } from '../values/row-zone.js';
import type { ValueReading } from '../values/value-reading.js';
import { matchStateNames, namesOfListing } from '../words/field-names.js';
import { currencyIn } from '../words/header-words.js';
import { personalColumns } from '../words/personal-data.js';
import { isOfRefunds } from '../words/sale-marks.js';
import { columnsNamed, columnsReference } from './column-names.js';
import { type PlanOptions, planColumns } from './column-plan.js';
import type { KnownExport, KnownRows } from './exports/known-export.js';
import { columnCalled } from './known-exports.js';
import { extraColumns, refuseOtherTables } from './other-tables.js';
import type { Plan } from './plan.js';
import { namesZone, saysHalf } from './zone-columns.js';

/**
 * What a column is: a field, an item of additionalData, or not sent. `by` says how that is known; null for an item that nothing is known
 * about.
 */
export type Column =
  | { kind: 'field'; field: RowField; by: Confidence }
  | { kind: 'item'; key: string; by: Confidence | null }
  | { kind: 'ignored' };

/** Where the value of a field comes from. */
export interface FieldSource {
  field: RowField;
  /** The index of the first column; -1 for a constant. */
  index: number;
  /** Further columns, whose cells follow the first one's, separated by a blank: the time of a date. */
  more: readonly number[];
  /** Index of the debits, where the amount is in two columns and `index` is that of the credits; null otherwise. */
  debits: number | null;
  /** The debits are refunds of what the credits have: of a row with both, the amount is what is left. */
  isLeft?: boolean;
  /** The debits are written with a minus. */
  areDebitsSigned?: boolean;
  /** Spelling in the file → the value that replaces it; null: every text stays as it is. */
  values: ReadonlyMap<string, string> | null;
  /** Beginnings of texts → the value that replaces them, where no whole text in `values` does; for settlement exports. */
  begins?: readonly (readonly [begin: string, value: string])[];
  /** It is the sum of all its columns. */
  isSum?: boolean;
  /** Its number has the other sign; absent where nothing tells. */
  isTurned?: boolean;
  /** The text for every row; null: it comes from the cells. */
  constant: string | null;
  /** The zone of local times, where it is known of the kind of export; null otherwise. */
  timeZone: string | null;
  /** The last of the columns has the zone of each row's time. */
  hasRowZones: boolean;
  /** One of the columns has AM or PM. */
  hasHalf: boolean;
  /** What was decided about the values of the column; null: they are read as the contract writes them. */
  reading: ValueReading | null;
}

/** Where items of additionalData come from. */
export interface ItemSource {
  /** The index of the first column; `more` are further ones, as for a field. */
  index: number;
  more: readonly number[];
  /** Null: the cell lists items as JSON. */
  key: string | null;
}

/** A header that was understood. */
export interface Layout extends Pick<Plan, 'known' | 'questions' | 'unreadTime' | 'agreements' | 'alike' | 'kindColumn' | 'other'> {
  kind: UploadKind;
  header: readonly string[];
  columns: readonly Column[];
  /** Where each field gets its value, except additionalData; in the order of the contract's fields, which is that of a transaction. */
  fields: readonly FieldSource[];
  /** Where these fields come from instead, in settlement records that are no sales. */
  fieldsOfOthers: readonly FieldSource[];
  /** Where items of additionalData come from, in the order of the columns. */
  items: readonly ItemSource[];
  /** A key of the items may hold U+0000, and with it every row that has such an item. */
  nul: boolean;
  /** A full card number is masked instead of refused. */
  masksCards: boolean;
  /** The currency in the name of the amount column, unless the user said that it is the amount; null where there is none. */
  amountCurrency: string | null;
  /** Which rows are sales in a known export, by the indexes of columns. */
  saleRows: readonly (KnownRows & { index: number })[];
  /** The index of the column of match states, in a list that an export or an API wrote; null otherwise. */
  matchStateColumn: number | null;
  /** Which rows are sales, as the user said, by the indexes of columns. */
  choices: readonly { keep: boolean; index: number; values: readonly string[] }[];
  /** Rows whose amounts, or fees, are negative, by the indexes of columns. The values are normalised by {@link spelling}. */
  negative: readonly { field: RowField; index: number; values: readonly string[] }[];
  /** Amounts are whole numbers of the smallest unit of their currency. */
  minorUnits: boolean;
  /** What the user said about the columns. */
  rules: MappingRules;
  /** Columns that are not sent, because they look like personal data of customers. Indexes from 0. */
  personal: readonly number[];
}

export interface LayoutOptions extends PlanOptions {
  masksCards?: boolean;
  /** A date without a time of day is the business date, too. */
  hasTime?: boolean;
  /** How values were written under the same header before. */
  written?: EarlierTable['written'] | undefined;
  /** Accept a header of which nothing is understood. */
  isProposal?: boolean;
  /** Field → columns that files of other headers had for it, the latest first, each as {@link columnsReference} writes it. */
  earlierNames?: EarlierNames | undefined;
}

/** Puts the columns first by which earlier files were sent: under another one the same sales would count twice. */
function earlierFirst(question: ColumnQuestion, header: readonly string[], names: EarlierNames = {}): ColumnQuestion {
  const known = own(names, question.field) ?? [];
  const choiceOf = (name: string) => question.choices.find((columns) => columnsReference(header, columns) === name);
  const first = known.map(choiceOf).find((columns) => columns !== undefined);
  if (!first) return question;
  return { ...question, choices: [first, ...question.choices.filter((columns) => columns !== first)], isOfEarlier: true };
}

/**
 * What each column of `header`, which is in line `line`, means. A column without a name gets the key `column N`. Fails with `inputUnusable`
 * where no column is understood, where `rules` name a column that is not there, or where they refuse columns that match no field and the
 * header has some.
 */
export function layoutOf(header: readonly string[], line: number, options: LayoutOptions = {}): Layout {
  const { rules = noRules, sample = [], masksCards = false, isProposal = false, kind = 'Sales' } = options;
  const plan = planColumns(header, line, options);
  const { known, questions, unreadTime, agreements, kindColumn, other } = plan;
  const personal = rules.extra === null || rules.extra === 'auto' ? personalColumns(plan.rest, header, sample) : [];
  const items = [
    ...plan.items,
    ...plan.rest
      .filter((index) => !personal.includes(index))
      .map((index) => ({ columns: [index], key: header[index]?.trim() ? (header[index] ?? '') : `column ${index + 1}`, by: null })),
  ];
  if (!isProposal) refuseOtherTables(plan, header, line, { kind, rules });
  if (rules.extra === 'reject' && plan.rest.length > 0) throw extraColumns(plan.rest, header, line);
  const sent = rules.extra === 'drop' ? plan.items : items;
  const indexOf = (reference: string) => columnsNamed(reference, header, line)[0] ?? -1;
  return {
    kind,
    header,
    columns: header.map((_, index) => columnIn(index, plan, sent)),
    fields: fieldsOf(plan, rules, options),
    fieldsOfOthers: Object.entries(known?.ofOthers ?? {})
      .map(([field, column]) => sourceIn(field as RowField, [columnCalled(column, header)], header))
      .filter(({ index }) => index >= 0),
    items: itemsOf(plan, sent),
    nul: header.some(mayHoldNul) || sent.some(({ key }) => mayHoldNul(key)),
    masksCards,
    known,
    amountCurrency: amountCurrencyOf(plan),
    saleRows: (known?.rows ?? []).map((rows) => ({ ...rows, index: columnCalled(rows.column, header) })).filter(({ index }) => index >= 0),
    matchStateColumn: namesOfListing(header, kind).length > 0 ? header.indexOf(matchStateNames[kind]) : null,
    choices: (rules.rows ?? []).map(({ keep, column, values }) => ({ keep, index: indexOf(column), values })),
    negative: [
      // Where the minus is left out before an amount, it is before what is left of it after the fee, too.
      ...(rules.negative ?? []).flatMap((one) =>
        (['amount', 'netAmount'] as const).map((field) => ({ field, ...one, index: indexOf(one.column) })),
      ),
      ...(known?.negative ?? []).map((one) => ({ ...one, index: columnCalled(one.column, header) })),
    ].map(({ field, index, values }) => ({ field, index, values: values.map(spelling) })),
    minorUnits: options.minorUnits ?? known?.minorUnits ?? false,
    rules,
    questions: questions.map((one) => earlierFirst(one, header, options.earlierNames)),
    unreadTime,
    agreements,
    kindColumn,
    other,
    personal,
    alike: rules.extra === 'drop' ? [] : plan.alike,
  };
}

function amountCurrencyOf({ header, fields }: Plan): string | null {
  const source = fields.find(({ field }) => field === 'amount');
  const [column = -1] = source?.columns ?? [];
  return source && source.by !== 'given' ? currencyIn(header[column] ?? '') : null;
}

/** Normalises a text: differences in case and blanks do not make another spelling. */
export function spelling(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Where each field comes from, in the order of the contract's fields. */
function fieldsOf(plan: Plan, rules: MappingRules, { written, hasTime = false, kind = 'Sales' }: LayoutOptions) {
  const { fields, known, questions } = plan;
  const sources = fields
    .filter(({ field }) => field !== 'additionalData')
    .map(({ field, columns: [index = -1, ...others], hasDebits = false, isTurned = false }): FieldSource => {
      const [debits = null] = hasDebits ? others : [];
      const source = sourceIn(field, [index, ...(hasDebits ? [] : others)], plan.header);
      // A time with the abbreviation of a zone behind it.
      const haveOwnZones = field === 'transactionDate' && source.more.length === 0 && plan.every(index, endsInAbbreviation);
      return {
        ...source,
        ...valuesOf(field, known, rules, plan.name(source.index)),
        ...((isTurned || known?.turned?.includes(field)) && { isTurned: true }),
        ...(isNumberField(field) && (field !== 'amount' || known) && source.more.length > 0 && { isSum: true }),
        ...(isFee(field) && !known && costsHaveMinus(plan, source, written?.costs)),
        debits,
        ...(debits !== null && isOfRefunds(plan.name(debits)) && { isLeft: true }),
        ...(debits !== null && plan.every(debits, (cell) => amountsIn(cell).every((size) => size <= 0)) && { areDebitsSigned: true }),
        timeZone: known?.timeZones?.[field] ?? null,
        hasRowZones: source.hasRowZones || haveOwnZones,
        hasHalf: source.more.some((column) => saysHalf(column, plan)),
      };
    });
  for (const [field, constant] of Object.entries(rules.constants)) sources.push(constantSource(field as RowField, constant));
  const isThere = (name: RowField) => sources.some(({ field }) => field === name);
  // Where no column has the currency, it is the one in the name of the amount column, or the only one of a known export. So is its acquirer.
  const isOpen = isThere('currency') || questions.some(({ field }) => field === 'currency' || field === 'amount');
  const currency = isOpen ? null : (amountCurrencyOf(plan) ?? known?.currency ?? null);
  if (currency !== null) sources.push(constantSource('currency', currency));
  if (known?.acquirer !== undefined && !isThere('acquirerId')) sources.push(constantSource('acquirerId', known.acquirer));
  // Where all dates get the same time of day, the day is all that they say, and is sent as that, too.
  const date = sources.find(({ field }) => field === 'transactionDate');
  if (hasTime && date && date.constant === null && date.more.length === 0 && !isThere('businessDate'))
    sources.push({ ...date, field: 'businessDate' });
  const order = recordKinds[kind].fields;
  return sources.sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

/** A field that is these columns of the header, as far as their names tell. */
export function sourceIn(field: RowField, [index = -1, ...more]: readonly number[], header: readonly string[]): FieldSource {
  const last = more.at(-1);
  const hasRowZones = last !== undefined && namesZone(header[last] ?? '');
  const ofNobody = { debits: null, values: null, constant: null, timeZone: null, hasHalf: false, reading: null };
  return { ...ofNobody, field, index, more, hasRowZones };
}

/** Whether it is the fee, or a part of it. */
const isFee = (field: string) => field === 'fee' || (feeParts as readonly string[]).includes(field);

/** A field with the same value in every row. */
function constantSource(field: RowField, constant: string): FieldSource {
  return { ...sourceIn(field, [], []), constant };
}

/**
 * Whether the fees in columns, which are not named as the contract names them, are below zero wherever the amount is above: they are costs,
 * which the contract writes without a minus. `before`: their sign under the same header. Nothing where neither tells.
 */
function costsHaveMinus(plan: Plan, { index, more }: FieldSource, before: string | undefined): Pick<FieldSource, 'isTurned'> {
  if (before !== undefined) return { isTurned: before === '-' };
  const [amount = -1] = plan.fields.find(({ field }) => field === 'amount')?.columns ?? [];
  const signsOf = (cell = '') => [...new Set(amountsIn(cell).map(Math.sign))];
  const sales = plan.rows.filter((cells) => signsOf(cells[amount]).includes(1));
  const costs = sales.flatMap((cells) => [index, ...more].flatMap((column) => signsOf(cells[column]))).filter((sign) => sign !== 0);
  return isFee(plan.name(index).trim()) || costs.length === 0 ? {} : { isTurned: costs.every((sign) => sign < 0) };
}

/** Under any other name than the contract's, a transfer is the one to the merchant's bank. */
const transferOfOthers = ['Transfer', 'Payout'] as const;

/** What stands for texts of a field, in a known export and as the user says. */
function valuesOf(field: RowField, known: KnownExport | null, rules: MappingRules, name: string): Pick<FieldSource, 'values' | 'begins'> {
  const transfer = field === 'type' && name.trim() !== 'type' ? [transferOfOthers] : [];
  const own = Object.entries(known?.values?.[field] ?? {});
  const whole = [...transfer, ...own.filter(([text]) => !text.endsWith('*')), ...Object.entries(rules.values[field] ?? {})];
  const begins = own.flatMap(([text, value]) => (text.endsWith('*') ? [[spelling(text.slice(0, -1)), value] as const] : []));
  const values = whole.length === 0 ? null : new Map(whole.map(([text, value]) => [spelling(text), value]));
  return { values, ...(begins.length > 0 && { begins }) };
}

function itemsOf({ fields }: Plan, items: readonly Pick<Plan['items'][number], 'columns' | 'key'>[]): ItemSource[] {
  const list = fields.find(({ field }) => field === 'additionalData');
  const all = [...items, ...(list ? [{ columns: list.columns, key: null }] : [])];
  return all.map(({ columns: [index = -1, ...more], key }) => ({ index, more, key })).sort((a, b) => a.index - b.index);
}

function columnIn(
  index: number,
  { fields }: Plan,
  items: readonly { columns: readonly number[]; key: string; by: Confidence | null }[],
): Column {
  const field = fields.find(({ columns }) => columns.includes(index));
  if (field) return { kind: 'field', field: field.field, by: field.by };
  const item = items.find(({ columns }) => columns.includes(index));
  return item ? { kind: 'item', key: item.key, by: item.by } : { kind: 'ignored' };
}

/** A column in the description of the input: a field's name, `additionalData.<key>`, or null for a column that is not sent. */
export function mappingText(column: Column): string | null {
  if (column.kind === 'field') return column.field;
  return column.kind === 'item' ? `additionalData.${column.key}` : null;
}

/** The field that a column is; of one that is none, the amount, which it may have been. */
export function fieldAt(column: number, { columns }: Pick<Layout, 'columns'>): RowField {
  const own = columns[column];
  return own?.kind === 'field' ? own.field : 'amount';
}
