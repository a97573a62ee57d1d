/** `sales status`: the state of an upload, as the server wrote it, or of every upload of a job. */
import { Command, Option } from 'commander';
import { type AnyRowsApi, ofEitherKind, rowsApi } from '../../client/http/api.js';
import { kindOf } from '../../client/journal/job.js';
import { readReport } from '../../client/journal/job-folders.js';
import { eachAtOnce } from '../../client/machine/each-at-once.js';
import { countsMatch, stateOfUpload, waitForState } from '../../client/sending/wait.js';
import { asToldBy, SalesError } from '../../contract/problem.js';
import type { Hint } from '../../contract/remedy.js';
import type { UploadState } from '../../contract/upload.js';
import { isUuid } from '../../contract/uuid.js';
import { exits, gravest, hasImportErrors, mayLackRows } from '../../jobs/exit-codes.js';
import type { JobStanding } from '../../jobs/job-standing.js';
import type { UploadDocument } from '../../jobs/upload-document.js';
import { keepWithdrawn } from '../../jobs/withdrawn.js';
import { durationMs } from '../flags/durations.js';
import type { Run } from '../flags/run.js';
import { withApi } from '../settings/connect.js';
import { kindWords } from '../terminal/kind-words.js';
import { checkTarget, jobOfWord, uploadWords } from '../upload/command-target.js';
import { groupedAmount } from '../views/amount-cells.js';
import { inNoSumText } from '../views/in-no-sum.js';
import { type ItemColumn, showTable } from '../views/table-view.js';
import { showUploadState } from '../views/upload-state-view.js';
import { showCounts } from '../views/upload-view.js';
import { jobTotal, type StateTotal } from './status/job-total.js';

interface StatusFlags {
  wait?: number;
  batches?: boolean;
}

export function commandOf(run: Run): Command {
  return new Command('status')
    .description('Show what became of an upload, or of all uploads of a job. Every status but Processing is final.')
    .argument('[upload-id]', uploadWords, 'last')
    .addOption(new Option('--wait <duration>', 'wait until it is final; --wait alone is --wait=10m').argParser(durationMs))
    .option('--batches', 'of a job, each of its uploads, too')
    .action(async (name: string, flags: StatusFlags, command: Command) => {
      run.exit = await status(name, flags, command, run);
    });
}

async function status(name: string, { wait: waitMs, batches = false }: StatusFlags, command: Command, run: Run): Promise<number> {
  if (!isUuid(name)) {
    const standing = await jobOfWord(name, command, run.host);
    if (!standing)
      throw new SalesError('notFound', 'No uploads were made from here.', {
        hint: [['sales', 'status', 'UPLOAD_ID'], ' asks for any upload'],
      });
    return ofJob(standing, waitMs, batches, command, run);
  }
  const state = await withApi(command, run, (api) => ofEitherKind(api, (rows) => ask(name, rows, waitMs, run)));
  const { status } = state;
  const { kind = 'Sales' } = state;
  const { list } = kindWords[kind];
  const { note, commandLine, words } = run.output;
  const text = words.status;
  if (run.output.flags.json) run.output.document({ schema: 'sales.status/1', uploadId: name, ...state });
  else {
    showUploadState(state, run.output);
    if (state.withdrawn) note(text.restore(commandLine('undo', name, '--redo')));
    else if (status === 'Processing' && waitMs === undefined) note(text.wait(commandLine('status', name, '--wait')));
    else if (status !== 'Processing') {
      note(text.rows(kind, commandLine(...list, '--upload', name)));
      if (mayLackRows(state)) note(text.notImported(commandLine(...list, '--upload', name, '--state', 'Unprocessed')));
    }
  }
  return exitOf(state, waitMs);
}

async function ofJob(standing: JobStanding, waitMs: number | undefined, batches: boolean, command: Command, run: Run): Promise<number> {
  const { output, host } = run;
  const { job } = standing.folder;
  const untilMs = host.clock.nowMs() + (waitMs ?? 0);
  const { states, byState } = await withApi(command, run, async (api, target) => {
    checkTarget(job, target);
    const rowsOf = rowsApi(api, kindOf(job));
    const states = await eachAtOnce(standing.uploads, ASKED_AT_ONCE, async ({ uploadId, rows, countsMatch: matched }) => {
      const leftMs = waitMs === undefined ? undefined : Math.max(0, untilMs - host.clock.nowMs());
      const state = await ask(uploadId, rowsOf, leftMs, run);
      // A list that lagged behind may be whole by now.
      const asks = matched === false && !state.withdrawn;
      const asking = { api: rowsOf, clock: host.clock, untilMs, stop: undefined, abort: undefined };
      return { uploadId, rows, ...state, ...(asks && { countsMatch: await countsMatch({ uploadId, rows }, asking) }) };
    });
    return { states, byState: await jobTotal(states, api) };
  });
  const seen = states.map(({ uploadId, withdrawn }) => ({ uploadId, at: withdrawn?.at ?? null }));
  await keepWithdrawn(standing, seen);
  const final = states.filter((state) => state.status !== 'Processing').length;
  const total = { uploads: states.length, final, rows: states.reduce((sum, state) => sum + state.rows, 0), byState };
  const differing = states.filter((state) => state.countsMatch === false);
  const report = standing.finished ? null : ((await readReport(standing.folder.path)) as UploadDocument | null);
  // All of it was sent, and only the imports are waited for.
  const isSent = report?.exit === exits.stillProcessing;
  const ofStanding = exitOfStanding(isSent ? { ...standing, finished: true, rows: report.rows } : standing, report?.exit ?? null);
  const ofCounts = differing.length > 0 ? exits.importErrors : exits.done;
  const exit = gravest([...states.map((state) => exitOf(state, waitMs)), ofStanding, ofCounts]);
  if (output.flags.json) {
    output.document({ schema: 'sales.statuses/1', job: job.job, file: job.file.name, state: standing.state, uploads: states, total, exit });
    return exit;
  }
  showTotal(byState, run);
  const noPayments = kindOf(job) === 'Settlement' ? processedWithoutSum(byState) : 0;
  if (noPayments > 0) output.note(inNoSumText({ noPayments, duplicates: 0, notImported: 0 }));
  const { progress, status: text, upload: words } = output.words;
  const parts = [text.rowsIn(total.rows, total.uploads), text.final(final)];
  const isRunning = standing.state === 'running';
  const inDoubt = standing.rows.inDoubt ?? 0;
  if (inDoubt > 0) parts.push(text.open(inDoubt, isRunning));
  output.text(`${words.job(job.job)} (${standing.state}): ${parts.join(', ')}`);
  // One that is not as it should be is always worth its lines.
  const shown = batches ? states : states.length === 1 ? states : states.filter(hasImportErrors).slice(0, FAULTY_SHOWN);
  for (const state of shown) {
    output.text('');
    output.text(`${words.upload(state.uploadId)}   ${progress.rows(state.rows)}`);
    showUploadState(state, output);
  }
  showCounts(differing, kindWords[kindOf(job)].list, output);
  if (shown.length < states.length) output.note(text.each(output.commandLine('status', job.job, '--batches')));
  if (isRunning) output.note(text.running);
  else if (!standing.finished && !isSent) output.note(text.finish(output.commandLine('resume', job.job)));
  return exit;
}

const FAULTY_SHOWN = 3;
/** A job of 200,000 rows has 200 uploads. */
const ASKED_AT_ONCE = 8;

function showTotal(byState: readonly StateTotal[], run: Run): void {
  const { format, status } = run.output.words;
  const { titles } = status;
  const sumText = ({ amount, currency }: StateTotal) => (amount === null ? '' : groupedAmount(amount, currency, format));
  const columns: ItemColumn<StateTotal>[] = [
    { title: titles.state, cell: ({ state }) => state },
    { title: titles.currency, cell: ({ currency }) => currency ?? '' },
    { title: titles.rows, align: 'right', cell: ({ rows }) => format.countText(rows) },
    { title: titles.sum, align: 'right', point: '.', cell: sumText },
  ];
  showTable(columns, byState, run);
}

/** Rows that were imported and are in no sum, where the server tells sums. */
function processedWithoutSum(byState: readonly StateTotal[]): number {
  if (byState.every(({ amount }) => amount === null)) return 0;
  const isWithout = ({ state, currency, amount }: StateTotal) => state.startsWith('Processed') && currency === null && amount === null;
  return byState.filter(isWithout).reduce((sum, { rows }) => sum + rows, 0);
}

function ask(uploadId: string, api: AnyRowsApi, waitMs: number | undefined, { host }: Run): Promise<UploadState> {
  const asked = waitMs === undefined ? stateOfUpload(uploadId, api) : waitForState(uploadId, api, waitMs, host.clock);
  const hint: Hint = [
    ['sales', 'uploads'],
    ' lists those made from here. If it should be there: ',
    ['sales', 'config', 'show', '--origin'],
    ' shows who asks which server, ',
    ['sales', 'ping'],
    ' tests the way to it',
  ];
  const text = `There is no upload ${uploadId} for this user and tenant.`;
  return asked.catch(asToldBy('notFound', (cause) => new SalesError('notFound', text, { hint, cause })));
}

function exitOf(state: UploadState, waitMs: number | undefined): number {
  if (state.status === 'Processing') return waitMs === undefined ? exits.done : exits.stillProcessing;
  return hasImportErrors(state) ? exits.importErrors : exits.done;
}

/** What the journal says beside the uploads themselves. */
function exitOfStanding({ finished, rows, state }: JobStanding, lastExit: number | null): number {
  // Batches of a running job are not in doubt. Where the last run said that a resume settles them, nobody has to decide.
  if ((rows.inDoubt ?? 0) > 0 && state !== 'running') return lastExit === exits.temporary ? exits.temporary : exits.inDoubt;
  if (state === 'damaged') return exits.disk;
  if (!finished && state !== 'running') return exits.temporary;
  // Rows that an input with a fault kept back are not among the rejected.
  return (rows.rejected ?? 0) > 0 || (rows.unsent ?? 0) > 0 ? exits.rejectedRows : exits.done;
}
