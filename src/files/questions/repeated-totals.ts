/**
 * Finds the total of a receipt that is repeated in each of its lines, where an export has a line for each item: sent as they are, each line
 * would be a sale of the whole. Looks at names, and at the rows that are read ahead. Where no column tells items apart, equal rows are
 * separate sales.
 */

import { quantityColumns } from '../columns/amount-rules.js';
import { columnShown } from '../columns/column-names.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import { cellText } from '../rows/mapping.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { dateFields } from '../values/date-values.js';
import { columnsOf, isNamed, speaksOf } from '../words/lexicon.js';
import type { AskedTable, Detection } from './detection.js';
import { cellIn, columnsMax, combined, type LineColumns, type LineWatch, meantAnswer, receiptColumns, sourcesOf } from './line-groups.js';
import type { OpenQuestion } from './open-questions.js';

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

/** Asks whether an amount is the total of a receipt that has a line for each item. */
export function repeatedTotals({ layout, sources }: AskedTable): Detection[] {
  const { header } = layout;
  const quantities = quantityColumns(header).slice(0, columnsMax);
  const goods = [...columnsOf('item', header), ...(quantities.length > 0 ? columnsOf('text', header) : [])];
  const prices = header.flatMap((name, index) => (speaksOf('price', name) ? [index] : [])).slice(0, columnsMax);
  const parts = goods.length > 0 ? goods : [...columnsOf('part', header), ...prices, ...columnsOf('payment', header)];
  const dates = sourcesOf(sources, ...dateFields);
  const numbered = receiptColumns(header, sources);
  const receipts = numbered.length > 0 ? numbered : dates.slice(0, 1).map(({ index }) => index);
  const isWhole = (index: number) => !speaksOf('ofLine', header[index] ?? '') && !speaksOf('price', header[index] ?? '');
  const amounts = sourcesOf(sources, 'amount').flatMap(({ index }) => (isWhole(index) ? [index] : []));
  const apart = [...dates, ...sourcesOf(sources, 'terminalId', 'locationId')];
  const shared = { layout, isGoods: goods.length > 0, prices, quantities, apart, isNumbered: numbered.length > 0 };
  return combined(layout, ROWS_MAX, { amounts, receipts, parts }, (columns) => repeatWatch(columns, shared));
}

interface Receipts {
  layout: Layout;
  /** Whether an item is goods, which have a price. */
  isGoods: boolean;
  prices: readonly number[];
  quantities: readonly number[];
  /** What tells receipts with the same number apart: tills restart their numbers, and each till has its own. */
  apart: readonly FieldSource[];
  /** The receipts have numbers; otherwise a receipt is everything that was sold in the same second. */
  isNumbered: boolean;
}

interface Receipt {
  amount: string;
  items: Set<string>;
  line: number;
  fate: 'one' | 'repeats' | 'differs';
}

/** Judges one column of amounts by one of receipts and one of items. */
function repeatWatch(columns: LineColumns, { layout, isGoods, prices, quantities, apart, isNumbered }: Receipts): LineWatch {
  const { amount, receipt, part } = columns;
  const tenders = isNamed('payment', layout.header[part] ?? '') ? TENDERS_MIN : 1;
  const min = isNumbered ? tenders : Math.max(tenders, SECONDS_MIN);
  const receipts = new Map<string, Receipt>();
  let first: { line: number; of: number } | null = null;
  const isOfLine = (cells: readonly string[], own: string) =>
    prices.some(
      (price) =>
        price !== amount &&
        (cellIn(cells, price) === own || quantities.some((pieces) => isProduct(own, cellIn(cells, price), cellIn(cells, pieces)))),
    );
  return {
    look(cells, line) {
      const [own, item] = [cellIn(cells, amount), cellIn(cells, part)];
      if (isBlank(cellIn(cells, receipt)) || isBlank(item) || !/[1-9]/.test(own)) return;
      const key = [cellIn(cells, receipt), ...apart.map((source) => cellText(source, cells))].join('\n');
      if (!isNumbered && !SECONDS.test(key)) return;
      const known = receipts.get(key);
      if (!known) {
        receipts.set(key, { amount: own, items: new Set([item]), line, fate: 'one' });
        return;
      }
      if (known.amount !== own || isOfLine(cells, own)) known.fate = 'differs';
      else if (!known.items.has(item) && known.fate === 'one') {
        known.fate = 'repeats';
        first ??= { line, of: known.line };
      }
      known.items.add(item);
    },
    found() {
      const all = [...receipts.values()];
      const alone = isGoods ? lowestAlone(all) : new Map<string, number>();
      // The whole of it would cost no more than one of its items.
      const isOwn = ({ amount: own, items }: Receipt) => {
        const [value = 0] = amountsIn(own);
        return [...items].some((one) => alone.get(one) === value);
      };
      const repeating = all.filter((one) => one.fate === 'repeats' && !isOwn(one)).length;
      const differing = all.filter((one) => one.fate === 'differs' || (one.fate === 'repeats' && isOwn(one))).length;
      return first && repeating >= min && repeating > REPEATING_MIN * differing ? questionOf(first, columns, layout) : null;
    },
  };
}

function questionOf({ line, of }: { line: number; of: number }, { amount, receipt, part }: LineColumns, layout: Layout): OpenQuestion {
  const shown = (column: number) => columnShown(layout.header, column);
  return {
    code: 'AMOUNT_REPEATED',
    field: 'amount',
    text: `Line ${line}: column ${shown(amount)} repeats the amount of line ${of} in another line of the same receipt (columns ${shown(part)} and ${shown(receipt)}): it may be the total of the receipt, and would be sent once for each line.`,
    answer: [
      "If it is, keep one line of each receipt in the file, or name the column of the lines' own amounts with ",
      { do: 'setColumn', field: 'amount', columns: [] },
      ';   if each line is a sale of that amount:   ',
      meantAnswer(part, layout),
    ],
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
