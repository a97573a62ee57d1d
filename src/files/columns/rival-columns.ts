/**
 * Columns that dispute a sure amount by their values: what was captured or charged of it, two sides of the books of which an amount
 * without a sign tells neither, and how many of its digits are decimals. Looks at names and at the first rows.
 */

import { isBlank } from '../blank.js';
import { amountIn, decimalSigns } from '../values/amount-text.js';
import { speaksOfExponent, wordOf } from './header-words.js';

type Sample = readonly (readonly string[])[];

const words = (...names: string[]) => new Set(names.map(wordOf));
const CAPTURED_EN = ['Captured', 'Charged', 'Paid', 'Settled', 'Collected'];
const CAPTURED = words(
  ...CAPTURED_EN,
  'Belastet',
  'Bezahlt',
  'Eingezogen',
  'Encaissé',
  'Débité',
  'Payé',
  'Incassato',
  'Addebitato',
  'Pagato',
);
const CHANGE_DE = ['Rückgeld', 'Retourgeld', 'Restgeld', 'Wechselgeld', 'Zurück'];
const CHANGE = words(
  ...CHANGE_DE,
  'Change',
  'Change given',
  'Change due',
  'Change returned',
  'Monnaie rendue',
  'Rendu',
  'Resto',
  'Wisselgeld',
  'Växel',
  'Byttepenge',
  'Vekslepenger',
  'Vuelto',
);
const DEBIT = words('Debit', 'Soll', 'Belastung', 'Débit', 'Dare', 'Addebito');
const CREDIT = words('Credit', 'Haben', 'Gutschrift', 'Crédit', 'Avere', 'Accredito');
/** Other ways to pay, beside which "Debit" and "Credit" are kinds of cards. */
const CASH = words('Cash', 'Bar', 'Bargeld', 'Espèces', 'Contanti', 'Contante', 'Efectivo', 'Gift card', 'Voucher', 'Gutschein');
/** A column of nothing else says whether, not how much. */
const YES_OR_NO = /^[01]$/;
/** A column of nothing else says when: 20261120, perhaps with a time. */
const DAY = /^(?:19|20|21)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{6})?$/;

/** Those of `open` that may be the amount, too, because they have another one than the column `amount` in some row. */
export function capturedBeside(amount: number, header: readonly string[], open: readonly number[], sample: Sample): number[] {
  // Beside the change, what was paid is what was handed over.
  if (isOwnName(amount, header) || header.some((name) => CHANGE.has(wordOf(name)))) return [];
  return open.filter((column) => {
    if (column === amount || !CAPTURED.has(wordOf(header[column] ?? ''))) return false;
    const rows = sample.filter((cells) => !isBlank(cells[column] ?? ''));
    const cells = rows.map((row) => (row[column] ?? '').trim());
    if ([YES_OR_NO, DAY].some((other) => cells.every((cell) => other.test(cell)))) return false;
    if (!cells.every((cell) => readings(cell).length > 0)) return false;
    const pairs = rows.map((row) => [row[amount] ?? '', row[column] ?? ''] as const);
    const isSold = pairs.some(([own, other]) => isSame(own, other) && readings(own).some((value) => value > 0));
    return pairs.some(([own, other]) => !isSame(own, other) && !(isSold && isRefund(own, other)));
  });
}

/** The columns of `open` that are the sides of the books, where rows stand on both and the column `amount` has no minus for either. */
export function sidesBeside(amount: number, header: readonly string[], open: readonly number[], sample: Sample): number[] {
  const named = (names: ReadonlySet<string>) => open.filter((column) => names.has(wordOf(header[column] ?? '')));
  const [debit, credit] = [named(DEBIT), named(CREDIT)].map(([only, second]) => (second === undefined ? only : undefined));
  if (isOwnName(amount, header) || debit === undefined || credit === undefined) return [];
  const hasRowOn = (side: number) => sample.some((cells) => isOn(cells[side] ?? ''));
  const isSigned = sample.some((cells) => readings(cells[amount] ?? '').some((value) => value < 0));
  const cash = named(CASH);
  const isCash = (cells: readonly string[]) =>
    ![debit, credit].some((side) => isOn(cells[side] ?? '')) &&
    cash.some((column) => isOn(cells[column] ?? '') && isSame(cells[amount] ?? '', cells[column] ?? ''));
  return hasRowOn(debit) && hasRowOn(credit) && !isSigned && !sample.some(isCash) ? [debit, credit] : [];
}

/** A number of decimals. */
const PLACES = /^-?[0-4]$/;

/** The columns of `open` that say how many decimals whole numbers in the columns `amounts` have, so that those are in cents. */
export function exponentsBeside(amounts: readonly number[], header: readonly string[], open: readonly number[], sample: Sample): number[] {
  return open.filter((column) => {
    if (!speaksOfExponent(header[column] ?? '')) return false;
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

/** Whether the file was made for the interface. */
function isOwnName(column: number, header: readonly string[]): boolean {
  return header[column]?.trim() === 'amount';
}

/** What a cell is under either decimal sign. */
function readings(cell: string): number[] {
  return decimalSigns.flatMap((sign) => {
    const reading = amountIn(cell, sign);
    return 'fault' in reading ? [] : [reading.amount];
  });
}

/** Whether a cell is an amount, and not 0. */
function isOn(cell: string): boolean {
  return readings(cell).some((value) => value !== 0);
}

/** Whether an amount below zero has the same without its minus beside it, or nothing, as nothing is captured of a refund. */
function isRefund(amount: string, captured: string): boolean {
  const values = readings(amount).filter((value) => value < 0);
  return values.length > 0 && readings(captured).some((value) => value === 0 || values.includes(-value));
}

function isSame(one: string, other: string): boolean {
  const values = readings(one);
  return readings(other).some((value) => values.includes(value));
}
