/**
 * Exports with several lines for one receipt or payment: one watch for each combination of a column of amounts, one of receipts and one that
 * tells the lines apart. What makes them ask is in repeated-totals and payment-steps.
 */
import type { Remedy } from '../../contract/remedy.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import { isSale } from '../rows/known-rows.js';
import { meaningOfWord } from '../words/header-words.js';
import { isNamed } from '../words/lexicon.js';
import type { Detection } from './detection.js';
import { asideAnswer, columnAnswer, type OpenQuestion } from './open-questions.js';

/** How many columns of a kind are examined: a header has few, but one made to cost time may have thousands. */
export const columnsMax = 5;

/** The columns (by index) that a watch looks at. */
export interface LineColumns {
  amount: number;
  receipt: number;
  /** What tells the lines of a receipt apart. */
  part: number;
}

export interface LineWatch {
  look(cells: readonly string[], line: number): void;
  /** Null where it has nothing to ask. */
  found(): OpenQuestion | null;
}

/** Asks what the first of the watches asks that finds something. Not where the user said what a column of parts is, and so has seen the lines. */
export function combined(
  layout: Layout,
  rowsMax: number,
  { amounts, receipts, parts }: Record<'amounts' | 'receipts' | 'parts', readonly number[]>,
  watchOf: (columns: LineColumns) => LineWatch,
): Detection[] {
  if (parts.some((index) => isGiven(layout.columns[index]))) return [];
  const few = (all: readonly number[]) => all.slice(0, columnsMax);
  const watches = few(amounts).flatMap((amount) =>
    few(receipts).flatMap((receipt) => few(parts).map((part) => watchOf({ amount, receipt, part }))),
  );
  if (watches.length === 0) return [];
  return [
    {
      rowsMax,
      look({ cells, line }) {
        if (isSale(layout, cells)) for (const watch of watches) watch.look(cells, line);
        return false;
      },
      questions: () => watches.flatMap((watch) => watch.found() ?? []).slice(0, 1),
    },
  ];
}

function isGiven(column: Layout['columns'][number] | undefined): boolean {
  return column !== undefined && column.kind !== 'ignored' && column.by === 'given';
}

/** The columns of `sources` for one of `fields`. */
export function sourcesOf(sources: readonly FieldSource[], ...fields: readonly string[]): FieldSource[] {
  return sources.filter(({ field, index }) => index >= 0 && fields.includes(field));
}

/** The indexes of the columns that may say which receipt or payment a row belongs to. */
export function receiptColumns(header: readonly string[], sources: readonly FieldSource[]): number[] {
  const isReceipt = (name: string) => meaningOfWord(name) === 'receipt' || isNamed('paymentNumber', name);
  const fields = sources.filter(({ field, index }) => index >= 0 && (field === 'orderId' || field === 'transactionReference'));
  return [...fields.map(({ index }) => index), ...header.flatMap((name, index) => (isReceipt(name) ? [index] : []))];
}

export function cellIn(cells: readonly string[], column: number): string {
  return (cells[column] ?? '').trim();
}

/** Confirms what a column of parts means: a field, or none. */
export function meantAnswer(column: number, { columns, header }: Layout): Remedy {
  const meant = columns[column];
  return meant?.kind === 'field' ? columnAnswer(meant.field, [column], header) : asideAnswer(column, header);
}
