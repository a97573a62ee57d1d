/**
 * Deals with what tills write below their sales: totals lines, and footers, as `<END>` or `Exported on` with a day. Those have no amount, at most
 * two cells, and a first one that is not written like those above; at the end they are left out.
 *
 * A totals line is no sale. One at the end that is the sum of the rows above,
 * or has no amount, is left out; so is one without a date, where sales have one, that is the sum since the last total. One that says it is a
 * total but is no such sum, or that stands between sales, is a fault of its row. All other rows stay as they are.
 *
 * A line with a date is a total only if it says so. If it has fewer values than a sale, it is never a sale: it is either left out or a
 * fault. If it has as many, it is a sale, as of a shop with such a name, unless it is the sum of all rows above or of those since the
 * previous total, or has a word that no shop is called by: then it is a fault. An amount carried forward is always a fault.
 */
import { transactionMatchStates } from '../../contract/states.js';
import type { Layout } from '../columns/layout.js';
import type { InputRow } from '../input/row.js';
import { isBlank } from '../text/blank.js';
import { rejectNames } from '../words/field-names.js';
import { formOf, isNote, type LastCells } from './cut-row.js';
import { type RowGuard, type RowReceiver, refusedFor, sourceOf } from './source.js';
import {
  beginsWithTotalsWord,
  isSureTotalsWord,
  isTotalsWord,
  mayBeWord,
  type TotalsCells,
  totalsCells,
  type WordCell,
} from './totals-cells.js';
import { type SumsAbove, sumsAbove } from './totals-sums.js';

/** How many rows may be held back; a further one with a date then releases them. */
const DATED_MAX = 50;
/**
 * How many full rows that are not sums must have a text that begins with such a word, for it to be the name of something sold, or of a
 * shop.
 */
const NAMED_MIN = 3;
const NAMES_MAX = 1_000;
const IS_CARRIED = 'looks like an amount carried forward';
const NO_SUM = 'looks like a total, but is not the sum of the rows above';

/** A row that may be a totals line. It is held back, because what comes after it decides. */
interface PossibleTotal {
  row: InputRow;
  cells: readonly string[];
  amount: number | null;
  /** It says that it is a total. */
  isNamed: boolean;
  /** It has a date, as sales have. */
  isDated: boolean;
  /** It says that its amount was carried forward. */
  isCarried: boolean;
  isFooter: boolean;
}

/** What the rows so far have shown. */
interface Above {
  reading: TotalsCells;
  /** How the first cells of sales are written. */
  begins: readonly string[];
  sums: SumsAbove;
  /** The cells of the last sale; null before the first. */
  sale: readonly string[] | null;
  /** How many rows have nothing but an amount. */
  thinRows: number;
  /** How many rows without a date have a word for a total. */
  namedRows: number;
  /** How many full rows have a text in a column, by the key of a {@link WordCell}. */
  names: Map<string, number>;
}

/** Holds a row back that may be a totals line, until one follows that is none, or the table ends. */
export function totalsRows(layout: Layout, { begins }: Pick<LastCells, 'begins'>): RowGuard {
  const { matchStateColumn } = layout;
  // With its match state, a row of a list that an export or an API wrote is a sale, and its shop may be called Total.
  const states: readonly string[] = transactionMatchStates;
  const isListed = (cells: readonly string[]) => matchStateColumn !== null && states.includes(cells[matchStateColumn] ?? '');
  const reading = totalsCells(layout);
  const above: Above = { reading, begins, sums: sumsAbove(), sale: null, thinRows: 0, namedRows: 0, names: new Map() };
  let kept: PossibleTotal[] = [];
  const release = (next: RowReceiver, outcome: (one: PossibleTotal) => InputRow) => {
    const held = kept;
    kept = [];
    for (const one of held) next(outcome(one), one.cells);
  };
  return {
    pass(row, cells, next) {
      const one = isListed(cells) ? null : candidateOf(cells, row, above);
      if (one) {
        if (one.isDated && kept.length >= DATED_MAX) release(next, (earlier) => betweenSales(earlier, above));
        kept.push(one);
        return;
      }
      if (row.sale) above.sale ??= cells;
      if (kept.length > 0) release(next, (earlier) => betweenSales(earlier, above));
      if (row.sale) {
        above.sums.add(row.sale.amount ?? 0, row.sale.currency);
        above.sale = cells;
      } else if (row.leftOut === undefined) above.sums.add(reading.amountOfFault(cells), null);
      else above.sums.leaveOut(reading.amountOfFault(cells));
      next(row, cells);
    },
    isOpen: () => kept.length === 0,
    wentBy: (amount, currency) => above.sums.add(amount, currency),
    allWentBy(cells) {
      above.sale = cells();
    },
    end(next) {
      const namedBelow = kept.filter(({ row }) => hasWord(row)).length;
      release(next, (one) => (one.isDated ? datedAtEnd(one, above) : undatedAtEnd(one, namedBelow, above)));
    },
  };
}

/** Null: the row is not a totals line. */
function candidateOf(cells: readonly string[], row: InputRow, above: Above): PossibleTotal | null {
  const { reading } = above;
  // A row that is left out for another reason is none.
  if (row.leftOut !== undefined || !reading.hasAmounts) return null;
  if (isFooter(cells, above)) return { row, cells, amount: null, isNamed: false, isDated: false, isCarried: false, isFooter: true };
  if (reading.isCarried(cells)) return { row, cells, amount: null, isNamed: true, isDated: true, isCarried: true, isFooter: false };
  return reading.isDated(cells) ? datedCandidate(cells, row, above) : undatedCandidate(cells, row, above);
}

function datedCandidate(cells: readonly string[], row: InputRow, above: Above): PossibleTotal | null {
  if (!cells.some(mayBeWord)) return null;
  const words = wordsIn(cells, above);
  const isNamed = words.some(({ cell }) => isTotalsWord(cell));
  // Before the first sale it is unknown how many values a sale has.
  if (!isNamed && !((above.sale === null || isThin(cells, above)) && words.length > 0)) return null;
  return { row, cells, amount: above.reading.amount(cells), isNamed, isDated: true, isCarried: false, isFooter: false };
}

function undatedCandidate(cells: readonly string[], row: InputRow, above: Above): PossibleTotal | null {
  const { reading } = above;
  if (cells.some(isTotalsWord)) above.namedRows += 1;
  if (!above.sale && !(reading.hasDates && cells.some(isSureTotalsWord))) return null;
  const hasFew = isThin(cells, above);
  const others = reading.othersIn(cells);
  const isNamed = others.some((cell) => isTotalsWord(cell) || (hasFew && beginsWithTotalsWord(cell)));
  const isAmountAlone = others.length === 0 && hasFew && reading.hasAmount(cells);
  if (!isNamed && !isAmountAlone) return null;
  if (isAmountAlone) above.thinRows += 1;
  return { row, cells, amount: reading.amount(cells), isNamed, isDated: false, isCarried: false, isFooter: false };
}

/**
 * Whether a row has fewer values than a sale. A rejects file may have no sale to compare with, but says which rows were rejected as totals.
 */
function isThin(cells: readonly string[], { reading, sale }: Above): boolean {
  if (reading.wasTotal(cells)) return true;
  // Before the first sale, a row without a date that has such a word is none, either.
  if (sale === null) return reading.hasDates && !reading.isOfRejects && !reading.isDated(cells) && cells.some(isSureTotalsWord);
  return reading.filled(cells) < reading.filled(sale);
}

/** The cells with a word for a total that is not the name of something sold, or of a shop. */
function wordsIn(cells: readonly string[], { reading, names }: Above): WordCell[] {
  return reading.wordsIn(cells).filter(({ key }) => (names.get(key) ?? 0) < NAMED_MIN);
}

function isName({ cells, isDated }: PossibleTotal, above: Above): boolean {
  return isDated && wordsIn(cells, above).length === 0;
}

/** A number of a sale is written together. */
const MAY_BE_NUMBER = /^\S*\d\S*$/;

/** Words, behind the number of rows: `3,"record(s) downloaded"`. */
const WORDS = /^\p{L}\P{N}*\s/u;

function isFooter(cells: readonly string[], { reading, begins, sums }: Above): boolean {
  const [first = '', second = ''] = cells;
  if (!isNote(cells, cells.length) || begins.length === 0 || isBlank(first) || reading.hasAmount(cells)) return false;
  if (/^\d{1,7}$/.test(first.trim()) && WORDS.test(second) && sums.count() === Number(first)) return true;
  if (MAY_BE_NUMBER.test(first.trim()) || beginsWithTotalsWord(first)) return false;
  const { form } = formOf(first, null);
  // Only the last cell of a row may have been cut.
  return begins.every((other) => (isBlank(cells[1] ?? '') ? !other.startsWith(form) : other !== form));
}

/** What becomes of a candidate that other rows follow. */
function betweenSales(one: PossibleTotal, above: Above): InputRow {
  if (one.isFooter) return one.row;
  if (one.isCarried) return asTotal(one, IS_CARRIED, above);
  if (isName(one, above)) return asSale(one, above);
  const isTotal = isThin(one.cells, above) && (one.isDated || one.isNamed);
  if (!isTotal) return one.isDated ? asFull(one, above) : asSale(one, above);
  const isOfSection = isSumOfSection(one, above);
  above.sums.beginSection();
  return isOfSection ? leftOut(one.row, 'a line of totals between sales') : asTotal(one, 'looks like a total between sales', above);
}

/** Whether it is the sum of the rows since the last total, and no sale, since it has no date, as sales have. */
function isSumOfSection({ amount, isNamed, isDated }: PossibleTotal, { reading, sums }: Above): boolean {
  return reading.hasDates && isNamed && !isDated && sums.has(amount, 2);
}

/** What becomes of a candidate with a date that no other row follows. */
function datedAtEnd(one: PossibleTotal, above: Above): InputRow {
  const { sums } = above;
  if (one.isCarried) return asTotal(one, IS_CARRIED, above);
  if (isName(one, above)) return asSale(one, above);
  if (!isThin(one.cells, above)) return asFull(one, above);
  if (sums.has(one.amount, 2)) return leftOut(one.row);
  return asTotal(one, sums.has(one.amount, 1) ? 'looks like a total of the row above' : NO_SUM, above);
}

/** The same for one without a date. `namedBelow`: how many of the last candidates have a word for a total. */
function undatedAtEnd(one: PossibleTotal, namedBelow: number, above: Above): InputRow {
  const { row, amount } = one;
  if (one.isFooter) return leftOut(row, `the footer, line ${row.line}`);
  const isSure = one.isNamed && isThin(one.cells, above);
  // Where other rows, too, have nothing but an amount, or a brand of that name, this one may be a sale.
  const isOnly = hasWord(row) ? above.namedRows === namedBelow : above.thinRows === 1;
  if (isSure && (amount === null || isSumOfSection(one, above))) return leftOut(row);
  if (above.sums.has(amount, 2, true) && (isSure || isOnly)) return leftOut(row);
  if (isSure) return refusedFor(row, 'TOTALS_ROW', NO_SUM);
  return asSale(one, above);
}

/** What becomes of a candidate with as many values as a sale: it is one, unless it is a sum or has a word that no shop is called by. */
function asFull(one: PossibleTotal, above: Above): InputRow {
  const { reading, sums, sale, names } = above;
  const isSum = one.isNamed && sums.has(one.amount, 2);
  const words = wordsIn(one.cells, above);
  // Before the first sale it is unknown whether all sales have the word.
  const isTotal =
    !isSum && sale !== null && !reading.isOfRejects && words.some(({ key, cell }) => isSureTotalsWord(cell) && !names.has(key));
  if (!isSum && !isTotal && names.size < NAMES_MAX) for (const { key } of words) names.set(key, (names.get(key) ?? 0) + 1);
  const rule = isSum ? 'looks like a total, and is the sum of rows above' : NO_SUM;
  const row = isSum || isTotal ? refusedFor(one.row, 'TOTALS_ROW', rule) : asSale(one, above);
  if (one.isNamed) sums.beginSection();
  return row;
}

function asSale({ row, cells, amount }: PossibleTotal, above: Above): InputRow {
  if (row.sale) above.sale ??= cells;
  above.sums.add(amount, row.sale?.currency ?? null);
  return row;
}

function asTotal({ row, cells }: PossibleTotal, rule: string, { reading }: Above): InputRow {
  const whole = reading.wasTotal(cells) ? `${rule}; if it is a sale, empty its cell "${rejectNames[1]}"` : rule;
  return refusedFor(row, 'TOTALS_ROW', whole);
}

function leftOut(row: InputRow, why = `the line of totals, line ${row.line}`): InputRow {
  return { ...row, sale: null, faults: [], leftOut: why };
}

function hasWord(row: InputRow): boolean {
  const source = sourceOf(row.source);
  return Array.isArray(source) && source.some(isTotalsWord);
}
