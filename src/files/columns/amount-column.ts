/**
 * Finds the amount column. Tills write several sums side by side (with tip and without, net and gross), and taking the wrong one is worse
 * than asking: a column is sure only if no other one disputes it.
 */
import type { UploadKind } from '../../contract/states.js';
import { fieldNamed } from '../words/field-names.js';
import { meaningOfWord, speaksOfAmount, speaksOfPart, speaksOfTip, speaksOfWholeWithTaxes } from '../words/header-words.js';
import { speaksOf } from '../words/lexicon.js';
import type { TableHead } from './table-head.js';

/** What the names of the columns say about the amount. Columns are indexes from 0. */
export interface AmountColumns {
  /** The one column that is sure, or all that could be the amount. */
  columns: number[];
  /** Columns whose names speak of an amount, or of a part of it (a tip, what is left after charges), and so put the choice in doubt. */
  beside: number[];
  by: 'exact' | 'synonym';
  isSure: boolean;
}

/** Judges by names alone. `open` are the indexes of the columns that are nothing else. */
export function amountColumns(head: TableHead & { kind: UploadKind }, open: readonly number[]): AmountColumns {
  const name = (index: number) => head.name(index);
  // A file that writes the contract's own name was made for it; "Amount" as a heading is a word like any other.
  const exact = open.filter((index) => fieldNamed(name(index)) === 'amount');
  if (exact.length === 1 && exact.some((index) => name(index).trim() === 'amount'))
    return { columns: exact, beside: [], by: 'exact', isSure: true };
  const claims = [...exact, ...open.filter((index) => meaningOfWord(name(index), head.kind) === 'amount')];
  const totals = open.filter((index) => meaningOfWord(name(index), head.kind) === 'total');
  const others = open.filter(
    (index) => !claims.includes(index) && !totals.includes(index) && speaksOfAmount(name(index)) && !speaksOf('subtotal', name(index)),
  );
  const choices = [...claims, ...totals].sort((a, b) => a - b);
  const by = exact.length > 0 ? 'exact' : 'synonym';
  if (choices.length === 0) {
    const sums = others.filter((index) => !speaksOfTip(name(index)));
    const beside = others.filter((index) => !sums.includes(index));
    // The only one there is, unless its own name says that it is not the whole.
    const isDoubtful = (index: number) =>
      (speaksOfPart(name(index)) && !speaksOfWholeWithTaxes(name(index))) || speaksOf('cents', name(index));
    const isSure = sums.length === 1 && beside.length === 0 && !sums.some(isDoubtful);
    return { columns: sums, beside, by, isSure };
  }
  const beside = others.filter((index) => !speaksOf('otherMoney', name(index)));
  return { columns: choices, beside, by, isSure: choices.length === 1 && beside.length === 0 };
}
