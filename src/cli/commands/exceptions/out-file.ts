/**
 * Exceptions as a table to fill in, CSV or a workbook: a line each, its id first, and empty cells for a decision near the end. The check cell follows
 * from id, amount and day, so that cells which were moved to another line show. `sales match apply` reads it back.
 */
import { createHash, randomBytes } from 'node:crypto';
import { candidatesMax } from '../../../contract/exception-reasons.js';
import type { ListedException } from '../../../contract/exceptions.js';
import { SalesError } from '../../../contract/problem.js';
import { openExportFile } from '../../terminal/export-file.js';
import { csvLine } from '../../terminal/table.js';
import { openWorkbookFile, type WorkbookCell } from '../../terminal/workbook-file.js';
import { csvCell, numberOrText } from '../../views/export-view.js';

const plainColumns = [
  ...(['sentence', 'rows', 'acquirerId', 'merchantId', 'payoutId', 'terminalId', 'locationId', 'brandId', 'orderId'] as const),
  'transactionReference',
] as const;
export const candidateColumns = Array.from({ length: candidatesMax }, (_, at) => `candidate${at + 1}`);
export const outColumns: readonly string[] = [
  ...['id', 'check', 'side', 'reason', 'day', 'amount', 'currency', ...plainColumns, ...candidateColumns, 'suggestion'],
  ...['decision', 'with', 'cause', 'note', 'remindOn', 'version'],
];

/** Eight letters, which no spreadsheet takes for a number. The same for each way to write an amount: 17.1 and 17.10. */
export function checkOf(id: string, amount: string, day: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([id, amount === '' ? '' : String(Number(amount)), day]))
    .digest();
  return [...digest.subarray(0, 4)].map((byte) => String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15))).join('');
}

type Cell = string | number;

/** Several currencies are separated by blanks. `tag`: of the file, so that a decision in a later file is another one. */
function cellsOf(item: ListedException, tag: string): Cell[] {
  const { id, side, reason, day, amounts, candidateRows, matchId, version } = item;
  const amount = amounts.map((one) => one.amount).join(' ');
  const currency = amounts.map((one) => one.currency ?? '').join(' ');
  const candidates = candidateColumns.map((_, at) => candidateText(candidateRows[at]));
  const check = id === null ? '' : checkOf(id, amount, day ?? '');
  return [
    ...[id ?? '', check, side, reason, day ?? '', amount, currency, ...plainColumns.map((name) => item[name] ?? ''), ...candidates],
    ...[matchId ?? '', '', '', '', '', '', version === null ? '' : `${version}-${tag}`],
  ];
}

/** `record 0199… (71.12 EUR, 2026-10-16)`. */
function candidateText(row: ListedException['candidateRows'][number] | undefined): string {
  if (!row) return '';
  const told = [[row.amount, row.currency].filter((part) => part !== null).join(' '), row.day].filter(
    (part) => part !== null && part !== '',
  );
  return `${row.side.toLowerCase()} ${row.id}${told.length > 0 ? ` (${told.join(', ')})` : ''}`;
}

interface OutFile {
  format: 'csv' | 'xlsx';
  rows(items: readonly ListedException[]): Promise<void>;
  finish(): Promise<void>;
  /** Leaves nothing behind; does nothing after `finish`. */
  discard(): Promise<void>;
}

const AMOUNT_AT = outColumns.indexOf('amount');

/** Fails with `usage` where the name says neither format, or where there is such a file and `overwrite` is not set; with `disk`. */
export async function openOutFile(path: string, overwrite: boolean): Promise<OutFile> {
  const format = /\.(csv|xlsx)$/i.exec(path)?.[1]?.toLowerCase() as OutFile['format'] | undefined;
  if (!format) throw new SalesError('usage', `The name ${path} says no format.`, { hint: 'Let it end in .csv or .xlsx' });
  const file = await openExportFile(path, overwrite);
  const tag = randomBytes(4).toString('hex');
  if (format === 'xlsx') {
    const workbook = await openWorkbookFile('exceptions', file.write);
    await workbook.rows([outColumns]);
    return {
      format,
      rows: (items) => workbook.rows(items.map((item) => cellsOf(item, tag).map(workbookCell))),
      finish: async () => {
        await workbook.finish();
        await file.finish();
      },
      discard: file.discard,
    };
  }
  await file.write(`${csvLine(outColumns)}\r\n`);
  return {
    format,
    rows: (items) => file.write(items.map((item) => `${csvLine(cellsOf(item, tag).map(csvCellAt))}\r\n`).join('')),
    finish: file.finish,
    discard: file.discard,
  };
}

/** A minus before an amount makes no formula of it. */
const csvCellAt = (cell: Cell, at: number) => (at === AMOUNT_AT ? String(cell) : csvCell(outColumns[at] ?? '', cell));

function workbookCell(cell: Cell, at: number): WorkbookCell {
  if (cell === '') return null;
  return at === AMOUNT_AT && /^-?\d+\.\d+$/.test(String(cell))
    ? numberOrText('amount', Number(cell))
    : numberOrText(outColumns[at] ?? '', cell);
}
