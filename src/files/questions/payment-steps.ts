/**
 * Finds payments that have a line with the whole amount for each of their steps, and receipts whose lines stand below a line with their
 * total: sent as they are, all of these lines would be sales. Looks at names and at the first rows, and asks only where most payments are
 * like that.
 */
import type { FieldSource, Layout } from '../columns/layout.js';
import type { RecordReader } from '../formats/csv-record-reader.js';
import { lookAhead } from '../formats/look-ahead.js';
import { isSale } from '../rows/known-rows.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { isNamed } from '../words/lexicon.js';
import { hasRefundWord, isRefundWord } from '../words/refund-words.js';
import { isMark, isNoSale, markColumn } from '../words/sale-marks.js';
import { columnsMax, isGiven, receiptColumns } from './repeated-totals.js';

/** The columns (by index) that make a line look like another step of a payment, and the first such line. */
export interface PaymentStep {
  amount: number;
  payment: number;
  step: number;
  line: number;
  /** The line of the earlier step. */
  of: number;
  /** What the two lines have in the column of steps, the earlier one first. */
  kinds: readonly [string, string];
}

/** The kinds of columns for marks that may say which step a row is. */
const STEPS: readonly (string | null)[] = ['kind', 'state', 'paymentState'];
const ROWS_MAX = 256;
/** One payment may have been paid in two equal halves, so that a single repetition proves nothing. */
const REPEATED_MIN = 2;
/** So many repeats in the usual order are needed for each one that is not. */
const IN_ORDER_MIN = 10;
/** The sums are in units of 10⁻⁴, like all sums of money here. */
const UNITS = 10_000;

/**
 * `sources` are all columns that a field is or may be. Null where no payment seems to have steps. The records are only looked at, and stay
 * to be read.
 */
export async function paymentStep(
  records: RecordReader,
  delimiter: string,
  layout: Layout,
  sources: readonly FieldSource[],
): Promise<PaymentStep | null> {
  const { header, columns } = layout;
  const of = (field: string) => sources.filter((one) => one.index >= 0 && one.field === field).map(({ index }) => index);
  const named = header.flatMap((name, index) => (isNamed('step', name) || STEPS.includes(markColumn(name)) ? [index] : []));
  const steps = [...new Set([...of('transactionTypes'), ...named])];
  // A user who said what such a column is has seen its lines.
  if (steps.some((index) => isGiven(columns[index]))) return null;
  const payments = receiptColumns(header, sources);
  const few = (all: readonly number[]) => all.slice(0, columnsMax);
  const watches = few(of('amount')).flatMap((amount) =>
    few(payments).flatMap((payment) => few(steps).map((step) => stepWatch({ amount, payment, step }))),
  );
  if (watches.length === 0) return null;
  await lookAhead(records, delimiter, ROWS_MAX, (cells, line) => {
    if (isSale(layout, cells)) for (const watch of watches) watch.look(cells, line);
    return false;
  });
  return watches.map((watch) => watch.found()).find((found) => found !== null) ?? null;
}

/** The lines of one kind of a payment. */
interface StepValues {
  kind: string;
  sum: number;
  /** The first of them. */
  line: number;
}

interface Repeat {
  line: number;
  of: number;
  kinds: readonly [string, string];
  /** The two steps, as they come, and the other way round. */
  order: string;
  reverse: string;
}

/** Judges one column of amounts by one of payments and one of steps. */
function stepWatch({ amount, payment, step }: Pick<PaymentStep, 'amount' | 'payment' | 'step'>) {
  /** For each payment, the sum of each of its steps, and the line where the step begins. */
  const payments = new Map<string, Map<string, StepValues>>();
  const cellOf = (cells: readonly string[], column: number) => (cells[column] ?? '').trim();
  return {
    look(cells: readonly string[], line: number) {
      const [id, kind, units] = [cellOf(cells, payment), cellOf(cells, step), unitsOf(cellOf(cells, amount))];
      if (isBlank(id) || isBlank(kind) || units === null || isTold(kind)) return;
      const sums = payments.get(id) ?? new Map<string, StepValues>();
      const own = sums.get(kind) ?? { kind, sum: 0, line };
      own.sum += units;
      payments.set(id, sums.set(kind, own));
    },
    found(): PaymentStep | null {
      const repeats = [...payments.values()].map((sums) => repeatsIn([...sums.values()]));
      const repeating = repeats.filter((lines) => lines.length > 0);
      const lines = repeating.flat();
      const [first] = lines;
      if (!first || repeating.length * 2 <= repeats.length || lines.length < REPEATED_MIN || !isInOrder(lines)) return null;
      return { amount, payment, step, line: first.line, of: first.of, kinds: first.kinds };
    },
  };
}

/** Whether a row of that kind is recognised elsewhere for what it is: a refund, a failure, not a sale. */
function isTold(kind: string): boolean {
  return isRefundWord(kind) || hasRefundWord(kind) || isMark('state', kind) || isNoSale(kind);
}

/** The steps that have the same sum as an earlier one. */
function repeatsIn(steps: readonly StepValues[]): Repeat[] {
  return steps.flatMap(({ kind, sum, line }, at) => {
    const before = steps.slice(0, at).find((one) => one.sum === sum && sum !== 0);
    return before
      ? [
          {
            line,
            of: before.line,
            kinds: [before.kind, kind] as const,
            order: `${before.kind}\n${kind}`,
            reverse: `${kind}\n${before.kind}`,
          },
        ]
      : [];
  });
}

/** Steps of a payment always come in the same order; the ways to pay in a shop with one price and receipt numbers that restart daily do not. */
function isInOrder(repeats: readonly Repeat[]): boolean {
  const counts = new Map<string, number>();
  for (const { order } of repeats) counts.set(order, (counts.get(order) ?? 0) + 1);
  const against = repeats.filter(({ order, reverse }) => (counts.get(reverse) ?? 0) >= (counts.get(order) ?? 0));
  return against.length * IN_ORDER_MIN < repeats.length;
}

/** The amount in units; null where the text is not an amount under either decimal sign. */
function unitsOf(text: string): number | null {
  const [amount] = amountsIn(text);
  return amount === undefined ? null : Math.round(amount * UNITS);
}
