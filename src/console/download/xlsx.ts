/**
 * Transactions as a workbook: a sheet of them, and one of their totals where there are some. Texts are cells of the type text and never formulas, amounts are numbers by their exact decimals.
 * The zip around it is made here, by the browser's own deflate, since a library for that weighs more than the page.
 */

import { guardedInWorkbook } from '../../contract/formula.js';
import type { FoundTransaction } from '../../contract/found-transaction.js';
import type { TotalsItem } from '../../contract/totals.js';
import { type CellValue, cellOf } from './cells.js';

export async function xlsxFile(
  rows: readonly FoundTransaction[],
  columns: readonly (keyof FoundTransaction)[],
  totals: readonly TotalsItem[],
): Promise<Blob> {
  const sheets = totals.length === 0 ? ['Transactions'] : ['Transactions', 'Totals'];
  const parts: [string, string[]][] = [
    ['[Content_Types].xml', [head, contentTypes(sheets)]],
    ['_rels/.rels', [head, rels]],
    ['xl/workbook.xml', [head, workbook(sheets)]],
    ['xl/_rels/workbook.xml.rels', [head, workbookRels(sheets)]],
    ['xl/styles.xml', [head, styles]],
    ['xl/worksheets/sheet1.xml', sheetOf(columns, rows, (row) => columns.map((name) => cellOf(row, name)))],
    ...(totals.length === 0 ? [] : [['xl/worksheets/sheet2.xml', totalsSheet(totals)] as [string, string[]]]),
  ];
  return zipped(await Promise.all(parts.map(async ([name, texts]) => packed(name, new Blob(texts)))));
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const each = (sheets: readonly string[], xmlOf: (name: string, number: number) => string) =>
  sheets.map((name, at) => xmlOf(name, at + 1)).join('');
const contentTypes = (sheets: readonly string[]) =>
  `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>${each(sheets, (_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${kind}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`;
const rels = `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbook = (sheets: readonly string[]) =>
  `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(sheets, (name, number) => `<sheet name="${name}" sheetId="${number}" r:id="r${number}"/>`)}</sheets></workbook>`;
const workbookRels = (sheets: readonly string[]) =>
  `<Relationships xmlns="${packages}/relationships">${each(sheets, (_, number) => `<Relationship Id="r${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="r${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;
// Style 1 is text (format 49), so that what is typed into such a cell stays text, too; 2 a bold head.
const styles = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

/** The columns of the CSV that the command line writes of totals, and what is in them. */
function totalsSheet(totals: readonly TotalsItem[]): string[] {
  const parts = ['imported', 'duplicates', 'notImported'] as const;
  const sums = ['transactions', 'sales', 'refunds', 'net', 'withoutAmount'] as const;
  const columns = parts.flatMap((part) =>
    sums.map((sum) => (part === 'imported' ? sum : `${part}${sum[0]?.toUpperCase()}${sum.slice(1)}`)),
  );
  return sheetOf(['currency', ...columns], totals, (item) => [
    { text: item.currency ?? '' },
    ...parts.flatMap((part) => sums.map((sum) => numberCell(item[part][sum]))),
  ]);
}

const numberCell = (sum: number | string | { amount: string }) => ({ number: String(typeof sum === 'object' ? sum.amount : sum) });

/** Rows in pieces, because one string of all of them could be longer than strings can be. */
function sheetOf<Row>(columns: readonly string[], rows: readonly Row[], cellsOf: (row: Row) => readonly CellValue[]): string[] {
  const letters = columns.map((_, index) => String.fromCharCode(65 + index));
  const texts = [
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`,
    `<row r="1">${columns.map((name, at) => textCell(`${letters[at]}1`, name, 2)).join('')}</row>`,
  ];
  for (const [index, row] of rows.entries()) {
    const line = index + 2;
    const cells = cellsOf(row).map((cell, at) => {
      if ('number' in cell) return `<c r="${letters[at]}${line}"><v>${cell.number}</v></c>`;
      return cell.text === '' ? '' : textCell(`${letters[at]}${line}`, guardedInWorkbook(cell.text), 1);
    });
    texts.push(`<row r="${line}">${cells.join('')}</row>`);
  }
  texts.push('</sheetData></worksheet>');
  return texts;
}

function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** Controls that XML cannot have are left out, as `_xHHHH_` of the format: what looks like one is written as one, too. */
function xmlText(text: string): string {
  const code = (found: string) => `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/g, code)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

interface ZipPart {
  name: Uint8Array;
  data: Uint8Array;
  size: number;
  crc: number;
}

async function packed(name: string, content: Blob): Promise<ZipPart> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const data = new Uint8Array(await new Response(deflated).arrayBuffer());
  return { name: new TextEncoder().encode(name), data, size: bytes.length, crc: crcOf(bytes) };
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** 1 January 1980, the first day of the format: the file says nothing of when it was made. */
const ZIP_DAY = 33;

function zipped(parts: readonly ZipPart[]): Blob {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  const add = (to: Uint8Array<ArrayBuffer>[], ...bytes: Uint8Array[]) => {
    let size = 0;
    for (const piece of bytes) {
      to.push(piece as Uint8Array<ArrayBuffer>);
      size += piece.length;
    }
    return size;
  };
  for (const { name, data, size, crc } of parts) {
    // Version 2.0, names in UTF-8, deflated.
    const own = numbers([2, 20], [2, 0x800], [2, 8], [2, 0], [2, ZIP_DAY]);
    const sizes = numbers([4, crc], [4, data.length], [4, size], [2, name.length], [2, 0]);
    add(directory, numbers([4, 0x02014b50], [2, 20]), own, sizes, numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
    at += add(pieces, numbers([4, 0x04034b50]), own, sizes, name, data);
  }
  const directorySize = directory.reduce((sum, piece) => sum + piece.length, 0);
  const count = parts.length;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, directorySize], [4, at], [2, 0]);
  return new Blob([...pieces, ...directory, end], { type: `${kind}.sheet` });
}

/** Numbers of so many bytes each, the lowest byte first. */
function numbers(...fields: readonly (readonly [number, number])[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const [size, value] of fields) for (let byte = 0; byte < size; byte++) bytes.push(Math.floor(value / 2 ** (8 * byte)) % 256);
  return Uint8Array.from(bytes);
}
