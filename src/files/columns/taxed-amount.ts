/**
 * Finds the column that has an amount with its taxes, where its name says nothing of that: `Payment` beside `Total` and `Tax`. What was paid
 * may be that one; which it is differs in money, and so is asked.
 */
import { amountsIn } from '../values/amount-text.js';
import { speaksOfAmount, speaksOfTaxOrFee } from '../words/header-words.js';
import type { Sample } from './sample.js';

/** In fewer rows, equal sums may be chance. */
const ROWS_MIN = 2;
const EXACT = 0.000_05;

/** The columns of `open` that are, in every row with both, the column `amount` and one named like taxes or fees together, signs aside. */
export function taxedBeside(amount: number, header: readonly string[], open: readonly number[], sample: Sample): number[] {
  if (isOwnName(amount, header)) return [];
  const taxes = open.filter((column) => speaksOfTaxOrFee(header[column] ?? ''));
  // What is named like an amount was judged by its name.
  const others = open.filter((column) => column !== amount && !taxes.includes(column) && !speaksOfAmount(header[column] ?? ''));
  return others.filter((column) => taxes.some((tax) => isWithTax(column, amount, tax, sample)));
}

/** Whether the column has the contract's own name, so that the file was made for the API. */
export function isOwnName(column: number, header: readonly string[]): boolean {
  return header[column]?.trim() === 'amount';
}

function isWithTax(whole: number, amount: number, tax: number, sample: Sample): boolean {
  let telling = 0;
  for (const cells of sample) {
    const [all, own, more] = [whole, amount, tax].map((column) => amountsIn(cells[column] ?? '').map(Math.abs));
    if (!all?.length || !own?.length || !more?.length) continue;
    if (!own.some((one) => more.some((other) => all.some((sum) => Math.abs(sum - one - other) < EXACT)))) return false;
    if (more.every((other) => other !== 0)) telling += 1;
  }
  return telling >= ROWS_MIN;
}
