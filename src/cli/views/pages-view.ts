/** Pages of a list as they come, as a table, JSON or CSV: it keeps no item, however long the list. */
import type { Run } from '../flags/run.js';
import { escapeControls } from '../terminal/display-text.js';
import type { Output } from '../terminal/output.js';
import { csvLine, type FittedColumn, fittedLines } from '../terminal/table.js';
import { tableWidth } from './table-view.js';

export type PagesFormat = 'json' | 'csv' | 'table';

/** How the items of a list are shown. */
export interface Pages<Item> {
  /** Schema of the JSON document. */
  schema: string;
  columns: readonly FittedColumn[];
  cells(item: Item): string[];
  csvColumns: readonly string[];
  csvCells(item: Item): string[];
  /** Text for an empty list. */
  none: string;
}

export interface PagesView<Item> {
  page(items: readonly Item[]): void;
  /** `hasMore` of the last page, and the number of the one after it. */
  end(hasMore: boolean, nextPage: number): void;
}

export function openPagesView<Item>(format: PagesFormat, pages: Pages<Item>, run: Run): PagesView<Item> {
  if (format === 'json') return asJson(pages, run.output);
  return format === 'csv' ? asCsv(pages, run) : asTable(pages, run);
}

function asJson<Item>({ schema }: Pages<Item>, output: Output): PagesView<Item> {
  let before = `{"schema":"${schema}","items":[`;
  const item = (text: string) => {
    output.part(before + text);
    before = ',';
  };
  return {
    page: (items) => items.forEach((one) => void item(JSON.stringify(one))),
    end: (hasMore) => output.part(`${before === ',' ? '' : before}],"hasMore":${hasMore}}\n`),
  };
}

function asTable<Item>({ columns, cells, none }: Pages<Item>, { host, output }: Run): PagesView<Item> {
  let rows = 0;
  let head = '';
  return {
    page: (items) => {
      if (items.length === 0) return;
      const [ownHead = '', ...lines] = fittedLines(columns, items.map(cells), tableWidth(host));
      // Another page may have room for other columns.
      if (ownHead !== head) output.text(ownHead, 'bold');
      head = ownHead;
      for (const line of lines) output.text(line);
      rows += items.length;
    },
    end: (hasMore, nextPage) => {
      if (rows === 0) output.note(nextPage > 2 ? output.words.pages.pastEnd(nextPage - 1) : none);
      else if (hasMore) output.note(output.words.pages.more(nextPage));
    },
  };
}

function asCsv<Item>({ csvColumns, csvCells }: Pages<Item>, { host, output }: Run): PagesView<Item> {
  output.data(csvLine(csvColumns));
  const shown = (cell: string) => (host.stdout.isTTY === true ? escapeControls(cell) : cell);
  return {
    page: (items) => {
      for (const item of items) output.data(csvLine(csvCells(item).map(shown)));
    },
    end: (hasMore, nextPage) => {
      if (hasMore) output.note(output.words.pages.more(nextPage));
    },
  };
}
