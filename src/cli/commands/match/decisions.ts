/** `sales match decisions`: what was decided, the newest first, as a table, JSON or CSV. */
import { Command } from 'commander';
import type { SalesApi } from '../../../client/http/api.js';
import type { ListedDecision } from '../../../contract/decisions.js';
import type { Run } from '../../flags/run.js';
import { decisionPages } from '../../views/decisions-view.js';
import { addPageFlags, listPages, type PageFlags } from '../../views/list-pages.js';

export function decisionsCommand(run: Run): Command {
  const command = new Command('decisions').description('List what was decided about rows, the newest first.');
  return addPageFlags(command, 'decisions').action((flags: PageFlags, command: Command) => {
    const ask = (api: SalesApi, page: object) => api.ask('listDecisions', { query: { ...page } });
    return listPages(flags, { pages: decisionPages, ask, idsOf }, command, run);
  });
}

/** Those that the table shows, of which the end is enough from now on. */
const idsOf = ({ decisionId, transactionIds, recordIds }: ListedDecision) => [decisionId, ...transactionIds, ...recordIds];
