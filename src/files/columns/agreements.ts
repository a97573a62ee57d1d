/** Whether what the first rows tell of a column and of those beside it holds in another row, too, and what is said where it does not. */
import type { Agreement } from '../input/mapping-rules.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { MarkedAmount } from '../values/amount-values.js';
import { readerOf, type ValueReading } from '../values/value-reading.js';
import { columnShown } from './column-names.js';

/** Nothing, or a sign for it. */
const NOTHING = /^[\s-]*$/;
const EXACT = 0.000_05;

type AmountsIn = (text: string) => number[];

interface AmountComparison {
  /** Whether the text of the amount is that of those of the others, under how amounts are read. */
  holds(own: string, others: readonly string[], amounts: AmountsIn): boolean;
  contradiction(others: string): string;
}

const relations: Record<Agreement['is'], AmountComparison> = {
  sum: {
    holds: (own, others, amounts) =>
      isBlank(own) || sumsOf(others, amounts).some((sum) => sizesOf(own, amounts).some((size) => Math.abs(size - sum) < EXACT)),
    contradiction: (others) => `is not the sum of columns ${others}, by which it was taken`,
  },
  largest: {
    holds: (own, others, amounts) => others.every((other) => !isLess(own, other, amounts)),
    contradiction: (others) => `is less than column ${others}, and was taken because it never was`,
  },
  only: {
    holds: (_, others, amounts) => others.every((other) => isNothing(other, amounts)),
    contradiction: (others) => `was taken as the whole, and column ${others} has something, too`,
  },
  same: {
    holds: (own, others, amounts) => others.every((other) => other === own || amounts(other).some((value) => amounts(own).includes(value))),
    contradiction: (others) => `is not what column ${others} has, as in all other rows`,
  },
  net: {
    holds: (own, [left = '', ...fees], amounts) =>
      isBlank(own) ||
      isBlank(left) ||
      amounts(own).some((whole) =>
        amounts(left).some((net) => sumsOf(fees, amounts).some((fee) => isNet(whole, net, fee) && (whole !== 0 || net === 0))),
      ),
    contradiction: (others) => `is not columns ${others} together, as in most rows: its sign is another one, or it has nothing`,
  },
};

/** Whether a net amount is what a fee leaves of a gross one, whatever sign the fee is written with. */
export function isNet(gross: number, net: number, fee: number): boolean {
  return Math.abs(Math.abs(gross - net) - Math.abs(fee)) < EXACT;
}

/** Whether it holds in a row; `reading`: how the amount is read, null where that is not decided yet. */
export function holds({ column, is, others }: Agreement, cells: readonly string[], reading: ValueReading | null = null): boolean {
  const text = (index: number) => (cells[index] ?? '').trim();
  return relations[is].holds(text(column), others.map(text), amountsUnder(reading));
}

/** What of it does not hold in a row; null where all does. `isNegative`: the amount has a minus that its cell leaves out. */
export function contradicted(
  agreement: Agreement,
  cells: readonly string[],
  isNegative: boolean,
  reading: ValueReading | null = null,
): Agreement | null {
  const meant = isNegative ? cells.with(agreement.column, `-${cells[agreement.column]}`) : cells;
  if (holds(agreement, meant, reading)) return null;
  const others = agreement.others.filter((other) => !holds({ ...agreement, others: [other] }, meant, reading));
  return agreement.is === 'sum' || agreement.is === 'net' ? agreement : { ...agreement, others };
}

/** What contradicts it, worded to follow the name of its column. */
export function contradictionText({ is, others }: Agreement, header: readonly string[]): string {
  return relations[is].contradiction(others.map((index) => columnShown(header, index)).join(', '));
}

/** The agreement with other numbers for its columns. */
export function renumbered({ column, is, others }: Agreement, number: (column: number) => number): Agreement {
  return { column: number(column), is, others: others.map(number) };
}

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
