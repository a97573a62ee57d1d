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
  const safe = columns.map((column, at): Filled => ({ ...column, cells: rows.map((row) => escapeControls(row[at] ?? '')) }));
  if (width === null) return linesOf(safe, widthsOf(safe), between);
  let kept = totalOf(widthsOf(safe), between) <= width ? safe : safe.map(shortened);
  while (totalOf(widthsOf(kept), between) > width) {
    const last = Math.max(...kept.map(({ dropped = Number.NEGATIVE_INFINITY }) => dropped));
    const next = kept.find(({ dropped }) => dropped === last);
    if (!next) break;
    kept = kept.filter((column) => column !== next);
  }
  return linesOf(kept, cutWidths(kept, width, between), between);
}

type Filled = FittedColumn & { cells: string[] };

const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d).*?(Z|[+-]\d\d:\d\d)?$/;

function shortened(column: Filled): Filled {
  const { id, instant, cells } = column;
  if (id) return { ...column, cells: cells.map((cell) => cell.slice(-ID_CHARS)) };
  if (!instant) return column;
  // Where they differ, the same clock means different instants.
  const hasZones = new Set(cells.flatMap((cell) => INSTANT.exec(cell)?.[3] ?? [])).size > 1;
  const short = (_: string, day: string, minute: string, zone = '') => `${day} ${minute}${hasZones ? zone : ''}`;
  return { ...column, cells: cells.map((cell) => cell.replace(INSTANT, short)) };
}

function widthsOf(table: readonly Filled[]): number[] {
  return table.map(({ title, cells }) => cells.reduce((most, cell) => Math.max(most, widthOf(cell)), widthOf(title)));
}

function totalOf(widths: readonly number[], between: number): number {
  return widths.reduce((sum, width) => sum + width + between, -between);
}

/** Numbers are shown whole, or not at all. */
function cutWidths(table: readonly Filled[], width: number, between: number): number[] {
  const widths = widthsOf(table);
  for (let over = totalOf(widths, between) - width; over > 0; over--) {
    const texts = widths.flatMap((one, at) => (table[at]?.align === 'right' ? [] : [{ one, at }]));
    const [widest] = texts.sort((a, b) => b.one - a.one);
    if (!widest || widest.one <= CELL_COLUMNS_MIN) break;
    widths[widest.at] = widest.one - 1;
  }
  return widths;
}

function linesOf(table: readonly Filled[], widths: readonly number[], between: number): string[] {
  const fitted = table.map(({ title, align, cells }, at) =>
    [title, ...cells].map((whole) => {
      const cell = cutTo(whole, widths[at] ?? 0);
      const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
      return align === 'right' ? gap + cell : cell + gap;
    }),
  );
  const lines = [...(fitted[0] ?? []).keys()];
  return lines.map((line) =>
    fitted
      .map((cells) => cells[line] ?? '')
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
