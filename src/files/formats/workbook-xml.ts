/** Reads the XML of a workbook: its sheets, its shared texts, which cell formats are dates, and the rows of a sheet, streamed. */
import { StringDecoder } from 'node:string_decoder';
import type { SAXParser } from 'sax';

export interface Sheet {
  name: string;
  /** Its file in the archive, such as `xl/worksheets/sheet1.xml`. */
  path: string;
}

/** What `workbook.xml` says about a workbook. */
export interface Book {
  /** The sheets that are not hidden, in order. */
  sheets: Sheet[];
  /** Days are counted from 1904, not from 1900. */
  from1904: boolean;
}

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
}

type Attributes = Record<string, string>;

interface Handlers {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** A strict parser; names come without their prefix. On malformed XML, its `write` throws. */
async function parserFor({ open, close, text }: Handlers): Promise<SAXParser> {
  const { default: sax } = await import('sax');
  const parser = sax.parser(true, { trim: false, normalize: false, position: false, xmlns: false });
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.onopentag = ({ name, attributes }) => open?.(local(name), attributes as Attributes);
  parser.onclosetag = (name) => close?.(local(name));
  parser.ontext = (value) => text?.(value);
  parser.oncdata = (value) => text?.(value);
  parser.onerror = (error) => {
    throw error;
  };
  return parser;
}

async function parsed(xml: string, handlers: Handlers): Promise<void> {
  const parser = await parserFor(handlers);
  parser.write(xml.replace(/^\ufeff/, '')).close();
}

/** What `workbook.xml` says about the sheets; `relations` is the file that says where they are, null where there is none. */
export async function bookOf(workbook: string, relations: string | null): Promise<Book> {
  const targets = new Map<string, string>();
  await parsed(relations ?? '<none/>', {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const book: Book = { sheets: [], from1904: false };
  let depth = 0;
  await parsed(workbook, {
    close: () => {
      depth -= 1;
    },
    open: (name, attributes) => {
      depth += 1;
      // Extensions have elements of the same name, deeper down.
      if (name === 'workbookPr' && depth === 2) book.from1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? '';
      book.sheets.push({ name: attributes.name ?? '', path: targets.get(id) ?? `xl/worksheets/sheet${book.sheets.length + 1}.xml` });
    },
  });
  return book;
}

/** The shared texts, in the order of their numbers. */
export async function textsOf(xml: string): Promise<string[]> {
  const texts: string[] = [];
  let own = '';
  let isText = false;
  let isPhonetic = false;
  await parsed(xml, {
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

/** The cell formats, in the order of their numbers. */
export async function formatsOf(xml: string): Promise<CellFormat[]> {
  const custom = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let inCells = false;
  await parsed(xml, {
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

/** The rows of a sheet, in groups as they arrive. Fails on malformed XML. */
export async function* rowsOfSheet(bytes: AsyncIterable<Buffer>): AsyncGenerator<RawRow[]> {
  let rows: RawRow[] = [];
  let row: RawRow = { number: 0, cells: [] };
  let cell: RawCell = noCell;
  // A cell may have a value and a text: which of them counts, its type says.
  let own = '';
  let inline = '';
  let within: 'v' | 't' | null = null;
  let isPhonetic = false;
  const parser = await parserFor({
    open: (name, attributes) => {
      if (name === 'row') row = { number: Number(attributes.r ?? row.number + 1), cells: [] };
      else if (name === 'c') {
        cell = cellAt(attributes, row.cells.at(-1)?.column ?? -1);
        own = '';
        inline = '';
      } else if (name === 'rPh') isPhonetic = true;
      within = isPhonetic ? null : name === 'v' || name === 't' ? name : null;
    },
    close: (name) => {
      if (name === 'c') row.cells.push(withText(cell, own, inline));
      else if (name === 'row') rows.push(row);
      else if (name === 'rPh') isPhonetic = false;
      within = null;
    },
    text: (text) => {
      if (within === 'v') own += text;
      else if (within === 't') inline += text;
    },
  });
  const decoder = new StringDecoder('utf8');
  for await (const chunk of bytes) {
    parser.write(decoder.write(chunk));
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

function cellAt({ r = '', t = 'n', s = '0' }: Attributes, before: number): RawCell {
  const letters = /^[A-Z]{1,3}/.exec(r)?.[0];
  const column = letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : before + 1;
  return { column, type: t, format: Number(s), text: '' };
}
