/**
 * Finds payments that have a line with the whole amount for each of their steps, and receipts whose lines stand below a line with their
 * total: sent as they are, all of these lines would be sales. Looks at names and at the first rows, and asks only where most payments are
 * like that.
 */

import { maskCardNumbers } from '../../contract/card-number.js';
import type { Remedy } from '../../contract/remedy.js';
import { columnReference, columnShown } from '../columns/column-names.js';
import type { Layout } from '../columns/layout.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { isNamed } from '../words/lexicon.js';
import { hasRefundWord, isRefundWord } from '../words/refund-words.js';
import { isMark, isNoSale, markColumn } from '../words/sale-marks.js';
import type { AskedTable, Detection } from './detection.js';
import { cellIn, combined, type LineColumns, type LineWatch, meantAnswer, receiptColumns, sourcesOf } from './line-groups.js';
import type { OpenQuestion } from './open-questions.js';

/** The kinds of columns for marks that may say which step a row is. */
const STEPS: readonly (string | null)[] = ['kind', 'state', 'paymentState'];
const ROWS_MAX = 256;
/** One payment may have been paid in two equal halves, so that a single repetition proves nothing. */
const REPEATED_MIN = 2;
/** So many repeats in the usual order are needed for each one that is not. */
const IN_ORDER_MIN = 10;
/** The sums are in units of 10⁻⁴, like all sums of money here. */
const UNITS = 10_000;

/** Asks whether rows of one payment are its steps. */
export function paymentSteps({ layout, sources }: AskedTable): Detection[] {
  const { header } = layout;
  const named = header.flatMap((name, index) => (isNamed('step', name) || STEPS.includes(markColumn(name)) ? [index] : []));
  const parts = [...new Set([...sourcesOf(sources, 'transactionTypes').map(({ index }) => index), ...named])];
  const amounts = sourcesOf(sources, 'amount').map(({ index }) => index);
  const receipts = receiptColumns(header, sources);
  return combined(layout, ROWS_MAX, { amounts, receipts, parts }, (columns) => stepWatch(columns, layout));
}

/** The lines of one kind of a payment. */
interface StepValues {
  kind: string;
  sum: number;
  /** The first of them. */
  line: number;
}

/** A step with the sum of an earlier one. */
interface Repeat {
  step: StepValues;
  before: StepValues;
}

/** Judges one column of amounts by one of payments and one of steps. */
function stepWatch(columns: LineColumns, layout: Layout): LineWatch {
  /** For each payment, the sum of each of its steps, and the line where the step begins. */
  const payments = new Map<string, Map<string, StepValues>>();
  return {
    look(cells, line) {
      const [id, kind] = [cellIn(cells, columns.receipt), cellIn(cells, columns.part)];
      const units = unitsOf(cellIn(cells, columns.amount));
      if (isBlank(id) || isBlank(kind) || units === null || isTold(kind)) return;
      const sums = payments.get(id) ?? new Map<string, StepValues>();
      const own = sums.get(kind) ?? { kind, sum: 0, line };
      own.sum += units;
      payments.set(id, sums.set(kind, own));
    },
    found() {
      const repeats = [...payments.values()].map((sums) => repeatsIn([...sums.values()]));
      const repeating = repeats.filter((lines) => lines.length > 0);
      const lines = repeating.flat();
      const [first] = lines;
      if (!first || repeating.length * 2 <= repeats.length || lines.length < REPEATED_MIN || !isInOrder(lines)) return null;
      return questionOf(first, columns, layout);
    },
  };
}

/** Whether a row of that kind is recognised elsewhere for what it is: a refund, a failure, not a sale. */
function isTold(kind: string): boolean {
  return isRefundWord(kind) || hasRefundWord(kind) || isMark('state', kind) || isNoSale(kind);
}

/** The steps that have the same sum as an earlier one. */
function repeatsIn(steps: readonly StepValues[]): Repeat[] {
  return steps.flatMap((step, at) => {
    const before = steps.slice(0, at).find(({ sum }) => sum === step.sum && sum !== 0);
    return before ? [{ step, before }] : [];
  });
}

/** Steps of a payment always come in the same order; the ways to pay in a shop with one price and receipt numbers that restart daily do not. */
function isInOrder(repeats: readonly Repeat[]): boolean {
  const order = (one: StepValues, other: StepValues) => `${one.kind}\n${other.kind}`;
  const counts = new Map<string, number>();
  for (const { before, step } of repeats) counts.set(order(before, step), (counts.get(order(before, step)) ?? 0) + 1);
  const count = (one: StepValues, other: StepValues) => counts.get(order(one, other)) ?? 0;
  const against = repeats.filter(({ before, step }) => count(step, before) >= count(before, step));
  return against.length * IN_ORDER_MIN < repeats.length;
}

/** The amount in units; null where the text is not an amount under either decimal sign. */
function unitsOf(text: string): number | null {
  const [amount] = amountsIn(text);
  return amount === undefined ? null : Math.round(amount * UNITS);
}

function questionOf({ step, before }: Repeat, { amount, receipt, part }: LineColumns, layout: Layout): OpenQuestion {
  const shown = (column: number) => columnShown(layout.header, column);
  const only = (kind: string): Remedy => ({ do: 'onlyRows', column: columnReference(layout.header, part), value: maskCardNumbers(kind) });
  return {
    code: 'STEPS_OF_PAYMENT',
    field: 'amount',
    text: `Line ${step.line}: column ${shown(amount)} has the amount of line ${before.line} once more, for the same payment (column ${shown(receipt)}) and another step (column ${shown(part)}), as far as the names tell: each line would be sent as a sale.`,
    answer: [
      'If they are steps of one payment, say which of them is the sale:   ',
      only(before.kind),
      '   or   ',
      only(step.kind),
      ';   if each line is a sale:   ',
      meantAnswer(part, layout),
    ],
  };
}
