/** The amount of a row as matching compares it: in units of 10⁻⁴, negative where money goes back. */
import { fewTenThousandths, tenThousandths } from './amount.js';

/** A type that contains one of them gives money back. */
const takesBackWords = [
  ...(['refund', 'return', 'revers', 'storno', 'void', 'cancel', 'gutschrift', 'rückerstattung', 'rueckerstattung'] as const),
  ...(['rückgabe', 'rueckgabe', 'remboursement', 'annul', 'rimborso', 'devoluci'] as const),
];

export function takesBack(type: string): boolean {
  const text = type.normalize('NFKC').trim().toLowerCase();
  return takesBackWords.some((word) => text.includes(word));
}

/** Null for none, and for one that is finer than a unit or too large for a double to hold its units. */
export function unitsOf(amount: number | null | undefined): number | null {
  if (amount === null || amount === undefined) return null;
  const units = Number(fewTenThousandths(amount) ?? tenThousandths(amount) ?? Number.NaN);
  return Math.abs(units) <= Number.MAX_SAFE_INTEGER ? units : null;
}
