/** `sales match exceptions`: files and days of tills that are missing, as a table, JSON or CSV. */
import { Command } from 'commander';
import { exceptionSides } from '../../../contract/exceptions.js';
import { namedValue } from '../../flags/list-filters.js';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { openExceptionsView } from '../../views/exceptions-view.js';
import { addPageFlags, type PageFlags, pagesFormat, showPages } from '../../views/list-pages.js';

interface ExceptionFlags extends PageFlags {
  side?: string;
}

export function exceptionsCommand(run: Run): Command {
  const command = new Command('exceptions')
    .description(
      'List files and days of tills that are missing, the oldest day first, with the rows that wait for each. Needs the whole tenant.',
    )
    .addOption(namedValue('--side <side>', 'account: files of acquirers; terminal: days of tills', exceptionSides));
  return addPageFlags(command, 'exceptions').action((flags: ExceptionFlags, command: Command) => list(flags, command, run));
}

async function list(flags: ExceptionFlags, command: Command, run: Run): Promise<void> {
  const format = pagesFormat(flags, run.output);
  await withApi(command, run, (api) =>
    showPages(flags, openExceptionsView(format, run), (page) => api.ask('listExceptions', { query: { side: flags.side, ...page } })),
  );
}
