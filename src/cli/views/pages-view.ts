/** Pages of a list as they come, as a table, JSON or CSV: it keeps no item, however long the list. */
import type { Run } from '../flags/run.js';
import { escapeControls } from '../terminal/display-text.js';
import type { Output } from '../terminal/output.js';
import { csvLine } from '../terminal/table.js';
import type { CliWords } from '../words/en.js';
import { csvCell } from './export-view.js';
import { type ItemColumn, tableLines, tableWidth } from './table-view.js';

export type PagesFormat = 'json' | 'ndjson' | 'csv' | 'table';

/** How the items of a list are shown. */
export interface Pages<Item> {
  /** Members of the JSON document before the items. */
  document: { schema: string; kind?: string };
  /** The item as JSON has it; without this as it is. */
  jsonOf?(item: Item): unknown;
  columns: readonly ItemColumn<Item>[];
  csvColumns: readonly string[];
  csvCells(item: Item): string[];
  /** Is told of each item of a table. */
  see?(item: Item): void;
  /** Notes on the lines of a table, below them. */
  below?(rows: number): void;
  /** What can be done about them, behind all else. */
  help?(): readonly string[];
  texts: CliWords['pages'] & { none: string };
}

export interface PagesView<Item> {
  page(items: readonly Item[]): void;
  /** `hasMore` of the last page, and the number of the one after it. */
  end(hasMore: boolean, nextPage: number): void;
}

/** Cells of CSV; several values of one are separated by blanks. `amounts`: columns of which a minus makes no formula. */
export function csvCellsOf(item: object, columns: readonly string[], amounts: readonly string[] = []): string[] {
  return columns.map((column) => {
    const value: unknown = item[column as keyof typeof item];
    if (Array.isArray(value)) return value.join(' ');
    return amounts.includes(column) ? String(value ?? '') : csvCell(column, value);
  });
}

export function openPagesView<Item>(format: PagesFormat, pages: Pages<Item>, run: Run): PagesView<Item> {
  if (format === 'json') return asJson(pages, run.output);
  if (format === 'ndjson') return asLines(pages, run.output);
  return format === 'csv' ? asCsv(pages, run) : asTable(pages, run);
}

function asJson<Item>({ document, jsonOf = (item) => item }: Pages<Item>, output: Output): PagesView<Item> {
  let before = `${JSON.stringify(document).slice(0, -1)},"items":[`;
  const item = (text: string) => {
    output.part(before + text);
    before = ',';
  };
  return {
    page: (items) => items.forEach((one) => void item(JSON.stringify(jsonOf(one)))),
    end: (hasMore) => output.part(`${before === ',' ? '' : before}],"hasMore":${hasMore}}\n`),
  };
}

function asLines<Item>({ jsonOf = (item) => item }: Pages<Item>, output: Output): PagesView<Item> {
  return { page: (items) => items.forEach((one) => void output.part(`${JSON.stringify(jsonOf(one))}\n`)), end: () => {} };
}

function asTable<Item>({ columns, see, below, help, texts }: Pages<Item>, { host, output }: Run): PagesView<Item> {
  let rows = 0;
  let head = '';
  return {
    page: (items) => {
      if (items.length === 0) return;
      const [ownHead = '', ...lines] = tableLines(columns, items, tableWidth(host));
      // Another page may have room for other columns.
      if (ownHead !== head) output.text(ownHead, 'bold');
      head = ownHead;
      for (const line of lines) output.text(line);
      for (const item of see ? items : []) see?.(item);
      rows += items.length;
    },
    end: (hasMore, nextPage) => {
      // What a page does not show may stand on those before it.
      if (rows === 0) return output.note(nextPage > 2 ? texts.pastEnd(nextPage - 1) : texts.none);
      below?.(rows);
      if (hasMore) output.note(texts.more(nextPage));
      for (const line of help?.() ?? []) output.note(line);
    },
  };
}

function asCsv<Item>({ csvColumns, csvCells, texts }: Pages<Item>, { host, output }: Run): PagesView<Item> {
  output.data(csvLine(csvColumns));
  const shown = (cell: string) => (host.stdout.isTTY === true ? escapeControls(cell) : cell);
  return {
    page: (items) => {
      for (const item of items) output.data(csvLine(csvCells(item).map(shown)));
    },
    end: (hasMore, nextPage) => {
      if (hasMore) output.note(texts.more(nextPage));
    },
  };
}
