/** `sales match decisions`: what was decided, the newest first, as a table, JSON or CSV. */
import { Command } from 'commander';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { keepShown, shownIdsMax } from '../../settings/shown-rows.js';
import { openDecisionsView } from '../../views/decisions-view.js';
import { addPageFlags, type PageFlags, pagesFormat, showPages } from '../../views/list-pages.js';

export function decisionsCommand(run: Run): Command {
  const command = new Command('decisions').description('List what was decided about rows, the newest first.');
  return addPageFlags(command, 'decisions').action((flags: PageFlags, command: Command) => list(flags, command, run));
}

async function list(flags: PageFlags, command: Command, run: Run): Promise<void> {
  const format = pagesFormat(flags, run.output);
  let ids: string[] = [];
  await withApi(command, run, async (api, { settings }) => {
    await showPages(flags, openDecisionsView(format, run), async (page) => {
      const found = await api.ask('listDecisions', { query: page });
      ids = [...ids, ...found.items.map(({ decisionId }) => decisionId)].slice(-shownIdsMax);
      return found;
    });
    if (run.host.stdout.isTTY === true) await keepShown(settings.configDir, settings.profile.value, ids);
  });
}
