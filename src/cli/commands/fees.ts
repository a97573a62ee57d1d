/** `sales fees`: what card payments cost, added up by the server. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type FeesDimension, feesDimensions, feesDimensionsOf } from '../../contract/money-parts.js';
import { addDayRange, type DayRange, daysOf } from '../flags/day-range.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { showFees } from '../views/fees-view.js';

interface FeesFlags extends DayRange {
  by?: FeesDimension[];
}

export function commandOf(run: Run): Command {
  const command = new Command('fees').description(
    'Show the fees of settlement records: beside payments, beside chargebacks and other lines, and those of a month or a payout, with their rate. Days are those of settlement. Currencies are never added up.',
  );
  return addDayRange(command)
    .addOption(new Option('--by <dimensions>', `some of ${feesDimensions.join(', ')}, separated by commas`).argParser(dimensions))
    .action(async ({ by = [], ...flags }: FeesFlags, command: Command) => {
      const { first, last } = daysOf(flags, run.host);
      const query = { dateFrom: first, dateTo: last, ...(by.length > 0 && { by: by.join(',') }) };
      showFees(await withApi(command, run, (api) => api.ask('getFees', { query })), by, run);
    });
}

function dimensions(text: string): FeesDimension[] {
  const found = feesDimensionsOf(text.toLowerCase());
  if (found === undefined) throw new InvalidArgumentError(`It must be some of ${feesDimensions.join(', ')}, separated by commas.`);
  return found;
}
