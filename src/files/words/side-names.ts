/** Recognises an amount that is in two columns by their names: credits in one, debits in the other. Looks at names alone. */
import { withoutCurrency } from './header-words.js';
import { wordOf } from './lexicon.js';

/** As the exports in `fixtures/exports` head them; Crédit and Débit are the same words. */
const pairs: readonly (readonly [credit: string, debit: string])[] = [
  ['Credit', 'Debit'],
  ['Haben', 'Soll'],
];

/** Indexes from 0 of the column of credits and of that of debits, where the header has one of each; null otherwise. */
export function sideColumns(header: readonly string[]): [credit: number, debit: number] | null {
  const words = header.map((name) => wordOf(withoutCurrency(name)));
  for (const [credit, debit] of pairs) {
    const columns = [credit, debit].map((name) => words.flatMap((word, index) => (word === wordOf(name) ? [index] : [])));
    const [[credits, otherCredits] = [], [debits, otherDebits] = []] = columns;
    if (credits === undefined || debits === undefined) continue;
    return otherCredits === undefined && otherDebits === undefined ? [credits, debits] : null;
  }
  return null;
}
