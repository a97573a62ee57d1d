/** Rows as a table of text for people, and as CSV for programs. */
import { escapeControls } from './display-text.js';
import { widthOf } from './text-width.js';

export interface TableColumn {
  title: string;
  align: 'left' | 'right';
}

/** Lines of a table, header first; cells are made safe to show before they are measured. */
export function tableLines(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(escapeControls))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => widthOf(row[at] ?? ''))));
  return cells.map((row) =>
    columns
      .map(({ align }, at) => {
        const cell = row[at] ?? '';
        const gap = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
        return align === 'right' ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** One line of CSV (RFC 4180), without an end of line. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell)).join(',');
}
