/** Flags and loop of commands that list pages: one page, or all of them. */
import { type Command, Option } from 'commander';
import type { SalesApi } from '../../client/http/api.js';
import { pageNumberMax, pageSizeMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import type { Run } from '../flags/run.js';
import { wholeNumber } from '../flags/whole-number.js';
import type { Settings } from '../settings/config.js';
import { withApi } from '../settings/connect.js';
import { keepShown, shownIdsMax } from '../settings/shown-rows.js';
import type { Output } from '../terminal/output.js';
import { openPagesView, type Pages, type PagesFormat, type PagesView } from './pages-view.js';

export interface PageFlags {
  limit?: number;
  page?: number;
  all?: boolean;
  csv?: boolean;
  ndjson?: boolean;
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
export function pagesFormat({ csv, ndjson }: PageFlags, { flags: { json } }: Output): PagesFormat {
  const format = csv ? 'csv' : ndjson ? 'ndjson' : null;
  if (json && format) throw new SalesError('usage', `--${format} and --json cannot go together.`, { hint: 'Leave out one of them' });
  return json ? 'json' : (format ?? 'table');
}

export interface ListedPages<Item> {
  view: PagesView<Item>;
  ask(page: { pageSize: number; pageNumber: number }): Promise<{ items: readonly Item[]; hasMore: boolean }>;
  /** Ids that can be typed by their last characters once a person has seen them. */
  idsOf(item: Item): readonly string[];
  settings: Pick<Settings, 'configDir' | 'profile'>;
}

interface ListedItems<Item> extends Pick<ListedPages<Item>, 'idsOf'> {
  pages(run: Run): Pages<Item>;
  ask(api: SalesApi, page: Parameters<ListedPages<Item>['ask']>[0]): ReturnType<ListedPages<Item>['ask']>;
}

/** What a command does that lists pages of one operation. */
export async function listPages<Item>(
  flags: PageFlags,
  { pages, ask, idsOf }: ListedItems<Item>,
  command: Command,
  run: Run,
): Promise<void> {
  const format = pagesFormat(flags, run.output);
  await withApi(command, run, (api, { settings }) => {
    const view = openPagesView(format, pages(run), run);
    return showPages(flags, { view, ask: (page) => ask(api, page), idsOf, settings }, run);
  });
}

/**
 * The same pages, as long as they go on. Fails with `protocol` where a server gives one twice in a row and says that there is more: it would be
 * listed for ever. An empty one may come between others.
 */
function goingOn<Item>(ask: (pageNumber: number) => ReturnType<ListedPages<Item>['ask']>): typeof ask {
  let last: string | null = null;
  return async (pageNumber) => {
    const page = await ask(pageNumber);
    const seen = JSON.stringify(page.items);
    if (page.hasMore && seen === last)
      throw new SalesError(
        'protocol',
        `The server lists the same on page ${pageNumber} as on the page before, and says that there is more.`,
        {
          hint: 'What was listed so far may not be all',
        },
      );
    last = seen;
    return page;
  };
}

/** Gives page after page to its end. The next one is asked for before one is given, so that both sides work at once. */
export async function* pagesAhead<Item>(
  ask: (pageNumber: number) => ReturnType<ListedPages<Item>['ask']>,
): AsyncGenerator<readonly Item[]> {
  const page = goingOn(ask);
  let next = page(1);
  for (let pageNumber = 2; ; pageNumber++) {
    const { items, hasMore } = await next;
    if (hasMore) {
      next = page(pageNumber);
      // Told by the next turn.
      next.catch(() => {});
    }
    yield items;
    if (!hasMore) return;
  }
}

/** Asks for the pages that the flags want, and shows each as it comes. Whether there is nothing at all. */
export async function showPages<Item>(
  { page = 1, all = false, limit = 30 }: PageFlags,
  { view, ask, idsOf, settings }: ListedPages<Item>,
  { host }: Pick<Run, 'host'>,
): Promise<boolean> {
  const pageSize = all ? pageSizeMax : limit;
  const pageOf = goingOn((pageNumber) => ask({ pageSize, pageNumber }));
  let ids: string[] = [];
  for (let pageNumber = page; ; pageNumber++) {
    const { items, hasMore } = await pageOf(pageNumber);
    view.page(items);
    ids = [...ids, ...items.flatMap(idsOf)].slice(-shownIdsMax);
    if (all && hasMore) continue;
    view.end(hasMore, pageNumber + 1);
    if (host.stdout.isTTY === true) await keepShown(settings, ids);
    return pageNumber === 1 && items.length === 0;
  }
}
