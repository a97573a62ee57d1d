/**
 * Works on dropped files as their states ask for: reads and sends them, each in its turn, notes what became of it, and removes them a day after.
 */
import { isDeepStrictEqual } from 'node:util';
import type { FileProblem, FileProgress, FileState } from '../../../contract/dropped-files.js';
import { SalesError } from '../../../contract/problem.js';
import type { OpenOptions } from '../../../files/open.js';
import { withAnswer } from '../../../jobs/answers/answered-options.js';
import type { SeenFile } from '../../../jobs/handed-file.js';
import type { UploadDocument } from '../../../jobs/upload-document.js';
import { fairQueue } from '../../access/fair-queue.js';
import { type FileFolders, isUnderWay, type KeptFile, keptMs, shownFile } from './dropped-file.js';
import type { FileEvents } from './file-events.js';
import type { SentFile } from './file-messages.js';
import { type ReceiverParts, receiverApi, scopeNow } from './receiver-api.js';
import { type FileRun, runFile } from './run-file.js';

/**
 * Files that are read, and that are sent, at a time: of one tenant, and in all. One place is always left to other tenants, and users take turns. A
 * file waits as long as it takes.
 */
const AT_ONCE = { user: 2, customer: 2, process: 3 };
const WAITING = { user: Number.POSITIVE_INFINITY, customer: Number.POSITIVE_INFINITY, process: Number.POSITIVE_INFINITY };
/** The longest that a timer can. */
const WAIT_MS_MAX = 2 ** 31 - 1;
/** How long a file may take to be read. */
const READ_MS_MAX = 60_000;
/** A server that ends while it works on a file may have been ended by it. */
const BEGUN_MAX = 2;

export interface FileWorkerOptions extends ReceiverParts {
  /** For the keys of what is sent: the same for all servers of a store. */
  installationId: string;
  version: string;
}

export interface LiveFile {
  file: KeptFile;
  progress: FileProgress | null;
  run: FileRun | null;
  /** When the work on it has ended. */
  worked: Promise<void>;
  /** When all changes so far are on disk, or could not be. */
  written: Promise<void>;
}

/** Nothing is done with it yet. */
export function liveFile(file: KeptFile): LiveFile {
  return { file, progress: null, run: null, worked: Promise.resolve(), written: Promise.resolve() };
}

/** How the answers have it read. Fails with `validation` where they cannot be used. */
export function optionsOf({ answers, kind }: Pick<KeptFile, 'answers' | 'kind'>): OpenOptions {
  try {
    return answers
      .flatMap(({ remedies }) => remedies)
      .reduce<OpenOptions>(withAnswer, { format: 'auto', ...(kind === 'Settlement' && { kind }) });
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    throw new SalesError('validation', undefined, { errors: { answers: [error.message] } });
  }
}

/** Does what a file's state asks for, in turn. */
export function fileWorker(options: FileWorkerOptions, folders: FileFolders, events: FileEvents, all: Map<string, LiveFile>) {
  const { data, nowMs, installationId, version } = options;
  const places = { waiting: placesFor('files that are read'), sending: placesFor('files that are sent') };
  let isHalted = false;
  const isGone = (live: LiveFile) => isHalted || all.get(live.file.id) !== live;

  const change = async (live: LiveFile, changes: Partial<KeptFile>) => {
    const file = { ...live.file, ...changes, changedAt: new Date(nowMs()).toISOString() };
    live.file = file;
    // A user who saw one change may ask for the next while it is still being written.
    const writing = live.written.then(() => folders.write(file));
    live.written = writing.catch(() => {});
    await writing;
    if (all.get(file.id) === live) events.tell(file.id, isOver(file.state) ? 'end' : 'file', shownFile(file));
  };
  /** The options with the rules by which the tenant imports sales. */
  const optionsNow = async ({ file }: LiveFile): Promise<OpenOptions> => {
    const { tenant } = await scopeNow(data, file);
    const rules = file.kind === 'Settlement' ? null : await tenant.importConfiguration(undefined);
    return { ...optionsOf(file), ...(rules && { importRules: { name: rules.name, settings: rules.settings, atMs: nowMs() } }) };
  };
  const readIt = async (live: LiveFile) => {
    await change(live, { state: 'reading', begun: (live.file.begun ?? 0) + 1 });
    const { id, name, timeZone, tenantId } = live.file;
    const task = { t: 'see' as const, name, options: await optionsNow(live), timeZone, version };
    if (isGone(live)) return;
    const { reading } = receiverApi(live.file, options);
    live.run = runFile({ folder: folders.folderOf(id), task, api: { reading }, msMax: READ_MS_MAX, onProgress: () => {} });
    const ended = await live.run.ended;
    if (ended.t !== 'seen' || tenantId === '') throw new SalesError('internal');
    await folders.writeSeen(id, ended.seen);
    await change(live, afterReading(ended.seen));
  };
  const sendIt = async (live: LiveFile) => {
    await change(live, { begun: (live.file.begun ?? 0) + 1 });
    const { id, name, again, accept = null, userId, userName, customerId, tenantId } = live.file;
    const target = { endpoint: `sales:${installationId}`, user: userName, customer: customerId, tenant: tenantId };
    const jobs = folders.jobsOf(userId);
    const given = { options: await optionsNow(live), again, accept };
    const task = { t: 'send' as const, name, ...given, jobs, target, version };
    const onProgress = (progress: FileProgress) => {
      live.progress = progress;
      events.tell(id, 'progress', progress);
    };
    if (isGone(live)) return;
    const receiver = receiverApi(live.file, options);
    const changeReading: typeof receiver.changeReading = async (...args) => {
      const kept = await receiver.changeReading(...args);
      await readOthersAnew(live.file);
      return kept;
    };
    live.run = runFile({ folder: folders.folderOf(id), task, api: { ...receiver, changeReading }, msMax: null, onProgress });
    const ended = await live.run.ended;
    if (isGone(live)) return;
    if (ended.t !== 'sent' || !ended.result) throw new SalesError('unavailable', 'The sending was stopped.');
    await folders.writeResult(id, shownResult(ended.result));
    await change(live, afterSending(ended.result));
  };
  const workOn = async (live: LiveFile, state: 'waiting' | 'sending', act: (live: LiveFile) => Promise<void>) => {
    let again: Partial<KeptFile> | null = null;
    try {
      await act(live);
    } catch (error) {
      again = error instanceof SalesError ? readAgainAs(live.file, error) : null;
      if (!again && !isGone(live)) await change(live, { state: endOf[state], problem: problemIn(error) }).catch(() => {});
    } finally {
      live.run = null;
      live.progress = null;
    }
    // A server that is stopped as it should was not ended by the file.
    if (isHalted && isUnderWay(live.file)) await change(live, { state, begun: 0 }).catch(() => {});
    else if (again && !isGone(live)) await readAnew(live, again).catch(() => {});
  };
  const readAnew = async (live: LiveFile, changes: Partial<KeptFile> = {}) => {
    await change(live, { ...changes, state: 'waiting', begun: 0 });
    void inTurn(live, 'waiting', readIt);
  };
  /** Those with the same header wait for the same yes. */
  const readOthersAnew = async ({ id, userId, tenantId }: KeptFile) => {
    const headerOf = async (one: string) => (await folders.seen(one))?.table?.header;
    const header = await headerOf(id);
    for (const other of [...all.values()]) {
      const { file } = other;
      if (file.state !== 'unconfirmed' || file.userId !== userId || file.tenantId !== tenantId) continue;
      if (isDeepStrictEqual(await headerOf(file.id), header) && file === other.file) await readAnew(other);
    }
  };
  /** Asked for in `state`, and done if that is still so when its turn comes. */
  const inTurn = (live: LiveFile, state: 'waiting' | 'sending', act: (live: LiveFile) => Promise<void>) => {
    const { userId, tenantId } = live.file;
    const begin = async () => {
      if (isGone(live) || live.file.state !== state) return;
      live.worked = workOn(live, state, act);
      await live.worked;
    };
    // It fails where nobody waits any more.
    places[state].admit({ userId, customerId: tenantId }, null, begin).catch(() => {});
  };
  /** Ends the work on it. Resolves when nothing of it is left. */
  const stop = async (live: LiveFile) => {
    await live.run?.stop();
    await live.worked;
    await live.written;
  };
  const remove = async (live: LiveFile) => {
    all.delete(live.file.id);
    events.forget(live.file.id);
    await stop(live);
    await folders.remove(live.file);
    await data.droppedFiles?.forget(live.file.id).catch(() => {});
  };
  return {
    change,
    remove,
    stop,
    goOn: (live: LiveFile) => {
      const { state, begun = 0 } = live.file;
      if (isUnderWay(live.file) && begun >= BEGUN_MAX) {
        const isSent = state === 'sending';
        void change(live, { state: isSent ? 'failed' : 'unusable', problem: isSent ? sentInVain : readInVain }).catch(() => {});
        return;
      }
      // It was under way when the server ended.
      if (live.file.state === 'reading') live.file = { ...live.file, state: 'waiting' };
      if (live.file.state === 'waiting') void inTurn(live, 'waiting', readIt);
      else if (live.file.state === 'sending') void inTurn(live, 'sending', sendIt);
      events.tell(live.file.id, isOver(live.file.state) ? 'end' : 'file', shownFile(live.file));
    },
    sweep: async () => {
      for (const live of [...all.values()]) {
        if (!isUnderWay(live.file) && Date.parse(live.file.changedAt) + keptMs < nowMs()) await remove(live).catch(() => {});
      }
    },
    halt: () => {
      isHalted = true;
    },
  };
}

function placesFor(what: string) {
  return fairQueue({ what, running: AT_ONCE, waiting: WAITING, waitMsMax: WAIT_MS_MAX, retryAfterS: 1, onRefusal: () => {} });
}

const endOf = { waiting: 'unusable', sending: 'failed' } as const;

const readInVain = problem(
  'inputUnusable',
  'Reading the file was begun twice, and the server ended both times.',
  'Save it as "CSV UTF-8", or split it, and drop it again',
);
const sentInVain = problem(
  'unavailable',
  'Sending the file was begun twice, and the server ended both times.',
  'Send it again: it goes on where it was, and no row is stored twice',
);
const noGoodRow = problem(
  'inputUnusable',
  'No row of the file can be sent.',
  'See what is wrong with them, correct the file and drop it again',
);

function problem(code: string, message: string, hint: string | null = null, details: readonly string[] = []): FileProblem {
  return { code, message, details, hint };
}

function isOver(state: FileState): boolean {
  return state === 'unusable' || state === 'done' || state === 'failed';
}

/** With which changes it is read again after a failure; null: not at all. */
function readAgainAs({ state, kind }: KeptFile, { questions = [], hint = [] }: SalesError): Partial<KeptFile> | null {
  // How it is read has changed since it was seen: its reading was taken back, or another was said yes to.
  if (state === 'sending') return questions.length > 0 ? {} : null;
  // It has settlement records alone, and nobody has said that they are sales.
  const isOfRecords = kind === undefined && typeof hint !== 'string' && hint.some((part) => part[1] === 'settle');
  return isOfRecords ? { kind: 'Settlement' } : null;
}

function afterReading({ document, questions }: SeenFile): Partial<KeptFile> {
  if (!document || questions.length > 0) return { state: 'asking' };
  if (document.rows.unsent === 0) return { state: 'unusable', problem: noGoodRow };
  return { state: document.reading?.accepted === false ? 'unconfirmed' : 'ready' };
}

function afterSending({ document, rejects, isResumable, isInterrupted }: SentFile): Partial<KeptFile> {
  const { stopped } = document;
  if (!stopped && !isResumable && !isInterrupted) return { state: 'done', rejects };
  const { code = 'unavailable', message = 'Not all of it could be sent.', details = [], hint = null } = stopped ?? {};
  return { state: 'failed', rejects, problem: { code, message, details, hint } };
}

function problemIn(error: unknown): FileProblem {
  if (!(error instanceof SalesError) || error.code === 'internal') return problem('internal', 'The server has a defect.');
  const { code, message, errors = {}, hint } = error;
  const details = Object.entries(errors).map(([path, messages]) => `${path}: ${messages.join('; ')}`);
  return problem(code, message, typeof hint === 'string' ? hint : null, details);
}

/** Without where things lie on this machine. */
function shownResult({ document, rejects }: SentFile): UploadDocument {
  return { ...document, job: null, rejectsFile: rejects, jobs: [] };
}
