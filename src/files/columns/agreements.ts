/** Whether what the first rows say of columns that were taken as one holds in another row, too, and what is said where it does not. */
import type { Agreement } from '../input/agreement.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { MarkedAmount } from '../values/amount-values.js';
import { datesIn, type WrittenDate } from '../values/date-text.js';
import { readUnder } from '../values/date-values.js';
import { readerOf, type ValueReading } from '../values/value-reading.js';
import { columnShown } from './column-names.js';
import type { Sample } from './table-head.js';

/** Nothing, or a sign for it. */
const NOTHING = /^[\s-]*$/;
const EXACT = 0.000_05;

/** Whether it holds in a row; `reading`: how the field is read, null where that is not decided yet. */
export function holds({ columns, is, others }: Agreement, cells: readonly string[], reading: ValueReading | null = null): boolean {
  const text = (some: readonly number[]) => some.map((column) => (cells[column] ?? '').trim()).join(' ');
  const own = text(columns);
  const texts = others.map(text);
  const amounts = amountsUnder(reading);
  switch (is) {
    case 'same':
      return texts.every((other) => other === own);
    case 'sameAmount':
      return texts.every((other) => other === own || amounts(other).some((amount) => amounts(own).includes(amount)));
    case 'sum':
      return isBlank(own) || sumsOf(texts, amounts).some((sum) => sizesOf(own, amounts).some((size) => Math.abs(size - sum) < EXACT));
    case 'largest':
      return texts.every((other) => !isLess(own, other, amounts));
    case 'only':
      return texts.every((other) => isNothing(other, amounts));
    case 'sameMoment': {
      const moments = datesUnder(own, reading);
      return texts.every((other) => datesUnder(other, reading).some((date) => moments.some((moment) => isOf(date, moment))));
    }
  }
}

/** Whether it holds in all of the first rows. */
export function holdsIn(agreement: Agreement, sample: Sample): boolean {
  return sample.every((cells) => holds(agreement, cells));
}

/** What of it does not hold in a row; null where all does. */
export function contradicted(agreement: Agreement, cells: readonly string[], reading: ValueReading | null = null): Agreement | null {
  if (holds(agreement, cells, reading)) return null;
  const others = agreement.others.filter((other) => !holds({ ...agreement, others: [other] }, cells, reading));
  return agreement.is === 'sum' ? agreement : { ...agreement, others };
}

/** What contradicts it, worded to follow the name of its first column. */
export function contradictionText({ is, others }: Agreement, header: readonly string[]): string {
  const shown = others.map((columns) => columns.map((index) => columnShown(header, index)).join(' + ')).join(', ');
  const texts: Record<Agreement['is'], string> = {
    same: `says something else than column ${shown}, with which it was taken as one`,
    sameAmount: `says something else than column ${shown}, with which it was taken as one`,
    sum: `is not the sum of columns ${shown}, by which it was taken`,
    largest: `is less than column ${shown}, and was taken because it never was`,
    only: `was taken as the whole, and column ${shown} has something, too`,
    sameMoment: `says another time than column ${shown}, with which it was taken as one`,
  };
  return texts[is];
}

/** The same of columns that are counted otherwise. */
export function renumbered(agreement: Agreement, number: (column: number) => number): Agreement {
  const { columns, others } = agreement;
  return { ...agreement, columns: columns.map(number), others: others.map((some) => some.map(number)) };
}

type AmountsIn = (text: string) => number[];

/** Amounts as they were decided to be read; what cannot be read so is all that it may mean. */
function amountsUnder(reading: ValueReading | null): AmountsIn {
  if (reading?.kind !== 'amount') return amountsIn;
  const read = readerOf(reading);
  return (text) => {
    const value = isBlank(text) ? null : read(text);
    if (typeof value === 'number') return [value];
    return value instanceof MarkedAmount ? [value.amount] : amountsIn(text);
  };
}

function datesUnder(text: string, reading: ValueReading | null): readonly WrittenDate[] {
  const own = reading?.kind === 'date' ? readUnder(text, reading) : null;
  return own && !('fault' in own) ? [own] : datesIn(text);
}

/** Whether a date is that moment, as far as it goes. */
function isOf(date: WrittenDate, moment: WrittenDate): boolean {
  return date.day === moment.day && (date.time === null || (date.time === moment.time && date.offset === moment.offset));
}

/** Without their signs, since a fee may be written with a minus; nothing counts as 0. */
function sizesOf(text: string, amounts: AmountsIn): number[] {
  const sizes = amounts(text).map(Math.abs);
  return sizes.length > 0 ? sizes : isBlank(text) ? [0] : [];
}

function sumsOf(texts: readonly string[], amounts: AmountsIn): number[] {
  return texts.reduce<number[]>((sums, text) => sums.flatMap((sum) => sizesOf(text, amounts).map((size) => sum + size)), [0]);
}

/** Whether an amount is surely less than another, signs aside. */
function isLess(one: string, other: string, amounts: AmountsIn): boolean {
  const sizes = (text: string) => amounts(text).map(Math.abs);
  return Math.max(0, ...sizes(one)) < Math.min(...sizes(other), Number.POSITIVE_INFINITY) && amounts(other).length > 0;
}

function isNothing(text: string, amounts: AmountsIn): boolean {
  const values = amounts(text);
  return values.length > 0 ? values.every((value) => value === 0) : NOTHING.test(text);
}
