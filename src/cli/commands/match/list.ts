/** `sales match list`: matches and proposals, as a table, JSON or CSV. */
import { Command } from 'commander';
import type { SalesApi } from '../../../client/http/api.js';
import { type Match, matchKinds } from '../../../contract/matches.js';
import type { QueryValues } from '../../../contract/paths.js';
import { addDayRange, type DayRange, daysOf } from '../../flags/day-range.js';
import { namedValue } from '../../flags/list-filters.js';
import type { Run } from '../../flags/run.js';
import { addPageFlags, listPages, type PageFlags } from '../../views/list-pages.js';
import { matchPages } from '../../views/match-views.js';

interface MatchListFlags extends DayRange, PageFlags {
  kind?: string;
  rule?: string;
  terminal?: string;
  currency?: string;
  pinned?: boolean;
  differs?: boolean;
}

export function listMatchesCommand(run: Run): Command {
  const command = new Command('list').description(
    'List matches and proposals, the latest day first. A match must fit all filters; days are inclusive.',
  );
  addDayRange(command)
    .addOption(namedValue('--kind <kind>', 'those of one kind', matchKinds))
    .option('--rule <name>', 'those of one rule')
    .option('--terminal <id>', 'one of the rows has this terminal')
    .option('--currency <code>', 'currency')
    .option('--pinned', 'made or approved by a person')
    .option('--differs', 'sales and records do not come to the same');
  return addPageFlags(command, 'matches').action((flags: MatchListFlags, command: Command) => list(flags, command, run));
}

async function list(flags: MatchListFlags, command: Command, run: Run): Promise<void> {
  const query = queryOf(flags, run);
  const ask = (api: SalesApi, page: object) => api.ask('listMatches', { query: { ...query, ...page } });
  await listPages(flags, { pages: matchPages, ask, idsOf }, command, run);
}

/** Ids of a match and its rows, which `sales match why` finds by their last characters. */
const idsOf = ({ matchId, transactionIds, recordIds }: Match) => [matchId, ...transactionIds, ...recordIds];

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
