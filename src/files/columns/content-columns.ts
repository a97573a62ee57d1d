/** What the cells of the first rows say of a column whose name says nothing. It speaks only where every cell agrees. */
import { code as currencyNamed } from 'currency-codes';
import { hasCardNumber } from '../../contract/card-number.js';
import type { TransactionField } from '../../contract/transaction.js';
import { isBlank } from '../blank.js';
import { dateIn, dateOrders, dayAlone, timeAlone, undecidedFormat, type WrittenDate } from '../values/date-text.js';
import { brandSpelt } from './brands.js';

type Sample = readonly (readonly string[])[];

const MASKED = /^(?=.*\d{4}$)(?=.*[*xX•·#]{2})[\d*xX•·#]{4,6}[\d*xX•·#\s.-]{6,20}$/;
const TIME = /^\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,7})?)?(?:\s?[AaPp]\.?[Mm]\.?)?$/;

/** Without the point that amounts have, too. */
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,7})?)?(?:\s?[ap]\.?m\.?)?$/i;
const MIDNIGHT = /^00:00:00(?:\.0+)?$/;

/** Codes of currencies that are codes of countries, too: a column of them may be where the card was issued. */
const ALSO_COUNTRIES = ['BTN', 'CHE', 'MKD', 'SLE'];

const tests: readonly (readonly [TransactionField, (cell: string) => boolean])[] = [
  ['currency', (cell) => /^[A-Z]{3}$/.test(cell) && currencyNamed(cell) !== undefined && !ALSO_COUNTRIES.includes(cell)],
  ['brandId', (cell) => brandSpelt(cell) !== null],
  // One of ten days with a time has the digits of a card number.
  ['cardNumberMasked', (cell) => MASKED.test(cell) || (hasCardNumber(cell) && writtenDate(cell) === undefined)],
];

/** The columns of `open` that can only be a field, field by field. */
export function fieldByContent(open: readonly number[], sample: Sample): [TransactionField, number[]][] {
  return tests.map(([field, isOne]) => [field, open.filter((column) => every(cellsOf(column, sample), isOne))]);
}

/**
 * Of the columns `times`, by their names, those that are the time of day for a date in `date`, which has none but midnight: some cells may
 * be wrong. In a rejects file all may be, which is why they are there.
 */
export function withTime(date: readonly number[], times: readonly number[], sample: Sample, isOfRejects: boolean): number[] {
  const [day, more] = date;
  if (day === undefined || more !== undefined || cellsOf(day, sample).some(hasTime)) return [];
  return times.filter((column) => {
    const cells = cellsOf(column, sample);
    return isOfRejects || cells.filter((cell) => TIME.test(timeAlone(cell))).length > cells.length / 2;
  });
}

/** Whether a column that is the time of the sale by its name has times of day alone, with no day. `02.11.26` may be both, and says neither. */
export function hasTimesAlone(column: number, sample: Sample): boolean {
  const cells = cellsOf(column, sample);
  const isTime = (cell: string) => TIME.test(cell) && !writtenDate(cell);
  return cells.some(isTime) && cells.every((cell) => TIME.test(cell) || !writtenDate(cell));
}

/** Whether a column has nothing but times of day as no number is written. */
export function hasClockTimes(column: number, sample: Sample): boolean {
  return every(cellsOf(column, sample), (cell) => CLOCK.test(cell));
}

/**
 * Those of `open` that may be the time of day of a date in `date` which has nothing but midnight, perhaps with an offset: the columns
 * `times`, by their names, whatever they have (in a rejects file that may be nothing), and others that have nothing but times.
 */
export function timesInDoubt(
  date: readonly number[],
  times: readonly number[],
  open: readonly number[],
  sample: Sample,
  isOfRejects: boolean,
): number[] {
  const [day, more] = date;
  if (day === undefined || more !== undefined) return [];
  const written = cellsOf(day, sample).flatMap((cell) => writtenDate(cell)?.time ?? []);
  if (!every(written, (time) => MIDNIGHT.test(time))) return [];
  return open.filter((column) => {
    const cells = cellsOf(column, sample);
    return times.includes(column) ? isOfRejects || cells.length > 0 : every(cells, (cell) => CLOCK.test(timeAlone(cell)));
  });
}

/** The columns of `open` that have nothing but dates, each with the only column that may be its time of day. */
export function dateColumns(open: readonly number[], times: readonly number[], sample: Sample, isOfRejects: boolean): number[][] {
  const isDate = (cell: string) => !/^\d+(?:[.,]\d+)?$/.test(cell) && writtenDate(cell) !== undefined;
  return open
    .filter((column) => every(cellsOf(column, sample), isDate))
    .map((column) => withOnlyTime([column], times, sample, isOfRejects));
}

/** `date` with the only column of `times` that may be its time of day; where there is none or several, `date` alone. */
export function withOnlyTime(date: readonly number[], times: readonly number[], sample: Sample, isOfRejects: boolean): number[] {
  const sure = withTime(date, times, sample, isOfRejects);
  const [time, second] = sure.length > 0 ? sure : timesInDoubt(date, times, times, sample, isOfRejects);
  return time === undefined || second !== undefined ? [...date] : [...date, time];
}

/** Under the first order that fits. */
function writtenDate(cell: string): WrittenDate | undefined {
  const readings = [null, ...dateOrders].map((order) => dateIn(cell, { ...undecidedFormat, order }));
  return readings.find((reading): reading is WrittenDate => !('fault' in reading));
}

/** Whether a date has a time that is none of a day alone: another one than midnight, or one with an offset. */
function hasTime(cell: string): boolean {
  return dayAlone(cell).includes(':') || typeof writtenDate(cell)?.offset === 'string';
}

function cellsOf(column: number, sample: Sample): string[] {
  return sample.map((cells) => (cells[column] ?? '').trim()).filter((cell) => !isBlank(cell));
}

function every(cells: readonly string[], isOne: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.every(isOne);
}
