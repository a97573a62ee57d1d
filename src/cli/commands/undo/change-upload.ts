/** Changes to uploads, one after the other, each with its result. */
import type { Command } from 'commander';
import type { SalesApi } from '../../../client/http/api.js';
import { askWithRetries } from '../../../client/http/ask-with-retries.js';
import { type Job, kindOf } from '../../../client/journal/job.js';
import { failures, SalesError } from '../../../contract/problem.js';
import type { UploadState } from '../../../contract/upload.js';
import { exitOfFailure, exits, gravest, hasImportErrors, mayLackRows } from '../../../jobs/exit-codes.js';
import { standings } from '../../../jobs/job-standing.js';
import { keepWithdrawn } from '../../../jobs/withdrawn.js';
import type { Document } from '../../documents/documents.js';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { failureDetails } from '../../terminal/failure-details.js';
import { hintOf, hintText } from '../../terminal/hint-text.js';
import { kindWords } from '../../terminal/kind-words.js';
import type { Output } from '../../terminal/output.js';
import { count } from '../../views/input-view.js';
import { showUploadState } from '../../views/upload-state-view.js';
import { type ChosenUploads, checkServer } from './chosen-uploads.js';

type UploadChange = 'reprocess' | 'withdraw' | 'restore';

/** Where there are many, a server that is busy or limits requests is waited for. */
const PATIENCE_MS = 60_000;

type Changed = { uploadId: string } & ({ state: UploadState } | { failure: SalesError });

/**
 * Gives the exit code. The failure of a single upload is thrown; of several, each is told, and those that are about more than one upload
 * end it.
 */
export async function changeUploads(
  chosen: ChosenUploads,
  change: UploadChange,
  command: Command,
  run: Run,
  withDecisions = false,
): Promise<number> {
  const { uploadIds } = chosen;
  const isOne = uploadIds.length === 1;
  const all: Changed[] = [];
  let actor = '';
  await withApi(command, run, async (api, target) => {
    checkServer(chosen, target);
    actor = target.user;
    for (const uploadId of uploadIds) {
      const ask = () => asked(api, uploadId, change, withDecisions);
      const changed = await changeOne(ask, uploadId, isOne ? 0 : PATIENCE_MS, run);
      if (isOne && 'failure' in changed) throw changed.failure;
      all.push(changed);
      if (!run.output.flags.json) show(changed, isOne, run);
      if ('failure' in changed && !isOfOneUpload(changed.failure, change)) break;
    }
  });
  await keepSeen(all, chosen, run);
  const exit = gravest(all.map((changed) => exitOf(changed, change)));
  if (run.output.flags.json) run.output.document(documentOf(all, isOne, exit));
  else showEnd(all, chosen, change, actor, run);
  return exit;
}

/** For `sales uploads`, which asks no server. The jobs of uploads that were named by their ids are looked for. */
async function keepSeen(all: readonly Changed[], { jobs, uploadIds }: ChosenUploads, { host }: Run): Promise<void> {
  const seen = all.flatMap((one) => ('state' in one ? [{ uploadId: one.uploadId, at: one.state.withdrawn?.at ?? null }] : []));
  const isOfJobs = uploadIds.every((id) => jobs.some(({ uploads }) => uploads.some(({ uploadId }) => uploadId === id)));
  for (const job of isOfJobs ? jobs : await standings(await host.jobsDir())) await keepWithdrawn(job, seen);
}

function asked(api: SalesApi, uploadId: string, change: UploadChange, withDecisions: boolean): Promise<UploadState> {
  const path = { uploadId };
  if (change === 'withdraw') return api.ask('withdrawUpload', { path, query: withDecisions ? { withDecisions: 'true' } : {} });
  return api.ask(`${change}Upload`, { path });
}

async function changeOne(ask: () => Promise<UploadState>, uploadId: string, patienceMs: number, { host, output }: Run): Promise<Changed> {
  try {
    const untilMs = host.clock.nowMs() + patienceMs;
    return { uploadId, state: await askWithRetries(ask, untilMs, host.clock, undefined) };
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    return { uploadId, failure: explained(error, uploadId, output) };
  }
}

function isOfOneUpload({ code }: SalesError, change: UploadChange): boolean {
  // Who made an upload is a matter of that upload; nobody's own is reprocessed without the role.
  return code === 'validation' || code === 'notFound' || (code === 'forbidden' && change !== 'reprocess');
}

/** The same failure in words about the upload, with what can be done. */
function explained(error: SalesError, uploadId: string, output: Output): SalesError {
  const { code, message, retryAfterS } = error;
  const [decided, ...decidedRows] = error.errors?.withDecisions ?? [];
  if (decided !== undefined) {
    return new SalesError(code, `Upload ${uploadId}: --with-decisions ${decided}.`, {
      errors: { decided: decidedRows },
      hint: `To take it back all the same:   ${output.commandLine('undo', uploadId, '--with-decisions')}`,
    });
  }
  const [reason, ...transactions] = error.errors?.uploadId ?? [];
  if (reason !== undefined) {
    const isListed = transactions.length > 0;
    const hint = isListed ? `To see them:   ${output.commandLine('list', '--upload', uploadId, '--match-state', 'Match')}` : undefined;
    return new SalesError(code, `Upload ${uploadId} ${reason}.`, { errors: isListed ? { matched: transactions } : undefined, hint });
  }
  if (code === 'forbidden') {
    const hint =
      'Whoever runs the server can create a user for it: sales admin user add NAME --role Admin --tenant TENANT --generate-password   Then repeat the command with --user NAME --password-file FILE (and --tenant UUID if there are several)';
    return new SalesError(code, message, { hint });
  }
  if (code === 'notFound') {
    return new SalesError(code, `There is no upload ${uploadId} here.`, {
      hint: [['sales', 'uploads'], ' shows those made from here'],
    });
  }
  if (!failures[code].retryable) return error;
  return new SalesError(code, message, {
    hint: `${error.hint ? `${hintText(error.hint)}. ` : ''}Repeat the command: nothing is done twice`,
    retryAfterS,
  });
}

function exitOf(changed: Changed, change: UploadChange): number {
  if ('failure' in changed) return exitOfFailure(changed.failure.code);
  return change !== 'withdraw' && hasImportErrors(changed.state) ? exits.importErrors : exits.done;
}

function show(changed: Changed, isOne: boolean, { output }: Run): void {
  if (!isOne) output.text(`upload ${changed.uploadId}`);
  if ('state' in changed) showUploadState(changed.state, output);
  else output.error(shownFailure(changed.failure));
}

function shownFailure(failure: SalesError) {
  const { code, message } = failure;
  return { code, message, hint: hintOf(failure), exit: exitOfFailure(code), details: failureDetails(failure) };
}

/** The failure of a single one is thrown, and no document. */
function documentOf(all: readonly Changed[], isOne: boolean, exit: number): Document {
  const [first] = all;
  if (isOne && first && 'state' in first) return { schema: 'sales.status/1', uploadId: first.uploadId, ...first.state };
  const uploads = all.map((changed) => {
    const { uploadId } = changed;
    return 'state' in changed ? { uploadId, ...changed.state } : { uploadId, error: shownFailure(changed.failure) };
  });
  return { schema: 'sales.statuses/1', uploads, exit };
}

/** The file is for the user who sent it, whose uploads and duplicates those of the one who took it back are not. */
function uploadAgain(job: Job, actor: string, output: Output): string {
  const { user, file } = job;
  const words = [kindWords[kindOf(job)].send, file.name, '--again'];
  if (user === actor) return `To upload the file again:   ${output.commandLine(...words)}`;
  return `To upload the file again, as ${user} did:   ${output.commandLineOf(user, ...words)}`;
}

/** Also of those for which there was nothing to do. */
const doneWords: Record<UploadChange, string> = { reprocess: 'processed again', withdraw: 'undone', restore: 'count' };

function showEnd(all: readonly Changed[], { uploadIds, jobs }: ChosenUploads, change: UploadChange, actor: string, { output }: Run): void {
  const done = all.filter((changed) => 'state' in changed);
  if (uploadIds.length > 1) output.text(`${done.length} of ${count(uploadIds.length, 'upload')} ${doneWords[change]}`);
  const [job] = jobs;
  if (change === 'withdraw' && done.length > 0) {
    const names = jobs.length === 1 && job ? job.folder.job.job : done.length === 1 ? done[0]?.uploadId : 'ID...';
    output.note(`To restore, within 30 days:   ${output.commandLine('undo', `${names}`, '--redo')}`);
    if (job) output.note(uploadAgain(job.folder.job, actor, output));
  }
  const of = (what: 'waiting' | 'back') => done.reduce((sum, one) => sum + (('state' in one && one.state.decisions?.[what]) || 0), 0);
  if (of('back') > 0) output.note(`Back with the rows: ${count(of('back'), 'decision')}.`);
  if (of('waiting') > 0)
    output.note(
      `Kept for when the rows come back, in a corrected file, too: ${count(of('waiting'), 'decision')}.   ${output.commandLine('match', 'decisions')}`,
    );
  for (const changed of done) {
    if ('state' in changed && change !== 'withdraw' && mayLackRows(changed.state))
      output.note(
        `Those not imported:   ${output.commandLine(...kindWords[changed.state.kind ?? 'Sales'].list, '--upload', changed.uploadId, '--state', 'Unprocessed')}`,
      );
  }
}
