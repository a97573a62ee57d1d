/** `sales match decisions`: what was decided, the newest first, as a table, JSON or CSV. */
import { Command } from 'commander';
import type { ListedDecision } from '../../../contract/decisions.js';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { openDecisionsView } from '../../views/decisions-view.js';
import { addPageFlags, type ListedPages, type PageFlags, pagesFormat, showPages } from '../../views/list-pages.js';

export function decisionsCommand(run: Run): Command {
  const command = new Command('decisions').description('List what was decided about rows, the newest first.');
  return addPageFlags(command, 'decisions').action((flags: PageFlags, command: Command) => list(flags, command, run));
}

async function list(flags: PageFlags, command: Command, run: Run): Promise<void> {
  const format = pagesFormat(flags, run.output);
  await withApi(command, run, (api, { settings }) => {
    const ask: ListedPages<ListedDecision>['ask'] = (page) => api.ask('listDecisions', { query: page });
    return showPages(flags, { view: openDecisionsView(format, run), ask, idsOf, settings }, run);
  });
}

/** Those that the table shows, of which the end is enough from now on. */
const idsOf = ({ decisionId, transactionIds, recordIds }: ListedDecision) => [decisionId, ...transactionIds, ...recordIds];
