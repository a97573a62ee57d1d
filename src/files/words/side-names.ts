/** Recognises an amount that is in two columns by their names: credits in one, debits in the other. Looks at names alone. */
import { speaksOf } from './lexicon.js';

/** Indexes from 0 of the column of credits and of that of debits, where the header has one of each; null otherwise. */
export function sideColumns(header: readonly string[]): [credit: number, debit: number] | null {
  const [credits, debits] = (['creditSide', 'debitSide'] as const).map((role) =>
    header.flatMap((name, index) => (speaksOf(role, name) ? [index] : [])),
  );
  const [[credit, ...otherCredits] = [], [debit, ...otherDebits] = []] = [credits, debits];
  if (credit === undefined || debit === undefined || credit === debit) return null;
  return otherCredits.length + otherDebits.length > 0 ? null : [credit, debit];
}
