/** The filters of lists as flags, the same for `list`, `export` and, of sales alone, `totals`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AnyRowsApi } from '../../client/http/api.js';
import { instantOf, isCalendarDate } from '../../contract/date-time.js';
import type { QueryValues } from '../../contract/paths.js';
import { SalesError } from '../../contract/problem.js';
import { rowMembers, settlementTypes, transactionMatchStates, transactionStates, type UploadKind } from '../../contract/states.js';
import type { Host } from '../terminal/host.js';
import { type DateFlags, instantsOf, knownTimeZone } from './date-words.js';
import { uuid } from './global-flags.js';
import { kindOf, settlementFlag } from './settlement-flag.js';

export interface ListFilters extends DateFlags {
  state?: string;
  matchState?: string;
  terminal?: string;
  brand?: string;
  currency?: string;
  amountFrom?: number;
  amountTo?: number;
  upload?: string;
}

/** Filters of commands for rows of either kind. */
export interface RowFilters extends ListFilters, RecordFilters {
  settlement?: boolean;
}

/** Filters for settlement records alone. */
interface RecordFilters {
  type?: string;
  acquirer?: string;
  merchant?: string;
  payout?: string;
  settledFrom?: string;
  settledTo?: string;
}

/** Adds `--settlement` and the filters of both kinds; {@link rowQuery} reads them. */
export function addRowFilters(command: Command): Command {
  return addListFilters(command.addOption(settlementFlag('settlement records')))
    .addOption(namedValue('--type <type>', 'with --settlement: the type that it was given', settlementTypes))
    .option('--acquirer <id>', 'with --settlement: acquirer id')
    .option('--merchant <id>', 'with --settlement: merchant id')
    .option('--payout <id>', 'with --settlement: payout id')
    .addOption(new Option('--settled-from <day>', 'with --settlement: booked on this day or later, such as 2026-11-20').argParser(day))
    .addOption(new Option('--settled-to <day>', 'with --settlement: booked on this day or earlier').argParser(day));
}

/** The query parameters of the filters. Fails as {@link filterQuery} does, and with `usage` where those of records are given for sales. */
export function rowQuery(flags: RowFilters, host: Host): QueryValues {
  const kind = kindOf(flags);
  return { ...filterQuery(flags, host, kind), ...recordQuery(kind, flags) };
}

function recordQuery(kind: UploadKind, { type, acquirer, merchant, payout, settledFrom, settledTo }: RecordFilters): QueryValues {
  const query = { type, acquirerId: acquirer, merchantId: merchant, payoutId: payout };
  const all: QueryValues = { ...query, settlementDateFrom: settledFrom, settlementDateTo: settledTo };
  if (kind === 'Sales' && Object.values(all).some((value) => value !== undefined)) {
    throw new SalesError(
      'usage',
      '--type, --acquirer, --merchant, --payout, --settled-from and --settled-to are filters of settlement records.',
      {
        hint: 'Add --settlement',
      },
    );
  }
  return all;
}

function day(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError('It must be a day such as 2026-11-20.');
  return text;
}

/** Adds the filters; {@link filterQuery} reads them. */
export function addListFilters(command: Command): Command {
  return command
    .addOption(namedValue('--state <state>', 'transaction state', transactionStates))
    .addOption(namedValue('--match-state <state>', 'match state', transactionMatchStates))
    .option('--terminal <id>', 'terminal id')
    .option('--brand <id>', 'brand id')
    .option('--currency <code>', 'currency')
    .addOption(new Option('--amount-from <amount>', 'this amount or more').argParser(amount))
    .addOption(new Option('--amount-to <amount>', 'this amount or less').argParser(amount))
    .option('--from <date>', 'from today, yesterday, -7d, 2026-11, 2026-11-20, or an instant with offset')
    .option('--to <date>', 'up to and including that day, month or instant')
    .addOption(new Option('--timezone <zone>', 'time zone of the dates, such as Europe/Zurich (default: local)').argParser(knownTimeZone))
    .addOption(new Option('--upload <id>', 'rows of one upload').argParser(uploadId));
}

/** A flag with one of these values, in whatever case it is typed. */
export function namedValue(flags: string, description: string, states: readonly string[]): Option {
  const choices = new Option(flags, description).choices(states);
  const exactly = choices.parseArg;
  return choices.argParser((text: string, before: string) => {
    const meant = states.find((name) => name.toLowerCase() === text.toLowerCase());
    return exactly?.(meant ?? text, before) as string;
  });
}

/** `query` with the currency in capitals, as codes are written; as it was typed where only rows that were not imported can have it so. */
export async function asCurrencyIsWritten<Query extends QueryValues>(api: Pick<AnyRowsApi, 'list'>, query: Query): Promise<Query> {
  const typed = query.currency;
  if (typeof typed !== 'string' || !/^[a-z]{3}$/i.test(typed) || typed === typed.toUpperCase()) return query;
  const written = { ...query, currency: typed.toUpperCase() };
  const has = async (one: Query) => (await api.list({ ...one, pageSize: 1, pageNumber: 1 })).items.length > 0;
  return (await has(written)) || !(await has(query)) ? written : query;
}

/** The query parameters of the filters. Fails with commander's InvalidArgumentError on a date that is none, and on a range that is empty. */
export function filterQuery(flags: ListFilters, host: Host, kind: UploadKind = 'Sales'): QueryValues {
  const { from, to } = instantsOf(flags, host);
  checkRanges(flags, from, to);
  return {
    [rowMembers[kind].state]: flags.state,
    [rowMembers[kind].matchState]: flags.matchState,
    terminalId: flags.terminal,
    brandId: flags.brand,
    currency: flags.currency,
    amountFrom: flags.amountFrom,
    amountTo: flags.amountTo,
    transactionDateFrom: from,
    transactionDateTo: to,
    uploadId: flags.upload,
  };
}

/** The API finds nothing in such a range, which reads as if there were no sales. */
function checkRanges(flags: ListFilters, from: string | undefined, to: string | undefined): void {
  const first = from === undefined ? null : instantOf(from);
  const last = to === undefined ? null : instantOf(to);
  if (first !== null && last !== null && first > last) {
    throw new InvalidArgumentError(`The range is empty: --from ${flags.from} is after --to ${flags.to}.`);
  }
  const { amountFrom, amountTo } = flags;
  if (amountFrom !== undefined && amountTo !== undefined && amountFrom > amountTo) {
    throw new InvalidArgumentError(`The range is empty: --amount-from ${amountFrom} is above --amount-to ${amountTo}.`);
  }
}

/** The API finds nothing for any other word, which reads as if the upload had no rows. */
function uploadId(text: string): string {
  try {
    return uuid(text);
  } catch {
    throw new InvalidArgumentError(
      "It must be the id of an upload, a UUID. sales uploads show last lists those of the most recent job, sales uploads show JOB another's.",
    );
  }
}

/** Parses the value of a flag. */
export function amount(text: string): number {
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number with a decimal point, such as 12.50.');
  return Number(text);
}
