/**
 * Finds the amount column. Tills write several sums side by side (with tip and without, net and gross), and taking the wrong one is worse
 * than asking: a column is sure only if no other one disputes it, by its name or by what the first rows tell. Tips and discounts settle
 * nothing: whether they belong to the amount is for the user to say.
 */
import type { UploadKind } from '../../contract/states.js';
import type { Agreement } from '../input/mapping-rules.js';
import type { AmountDoubt } from '../input/row.js';
import { isBlank } from '../text/blank.js';
import { amountsIn, isAmount, isSameSum, isSomeAmount, sizeIn } from '../values/amount-text.js';
import { fieldNamed } from '../words/field-names.js';
import {
  isOfTax,
  meaningOfWord,
  speaksOfAmount,
  speaksOfPart,
  speaksOfTaxOrFee,
  speaksOfTip,
  speaksOfWholeWithTaxes,
} from '../words/header-words.js';
import { isNamed, speaksOf } from '../words/lexicon.js';
import { isOfRefunds } from '../words/sale-marks.js';
import { type BesideAmount, centsDoubts, speaksOfCents } from './cents-rules.js';
import { quantityColumns } from './column-names.js';
import { hasCurrencies } from './content-columns.js';
import { feesAndRests, few, hasNet } from './net-amounts.js';
import { eachAlone, onlyOf, type TableHead } from './table-head.js';

/** What the names of the columns say about the amount. Columns are indexes from 0. */
interface AmountColumns {
  /** The one column that is sure, or all that could be the amount. */
  columns: number[];
  /** Columns whose names speak of an amount, or of a part of it (a tip, what is left after charges), and so put the choice in doubt. */
  beside: number[];
  by: 'exact' | 'synonym';
  isSure: boolean;
}

/** A table whose amount column is looked for. */
type AmountHead = TableHead & { kind: UploadKind; minorUnits: boolean | undefined };

/** Judges by names alone. `open` are the indexes of the columns that are nothing else. */
function amountColumns(head: AmountHead, open: readonly number[]): AmountColumns {
  const name = (index: number) => head.name(index);
  // A file that writes the contract's own name was made for it; "Amount" as a heading is a word like any other.
  const exact = open.filter((index) => fieldNamed(name(index)) === 'amount');
  if (exact.length === 1 && exact.some((index) => name(index).trim() === 'amount'))
    return { columns: exact, beside: [], by: 'exact', isSure: true };
  const claims = [...exact, ...open.filter((index) => meaningOfWord(name(index), head.kind) === 'amount')];
  const totals = open.filter((index) => meaningOfWord(name(index), head.kind) === 'total');
  const others = open.filter(
    (index) =>
      ![...claims, ...totals].includes(index) &&
      speaksOfAmount(name(index)) &&
      !speaksOf('subtotal', name(index)) &&
      !speaksOf('cost', name(index)) &&
      !isNoMoney(index, head),
  );
  const choices = [...claims, ...totals].sort((a, b) => a - b);
  const by = exact.length > 0 ? 'exact' : 'synonym';
  if (choices.length === 0) {
    const mayBeWhole = others.filter((index) => !speaksOfTip(name(index)));
    // A tax or a refund is offered where nothing else is, and what no row has is not.
    const whole = mayBeWhole.filter((index) => !isOfTax(name(index)) && !isOfRefunds(name(index)));
    const sums = (whole.length > 0 ? whole : mayBeWhole).filter((index) => head.rows.length === 0 || head.cells(index).length > 0);
    const beside = others.filter((index) => !sums.includes(index));
    // The only one there is, unless its own name says that it is not the whole.
    const isDoubtful = (index: number) =>
      (speaksOfPart(name(index)) && !speaksOfWholeWithTaxes(name(index))) || (speaksOfCents(name(index)) && head.minorUnits === undefined);
    const isSure = sums.length === 1 && beside.length === 0 && !sums.some(isDoubtful);
    return { columns: sums, beside, by, isSure };
  }
  const beside = others.filter((index) => !speaksOf('otherMoney', name(index)));
  return { columns: choices, beside, by, isSure: choices.length === 1 && beside.length === 0 };
}

/** In fewer rows, which one is larger may be chance. */
const ROWS_MIN = 2;

/**
 * The candidates left, and what puts them in doubt. `sure`: the one that it is, if there is one; `told`: what it has to be of others in every row.
 */
interface SettledAmount extends Pick<AmountColumns, 'columns' | 'beside'> {
  sure: number | undefined;
  by: AmountColumns['by'] | 'content';
  told: Pick<Agreement, 'is' | 'others'>[];
}

/**
 * Settles which column is the amount, as far as names tell, and where they do not, the rows: it is the first of several equal ones, what a fee
 * leaves a net amount of, or what is called the whole. `open`: the columns that are nothing else.
 */
export function settledAmount(open: readonly number[], head: AmountHead): SettledAmount {
  const named = amountColumns(
    head,
    open.filter((column) => !hasCurrencies(column, head) && !isOfPieces(column, head)),
  );
  const { columns, beside, isSure } = named;
  if (isSure) return { ...named, sure: onlyOf(columns), told: [] };
  const isOther = (column: number) => Number(speaksOf('otherMoney', head.name(column)));
  const ordered = columns.toSorted((a, b) => isOther(a) - isOther(b));
  const like = ordered.filter((column, at) => ordered.slice(0, at).some((before) => head.areSame(before, column)));
  const apart = columns.filter((column) => !like.includes(column));
  const all = [...apart, ...beside];
  const left = { columns: [...apart, ...grossUnnamed(all, open, head)], beside, by: 'content' as const };
  const gross = grossOf(all, open, head);
  const whole = gross?.sure ?? calledWhole(all, head);
  if (whole !== undefined && apart.includes(whole) && isLargest(whole, all, head)) return { ...left, sure: whole, told: gross?.told ?? [] };
  const isInCents = head.minorUnits === undefined && apart.some((column) => speaksOfCents(head.name(column)));
  const isOne = like.length > 0 && beside.length === 0 && !isInCents;
  return { ...left, sure: isOne ? onlyOf(apart) : undefined, told: like.length > 0 ? [{ is: 'same', others: like }] : [] };
}

/** Columns of the change that a customer got, and of discounts. */
export function changeColumns(head: TableHead): number[] {
  return head
    .named((name) => isNamed('change', name) || speaksOf('discount', name))
    .filter((change) => head.cells(change).some(isSomeAmount));
}

/** Whether what the customer handed over less one of `changes`, or a price less its discount, is another one of `columns` in all rows. */
export function isMoreThanPaid(column: number, columns: readonly number[], changes: readonly number[], head: TableHead): boolean {
  const apart = changes.filter((change) => !columns.includes(change));
  if (apart.length === 0) return false;
  const paid = head.rows.filter((cells) => sizeIn(cells[column]) > 0);
  const isLeft = (other: number, change: number) =>
    paid.every((cells) => isSameSum(sizeIn(cells[column]), sizeIn(cells[change]) + sizeIn(cells[other])));
  return columns.some((other) => other !== column && apart.some((change) => isLeft(other, change)));
}

/** Whether a name says that it is what is left, or was paid out. */
export function isCalledLeft(name: string): boolean {
  return speaksOf('net', name) || speaksOf('otherMoney', name);
}

/** The columns that no name tells, of which the only amount is what another one leaves: `Tutar` beside `Komisyon` and `Net`. */
function grossUnnamed(columns: readonly number[], open: readonly number[], head: TableHead): number[] {
  const net = onlyOf(columns);
  if (net === undefined || !isCalledLeft(head.name(net))) return [];
  const money = few(open.filter((column) => column !== net && head.every(column, isAmount)));
  return money.filter((gross) => feesAndRests(head, gross, money, { rest: net }).length > 0);
}

/** The only one of `columns` that another one is the net amount of, and what tells it. */
function grossOf(columns: readonly number[], open: readonly number[], head: TableHead) {
  const fees = few(open.filter((column) => speaksOfTaxOrFee(head.name(column)) && !columns.includes(column)));
  const added = fees.length > 1 ? [...eachAlone(fees), fees] : eachAlone(fees);
  const found = few(columns).flatMap((sure) =>
    few(columns).flatMap((net) => {
      const between = net === sure ? undefined : added.find((some) => hasNet(head, sure, net, some));
      return between ? [{ sure, told: [{ is: 'net' as const, others: [net, ...between] }] }] : [];
    }),
  );
  return onlyOf(found);
}

/** The only one of `columns` that is called the whole. Where discounts, taxes or tips are written, `Gross` beside `Net` may be either. */
function calledWhole(columns: readonly number[], head: TableHead): number | undefined {
  const isSaid = head.header.some((name) => speaksOf('discount', name) || speaksOfTaxOrFee(name) || speaksOfTip(name));
  const areGrossAndNet = columns.every((column) => speaksOf('gross', head.name(column)) || speaksOf('net', head.name(column)));
  const isWhole = (name: string) => speaksOfWholeWithTaxes(name) || (!isSaid && areGrossAndNet && speaksOf('gross', name));
  return onlyOf(columns.filter((column) => isWhole(head.name(column))));
}

/** Whether no other one is larger in the first rows. A tip beside it may be a part of it or not. */
function isLargest(whole: number, columns: readonly number[], { rows, header }: TableHead): boolean {
  const hasTip = columns.some((column) => speaksOfTip(header[column] ?? ''));
  return rows.length >= ROWS_MIN && !hasTip && rows.every((cells) => columns.every((one) => sizeIn(cells[one]) <= sizeIn(cells[whole])));
}

export interface AmountDoubts {
  code: AmountDoubt;
  /** Other amounts, what tells that it has no sign of its own, or that it is in cents, which is asked of amounts that are not sure, too. */
  are: 'amounts' | 'sides' | 'cents';
  find: (beside: BesideAmount) => number[];
}

/** All that may dispute an amount. */
export const amountDoubts: readonly AmountDoubts[] = [
  { code: 'PIECES', are: 'amounts', find: pricesBeside },
  { code: 'CAPTURED', are: 'amounts', find: capturedBeside },
  { code: 'OWED', are: 'sides', find: owedBeside },
  { code: 'TAXED', are: 'amounts', find: taxedBeside },
  { code: 'SIDES', are: 'sides', find: sidesBeside },
  ...centsDoubts.map(({ code, find }) => ({ code, are: 'cents' as const, find })),
];

/** Whether the column has the contract's own name, so that the file was made for the API. */
function isOwnName(column: number, head: TableHead): boolean {
  return head.name(column).trim() === 'amount';
}

const WHOLE = /^-?\d+(?:[.,]0{1,4})?$/;
const DECIMALS = /[.,]\d{1,2}\D{0,4}$/;

/** Whether it counts pieces, or no cell has an amount: `Total Quantity`, and `Fees included in total` with Yes and No. */
function isNoMoney(column: number, head: TableHead): boolean {
  const cells = head.cells(column);
  return speaksOf('quantity', head.name(column)) || (cells.length > 0 && !cells.some((cell) => amountsIn(cell).length > 0));
}

/**
 * Whether it is a number of pieces: whole numbers beside a quantity that none exceeds, as of pieces shipped, or beside prices with decimals, most of
 * them less than the price.
 */
function isOfPieces(column: number, head: TableHead): boolean {
  const isAmountOrNone = fieldNamed(head.name(column)) === 'amount' || !head.every(column, (cell) => /^\d+$/.test(cell));
  const quantities = quantityColumns(head.header).filter((one) => one !== column);
  if (isAmountOrNone || quantityColumns(head.header).length === 0) return false;
  if (quantities.some((one) => head.rows.every((cells) => Number(cells[column]) <= Number(cells[one] || Number.NaN)))) return true;
  const prices = head.named((name) => speaksOf('price', name)).filter((price) => head.cells(price).some((cell) => DECIMALS.test(cell)));
  const isLess = (price: number, cells: readonly string[]) => Number(cells[column]) < (amountsIn(cells[price] ?? '')[0] ?? 0);
  return prices.some((price) => head.rows.filter((cells) => isLess(price, cells)).length * 2 > head.rows.length);
}

/** Prices beside whole numbers: "Amount" is also a word for how many. Every other word for the amount can only mean money. */
function pricesBeside({ amount, open, head }: BesideAmount): number[] {
  const isMoney = isOwnName(amount, head) || fieldNamed(head.name(amount)) !== 'amount';
  if (isMoney || quantityColumns(head.header).length > 0 || !head.cells(amount).every((cell) => WHOLE.test(cell))) return [];
  const isPrice = (column: number) => column !== amount && speaksOf('price', head.name(column)) && head.every(column, isAmount);
  return open.filter((column) => isPrice(column) && head.cells(column).some((cell) => DECIMALS.test(cell)));
}

/** A column of only these says whether, or when (20261120, perhaps with a time), and not how much. */
const NOT_MONEY = [/^[01]$/, /^(?:19|20|21)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{6})?$/];

/** What was captured or charged, where it differs in some row. */
function capturedBeside({ amount, open, head }: BesideAmount): number[] {
  // Where there is change, what was paid is what the customer handed over.
  if (head.header.some((name) => isNamed('change', name))) return [];
  return open.filter((column) => {
    const rows = head.rows.filter((cells) => !isBlank(cells[column] ?? ''));
    if (column === amount || !isNamed('captured', head.name(column)) || !head.every(column, isAmount)) return false;
    const isMoney = NOT_MONEY.every((other) => !head.every(column, (cell) => other.test(cell)));
    return isMoney && !rows.every((cells) => isSame(cells[amount], cells[column]));
  });
}

/** The columns of what is still to be paid, where that is something in some row. */
function owedBeside({ open, head }: BesideAmount): number[] {
  return open.filter(
    (column) => isNamed('owed', head.name(column)) && head.every(column, isAmount) && head.cells(column).some(isSomeAmount),
  );
}

/** The columns that are, in every row, the amount and one named like taxes or fees together: `Payment` beside `Total` and `Tax`. */
function taxedBeside({ amount, open, head }: BesideAmount): number[] {
  if (isOwnName(amount, head)) return [];
  const taxes = open.filter((column) => speaksOfTaxOrFee(head.name(column)));
  // Columns that are named like an amount were judged by their names.
  const others = open.filter((column) => column !== amount && !taxes.includes(column) && !speaksOfAmount(head.name(column)));
  return others.filter((column) => taxes.some((tax) => hasNet(head, column, amount, [tax])));
}

/** The debit and the credit column, where both are used and the amount never has a minus sign to tell them apart. */
function sidesBeside({ amount, open, head }: BesideAmount): number[] {
  const named = (role: 'debit' | 'credit' | 'cash') => open.filter((column) => isNamed(role, head.name(column)));
  const [debit = -1, credit = -1, cash] = [onlyOf(named('debit')), onlyOf(named('credit')), named('cash')] as const;
  const isOnIn = (columns: readonly number[], cells: readonly string[]) => columns.some((column) => isSomeAmount(cells[column] ?? ''));
  const areUsed = [debit, credit].every((side) => head.cells(side).some(isSomeAmount));
  const isSigned = head.cells(amount).some((cell) => amountsIn(cell).some((value) => value < 0));
  const isAmountIn = (column: number, cells: readonly string[]) => isOnIn([column], cells) && isSame(cells[amount], cells[column]);
  // Where a row has its amount as cash instead, "Debit" and "Credit" are kinds of cards.
  const areCards = head.rows.some((cells) => !isOnIn([debit, credit], cells) && cash.some((column) => isAmountIn(column, cells)));
  return isOwnName(amount, head) || !areUsed || isSigned || areCards ? [] : [debit, credit];
}

/** Whether two cells are one text, or may be the same amount. */
function isSame(one = '', other = ''): boolean {
  return one.trim() === other.trim() || amountsIn(other).some((amount) => amountsIn(one).includes(amount));
}
