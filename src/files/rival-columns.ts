/**
 * Columns that dispute a sure amount by their values: what was captured or charged of it, and two sides of the books of which an amount
 * without a sign tells neither. Looks at names and at the first rows.
 */
import { amountIn, decimalSigns } from './amount-text.js';
import { isBlank } from './blank.js';
import { wordOf } from './header-words.js';

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
const CHANGE = words('Change', 'Change given', 'Rückgeld', 'Wechselgeld', 'Monnaie rendue', 'Rendu', 'Resto');
const DEBIT = words('Debit', 'Soll', 'Belastung', 'Débit', 'Dare', 'Addebito');
const CREDIT = words('Credit', 'Haben', 'Gutschrift', 'Crédit', 'Avere', 'Accredito');
/** A column of nothing else says whether, not how much. */
const YES_OR_NO = /^[01]$/;

/** Those of `open` that may be the amount, too, because they have another one than the column `amount` in some row. */
export function capturedBeside(amount: number, header: readonly string[], open: readonly number[], sample: Sample): number[] {
  // Beside the change, what was paid is what was handed over.
  if (isOwnName(amount, header) || header.some((name) => CHANGE.has(wordOf(name)))) return [];
  return open.filter((column) => {
    if (column === amount || !CAPTURED.has(wordOf(header[column] ?? ''))) return false;
    const rows = sample.filter((cells) => !isBlank(cells[column] ?? ''));
    const cells = rows.map((row) => (row[column] ?? '').trim());
    if (cells.every((cell) => YES_OR_NO.test(cell)) || !cells.every((cell) => readings(cell).length > 0)) return false;
    return rows.some((row) => !isSame(row[amount] ?? '', row[column] ?? ''));
  });
}

/** The columns of `open` that are the sides of the books, where rows stand on both and the column `amount` has no minus for either. */
export function sidesBeside(amount: number, header: readonly string[], open: readonly number[], sample: Sample): number[] {
  const named = (names: ReadonlySet<string>) => open.filter((column) => names.has(wordOf(header[column] ?? '')));
  const [debit, credit] = [named(DEBIT), named(CREDIT)].map(([only, second]) => (second === undefined ? only : undefined));
  if (isOwnName(amount, header) || debit === undefined || credit === undefined) return [];
  const isOn = (side: number) => sample.some((cells) => readings(cells[side] ?? '').some((value) => value !== 0));
  const isSigned = sample.some((cells) => readings(cells[amount] ?? '').some((value) => value < 0));
  return isOn(debit) && isOn(credit) && !isSigned ? [debit, credit] : [];
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

function isSame(one: string, other: string): boolean {
  const values = readings(one);
  return readings(other).some((value) => values.includes(value));
}
