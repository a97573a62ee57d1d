/**
 * Finds the amount column. Tills write several sums side by side (with tip and without, net and gross), and taking the wrong one is worse
 * than asking: a column is sure only if no other one disputes it, by its name or by what the first rows tell. Tips and discounts settle
 * nothing: whether they belong to the amount is for the user to say.
 */
import type { UploadKind } from '../../contract/states.js';
import type { Agreement } from '../input/mapping-rules.js';
import type { AmountDoubt } from '../input/row.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { fieldNamed } from '../words/field-names.js';
import {
  meaningOfWord,
  speaksOfAmount,
  speaksOfPart,
  speaksOfTaxOrFee,
  speaksOfTip,
  speaksOfWholeWithTaxes,
} from '../words/header-words.js';
import { isNamed, speaksOf } from '../words/lexicon.js';
import { holds } from './agreements.js';
import { type BesideAmount, centsDoubts, speaksOfCents } from './cents-rules.js';
import { hasCurrencies } from './content-columns.js';
import { onlyOf, type TableHead } from './table-head.js';

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
type AmountHead = TableHead & { kind: UploadKind; minorUnits: boolean };

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
    (index) => !claims.includes(index) && !totals.includes(index) && speaksOfAmount(name(index)) && !speaksOf('subtotal', name(index)),
  );
  const choices = [...claims, ...totals].sort((a, b) => a - b);
  const by = exact.length > 0 ? 'exact' : 'synonym';
  if (choices.length === 0) {
    const sums = others.filter((index) => !speaksOfTip(name(index)));
    const beside = others.filter((index) => !sums.includes(index));
    // The only one there is, unless its own name says that it is not the whole.
    const isDoubtful = (index: number) =>
      (speaksOfPart(name(index)) && !speaksOfWholeWithTaxes(name(index))) || (speaksOfCents(name(index)) && !head.minorUnits);
    const isSure = sums.length === 1 && beside.length === 0 && !sums.some(isDoubtful);
    return { columns: sums, beside, by, isSure };
  }
  const beside = others.filter((index) => !speaksOf('otherMoney', name(index)));
  return { columns: choices, beside, by, isSure: choices.length === 1 && beside.length === 0 };
}

/** In fewer rows, equal values may be chance. */
const ROWS_MIN = 2;
/** Limit on the taxes and fees that are added up. */
const ADDED_MAX = 4;

/** What the rows tell of an amount: what it is of other columns. */
type AmountRelation = Pick<Agreement, 'is' | 'others'>;

/** The candidates left: the sure column, if there is one, else all `columns` that may be the amount, and those `beside` that put it in doubt. */
interface SettledAmount extends Pick<AmountColumns, 'columns' | 'beside'> {
  sure: number | undefined;
  told: readonly AmountRelation[];
}

/**
 * Settles which column is the amount, as far as names and rows tell. `open`: the columns that are nothing else. `by`: why a sure one is it; what
 * the rows told is kept with the header, like all that only cells tell.
 */
export function settledAmount(open: readonly number[], head: AmountHead) {
  const named = amountColumns(
    head,
    open.filter((column) => !hasCurrencies(column, head)),
  );
  return { ...settled(named, open, head), by: named.isSure ? named.by : ('content' as const) };
}

function settled(named: AmountColumns, open: readonly number[], head: AmountHead): SettledAmount {
  if (named.isSure) return { ...named, sure: onlyOf(named.columns), told: [] };
  const areSame = (one: number, other: number) => isTold('same', one, [other], head) && head.cells(one).length >= ROWS_MIN;
  const isOther = (column: number) => Number(speaksOf('otherMoney', head.name(column)));
  const ordered = named.columns.toSorted((a, b) => isOther(a) - isOther(b));
  const like = ordered.filter((column, at) => ordered.slice(0, at).some((before) => areSame(before, column)));
  const apart = { ...named, columns: named.columns.filter((column) => !like.includes(column)) };
  const { columns, beside, told: others } = undisputed(apart, head);
  const told = [...others, ...relation('same', like)];
  // A single column that is not sure says itself that it may be a part.
  const isDoubtful = named.columns.length + named.beside.length === 1;
  const isInCents = !head.minorUnits && columns.some((column) => speaksOfCents(head.name(column)));
  if (!isDoubtful && !isInCents && beside.length === 0 && columns.length === 1) return { columns, beside, sure: columns[0], told };
  const sum = sumOf(columns, beside, open, head);
  return { columns, beside, sure: sum?.column, told: [...told, ...(sum?.told ?? [])] };
}

/** Without the columns that dispute the amount in vain: by their names, or because of what they are of it in every row. */
function undisputed({ columns, beside }: AmountColumns, head: TableHead): Omit<SettledAmount, 'sure'> {
  const isEmpty = (column: number) => head.rows.length > 0 && isTold('only', -1, [column], head);
  const filled = columns.filter((column) => !isEmpty(column));
  if (filled.length === 0) return { columns, beside, told: [] };
  const isOther = (column: number) => speaksOf('otherMoney', head.name(column));
  const own = filled.filter((column) => !isOther(column));
  const left = own.length > 0 ? own : filled;
  // The next file may have tips, and its amount would be what this one's is.
  const isTip = (column: number) => speaksOfTip(head.name(column));
  const doubts = beside.filter((column) => !isEmpty(column) || isTip(column));
  const dropped = [...columns, ...beside].filter((column) => isEmpty(column) && !doubts.includes(column));
  const told = relation(
    'only',
    dropped.filter((column) => own.length === 0 || !isOther(column)),
  );
  // What one of them is, the others are a part of; only a tip beside may still be a part of it or not.
  const one = oneOf(left, doubts, head);
  return one
    ? { columns: [one.column], beside: doubts.filter(isTip), told: [...told, ...one.told] }
    : { columns: left, beside: doubts, told };
}

interface Whole {
  column: number;
  told: AmountRelation[];
}

/** The one of `columns` that is the amount by its relation to the others, in every row; null where none is. */
function oneOf(columns: readonly number[], beside: readonly number[], head: TableHead): Whole | null {
  if (head.rows.length < ROWS_MIN) return null;
  const all = [...columns, ...beside];
  // Where these are written, they say which of several it is, or nothing does: the next file may have some.
  const isSaid = head.header.some((name) => speaksOf('discount', name) || speaksOfTaxOrFee(name) || speaksOfTip(name));
  const isOfNet = all.every((column) => speaksOf('gross', head.name(column)) || speaksOf('net', head.name(column)));
  const wholes = [
    onlyOf(columns.filter((column) => speaksOfWholeWithTaxes(head.name(column)))),
    isOfNet && !isSaid ? onlyOf(columns.filter((column) => speaksOf('gross', head.name(column)))) : undefined,
  ];
  for (const column of wholes) {
    const beyond = all.filter((other) => other !== column);
    if (column !== undefined && isTold('largest', column, beyond, head)) return { column, told: relation('largest', beyond) };
  }
  return null;
}

/**
 * The only one of `choices` that is the sum of another of them, or of one of `beside`, and of columns named like taxes or fees: it is what was
 * paid. Null where none is, or a further one is larger.
 */
function sumOf(choices: readonly number[], beside: readonly number[], open: readonly number[], head: TableHead): Whole | null {
  const added = open.filter((column) => speaksOfTaxOrFee(head.name(column))).slice(0, ADDED_MAX);
  const parts = [...choices, ...beside].filter((column) => !added.includes(column));
  const sums = choices.flatMap((column) => {
    const others = added.includes(column) ? [] : parts.filter((part) => part !== column);
    const of = others.flatMap((part) => subsets(added).map((some) => [part, ...some])).find((all) => isSum(column, all, head));
    return of ? [{ column, of }] : [];
  });
  const only = onlyOf(sums);
  if (!only) return null;
  const others = choices.filter((other) => other !== only.column);
  const told = [...relation('sum', only.of), ...relation('largest', others)];
  return isTold('largest', only.column, others, head) ? { column: only.column, told } : null;
}

/** Whether it is so in every row, and in enough rows more than the first part alone. */
function isSum(sum: number, parts: readonly number[], head: TableHead): boolean {
  const isTelling = (cells: readonly string[]) => !isBlank(cells[sum] ?? '') && parts.slice(1).every((column) => isOn(cells[column] ?? ''));
  return isTold('sum', sum, parts, head) && head.rows.filter(isTelling).length >= ROWS_MIN;
}

/** All but the empty one. */
function subsets(columns: readonly number[]): number[][] {
  const all: number[][] = [];
  for (const column of columns) all.push(...all.map((some) => [...some, column]), [column]);
  return all;
}

function relation(is: AmountRelation['is'], others: readonly number[]): AmountRelation[] {
  return others.length === 0 ? [] : [{ is, others }];
}

function isTold(is: AmountRelation['is'], column: number, others: readonly number[], head: TableHead): boolean {
  return head.rows.every((cells) => holds({ column, is, others }, cells));
}

/**
 * All that may dispute an amount. `are`: other amounts, what tells that it has no sign of its own, or that it is in cents, which is asked of
 * amounts that are not sure, too.
 */
export const amountDoubts: readonly { code: AmountDoubt; are: 'amounts' | 'sides' | 'cents'; find: (beside: BesideAmount) => number[] }[] =
  [
    { code: 'PIECES', are: 'amounts', find: pricesBeside },
    { code: 'CAPTURED', are: 'amounts', find: capturedBeside },
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

/** Prices beside whole numbers: "Amount" is also a word for how many. Every other word for the amount can only mean money. */
function pricesBeside({ amount, open, head }: BesideAmount): number[] {
  const isMoney = isOwnName(amount, head) || fieldNamed(head.name(amount)) !== 'amount';
  if (isMoney || quantityColumns(head.header).length > 0 || !head.cells(amount).every((cell) => WHOLE.test(cell))) return [];
  const isPrice = (column: number) => column !== amount && speaksOf('price', head.name(column)) && head.every(column, isAmount);
  return open.filter((column) => isPrice(column) && head.cells(column).some((cell) => DECIMALS.test(cell)));
}

/** The columns that say how many pieces were sold. */
export function quantityColumns(header: readonly string[]): number[] {
  return header.flatMap((name, index) => (speaksOf('quantity', name) ? [index] : []));
}

/** A column of only these says whether, or when (20261120, perhaps with a time), and not how much. */
const NOT_MONEY = [/^[01]$/, /^(?:19|20|21)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{6})?$/];

/** What was captured or charged, where it differs in some row. */
function capturedBeside({ amount, open, head }: BesideAmount): number[] {
  // Where there is change, what was paid is what the customer handed over.
  if (isOwnName(amount, head) || head.header.some((name) => isNamed('change', name))) return [];
  return open.filter((column) => {
    const rows = head.rows.filter((cells) => !isBlank(cells[column] ?? ''));
    if (column === amount || !isNamed('captured', head.name(column)) || !head.every(column, isAmount)) return false;
    const isMoney = NOT_MONEY.every((other) => !head.every(column, (cell) => other.test(cell)));
    return isMoney && !rows.every((cells) => isSame(cells[amount], cells[column]));
  });
}

/** The columns that are, in every row, the amount and one named like taxes or fees together: `Payment` beside `Total` and `Tax`. */
function taxedBeside({ amount, open, head }: BesideAmount): number[] {
  if (isOwnName(amount, head)) return [];
  const taxes = open.filter((column) => speaksOfTaxOrFee(head.name(column)));
  // Columns that are named like an amount were judged by their names.
  const others = open.filter((column) => column !== amount && !taxes.includes(column) && !speaksOfAmount(head.name(column)));
  return others.filter((column) => taxes.some((tax) => isSum(column, [amount, tax], head)));
}

/** The debit and the credit column, where both are used and the amount never has a minus sign to tell them apart. */
function sidesBeside({ amount, open, head }: BesideAmount): number[] {
  const named = (role: 'debit' | 'credit' | 'cash') => open.filter((column) => isNamed(role, head.name(column)));
  const [debit = -1, credit = -1, cash] = [onlyOf(named('debit')), onlyOf(named('credit')), named('cash')] as const;
  const isOnIn = (columns: readonly number[], cells: readonly string[]) => columns.some((column) => isOn(cells[column] ?? ''));
  const areUsed = [debit, credit].every((side) => head.cells(side).some(isOn));
  const isSigned = head.cells(amount).some((cell) => amountsIn(cell).some((value) => value < 0));
  const isAmountIn = (column: number, cells: readonly string[]) => isOnIn([column], cells) && isSame(cells[amount], cells[column]);
  // Where a row has its amount as cash instead, "Debit" and "Credit" are kinds of cards.
  const areCards = head.rows.some((cells) => !isOnIn([debit, credit], cells) && cash.some((column) => isAmountIn(column, cells)));
  return isOwnName(amount, head) || !areUsed || isSigned || areCards ? [] : [debit, credit];
}

function isAmount(cell: string): boolean {
  return amountsIn(cell).length > 0;
}

/** Whether two cells are one text, or may be the same amount. */
function isSame(one = '', other = ''): boolean {
  return one.trim() === other.trim() || amountsIn(other).some((amount) => amountsIn(one).includes(amount));
}

/** Whether a cell is an amount, and not 0. */
function isOn(cell: string): boolean {
  return amountsIn(cell).some((value) => value !== 0);
}
