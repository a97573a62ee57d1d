/**
 * Columns whose values dispute an amount that is sure by its name: what was captured or charged of it, debit and credit where the amount
 * has no sign to tell them apart, and how many of its digits are decimals. Looks at names and at the first rows.
 */

import { code as currencyNamed } from 'currency-codes';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { knownMeaning } from '../words/header-words.js';
import { isNamed } from '../words/lexicon.js';
import { pricesBeside } from './quantity-column.js';
import type { Sample } from './sample.js';
import { isOwnName, taxedBeside } from './taxed-amount.js';

/** An amount that was found, or may be one of several, and what stands beside it. Columns are indexes from 0. */
export interface FoundAmount {
  /** The one that is sure; null where none is. */
  sure: number | null;
  columns: readonly number[];
  header: readonly string[];
  /** The columns that are nothing else. */
  open: readonly number[];
  sample: Sample;
}

/** All that may dispute an amount: other amounts, what tells that it has no sign of its own, or that it is in cents. */
export const rivals: readonly { are: 'amounts' | 'sides' | 'cents'; find: (found: FoundAmount) => number[] }[] = [
  { are: 'amounts', find: ({ sure, header, open, sample }) => (sure === null ? [] : pricesBeside(sure, header, open, sample)) },
  { are: 'amounts', find: ({ sure, header, open, sample }) => (sure === null ? [] : capturedBeside(sure, header, open, sample)) },
  { are: 'amounts', find: ({ sure, header, open, sample }) => (sure === null ? [] : taxedBeside(sure, header, open, sample)) },
  { are: 'sides', find: ({ sure, header, open, sample }) => (sure === null ? [] : sidesBeside(sure, header, open, sample)) },
  { are: 'cents', find: ({ columns, header, open, sample }) => exponentsBeside(columns, header, open, sample) },
  { are: 'cents', find: ({ columns, header, sample }) => smallCodesBeside(columns, header, sample) },
];

/** A column of only these says whether, not how much. */
const YES_OR_NO = /^[01]$/;
/** A column of only these says when: 20261120, perhaps with a time. */
const DAY = /^(?:19|20|21)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{6})?$/;

/** The columns of `open` that may be the amount, too, because in some row they hold a different one than the column `amount`. */
function capturedBeside(amount: number, header: readonly string[], open: readonly number[], sample: Sample): number[] {
  // Where there is change, what was paid is what the customer handed over.
  if (isOwnName(amount, header) || header.some((name) => isNamed('change', name))) return [];
  return open.filter((column) => {
    if (column === amount || !isNamed('captured', header[column] ?? '')) return false;
    const rows = sample.filter((cells) => !isBlank(cells[column] ?? ''));
    const cells = rows.map((row) => (row[column] ?? '').trim());
    if ([YES_OR_NO, DAY].some((other) => cells.every((cell) => other.test(cell)))) return false;
    if (!cells.every((cell) => amountsIn(cell).length > 0)) return false;
    const pairs = rows.map((row) => [row[amount] ?? '', row[column] ?? ''] as const);
    const isSold = pairs.some(([own, other]) => isSame(own, other) && amountsIn(own).some((value) => value > 0));
    return pairs.some(([own, other]) => !isSame(own, other) && !(isSold && isRefund(own, other)));
  });
}

/**
 * The debit and the credit column of `open`, where both are used and the column `amount` never has a minus sign to tell them apart; none
 * otherwise.
 */
function sidesBeside(amount: number, header: readonly string[], open: readonly number[], sample: Sample): number[] {
  const named = (role: 'debit' | 'credit' | 'cash') => open.filter((column) => isNamed(role, header[column] ?? ''));
  const [debit, credit] = [named('debit'), named('credit')].map(([only, second]) => (second === undefined ? only : undefined));
  if (isOwnName(amount, header) || debit === undefined || credit === undefined) return [];
  const hasRowOn = (side: number) => sample.some((cells) => isOn(cells[side] ?? ''));
  const isSigned = sample.some((cells) => amountsIn(cells[amount] ?? '').some((value) => value < 0));
  // Beside other ways to pay, "Debit" and "Credit" are kinds of cards.
  const cash = named('cash');
  const isCash = (cells: readonly string[]) =>
    ![debit, credit].some((side) => isOn(cells[side] ?? '')) &&
    cash.some((column) => isOn(cells[column] ?? '') && isSame(cells[amount] ?? '', cells[column] ?? ''));
  return hasRowOn(debit) && hasRowOn(credit) && !isSigned && !sample.some(isCash) ? [debit, credit] : [];
}

/** A number of decimals. */
const PLACES = /^-?[0-4]$/;

/**
 * The columns of `open` that say how many decimals the whole numbers in the columns `amounts` have, which means that those are in cents.
 */
function exponentsBeside(amounts: readonly number[], header: readonly string[], open: readonly number[], sample: Sample): number[] {
  return open.filter((column) => {
    if (!isNamed('exponent', header[column] ?? '')) return false;
    const rows = sample.filter((cells) => !isBlank(cells[column] ?? ''));
    const hasPlaces = rows.filter((cells) => !/^-?0$/.test((cells[column] ?? '').trim()));
    const isWhole = (cell: string) => isBlank(cell) || !/\d[.,]\d/.test(cell);
    return (
      hasPlaces.length > 0 &&
      rows.every((cells) => PLACES.test((cells[column] ?? '').trim())) &&
      amounts.some((amount) => hasPlaces.every((cells) => isWhole(cells[amount] ?? '')))
    );
  });
}

/**
 * The column of currencies in small letters beside whole amounts: programs that count in the smallest unit write both. Not where the unit has
 * no decimals, as in `jpy`.
 */
function smallCodesBeside(amounts: readonly number[], header: readonly string[], sample: Sample): number[] {
  const isSmall = (cell: string) => /^[a-z]{3}$/.test(cell.trim()) && (currencyNamed(cell.trim().toUpperCase())?.digits ?? 0) > 0;
  const isWhole = (cell: string) => /^\s*-?\d+\s*$/.test(cell);
  const areWhole = amounts.some((amount) => sample.every((cells) => isWhole(cells[amount] ?? '')));
  if (sample.length === 0 || !areWhole) return [];
  return header.flatMap((name, column) =>
    knownMeaning(name) === 'currency' && sample.every((cells) => isSmall(cells[column] ?? '')) ? [column] : [],
  );
}

/** Whether a cell is an amount, and not 0. */
function isOn(cell: string): boolean {
  return amountsIn(cell).some((value) => value !== 0);
}

/** Whether the cell beside a negative amount has the same amount without its minus, or 0, since nothing is captured of a refund. */
function isRefund(amount: string, captured: string): boolean {
  const values = amountsIn(amount).filter((value) => value < 0);
  return values.length > 0 && amountsIn(captured).some((value) => value === 0 || values.includes(-value));
}

function isSame(one: string, other: string): boolean {
  const values = amountsIn(one);
  return amountsIn(other).some((value) => values.includes(value));
}
