/** What tells that whole numbers count the smallest unit of their currency, as programs write amounts: never taken for it, but asked. */
import { code as currencyNamed, number as currencyNumbered } from 'currency-codes';
import { type Phrase, phrase } from '../../contract/phrase.js';
import type { UploadKind } from '../../contract/states.js';
import type { AmountDoubt } from '../input/row.js';
import { amountsIn, isAmount, isSameSum } from '../values/amount-text.js';
import { isMomentNumber } from '../values/date-text.js';
import { currencyIn, speaksOfAmount, speaksOfPart, speaksOfTaxOrFee, speaksOfTip } from '../words/header-words.js';
import { isNamed, spaced, speaksOf } from '../words/lexicon.js';
import { hasCurrencies } from './content-columns.js';
import { feesAndRests } from './net-amounts.js';
import type { TableHead } from './table-head.js';

/** A column that is, or may be, the amount, and what stands beside it. */
export interface BesideAmount {
  amount: number;
  open: readonly number[];
  /** `currency`: the one that the user said all rows have. */
  head: TableHead & { currency?: string | undefined; kind?: UploadKind };
}

type CentsDoubt = Extract<
  AmountDoubt,
  'EXPONENT' | 'CODES_OF_PROGRAM' | 'CENTS_NAMED' | 'CENTS_NESTED' | 'CENTS_OF_PROGRAM' | 'CENTS_SHOWN' | 'CENTS_OF_FEES'
>;

/** `find`: the columns that tell it; `shown`: what such a column tells, behind the column of the amount. */
export const centsDoubts: readonly { code: CentsDoubt; shown: (column: string) => Phrase; find: (beside: BesideAmount) => number[] }[] = [
  { code: 'EXPONENT', shown: (column) => phrase`has a number of decimals in column ${column}`, find: exponentsBeside },
  {
    code: 'CODES_OF_PROGRAM',
    shown: (column) => phrase`has whole numbers beside currencies in small letters or as numbers in column ${column}`,
    find: codesOfProgram,
  },
  {
    code: 'CENTS_NAMED',
    shown: (column) => phrase`has whole numbers, and a name that speaks of cents: ${column}`,
    find: (of) => (isAllWhole(of) && speaksOfCents(of.head.name(of.amount)) ? [of.amount] : []),
  },
  {
    code: 'CENTS_NESTED',
    shown: (column) => phrase`has whole numbers beside a currency of their own in column ${column}`,
    find: ownCurrencies,
  },
  {
    code: 'CENTS_OF_PROGRAM',
    shown: (column) => phrase`has whole numbers alone beside ids or moments of a program in column ${column}`,
    find: idsOfProgram,
  },
  {
    code: 'CENTS_SHOWN',
    shown: (column) => phrase`has whole numbers, a hundred times what column ${column} has`,
    find: shownInUnits,
  },
  {
    code: 'CENTS_OF_FEES',
    shown: (column) => phrase`has whole numbers, as have the fee, which was rounded, and what is left in column ${column}`,
    find: roundedFees,
  },
];

/** Whether a name says that its numbers are cents: `amountInCents`. */
export function speaksOfCents(name: string): boolean {
  return speaksOf('cents', spaced(name));
}

const WHOLE = /^-?\d+$/;

function isAllWhole({ amount, head }: BesideAmount): boolean {
  return head.every(amount, (cell) => WHOLE.test(cell));
}

/** Whether a cell is a currency whose unit is divided, unlike that of `JPY`. */
function isDivided(cell = ''): boolean {
  return (currencyNamed(cell.trim().toUpperCase())?.digits ?? 0) > 0;
}

function currenciesIn(head: TableHead): number[] {
  return head.named(() => true).filter((column) => hasCurrencies(column, head) && head.cells(column).some(isDivided));
}

/** The columns that say how many decimals the whole numbers under the amount have. */
function exponentsBeside({ amount, open, head }: BesideAmount): number[] {
  return open.filter((column) => {
    const isPlaces = isNamed('exponent', head.name(column)) && head.every(column, (cell) => /^-?[0-4]$/.test(cell));
    const rows = head.rows.filter((cells) => /[1-4]/.test(cells[column] ?? ''));
    return isPlaces && rows.length > 0 && rows.every((cells) => !/\d[.,]\d/.test(cells[amount] ?? ''));
  });
}

/** Currencies in small letters, or as their numbers (`826`): programs that count in the smallest unit write both. */
function codesOfProgram(of: BesideAmount): number[] {
  const { head } = of;
  if (!isAllWhole(of)) return [];
  const isNumber = (cell: string) => /^\d{3}$/.test(cell) && (currencyNumbered(cell)?.digits ?? 0) > 0;
  return [
    ...currenciesIn(head).filter((column) => head.every(column, (cell) => /^[a-z]{3}$/.test(cell) && isDivided(cell))),
    ...head.named((name) => speaksOf('currency', name)).filter((column) => head.every(column, isNumber)),
  ];
}

/** `amount_money` of `amount_money.amount`, or of `amount_money_amount`. */
const NESTED = [/^(.+)[./\]:[][^./\]:[]+\]?$/, /^(.*(?:amount|money).*)_[^_]+$/i];

function ownCurrencies(of: BesideAmount): number[] {
  return isAllWhole(of) ? nestedWith(of.amount, currenciesIn(of.head), of.head) : [];
}

/** The columns of some that are nested with an amount. */
export function nestedWith(amount: number, columns: readonly number[], head: TableHead): number[] {
  const parents = NESTED.flatMap((nested) => nested.exec(head.name(amount))?.[1] ?? []);
  const isOwn = (column: number) => NESTED.some((nested) => parents.includes(nested.exec(head.name(column))?.[1] ?? ''));
  return columns.filter(isOwn);
}

/** Columns that have the same amounts in units, by the currency of each row. A part of each may be a hundredth, too. */
function shownInUnits(of: BesideAmount): number[] {
  const { amount, head } = of;
  if (!isAllWhole(of) || !mayBeDivided(of)) return [];
  const [currency = -1] = currenciesIn(head);
  const hasDigits = (cells: readonly string[]) => currency < 0 || isDivided(cells[currency]);
  const isShown = (column: number, cells: readonly string[]) =>
    amountsIn(cells[column] ?? '').some((units) => isSameSum(Number(cells[amount]), units * (hasDigits(cells) ? 100 : 1)));
  return head
    .named((name) => !speaksOfTaxOrFee(spaced(name)) && !speaksOfTip(name))
    .filter((column) => {
      const rows = head.rows.filter((cells) => (cells[amount] ?? '') !== '' && (cells[column] ?? '') !== '');
      const isInUnits = head.cells(column).some((cell) => !WHOLE.test(cell));
      return column !== amount && isInUnits && rows.some(hasDigits) && rows.every((cells) => isShown(column, cells));
    });
}

/** Currencies whose cents nobody uses any more. */
const whole = new Set(['COP', 'HUF', 'IDR', 'IRR', 'LAK', 'LBP', 'MMK', 'TWD']);

/** A fee of the amount and what is left of it, whole in every row: a fee that is no exact part of its amount was rounded to the smallest unit. */
function roundedFees(of: BesideAmount): number[] {
  const { amount, head } = of;
  if (!isAllWhole(of) || !mayBeDivided(of) || currencyCells(of).some((cell) => whole.has(cell))) return [];
  const size = (cells: readonly string[], column: number) => Math.abs(Number(cells[column]));
  const isPart = (column: number) =>
    column !== amount &&
    head.every(column, (cell) => WHOLE.test(cell)) &&
    head.rows.every((cells) => size(cells, column) <= size(cells, amount));
  const isRounded = (fee: number) => head.rows.some((cells) => (size(cells, fee) * EXACT) % size(cells, amount) > 0);
  const isFee = (fee: number) => head.kind === 'Settlement' || speaksOf('fee', spaced(head.name(fee)));
  const [first] = feesAndRests(head, amount, head.named(() => true).filter(isPart));
  const [fee = -1, ...more] = first?.fees ?? [];
  return first?.share === 1 && more.length === 0 && isFee(fee) && isRounded(fee) ? [fee, first.rest] : [];
}

/** Rates have at most four decimals. */
const EXACT = 10_000;

/** Names as only programs write them: in small letters, in capitals, or words run together. */
const PROGRAM_NAMES = [/^[a-z][\w.]*$/, /^[A-Z][A-Z\d_.]*$/, /^(?:[A-Z][a-z]+)+[\w.]*$/];
const RUN_TOGETHER = /\p{Ll}\p{Lu}/u;
const PROGRAM_CELL =
  /^[0-9a-f]{8}-[0-9a-f]{4}-|^[a-z]{2,5}_(?=.*\d)\w+$|^\d{4}-\d\d-\d\d(?:T.*(?:Z|[+-]\d\d:?\d\d)| \d\d:\d\d:\d\d(?:\.\d+)?)$/i;
/** Letters and digits of a program's number, longer than any that is typed. */
const OPAQUE = /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{12,}$/;
/** Below, a whole price is as likely. */
const CENTS_MIN = 100;

function areOfProgram(names: readonly string[]): boolean {
  const [small, capitals, begun] = PROGRAM_NAMES.map((form) => names.every((name) => form.test(name)));
  return (
    small === true || capitals === true || (begun === true && names.filter((name) => RUN_TOGETHER.test(name)).length * 2 > names.length)
  );
}

/** Whether amounts without a currency beside them are in one whose unit is divided, or in one that is still to be said. */
function mayBeDivided({ amount, head }: BesideAmount): boolean {
  if (head.named(() => true).some((column) => hasCurrencies(column, head))) return currenciesIn(head).length > 0;
  const said = head.currency ?? currencyIn(head.name(amount));
  return said === null || isDivided(said);
}

/** The currencies of amounts, where they are known. */
function currencyCells({ amount, head }: BesideAmount): string[] {
  const said = head.currency ?? currencyIn(head.name(amount));
  return [said ?? [], currenciesIn(head).flatMap((column) => head.cells(column))].flat();
}

/** Ids or moments as programs write them, where no column that is named for money has decimals and the amounts, by the middle one, are no small prices. */
function idsOfProgram(of: BesideAmount): number[] {
  const { amount, head } = of;
  const sizes = head
    .cells(amount)
    .flatMap((cell) => (Number(cell) === 0 ? [] : [Math.abs(Number(cell))]))
    .sort((a, b) => a - b);
  const isPrice = (sizes[Math.floor((sizes.length - 1) / 2)] ?? 0) < CENTS_MIN;
  if (!isAllWhole(of) || isPrice || !areOfProgram(head.header) || !mayBeDivided(of)) return [];
  const isDecimal = (cell: string) => /\d[.,]\d{1,4}$/.test(cell) && isAmount(cell);
  // A place has decimals, too.
  const isMoney = (name: string) => speaksOfAmount(name) || speaksOfPart(name) || speaksOf('price', name);
  if (head.named((name) => isMoney(spaced(name))).some((column) => head.cells(column).some(isDecimal))) return [];
  return head
    .named(() => true)
    .filter((column) => head.every(column, (cell) => PROGRAM_CELL.test(cell) || OPAQUE.test(cell) || isMomentNumber(cell)))
    .slice(0, 1);
}
