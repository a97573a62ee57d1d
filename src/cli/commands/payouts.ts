/** `sales payouts`: the payouts that settlement records name, as a table, JSON or CSV. */
import { Command } from 'commander';
import { payoutStatuses } from '../../contract/states.js';
import { addDayRange, type DayRange, daysOf } from '../flags/day-range.js';
import { namedValue } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { keepShown, shownIdsMax } from '../settings/shown-rows.js';
import { addPageFlags, type PageFlags, pagesFormat, showPages } from '../views/list-pages.js';
import { openPayoutsView } from '../views/payouts-view.js';

interface PayoutFlags extends DayRange, PageFlags {
  acquirer?: string;
  merchant?: string;
  currency?: string;
  status?: string;
}

export function payoutsCommand(run: Run): Command {
  const command = new Command('payouts').description(
    'List payouts, the latest first: what their lines come to, what was paid, and whether both are the same. Days are inclusive.',
  );
  addDayRange(command)
    .option('--acquirer <id>', 'acquirer id')
    .option('--merchant <id>', 'merchant id')
    .option('--currency <code>', 'in which it was paid')
    .addOption(namedValue('--status <status>', 'whether it adds up', payoutStatuses));
  return addPageFlags(command, 'payouts').action((flags: PayoutFlags, command: Command) => list(flags, command, run));
}

async function list(flags: PayoutFlags, command: Command, run: Run): Promise<void> {
  const { host, output } = run;
  const format = pagesFormat(flags, output);
  const { first, last } = daysOf(flags, host);
  const { acquirer, merchant, currency, status } = flags;
  const query = { acquirerId: acquirer, merchantId: merchant, currency: currency?.toUpperCase(), status, dateFrom: first, dateTo: last };
  let ids: string[] = [];
  await withApi(command, run, async (api, { settings }) => {
    await showPages(flags, openPayoutsView(format, run), async (page) => {
      const found = await api.ask('listPayouts', { query: { ...query, ...page } });
      ids = [...ids, ...found.items.map(({ id }) => id)].slice(-shownIdsMax);
      return found;
    });
    if (host.stdout.isTTY === true) await keepShown(settings.configDir, settings.profile.value, ids);
  });
}
