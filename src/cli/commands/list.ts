/** `sales list`: transactions by filter, as a table, JSON, NDJSON or CSV. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { pageNumberMax, pageSizeMax } from '../../contract/limits.js';
import { transactionMatchStates, transactionStates } from '../../contract/states.js';
import { withApi } from '../connect.js';
import { fromInstant, knownTimeZone, toInstant } from '../date-words.js';
import type { Host } from '../host.js';
import { columnNames, openListView } from '../list-view.js';
import type { Run } from '../run.js';

interface ListFlags {
  state?: string;
  matchState?: string;
  terminal?: string;
  brand?: string;
  currency?: string;
  amountFrom?: number;
  amountTo?: number;
  from?: string;
  to?: string;
  timezone?: string;
  upload?: string;
  sort?: { key: string; direction: string };
  limit?: number;
  page?: number;
  all?: boolean;
  columns?: string[];
  ndjson?: boolean;
  csv?: boolean;
}

export function listCommand(run: Run): Command {
  return new Command('list')
    .description('List transactions. Filters combine with and; bounds are inclusive.')
    .addOption(new Option('--state <state>', 'transaction state').choices(transactionStates))
    .addOption(new Option('--match-state <state>', 'match state').choices(transactionMatchStates))
    .option('--terminal <id>', 'terminal id')
    .option('--brand <id>', 'brand id')
    .option('--currency <code>', 'currency')
    .addOption(new Option('--amount-from <amount>', 'this amount or more').argParser(amount))
    .addOption(new Option('--amount-to <amount>', 'this amount or less').argParser(amount))
    .option('--from <date>', 'from today, yesterday, -7d, 2026-11, 2026-11-20, or an instant with offset')
    .option('--to <date>', 'up to and with that day, month or instant')
    .addOption(new Option('--timezone <zone>', 'zone of the days, such as Europe/Zurich (default: local)').argParser(knownTimeZone))
    .option('--upload <id>', 'transactions of one upload')
    .addOption(new Option('--sort <order>', 'date|amount[:asc|:desc] (default: date:desc)').argParser(sort))
    .addOption(new Option('--limit <rows>', `rows on a page, 1 to ${pageSizeMax} (default: 30)`).argParser(wholeNumber(pageSizeMax)))
    .addOption(new Option('--page <number>', 'page, from 1').argParser(wholeNumber(pageNumberMax)).conflicts('all'))
    .option('--all', 'every page')
    .addOption(new Option('--columns <names>', 'columns of table and CSV, separated by commas').argParser(columns))
    .addOption(new Option('--ndjson', 'one JSON object a line').conflicts(['csv', 'json']))
    .addOption(new Option('--csv', 'CSV').conflicts('json'))
    .action(async (flags: ListFlags, command: Command) => list(flags, command, run));
}

async function list(flags: ListFlags, command: Command, run: Run): Promise<void> {
  const query = queryOf(flags, run.host);
  const format = run.output.flags.json ? 'json' : flags.ndjson ? 'ndjson' : flags.csv ? 'csv' : 'table';
  const view = openListView(format, flags.columns, run.output);
  await withApi(command, run, async (api) => {
    const firstPage = flags.page ?? 1;
    for (let pageNumber = firstPage; ; pageNumber++) {
      const pageSize = flags.all ? pageSizeMax : (flags.limit ?? 30);
      const page = await api.list({ ...query, pageSize, pageNumber });
      view.page(page.items);
      if (flags.all && page.hasMore && page.items.length > 0) continue;
      return view.end(page.hasMore, pageNumber + 1);
    }
  });
}

function queryOf(flags: ListFlags, host: Host): Record<string, string | number | undefined> {
  const nowMs = host.clock.nowMs();
  const context = () => ({ nowMs, timeZone: flags.timezone ?? host.timeZone });
  return {
    transactionState: flags.state,
    transactionMatchState: flags.matchState,
    terminalId: flags.terminal,
    brandId: flags.brand,
    currency: flags.currency,
    amountFrom: flags.amountFrom,
    amountTo: flags.amountTo,
    transactionDateFrom: flags.from === undefined ? undefined : named('--from', flags.from, () => fromInstant(flags.from ?? '', context())),
    transactionDateTo: flags.to === undefined ? undefined : named('--to', flags.to, () => toInstant(flags.to ?? '', context())),
    uploadId: flags.upload,
    'sorting.key': flags.sort?.key,
    'sorting.direction': flags.sort?.direction,
  };
}

/** Dates are read only once the zone is known, so commander cannot name the flag. */
function named(flag: string, text: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError(`${flag} ${text} is not usable. ${error.message}`);
  }
}

function amount(text: string): number {
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number with a decimal point, such as 12.50.');
  return Number(text);
}

function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,10}$/.test(text) && number >= 1 && number <= max) return number;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.${max === pageSizeMax ? ' --all lists every page.' : ''}`);
  };
}

function sort(text: string): { key: string; direction: string } {
  const parts = /^(date|amount)(?::(asc|desc))?$/.exec(text);
  if (!parts) throw new InvalidArgumentError('It must be date or amount, with :asc or :desc.');
  return { key: parts[1] === 'date' ? 'TransactionDate' : 'Amount', direction: parts[2] === 'asc' ? 'Ascending' : 'Descending' };
}

function columns(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !columnNames.includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no column "${unknown}". There are ${columnNames.join(', ')}.`);
  return names;
}
