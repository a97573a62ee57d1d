/**
 * Lines of totals, which tills write below their sales: they are no sales. One at the end that is the sum of the rows above, or has no
 * amount, is left out; one that says it is a total and is not the sum, or stands between sales, is a fault of its row. All others are rows.
 * One that has a date must say that it is a total. With fewer values than a sale it is none, and a fault where it is not left out; with as
 * many it is a sale, as of a shop of that name, and a fault only where it is the sum of all rows above or of those since the total before, or
 * has a word that no shop is called by. An amount that is carried forward is always a fault.
 */
import { amountFromText } from '../contract/amount.js';
import { MarkedAmount } from './amount-values.js';
import { isBlank } from './blank.js';
import { dateFields } from './date-values.js';
import { isRejectName, rejectNames } from './field-names.js';
import { wordOf } from './header-words.js';
import type { FieldSource, Layout } from './layout.js';
import { cellText } from './mapping.js';
import type { InputRow } from './row.js';
import { rowFault } from './row-faults.js';
import { sourceOf } from './source.js';

export interface TotalsWatch {
  /** Takes the next row with its cells, as many as the header has, and adds the rows whose fate is known to `known`. */
  pass(row: InputRow, cells: readonly string[], known: InputRow[]): void;
  /** The rows that were kept back, when no more come. */
  end(): InputRow[];
}

const WORDS =
  'total(?:e|en|i|s)?|totaux|grand ?total|sub-?total|sous-?total|summe|gesamt|(?:gesamt|end|zwischen|tages)(?:summe|total|betrag)|somme|somma|sum|Σ|(?:tages|kassen)-?abschluss|z-?(?:bericht|bon)';
/** The word alone, perhaps with a currency, and the word with anything behind it. */
const ALONE = new RegExp(`^\\s*(?:${WORDS})\\s*:?\\s*(?:[A-Z]{3}|\\p{Sc})?\\s*:?\\s*$`, 'iu');
const BEGINS = new RegExp(`^\\s*(?:${WORDS})(?![\\p{L}\\p{N}])`, 'iu');
/** Words alone that mean a total under any column, unless a sale has them there, too: no brand and no area is called so. */
const SURE =
  /^\s*(?:grand ?total|sub-?total|sous-?total|(?:zwischen|end|tages)(?:summe|total)|gesamtsumme|summe|total g[ée]n[ée]ral)\s*:?\s*(?:EUR|CHF|USD|GBP|DKK|NOK|SEK|PLN|CZK)?\s*$/iu;
/** Alone: what stood on another page, or in another file. Not "Report" or "Vortrag", which may be sold. */
const CARRIED =
  /^\s*(?:übertrag|uebertrag|saldo-?(?:vortrag|übertrag)|anfangs(?:saldo|bestand)|end(?:saldo|bestand)|(?:(?:balance|amount|total)\s)?(?:carried|brought)[\s-]forward|(?:opening|closing)\sbalance|report\sà\snouveau|[àa]\sreporter|solde\s(?:reporté|initial|final)|(?:a\s)?riporto|saldo\s(?:iniziale|finale))\s*:?\s*$/iu;
/** `Riporto`. */
const CARRIED_CHARS_MIN = 7;
/** Names of columns where "Übertrag" is a way to pay. */
const PAYMENT = new Set(
  ['Zahlungsart', 'Zahlart', 'Zahlungsmittel', 'Zahlmittel', 'Zahlungsweise', 'Zahlungsform', 'Zahlungsweg', 'Zahlweg', 'Zahlung']
    .concat(['Payment', 'Payment method', 'Payment type', 'Method of payment', 'Tender', 'Tender type', 'Mode de paiement'])
    .concat(['Moyen de paiement', 'Metodo di pagamento', 'Tipo di pagamento', 'Mezzo di pagamento', 'Modalità di pagamento'])
    .map(wordOf),
);
/** What a word may begin with: nearly every cell of a sale is told from one by that. */
const MAY_BEGIN = /^\s*(?:to|gr|s[uo]|ge|en|zw|ta|ka|z-?b|Σ)/i;
/** A card of that name. */
const TOTAL_CARD = /^\s*total/i;
/** So many rows with a date are kept back at most. */
const DATED_MAX = 50;
/** In so many full rows that are no sums, a text that begins with such a word is the name of something that is sold, or of a shop. */
const NAMED_MIN = 3;
const NAMES_MAX = 1_000;
const IS_CARRIED = 'looks like an amount carried forward';
const NO_SUM = 'looks like a total, but is not the sum of the rows above';
/** Units of the sums: 10⁻⁴, as in all sums of money here. */
const UNITS = 10_000;

interface Kept {
  row: InputRow;
  cells: readonly string[];
  amount: number | null;
  /** It says that it is a total. */
  isNamed: boolean;
  /** It has a date, as sales have. */
  isDated: boolean;
  /** It says that its amount was carried forward. */
  isCarried: boolean;
}

export function totalsWatch(layout: Layout): TotalsWatch {
  const reading = readingOf(layout);
  const sums = sumsAbove();
  let kept: Kept[] = [];
  let sale: readonly string[] | null = null;
  let thinRows = 0;
  let namedRows = 0;
  /** How many full rows have a text in a column. */
  const names = new Map<string, number>();

  /** In a rejects file there may be no sale to be compared with, but what it was rejected for. */
  const isThin = (cells: readonly string[]) => reading.wasTotal(cells) || (sale !== null && reading.filled(cells) < reading.filled(sale));
  /** The cells with a word of totals, which are no names. */
  const wordsIn = (cells: readonly string[]) => reading.wordsIn(cells).filter(({ key }) => (names.get(key) ?? 0) < NAMED_MIN);
  const isName = ({ cells, isDated }: Kept) => isDated && wordsIn(cells).length === 0;

  const judgeDated = (cells: readonly string[], row: InputRow): Kept | null => {
    if (!cells.some(mayBeWord)) return null;
    const words = wordsIn(cells);
    const isNamed = words.some(({ cell }) => ALONE.test(cell));
    // Before the first sale it is not known how many values one has.
    if (!isNamed && !((sale === null || isThin(cells)) && words.length > 0)) return null;
    return { row, cells, amount: reading.amount(cells), isNamed, isDated: true, isCarried: false };
  };
  const judgeUndated = (cells: readonly string[], row: InputRow): Kept | null => {
    if (cells.some((cell) => ALONE.test(cell))) namedRows += 1;
    if (!sale) return null;
    const hasFew = isThin(cells);
    const others = reading.othersIn(cells);
    const isNamed = others.some((cell) => ALONE.test(cell) || (hasFew && BEGINS.test(cell)));
    const isAmountAlone = others.length === 0 && hasFew && reading.hasAmount(cells);
    if (!isNamed && !isAmountAlone) return null;
    if (isAmountAlone) thinRows += 1;
    return { row, cells, amount: reading.amount(cells), isNamed, isDated: false, isCarried: false };
  };
  /** What may be a line of totals; null: it is none. */
  const judge = (cells: readonly string[], row: InputRow): Kept | null => {
    // What is no sale for another reason is in no sum.
    if (row.leftOut !== undefined || !reading.hasAmounts) return null;
    if (reading.isCarried(cells)) return { row, cells, amount: null, isNamed: true, isDated: true, isCarried: true };
    return reading.isDated(cells) ? judgeDated(cells, row) : judgeUndated(cells, row);
  };

  const asSale = ({ row, cells, amount }: Kept): InputRow => {
    if (row.sale) sale ??= cells;
    sums.add(amount, row.sale?.currency ?? null);
    return row;
  };
  const asFull = (one: Kept): InputRow => {
    const isSum = one.isNamed && sums.has(one.amount, 2);
    const words = wordsIn(one.cells);
    // Before the first sale it is not known whether all have the word.
    const isTotal = !isSum && sale !== null && !reading.isOfRejects && words.some(({ key, cell }) => SURE.test(cell) && !names.has(key));
    if (!isSum && !isTotal && names.size < NAMES_MAX) for (const { key } of words) names.set(key, (names.get(key) ?? 0) + 1);
    const rule = isSum ? 'looks like a total, and is the sum of rows above' : NO_SUM;
    const row = isSum || isTotal ? faulty(one.row, rule) : asSale(one);
    if (one.isNamed) sums.beginSection();
    return row;
  };
  const asTotal = ({ row, cells }: Kept, rule: string) =>
    faulty(row, reading.wasTotal(cells) ? `${rule}; if it is a sale, empty its cell "${rejectNames[1]}"` : rule);
  const betweenSales = (one: Kept): InputRow => {
    if (one.isCarried) return asTotal(one, IS_CARRIED);
    if (isName(one)) return asSale(one);
    const isTotal = isThin(one.cells) && (one.isDated || one.isNamed);
    if (!isTotal) return one.isDated ? asFull(one) : asSale(one);
    sums.beginSection();
    return asTotal(one, 'looks like a total between sales');
  };
  const datedAtEnd = (one: Kept): InputRow => {
    if (one.isCarried) return asTotal(one, IS_CARRIED);
    if (isName(one)) return asSale(one);
    if (!isThin(one.cells)) return asFull(one);
    if (sums.has(one.amount, 2)) return leftOut(one.row);
    return asTotal(one, sums.has(one.amount, 1) ? 'looks like a total of the row above' : NO_SUM);
  };
  const undatedAtEnd = (one: Kept, namedBelow: number): InputRow => {
    const { row, amount } = one;
    const isSure = one.isNamed && isThin(one.cells);
    // Where other rows too have nothing but an amount, or a brand of that name, the last of them may be a sale.
    const isOnly = hasWord(row) ? namedRows === namedBelow : thinRows === 1;
    if (isSure && amount === null) return leftOut(row);
    if (sums.hasOfAll(amount, 2) && (isSure || isOnly)) return leftOut(row);
    if (isSure) return faulty(row, NO_SUM);
    return asSale(one);
  };
  const release = (fate: (one: Kept) => InputRow): InputRow[] => {
    const rows = kept.map(fate);
    kept = [];
    return rows;
  };
  return {
    pass(row, cells, known) {
      const one = judge(cells, row);
      if (one) {
        if (one.isDated && kept.length >= DATED_MAX) known.push(...release(betweenSales));
        kept.push(one);
        return;
      }
      if (row.sale) sale ??= cells;
      if (kept.length > 0) known.push(...release(betweenSales));
      if (row.sale) {
        sums.add(row.sale.amount ?? 0, row.sale.currency);
        sale = cells;
      } else if (row.leftOut === undefined) sums.add(reading.amountOfFault(cells), null);
      known.push(row);
    },
    end() {
      const namedBelow = kept.filter(({ row }) => hasWord(row)).length;
      return release((one) => (one.isDated ? datedAtEnd(one) : undatedAtEnd(one, namedBelow)));
    },
  };
}

/** What the cells of a row say by themselves, whatever rows are above. */
function readingOf({ fields, header }: Layout) {
  const amountSource = fields.find(({ field, constant }) => field === 'amount' && constant === null);
  const dates = fields.filter(({ field, constant }) => constant === null && (dateFields as readonly string[]).includes(field));
  const brand = fields.find(({ field }) => field === 'brandId')?.index ?? -1;
  const code = header.indexOf(rejectNames[1]);
  const added = header.map(isRejectName);
  const payment = header.map((name) => PAYMENT.has(wordOf(name)));
  const amountText = (cells: readonly string[]) => (amountSource ? cellText(amountSource, cells) : '');
  const amount = (cells: readonly string[]) => {
    const text = amountText(cells);
    return amountSource && !isBlank(text) ? amountOf(amountSource, text) : null;
  };
  const wasTotal = (cells: readonly string[]) => code >= 0 && /\bTOTALS_ROW\b/.test(cells[code] ?? '');
  const isCarriedWord = (cell: string, index: number) =>
    cell.length >= CARRIED_CHARS_MIN &&
    mayBeText(cell) &&
    index !== amountSource?.index &&
    !added[index] &&
    !payment[index] &&
    CARRIED.test(cell);
  const mayName = (cell: string, index: number) =>
    index !== amountSource?.index && !added[index] && mayBeWord(cell) && BEGINS.test(cell) && !(index === brand && TOTAL_CARD.test(cell));
  return {
    hasAmounts: amountSource !== undefined,
    hasAmount: (cells: readonly string[]) => !isBlank(amountText(cells)),
    /** Null where there is none, or none that can be read. */
    amount,
    /** What a row with a fault adds to the sums; null where that is not known. */
    amountOfFault: (cells: readonly string[]) => {
      if (!amountSource || cells.length !== header.length) return null;
      return isBlank(amountText(cells)) ? 0 : amount(cells);
    },
    isDated: (cells: readonly string[]) => {
      for (const source of dates) {
        const text = cellText(source, cells);
        // A till may write the word of its total where the date stands.
        if (!isBlank(text) && !(mayBeWord(text) && ALONE.test(text))) return true;
      }
      return false;
    },
    isOfRejects: code >= 0,
    wasTotal,
    /** In a rejects file only where it was refused for it: elsewhere somebody has said that it is a sale. */
    isCarried: (cells: readonly string[]) => (code < 0 || wasTotal(cells)) && cells.some(isCarriedWord),
    /** Cells that begin with a word of totals, each with a key that it has in its column alone. */
    wordsIn: (cells: readonly string[]) =>
      cells.flatMap((cell, index) => (mayName(cell, index) ? [{ key: `${index} ${cell}`, cell }] : [])),
    /** How many cells have a value. Who says that a row is a sale empties one of the columns that were added; those count for nothing. */
    filled: (cells: readonly string[]) => cells.reduce((count, cell, index) => (added[index] || isBlank(cell) ? count : count + 1), 0),
    /** The cells beside the amount that are not blank. */
    othersIn: (cells: readonly string[]) => cells.filter((cell, index) => index !== amountSource?.index && !added[index] && !isBlank(cell)),
  };
}

/** The sums of all rows, and those of the rows since the total before, where there was one. */
function sumsAbove() {
  const all = sumsOf();
  let section: ReturnType<typeof sumsOf> | null = null;
  return {
    add(amount: number | null, currency: string | null) {
      all.add(amount, currency);
      section?.add(amount, currency);
    },
    beginSection() {
      section = sumsOf();
    },
    /** Whether `amount` is the sum of so many rows or more. */
    has: (amount: number | null, rowsMin: number) =>
      amount !== null && (all.has(amount, rowsMin) || section?.has(amount, rowsMin) === true),
    hasOfAll: (amount: number | null, rowsMin: number) => amount !== null && all.has(amount, rowsMin),
  };
}

/** A glance at the cell, which every sale takes. */
function mayBeWord(cell: string): boolean {
  return mayBeText(cell) && MAY_BEGIN.test(cell);
}

function mayBeText(cell: string): boolean {
  const first = cell.charCodeAt(0);
  return first > 0x39 || first <= 0x20;
}

function hasWord(row: InputRow): boolean {
  const source = sourceOf(row.source);
  return Array.isArray(source) && source.some((cell: string) => ALONE.test(cell));
}

function amountOf(source: FieldSource, text: string): number | null {
  const value = source.read ? source.read(text) : amountFromText(text.trim());
  if (typeof value === 'number') return value;
  if (value instanceof MarkedAmount) return value.amount;
  return typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'number' ? value.amount : null;
}

function leftOut(row: InputRow): InputRow {
  return { ...row, sale: null, faults: [], leftOut: `the line of totals, line ${row.line}` };
}

function faulty(row: InputRow, rule: string): InputRow {
  return { ...row, sale: null, faults: [rowFault('TOTALS_ROW', rule, null, null)], source: sourceOf(row.source) };
}

/** Sums of all rows, and of those of each currency; none where an amount was not known, or is finer than the unit. */
function sumsOf() {
  const all = { units: 0, rows: 0 };
  const byCurrency = new Map<string, typeof all>();
  // Rows of one currency come together, mostly.
  let last = { currency: '', sum: { units: 0, rows: 0 } };
  let isKnown = true;
  return {
    add(amount: number | null, currency: string | null) {
      const own = amount === null ? Number.NaN : Math.round(amount * UNITS);
      if (!(own / UNITS === amount && Math.abs(all.units + own) < Number.MAX_SAFE_INTEGER)) {
        isKnown = false;
        return;
      }
      all.units += own;
      all.rows += 1;
      if (currency === null) return;
      if (last.currency !== currency) {
        last = { currency, sum: byCurrency.get(currency) ?? { units: 0, rows: 0 } };
        byCurrency.set(currency, last.sum);
      }
      last.sum.units += own;
      last.sum.rows += 1;
    },
    /** Whether `amount` is one of the sums of so many rows or more. */
    has: (amount: number, rowsMin: number) =>
      isKnown && [all, ...byCurrency.values()].some(({ units, rows }) => rows >= rowsMin && units === Math.round(amount * UNITS)),
  };
}
