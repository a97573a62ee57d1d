/**
 * The reading of a file as it is shown to somebody who says yes to it: what each field is made of, what its columns of few values say and what is
 * done with their rows, sums, and what contradicts that these are sales. Collected over the rows as they are read; no full card number in it.
 */

import { decimalText } from '../../contract/amount.js';
import { hasCardNumber } from '../../contract/card-number.js';
import { type CurrencySum, currencySums } from '../../contract/currency-sums.js';
import { columnReference } from '../columns/column-names.js';
import type { HeaderReading } from '../input/reading.js';
import type { InputDescription, InputRow, Sale } from '../input/row.js';
import { cellsOfRow } from '../rows/source.js';
import { kindIn } from '../words/row-kinds.js';
import { isNoSale } from '../words/sale-marks.js';
import { type ColumnSeen, columnsSeen, count, cut, isFew, isIdentifier, isShort, lookAt } from './shown-columns.js';
import { type WordAgainst, wordsAgainst } from './words-against.js';

const COLUMNS_MAX = 40;
const REFERENCES_MAX = 100_000;

export interface ShownSum {
  currency: string | null;
  rows: number;
  sum: string;
}

/** Plain data: it is shown, and stands in `--json` and in reports, there with `against` in English. */
export interface ShownReading {
  digest: string;
  /** Nobody has to say yes to it. */
  accepted: boolean;
  table: 'Sales' | 'Settlement';
  rows: number;
  /** Rows by what becomes of them: `sale`, `refund`, a type of settlement records, `left out`, `rejected`. */
  done: { as: string; rows: number }[];
  days: { first: string; last: string } | null;
  /** Different ones; `isWhole` is false where there are more. Null where no column is the reference. */
  references: { different: number; isWhole: boolean; rowsWithout: number } | null;
  currencies: (ShownSum & { smallest: string | null; largest: string | null })[];
  fields: { field: string; columns: string[]; values: string[] }[];
  constants: { field: string; value: string }[];
  /** Columns of few values, those that say what a row is first. */
  columns: {
    column: string;
    field: string | null;
    values: { value: string; rows: number; sums: ShownSum[]; done: { as: string; rows: number }[] }[];
  }[];
  unused: { column: string; value: string | null; isIdentifier: boolean }[];
  /** What the rows contradict, or is no sale: each wants an answer of its own. */
  against: WordAgainst[];
}

export interface ReadingCollector {
  look(row: InputRow): void;
  shown(accepted: boolean): ShownReading;
}

export function readingCollector(description: InputDescription): ReadingCollector {
  const { reading, header, kind = 'Sales' } = description;
  const columns = columnsSeen(description);
  const done = new Map<string, number>();
  const sums = currencySums();
  const bounds = new Map<string | null, { low: number; high: number }>();
  const references = new Set<string>();
  let [rows, without] = [0, 0];
  let days: ShownReading['days'] = null;
  const hasReference = reading.fields.transactionReference !== undefined;

  const lookAtSale = ({ amount, currency, date, json }: Sale) => {
    sums.add({ amount, currency });
    if (amount !== null) {
      const bound = bounds.get(currency) ?? { low: amount, high: amount };
      bounds.set(currency, { low: Math.min(bound.low, amount), high: Math.max(bound.high, amount) });
    }
    const day = date?.slice(0, 10);
    if (day) days = { first: days && days.first < day ? days.first : day, last: days && days.last > day ? days.last : day };
    if (!hasReference) return;
    const { transactionReference: own } = JSON.parse(json) as { transactionReference?: string | null };
    if (!own) without += 1;
    else if (references.size <= REFERENCES_MAX) references.add(own);
  };

  return {
    look(row) {
      rows += 1;
      const as = doneWith(row, kind);
      count(done, as);
      if (row.sale) lookAtSale(row.sale);
      const cells = header ? cellsOfRow(row.source, header) : [];
      for (const column of columns) lookAt(column, (cells[column.index] ?? '').trim(), row, as, rows);
    },
    shown(accepted) {
      const few = columns.filter((column) => isFew(column, rows));
      const [short, long] = [few.filter(isShort), few.filter((column) => !isShort(column))];
      const shown = short.sort((a, b) => rankOf(b) - rankOf(a)).slice(0, COLUMNS_MAX);
      return {
        digest: reading.digest,
        accepted,
        table: kind,
        rows,
        done: listed(done),
        days,
        references: hasReference
          ? { different: Math.min(references.size, REFERENCES_MAX), isWhole: references.size <= REFERENCES_MAX, rowsWithout: without }
          : null,
        currencies: sums.all().map((sum) => {
          const bound = bounds.get(sum.currency);
          return { ...shownSum(sum), smallest: bound ? String(bound.low) : null, largest: bound ? String(bound.high) : null };
        }),
        fields: fieldsOf(reading, columns, header),
        constants: Object.entries(reading.constants).map(([field, value]) => ({ field, value: cut(value) })),
        columns: shown.map(({ name, field, values }) => ({
          column: cut(name),
          field,
          values: [...(values ?? [])]
            .sort(([, a], [, b]) => b.rows - a.rows)
            .map(([value, one]) => ({ value: cut(value), rows: one.rows, sums: one.sums.all().map(shownSum), done: listed(one.done) })),
        })),
        unused: columns
          .filter((column) => !column.isUsed && !shown.includes(column))
          .map((column) => ({
            column: cut(column.name),
            value: [...column.samples][0] ?? null,
            isIdentifier: isIdentifier(column, rows),
          })),
        against: header ? wordsAgainst([...shown, ...long], description) : [],
      };
    },
  };
}

function doneWith({ leftOut, sale }: InputRow, kind: 'Sales' | 'Settlement'): string {
  if (leftOut !== undefined) return 'left out';
  if (!sale) return 'rejected';
  return kind === 'Settlement' ? (sale.type ?? 'Sale') : sale.amount !== null && sale.amount < 0 ? 'refund' : 'sale';
}

function rankOf({ role, values, field }: ColumnSeen): number {
  const known = [...(values?.keys() ?? [])].filter((value) => kindIn(value) !== null || isNoSale(value)).length;
  return known * 2 + (role === null ? 0 : 10) + (field === null ? 0 : 1);
}

function fieldsOf({ fields }: HeaderReading, columns: readonly ColumnSeen[], header: readonly string[] | null): ShownReading['fields'] {
  return Object.entries(fields).map(([field, references]) => {
    const own = columns.filter((column) => column.field === field);
    const named = header ? columns.filter(({ index }) => references.includes(columnReference(header, index))) : [];
    const [first] = own.length > 0 ? own : named;
    const shown = references.map((reference) => cut(header ? nameReferred(reference, header) : reference));
    return { field, columns: shown, values: [...(first?.samples ?? [])] };
  });
}

/** The name for which a number stands only because it has a plus, which would join two columns: `Time (GMT+7)`. */
function nameReferred(reference: string, header: readonly string[]): string {
  const name = /^\d+$/.test(reference) ? (header[Number(reference) - 1] ?? '') : '';
  return /[+=]/.test(name) && header.filter((one) => one === name).length === 1 && !hasCardNumber(name) ? name : reference;
}

function shownSum({ currency, rows, units }: CurrencySum): ShownSum {
  return { currency, rows, sum: decimalText(units) };
}

function listed(counts: ReadonlyMap<string, number>): { as: string; rows: number }[] {
  return [...counts].map(([as, rows]) => ({ as, rows })).sort((a, b) => b.rows - a.rows);
}
