/**
 * Finds the amount by arithmetic: where one column is, in every row, another one with the taxes or fees beside it, it is what was paid, and
 * the other is a part of it. Tips and discounts prove nothing: whether they belong to the amount is for the user to say.
 */
import type { Agreement } from '../input/agreement.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { speaksOfTaxOrFee } from '../words/header-words.js';
import { holdsIn } from './agreements.js';
import { eachAlone } from './plan.js';
import type { AmountRelation } from './rival-amounts.js';
import type { Sample } from './sample.js';

/** In fewer rows, equal sums may be chance. */
const ROWS_MIN = 2;
const ADDED_MAX = 4;
const EXACT = 0.000_05;

/**
 * The one of `choices` that is the sum of another of them, or of one of `beside`, and of columns of `open` named like taxes or fees, with what
 * the rows tell of it; null where none is, or more than one, or a further one is larger.
 */
export function sumColumn(
  choices: readonly number[],
  beside: readonly number[],
  header: readonly string[],
  open: readonly number[],
  sample: Sample,
): { column: number; told: AmountRelation[] } | null {
  const added = open.filter((column) => speaksOfTaxOrFee(header[column] ?? '')).slice(0, ADDED_MAX);
  const parts = [...choices, ...beside].filter((column) => !added.includes(column));
  const partsOf = (sum: number) =>
    parts
      .filter((part) => part !== sum)
      .flatMap((part) => subsets(added).map((some) => [part, ...some]))
      .find((all) => isSum(sum, all, sample));
  const sums = choices.flatMap((column) => {
    const of = added.includes(column) ? undefined : partsOf(column);
    return of ? [{ column, of }] : [];
  });
  const [only, second] = sums;
  if (only === undefined || second !== undefined) return null;
  const { column, of } = only;
  const others = choices.filter((other) => other !== column);
  const isTopped = others.some((other) => sample.some((cells) => isMore(cells[other] ?? '', cells[column] ?? '')));
  const largest: AmountRelation[] = others.length > 0 ? [{ is: 'largest', others: eachAlone(others) }] : [];
  return isTopped ? null : { column, told: [{ is: 'sum', others: eachAlone(of) }, ...largest] };
}

/** Whether it is so in every row that has a sum, and in enough rows more than the first part alone. */
function isSum(sum: number, parts: readonly number[], sample: Sample): boolean {
  const agreement: Agreement = { field: 'amount', columns: [sum], is: 'sum', others: eachAlone(parts) };
  const isTelling = (cells: readonly string[]) =>
    !isBlank(cells[sum] ?? '') && parts.slice(1).every((column) => sizesOf(cells[column] ?? '').every((size) => size > 0));
  return holdsIn(agreement, sample) && sample.filter(isTelling).length >= ROWS_MIN;
}

function isMore(one: string, other: string): boolean {
  const least = Math.min(...sizesOf(other));
  return !isBlank(other) && sizesOf(one).some((size) => size > least + EXACT);
}

/** Without their signs, since a fee may be written with a minus; nothing counts as 0. */
function sizesOf(cell: string): number[] {
  const sizes = amountsIn(cell).map(Math.abs);
  return sizes.length > 0 ? sizes : isBlank(cell) ? [0] : [];
}

/** All but the empty one. */
function subsets(columns: readonly number[]): number[][] {
  const all: number[][] = [];
  for (const column of columns) all.push(...all.map((some) => [...some, column]), [column]);
  return all;
}
