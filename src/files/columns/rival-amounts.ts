/**
 * Takes away the columns that dispute the amount in vain, by their names or in every one of the first rows: what leaves one possible answer is
 * no question.
 */
import type { Agreement } from '../input/agreement.js';
import { speaksOfTaxOrFee, speaksOfTip, speaksOfWholeWithTaxes } from '../words/header-words.js';
import { speaksOf } from '../words/lexicon.js';
import { holdsIn } from './agreements.js';
import type { AmountColumns } from './amount-column.js';
import { eachAlone } from './plan.js';
import type { Sample } from './sample.js';

/** In fewer rows, equal values may be chance. */
const ROWS_MIN = 2;

type Amounts = Pick<AmountColumns, 'columns' | 'beside'>;

/** What the rows tell of an amount: what it is of other columns. */
export type AmountRelation = Pick<Agreement, 'is' | 'others'>;

/** `columns` that may be the amount, and those `beside` that put it in doubt, as far as the rows leave them; `told`: what the rows say. */
export function undisputed({ columns, beside }: Amounts, header: readonly string[], sample: Sample): Amounts & { told: AmountRelation[] } {
  const name = (column: number) => header[column] ?? '';
  const isEmpty = (column: number) => sample.length > 0 && isTold('only', -1, [column], sample);
  const filled = columns.filter((column) => !isEmpty(column));
  if (filled.length === 0) return { columns, beside, told: [] };
  const own = filled.filter((column) => !speaksOf('otherMoney', name(column)));
  const left = own.length > 0 ? own : filled;
  // The next file may have tips, and its amount would be what this one's is.
  const doubts = beside.filter((column) => !isEmpty(column) || speaksOfTip(name(column)));
  const isOther = (column: number) => own.length > 0 && speaksOf('otherMoney', name(column));
  const empty = [...columns, ...beside].filter((column) => isEmpty(column) && !doubts.includes(column) && !isOther(column));
  const told: AmountRelation[] = empty.length > 0 ? [{ is: 'only', others: eachAlone(empty) }] : [];
  // What one of them is, the others are a part of; only a tip beside may still be a part of it or not.
  const one = oneOf(left, doubts, header, sample);
  return one === null
    ? { columns: left, beside: doubts, told }
    : { columns: [one.column], beside: doubts.filter((column) => speaksOfTip(name(column))), told: [...told, ...one.told] };
}

/** The one of `columns` that is the amount by its relation to the others, in every row; null where none is. */
function oneOf(
  columns: readonly number[],
  beside: readonly number[],
  header: readonly string[],
  sample: Sample,
): { column: number; told: AmountRelation[] } | null {
  if (sample.length < ROWS_MIN) return null;
  const name = (column: number) => header[column] ?? '';
  const all = [...columns, ...beside];
  const [first = -1, ...others] = columns;
  const as = (column: number, is: AmountRelation['is'], of: readonly number[]) => ({
    column,
    told: of.length > 0 ? [{ is, others: eachAlone(of) }] : [],
  });
  // Where these are written, they say which of several it is, or nothing does: the next file may have some.
  const isNamed = header.some((one) => speaksOf('discount', one) || speaksOfTaxOrFee(one) || speaksOfTip(one));
  if (!isNamed && others.length > 0 && isTold('sameAmount', first, others, sample)) return as(first, 'sameAmount', others);
  const beyond = (column: number) => all.filter((other) => other !== column);
  const isLargest = (column: number) => isTold('largest', column, beyond(column), sample);
  const [whole, secondWhole] = columns.filter((column) => speaksOfWholeWithTaxes(name(column)));
  if (whole !== undefined && secondWhole === undefined && isLargest(whole)) return as(whole, 'largest', beyond(whole));
  const [gross, secondGross] = columns.filter((column) => speaksOf('gross', name(column)));
  const isOfNet = all.every((column) => speaksOf('gross', name(column)) || speaksOf('net', name(column)));
  const isGross = gross !== undefined && secondGross === undefined && isOfNet && !isNamed && isLargest(gross);
  return isGross ? as(gross, 'largest', beyond(gross)) : null;
}

function isTold(is: AmountRelation['is'], column: number, others: readonly number[], sample: Sample): boolean {
  return holdsIn({ field: 'amount', columns: [column], is, others: eachAlone(others) }, sample);
}
