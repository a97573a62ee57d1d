/**
 * Reads a workbook (.xlsx) as the records of a table: its first sheet that is not hidden. Numbers and dates are what their cells say they
 * are; texts are read like those of any other table. For a formula, the value that was saved with it counts.
 */
import { SalesError } from '../../contract/problem.js';
import { aheadBytesMax, recordCharsMax, unusable } from '../input/unusable.js';
import type { FileSource } from '../text/bytes.js';
import { columnLetter } from '../text/column-letter.js';
import type { RawRecord } from './csv-records.js';
import { hiddenCells, type IsHidden } from './workbook-merges.js';
import { bookIn, type Sheet } from './workbook-parts.js';
import { type CellFormat, formatsOf, type RawCell, type RawRow, rowsOfSheet, textsOf } from './workbook-xml.js';
import { type Archive, openArchive, TwoParts } from './workbook-zip.js';
import { MalformedXml } from './xml.js';

export interface Workbook {
  /** The sheet that is read, and whether there are others, for people. */
  sheet: string;
  records: AsyncIterable<RawRecord[]>;
  /** The names of other sheets that are not hidden and have cells. */
  unread: readonly string[];
  close(): void;
}

const asCsv = 'Open it in the spreadsheet program and save it as "CSV UTF-8"';

/**
 * Opens a workbook on disk or in memory; `label` is its name in messages. Fails with `inputUnusable` where it is another kind of
 * archive, or is damaged.
 */
export async function openWorkbook(source: FileSource | Buffer, label: string): Promise<Workbook> {
  let archive: Archive | null = null;
  try {
    archive = await openArchive(source);
    const book = await bookIn(archive);
    if (!book) throw unusable(`${label} ${otherKind(archive)}, not a table.`, `${asCsv}; unpack an archive first`);
    const [sheet, ...rest] = book.sheets;
    const text = sheet && (await archive.stream(sheet.path));
    if (!sheet || !text) throw unusable(`${label} is a workbook without a sheet that can be read.`, asCsv);
    const texts = await archive.text(book.texts);
    const styles = await archive.text(book.styles);
    const opened = archive;
    const cells: Cells = {
      isHidden: await hiddenCells(sheet.path, () => opened.stream(sheet.path)),
      texts: texts ? await textsOf(book.texts, texts) : [],
      formats: styles ? await formatsOf(book.styles, styles) : [],
      from1904: book.from1904,
    };
    const others = book.sheets.length > 1 ? ` (the first of ${book.sheets.length} sheets)` : '';
    const unread = await filledOf(rest, opened);
    const records = recordsOf(rowsOfSheet(sheet.path, text), cells, label);
    return { sheet: `${sheet.name}${others}`, records, unread, close: () => opened.close() };
  } catch (error) {
    archive?.close();
    throw failureOf(error, label);
  }
}

const SHEETS_LOOKED_AT_MAX = 50;

/** The names of those of `sheets` that are not empty: new workbooks come with empty ones. */
async function filledOf(sheets: readonly Sheet[], archive: Archive): Promise<string[]> {
  const filled: string[] = [];
  for (const { name, path } of sheets.slice(0, SHEETS_LOOKED_AT_MAX)) {
    if (await hasCells(path, await archive.stream(path))) filled.push(name);
  }
  return filled;
}

async function hasCells(part: string, sheet: AsyncIterable<string> | null): Promise<boolean> {
  try {
    for await (const rows of rowsOfSheet(part, sheet ?? []))
      if (rows.some(({ cells }) => cells.some(({ text }) => text !== ''))) return true;
    return false;
  } catch {
    // This sheet is not going to be read, so its damage is no reason to refuse the workbook. It counts as filled, since nobody knows what
    // is in it.
    return true;
  }
}

function otherKind(archive: Archive): string {
  const names = archive.names();
  if (names.includes('xl/workbook.bin')) return 'is a binary Excel workbook (.xlsb)';
  return names.includes('content.xml') ? 'is an OpenDocument file (.ods)' : 'is a ZIP archive';
}

function failureOf(error: unknown, label: string): SalesError {
  if (error instanceof SalesError) return error;
  if (error instanceof TwoParts) return unusable(`${label} has two parts of one name, ${error.part}: it is damaged.`, asCsv, error);
  if (error instanceof MalformedXml) {
    const { part, line, column } = error;
    return unusable(`${label} is a workbook that is damaged or cut off: ${part}, line ${line}, column ${column}.`, asCsv, error);
  }
  return unusable(
    `${label} is a ZIP archive or an Excel workbook (.xlsx) that is damaged or cut off.`,
    `Copy or export it again. ${asCsv}`,
    error,
  );
}

interface Cells {
  isHidden: IsHidden;
  texts: readonly string[];
  formats: readonly CellFormat[];
  from1904: boolean;
}

/**
 * How many characters of cells a character of the sheet may become, after the first ones. A row of a few bytes can name a cell far to the right, with
 * empty ones before it, or a long text that is stored once: without a bound, a small file makes work for hours.
 */
const CELL_CHARS_MAX = 64;

async function* recordsOf(groups: AsyncIterable<RawRow[]>, cells: Cells, label: string): AsyncGenerator<RawRecord[]> {
  let chars = 0;
  const counted = (row: RawRow) => {
    const record = recordOf(row, cells);
    chars += record.text.length;
    if (chars > aheadBytesMax + CELL_CHARS_MAX * row.charsRead) throw outOfProportion(row);
    return record;
  };
  try {
    for await (const rows of groups) yield rows.filter((row) => row.cells.length > 0).map(counted);
  } catch (error) {
    throw failureOf(error, label);
  }
}

function outOfProportion({ number, cells }: RawRow): SalesError {
  const last = columnLetter((cells.at(-1)?.column ?? 0) + 1);
  return unusable(
    `Row ${number}, up to column ${last}: the rows so far are more than ${CELL_CHARS_MAX} times as large as what the workbook has of them.`,
    `Remove cells far to the right of the table, and long texts that repeat in each row. Or: ${asCsv}`,
  );
}

function recordOf(row: RawRow, own: Cells): RawRecord {
  const cells: string[] = [];
  const numbers = new Set<number>();
  for (const cell of row.cells) {
    if (own.isHidden(row.number, cell.column)) continue;
    const text = textOf(cell, own);
    // Formats reach beyond the table, often to the last column there is.
    if (text === '' && cell.column > cells.length) continue;
    while (cells.length < cell.column) cells.push('');
    cells[cell.column] = text;
    if (cell.type === 'n' && formatOf(cell, own) === 'plain') numbers.add(cell.column);
  }
  const text = cells.join('\t');
  if (text.length > recordCharsMax) throw unusable(`Row ${row.number} has more than ${recordCharsMax} characters.`, asCsv);
  return { line: row.number, text, quoted: false, broken: null, cells, numbers };
}

function formatOf({ format }: RawCell, { formats }: Cells): CellFormat {
  return formats[format] ?? 'plain';
}

function textOf(cell: RawCell, own: Cells): string {
  if (cell.text === '') return '';
  if (cell.type === 's') return own.texts[Number(cell.text)] ?? '';
  if (cell.type === 'b') return cell.text === '1' ? 'TRUE' : 'FALSE';
  if (cell.type !== 'n') return cell.text;
  const number = Number(cell.text);
  if (!Number.isFinite(number)) return cell.text;
  const format = formatOf(cell, own);
  return format === 'plain' ? numberText(number) : dateText(number, format, own.from1904);
}

/** Excel keeps 15 digits of a number; the rest of a longer one has been rounded away. */
const EXCEL_DIGITS = 15;

function numberText(number: number): string {
  const shown = Number(number.toPrecision(EXCEL_DIGITS));
  if (Math.abs(shown) >= 10 ** EXCEL_DIGITS) return shown.toExponential().toUpperCase();
  const text = String(shown);
  // JavaScript writes very small numbers with an exponent.
  return text.includes('e') ? shown.toFixed(20).replace(/0+$/, '') : text;
}

const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1_462;
const DAY_MS = 86_400_000;

/** A local day, a time of day (below 1), or both; to the second, or to the millisecond where that is more than a rounding error. */
function dateText(serial: number, format: CellFormat, from1904: boolean): string {
  const ms = Math.round((serial + (from1904 && serial >= 1 ? DAYS_TO_1904 : 0)) * DAY_MS);
  const second = Math.round(ms / 1_000) * 1_000;
  const at = new Date(EPOCH_MS + (Math.abs(ms - second) <= 2 ? second : ms));
  if (Number.isNaN(at.getTime()) || serial < 0) return String(serial);
  const text = at.toISOString().replace(/(?:\.000)?Z$/, '');
  if (serial < 1) return text.slice(11);
  return format === 'time' || serial % 1 !== 0 ? text : text.slice(0, 10);
}
