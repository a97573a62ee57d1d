/**
 * Transactions as text that `sales upload` reads back into equal rows: CSV that a spreadsheet can open without calculating, NDJSON, JSON.
 * Knows neither files nor servers.
 */
import { maskCardField } from '../../contract/card-number.js';
import { listedFields } from '../../contract/plain-list.js';
import type { Transaction, TransactionDetail } from '../../contract/transaction.js';
import { guarded } from '../../files/values/formula.js';
import { displayJson, escapeControls } from '../terminal/display-text.js';
import { csvLine } from '../terminal/table.js';

export type ExportFormat = 'csv' | 'ndjson' | 'json';

export interface ExportView {
  head: string;
  rows(items: readonly (Transaction | TransactionDetail)[]): string;
  tail: string;
}

/** On a terminal control characters are shown escaped; anywhere else every text of CSV is as it was stored. */
export function exportView(format: ExportFormat, withDetail: boolean, onTerminal: boolean): ExportView {
  if (format === 'csv') return csvView(withDetail, onTerminal);
  const text = (item: Transaction) => displayJson(JSON.stringify(withoutCard(item)));
  if (format === 'ndjson') return { head: '', rows: (items) => items.map((item) => `${text(item)}\n`).join(''), tail: '' };
  let isFirst = true;
  return {
    head: '{"schema":"sales.export/1","transactions":[',
    rows: (items) => {
      const texts = items.map(text).join(',\n');
      const separator = isFirst ? '\n' : ',\n';
      if (texts !== '') isFirst = false;
      return texts === '' ? '' : separator + texts;
    },
    tail: '\n]}\n',
  };
}

function csvView(withDetail: boolean, onTerminal: boolean): ExportView {
  const columns: string[] = withDetail ? [...listedFields, 'additionalData', 'comment'] : [...listedFields];
  const lineOf = (item: Transaction) => csvLineOf(item, columns, onTerminal);
  return {
    head: `${csvLine(columns)}\r\n`,
    rows: (items) => items.map((item) => `${lineOf(item)}\r\n`).join(''),
    tail: '',
  };
}

/** A line of CSV without its end. What a terminal shows is to be looked at, and escaped as in tables. */
export function csvLineOf(item: Transaction, columns: readonly string[], onTerminal: boolean): string {
  const cells = columns.map((name) => csvCell(name, item[name as keyof Transaction]));
  return csvLine(onTerminal ? cells.map(escapeControls) : cells);
}

/** One value as the text of a cell that `sales upload` reads as the same value, and that no spreadsheet takes for a formula. */
export function csvCell(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return decimalOf(value);
  if (name === 'transactionTypes') return typesText(value as string[]);
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value);
  const text = String(value);
  return guarded(name === 'cardNumberMasked' ? maskCardField(text) : text);
}

/** As people write them where that can be read back, else as JSON. */
function typesText(types: readonly string[]): string {
  const isPlain = types.every((type) => /^[^\s;|[=+\-@'][^;|]*$/.test(type) && type === type.trim());
  return isPlain ? types.join(';') : JSON.stringify(types);
}

/** Without an exponent, which no till writes and `sales upload` refuses. */
function decimalOf(amount: number): string {
  const text = String(amount);
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!parts) return text;
  const [, sign = '', first = '', rest = '', exponent = '0'] = parts;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}

/** The same without a full card number, which another server than ours may hold in the field of masked ones. */
export function withoutCard<Item extends Transaction>(item: Item): Item {
  const { cardNumberMasked } = item;
  return cardNumberMasked === null ? item : { ...item, cardNumberMasked: maskCardField(cardNumberMasked) };
}
