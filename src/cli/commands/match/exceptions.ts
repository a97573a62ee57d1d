/** `sales match exceptions`: files and days of tills that are missing, as a table, JSON or CSV. */
import { Command, Option } from 'commander';
import { exceptionSides } from '../../../contract/exceptions.js';
import { pageNumberMax, pageSizeMax } from '../../../contract/limits.js';
import { SalesError } from '../../../contract/problem.js';
import { namedValue } from '../../flags/list-filters.js';
import type { Run } from '../../flags/run.js';
import { wholeNumber } from '../../flags/whole-number.js';
import { withApi } from '../../settings/connect.js';
import { openExceptionsView } from '../../views/exceptions-view.js';

interface ExceptionFlags {
  side?: string;
  limit?: number;
  page?: number;
  all?: boolean;
  csv?: boolean;
}

export function exceptionsCommand(run: Run): Command {
  return new Command('exceptions')
    .description(
      'List files and days of tills that are missing, the oldest day first, with the rows that wait for each. Needs the whole tenant.',
    )
    .addOption(namedValue('--side <side>', 'account: files of acquirers; terminal: days of tills', exceptionSides))
    .addOption(new Option('--limit <exceptions>', `on a page, 1 to ${pageSizeMax} (default: 30)`).argParser(wholeNumber(pageSizeMax)))
    .addOption(new Option('--page <number>', 'page, from 1').argParser(wholeNumber(pageNumberMax)).conflicts('all'))
    .option('--all', 'every page')
    .option('--csv', 'CSV')
    .action((flags: ExceptionFlags, command: Command) => list(flags, command, run));
}

async function list(flags: ExceptionFlags, command: Command, run: Run): Promise<void> {
  const { json } = run.output.flags;
  if (json && flags.csv) throw new SalesError('usage', '--csv and --json cannot go together.', { hint: 'Leave out one of them' });
  await withApi(command, run, async (api) => {
    const view = openExceptionsView(json ? 'json' : flags.csv ? 'csv' : 'table', run);
    for (let pageNumber = flags.page ?? 1; ; pageNumber++) {
      const pageSize = flags.all ? pageSizeMax : (flags.limit ?? 30);
      const { items, hasMore } = await api.ask('listExceptions', { query: { side: flags.side, pageSize, pageNumber } });
      view.page(items);
      if (flags.all && hasMore && items.length > 0) continue;
      view.end(hasMore, pageNumber + 1);
      return;
    }
  });
}
