/** Flags and loop of commands that list pages: one page, or all of them. */
import { type Command, Option } from 'commander';
import { pageNumberMax, pageSizeMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import { wholeNumber } from '../flags/whole-number.js';
import type { Output } from '../terminal/output.js';
import type { PagesFormat, PagesView } from './pages-view.js';

export interface PageFlags {
  limit?: number;
  page?: number;
  all?: boolean;
  csv?: boolean;
}

/** `items`: the name of what is listed, in the plural. */
export function addPageFlags(command: Command, items: string): Command {
  return command
    .addOption(new Option(`--limit <${items}>`, `on a page, 1 to ${pageSizeMax} (default: 30)`).argParser(wholeNumber(pageSizeMax)))
    .addOption(new Option('--page <number>', 'page, from 1').argParser(wholeNumber(pageNumberMax)).conflicts('all'))
    .option('--all', 'every page')
    .option('--csv', 'CSV');
}

/** Fails with `usage` where two formats are asked for. */
export function pagesFormat({ csv }: PageFlags, { flags: { json } }: Output): PagesFormat {
  if (json && csv) throw new SalesError('usage', '--csv and --json cannot go together.', { hint: 'Leave out one of them' });
  return json ? 'json' : csv ? 'csv' : 'table';
}

/** Asks for the pages that the flags want, and shows each as it comes. */
export async function showPages<Item>(
  { page = 1, all = false, limit = 30 }: PageFlags,
  view: PagesView<Item>,
  ask: (page: { pageSize: number; pageNumber: number }) => Promise<{ items: readonly Item[]; hasMore: boolean }>,
): Promise<void> {
  const pageSize = all ? pageSizeMax : limit;
  for (let pageNumber = page; ; pageNumber++) {
    const { items, hasMore } = await ask({ pageSize, pageNumber });
    view.page(items);
    if (all && hasMore && items.length > 0) continue;
    view.end(hasMore, pageNumber + 1);
    return;
  }
}
