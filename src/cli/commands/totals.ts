/** `sales totals`: exact sums by day, brand, terminal and currency, added up by the server; as a table, JSON or CSV. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { dimensionsOf, type TotalsDimension, totalsDimensions } from '../../contract/totals-dimensions.js';
import { addListFilters, asCurrencyIsWritten, filterQuery, type ListFilters } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { explainEmpty } from '../views/empty-view.js';
import { showTotals } from '../views/totals-view.js';

interface TotalsFlags extends ListFilters {
  by: TotalsDimension[];
  csv?: boolean;
}

export function commandOf(run: Run): Command {
  const command = new Command('totals').description(
    'Show exact totals of the transactions that match all filters: sales, refunds, net, and what was not imported. Currencies are never added up; a day is that of the transaction’s own date and offset.',
  );
  return addListFilters(command)
    .addOption(
      new Option('--by <dimensions>', `some of ${totalsDimensions.join(', ')}, separated by commas`)
        .argParser(dimensions)
        .default(dimensions('currency'), 'currency'),
    )
    .addOption(new Option('--csv', 'CSV').conflicts('json'))
    .action(async (flags: TotalsFlags, command: Command) => {
      const asked = { ...filterQuery(flags, run.host), by: flags.by.join(',') };
      const format = run.output.flags.json ? 'json' : flags.csv ? 'csv' : 'table';
      await withApi(command, run, async (api) => {
        const query = await asCurrencyIsWritten(api, asked);
        const totals = await api.ask('getTotals', { query });
        showTotals(totals, flags.by, format, run);
        if (totals.items.length === 0) await explainEmpty(api, query, run);
      });
    });
}

function dimensions(text: string): TotalsDimension[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !totalsDimensions.some((dimension) => dimension === name));
  if (unknown !== undefined) throw new InvalidArgumentError(`It must be some of ${totalsDimensions.join(', ')}, separated by commas.`);
  return dimensionsOf({ by: names.join(',') });
}
