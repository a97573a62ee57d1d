/**
 * From a table's header to fields, and from a record's cells to a candidate. The contract's names decide; a column that means no field
 * becomes an item of additionalData, so that nothing of a merchant's export is lost. Guesses no value and no format.
 */

import { maskCardNumbers } from '../contract/card-number.js';
import { type TransactionField, transactionFields } from '../contract/transaction.js';
import { currencyOfMark, markFits } from './amount-text.js';
import { MarkedAmount } from './amount-values.js';
import { isBlank } from './blank.js';
import { CellFault, itemsIn, readCell } from './cell-values.js';
import { type Candidate, mayHoldNul } from './check.js';
import { additionalKey, fieldNamed, isRejectName, namesOfListing } from './field-names.js';

import type { RowFault } from './row.js';
import { type Origin, rowFault } from './row-faults.js';
import { unusable } from './unusable.js';

export type Column = { kind: 'field'; field: TransactionField } | { kind: 'item'; key: string } | { kind: 'ignored' };

/** Where the value of a field comes from. */
export interface FieldSource {
  field: TransactionField;
  /** The column's index; -1 for a constant. */
  index: number;
  /** Further columns, whose cells stand behind the first one's, parted by a blank: the time beside a date. */
  more: readonly number[];
  /** Spelling in the file → value; null: every text as it stands. */
  values: ReadonlyMap<string, string> | null;
  /** The text of every row; null: the cells'. */
  constant: string | null;
  /** The zone of local times, where the kind of file says it. */
  timeZone: string | null;
  /** Reads the text of a cell as the column writes its values; null: as the contract writes them. */
  read: ((text: string) => unknown) | null;
}

/** A header that is understood. */
export interface Layout {
  header: readonly string[];
  columns: readonly Column[];
  /** What gives a field its value, but for additionalData, in the order of the contract's fields, which is that of a transaction. */
  fields: readonly FieldSource[];
  /** The columns that give items of additionalData, in order; those with items in JSON have no key. */
  items: readonly { index: number; key: string | null }[];
  /** A key of the items may hold U+0000, and so every row that has such an item. */
  nul: boolean;
}

/**
 * What each column of `header` means. Fails with `inputUnusable` where two columns mean one field, or none means any.
 * A column without a name gets the key `column N`.
 */
export function layoutOf(header: readonly string[], line: number): Layout {
  const added = namesOfListing(header);
  const columns = header.map((name, index): Column => (added.includes(name) ? { kind: 'ignored' } : columnOf(name, index)));
  const seen = new Map<string, number>();
  for (const [index, column] of columns.entries()) {
    if (column.kind !== 'field') continue;
    const earlier = seen.get(column.field);
    if (earlier !== undefined) {
      const message = `Line ${line}: columns ${earlier + 1} and ${index + 1} of the header both mean ${column.field}.`;
      throw unusable(message, 'Rename or remove one of them');
    }
    seen.set(column.field, index);
  }
  if (seen.size > 0 || header.some((name) => additionalKey(name) !== null))
    return { header, columns, ...readingOrder(columns), nul: header.some(mayHoldNul) };
  throw unusable(`Line ${line}: none of the ${count(header.length, 'column')} means a field: ${listed(header)}.`, noFieldHint);
}

function readingOrder(columns: readonly Column[]): Pick<Layout, 'fields' | 'items'> {
  const fields: FieldSource[] = [];
  const items: { index: number; key: string | null }[] = [];
  for (const [index, column] of columns.entries()) {
    if (column.kind === 'item') items.push({ index, key: column.key });
    else if (column.kind === 'field' && column.field === 'additionalData') items.push({ index, key: null });
    else if (column.kind === 'field')
      fields.push({ field: column.field, index, more: [], values: null, constant: null, timeZone: null, read: null });
  }
  fields.sort((a, b) => transactionFields.indexOf(a.field) - transactionFields.indexOf(b.field));
  return { fields, items };
}

const noFieldHint =
  'The first line must name the fields, for example amount,currency,transactionDate; if they are named, give the delimiter with --delimiter';

function columnOf(name: string, index: number): Column {
  const field = fieldNamed(name);
  if (field) return { kind: 'field', field };
  if (isRejectName(name)) return { kind: 'ignored' };
  const key = additionalKey(name) ?? name;
  return { kind: 'item', key: key.trim() === '' ? `column ${index + 1}` : key };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function listed(header: readonly string[]): string {
  const names = header.slice(0, 10).map((name, index) => `${index + 1} "${maskCardNumbers(name).slice(0, 30)}"`);
  return `${names.join(', ')}${header.length > 10 ? ', …' : ''}`;
}

/** For the description of the input: a field's name, `additionalData.<key>`, or null for a column that is ignored. */
export function mappingText(column: Column): string | null {
  if (column.kind === 'field') return column.field;
  return column.kind === 'item' ? `additionalData.${column.key}` : null;
}

/** The candidate that a record is. `cells` are as many as the header's. Blank cells are absent values. */
export function candidateOf(layout: Layout, cells: readonly string[]): Candidate {
  const values: Record<string, unknown> = {};
  const faults: RowFault[] = [];
  let marked: MarkedAmount | null = null;
  const fault = ({ fault, code, remedy }: CellFault, field: TransactionField, index: number) =>
    faults.push(rowFault(code, fault, field, originAt(layout, cells, index), remedy));
  for (const source of layout.fields) {
    const cell = cellText(source, cells);
    if (isBlank(cell)) continue;
    const value = source.read === null ? readCell(source.field, cell) : source.read(cell);
    if (value instanceof CellFault) fault(value, source.field, source.index);
    else if (value instanceof MarkedAmount) {
      marked = value;
      values.amount = value.amount;
    } else values[source.field] = value;
  }
  if (marked) {
    const contradiction = currencyFault(marked, values);
    if (contradiction) fault(contradiction, 'amount', layout.fields.find(({ field }) => field === 'amount')?.index ?? -1);
  }
  const items: unknown[] = [];
  for (const { index, key } of layout.items) {
    const cell = cells[index] ?? '';
    if (isBlank(cell)) continue;
    const read = itemsIn(cell, key);
    if (read instanceof CellFault) fault(read, 'additionalData', index);
    else for (const item of read) items.push(item);
  }
  if (items.length > 0) values.additionalData = items;
  return { values, faults, originOf: (path) => originOf(layout, cells, path) };
}

/** The sign or code beside an amount must fit the row's currency, and is the currency of a row that has none. */
function currencyFault({ mark }: MarkedAmount, values: Record<string, unknown>): CellFault | null {
  const currency = typeof values.currency === 'string' ? values.currency.trim() : currencyOfMark(mark);
  if (currency === null) return null;
  values.currency ??= currency;
  if (markFits(mark, currency)) return null;
  return new CellFault('CURRENCY_CONTRADICTS', `is in ${mark}, and the currency of the row is another one`);
}

/** The text that a field is read from. */
export function cellText(source: FieldSource, cells: readonly string[]): string {
  const cell = source.constant ?? cells[source.index] ?? '';
  // Nearly every field is one column as it stands.
  if (source.more.length === 0 && source.values === null) return cell;
  const parts = [cell, ...source.more.map((index) => cells[index] ?? '')].map((part) => part.trim());
  const text = source.more.length === 0 ? cell : parts.filter((part) => part !== '').join(' ');
  return source.values?.get(spelling(text)) ?? text;
}

/** Texts that differ in nothing but case and blanks are one spelling. */
export function spelling(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

function originAt({ header }: Layout, cells: readonly string[], index: number): Origin {
  return { column: header[index] ?? null, columnNumber: index + 1, value: cells[index] ?? null };
}

/** Where the value at `path` of a record's transaction stands. It reads the items again: it is asked only where there is a fault. */
function originOf(layout: Layout, cells: readonly string[], [field, item]: readonly PropertyKey[]): Origin {
  const index =
    (field === 'additionalData' && typeof item === 'number' ? columnOfItem(layout, cells, item) : undefined) ??
    layout.columns.findIndex((column) => column.kind === 'field' && column.field === field);
  return index === -1 ? { column: null, columnNumber: null, value: null } : originAt(layout, cells, index);
}

function columnOfItem({ items }: Layout, cells: readonly string[], item: number): number | undefined {
  let before = 0;
  for (const { index, key } of items) {
    const cell = cells[index] ?? '';
    const read = isBlank(cell) ? [] : itemsIn(cell, key);
    before += read instanceof CellFault ? 0 : read.length;
    if (before > item) return index;
  }
  return undefined;
}
