/** Whether a server still has what was uploaded of a file before: uploads are undone, and a server may have been restored from an older backup. */
import { type Job, startedText } from '../client/journal/job.js';
import { listJobs } from '../client/journal/job-folders.js';
import { isSameFile } from '../client/journal/job-start.js';
import { SalesError } from '../contract/problem.js';
import type { Hint } from '../contract/remedy.js';
import type { Sender } from './context.js';
import { type JobStanding, standingOf } from './job-standing.js';
import { keepWithdrawn } from './withdrawn.js';

/** What was uploaded of a file does not count any more, or only a part of it does. */
export class UploadGone extends SalesError {
  constructor(
    /** No upload of the file counts. */
    readonly areAll: boolean,
    message: string,
    hint: Hint,
  ) {
    super('uploadGone', message, { hint });
  }
}

/** Null where all that `job`'s file was uploaded as last time counts, as far as the server says so, or else this machine knows. */
export async function goneUploads(job: Job, jobsDir: string, api: Sender['api']): Promise<UploadGone | null> {
  const folder = (await listJobs(jobsDir)).findLast((one) => isSameFile(one.job, job));
  const standing = folder && (await standingOf(folder));
  if (!standing) return null;
  const [undone, lacking] = await askedAbout(standing, api);
  if (undone + lacking === 0) return null;
  const areAll = undone + lacking === standing.uploads.length;
  const known = standing.folder.job;
  const since = lacking > 0 ? 'the server does not have it any more' : 'it was undone since';
  const what = areAll
    ? since
    : `of its ${standing.uploads.length} uploads, ${undone} were undone, and ${lacking} are not at the server any more`;
  const text = `The same file was uploaded on ${startedText(known)} as job ${known.job}, but ${what}. Nothing was sent.`;
  const restore: Hint = lacking > 0 ? [] : ['To restore it:   ', ['sales', 'undo', known.job, '--redo'], '   '];
  return new UploadGone(areAll, text, [...restore, 'To upload it again: ', ['--again']]);
}

/**
 * How many are undone, and how many the server lacks. A server that does not answer is asked no more, nor is one that announces nothing where it
 * finds no upload: it may keep their states for a while alone.
 */
async function askedAbout(standing: JobStanding, api: Sender['api']): Promise<[number, number]> {
  const seen: { uploadId: string; at: string | null }[] = [];
  let lacking = 0;
  let isSilent = false;
  for (const { uploadId, withdrawn } of standing.uploads) {
    try {
      if (isSilent) throw new SalesError('network');
      seen.push({ uploadId, at: (await api.uploadState(uploadId)).withdrawn?.at ?? null });
    } catch (error) {
      if (!(error instanceof SalesError)) throw error;
      if (error.code === 'notFound' && (lacking > 0 || (await keepsUploads(api)))) lacking += 1;
      else {
        isSilent = true;
        seen.push({ uploadId, at: withdrawn ?? null });
      }
    }
  }
  await keepWithdrawn(standing, seen);
  return [seen.filter(({ at }) => at !== null).length, lacking];
}

const keepsUploads = (api: Sender['api']) =>
  api.testAccess().then(
    ({ capabilities }) => capabilities !== null,
    () => false,
  );
