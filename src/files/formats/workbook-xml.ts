/** Reads the XML of a workbook's parts: its shared texts, which cell formats are dates, and the rows of a sheet, streamed. */
import { columnNumberOf } from '../text/column-letter.js';
import { parseXml, xmlParser } from './xml.js';

/** What a cell format shows: no date, a day, or a time, with a day or without. */
export type CellFormat = 'plain' | 'day' | 'time';

/** A cell as the file has it; what it shows depends on its type and its format. */
export interface RawCell {
  /** Index, from 0. */
  column: number;
  /** The type as the file has it: `s` shared text, `n` number, `inlineStr` and `str` text, `b` truth value, `e` error, `d` date. */
  type: string;
  /** The number of its {@link CellFormat}. */
  format: number;
  /** As the file has it; of a shared text, its number. */
  text: string;
}

export interface RawRow {
  /** The number of the row, from 1. */
  number: number;
  cells: RawCell[];
  /** How many characters of the sheet were read with its end. */
  charsRead: number;
}

/** The shared texts of the file `part`, in the order of their numbers. */
export async function textsOf(part: string, xml: string): Promise<string[]> {
  const texts: string[] = [];
  let own = '';
  let isText = false;
  let isPhonetic = false;
  await parseXml(part, xml, {
    open: (name) => {
      if (name === 'si') own = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close: (name) => {
      if (name === 'si') texts.push(unescaped(own));
      if (name === 'rPh') isPhonetic = false;
      isText = false;
    },
    text: (text) => {
      if (isText) own += text;
    },
  });
  return texts;
}

const ESCAPED = /_x([0-9a-f]{4})_/gi;

/** With the characters that XML cannot hold, which are written as `_x000D_`. */
function unescaped(text: string): string {
  return text.includes('_x') ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;
}

/** The built-in formats that are dates, and those of them that have a time. */
const isDateId = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const isTimeId = (id: number) => (id >= 18 && id <= 22) || (id >= 45 && id <= 47);

/** The cell formats of the file `part`, in the order of their numbers. */
export async function formatsOf(part: string, xml: string): Promise<CellFormat[]> {
  const custom = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let inCells = false;
  await parseXml(part, xml, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const id = Number(numFmtId);
      if (name === 'numFmt') custom.set(id, formatOf(formatCode));
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells) formats.push(custom.get(id) ?? (isTimeId(id) ? 'time' : isDateId(id) ? 'day' : 'plain'));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/**
 * What a custom format shows, by its letters. Those in quotes, escaped or in brackets (colours, currencies) do not count, but for `[h]` and
 * the like.
 */
function formatOf(code: string): CellFormat {
  const [positive = ''] = code.split(';');
  const letters = positive.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/[hs]/i.test(letters)) return 'time';
  return /[dmy]/i.test(letters) && !/General/i.test(letters) ? 'day' : 'plain';
}

/** The rows of a sheet's text, in groups as they arrive; `part` is its file. Fails with `MalformedXml`. */
export async function* rowsOfSheet(part: string, sheet: AsyncIterable<string> | readonly string[]): AsyncGenerator<RawRow[]> {
  let rows: RawRow[] = [];
  let row: RawRow = { number: 0, cells: [], charsRead: 0 };
  let cell: RawCell = noCell;
  // A cell may have a value and a text: which of them counts, its type says.
  let own = '';
  let inline = '';
  let within: 'v' | 't' | null = null;
  let isPhonetic = false;
  const parser = await xmlParser(part, {
    open: (name, attributes) => {
      if (name === 'row') row = { number: Number(attributes.r ?? row.number + 1), cells: [], charsRead: 0 };
      else if (name === 'c') {
        cell = cellAt(attributes, row.cells.at(-1)?.column ?? -1);
        own = '';
        inline = '';
      } else if (name === 'rPh') isPhonetic = true;
      within = isPhonetic ? null : name === 'v' || name === 't' ? name : null;
    },
    close: (name) => {
      if (name === 'c') row.cells.push(withText(cell, own, inline));
      else if (name === 'row') {
        row.charsRead = parser.position;
        rows.push(row);
      } else if (name === 'rPh') isPhonetic = false;
      within = null;
    },
    text: (text) => {
      if (within === 'v') own += text;
      else if (within === 't') inline += text;
    },
  });
  for await (const text of sheet) {
    parser.write(text);
    if (rows.length > 0) yield rows;
    rows = [];
  }
  parser.close();
  if (rows.length > 0) yield rows;
}

function withText(cell: RawCell, own: string, inline: string): RawCell {
  cell.text = cell.type === 'inlineStr' ? inline || own : own || inline;
  if (cell.type === 'inlineStr' || cell.type === 'str') cell.text = unescaped(cell.text);
  return cell;
}

const noCell: RawCell = { column: 0, type: 'n', format: 0, text: '' };

function cellAt({ r = '', t = 'n', s = '0' }: Record<string, string>, before: number): RawCell {
  const number = columnNumberOf(/^[A-Z]{1,3}/.exec(r)?.[0] ?? '');
  return { column: number === null ? before + 1 : number - 1, type: t, format: Number(s), text: '' };
}
