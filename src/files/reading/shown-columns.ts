/** The columns of a file as they are shown: what each is made of, and of those with few values what is done with the rows of each. */
import { maskCardNumbers } from '../../contract/card-number.js';
import { currencySums, type RunningSums } from '../../contract/currency-sums.js';
import { feeParts } from '../../contract/states.js';
import { isReceiptNumber } from '../columns/content-columns.js';
import type { InputDescription, InputRow } from '../input/row.js';
import { isAmount } from '../values/amount-text.js';
import { datesIn } from '../values/date-text.js';
import type { MarkRole } from '../words/lexicon/names.js';
import { speaksOf } from '../words/lexicon.js';
import { isMark, markColumn } from '../words/sale-marks.js';

/** Columns with more values are not shown. */
const VALUES_MAX = 12;
/** Values of a column that is called a kind or a state: known words among them contradict, shown or not. */
const MARKS_MAX = 100;
const CHARS_MAX = 60;
const SAMPLES = 3;
/** A file of so few rows shows all of its columns. */
const FEW_ROWS = 3;
const IDENTIFIER_ROWS = 256;

export interface ValueSeen {
  rows: number;
  firstLine: number;
  sums: RunningSums;
  done: Map<string, number>;
}

export interface ColumnSeen {
  index: number;
  name: string;
  field: string | null;
  isUsed: boolean;
  role: MarkRole | null;
  /** It may have the day on which money went back, or a list of what went back. */
  isOfReturns: boolean;
  valuesMax: number;
  samples: Set<string>;
  /** Null where they are too many, or too long. */
  values: Map<string, ValueSeen> | null;
  different: Set<string> | null;
}

export function columnsSeen({ header, mapping, columns }: InputDescription): ColumnSeen[] {
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
        isOfReturns: role === 'refunded' || speaksOf('ofRefund', name) || speaksOf('ofDispute', name),
        valuesMax: role === null ? VALUES_MAX : MARKS_MAX,
        samples: new Set<string>(),
        values: new Map(),
        different: new Set<string>(),
      },
    ];
  });
}

/** Stands for all days on which rows were cancelled, or their money went back, and for lists of refunds: each row may have another one. */
export const ANY_DAY = '…';

/** `as`: what is done with the row. `rows`: how many there were, with this one. */
export function lookAt(column: ColumnSeen, text: string, { line, sale }: InputRow, as: string, rows: number): void {
  if (text !== '' && column.samples.size < SAMPLES) column.samples.add(cut(text));
  const cell = isSomeDay(column, text) ? ANY_DAY : text;
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

function isSomeDay({ role, isOfReturns }: ColumnSeen, text: string): boolean {
  if (role === 'cancelledOn') return isMark(role, text);
  return isOfReturns && text !== '' && (text.startsWith('[{') || (!isAmount(text) && datesIn(text).length > 0));
}

/** Whether each of the `rows` has another number in the column. */
export function isIdentifier({ different }: ColumnSeen, rows: number): boolean {
  return rows > 1 && different !== null && different.size === Math.min(rows, IDENTIFIER_ROWS);
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

/** Whether a column has few values, and they may say what rows are. */
export function isFew({ values, valuesMax, field }: ColumnSeen, rows: number): boolean {
  if (!values || values.size > valuesMax || (field !== null && (notFew.includes(field) || /Date$/.test(field)))) return false;
  const texts = [...values.keys()].filter((text) => text !== '');
  if (areSigns(texts) || texts.includes(ANY_DAY) || (valuesMax === MARKS_MAX && texts.every((text) => FLAG.test(text)))) return true;
  if (!texts.some((text) => /\p{L}/u.test(text)) || texts.every((text) => isAmount(text) || datesIn(text).length > 0)) return false;
  return rows <= FEW_ROWS || valuesMax === MARKS_MAX || (values.size > 1 && values.size < rows);
}

/** Whether the values of a column that has few are shown, too. */
export const isShort = ({ values }: ColumnSeen) => (values?.size ?? 0) <= VALUES_MAX;

const MINUS = /^[-−]$/;
/** Yes or no, or the answer of a terminal, as numbers. */
const FLAG = /^\d{1,2}$/;

export const isMinus = (text: string) => MINUS.test(text);

/** Whether a column has the sign of each amount. A minus alone may stand for nothing. */
export function areSigns(texts: readonly string[]): boolean {
  return texts.includes('+') && texts.every((text) => text === '+' || isMinus(text));
}

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** A copy, short and without card numbers. */
export function cut(text: string): string {
  const masked = maskCardNumbers(text);
  const short = masked.length > CHARS_MAX ? `${masked.slice(0, CHARS_MAX - 1).toWellFormed()}…` : masked;
  return Buffer.from(short).toString();
}
