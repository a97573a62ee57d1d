/** Transactions as CSV (RFC 4180), in UTF-8 with a mark at its start, by which Excel knows it; read back by an upload as the same values. */
import type { FoundTransaction } from '../../contract/found-transaction.js';
import { cellOf, guardedText } from './cells.js';

/** `decimal` `,` also separates cells by `;`, as spreadsheets of countries with a decimal comma do. */
export function csvFile(rows: readonly FoundTransaction[], columns: readonly (keyof FoundTransaction)[], decimal: '.' | ','): Blob {
  const delimiter = decimal === ',' ? ';' : ',';
  const lines = [columns.join(delimiter)];
  for (const row of rows) {
    const cells = columns.map((name) => {
      const cell = cellOf(row, name);
      return 'number' in cell ? quoted(cell.number.replace('.', decimal)) : quoted(guardedText(cell.text));
    });
    lines.push(cells.join(delimiter));
  }
  return new Blob(['\ufeff', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' });
}

function quoted(text: string): string {
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
