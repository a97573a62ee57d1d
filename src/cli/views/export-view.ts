/**
 * Transactions, or settlement records, as what `sales upload`, or `settle`, reads back into equal rows: CSV that a spreadsheet can open without calculating, NDJSON, JSON, and the
 * cells of workbooks.
 * Knows neither files nor servers.
 */
import { maskCardField } from '../../contract/card-number.js';
import { guarded, guardedInWorkbook } from '../../contract/formula.js';
import { listedFields } from '../../contract/plain-list.js';
import type { SettlementRecord, SettlementRecordDetail } from '../../contract/records.js';
import { listedRecordFields, rowMembers, type UploadKind } from '../../contract/states.js';
import type { Transaction, TransactionDetail } from '../../contract/transaction.js';
import { plainDecimal, typesText } from '../../words/plain-cells.js';
import { localText } from '../flags/date-words.js';
import { displayJson, escapeControls } from '../terminal/display-text.js';
import { csvLine } from '../terminal/table.js';
import { isWorkbookDate, type WorkbookCell } from '../terminal/workbook-file.js';

export const exportFormats = ['csv', 'ndjson', 'json', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportShape {
  kind: UploadKind;
  /** In this order; null: all that there are. */
  columns: readonly string[] | null;
  withDetail: boolean;
  /** Decimal sign of CSV. With a comma, cells are separated by semicolons, as spreadsheets do it then. */
  decimal: '.' | ',';
  /** CSV begins with the mark by which Excel knows UTF-8. */
  hasBom: boolean;
  /** Times by the clocks of this zone, without an offset; null: as they were stored. */
  localZone: string | null;
  /** Control characters are shown escaped; anywhere else every text of CSV is as it was stored. */
  onTerminal: boolean;
}

export type Exported = Transaction | TransactionDetail | SettlementRecord | SettlementRecordDetail;

interface ExportView {
  head: string;
  rows(items: readonly Exported[]): string;
  tail: string;
}

/** The columns of a table: those of every row, and those of its details. */
export function exportColumns({ kind, columns, withDetail }: ExportShape): readonly string[] {
  const listed = kind === 'Sales' ? listedFields : listedRecordFields;
  return columns ?? (withDetail ? [...listed, ...detailFields] : listed);
}

export const detailFields = ['additionalData', 'comment'];

/** View of any format but workbooks. */
export function exportView(format: Exclude<ExportFormat, 'xlsx'>, shape: ExportShape): ExportView {
  if (format === 'csv') return csvView(shape);
  const text = (item: Exported) => displayJson(JSON.stringify(chosen(shown(item, shape), shape.columns)));
  if (format === 'ndjson') return { head: '', rows: (items) => items.map((item) => `${text(item)}\n`).join(''), tail: '' };
  let isFirst = true;
  return {
    head: `{"schema":"sales.export/1","${rowMembers[shape.kind].rows}":[`,
    rows: (items) => {
      const texts = items.map(text).join(',\n');
      const separator = isFirst ? '\n' : ',\n';
      if (texts !== '') isFirst = false;
      return texts === '' ? '' : separator + texts;
    },
    tail: '\n]}\n',
  };
}

function csvView(shape: ExportShape): ExportView {
  const columns = exportColumns(shape);
  const { decimal, hasBom, onTerminal } = shape;
  const delimiter = decimal === ',' ? ';' : ',';
  // What a terminal shows is to be looked at, and escaped as in tables.
  const lineOf = (item: Exported) => {
    const row = shown(item, shape);
    const cells = columns.map((name) => csvCell(name, row[name as keyof Exported], decimal));
    return csvLine(onTerminal ? cells.map(escapeControls) : cells, delimiter);
  };
  return {
    head: `${hasBom ? '\ufeff' : ''}${csvLine(columns, delimiter)}\r\n`,
    rows: (items) => items.map((item) => `${lineOf(item)}\r\n`).join(''),
    tail: '',
  };
}

/** The cells of one row of a workbook. Amounts are numbers; one of more digits than a workbook keeps is a text. */
export function workbookCells(item: Exported, shape: ExportShape): WorkbookCell[] {
  const row = withoutCard(item);
  return exportColumns(shape).map((name) => {
    const value: unknown = row[name as keyof Exported];
    const date = shape.localZone === null ? null : localDate(name, value, shape.localZone);
    return date ?? numberOrText(name, value);
  });
}

/** A value in a cell of a workbook, as {@link workbookCells} has it. */
export function numberOrText(name: string, value: unknown): WorkbookCell {
  return typeof value === 'number' && isWorkbookNumber(value) ? value : guardedInWorkbook(plainText(name, value));
}

/** Whether a workbook keeps all of its digits, and no reader has to know what an exponent is. */
function isWorkbookNumber(value: number): boolean {
  return Number(value.toPrecision(15)) === value && Math.abs(value) < 1e15 && !String(value).includes('e');
}

const timeFields = ['transactionDate', 'eftTransactionDate'];
const dayFields = ['businessDate', 'settlementDate', 'payoutDate', 'respondBy'];

/** A cell of a date; null where the value is none, or none that a workbook can hold. */
function localDate(name: string, value: unknown, zone: string): WorkbookCell {
  const isDay = dayFields.includes(name);
  if (typeof value !== 'string' || (!isDay && !timeFields.includes(name))) return null;
  const local = isDay ? `${value}T00:00:00` : localTime(value, zone);
  const atMs = local === null ? Number.NaN : Date.parse(`${local.replace(' ', 'T')}Z`);
  return isWorkbookDate(atMs) ? { atMs, isDay } : null;
}

/** `2026-11-20 14:03:59`; null where the text is no date-time. */
function localTime(text: string, zone: string): string | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : localText(ms, zone).slice(0, 19).replace('T', ' ');
}

/** As it is shown: without full card numbers, and with local times where they are wanted. */
function shown<Item extends Exported>(item: Item, { localZone }: ExportShape): Item {
  const row = withoutCard(item);
  if (localZone === null) return row;
  const local = (text: string | null) => (text === null ? null : (localTime(text, localZone) ?? text));
  const transactionDate = local(row.transactionDate);
  return 'eftTransactionDate' in row
    ? { ...row, transactionDate, eftTransactionDate: local(row.eftTransactionDate) }
    : { ...row, transactionDate };
}

function chosen(item: Exported, columns: readonly string[] | null): object {
  return columns === null ? item : Object.fromEntries(columns.map((name) => [name, item[name as keyof Exported]]));
}

/** One value as the text of a cell that `sales upload` reads as the same value, and that no spreadsheet takes for a formula. */
export function csvCell(name: string, value: unknown, decimal: '.' | ',' = '.'): string {
  const text = plainText(name, value);
  if (typeof value === 'number') return text.replace('.', decimal);
  return Array.isArray(value) ? text : guarded(text);
}

function plainText(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return plainDecimal(value);
  if (name === 'transactionTypes') return typesText(value as string[]);
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value);
  return name === 'cardNumberMasked' ? maskCardField(String(value)) : String(value);
}

/** The same without a full card number, which another server than ours may hold in the field of masked ones. */
export function withoutCard<Item extends Pick<Transaction, 'cardNumberMasked'>>(item: Item): Item {
  const { cardNumberMasked } = item;
  return cardNumberMasked === null ? item : { ...item, cardNumberMasked: maskCardField(cardNumberMasked) };
}
