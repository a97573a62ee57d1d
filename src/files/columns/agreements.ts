/** Whether what the first rows say of columns that were taken as one holds in another row, too, and what is said where it does not. */
import type { Agreement } from '../input/agreement.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { MarkedAmount } from '../values/amount-values.js';
import { datesIn, type WrittenDate } from '../values/date-text.js';
import { readUnder } from '../values/date-values.js';
import { readerOf, type ValueReading } from '../values/value-reading.js';
import { columnShown } from './column-names.js';
import { type Sample, textIn } from './table-head.js';

/** Nothing, or a sign for it. */
const NOTHING = /^[\s-]*$/;
const EXACT = 0.000_05;

/** A row, as far as an agreement is about it: the text of the columns that were taken, those of the others, and how they are read. */
interface Compared {
  own: string;
  others: readonly string[];
  amounts: AmountsIn;
  dates(text: string): readonly WrittenDate[];
}

/** What columns that were taken are of the others, each with when that holds, and what is said where it does not. */
const relations: Record<Agreement['is'], { holds(row: Compared): boolean; contradiction(others: string): string }> = {
  same: {
    holds: ({ own, others }) => others.every((other) => other === own),
    contradiction: (others) => `says something else than column ${others}, with which it was taken as one`,
  },
  sameAmount: {
    holds: ({ own, others, amounts }) =>
      others.every((other) => other === own || amounts(other).some((amount) => amounts(own).includes(amount))),
    contradiction: (others) => `says something else than column ${others}, with which it was taken as one`,
  },
  sum: {
    holds: ({ own, others, amounts }) =>
      isBlank(own) || sumsOf(others, amounts).some((sum) => sizesOf(own, amounts).some((size) => Math.abs(size - sum) < EXACT)),
    contradiction: (others) => `is not the sum of columns ${others}, by which it was taken`,
  },
  largest: {
    holds: ({ own, others, amounts }) => others.every((other) => !isLess(own, other, amounts)),
    contradiction: (others) => `is less than column ${others}, and was taken because it never was`,
  },
  only: {
    holds: ({ others, amounts }) => others.every((other) => isNothing(other, amounts)),
    contradiction: (others) => `was taken as the whole, and column ${others} has something, too`,
  },
  sameMoment: {
    holds: ({ own, others, dates }) => {
      const moments = dates(own);
      return others.every((other) => dates(other).some((date) => moments.some((moment) => isOf(date, moment))));
    },
    contradiction: (others) => `says another time than column ${others}, with which it was taken as one`,
  },
};

/** Whether it holds in a row; `reading`: how the field is read, null where that is not decided yet. */
export function holds({ columns, is, others }: Agreement, cells: readonly string[], reading: ValueReading | null = null): boolean {
  const text = (some: readonly number[]) => textIn(some, cells);
  const dates = (one: string) => datesUnder(one, reading);
  return relations[is].holds({ own: text(columns), others: others.map(text), amounts: amountsUnder(reading), dates });
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
  return relations[is].contradiction(others.map((columns) => columns.map((index) => columnShown(header, index)).join(' + ')).join(', '));
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
  const sizes = amounts(other).map(Math.abs);
  return sizes.length > 0 && Math.max(0, ...amounts(one).map(Math.abs)) < Math.min(...sizes);
}

function isNothing(text: string, amounts: AmountsIn): boolean {
  const values = amounts(text);
  return values.length > 0 ? values.every((value) => value === 0) : NOTHING.test(text);
}
