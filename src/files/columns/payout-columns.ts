/**
 * Which columns of a table that is read as sales tell fees, net amounts and payouts, as files of acquirers and payment services do. By names
 * alone a till's amount before taxes looks like what is left after a fee, so rows are looked at.
 */
import type { RowWatch } from '../formats/rows-ahead.js';
import { isBlank } from '../text/blank.js';
import { amountsIn, isAmount, isSameSum } from '../values/amount-text.js';
import { meaningOfWord, speaksOfTax } from '../words/header-words.js';
import { spaced, speaksOf, wordOf } from '../words/lexicon.js';
import { knownExportOf } from './known-exports.js';
import { type FeeAndRest, feesAndRests, few, isOfSale, runsOf } from './net-amounts.js';
import type { Sample } from './table-head.js';

/** Columns of these are only there where somebody pays out. */
const ofPayouts: readonly string[] = ['fee', 'netAmount', 'payoutId', 'payoutDate'];
/** Days on which a customer paid have such names, too: by themselves they tell no payout. */
const ofAnyPayment = ['payment date', 'zahlungsdatum', 'date de paiement', 'data pagamento'].map(wordOf);
const ROWS_MAX = 500;
const PARTS_ROWS_MAX = 100;
/** A header that was made to cost time may have thousands of columns. */
const SUMS_MAX = 2_000;

/** A column, by its index, that is only there where somebody pays out, and what it means. */
export interface PayoutColumn {
  index: number;
  meaning: string;
}

/** Whether a column of this name is only there where somebody pays out. */
export function isOfPayout(name: string): boolean {
  return ofPayouts.includes(meaningOfWord(name, 'Settlement') ?? '');
}

/** Columns that tell of payouts, by their names alone. */
export function payoutColumns(header: readonly string[]): PayoutColumn[] {
  const told = header.flatMap((name, index) => (isOfPayout(name) ? [{ index, meaning: meaningOfWord(name, 'Settlement') ?? '' }] : []));
  const isNumbered = told.some(({ meaning }) => meaning === 'payoutId');
  return isNumbered ? told : told.filter(({ index }) => !ofAnyPayment.includes(wordOf(header[index] ?? '')));
}

/** Whether there are two different ones of a fee, a net amount, a payout and its day: one alone may be a till's. */
export function areSeveral(columns: readonly PayoutColumn[]): boolean {
  return new Set(columns.map(({ meaning }) => meaning)).size > 1;
}

export interface PayoutWatch extends RowWatch {
  /** Columns that tell of payouts, as far as the rows have been seen. */
  columns(): readonly PayoutColumn[];
  /** Whether it may be a file of settlement records: an export that is known as one, or by several columns. */
  isTold(): boolean;
}

/** Watches which columns of a header tell what was paid out, and which of its net amounts are those before taxes. */
export function payoutWatch(header: readonly string[]): PayoutWatch {
  const told = payoutColumns(header);
  const isRecords = knownExportOf(header, 'Settlement') !== null;
  const taxes = beforeTaxes(header, told);
  const parts = feeAndNet(header);
  const rows: (readonly string[])[] = [];
  const columns = () => {
    const named = told.filter(({ index }) => !taxes.isBefore(index));
    return areSeveral(named) ? named : [...named, ...parts(rows).filter(({ index }) => named.every((one) => one.index !== index))];
  };
  return {
    rowsMax: ROWS_MAX,
    look({ cells }) {
      if (rows.length < PARTS_ROWS_MAX) rows.push(cells);
      return taxes.look(cells) && rows.length >= PARTS_ROWS_MAX;
    },
    columns,
    isTold: () => isRecords || areSeveral(columns()),
  };
}

/** The fees and the net amount that rows have beside their gross amount, where a name speaks of one of both. */
function feeAndNet(header: readonly string[]) {
  const called = header.map(spaced);
  const speaks = (role: 'fee' | 'net', index: number) => speaksOf(role, called[index] ?? '');
  const columns = [...header.keys()].filter((index) => !called[index]?.includes('%'));
  const fees = few(columns.filter((index) => speaks('fee', index)));
  const nets = few(columns.filter((index) => speaks('net', index) && !fees.includes(index)));
  const known = [...nets.map((rest) => ({ rest })), ...runsOf(fees).map((run) => ({ fees: run }))];
  const isOne = ({ fees: costs, rest }: FeeAndRest) => !fees.includes(rest) && !costs.some((fee) => isOfSale(header[fee] ?? ''));
  return (rows: Sample): PayoutColumn[] => {
    const others = columns.filter((index) => !fees.includes(index) && !nets.includes(index));
    for (const gross of known.length === 0 ? [] : few(others.filter((index) => rows.some((cells) => isAmount(cells[index] ?? ''))))) {
      const found = known.flatMap((one) => feesAndRests({ header, rows }, gross, columns, one)).find(isOne);
      if (found) return [...found.fees.map((index) => ({ index, meaning: 'fee' })), { index: found.rest, meaning: 'netAmount' }];
    }
    return [];
  };
}

/**
 * Watches which net amounts are those before taxes, as tills write them: in every row, one and the same other column is the net amount and its
 * taxes together, with no fee. A payment service's net amount is what is left after its fee.
 */
function beforeTaxes(header: readonly string[], told: readonly PayoutColumn[]) {
  const toldAs = (index: number) => told.find((one) => one.index === index)?.meaning;
  const taxes = header.flatMap((name, index) => (speaksOfTax(name) && toldAs(index) === undefined ? [index] : []));
  const nets = told.flatMap(({ index, meaning }) => (meaning === 'netAmount' ? [index] : []));
  const wholes = header.flatMap((_, index) => (taxes.includes(index) || toldAs(index) !== undefined ? [] : [index]));
  const sums = [...taxes.map((tax) => [tax]), ...(taxes.length > 1 ? [taxes] : [])];
  let left = nets.flatMap((net) => sums.flatMap((parts) => wholes.map((whole) => ({ net, parts, whole, isShown: false }))));
  if (left.length > SUMS_MAX) left = [];
  return {
    /** Returns true where nothing is left to be seen. */
    look(cells: readonly string[]): boolean {
      left = left.filter((sum) => {
        const { net, parts, whole } = sum;
        const [own, rest] = [sizeIn(cells[whole]), sizeIn(cells[net])];
        const taxed = parts.reduce((all, part) => all + sizeIn(cells[part]), 0);
        if (taxed > 0 && own > 0) sum.isShown = true;
        return isSameSum(own, rest + taxed);
      });
      return left.length === 0;
    },
    isBefore: (index: number) => left.some(({ net, isShown }) => isShown && net === index),
  };
}

/** Without its sign, and in the first of several readings, which are the same for all amounts of a row; 0 where there is none. */
function sizeIn(cell = ''): number {
  return isBlank(cell) ? 0 : Math.abs(amountsIn(cell)[0] ?? Number.NaN);
}
