/**
 * Writes a workbook (.xlsx): a sheet row by row and never whole in memory, and then, where it is wanted, a short one. A cell is a text, a number or a date, and never a formula:
 * whatever a text says, a spreadsheet shows it and calculates nothing.
 */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { named } from '../../contract/own-names.js';
import { SalesError } from '../../contract/problem.js';

/** A local time by a clock on a wall, as its milliseconds in UTC; `isDay`: without a time of day. */
interface LocalDate {
  atMs: number;
  isDay: boolean;
}

/** Null: an empty cell. A number has at most 15 digits, or it would lose some. */
export type WorkbookCell = string | number | LocalDate | null;

interface WorkbookFile {
  /** Fails as `write` does, and with `usage` where a sheet cannot hold so many rows, or a cell so long a text. */
  rows(rows: readonly (readonly WorkbookCell[])[]): Promise<void>;
  /** `last` are the rows of the second sheet, where there is one. */
  finish(last?: readonly (readonly WorkbookCell[])[]): Promise<void>;
}

/** What Excel holds. */
const ROWS_MAX = 1_048_576;
const CELL_CHARS_MAX = 32_767;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetBegin = `${head}<worksheet xmlns="${main}"><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

/** Numbers of the formats in `cellXfs` below. */
const formats = { text: 1, time: 2, day: 3 };

function parts(sheets: readonly string[]): Record<string, string> {
  const each = (xmlOf: (name: string, number: number) => string) => sheets.map((name, at) => xmlOf(name, at + 1)).join('');
  return {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((name, number) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${[0, 49, 164, 165].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

/** `write` gets the bytes of the file, one piece after the other; `last` is the name of the second sheet, where there is one. */
export async function openWorkbookFile(sheet: string, write: (bytes: Uint8Array) => Promise<void>, last?: string): Promise<WorkbookFile> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const [text, short] = [new PassThrough(), new PassThrough()];
  const names = last === undefined ? [sheet] : [sheet, last];
  for (const [name, xml] of Object.entries(parts(names))) zip.addBuffer(Buffer.from(head + xml), name);
  zip.addReadStream(text, 'xl/worksheets/sheet1.xml');
  if (names.length > 1) zip.addReadStream(short, 'xl/worksheets/sheet2.xml');
  zip.end();
  const written = writeAll(zip.outputStream, write);
  // Told by the next call.
  written.catch(() => {});
  const put = async (xml: string) => {
    if (!text.write(xml)) await Promise.race([once(text, 'drain'), written]);
  };
  let number = 0;
  await put(sheetBegin);
  return {
    rows: async (rows) => {
      if (number + rows.length > ROWS_MAX) throw tooMuch(`more than ${ROWS_MAX.toLocaleString('en')} rows`);
      await put(
        rows
          .map((cells) => {
            number += 1;
            return rowXml(number, cells);
          })
          .join(''),
      );
    },
    finish: async (rows = []) => {
      text.end(sheetEnd);
      short.end(`${sheetBegin}${rows.map((cells, at) => rowXml(at + 1, cells)).join('')}${sheetEnd}`);
      await written;
    },
  };
}

async function writeAll(bytes: NodeJS.ReadableStream, write: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  for await (const piece of bytes) await write(piece as Buffer);
}

function tooMuch(what: string): SalesError {
  return new SalesError('usage', `A workbook cannot hold ${what}.`, { hint: 'Export to .csv, or fewer rows at a time: --from and --to' });
}

function rowXml(number: number, cells: readonly WorkbookCell[]): string {
  return `<row r="${number}">${cells.map((cell, at) => (cell === null || cell === '' ? '' : cellXml(`${letters(at)}${number}`, cell))).join('')}</row>`;
}

function cellXml(place: string, cell: string | number | LocalDate): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${place}" s="${cell.isDay ? formats.day : formats.time}"><v>${serialOf(cell)}</v></c>`;
  if (cell.length > CELL_CHARS_MAX) throw tooMuch(`a text of ${cell.length.toLocaleString('en')} characters in a cell`);
  return `<c r="${place}" s="${formats.text}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

function letters(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : letters(Math.floor(index / 26) - 1) + letters(index % 26);
}

const EPOCH_MS = Date.UTC(1899, 11, 30);
/** Before that day programs count one day differently. */
const FIRST_MS = Date.UTC(1900, 2, 1);
const DAY_MS = 86_400_000;

/** Whether a workbook can hold it as a date. */
export function isWorkbookDate(atMs: number): boolean {
  return atMs >= FIRST_MS && atMs < Date.UTC(10_000, 0, 1);
}

function serialOf({ atMs }: LocalDate): number {
  return (atMs - EPOCH_MS) / DAY_MS;
}

const entities: Record<string, string> = named({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });

/** What XML cannot hold, or would change, is written as `_x000D_`; and what looks like that already, so that it stays what it is. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (char) => entities[char] ?? char)
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (char) => `_x${char.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
}
