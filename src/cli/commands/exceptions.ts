/** `sales exceptions`: what somebody has to see to, as a table, JSON or CSV. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { SalesApi } from '../../client/http/api.js';
import { type ExceptionReasonName, exceptionReasons, exceptionSides } from '../../contract/exception-reasons.js';
import type { ListedException } from '../../contract/exceptions.js';
import { pageSizeMax } from '../../contract/limits.js';
import type { QueryValues } from '../../contract/paths.js';
import { addDayRange, type DayRange, daysOf } from '../flags/day-range.js';
import { ageMs } from '../flags/durations.js';
import { uuid } from '../flags/global-flags.js';
import { amount, namedValue } from '../flags/list-filters.js';
import { reasonNamed, reasonNames } from '../flags/reason-words.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { exceptionPages } from '../views/exceptions-view.js';
import { addPageFlags, listPages, type PageFlags, pagesAhead } from '../views/list-pages.js';
import { openOutFile } from './exceptions/out-file.js';

interface ExceptionFlags extends DayRange, PageFlags {
  side?: string;
  reason?: ExceptionReasonName[];
  /** In milliseconds. */
  olderThan?: number;
  terminal?: string;
  currency?: string;
  amountFrom?: number;
  amountTo?: number;
  unit?: string;
  out?: string;
  overwrite?: boolean;
}

export function commandOf(run: Run): Command {
  const command = new Command('exceptions').description(
    'List what is open: what a customer is owed, chargebacks, overdue sales, missing files, differences, suggestions, then the rest. What is not due yet is not among it. Days are inclusive.',
  );
  addDayRange(command)
    .addOption(namedValue('--side <side>', 'what it is about; account: files of acquirers; terminal: days of tills', exceptionSides))
    .addOption(
      new Option('--reason <reason>', `of this reason; may be given several times: ${reasonNames.join(', ')}`).argParser(addReason),
    )
    .addOption(new Option('--older-than <duration>', 'as old as this or older, such as 10d').argParser(ageMs).conflicts(['to', 'day']))
    .option('--terminal <id>', 'rows of the terminal')
    .option('--currency <code>', 'rows in the currency')
    .addOption(new Option('--amount-from <amount>', 'rows of this amount or more').argParser(amount))
    .addOption(new Option('--amount-to <amount>', 'rows of this amount or less').argParser(amount))
    .addOption(new Option('--unit <id>', 'rows of the organisational unit and those below it').argParser(uuid))
    .addOption(
      new Option('--out <file>', 'write all of them to a .csv or .xlsx file, with cells for decisions').conflicts(['csv', 'limit', 'page']),
    )
    .option('--overwrite', 'replace an existing file');
  return addPageFlags(command, 'exceptions').action((flags: ExceptionFlags, command: Command) => list(flags, command, run));
}

async function list(flags: ExceptionFlags, command: Command, run: Run): Promise<void> {
  const query = queryOf(flags, run);
  if (flags.out !== undefined) return writeOut(flags.out, flags, command, query, run);
  const ask = (api: SalesApi, page: object) => api.ask('listExceptions', { query: { ...query, ...page } });
  await listPages(flags, { pages: exceptionPages, ask, idsOf }, command, run);
}

/** Ids of a row and its candidates, or of a payout. */
const idsOf = ({ id, candidateRows }: ListedException) => [...(id ? [id] : []), ...candidateRows.map((row) => row.id)];

async function writeOut(
  path: string,
  { overwrite = false, reason: asked }: ExceptionFlags,
  command: Command,
  query: QueryValues,
  run: Run,
): Promise<void> {
  const { output } = run;
  const file = await openOutFile(path, overwrite);
  // Rows that come or go meanwhile shift the pages: none is written twice.
  const written = new Set<string>();
  let rows = 0;
  try {
    await withApi(command, run, async (api) => {
      // Each by itself: a later page of all reasons counts those before it anew.
      for (const reason of exceptionReasons.filter((name) => asked === undefined || asked.includes(name)))
        for await (const items of pagesAhead<ListedException>((pageNumber) =>
          api.ask('listExceptions', { query: { ...query, reason, pageSize: pageSizeMax, pageNumber } }),
        )) {
          const fresh = items.filter(({ id }) => id === null || !written.has(id));
          for (const { id } of fresh) if (id !== null) written.add(id);
          await file.rows(fresh);
          rows += fresh.length;
        }
    });
    await file.finish();
  } finally {
    await file.discard();
  }
  output.message('OK', `${rows.toLocaleString('en')} exception${rows === 1 ? '' : 's'} written to ${path}`, 'green');
  output.note(`To decide, fill in the column decision, and run   ${output.commandLine('match', 'apply', path)}`);
  if (output.flags.json) output.document({ schema: 'sales.exported/1', file: path, format: file.format, rows });
}

function queryOf(flags: ExceptionFlags, { host }: Run): QueryValues {
  const { first, last } = daysOf(flags, host);
  const { side, reason, olderThan, terminal, currency, amountFrom, amountTo, unit } = flags;
  const dayTo = olderThan === undefined ? last : new Date(host.clock.nowMs() - olderThan).toISOString().slice(0, 10);
  return {
    ...{ side, reason: reason?.join(','), dayFrom: first, dayTo },
    ...{ terminalId: terminal, currency: currency?.toUpperCase(), amountFrom, amountTo, unitId: unit },
  };
}

function addReason(text: string, before: ExceptionReasonName[] = []): ExceptionReasonName[] {
  const reason = reasonNamed(text);
  if (!reason) throw new InvalidArgumentError(`It must be one of ${reasonNames.join(', ')}.`);
  return [...before, reason];
}
