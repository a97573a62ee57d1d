/** `sales export`: every transaction that matches, into a file that `sales upload` reads back. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { SalesApi } from '../../client/http/api.js';
import { askWithRetries } from '../../client/http/ask-with-retries.js';
import { everyTransaction } from '../../client/http/every-transaction.js';
import { SalesError } from '../../contract/problem.js';
import type { Transaction, TransactionDetail } from '../../contract/transaction.js';
import { exits } from '../../jobs/exit-codes.js';
import { durationMs } from '../flags/durations.js';
import { addListFilters, filterQuery, type ListFilters } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { type ExportFile, openExportFile } from '../terminal/export-file.js';
import { listenForStop } from '../upload/stop-signals.js';
import { type ExportFormat, exportView } from '../views/export-view.js';

interface ExportFlags extends ListFilters {
  out: string;
  format?: ExportFormat;
  detail?: boolean;
  overwrite?: boolean;
  retryFor: number;
}

/** Details asked for at a time. */
const DETAILS_AT_A_TIME = 8;

export function exportCommand(run: Run): Command {
  const command = new Command('export')
    .description('Write all matching transactions to a file, oldest first. sales upload reads it back into equal rows.')
    .option('--out <file>', 'the file to write; - for standard output')
    .addOption(
      new Option('--format <format>', "csv, ndjson or json (default: by the file's name, else csv)").choices(['csv', 'ndjson', 'json']),
    )
    .option('--detail', 'include additional data and comment: one more request per transaction')
    .option('--overwrite', 'replace an existing file')
    .addOption(new Option('--retry-for <duration>', 'how long to retry a failing request').argParser(durationMs).default(900_000, '15m'));
  return addListFilters(command).action(async (flags: Omit<ExportFlags, 'out'> & { out?: string }, command: Command) => {
    // Its variable comes later than commander would ask for it.
    if (flags.out === undefined) throw new InvalidArgumentError("required option '--out <file>' not specified");
    run.exit = await exportAll({ ...flags, out: flags.out }, command, run);
  });
}

async function exportAll(flags: ExportFlags, command: Command, run: Run): Promise<number> {
  const { host, output } = run;
  if (flags.out === '-' && output.flags.json) {
    throw new InvalidArgumentError('--json and --out - cannot both have standard output. Use --format json for the transactions as JSON.');
  }
  const query = filterQuery(flags, host);
  const format = flags.format ?? formatOf(flags.out);
  const view = exportView(format, flags.detail === true, flags.out === '-' && host.stdout.isTTY === true);
  const interrupts = listenForStop(run);
  const { stop } = interrupts.signals;
  const file = flags.out === '-' ? standardOutput(run) : await openExportFile(flags.out, flags.overwrite === true);
  let rows = 0;
  let skipped = 0;
  let gone = 0;
  try {
    await withApi(command, run, async (api) => {
      const patient = patientApi(api, flags.retryFor, run, stop);
      const detailsOf = detailReader(patient);
      await file.write(view.head);
      for await (const items of everyTransaction(patient, query, stop)) {
        if (stop.aborted) return;
        const found = flags.detail ? await detailsOf(items) : items;
        await file.write(view.rows(found));
        rows += found.length;
        gone += items.length - found.length;
        skipped += found.filter(({ transactionMatchState }) => transactionMatchState === 'Skip').length;
      }
      await file.write(view.tail);
    });
    if (stop.aborted) return interrupts.signals.exit();
    await file.finish();
  } finally {
    interrupts.end();
    await file.discard();
  }
  output.message(
    'OK',
    `${rows.toLocaleString('en')} transaction${rows === 1 ? '' : 's'} exported${flags.out === '-' ? '' : ` to ${flags.out}`}`,
    'green',
  );
  if (gone > 0) {
    const text = `${gone.toLocaleString('en')} other${gone === 1 ? ' has' : 's have'} disappeared since ${gone === 1 ? 'it was' : 'they were'} listed (404) and ${gone === 1 ? 'is' : 'are'} not in the file`;
    output.message('NOTE', text, 'yellow');
  }
  if (skipped > 0) {
    const are = skipped === 1 ? 'is' : 'are';
    const text = `${skipped.toLocaleString('en')} of them ${are} marked Skip, as duplicates: uploading this file elsewhere would count them as sales`;
    output.message('NOTE', text, 'yellow');
  }
  if (rows > 0 && !flags.detail) output.note('         Without their additional data: --detail adds it', 'dim');
  if (output.flags.json) output.document({ schema: 'sales.exported/1', file: flags.out, format, rows });
  return exits.done;
}

function formatOf(path: string): ExportFormat {
  return /\.(?:nd)?json$/i.test(path) ? (/\.json$/i.test(path) ? 'json' : 'ndjson') : 'csv';
}

type ExportApi = Pick<SalesApi, 'host' | 'list' | 'get'>;

/** The API that asks again where that can help. */
function patientApi(api: SalesApi, retryForMs: number, { host: { clock } }: Run, stop: AbortSignal): ExportApi {
  const patiently = <Answer>(ask: () => Promise<Answer>) => askWithRetries(ask, clock.nowMs() + retryForMs, clock, stop);
  return {
    host: api.host,
    list: (query, signal) => patiently(() => api.list(query, signal)),
    get: (id) => patiently(() => api.get(id)),
  };
}

/**
 * Reads what a list has named. Transactions that are not found have left since, as those of an upload that was withdrawn do; but where
 * none was ever found, the address may be a wrong one, and that is a failure.
 */
function detailReader(api: ExportApi): (items: readonly Transaction[]) => Promise<TransactionDetail[]> {
  let hasFound = false;
  return async (items) => {
    const details: TransactionDetail[] = [];
    let notFound: SalesError | null = null;
    const read = async ({ transactionId }: Transaction) => {
      try {
        return await api.get(transactionId);
      } catch (error) {
        if (!(error instanceof SalesError) || error.code !== 'notFound') throw error;
        notFound = error;
        return null;
      }
    };
    for (let at = 0; at < items.length; at += DETAILS_AT_A_TIME) {
      const found = await Promise.all(items.slice(at, at + DETAILS_AT_A_TIME).map(read));
      details.push(...found.filter((detail) => detail !== null));
    }
    hasFound ||= details.length > 0;
    if (notFound !== null && !hasFound) throw notFound;
    return details;
  };
}

function standardOutput({ output }: Run): ExportFile {
  return { write: (text) => output.bulk(text), finish: async () => {}, discard: async () => {} };
}
