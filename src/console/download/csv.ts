/** Transactions as CSV (RFC 4180), in UTF-8 with a mark at its start, by which Excel knows it; read back by an upload as the same values. */
import { guarded } from '../../contract/formula.js';
import type { FoundTransaction } from '../../contract/found-transaction.js';
import { cellOf } from './cells.js';

/** `decimal` `,` also separates cells by `;`, as spreadsheets of countries with a decimal comma do. */
export function csvFile(rows: readonly FoundTransaction[], columns: readonly (keyof FoundTransaction)[], decimal: '.' | ','): Blob {
  const delimiter = decimal === ',' ? ';' : ',';
  const lines = rows.map((row) =>
    columns.map((name) => {
      const cell = cellOf(row, name);
      return 'number' in cell ? cell.number.replace('.', decimal) : guarded(cell.text);
    }),
  );
  return csvOf([columns, ...lines], delimiter);
}

/** Cells as they stand in the file, but for quotes. */
export function csvOf(lines: readonly (readonly string[])[], delimiter: ',' | ';' = ','): Blob {
  const texts = lines.map((cells) => cells.map(quoted).join(delimiter));
  return new Blob(['\ufeff', texts.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' });
}

function quoted(text: string): string {
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
