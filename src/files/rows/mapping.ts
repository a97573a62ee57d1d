/** Turns the cells of a record into a candidate, by the layout of its table. Guesses no value and no format. */

import { code as currencyNamed } from 'currency-codes';
import { maskCardField } from '../../contract/card-number.js';
import { decimalOf, plus, textOfDecimal } from '../../contract/decimal.js';
import { feeParts } from '../../contract/states.js';
import { isNet } from '../columns/agreements.js';
import { type FieldSource, type ItemSource, type Layout, spelling } from '../columns/layout.js';
import { isNumberField, type NumberField, type RowField } from '../input/record-kind.js';
import type { ReadFault } from '../input/row.js';
import { rowFault, type ValueOrigin } from '../input/row-faults.js';
import { isBlank, isNone } from '../text/blank.js';
import { currencyOfMark, markFits } from '../values/amount-text.js';
import { DoubtfulAmount, isTooFine, MarkedAmount } from '../values/amount-values.js';
import { CellFault, itemsIn, readCell } from '../values/cell-values.js';
import { dayAlone, timeAlone } from '../values/date-text.js';
import { DayAlone, dateFields } from '../values/date-values.js';
import { readerOf } from '../values/value-reading.js';
import type { ReadRow } from './check.js';

/**
 * The candidate for a record. `cells` are as many as the header's; blank ones are absent values. `numbers` are the indexes of the cells
 * that are numbers by type, in a workbook, however they are written.
 */
export function candidateOf(layout: Layout, cells: readonly string[], numbers?: ReadonlySet<number>): ReadRow {
  const values: Record<string, unknown> = {};
  const faults: ReadFault[] = [];
  /** Date of a settlement record whose transactionDate has no time; null otherwise. */
  let day = null as string | null;
  const doubtful = new Map<RowField, { value: DoubtfulAmount; source: FieldSource }>();
  let marked = null as { amount: MarkedAmount; source: FieldSource } | null;
  const fault = ({ fault, code, remedy }: CellFault, field: RowField, origin: ValueOrigin) =>
    faults.push(rowFault(code, fault, field, origin, remedy));
  const take = (source: FieldSource) => {
    const cell = cellText(source, cells);
    if (isBlank(cell)) return;
    const parts = partsOf(source, cells);
    const read = parts
      ? sumOf(parts.map((index) => partIn(layout, source, cells, index, numbers)))
      : valueIn(layout, source, cell, areNumbers(source, cells, numbers));
    const value = source.isTurned ? turned(read instanceof MarkedAmount ? read.amount : read) : read;
    if (source.field === 'transactionDate') day = null;
    // Nearly every value is a string or a number.
    if (typeof value !== 'object') values[source.field] = value;
    else if (value instanceof DayAlone && layout.kind === 'Settlement') day = value.day;
    else if (value instanceof DoubtfulAmount) doubtful.set(source.field, { value, source });
    else if (value instanceof CellFault) fault(value, source.field, originOfField(layout, cells, source));
    else if (value instanceof MarkedAmount) {
      if (source.field === 'amount') marked = { amount: value, source };
      values[source.field] = value.amount;
    } else values[source.field] = value;
  };
  for (const source of layout.fields) take(source);
  // Settlement records that are no sales have some fields in other columns.
  const others = values.type === 'Sale' || values.type === undefined ? [] : layout.fieldsOfOthers;
  for (const source of others) {
    delete values[source.field];
    doubtful.delete(source.field);
    take(source);
  }
  if (day !== null) values.businessDate ??= day;
  for (const { value, source } of doubtful.values()) {
    if (digitsOf(currencyOf(source.field, values)) === THREE_DECIMALS) take(withDecimals(source));
    else fault(value, source.field, originOfField(layout, cells, source));
  }
  const items: unknown[] = [];
  const itemColumns: number[] = [];
  const originOf = ([field, item]: readonly PropertyKey[]): ValueOrigin => {
    const source = [...others, ...layout.fields].find((one) => one.field === field);
    if (source) return originOfField(layout, cells, source);
    const ofItem = field === 'additionalData' && typeof item === 'number' ? itemColumns[item] : undefined;
    return originAt(layout, cells, ofItem ?? layout.columns.findIndex((column) => column.kind === 'field' && column.field === field));
  };
  if (marked) {
    const contradiction = currencyFault(marked.amount, values);
    if (contradiction) fault(contradiction, 'amount', originOfField(layout, cells, marked.source));
  } else if (contradicts(layout, values.amount, values.currency)) {
    fault(columnFault(layout), 'amount', originOf(['amount']));
  }
  for (const field of adjusts(layout) ? (['amount', 'fee', ...feeParts, 'netAmount'] as const) : []) {
    const amount = adjusted(layout, field, values, cells);
    if (amount instanceof CellFault) fault(amount, field, originOf([field]));
    else if (amount !== undefined) values[field] = amount;
  }
  if (isTooFine(values.amount as number, values.currency as string)) fault(tooFine, 'amount', originOf(['amount']));
  asContract(layout, values);
  if (isNothingPaid(values)) fault(nothingPaid, 'amount', originOf(['amount']));
  for (const item of layout.items) {
    const cell = itemText(item, cells);
    if (isBlank(cell)) continue;
    const read = itemsIn(cell, item.key);
    if (read instanceof CellFault) fault(read, 'additionalData', originAt(layout, cells, item.index));
    for (const one of read instanceof CellFault ? [] : read) {
      items.push(one);
      itemColumns.push(item.index);
    }
  }
  if (items.length > 0) values.additionalData = items;
  return { values, faults, originOf };
}

/** Whether amounts are not always what their cells say. */
export function adjusts({ negative, minorUnits }: Layout): boolean {
  return negative.length > 0 || minorUnits;
}

/** Whether a row says elsewhere that its amount, which has no sign, is negative. */
export function isNegative({ negative }: Layout, field: NumberField, cells: readonly string[]): boolean {
  return negative.some((one) => one.field === field && one.values.includes(spelling(cells[one.index] ?? '')));
}

/** The amount as it is meant: negative in rows that say so elsewhere, and in units of its currency. */
function adjusted(layout: Layout, field: NumberField, values: Record<string, unknown>, cells: readonly string[]): unknown {
  const amount = values[field];
  if (typeof amount !== 'number') return amount;
  const signed = amount > 0 && isNegative(layout, field, cells) ? -amount : amount;
  if (!layout.minorUnits) return signed;
  const digits = digitsOf(currencyOf(field, values));
  if (digits === undefined) return new CellFault('AMOUNT_INVALID', 'is in the smallest unit of a currency, and the row names none');
  if (!Number.isInteger(signed)) return new CellFault('AMOUNT_INVALID', 'is not whole, and amounts here are in the smallest unit');
  return Number(`${signed}e-${digits}`);
}

/** The currency that an amount of a row is in. */
function currencyOf(field: RowField, { currency, settlementCurrency }: Record<string, unknown>): unknown {
  return (field === 'netAmount' ? settlementCurrency : undefined) ?? currency;
}

/** The same column, where three digits behind a sign are decimals. */
function withDecimals({ reading, ...source }: FieldSource): FieldSource {
  return { ...source, reading: reading?.kind === 'amount' ? { ...reading, isCoarse: false } : reading };
}

/** Number of decimals of dinars and rials. */
const THREE_DECIMALS = 3;

/** How many decimals a currency has. */
function digitsOf(currency: unknown): number | undefined {
  return typeof currency === 'string' ? currencyNamed(currency.trim())?.digits : undefined;
}

const tooFine = new CellFault('AMOUNT_INVALID', 'has a fraction, which its currency does not have', 'correct the amount, or its currency');

/** Whether the name of the amount column has a currency, as `Betrag (CHF)` does, and the row has a different one. */
export function contradicts({ amountCurrency }: Layout, amount: unknown, currency: unknown): boolean {
  return (
    amountCurrency !== null &&
    typeof amount === 'number' &&
    typeof currency === 'string' &&
    currency.trim().toUpperCase() !== amountCurrency
  );
}

function columnFault({ amountCurrency }: Layout): CellFault {
  return new CellFault(
    'CURRENCY_CONTRADICTS',
    `is in ${amountCurrency} according to the name of its column, but the currency of the row is different`,
    [
      'say which one is right: ',
      ['--const', `currency=${amountCurrency}`],
      ', or this column, whose name then says nothing: ',
      ['--set', 'amount=COLUMN'],
    ],
  );
}

/**
 * Checks the sign or code beside an amount against the currency of the row; a row without a currency gets the one that it stands for. Null
 * where they fit.
 */
function currencyFault({ mark }: MarkedAmount, values: Record<string, unknown>): CellFault | null {
  const currency = typeof values.currency === 'string' ? values.currency.trim() : currencyOfMark(mark);
  if (currency === null) return null;
  values.currency ??= currency;
  if (markFits(mark, currency)) return null;
  return new CellFault('CURRENCY_CONTRADICTS', `is in ${mark}, but the currency of the row is different`);
}

/**
 * Reads the non-blank text of a field as was decided for it. `isNumber`: the cell is a number by type, and is read as the contract writes
 * numbers.
 */
export function valueIn({ masksCards }: Layout, { field, reading }: FieldSource, cell: string, isNumber = false): unknown {
  const text = masksCards && field === 'cardNumberMasked' ? maskCardField(cell) : cell;
  return reading === null || isNumber ? readCell(field, text) : readerOf(reading)(text);
}

/** The text that a field is read from: its constant, or its cells, after any value map. */
export function cellText(source: FieldSource, cells: readonly string[]): string {
  const cell = source.constant ?? cells[source.index] ?? '';
  if (source.debits !== null) return sidesText(cell, cells[source.debits] ?? '', source.areDebitsSigned);
  // Nearly every field is one column, taken as it is.
  if (source.more.length === 0 && source.values === null && source.begins === undefined) return cell;
  const text = source.more.length === 0 ? cell : joined([source.index, ...source.more], cells, areDayAndTime(source));
  return source.values?.get(spelling(text)) ?? begun(source, text) ?? text;
}

/** What stands for texts that begin as this one does. */
function begun({ begins }: FieldSource, text: string): string | undefined {
  return begins?.find(([begin]) => spelling(text).startsWith(begin))?.[1];
}

/** The columns whose cells are a field together: of a sum, or of an amount and the refund of a part of it; null for any other. */
export function partsOf({ isSum, isLeft, index, more, debits }: FieldSource, cells: readonly string[]): number[] | null {
  const areBoth = isLeft && debits !== null && !isNothing(cells[index] ?? '') && !isNothing(cells[debits] ?? '');
  if (!isSum && !areBoth) return null;
  return [index, ...more, ...(areBoth ? [debits] : [])].filter((part) => !isBlank(cells[part] ?? ''));
}

/** One of them; a refund is taken off, with a minus or without. */
function partIn(layout: Layout, source: FieldSource, cells: readonly string[], index: number, numbers?: ReadonlySet<number>): unknown {
  const value = valueIn(layout, source, cells[index] ?? '', numbers?.has(index));
  const size = value instanceof MarkedAmount ? value.amount : value;
  return index === source.debits && typeof size === 'number' ? -Math.abs(size) : value;
}

/** Whether a field that is no sum is a number by type, however its cell is written; of two sides, one may be blank. */
export function areNumbers({ field, index, debits }: FieldSource, cells: readonly string[], numbers?: ReadonlySet<number>): boolean {
  if (numbers === undefined || !isNumberField(field)) return false;
  return debits === null ? numbers.has(index) : [index, debits].every((side) => numbers.has(side) || isBlank(cells[side] ?? ''));
}

const NOTHING = /^[\s0.,'-]*$/;
const isNothing = (cell: string) => NOTHING.test(cell) || isNone(cell);

/** The amount of a row with a credit or a debit. Of a row with both it is no amount, and so the fault shows both. */
function sidesText(credit: string, debit: string, isSigned = false): string {
  if (isNothing(debit)) return isNone(credit) && !isNone(debit) ? debit : credit;
  if (isSigned && isNothing(credit) && /^\s*[-(\u2212]|-\s*$/.test(debit)) return debit.trim();
  return isNothing(credit) && !isSigned ? `-${debit.trim()}` : `${credit.trim()} - ${debit.trim()}`;
}

/** The text that an item is read from. */
export function itemText({ index, more }: ItemSource, cells: readonly string[]): string {
  return more.length === 0 ? (cells[index] ?? '') : joined([index, ...more], cells);
}

/**
 * The texts of several cells, with blanks between. Of a day and a time in columns of their own, midnight beside the day is no time, and day zero
 * of a spreadsheet beside the time is no day.
 */
function joined(indexes: readonly number[], cells: readonly string[], areDayAndTime = false): string {
  const texts = indexes.map((index) => (cells[index] ?? '').trim());
  const parts = areDayAndTime ? texts.map((text, at) => (at === 0 ? dayAlone(text) : timeAlone(text))) : texts;
  return parts.filter((part) => part !== '').join(' ');
}

function areDayAndTime({ field, more, hasRowZones, hasHalf }: FieldSource): boolean {
  return more.length > Number(hasRowZones) + Number(hasHalf) && (dateFields as readonly string[]).includes(field);
}

function originAt({ header }: Layout, cells: readonly string[], index: number): ValueOrigin {
  if (index < 0) return { column: null, columnNumber: null, value: null };
  return { column: header[index] ?? null, columnNumber: index + 1, value: cells[index] ?? null };
}

/** Where in the input a field stands. The value is the text of all its columns, as the file has it, before any value map. */
function originOfField(layout: Layout, cells: readonly string[], source: FieldSource): ValueOrigin {
  const origin = originAt(layout, cells, source.index);
  const others = source.debits === null ? source.more : [source.debits];
  return others.length === 0 ? origin : { ...origin, value: joined([source.index, ...others], cells) };
}

/** The number with the other sign. */
function turned(value: unknown): unknown {
  return typeof value === 'number' && value !== 0 ? -value : value;
}

/** The sum of values that were read one by one, blank ones aside; what is no number instead of it. */
function sumOf(values: readonly unknown[]): unknown {
  const numbers = values.map((value) => (value instanceof MarkedAmount ? value.amount : value));
  const wrong = numbers.find((value) => typeof value !== 'number');
  if (wrong !== undefined) return wrong;
  const zero = { digits: 0n, scale: 0 };
  return Number(textOfDecimal(numbers.reduce((sum: typeof zero, value) => plus(sum, decimalOf(value as number)), zero)));
}

/** Whether a record of a sale has a net amount, and nothing that was paid: a refund may stand in another column. */
function isNothingPaid({ amount, netAmount, type = 'Sale' }: Record<string, unknown>): boolean {
  return amount === 0 && typeof netAmount === 'number' && netAmount !== 0 && type === 'Sale';
}

const nothingPaid = new CellFault('COLUMNS_CONTRADICT', 'is 0, and the net amount is not: that is no sale of 0', [
  'leave the row out, or say what its amount is: ',
  ['--set', 'amount=COLUMN'],
]);

/**
 * Changes the values of a settlement export to those that the contract means: money in the favour of the merchant is positive, and a fee is what
 * the net amount lacks, whatever sign the file gives it.
 */
function asContract({ known }: Layout, values: Record<string, unknown>): void {
  const { amount, fee, netAmount } = values;
  const areAll = typeof amount === 'number' && typeof fee === 'number' && typeof netAmount === 'number';
  if (!known && areAll && fee !== 0 && isNet(amount, netAmount, fee)) values.fee = amount > netAmount ? Math.abs(fee) : -Math.abs(fee);
  if (known?.hasNetAlone && values.amount === undefined && values.netAmount !== undefined) {
    values.amount = values.netAmount;
    values.currency = values.settlementCurrency ?? values.currency;
  }
  // A transfer that has no id but its reference.
  if (known && values.type === 'Payout' && values.payoutId === undefined) values.payoutId = values.transactionReference;
  if (!known?.hasNegativePayouts || values.type !== 'Payout') return;
  for (const field of ['amount', 'fee', ...feeParts, 'netAmount']) if (Object.hasOwn(values, field)) values[field] = turned(values[field]);
}
