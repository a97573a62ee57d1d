/** Whether what the first rows tell of a column and of those beside it holds in another row, too, and what is said where it does not. */
import { type Phrase, phrase } from '../../contract/phrase.js';
import type { Agreement } from '../input/mapping-rules.js';
import { isBlank } from '../text/blank.js';
import { amountsIn, isSameSum } from '../values/amount-text.js';
import { MarkedAmount } from '../values/amount-values.js';
import { readerOf, type ValueReading } from '../values/value-reading.js';
import { columnShown } from './column-names.js';

/** Whether a net amount is what a fee leaves of a gross one, whatever sign the fee is written with. */
export function isNet(gross: number, net: number, fee: number, within?: number): boolean {
  return isSameSum(Math.abs(gross - net), Math.abs(fee), within);
}

/**
 * Whether it holds in a row. `isNegative`: the amount is negative, and its cell may leave out the minus; `isOfPayment`: it is no row of a fee or the
 * like, which may have an amount of 0; `reading`: how the amount is read, null where that is not decided yet.
 */
export function holds(
  agreement: Agreement,
  cells: readonly string[],
  { isNegative, isOfPayment }: { isNegative: boolean; isOfPayment: boolean },
  reading: ValueReading | null = null,
): boolean {
  const cell = (cells[agreement.column] ?? '').trim();
  const isSoWith = (own: string) => isSo(agreement, own, cells, isOfPayment, reading);
  // A minus that is left out may be left out of the other columns, too.
  return isSoWith(cell) || (isNegative && isSoWith(`-${cell}`));
}

/** Whether it holds in a row with `own` as the amount. */
function isSo(
  { is, others }: Agreement,
  own: string,
  cells: readonly string[],
  isOfPayment: boolean,
  reading: ValueReading | null,
): boolean {
  const text = (index: number) => (cells[index] ?? '').trim();
  const amounts = amountsUnder(reading);
  if (is === 'same')
    return others.every((other) => text(other) === own || amounts(text(other)).some((value) => amounts(own).includes(value)));
  const [left = '', ...fees] = others.map(text);
  if (isBlank(own) || isBlank(left)) return true;
  const sums = feesIn(fees, amounts);
  return amounts(own).some((whole) =>
    amounts(left).some((net) => sums.some((fee) => isNet(whole, net, fee) && (!isOfPayment || whole !== 0 || net === 0))),
  );
}

/** What fees may be together, blank ones aside; none where one of them is no amount. */
export function feesIn(fees: readonly string[], amounts: (text: string) => number[] = amountsIn): number[] {
  return fees.reduce<number[]>((all, fee) => all.flatMap((sum) => (isBlank(fee) ? [sum] : amounts(fee).map((one) => sum + one))), [0]);
}

/** What contradicts it, worded to follow the name of its column. */
export function contradictionText({ is, others }: Agreement, header: readonly string[]): Phrase {
  const names = others.map((index) => columnShown(header, index)).join(', ');
  return is === 'same'
    ? phrase`is not what column ${names} has, as in all other rows`
    : phrase`is not columns ${names} together, as in most rows: its sign is another one, or it has nothing`;
}

/** The agreement with other numbers for its columns. */
export function renumbered({ column, is, others }: Agreement, number: (column: number) => number): Agreement {
  return { column: number(column), is, others: others.map(number) };
}

/** Amounts as they were decided to be read; what cannot be read so is all that it may mean. */
function amountsUnder(reading: ValueReading | null): (text: string) => number[] {
  if (reading?.kind !== 'amount') return amountsIn;
  const read = readerOf(reading);
  return (text) => {
    const value = isBlank(text) ? null : read(text);
    if (typeof value === 'number') return [value];
    return value instanceof MarkedAmount ? [value.amount] : amountsIn(text);
  };
}
