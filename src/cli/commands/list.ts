/** `sales list`: transactions, or settlement records, by filter, as a table, JSON, NDJSON or CSV. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { rowsApi } from '../../client/http/api.js';
import { pageNumberMax, pageSizeMax } from '../../contract/limits.js';
import { idOf } from '../../contract/states.js';
import { checkColumns, columnsFlag } from '../flags/columns-flag.js';
import { addRowFilters, asCurrencyIsWritten, type RowFilters, rowQuery } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { kindOf } from '../flags/settlement-flag.js';
import { type Where, whereFlag } from '../flags/where-flag.js';
import { wholeNumber } from '../flags/whole-number.js';
import { withApi } from '../settings/connect.js';
import { listerOf } from '../settings/sales-lister.js';
import { explainEmpty } from '../views/empty-view.js';
import { type PageFlags, pagesFormat, showPages } from '../views/list-pages.js';
import { openListView } from '../views/list-view.js';

interface ListFlags extends RowFilters, PageFlags {
  sort?: { key: string; direction: string };
  where?: Where;
  columns?: string[];
}

export function commandOf(run: Run): Command {
  const command = new Command('list').description(
    'List transactions, or settlement records. Each must match all filters; bounds are inclusive.',
  );
  return addRowFilters(command)
    .addOption(whereFlag().conflicts('settlement'))
    .addOption(new Option('--sort <order>', 'date|amount[:asc|:desc] (default: date:desc)').argParser(sort))
    .addOption(
      new Option('--limit <rows>', `rows on a page, 1 to ${pageSizeMax} (default: 30)`).argParser(
        wholeNumber(pageSizeMax, ' --all lists every page.'),
      ),
    )
    .addOption(new Option('--page <number>', 'page, from 1').argParser(wholeNumber(pageNumberMax)).conflicts('all'))
    .option('--all', 'every page; rows that come or go meanwhile may repeat or be missed (sales export is exact)')
    .addOption(new Option('--columns <names>', 'columns, or members of JSON, separated by commas').argParser(columnsFlag()))
    .addOption(new Option('--ndjson', 'one JSON object per line').conflicts(['csv', 'json']))
    .addOption(new Option('--csv', 'CSV').conflicts('json'))
    .action(async (flags: ListFlags, command: Command) => list(flags, command, run));
}

async function list(flags: ListFlags, command: Command, run: Run): Promise<void> {
  const sorting = { 'sorting.key': flags.sort?.key, 'sorting.direction': flags.sort?.direction };
  const kind = kindOf(flags);
  const asked = { ...rowQuery(flags, run.host), ...sorting };
  checkColumns(flags.columns ?? [], kind);
  const isOfMoney = flags.where !== undefined && 'moneyPart' in flags.where;
  const view = openListView(pagesFormat(flags, run.output), kind, flags.columns, isOfMoney, run);
  await withApi(command, run, async (api, { settings }) => {
    const query = await asCurrencyIsWritten(rowsApi(api, kind), asked);
    const list = listerOf(api, kind, flags.where, flags.columns);
    const isEmpty = await showPages(
      flags,
      { view, ask: (page) => list({ ...query, ...page }), idsOf: (row) => [idOf(row)], settings },
      run,
    );
    if (isEmpty && kind === 'Sales') await explainEmpty(api, query, run);
  });
}

function sort(text: string): { key: string; direction: string } {
  const parts = /^(date|amount)(?::(asc|desc))?$/.exec(text);
  if (!parts) throw new InvalidArgumentError('It must be date or amount, with :asc or :desc.');
  return { key: parts[1] === 'date' ? 'TransactionDate' : 'Amount', direction: parts[2] === 'asc' ? 'Ascending' : 'Descending' };
}
