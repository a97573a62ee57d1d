/** Rows as a table of text for people, and as CSV for programs. */
import { escapeControls } from './display-text.js';
import { cutTo, widthOf } from './text-width.js';

/** A column of a table that fits into a width. */
export interface FittedColumn {
  title: string;
  /** Default: left. */
  align?: 'left' | 'right';
  /** It has ids, of which the last characters are enough to tell them apart. */
  id?: boolean;
  /** It has instants, of which date and minute are enough, with the offset from UTC where not all have the same. */
  instant?: boolean;
  /** Where there is no room the column is left out, those with the highest number first; absent: never. */
  dropped?: number;
}

const BETWEEN = 2;
/** Cells that are so far apart are not taken for the groups of one card number, where a whole line is searched for those. */
export const FAR_APART = 3;
const ID_CHARS = 8;
/** A cell that is cut shows at least so much. */
const CELL_COLUMNS_MIN = 8;

/**
 * Lines of a table, header first, of at most `width` columns (null: as wide as it is); cells are made safe to show before they are measured.
 * Where there is no room, ids are shortened to their last characters and instants to the minute, then columns are left out, then the widest
 * cells are cut.
 *
 * @param between blanks between two columns
 */
export function fittedLines(
  columns: readonly FittedColumn[],
  rows: readonly (readonly string[])[],
  width: number | null,
  between = BETWEEN,
): string[] {
  const safe = rows.map((row) => columns.map((_, at) => escapeControls(row[at] ?? '')));
  if (width === null) return linesOf(columns, safe, null, between);
  const short = totalOf(columns, safe, between) <= width ? safe : shortRows(columns, safe);
  let kept = columns.map((_, at) => at);
  const total = () =>
    totalOf(
      kept.map((at) => columns[at] as FittedColumn),
      short.map((row) => kept.map((at) => row[at] ?? '')),
      between,
    );
  while (total() > width) {
    const [next] = kept
      .filter((at) => columns[at]?.dropped !== undefined)
      .sort((one, other) => (columns[other]?.dropped ?? 0) - (columns[one]?.dropped ?? 0));
    if (next === undefined) break;
    kept = kept.filter((at) => at !== next);
  }
  return linesOf(
    kept.map((at) => columns[at] as FittedColumn),
    short.map((row) => kept.map((at) => row[at] ?? '')),
    width,
    between,
  );
}

const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d).*?(Z|[+-]\d\d:\d\d)?$/;

function shortRows(columns: readonly FittedColumn[], rows: readonly (readonly string[])[]): string[][] {
  // Where they differ, the same clock means different instants.
  const zones = columns.map((_, at) => new Set(rows.flatMap((row) => INSTANT.exec(row[at] ?? '')?.[3] ?? [])).size);
  return rows.map((row) => row.map((cell, at) => shortened(cell, columns[at], (zones[at] ?? 0) > 1)));
}

function shortened(cell: string, column: FittedColumn | undefined, withZone: boolean): string {
  if (column?.id && cell.length > ID_CHARS) return cell.slice(-ID_CHARS);
  if (!column?.instant) return cell;
  return cell.replace(INSTANT, (_, day: string, minute: string, zone = '') => `${day} ${minute}${withZone ? zone : ''}`);
}

function widthsOf(columns: readonly FittedColumn[], rows: readonly (readonly string[])[]): number[] {
  const widths = columns.map(({ title }) => widthOf(title));
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  return widths;
}

function totalOf(columns: readonly FittedColumn[], rows: readonly (readonly string[])[], between: number): number {
  return widthsOf(columns, rows).reduce((sum, width) => sum + width + between, -between);
}

function linesOf(columns: readonly FittedColumn[], rows: readonly (readonly string[])[], width: number | null, between: number): string[] {
  const widths = widthsOf(columns, rows);
  let over = width === null ? 0 : widths.reduce((sum, one) => sum + one + between, -between) - width;
  while (over > 0) {
    // Numbers are shown whole, or not at all.
    const texts = widths.flatMap((one, at) => (columns[at]?.align === 'right' ? [] : [{ one, at }]));
    const [widest] = texts.sort((a, b) => b.one - a.one);
    if (!widest || widest.one <= CELL_COLUMNS_MIN) break;
    widths[widest.at] = widest.one - 1;
    over -= 1;
  }
  const cells = [columns.map(({ title }) => title), ...rows];
  return cells.map((row) =>
    columns
      .map(({ align }, at) => {
        const cell = cutTo(row[at] ?? '', widths[at] ?? 0);
        const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
        return align === 'right' ? gap + cell : cell + gap;
      })
      .join(' '.repeat(between))
      .trimEnd(),
  );
}

/** One line of CSV (RFC 4180), without an end of line. */
export function csvLine(cells: readonly string[], delimiter: ',' | ';' = ','): string {
  return cells
    .map((cell) => (/["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replace(/"/g, '""')}"` : cell))
    .join(delimiter);
}
