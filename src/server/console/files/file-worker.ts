/**
 * Works on dropped files as their states ask for: reads and sends them, each in its turn, notes what became of it, and removes them a day after.
 */
import { SalesError } from '../../../contract/problem.js';
import type { OpenOptions } from '../../../files/open.js';
import { withAnswer } from '../../../jobs/answers/answered-options.js';
import type { UploadDocument } from '../../../jobs/upload-document.js';
import {
  type FileAnswer,
  type FileFolders,
  type FileProblem,
  type FileState,
  isUnderWay,
  type KeptFile,
  keptMs,
  shownFile,
} from './dropped-file.js';
import type { FileEvents } from './file-events.js';
import type { FileProgress, SentFile } from './file-messages.js';
import { plainFaults, plainMessage } from './plain-words.js';
import { type ReceiverParts, receiverApi, scopeNow } from './receiver-api.js';
import { type FileRun, runFile } from './run-file.js';

/** Files that are read, and that are sent, at a time. */
const AT_ONCE = 2;

export interface FileWorkerOptions extends ReceiverParts {
  /** For the keys of what is sent: the same for all servers of a store. */
  installationId: string;
  version: string;
}

export interface LiveFile {
  file: KeptFile;
  progress: FileProgress | null;
  run: FileRun | null;
  /** When all changes so far are on disk, or could not be. */
  written: Promise<void>;
}

/** How the answers have it read. Fails with `validation` where they cannot be used. */
export function optionsOf(answers: readonly FileAnswer[]): OpenOptions {
  try {
    return answers.flatMap(({ remedies }) => remedies).reduce<OpenOptions>(withAnswer, { format: 'auto' });
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    throw new SalesError('validation', undefined, { errors: { answers: [error.message] } });
  }
}

/** Does what a file's state asks for, in turn. */
export function fileWorker(options: FileWorkerOptions, folders: FileFolders, events: FileEvents, all: Map<string, LiveFile>) {
  const { data, nowMs, installationId, version } = options;
  const turns = { waiting: turnsOf(AT_ONCE), sending: turnsOf(AT_ONCE) };
  let isHalted = false;

  const change = async (live: LiveFile, changes: Partial<KeptFile>) => {
    const file = { ...live.file, ...changes, changedAt: new Date(nowMs()).toISOString() };
    live.file = file;
    // Whoever saw one change may ask for the next while it is still being written.
    const writing = live.written.then(() => folders.write(file));
    live.written = writing.catch(() => {});
    await writing;
    events.tell(file.id, isOver(file.state) ? 'end' : 'file', shownFile(file));
  };
  const readIt = async (live: LiveFile) => {
    await change(live, { state: 'reading' });
    const { id, name, timeZone, answers, tenantId } = live.file;
    const { tenant } = await scopeNow(data, live.file);
    const rules = await tenant.importConfiguration(undefined);
    const importRules = rules && { importRules: { name: rules.name, settings: rules.settings, atMs: nowMs() } };
    const task = { t: 'see' as const, name, options: { ...optionsOf(answers), ...importRules }, timeZone, version };
    live.run = runFile({ folder: folders.folderOf(id), task, api: null, onProgress: () => {} });
    const ended = await live.run.ended;
    if (ended.t !== 'seen' || tenantId === '') throw new SalesError('internal');
    await folders.writeSeen(id, ended.seen);
    const rows = ended.seen.document?.rows;
    await change(
      live,
      rows && rows.unsent === 0 ? { state: 'unusable', problem: noGoodRow } : { state: ended.seen.document ? 'ready' : 'asking' },
    );
  };
  const sendIt = async (live: LiveFile) => {
    const { id, name, again, answers, userId, userName, customerId, tenantId } = live.file;
    const target = { endpoint: `sales:${installationId}`, user: userName, customer: customerId, tenant: tenantId };
    const { tenant } = await scopeNow(data, live.file);
    const rules = await tenant.importConfiguration(undefined);
    const importRules = rules && { importRules: { name: rules.name, settings: rules.settings, atMs: nowMs() } };
    const jobs = folders.jobsOf(userId);
    const task = { t: 'send' as const, name, options: { ...optionsOf(answers), ...importRules }, again, jobs, target, version };
    const onProgress = (progress: FileProgress) => {
      live.progress = progress;
      events.tell(id, 'progress', progress);
    };
    live.run = runFile({ folder: folders.folderOf(id), task, api: receiverApi(live.file, options), onProgress });
    const ended = await live.run.ended;
    if (isHalted) return;
    if (ended.t !== 'sent' || !ended.result) throw new SalesError('unavailable', 'The sending was stopped.');
    await folders.writeResult(id, shownResult(ended.result));
    await change(live, afterSending(ended.result));
  };
  /** Asked for in `state`, and done if that is still so when its turn comes. */
  const inTurn = (live: LiveFile, state: 'waiting' | 'sending', act: (live: LiveFile) => Promise<void>) =>
    turns[state](async () => {
      if (isHalted || live.file.state !== state || all.get(live.file.id) !== live) return;
      try {
        await act(live);
      } catch (error) {
        if (!isHalted)
          await change(live, { state: state === 'waiting' ? 'unusable' : 'failed', problem: problemIn(error) }).catch(() => {});
      } finally {
        live.run = null;
        live.progress = null;
      }
    });
  const remove = async (live: LiveFile) => {
    all.delete(live.file.id);
    events.forget(live.file.id);
    await live.written;
    await folders.remove(live.file);
    await data.droppedFiles?.forget(live.file.id).catch(() => {});
  };
  return {
    change,
    remove,
    goOn: (live: LiveFile) => {
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

/** Runs so much work at a time, in order. */
function turnsOf(max: number): (work: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      await work();
    } finally {
      // Hand the place to the next in line, or free it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

const noGoodRow: FileProblem = {
  code: 'inputUnusable',
  message: 'No row of the file can be sent.',
  details: [],
  hint: 'See what is wrong with them, correct the file and drop it again',
};

function isOver(state: FileState): boolean {
  return state === 'unusable' || state === 'done' || state === 'failed';
}

function afterSending({ document, rejects, isResumable, isInterrupted }: SentFile): Partial<KeptFile> {
  const { stopped } = document;
  if (!stopped && !isResumable && !isInterrupted) return { state: 'done', rejects };
  const { code = 'unavailable', message = 'Not all of it could be sent.', details = [], hint = null } = stopped ?? {};
  return { state: 'failed', rejects, problem: { code, message, details, hint } };
}

function problemIn(error: unknown): FileProblem {
  if (!(error instanceof SalesError) || error.code === 'internal') {
    return { code: 'internal', message: 'The server has a defect.', details: [], hint: null };
  }
  const { code, message, errors = {} } = error;
  return {
    code,
    message,
    details: Object.entries(errors).map(([path, messages]) => `${path}: ${messages.map(plainMessage).join('; ')}`),
    hint: null,
  };
}

/** Without where things lie on this machine. */
function shownResult({ document, rejects }: SentFile): UploadDocument {
  const shown = { ...document, errors: plainFaults(document.errors), job: null, rejectsFile: rejects };
  return { ...shown, jobs: [] };
}
