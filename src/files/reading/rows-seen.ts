/**
 * What the first rows show that is kept beside the digest: the kinds and what is done with each, and marks by which a change of meaning under
 * the same header is noticed. Keeps no values.
 */
import { createHash } from 'node:crypto';
import { type FieldSource, type Layout, spelling } from '../columns/layout.js';
import type { AheadRow, RowWatch } from '../formats/rows-ahead.js';
import { placeFields } from '../input/mapping-rules.js';
import type { Marks, RowsSeen } from '../input/reading.js';
import { isSale } from '../rows/known-rows.js';
import { cellText } from '../rows/mapping.js';
import { amountsIn } from '../values/amount-text.js';
import { readCell } from '../values/cell-values.js';
import { kindIn } from '../words/row-kinds.js';
import { isMark, isNoSale, isRefundType, isSold, markColumn } from '../words/sale-marks.js';

/** A column of more values hardly says what its rows are, though some of them are known kinds. */
export const KINDS_MAX = 20;
/** In fewer rows, marks may be chance. */
const ROWS_MIN = 5;
const HASH_DIGITS = 16;

/** A kind of which nothing is known, with the first line that has it. */
export interface UnknownKind {
  column: number;
  value: string;
  line: number;
}

export interface SeenWatch extends RowWatch {
  seen(): RowsSeen;
  /** The kinds that are neither known words nor among `kinds` of an earlier file. */
  unknown(kinds: RowsSeen['kinds']): UnknownKind[];
}

/** The columns that may say what a row is, by what they were taken for or are called. */
export function kindColumnsOf({ kindColumn, fields, header }: Layout): number[] {
  const sources = fields.flatMap(({ field, index }) => (field === 'type' || field === 'transactionTypes' ? [index] : []));
  const named = header.flatMap((name, index) => (markColumn(name) === 'kind' ? [index] : []));
  return [...new Set([...(kindColumn === null ? [] : [kindColumn]), ...sources, ...named])].filter((index) => index >= 0);
}

/** Whether a word in a column of kinds is known. */
export function isKnownKind(text: string): boolean {
  return kindIn(text) !== null || isSold(text) || isRefundType(text) || isNoSale(text) || isMark('paymentState', text);
}

/** `sources`: all columns that a field is or may be. */
export function seenWatch(layout: Layout, sources: readonly FieldSource[]): SeenWatch {
  const amount = sources.find(({ field }) => field === 'amount');
  const reference = sources.find(({ field, index }) => field === 'transactionReference' && index >= 0)?.index ?? -1;
  const kinds = kindColumnsOf(layout).map((column) => ({ column, values: new Map<string, { text: string; line: number; is: string }>() }));
  const sizes: number[] = [];
  const references = new Map<string, number>();
  // Each till may count its own receipts.
  const places = sources.flatMap(({ field, index }) => ((placeFields as readonly string[]).includes(field) && index >= 0 ? [index] : []));
  const nameOf = (column: number) => layout.header[column] ?? '';
  const told = () => kinds.filter(({ values }) => values.size <= KINDS_MAX && [...values.keys()].some(isKnownKind));
  return {
    look(row) {
      lookAtKinds(row);
      const [read] = amount ? amountsIn(cellText(amount, row.cells)) : [];
      const size = read !== undefined && amount?.isTurned ? -read : read;
      if (size !== undefined) sizes.push(size);
      const own = (row.cells[reference] ?? '').trim();
      // A void or a refund may have the reference of its sale.
      if (own === '' || (size !== undefined && size < 0)) return false;
      const whole = JSON.stringify([own, ...places.map((index) => row.cells[index]?.trim())]);
      references.set(whole, (references.get(whole) ?? 0) + 1);
      return false;
    },
    seen: () => ({
      kinds: Object.fromEntries(
        told().flatMap(({ column, values }) => [
          [hashOf(nameOf(column)), 'Column'],
          ...[...values].map(([value, { is }]) => [hashOf(nameOf(column), value), is]),
        ]),
      ),
      marks: marksOf(sizes, references),
    }),
    unknown: (before) =>
      kinds.flatMap(({ column, values }) => {
        const own = layout.columns[column];
        const isAside = own?.kind === 'ignored' || own?.by === 'given';
        if (isAside || before[hashOf(nameOf(column))] !== 'Column' || values.size > KINDS_MAX) return [];
        const isSaid = (value: string) =>
          [...layout.choices, ...layout.negative].some((one) => one.index === column && one.values.some((own) => spelling(own) === value));
        const isType = (text: string) => layout.kind === 'Settlement' && typeof readCell('type', text) === 'string';
        const isNew = (value: string, text: string) =>
          value !== '' && !isKnownKind(value) && !isType(text) && before[hashOf(nameOf(column), value)] === undefined && !isSaid(value);
        return [...values].flatMap(([value, { text, line }]) => (isNew(value, text) ? [{ column, value: text, line }] : []));
      }),
  };

  function lookAtKinds({ cells, line }: AheadRow): void {
    for (const { column, values } of kinds) {
      const text = (cells[column] ?? '').trim();
      const value = spelling(text);
      if (values.has(value) || values.size > KINDS_MAX) continue;
      values.set(value, {
        text,
        line,
        is: isSale(layout, cells) ? (kindIn(value) ?? (isRefundType(value) ? 'Refund' : 'Sale')) : 'LeftOut',
      });
    }
  }
}

function hashOf(name: string, value?: string): string {
  return createHash('sha256')
    .update(JSON.stringify(value === undefined ? [name.trim()] : [name.trim(), value]))
    .digest('hex')
    .slice(0, HASH_DIGITS);
}

function marksOf(sizes: readonly number[], references: ReadonlyMap<string, number>): Marks {
  const isTold = sizes.length >= ROWS_MIN;
  const below = sizes.filter((size) => size < 0).length;
  const middle = [...sizes].map(Math.abs).sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
  const named = [...references.values()].reduce((sum, rows) => sum + rows, 0);
  return {
    hasDecimals: isTold ? sizes.some((size) => !Number.isInteger(size)) : null,
    negative: isTold ? (below === 0 ? 'None' : below === sizes.length ? 'All' : 'Some') : null,
    magnitude: isTold && middle > 0 ? Math.max(-64, Math.min(64, Math.round(Math.log2(middle)))) : null,
    sharesReference: named >= ROWS_MIN ? references.size < named : null,
  };
}
