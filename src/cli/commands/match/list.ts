/** `sales match list`: matches and proposals, as a table, JSON or CSV. */
import { Command, Option } from 'commander';
import { pageNumberMax, pageSizeMax } from '../../../contract/limits.js';
import { type Match, matchKinds } from '../../../contract/matches.js';
import type { QueryValues } from '../../../contract/paths.js';
import { SalesError } from '../../../contract/problem.js';
import { addDayRange, type DayRange, daysOf } from '../../flags/day-range.js';
import { namedValue } from '../../flags/list-filters.js';
import type { Run } from '../../flags/run.js';
import { wholeNumber } from '../../flags/whole-number.js';
import { withApi } from '../../settings/connect.js';
import { keepShown, shownIdsMax } from '../../settings/shown-rows.js';
import { openMatchesView } from '../../views/match-views.js';

interface MatchListFlags extends DayRange {
  kind?: string;
  rule?: string;
  terminal?: string;
  currency?: string;
  pinned?: boolean;
  differs?: boolean;
  limit?: number;
  page?: number;
  all?: boolean;
  csv?: boolean;
}

export function listMatchesCommand(run: Run): Command {
  const command = new Command('list').description(
    'List matches and proposals, the latest day first. A match must fit all filters; days are inclusive.',
  );
  return addDayRange(command)
    .addOption(namedValue('--kind <kind>', 'those of one kind', matchKinds))
    .option('--rule <name>', 'those of one rule')
    .option('--terminal <id>', 'one of the rows has this terminal')
    .option('--currency <code>', 'currency')
    .option('--pinned', 'made or approved by a person')
    .option('--differs', 'sales and records do not come to the same')
    .addOption(new Option('--limit <matches>', `on a page, 1 to ${pageSizeMax} (default: 30)`).argParser(wholeNumber(pageSizeMax)))
    .addOption(new Option('--page <number>', 'page, from 1').argParser(wholeNumber(pageNumberMax)).conflicts('all'))
    .option('--all', 'every page')
    .option('--csv', 'CSV')
    .action((flags: MatchListFlags, command: Command) => list(flags, command, run));
}

async function list(flags: MatchListFlags, command: Command, run: Run): Promise<void> {
  const { host, output } = run;
  if (output.flags.json && flags.csv) {
    throw new SalesError('usage', '--csv and --json cannot go together.', { hint: 'Leave out one of them' });
  }
  const query = queryOf(flags, run);
  const format = output.flags.json ? 'json' : flags.csv ? 'csv' : 'table';
  const isShown = host.stdout.isTTY === true;
  let ids: string[] = [];
  await withApi(command, run, async (api, { settings }) => {
    const view = openMatchesView(format, run);
    for (let pageNumber = flags.page ?? 1; ; pageNumber++) {
      const pageSize = flags.all ? pageSizeMax : (flags.limit ?? 30);
      const { items, hasMore } = await api.ask('listMatches', { query: { ...query, pageSize, pageNumber } });
      view.page(items);
      ids = [...ids, ...idsOf(items)].slice(-shownIdsMax);
      if (flags.all && hasMore && items.length > 0) continue;
      view.end(hasMore, pageNumber + 1);
      if (isShown) await keepShown(settings.configDir, settings.profile.value, ids);
      return;
    }
  });
}

/** Ids of the matches and their rows, which `sales match why` finds by their last characters. */
function idsOf(items: readonly Match[]): string[] {
  return items.flatMap(({ matchId, transactionIds, recordIds }) => [matchId, ...transactionIds, ...recordIds]);
}

function queryOf(flags: MatchListFlags, { host }: Run): QueryValues {
  const { first, last } = daysOf(flags, host);
  return {
    kind: flags.kind,
    rule: flags.rule,
    dayFrom: first,
    dayTo: last,
    terminalId: flags.terminal,
    currency: flags.currency?.toUpperCase(),
    pinned: flags.pinned ? 'true' : undefined,
    differs: flags.differs ? 'true' : undefined,
  };
}
