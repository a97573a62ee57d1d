/** `sales export`: every transaction, or settlement record, that matches, into a file that `sales upload`, or `settle`, reads back. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type AnyRowsApi, rowsApi, type SalesApi } from '../../client/http/api.js';
import { askWithRetries } from '../../client/http/ask-with-retries.js';
import { eachAtOnce } from '../../client/machine/each-at-once.js';
import { everyTransaction, type LeftOut } from '../../contract/every-transaction.js';
import type { MatchList } from '../../contract/pages.js';
import type { QueryValues } from '../../contract/paths.js';
import { SalesError } from '../../contract/problem.js';
import type { SettlementRecord } from '../../contract/records.js';
import { idOf, matchStateOf, type UploadKind } from '../../contract/states.js';
import type { TotalsItem } from '../../contract/totals.js';
import type { Transaction } from '../../contract/transaction.js';
import { commentName, namesOfListing } from '../../files/words/field-names.js';
import { exits } from '../../jobs/exit-codes.js';
import { checkColumns, columnsFlag } from '../flags/columns-flag.js';
import { durationMs } from '../flags/durations.js';
import { addRowFilters, asCurrencyIsWritten, type RowFilters, rowQuery } from '../flags/list-filters.js';
import type { Run } from '../flags/run.js';
import { kindOf } from '../flags/settlement-flag.js';
import { type Where, whereFlag } from '../flags/where-flag.js';
import { withApi } from '../settings/connect.js';
import { listerOf } from '../settings/sales-lister.js';
import { type ExportFile, openExportFile, packed } from '../terminal/export-file.js';
import { kindWords } from '../terminal/kind-words.js';
import { openWorkbookFile } from '../terminal/workbook-file.js';
import { listenForStop } from '../upload/stop-signals.js';
import { explainEmpty } from '../views/empty-view.js';
import {
  detailFields,
  type Exported,
  type ExportFormat,
  exportColumns,
  exportFormats,
  exportView,
  workbookCells,
} from '../views/export-view.js';
import { totalsRows } from '../views/totals-view.js';
import { chosenRows, leftOutText } from './export/chosen-rows.js';

interface ExportFlags extends RowFilters {
  out: string;
  format?: ExportFormat;
  columns?: string[];
  where?: Where;
  decimal: '.' | ',';
  bom?: boolean;
  dates: 'stored' | 'local';
  detail?: boolean;
  allRows?: boolean;
  overwrite?: boolean;
  retryFor: number;
}

/** Details asked for at a time. */
const DETAILS_AT_A_TIME = 8;

export function commandOf(run: Run): Command {
  const command = new Command('export')
    .description(
      'Write all matching transactions, or settlement records, to a file, oldest first. sales upload, or settle, reads it back into equal rows, but not with --dates local. Duplicates and rows that were not imported are left out, unless a filter asks for them.',
    )
    .option('--out <file>', 'the file to write; - for standard output')
    .addOption(
      new Option('--format <format>', "by the file's name: .csv, .ndjson, .json, each also with .gz, or .xlsx").choices(exportFormats),
    )
    .option('--all-rows', 'duplicates, and rows that were not imported, too: sales totals leaves them out of its sums')
    .option('--detail', 'include additional data and comment: one more request per transaction')
    .addOption(new Option('--columns <names>', 'these alone, separated by commas').argParser(columnsFlag(detailFields)))
    .addOption(whereFlag().conflicts('settlement'))
    .addOption(new Option('--decimal <sign>', 'of CSV; with a comma, semicolons separate the cells').choices(['.', ',']).default('.'))
    .option('--bom', 'begin CSV with the mark by which Excel knows UTF-8')
    .addOption(
      new Option('--dates <clock>', 'times as they were stored, or by the clock of --timezone, without an offset')
        .choices(['stored', 'local'])
        .default('stored'),
    )
    .option('--overwrite', 'replace an existing file')
    .addOption(new Option('--retry-for <duration>', 'how long to retry a failing request').argParser(durationMs).default(900_000, '15m'));
  return addRowFilters(command).action(async (flags: Omit<ExportFlags, 'out'> & { out?: string }, command: Command) => {
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
  const kind = kindOf(flags);
  const asked = rowQuery(flags, host);
  checkColumns(flags.columns ?? [], kind, detailFields);
  const interrupts = listenForStop(run);
  const { stop } = interrupts.signals;
  const file = flags.out === '-' ? standardOutput(run) : await openExportFile(flags.out, flags.overwrite === true);
  const counts: Counts = { rows: 0, skipped: 0, gone: 0, leftOut: { duplicates: 0, notImported: 0 } };
  let format: ExportFormat;
  let totals: readonly TotalsItem[] = [];
  try {
    format = formatOf(flags, run);
    const table = await openTable(file, format, flags, run);
    await withApi(command, run, async (api) => {
      const patient = patientApi(api, kind, flags, run, stop);
      const query = await asCurrencyIsWritten(patient, asked);
      const detailsOf = detailReader(patient);
      const chosen = chosenRows(patient.matches, flags.allRows === true, query);
      counts.leftOut = chosen.leftOut;
      for await (const items of everyTransaction(patient, query, stop)) {
        if (stop.aborted) return;
        const kept = await chosen.choose(items);
        const found = flags.detail ? await detailsOf(kept) : kept;
        await table.rows(found);
        chosen.wrote(found);
        counts.rows += found.length;
        counts.gone += kept.length - found.length;
        counts.skipped += found.filter((row) => matchStateOf(row) === 'Skip').length;
      }
      totals = chosen.totals.items();
      const { duplicates, notImported } = counts.leftOut;
      if (counts.rows + duplicates + notImported === 0 && !stop.aborted && kind === 'Sales') await explainEmpty(api, query, run);
    });
    if (stop.aborted) return interrupts.signals.exit();
    await table.finish(totals);
  } finally {
    interrupts.end();
    await file.discard();
  }
  tell(counts, flags, run);
  if (output.flags.json)
    output.document({ schema: 'sales.exported/1', file: flags.out, format, rows: counts.rows, leftOut: counts.leftOut });
  return exits.done;
}

interface Counts {
  rows: number;
  skipped: number;
  gone: number;
  leftOut: LeftOut;
}

function tell({ rows, skipped, gone, leftOut }: Counts, flags: ExportFlags, { output }: Run): void {
  const { one, sales } = kindWords[kindOf(flags)];
  output.message(
    'OK',
    `${rows.toLocaleString('en')} ${one}${rows === 1 ? '' : 's'} exported${flags.out === '-' ? '' : ` to ${flags.out}`}`,
    'green',
  );
  if (leftOut.duplicates + leftOut.notImported > 0) {
    output.message('NOTE', `${leftOutText(leftOut)}, as of the sums of sales totals: --all-rows brings them, too`, 'yellow');
  }
  if (gone > 0) {
    const text = `${gone.toLocaleString('en')} other${gone === 1 ? ' has' : 's have'} disappeared since ${gone === 1 ? 'it was' : 'they were'} listed (404) and ${gone === 1 ? 'is' : 'are'} not in the file`;
    output.message('NOTE', text, 'yellow');
  }
  if (skipped > 0) {
    const marked = `${skipped.toLocaleString('en')} of them ${skipped === 1 ? 'is' : 'are'} marked Skip`;
    const how = `With --detail${flags.columns ? ', and without --columns,' : ''} the comment says which are duplicates, and those are left out`;
    const text = tellsDuplicates(flags)
      ? `${marked}; those that the comment calls duplicates are left out when the file is sent elsewhere`
      : `${marked}, as duplicates and what is cancelled are: sent elsewhere, all of them count as ${sales}. ${how}`;
    output.message('NOTE', text, 'yellow');
  }
  if (rows > 0 && !flags.detail) output.note('         Without their additional data: --detail adds it', 'dim');
}

/** Whether the file is read back as a list that has comments. */
function tellsDuplicates({ columns, detail, ...flags }: Omit<ExportFlags, 'out'>): boolean {
  return detail === true && (!columns || (columns.includes(commentName) && namesOfListing(columns, kindOf(flags)).length > 0));
}

const PACKED = /\.gz$/i;

/** By the name of the file. Fails with `usage` where that says none, or another one than --format, and where flags do not go with it. */
function formatOf({ out, format, ...flags }: ExportFlags, { host }: Run): ExportFormat {
  const byName = /\.(?:(csv|ndjson|json)(?:\.gz)?|(xlsx))$/i.exec(out);
  const named = (byName?.[1] ?? byName?.[2])?.toLowerCase() as ExportFormat | undefined;
  const found = format ?? named ?? (out === '-' ? 'csv' : undefined);
  if (!found) {
    throw new SalesError('usage', `The name ${out} says no format.`, {
      hint: 'Let it end in .csv, .ndjson or .json, each also with .gz, or in .xlsx; or say --format',
    });
  }
  if (named !== undefined && named !== found) throw new SalesError('usage', `${out} would not be ${found}, but --format says so.`);
  if (found === 'xlsx' && out === '-' && host.stdout.isTTY) throw new SalesError('usage', 'A workbook cannot be shown: name a file.');
  if (found !== 'csv' && (flags.decimal !== '.' || flags.bom)) throw new SalesError('usage', '--decimal and --bom are for CSV.');
  const detail = flags.columns?.find((name) => detailFields.includes(name));
  if (detail !== undefined && !flags.detail) throw new SalesError('usage', `The column ${detail} needs --detail.`);
  return found;
}

interface ExportTable {
  rows(items: readonly Exported[]): Promise<void>;
  /** Ends the file. A workbook of sales gets a sheet of the totals. */
  finish(totals: readonly TotalsItem[]): Promise<void>;
}

async function openTable(file: ExportFile, format: ExportFormat, flags: ExportFlags, { host }: Run): Promise<ExportTable> {
  const { columns = null, detail = false, decimal, bom = false, out } = flags;
  const localZone = flags.dates === 'local' ? (flags.timezone ?? host.timeZone) : null;
  const kind = kindOf(flags);
  const shape = {
    kind,
    columns,
    withDetail: detail,
    decimal,
    hasBom: bom,
    localZone,
    onTerminal: out === '-' && host.stdout.isTTY === true,
  };
  if (format === 'xlsx') {
    const workbook = await openWorkbookFile(`${kindWords[kind].one}s`, file.write, kind === 'Sales' ? 'totals' : undefined);
    await workbook.rows([exportColumns(shape)]);
    return {
      rows: (items) => workbook.rows(items.map((item) => workbookCells(item, shape))),
      finish: async (totals) => {
        await workbook.finish(totalsRows(totals));
        await file.finish();
      },
    };
  }
  const view = exportView(format, shape);
  const to = PACKED.test(out) ? packed(file) : file;
  await to.write(view.head);
  return {
    rows: (items) => to.write(view.rows(items)),
    finish: async () => {
      await to.write(view.tail);
      await to.finish();
    },
  };
}

interface ExportApi extends Pick<AnyRowsApi, 'list' | 'get'>, Pick<SalesApi, 'host'> {
  matches(query: QueryValues): Promise<MatchList>;
}

/** The API that asks again where that can help. */
function patientApi(api: SalesApi, kind: UploadKind, flags: ExportFlags, { host: { clock } }: Run, stop: AbortSignal): ExportApi {
  const { where, columns, retryFor: retryForMs } = flags;
  const list = listerOf(api, kind, where, columns);
  const patiently = <Answer>(ask: () => Promise<Answer>) => askWithRetries(ask, clock.nowMs() + retryForMs, clock, stop);
  const rows = rowsApi(api, kind);
  return {
    host: api.host,
    list: (query, signal) => patiently(() => list(query, signal)),
    get: (id) => patiently(() => rows.get(id)),
    matches: (query) => patiently(() => api.ask('listMatches', { query })),
  };
}

/**
 * Reads what a list has named. Rows that are not found have left since, as those of an upload that was withdrawn do; but where
 * none was ever found, the address may be a wrong one, and that is a failure.
 */
function detailReader(api: ExportApi): (items: readonly (Transaction | SettlementRecord)[]) => Promise<Exported[]> {
  let hasFound = false;
  return async (items) => {
    let notFound: SalesError | null = null;
    const read = async (row: Transaction | SettlementRecord) => {
      try {
        return await api.get(idOf(row));
      } catch (error) {
        if (!(error instanceof SalesError) || error.code !== 'notFound') throw error;
        notFound = error;
        return null;
      }
    };
    const details = (await eachAtOnce(items, DETAILS_AT_A_TIME, read)).filter((detail) => detail !== null);
    hasFound ||= details.length > 0;
    if (notFound !== null && !hasFound) throw notFound;
    return details;
  };
}

function standardOutput({ output }: Run): ExportFile {
  return { write: (data) => output.bulk(data), finish: async () => {}, discard: async () => {} };
}
