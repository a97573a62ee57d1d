/**
 * Finds the total of a receipt that is repeated in each of its lines, where an export has a line for each item: sent as they are, each line
 * would be a sale of the whole. Looks at names, and at the rows that are read ahead. Where no column tells items apart, equal rows are
 * separate sales.
 */
import type { FieldSource, Layout } from '../columns/layout.js';
import { quantityColumns } from '../columns/quantity-column.js';
import type { RecordReader } from '../formats/csv-record-reader.js';
import { lookAhead } from '../formats/look-ahead.js';
import { isSale } from '../rows/known-rows.js';
import { cellText } from '../rows/mapping.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { dateFields } from '../values/date-values.js';
import { meaningOfWord } from '../words/header-words.js';
import { columnsOf, isNamed, speaksOf } from '../words/lexicon.js';

/** The columns (by index) that make an amount look repeated, and the first line that repeats one. */
export interface RepeatedTotal {
  amount: number;
  receipt: number;
  item: number;
  line: number;
  /** The line that it repeats. */
  of: number;
}

/** How many columns of a kind are examined: a header has few, but one made to cost time may have thousands. */
export const columnsMax = 5;
/** Enough to see how receipts are written, and few enough to cost nothing. */
const ROWS_MAX = 5_000;
/** Before it asks, the receipts that seem to repeat an amount must outnumber those that have several amounts by this factor. */
const REPEATING_MIN = 4;
const HALF_CENT = 0.005;
const SECONDS = /:\d{2}:\d{2}/;
/** How many such receipts it takes where they have no numbers: two sales of the same second may just be two sales. */
const SECONDS_MIN = 2;
/**
 * How many such receipts it takes where only the means of payment tells the lines apart: one or two may really have been paid in equal
 * parts.
 */
const TENDERS_MIN = 3;

/**
 * `sources` are all columns that a field is or may be. Null where no amount seems to be repeated. The records are only looked at, and stay
 * to be read.
 */
export async function repeatedTotal(
  records: RecordReader,
  delimiter: string,
  layout: Layout,
  sources: readonly FieldSource[],
): Promise<RepeatedTotal | null> {
  const { header, columns } = layout;
  const of = (...fields: readonly string[]) => sources.filter(({ field, index }) => index >= 0 && fields.includes(field));
  const quantities = quantityColumns(header).slice(0, columnsMax);
  const goods = [...columnsOf('item', header), ...(quantities.length > 0 ? columnsOf('text', header) : [])];
  const prices = header.flatMap((name, index) => (speaksOf('price', name) ? [index] : [])).slice(0, columnsMax);
  const items = goods.length > 0 ? goods : [...columnsOf('part', header), ...prices, ...columnsOf('payment', header)];
  const dates = of(...dateFields);
  const numbered = receiptColumns(header, sources);
  const receipts = numbered.length > 0 ? numbered : dates.slice(0, 1).map(({ index }) => index);
  const amounts = of('amount')
    .map(({ index }) => index)
    .filter((index) => !speaksOf('ofLine', header[index] ?? '') && !speaksOf('price', header[index] ?? ''));
  if (items.length === 0 || receipts.length === 0 || amounts.length === 0) return null;
  // Who said what a column of items is has seen the lines.
  if (items.some((index) => isGiven(columns[index]))) return null;
  const watches = amounts.slice(0, columnsMax).flatMap((amount) =>
    receipts.slice(0, columnsMax).flatMap((receipt) =>
      items.slice(0, columnsMax).map((item) =>
        repeatWatch({
          amount,
          receipt,
          item,
          isGoods: goods.length > 0,
          prices,
          quantities,
          apart: [...dates, ...of('terminalId', 'locationId')],
          isNumbered: numbered.length > 0,
          min: isNamed('payment', header[item] ?? '') ? TENDERS_MIN : 1,
        }),
      ),
    ),
  );
  await lookAhead(records, delimiter, ROWS_MAX, (cells, line) => {
    if (isSale(layout, cells)) for (const watch of watches) watch.look(cells, line);
    return false;
  });
  return watches.map((watch) => watch.found()).find((found) => found !== null) ?? null;
}

/** The indexes of the columns that may say which receipt or payment a row belongs to. */
export function receiptColumns(header: readonly string[], sources: readonly FieldSource[]): number[] {
  const fields = sources.filter(({ field, index }) => index >= 0 && (field === 'orderId' || field === 'transactionReference'));
  return [...fields.map(({ index }) => index), ...header.flatMap((name, index) => (isReceipt(name) ? [index] : []))];
}

function isReceipt(name: string): boolean {
  return meaningOfWord(name) === 'receipt' || isNamed('paymentNumber', name);
}

/** Whether the user said what the column is. */
export function isGiven(column: Layout['columns'][number] | undefined): boolean {
  return column !== undefined && column.kind !== 'ignored' && column.by === 'given';
}

interface Watched {
  amount: number;
  receipt: number;
  item: number;
  /** Whether an item is goods, which have a price. */
  isGoods: boolean;
  prices: readonly number[];
  quantities: readonly number[];
  /** What tells receipts with the same number apart: tills restart their numbers, and each till has its own. */
  apart: readonly FieldSource[];
  /** The receipts have numbers; otherwise a receipt is everything that was sold in the same second. */
  isNumbered: boolean;
  /** How many receipts must repeat their amount before it asks. */
  min: number;
}

interface Receipt {
  amount: string;
  items: Set<string>;
  line: number;
  fate: 'one' | 'repeats' | 'differs';
}

/** Judges one column of amounts by one of receipts and one of items. */
function repeatWatch({ amount, receipt, item, isGoods, prices, quantities, apart, isNumbered, min }: Watched) {
  const receipts = new Map<string, Receipt>();
  let first: RepeatedTotal | null = null;
  const cellOf = (cells: readonly string[], column: number) => (cells[column] ?? '').trim();
  const isOfLine = (cells: readonly string[], own: string) =>
    prices.some(
      (price) =>
        price !== amount &&
        (cellOf(cells, price) === own || quantities.some((pieces) => isProduct(own, cellOf(cells, price), cellOf(cells, pieces)))),
    );
  return {
    look(cells: readonly string[], line: number) {
      const [own, goods] = [cellOf(cells, amount), cellOf(cells, item)];
      if (isBlank(cellOf(cells, receipt)) || isBlank(goods) || !/[1-9]/.test(own)) return;
      const key = [cellOf(cells, receipt), ...apart.map((source) => cellText(source, cells))].join('\n');
      if (!isNumbered && !SECONDS.test(key)) return;
      const known = receipts.get(key);
      if (!known) {
        receipts.set(key, { amount: own, items: new Set([goods]), line, fate: 'one' });
        return;
      }
      if (known.amount !== own || isOfLine(cells, own)) known.fate = 'differs';
      else if (!known.items.has(goods) && known.fate === 'one') {
        known.fate = 'repeats';
        first ??= { amount, receipt, item, line, of: known.line };
      }
      known.items.add(goods);
    },
    found(): RepeatedTotal | null {
      const all = [...receipts.values()];
      const alone = isGoods ? lowestAlone(all) : new Map<string, number>();
      // The whole of it would cost no more than one of its items.
      const isOwn = ({ amount: own, items }: Receipt) => {
        const [value = 0] = amountsIn(own);
        return [...items].some((one) => alone.get(one) === value);
      };
      const repeating = all.filter((one) => one.fate === 'repeats' && !isOwn(one)).length;
      const differing = all.filter((one) => one.fate === 'differs' || (one.fate === 'repeats' && isOwn(one))).length;
      return repeating >= (isNumbered ? min : Math.max(min, SECONDS_MIN)) && repeating > REPEATING_MIN * differing ? first : null;
    },
  };
}

/** What each item costs at least where it is the only one of a receipt. */
function lowestAlone(receipts: readonly Receipt[]): Map<string, number> {
  const lowest = new Map<string, number>();
  for (const { amount, items, fate } of receipts) {
    const [value = 0] = amountsIn(amount);
    const [item = ''] = items;
    if (fate !== 'one' || value <= 0) continue;
    lowest.set(item, Math.min(value, lowest.get(item) ?? value));
  }
  return lowest;
}

function isProduct(amount: string, price: string, pieces: string): boolean {
  return amountsIn(amount).some((whole) =>
    amountsIn(price).some((one) => amountsIn(pieces).some((number) => Math.abs(one * number - whole) < HALF_CENT)),
  );
}
