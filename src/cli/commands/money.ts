/** `sales money`: what was sold by card, what became of it, what it cost and what was paid out; added up by the server. */
import { Command } from 'commander';
import { moneyDimensions } from '../../contract/money-parts.js';
import { addListFilters, asCurrencyIsWritten, filterQuery, type ListFilters, namedValue } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { explainEmpty } from '../views/empty-view.js';
import { showMoney } from '../views/money-view.js';

interface MoneyFlags extends ListFilters {
  by?: (typeof moneyDimensions)[number];
}

export function commandOf(run: Run): Command {
  const command = new Command('money').description(
    'Show what was sold by card, and how much of it is paid, not due yet, overdue or to decide. Then the fees, and what was paid out. The sales are those that match all filters. The parts add up to what was sold. Currencies are never added up.',
  );
  return addListFilters(command)
    .addOption(namedValue('--by <dimension>', 'a table for each day, account, terminal or brand', moneyDimensions))
    .action(async (flags: MoneyFlags, command: Command) => {
      const asked = { ...filterQuery(flags, run.host), by: flags.by };
      await withApi(command, run, async (api) => {
        const query = await asCurrencyIsWritten(api, asked);
        const money = await api.ask('getMoney', { query });
        showMoney(money, flags.by ?? null, run);
        if (money.items.length === 0) await explainEmpty(api, query, run);
      });
    });
}
