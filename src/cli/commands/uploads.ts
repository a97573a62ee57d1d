/** `sales uploads`: the history of what was uploaded from here, or to the server; shows one, and removes old ones that are settled. */
import { Command, Option } from 'commander';
import { kindOf, startedText } from '../../client/journal/job.js';
import { readReport, removeJob } from '../../client/journal/job-folders.js';
import { lockFolder } from '../../client/journal/job-lock.js';
import { sweepLeftovers } from '../../client/journal/leftovers.js';
import { maskCardNumbers } from '../../contract/card-number.js';
import { pageNumberMax, pageSizeMax } from '../../contract/limits.js';
import { asToldBy, orNull, SalesError } from '../../contract/problem.js';
import { rowMembers } from '../../contract/states.js';
import type { ListedUpload } from '../../contract/upload.js';
import { type JobStanding, standingDocument, standingOf, standings } from '../../jobs/job-standing.js';
import { targetText } from '../../jobs/job-target.js';
import type { UploadDocument } from '../../jobs/upload-document.js';
import { ageMs } from '../flags/durations.js';
import type { Run } from '../flags/run.js';
import { wholeNumber } from '../flags/whole-number.js';
import { withApi } from '../settings/connect.js';
import { jobOfWord, jobWords } from '../upload/command-target.js';
import { groupedAmount } from '../views/amount-cells.js';
import { count } from '../views/input-view.js';
import { type ItemColumn, showTable } from '../views/table-view.js';

const PRUNE_MS_DEFAULT = 30 * 86_400_000;

export function commandOf(run: Run): Command {
  const uploads = new Command('uploads')
    .description('Show the uploads that were made from here; with --server, those that the server has, whoever made them.')
    .option('--server', 'the uploads of the tenant, the newest first; sales serve has such a list')
    .addOption(
      new Option('--limit <uploads>', `with --server: uploads on a page, 1 to ${pageSizeMax} (default: 30)`).argParser(
        wholeNumber(pageSizeMax),
      ),
    )
    .addOption(new Option('--page <number>', 'with --server: page, from 1').argParser(wholeNumber(pageNumberMax)))
    .action((flags: UploadsFlags, command: Command) => (flags.server ? listOfServer(flags, command, run) : list(flags, run)));
  uploads.hook('preAction', async () => sweepLeftovers(await run.host.jobsDir(), run.host.clock));
  uploads
    .command('show')
    .description('Show one upload: its file, its batches, what is left.')
    .argument('<job>', jobWords)
    .action((job: string, _flags: object, command: Command) => show(job, command, run));
  uploads
    .command('prune')
    .description('Remove the records of finished uploads; unfinished ones only with --yes.')
    .addOption(
      new Option('--older-than <age>', 'only those started longer ago than this').argParser(ageMs).default(PRUNE_MS_DEFAULT, '30d'),
    )
    .action((flags: { olderThan: number }) => prune(flags.olderThan, run));
  return uploads;
}

interface UploadsFlags {
  server?: boolean;
  limit?: number;
  page?: number;
}

async function list({ limit, page }: UploadsFlags, { host, output }: Run): Promise<void> {
  if (limit !== undefined || page !== undefined) throw new SalesError('usage', '--limit and --page are for the list with --server.');
  const all = await standings(await host.jobsDir());
  if (output.flags.json) return output.document({ schema: 'sales.uploads/1', jobs: all.map(standingDocument) });
  const targets = new Set(all.map(({ folder }) => targetText(folder.job)));
  const newest = [...all].reverse();
  const hasRecords = all.some(({ folder }) => kindOf(folder.job) === 'Settlement');
  const columns = [...(hasRecords ? [kindColumn] : []), ...localColumns, ...(targets.size > 1 ? [targetColumn] : [])];
  showTable(columns, newest, { host, output }, ({ finished }) => (finished ? undefined : 'yellow'));
  if (all.length === 0) return output.note('No uploads were made from here.');
  const sent = all.reduce((sum, { rows }) => sum + (rows.accepted ?? 0), 0);
  const open = all.filter(({ finished }) => !finished).length;
  output.note(
    `${count(all.length, 'upload')}, ${count(sent, 'row')} accepted${open > 0 ? `, ${open.toLocaleString('en')} not finished` : ''}`,
  );
}

const known = (number: number | null) => number?.toLocaleString('en') ?? '?';

const kindColumn: ItemColumn<JobStanding> = { title: 'what', dropped: 2.5, cell: ({ folder: { job } }) => rowMembers[kindOf(job)].called };
const localColumns: readonly ItemColumn<JobStanding>[] = [
  { title: 'job', cell: ({ folder: { job } }) => job.job },
  { title: 'started', dropped: 4, cell: ({ folder: { job } }) => startedText(job) },
  { title: 'state', cell: ({ state, uploads }) => stateShown(state, uploads) },
  { title: 'accepted', align: 'right', cell: ({ rows }) => known(rows.accepted) },
  { title: 'rejected', align: 'right', dropped: 2, cell: ({ rows }) => known(rows.rejected) },
  { title: 'in doubt', align: 'right', dropped: 1, cell: ({ rows }) => known(rows.inDoubt) },
  { title: 'unsent', align: 'right', dropped: 3, cell: ({ rows }) => known(rows.unsent) },
  { title: 'file', cell: ({ folder: { job } }) => job.file.name },
];
const targetColumn: ItemColumn<JobStanding> = { title: 'as', dropped: 5, cell: ({ folder: { job } }) => targetText(job) };

/** What counts is another matter than how the sending went. */
function stateShown(state: string, uploads: JobStanding['uploads']): string {
  const gone = uploads.filter(({ withdrawn }) => withdrawn !== undefined).length;
  if (gone === 0) return state;
  const word = gone < uploads.length ? 'partly undone' : 'undone';
  return state === 'done' ? word : `${state}, ${word}`;
}

function lineOf({ folder: { job }, state, rows, uploads }: JobStanding): string {
  const counts = Object.entries(rows).flatMap(([name, value]) => (name !== 'read' && value ? [`${known(value)} ${name}`] : []));
  const what = kindOf(job) === 'Sales' ? [] : [rowMembers[kindOf(job)].called];
  return [job.job, startedText(job), stateShown(state, uploads), counts.join(', ') || '-', ...what, job.file.name].join('  ');
}

const serverKind: ItemColumn<ListedUpload> = { title: 'what', dropped: 2.5, cell: ({ kind = 'Sales' }) => rowMembers[kind].called };
const serverFile: ItemColumn<ListedUpload> = { title: 'file', dropped: 3.5, cell: ({ fileName }) => fileName ?? '' };
const serverColumns: readonly ItemColumn<ListedUpload>[] = [
  { title: 'received', instant: true, dropped: 1, cell: ({ receivedAt }) => receivedAt },
  { title: 'user', dropped: 5, cell: ({ user }) => user },
  { title: 'status', dropped: 2, cell: ({ withdrawn, status }) => (withdrawn ? 'undone' : status) },
  { title: 'rows', align: 'right', cell: ({ transactions }) => known(transactions) },
  { title: 'imported', align: 'right', dropped: 3, cell: ({ processed, duplicates }) => known(processed - duplicates) },
  { title: 'duplicates', align: 'right', dropped: 7, cell: ({ duplicates }) => known(duplicates) },
  { title: 'rejected', align: 'right', dropped: 6, cell: ({ rejected }) => known(rejected) },
  { title: 'sums', dropped: 4, cell: sumsText },
  { title: 'id', cell: ({ uploadId }) => uploadId },
];

function sumsText({ amounts }: ListedUpload): string {
  const sums = amounts.map(({ currency, amount }) => `${currency ?? 'no currency'} ${groupedAmount(amount, currency)}`);
  return maskCardNumbers(sums.join(', '));
}

async function listOfServer({ limit = 30, page = 1 }: UploadsFlags, command: Command, run: Run): Promise<void> {
  const { output } = run;
  const { items, hasMore } = await withApi(command, run, (api) =>
    api.ask('listUploads', { query: { pageSize: limit, pageNumber: page } }).catch(asToldBy('notFound', () => withoutList(api.host))),
  );
  if (output.flags.json) return output.document({ schema: 'sales.serverUploads/1', items, hasMore });
  const hasRecords = items.some(({ kind }) => kind === 'Settlement');
  const hasFiles = items.some(({ fileName }) => fileName);
  const columns = [...(hasRecords ? [serverKind] : []), ...(hasFiles ? [serverFile] : []), ...serverColumns];
  showTable(columns, items, run, ({ status }) => (status === 'Processed' ? undefined : 'yellow'));
  if (items.length === 0) output.note(page > 1 ? `Page ${page} is past the end of the list.` : 'The server has no uploads.');
  else {
    output.note(
      `${count(items.length, 'upload')} shown, ${count(
        items.reduce((sum, { transactions }) => sum + transactions, 0),
        'row',
      )}`,
    );
    if (hasMore) output.note(`There are more: use --page ${page + 1}`);
  }
}

function withoutList(host: string): SalesError {
  return new SalesError('notFound', `${host} has no list of uploads: sales serve has, from this version on.`, {
    hint: [['sales', 'uploads'], ', without --server, shows those made from here'],
  });
}

async function show(id: string, command: Command, { host, output }: Run): Promise<void> {
  const standing = await jobOfWord(id, command, host);
  if (!standing) throw new SalesError('notFound', 'No uploads were made from here.');
  const { job, path } = standing.folder;
  if (output.flags.json) {
    const report = (await readReport(path)) as UploadDocument | null;
    return output.document({ schema: 'sales.job/1', ...standingDocument(standing), version: job.version, report });
  }
  output.text(lineOf(standing));
  output.text(`as ${targetText(job)}, with version ${job.version}; journal in ${path}`);
  for (const { uploadId, rows, status, duplicates, withdrawn } of standing.uploads) {
    const since = withdrawn === undefined ? '' : `  undone on ${withdrawn}`;
    const known = `${duplicates ? `  ${count(duplicates, 'duplicate')}` : ''}${since}`;
    output.text(`  upload ${uploadId}  ${count(rows, 'row')}  ${status ?? 'accepted'}${known}`);
  }
  if (!standing.finished) output.note(`To finish it:   ${output.commandLine('resume', job.job)}`);
}

/** Never one that another process is at; one that is not settled only where --yes says so. */
async function prune(olderThanMs: number, { host, output, flags }: Run): Promise<void> {
  const jobsDir = await host.jobsDir();
  const pruned: string[] = [];
  const kept: string[] = [];
  for (const one of await standings(jobsDir)) {
    const { job, path } = one.folder;
    if (host.clock.nowMs() - Date.parse(job.startedAt) < olderThanMs || one.state === 'running') continue;
    if (!isSettled(one) && flags.yes !== true) {
      kept.push(job.job);
      continue;
    }
    if (await removeUnlessInUse(one, path, host.clock, flags.yes === true)) pruned.push(job.job);
  }
  if (output.flags.json) return output.document({ schema: 'sales.prune/1', pruned, kept });
  output.message('OK', `${count(pruned.length, 'upload')} removed from the history`, 'green');
  if (kept.length > 0)
    output.message(
      'KEPT',
      `not finished or in doubt: ${kept.join(', ')}. ${output.commandLine('resume', 'JOB')} settles one; --yes removes them`,
      'yellow',
    );
}

function isSettled({ finished, rows }: JobStanding): boolean {
  return finished && rows.inDoubt === 0;
}

async function removeUnlessInUse({ folder }: JobStanding, path: string, clock: Run['host']['clock'], evenOpen: boolean): Promise<boolean> {
  const lock = await lockFolder(path, clock).catch(orNull('locked'));
  // It may have been gone on with since it was looked at.
  if (lock && (evenOpen || isSettled(await standingOf(folder)))) await removeJob(path);
  await lock?.release();
  return lock !== null;
}
