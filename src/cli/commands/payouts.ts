/** `sales payouts`: the payouts that settlement records name, as a table, JSON or CSV. */
import { Command, Option } from 'commander';
import { pageNumberMax, pageSizeMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import { payoutStatuses } from '../../contract/states.js';
import { addDayRange, type DayRange, daysOf } from '../flags/day-range.js';
import { namedValue } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { wholeNumber } from '../flags/whole-number.js';
import { withApi } from '../settings/connect.js';
import { keepShown, shownIdsMax } from '../settings/shown-rows.js';
import { openPayoutsView } from '../views/payouts-view.js';

interface PayoutFlags extends DayRange {
  acquirer?: string;
  merchant?: string;
  currency?: string;
  status?: string;
  limit?: number;
  page?: number;
  all?: boolean;
  csv?: boolean;
}

export function payoutsCommand(run: Run): Command {
  const command = new Command('payouts').description(
    'List payouts, the latest first: what their lines come to, what was paid, and whether both are the same. Days are inclusive.',
  );
  return addDayRange(command)
    .option('--acquirer <id>', 'acquirer id')
    .option('--merchant <id>', 'merchant id')
    .option('--currency <code>', 'in which it was paid')
    .addOption(namedValue('--status <status>', 'whether it adds up', payoutStatuses))
    .addOption(new Option('--limit <payouts>', `on a page, 1 to ${pageSizeMax} (default: 30)`).argParser(wholeNumber(pageSizeMax)))
    .addOption(new Option('--page <number>', 'page, from 1').argParser(wholeNumber(pageNumberMax)).conflicts('all'))
    .option('--all', 'every page')
    .option('--csv', 'CSV')
    .action((flags: PayoutFlags, command: Command) => list(flags, command, run));
}

async function list(flags: PayoutFlags, command: Command, run: Run): Promise<void> {
  const { host, output } = run;
  const { json } = output.flags;
  if (json && flags.csv) throw new SalesError('usage', '--csv and --json cannot go together.', { hint: 'Leave out one of them' });
  const { first, last } = daysOf(flags, host);
  const { acquirer, merchant, currency, status } = flags;
  const query = { acquirerId: acquirer, merchantId: merchant, currency: currency?.toUpperCase(), status, dateFrom: first, dateTo: last };
  let ids: string[] = [];
  await withApi(command, run, async (api, { settings }) => {
    const view = openPayoutsView(json ? 'json' : flags.csv ? 'csv' : 'table', run);
    for (let pageNumber = flags.page ?? 1; ; pageNumber++) {
      const pageSize = flags.all ? pageSizeMax : (flags.limit ?? 30);
      const { items, hasMore } = await api.ask('listPayouts', { query: { ...query, pageSize, pageNumber } });
      view.page(items);
      ids = [...ids, ...items.map(({ id }) => id)].slice(-shownIdsMax);
      if (flags.all && hasMore && items.length > 0) continue;
      view.end(hasMore, pageNumber + 1);
      if (host.stdout.isTTY === true) await keepShown(settings.configDir, settings.profile.value, ids);
      return;
    }
  });
}
