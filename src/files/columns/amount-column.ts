/**
 * Which column is the amount. Tills write several sums side by side (with tip and without, net and gross), and to take the wrong one is
 * worse than to ask: only a column that no other one disputes is sure.
 */
import { fieldNamed } from './field-names.js';
import { meaningOfWord, speaksOfAmount, speaksOfTip } from './header-words.js';

export interface AmountColumns {
  /** The column that is sure, or all that could be. */
  columns: number[];
  /** Columns that dispute it, and are parts of an amount by their names: a tip, what is left after charges. */
  beside: number[];
  by: 'exact' | 'synonym';
  isSure: boolean;
}

/** Judges by names alone. `open` are the indexes of the columns that are nothing else. */
export function amountColumns(header: readonly string[], open: readonly number[]): AmountColumns {
  const name = (index: number) => header[index] ?? '';
  // A file that writes the contract's own name was made for it; "Amount" above a column is a word like any other.
  const exact = open.filter((index) => fieldNamed(name(index)) === 'amount');
  if (exact.length === 1 && exact.some((index) => name(index).trim() === 'amount'))
    return { columns: exact, beside: [], by: 'exact', isSure: true };
  const claims = [...exact, ...open.filter((index) => meaningOfWord(name(index)) === 'amount')];
  const totals = open.filter((index) => meaningOfWord(name(index)) === 'total');
  const others = open.filter((index) => !claims.includes(index) && !totals.includes(index) && speaksOfAmount(name(index)));
  const choices = [...claims, ...totals].sort((a, b) => a - b);
  const by = exact.length > 0 ? 'exact' : 'synonym';
  if (choices.length === 0) {
    const sums = others.filter((index) => !speaksOfTip(name(index)));
    return { columns: sums, beside: others.filter((index) => !sums.includes(index)), by, isSure: false };
  }
  return { columns: choices, beside: others, by, isSure: choices.length === 1 && others.length === 0 };
}
