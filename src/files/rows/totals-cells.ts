/**
 * What the cells of one row say about totals, whatever rows are above it: a word for a total or for an amount carried forward, a date, an
 * amount, how many values there are. What becomes of the row is decided in totals-row.
 */
import { amountFromText } from '../../contract/amount.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import { isBlank } from '../text/blank.js';
import { MarkedAmount } from '../values/amount-values.js';
import { dateFields } from '../values/date-values.js';
import { readerOf } from '../values/value-reading.js';
import { isRejectName, rejectNames } from '../words/field-names.js';
import { isNamed, partsOf } from '../words/lexicon.js';
import { cellText } from './mapping.js';

/** ALONE: nothing but the word, perhaps with a currency. BEGINS: the word with anything after it. */
const ALONE = new RegExp(`^\\s*(?:${partsOf('total')})\\s*:?\\s*(?:[A-Z]{3}|\\p{Sc})?\\s*:?\\s*$`, 'iu');
const BEGINS = new RegExp(`^\\s*(?:${partsOf('total')})(?![\\p{L}\\p{N}])`, 'iu');
/**
 * Words that mean a total in any column when they are all that a cell has, unless a sale has them there, too: no brand and no area is
 * called that.
 */
const SURE = new RegExp(`^\\s*(?:${partsOf('sureTotal')})\\s*:?\\s*(?:EUR|CHF|USD|GBP|DKK|NOK|SEK|PLN|CZK)?\\s*$`, 'iu');
/** Texts that, as a whole cell, mean an amount carried over from another page or file. */
const CARRIED = new RegExp(`^\\s*(?:${partsOf('carried')})\\s*:?\\s*$`, 'iu');
/** The length of the shortest of these, `Riporto`. */
const CARRIED_CHARS_MIN = 7;
/** How these words may begin: a first test, which nearly every cell of a sale fails. */
const MAY_BEGIN = /^\s*(?:to|gr|s(?:[uo]|hi)|ge|en|zw|ta|da[giy]|ka|bat|[xz][\s-]?[bor]|Σ)/i;
/** Total is also the name of a card. */
const TOTAL_CARD = /^\s*total/i;

/** A cell that begins with a word for a total. `key` stands for this text in this column. */
export interface WordCell {
  key: string;
  cell: string;
}

export type TotalsCells = ReturnType<typeof totalsCells>;

/** Reads the cells of a layout's rows. Every sale passes here, so most cells are judged by their first characters alone. */
export function totalsCells({ fields, header }: Layout) {
  const amountSource = fields.find(({ field, constant }) => field === 'amount' && constant === null);
  const dates = fields.filter(({ field, constant }) => constant === null && (dateFields as readonly string[]).includes(field));
  const brand = fields.find(({ field }) => field === 'brandId')?.index ?? -1;
  const code = header.indexOf(rejectNames[1]);
  const added = header.map(isRejectName);
  // In a column of ways to pay, "Übertrag" means a transfer, and not "carried forward".
  const payment = header.map((name) => isNamed('payment', name));
  const amountText = (cells: readonly string[]) => (amountSource ? cellText(amountSource, cells) : '');
  const amount = (cells: readonly string[]) => {
    const text = amountText(cells);
    return amountSource && !isBlank(text) ? amountOf(amountSource, text) : null;
  };
  const wasTotal = (cells: readonly string[]) => code >= 0 && /\bTOTALS_ROW\b/.test(cells[code] ?? '');
  const isCarriedWord = (cell: string, index: number) =>
    mayBeText(cell) && index !== amountSource?.index && !added[index] && !payment[index] && isCarriedForward(cell);
  const mayName = (cell: string, index: number) =>
    index !== amountSource?.index && !added[index] && mayBeWord(cell) && BEGINS.test(cell) && !(index === brand && TOTAL_CARD.test(cell));
  return {
    hasAmounts: amountSource !== undefined,
    hasDates: dates.length > 0,
    hasAmount: (cells: readonly string[]) => !isBlank(amountText(cells)),
    /** Null where there is none, or it cannot be read. */
    amount,
    /** What a faulty row adds to the sums: 0 where it has no amount; null where that is unknown. */
    amountOfFault: (cells: readonly string[]) => {
      if (!amountSource || cells.length !== header.length) return null;
      return isBlank(amountText(cells)) ? 0 : amount(cells);
    },
    isDated: (cells: readonly string[]) => {
      for (const source of dates) {
        const text = cellText(source, cells);
        // A till may write its word for a total in the column of the date.
        if (!isBlank(text) && !(mayBeWord(text) && ALONE.test(text))) return true;
      }
      return false;
    },
    isOfRejects: code >= 0,
    wasTotal,
    /**
     * Whether a cell says that an amount was carried forward. In a rejects file, only where the row was rejected as a total: elsewhere the
     * user has declared it a sale.
     */
    isCarried: (cells: readonly string[]) => (code < 0 || wasTotal(cells)) && cells.some(isCarriedWord),
    /** The cells that begin with a word for a total. */
    wordsIn: (cells: readonly string[]): WordCell[] =>
      cells.flatMap((cell, index) => (mayName(cell, index) ? [{ key: `${index} ${cell}`, cell }] : [])),
    /**
     * How many cells have a value. The columns that a rejects file adds do not count: the user declares a row a sale by emptying one of
     * them.
     */
    filled: (cells: readonly string[]) => cells.reduce((count, cell, index) => (added[index] || isBlank(cell) ? count : count + 1), 0),
    /** The cells that are not blank, without the amount. */
    othersIn: (cells: readonly string[]) => cells.filter((cell, index) => index !== amountSource?.index && !added[index] && !isBlank(cell)),
  };
}

/** Whether the cell is a word for a total, perhaps with a currency, and nothing else. */
export function isTotalsWord(cell: string): boolean {
  return ALONE.test(cell);
}

/** Whether the cell begins with a word for a total. */
export function beginsWithTotalsWord(cell: string): boolean {
  return BEGINS.test(cell);
}

/** Whether the cell, in a column that may say so, means an amount that was carried forward. */
export function isCarriedForward(cell: string): boolean {
  return cell.length >= CARRIED_CHARS_MIN && CARRIED.test(cell);
}

/** Whether the cell is a word that means a total in any column, unless a sale has it there, too. */
export function isSureTotalsWord(cell: string): boolean {
  return SURE.test(cell);
}

/** Whether the cell may begin with a word for a total: a first test, which nearly every cell of a sale fails. */
export function mayBeWord(cell: string): boolean {
  return mayBeText(cell) && MAY_BEGIN.test(cell);
}

function mayBeText(cell: string): boolean {
  const first = cell.charCodeAt(0);
  return first > 0x39 || first <= 0x20;
}

function amountOf({ reading }: FieldSource, text: string): number | null {
  const value = reading ? readerOf(reading)(text) : amountFromText(text.trim());
  if (typeof value === 'number') return value;
  if (value instanceof MarkedAmount) return value.amount;
  return typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'number' ? value.amount : null;
}
