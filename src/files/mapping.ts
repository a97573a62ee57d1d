/**
 * From a table's header to fields, and from a record's cells to a candidate. The contract's names decide; a column that means no field
 * becomes an item of additionalData, so that nothing of a merchant's export is lost. Guesses no value and no format.
 */

import { amountFromText } from '../contract/amount.js';
import { maskCardNumbers } from '../contract/card-number.js';
import type { AdditionalDataItem, TransactionField } from '../contract/transaction.js';
import type { Candidate } from './check.js';
import { additionalKey, fieldNamed, isRejectName } from './field-names.js';
import { readJson } from './json-value.js';

import type { RowFault } from './row.js';
import { type Origin, type RowFaultCode, rowFault } from './row-faults.js';
import { unusable } from './unusable.js';

export type Column = { kind: 'field'; field: TransactionField } | { kind: 'item'; key: string } | { kind: 'ignored' };

/** A header that is understood. */
export interface Layout {
  header: readonly string[];
  columns: readonly Column[];
}

/**
 * What each column of `header` means. Fails with `inputUnusable` where two columns mean one field, or none means any.
 * A column without a name gets the key `column N`.
 */
export function layoutOf(header: readonly string[], line: number): Layout {
  const columns = header.map(columnOf);
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
  if (seen.size > 0 || header.some((name) => additionalKey(name) !== null)) return { header, columns };
  throw unusable(`Line ${line}: none of the ${count(header.length, 'column')} means a field: ${listed(header)}.`, noFieldHint);
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
export function candidateOf({ header, columns }: Layout, cells: readonly string[]): Candidate {
  const values: Record<string, unknown> = {};
  const faults: RowFault[] = [];
  const items: unknown[] = [];
  /** The column of each item. */
  const itemColumns: number[] = [];
  const origin = (index: number): Origin => ({ column: header[index] ?? null, columnNumber: index + 1, value: cells[index] ?? null });
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (column.kind === 'ignored' || cell.trim() === '') continue;
    if (column.kind === 'item') {
      items.push({ key: column.key, value: cell } satisfies AdditionalDataItem);
      itemColumns.push(index);
      continue;
    }
    const reading = readCell(column.field, cell);
    if ('fault' in reading) faults.push(rowFault(reading.code, reading.fault, column.field, origin(index)));
    else if (column.field === 'additionalData') {
      for (const item of reading.value as unknown[]) {
        items.push(item);
        itemColumns.push(index);
      }
    } else values[column.field] = reading.value;
  }
  if (items.length > 0) values.additionalData = items;
  const originOf = ([field, item]: readonly PropertyKey[]): Origin => {
    const ofItem = field === 'additionalData' && typeof item === 'number' ? itemColumns[item] : undefined;
    const index = ofItem ?? columns.findIndex((column) => column.kind === 'field' && column.field === field);
    return index === -1 ? { column: null, columnNumber: null, value: null } : origin(index);
  };
  return { values, faults, originOf };
}

type CellReading = { value: unknown } | { fault: string; code: RowFaultCode };

/** Blanks around numbers and dates are dropped, since they can mean nothing there; every text is taken as it stands. */
function readCell(field: TransactionField, cell: string): CellReading {
  switch (field) {
    case 'amount': {
      const reading = amountFromText(cell.trim());
      return 'fault' in reading ? { ...reading, code: 'AMOUNT_INVALID' } : { value: reading.amount };
    }
    case 'businessDate':
    case 'transactionDate':
    case 'eftTransactionDate':
      return { value: cell.trim() };
    case 'transactionTypes':
      return cell.trim().startsWith('[') ? jsonArray(cell, 'TRANSACTION_TYPES_INVALID') : { value: separated(cell) };
    case 'additionalData':
      return jsonArray(cell, 'ADDITIONAL_DATA_INVALID');
    default:
      return { value: cell };
  }
}

function separated(cell: string): string[] {
  return cell
    .split(/[;|]/)
    .map((type) => type.trim())
    .filter((type) => type !== '');
}

function jsonArray(cell: string, code: RowFaultCode): CellReading {
  const reading = readJson(cell);
  if ('fault' in reading) return { fault: 'is not well-formed JSON', code };
  return Array.isArray(reading.value) ? reading : { fault: 'must be a JSON array', code };
}
