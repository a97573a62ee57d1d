/**
 * Finds the amount by arithmetic: where one column is, in every row, another one with the taxes or fees beside it, it is what was paid, and
 * the other is a part of it. Tips and discounts prove nothing: whether they belong to the amount is for the user to say.
 */
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { speaksOfTaxOrFee } from '../words/header-words.js';
import type { Sample } from './sample.js';

/** In fewer rows, equal sums may be chance. */
const ROWS_MIN = 2;
const ADDED_MAX = 4;
const EXACT = 0.000_05;

/**
 * The one of `choices` that is the sum of another of them, or of one of `beside`, and of columns of `open` named like taxes or fees; null
 * where none is, or more than one, or a further one is larger.
 */
export function sumColumn(
  choices: readonly number[],
  beside: readonly number[],
  header: readonly string[],
  open: readonly number[],
  sample: Sample,
): number | null {
  const added = open.filter((column) => speaksOfTaxOrFee(header[column] ?? '')).slice(0, ADDED_MAX);
  const parts = [...choices, ...beside].filter((column) => !added.includes(column));
  const isOfParts = (sum: number) =>
    parts.some((part) => part !== sum && subsets(added).some((some) => isSum(sum, [part, ...some], sample)));
  const sums = choices.filter((column) => !added.includes(column) && isOfParts(column));
  const [only, second] = sums;
  if (only === undefined || second !== undefined) return null;
  return choices.some((other) => sample.some((cells) => isMore(cells[other] ?? '', cells[only] ?? ''))) ? null : only;
}

/** Whether it is so in every row that has a sum, and in enough rows more than the first part alone. */
function isSum(sum: number, [part = -1, ...added]: readonly number[], sample: Sample): boolean {
  const rows = sample.filter((cells) => !isBlank(cells[sum] ?? ''));
  let telling = 0;
  for (const cells of rows) {
    const more = added.map((column) => sizesOf(cells[column] ?? ''));
    const wholes = sizesOf(cells[sum] ?? '');
    const parts = sizesOf(cells[part] ?? '');
    const totals = more.reduce((so, sizes) => so.flatMap((one) => sizes.map((size) => one + size)), parts);
    if (!totals.some((total) => wholes.some((whole) => Math.abs(whole - total) < EXACT))) return false;
    if (more.every((sizes) => sizes.every((size) => size > 0))) telling += 1;
  }
  return telling >= ROWS_MIN;
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
