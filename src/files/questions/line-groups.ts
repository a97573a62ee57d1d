/**
 * Exports with several lines for one receipt or payment: the total of a receipt that stands in each of its lines, and the whole amount in a line
 * for each step of a payment. Sent as they are, each of these lines would be a sale. Looks at names and at the rows ahead, for each
 * combination of a column of amounts, one of receipts and one that tells the lines apart; asks only where most receipts are like that.
 */
import { phrase } from '../../contract/phrase.js';
import type { Remedy } from '../../contract/remedy.js';
import { columnShown, quantityColumns } from '../columns/column-names.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import { watchedRowsMax } from '../formats/rows-ahead.js';
import { groupRowsMax } from '../input/row.js';
import { isSale } from '../rows/known-rows.js';
import { cellText } from '../rows/mapping.js';
import { unitsOf } from '../rows/totals-sums.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { dateFields } from '../values/date-values.js';
import { meaningOfWord } from '../words/header-words.js';
import { columnsOf, isNamed, speaksOf } from '../words/lexicon.js';
import { hasRefundWord, isRefundWord } from '../words/refund-words.js';
import { isMark, isNoSale, markColumn } from '../words/sale-marks.js';
import { type AskedTable, type Detection, isGiven } from './detection.js';
import { asideAnswer, columnAnswer, either, type OpenQuestion, rowsAre } from './open-questions.js';

/** How many columns of a kind are examined: a header has few, but one made to cost time may have thousands. */
export const columnsMax = 5;

/** The columns (by index) that are looked at together. */
interface LineColumns {
  amount: number;
  receipt: number;
  /** What tells the lines of a receipt apart. */
  part: number;
}

interface Line {
  amount: string;
  part: string;
  line: number;
  /** The amount is that of the line's own price. */
  isPriced: boolean;
}

/** Two lines of one receipt that have the same amount. */
interface LinePair {
  first: Line;
  second: Line;
}

/** A search among the lines of receipts. */
interface GroupKind {
  rowsMax: number;
  columns: Record<'amounts' | 'receipts' | 'parts', readonly number[]>;
  /** What a receipt is told by, beside its number; null where the row belongs to none. */
  keyOf?(cells: readonly string[]): string | null;
  isPriced?(cells: readonly string[], amount: string, column: number): boolean;
  /** What to ask about, given the lines of each receipt; undefined where there is nothing. */
  find(receipts: readonly (readonly Line[])[], columns: LineColumns): LinePair | undefined;
  ask(pair: LinePair, columns: LineColumns, layout: Layout): OpenQuestion;
}

/**
 * Asks about the first combination of columns that finds something. Not where the user said what a column of parts is that finds it, too, and so has
 * seen the lines; under a header that was read before, what any column of parts is.
 */
function groupsOf({ layout, wasRead }: AskedTable, { rowsMax, columns, keyOf, isPriced, find, ask }: GroupKind): Detection | null {
  const isSaid = (index: number) => isGiven(layout, index);
  if (wasRead && columns.parts.some(isSaid)) return null;
  const [amounts = [], receipts = [], parts = []] = [columns.amounts, columns.receipts, columns.parts].map((all) =>
    all.slice(0, columnsMax),
  );
  const watches = amounts.flatMap((amount) =>
    receipts.flatMap((receipt) => parts.map((part) => ({ amount, receipt, part, lines: new Map<string, Line[]>() }))),
  );
  if (watches.length === 0) return null;
  return {
    rowsMax,
    look({ cells, line }) {
      const key = isSale(layout, cells) ? (keyOf ? keyOf(cells) : '') : null;
      for (const { amount, receipt, part, lines } of key === null ? [] : watches) {
        const [own, number, kind] = [cellIn(cells, amount), cellIn(cells, receipt), cellIn(cells, part)];
        if (isBlank(number) || isBlank(kind) || !/[1-9]/.test(own)) continue;
        const group = lines.get(`${number}\n${key}`) ?? [];
        group.push({ amount: own, part: kind, line, isPriced: isPriced?.(cells, own, amount) === true });
        lines.set(`${number}\n${key}`, group);
      }
      return false;
    },
    question() {
      const found = watches.flatMap(({ lines, ...own }) => {
        const pair = find([...lines.values()], own);
        return pair ? [{ pair, own }] : [];
      });
      const [first] = found;
      return first && !found.some(({ own }) => isSaid(own.part)) ? ask(first.pair, first.own, layout) : null;
    },
  };
}

/** Before it asks, the receipts that seem to repeat an amount must outnumber those that have several amounts by this factor. */
const REPEATING_MIN = 4;
const HALF_CENT = 0.005;
const SECONDS = /:\d{2}:\d{2}/;
/** How many such receipts it takes where they have no numbers: two sales of the same second may just be two sales. */
const SECONDS_MIN = 2;
/** How many it takes where only the means of payment tells the lines apart: one or two may really have been paid in equal parts. */
const TENDERS_MIN = 3;
/** How many where it is a column of whatever name. */
const OTHERS_MIN = 2;

/** Asks whether an amount is the total of a receipt that has a line for each item. Where no column tells items apart, equal rows are sales. */
export function repeatedTotals(table: AskedTable): (Detection | null)[] {
  const { layout, sources } = table;
  const { header } = layout;
  const quantities = quantityColumns(header).slice(0, columnsMax);
  const goods = [...columnsOf('item', header), ...(quantities.length > 0 ? columnsOf('text', header) : [])];
  const prices = header.flatMap((name, index) => (speaksOf('price', name) ? [index] : [])).slice(0, columnsMax);
  const dates = sourcesOf(sources, ...dateFields);
  const numbered = receiptColumns(header, sources);
  const isNumbered = numbered.length > 0;
  const called = [...columnsOf('part', header), ...prices, ...columnsOf('payment', header)];
  // Under whatever name, but for what says which step or kind a row is; where rows have a reference beside their order, that tells them apart.
  const steps = stepColumns(layout, sources);
  const isOpen = (index: number) => layout.columns[index]?.kind === 'item' && ![...called, ...steps].includes(index);
  const isAlone = goods.length === 0 && dates.length > 0 && sourcesOf(sources, 'orderId', 'transactionReference').length === 1;
  const others = isAlone ? [...header.keys()].filter(isOpen) : [];
  const named = goods.length > 0 ? goods : called;
  const isWhole = (index: number) => !speaksOf('ofLine', header[index] ?? '') && !speaksOf('price', header[index] ?? '');
  // Tills restart their numbers, and each till has its own. Without numbers, a receipt is everything that was sold in the same second.
  const apart = [...dates, ...sourcesOf(sources, 'terminalId', 'locationId')];
  const repeated = (rowsMax: number, parts: readonly number[], like: readonly number[]): GroupKind => ({
    rowsMax,
    columns: {
      amounts: indexesOf(sourcesOf(sources, 'amount')).filter(isWhole),
      receipts: isNumbered ? numbered : indexesOf(dates.slice(0, 1)),
      parts,
    },
    keyOf(cells) {
      const key = [...apart.map((source) => cellText(source, cells)), ...like.map((index) => cellIn(cells, index))].join('\n');
      return isNumbered || SECONDS.test(key) ? key : null;
    },
    isPriced: (cells, amount, column) =>
      prices.some((price) => {
        const own = cellIn(cells, price);
        return price !== column && (own === amount || quantities.some((pieces) => isProduct(amount, own, cellIn(cells, pieces))));
      }),
    find(receipts, { part }) {
      const pairs = receipts.flatMap(([first, ...others]): (LinePair | 'differs')[] => {
        const second = others.find((line) => line.part !== first?.part);
        if (!first || others.length === 0) return [];
        if (others.some(({ amount, isPriced }) => amount !== first.amount || isPriced)) return ['differs'];
        return second ? [{ first, second }] : [];
      });
      const repeating = pairs.filter((pair) => pair !== 'differs');
      const tenders = isNamed('payment', header[part] ?? '') ? TENDERS_MIN : others.includes(part) ? OTHERS_MIN : 1;
      const isMost = repeating.length > REPEATING_MIN * (pairs.length - repeating.length);
      return isMost && repeating.length >= Math.max(tenders, isNumbered ? 1 : SECONDS_MIN) ? repeating[0] : undefined;
    },
    ask: totalQuestion,
  });
  return [groupsOf(table, repeated(watchedRowsMax, named, [])), groupsOf(table, repeated(groupRowsMax, others, steps))];
}

function totalQuestion({ first, second }: LinePair, { amount, receipt, part }: LineColumns, layout: Layout): OpenQuestion {
  const shown = (column: number) => columnShown(layout.header, column);
  return {
    code: 'AMOUNT_REPEATED',
    field: 'amount',
    text: phrase`Line ${second.line}: column ${shown(amount)} repeats the amount of line ${first.line} in another line of the same receipt (columns ${shown(part)} and ${shown(receipt)}). It may be the total of the receipt, and would be sent once for each line.`,
    answer: [
      "If it is, keep one line of each receipt in the file, or name the column of the lines' own amounts with ",
      { remedies: [['--set', 'amount=COLUMN']] },
      ';   ',
      { when: phrase`each line is a sale of that amount`, remedies: [meantAnswer(part, layout)] },
    ],
  };
}

function isProduct(amount: string, price: string, pieces: string): boolean {
  return amountsIn(amount).some((whole) =>
    amountsIn(price).some((one) => amountsIn(pieces).some((number) => Math.abs(one * number - whole) < HALF_CENT)),
  );
}

/** The kinds of columns for marks that may say which step a row is. */
const STEPS: readonly (string | null)[] = ['kind', 'state', 'paymentState'];
/** One payment may have been paid in two equal halves, so that a single repetition proves nothing. */
const REPEATED_MIN = 2;
/** Number of repeats in the usual order that outweigh one in another order. */
const IN_ORDER_MIN = 10;

/** Asks whether rows of one payment are its steps, and whether the lines of a receipt stand below a line with their total. */
export function paymentSteps(table: AskedTable): Detection | null {
  const { layout, sources } = table;
  const { header } = layout;
  return groupsOf(table, {
    rowsMax: 256,
    columns: {
      amounts: indexesOf(sourcesOf(sources, 'amount')),
      receipts: receiptColumns(header, sources),
      parts: stepColumns(layout, sources),
    },
    find(payments) {
      const untold = payments.map((lines) => lines.filter(({ part }) => !isTold(part))).filter(({ length }) => length > 0);
      const pairs = untold.map(repeatsIn);
      const all = pairs.flat();
      const repeating = pairs.filter(({ length }) => length > 0).length;
      return repeating * 2 > pairs.length && all.length >= REPEATED_MIN && isInOrder(all) ? all[0] : undefined;
    },
    ask: stepQuestion,
  });
}

function stepColumns({ header }: Layout, sources: readonly FieldSource[]): number[] {
  const named = header.flatMap((name, index) => (isNamed('step', name) || STEPS.includes(markColumn(name)) ? [index] : []));
  return [...new Set([...indexesOf(sourcesOf(sources, 'transactionTypes')), ...named])];
}

/** Whether a row of that kind is recognised elsewhere for what it is: a refund, a failure, not a sale. */
function isTold(kind: string): boolean {
  return isRefundWord(kind) || hasRefundWord(kind) || isMark('state', kind) || isNoSale(kind);
}

/** The steps of a payment whose lines have together the same amount as those of an earlier one. */
function repeatsIn(lines: readonly Line[]): LinePair[] {
  const steps = new Map<string, { first: Line; sum: number }>();
  for (const line of lines) {
    const { first, sum } = steps.get(line.part) ?? { first: line, sum: 0 };
    steps.set(line.part, { first, sum: sum + unitsOf(amountsIn(line.amount)[0] ?? Number.NaN) });
  }
  const all = [...steps.values()];
  return all.flatMap(({ first: second, sum }, at) => {
    const before = all.slice(0, at).find((one) => one.sum === sum && sum !== 0);
    return before ? [{ first: before.first, second }] : [];
  });
}

/** Steps of a payment always come in the same order; the ways to pay in a shop with one price and receipt numbers that restart daily do not. */
function isInOrder(pairs: readonly LinePair[]): boolean {
  const count = (one: string, other: string) => pairs.filter(({ first, second }) => first.part === one && second.part === other).length;
  const against = pairs.filter(({ first, second }) => count(second.part, first.part) >= count(first.part, second.part));
  return against.length * IN_ORDER_MIN < pairs.length;
}

function stepQuestion({ first, second }: LinePair, { amount, receipt, part }: LineColumns, layout: Layout): OpenQuestion {
  const shown = (column: number) => columnShown(layout.header, column);
  return {
    code: 'STEPS_OF_PAYMENT',
    field: 'amount',
    text: phrase`Line ${second.line}: column ${shown(amount)} has the amount of line ${first.line} once more, for the same payment (column ${shown(receipt)}) and another step (column ${shown(part)}), as far as the names tell. Each line would be sent as a sale.`,
    answer: [
      'If they are steps of one payment, say which of them is the sale:   ',
      ...either(
        [first, second].map((line) => rowsAre('--only', part, line.part, layout.header)),
        '   or   ',
      ),
      ';   ',
      { when: phrase`each line is a sale`, remedies: [meantAnswer(part, layout)] },
    ],
  };
}

/** The columns of `sources` for one of `fields`. */
function sourcesOf(sources: readonly FieldSource[], ...fields: readonly string[]): FieldSource[] {
  return sources.filter(({ field, index }) => index >= 0 && fields.includes(field));
}

function indexesOf(sources: readonly FieldSource[]): number[] {
  return sources.map(({ index }) => index);
}

/** The indexes of the columns that may say which receipt or payment a row belongs to. */
function receiptColumns(header: readonly string[], sources: readonly FieldSource[]): number[] {
  const isReceipt = (name: string) => meaningOfWord(name) === 'receipt' || isNamed('paymentNumber', name);
  const named = header.flatMap((name, index) => (isReceipt(name) ? [index] : []));
  return [...indexesOf(sourcesOf(sources, 'orderId', 'transactionReference')), ...named];
}

function cellIn(cells: readonly string[], column: number): string {
  return (cells[column] ?? '').trim();
}

/** Confirms what a column of parts means: a field, or none. */
function meantAnswer(column: number, { columns, header }: Layout): Remedy {
  const meant = columns[column];
  return meant?.kind === 'field' ? columnAnswer(meant.field, [column], header) : asideAnswer(column, header);
}
