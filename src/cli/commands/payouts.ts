/** `sales payouts`: the payouts that settlement records name, as a table, JSON or CSV. */
import { Command } from 'commander';
import type { SalesApi } from '../../client/http/api.js';
import type { Payout } from '../../contract/payouts.js';
import { payoutStatuses } from '../../contract/states.js';
import { addDayRange, type DayRange, daysOf } from '../flags/day-range.js';
import { namedValue } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { addPageFlags, listPages, type PageFlags } from '../views/list-pages.js';
import { payoutPages } from '../views/payouts-view.js';

interface PayoutFlags extends DayRange, PageFlags {
  acquirer?: string;
  merchant?: string;
  currency?: string;
  status?: string;
}

export function commandOf(run: Run): Command {
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
  const { first, last } = daysOf(flags, run.host);
  const { acquirer, merchant, currency, status } = flags;
  const query = { acquirerId: acquirer, merchantId: merchant, currency: currency?.toUpperCase(), status, dateFrom: first, dateTo: last };
  const ask = (api: SalesApi, page: object) => api.ask('listPayouts', { query: { ...query, ...page } });
  await listPages(flags, { pages: payoutPages, ask, idsOf: ({ id }: Payout) => [id] }, command, run);
}
