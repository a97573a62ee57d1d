/**
 * The life of dropped files, from their last byte to a day after their end: read in turn, asked about, sent, told about, removed. All of it lies
 * on disk, so a server that was killed goes on where it was. A file belongs to who dropped it, and to the server that took it.
 */
import type { IncomingMessage } from 'node:http';
import type { FileProgress, FileState } from '../../../contract/dropped-files.js';
import { SalesError } from '../../../contract/problem.js';
import type { UploadKind } from '../../../contract/states.js';
import type { SeenFile } from '../../../jobs/handed-file.js';
import type { UploadDocument } from '../../../jobs/upload-document.js';
import type { RequestOrigin } from '../../../store/audit.js';
import { type FileAnswer, type FileOwner, fileFolders, type KeptFile, safeName } from './dropped-file.js';
import { type FileEvents, fileEvents } from './file-events.js';
import { type FileWorkerOptions, fileWorker, type LiveFile, liveFile, optionsOf } from './file-worker.js';
import { receiveFile } from './receive-file.js';
import { scopeNow } from './receiver-api.js';

const FILES_OF_USER_MAX = 200;
const SWEEP_MS = 10 * 60_000;

export interface DroppedFilesOptions extends FileWorkerOptions {
  /** The data directory; absolute. */
  directory: string;
  dropMaxBytes: number;
}

export interface DroppedFiles {
  readonly dropMaxBytes: number;
  readonly events: FileEvents;
  /** Fails with `conflict` where the user has too many, and as receiving does. */
  receive(request: IncomingMessage, given: { name: string; timeZone: string }, owner: FileOwner): Promise<KeptFile>;
  /** The user's, the newest first. */
  list(userId: string): KeptFile[];
  /** Fails with `notFound`, also for another user's, and with `conflict` where it lies on another server. */
  get(id: string, userId: string): Promise<KeptFile>;
  seen(file: KeptFile): Promise<SeenFile | null>;
  result(file: KeptFile): Promise<UploadDocument | null>;
  progress(file: KeptFile): FileProgress | null;
  /** Reads it anew, as `kind` where that is given. Fails with `conflict` while it is read or sent, or where it was sent. */
  answer(file: KeptFile, answers: readonly FileAnswer[], kind?: UploadKind): Promise<KeptFile>;
  /** `accept`: the digest of the reading that is said yes to. Fails with `conflict` where it is not ready, or has another reading that nobody said yes to. */
  send(file: KeptFile, asked: { again: boolean; accept?: string | undefined; from: RequestOrigin }): Promise<KeptFile>;
  /** Ends its process first, where it is read or sent. Rows that were sent stay. */
  remove(file: KeptFile): Promise<void>;
  /** Where the file itself, and its rejected rows, lie. */
  folderOf(file: KeptFile): string;
  /** Stops reading and sending, which go on after the next start. */
  stop(): Promise<void>;
}

/** Opens the dropped files, and goes on with reading and sending that was interrupted. */
export async function openDroppedFiles(options: DroppedFilesOptions): Promise<DroppedFiles> {
  const { directory, dropMaxBytes, data, nowMs } = options;
  const folders = fileFolders(directory);
  const events = fileEvents(nowMs);
  const all = new Map<string, LiveFile>();
  const work = fileWorker(options, folders, events, all);
  for (const file of await folders.all()) all.set(file.id, liveFile(file));
  for (const live of all.values()) work.goOn(live);
  /** Whose files are on their way here. */
  const coming: string[] = [];
  const sweep = setInterval(() => void work.sweep(), SWEEP_MS).unref();
  const found = (id: string): LiveFile => {
    const live = all.get(id);
    if (!live) throw noSuchFile();
    return live;
  };
  const take: DroppedFiles['receive'] = async (request, { name, timeZone }, owner) => {
    const safe = safeName(name);
    const { id, path } = await folders.make(safe);
    try {
      const received = await receiveFile(request, path, dropMaxBytes);
      const at = new Date(nowMs()).toISOString();
      const said = { state: 'waiting' as const, answers: [], again: false, problem: null, rejects: null };
      const file: KeptFile = { id, name: safe, ...received, receivedAt: at, changedAt: at, ...owner, timeZone, ...said };
      await data.droppedFiles?.note(id, owner.userId);
      await folders.write(file);
      const live = liveFile(file);
      all.set(id, live);
      work.goOn(live);
      return live.file;
    } catch (error) {
      await folders.remove({ id, userId: owner.userId });
      throw error;
    }
  };
  return {
    dropMaxBytes,
    events,
    receive: async (request, given, owner) => {
      const users = [...[...all.values()].map(({ file }) => file.userId), ...coming];
      if (users.filter((userId) => userId === owner.userId).length >= FILES_OF_USER_MAX)
        throw new SalesError('conflict', `There are ${FILES_OF_USER_MAX} files of this user here: remove some of them.`);
      coming.push(owner.userId);
      try {
        return await take(request, given, owner);
      } finally {
        coming.splice(coming.indexOf(owner.userId), 1);
      }
    },
    list: (userId) =>
      [...all.values()]
        .map(({ file }) => file)
        .filter((file) => file.userId === userId)
        .sort((one, other) => (one.receivedAt < other.receivedAt ? 1 : -1)),
    get: async (id, userId) => {
      const live = all.get(id.toLowerCase());
      if (live?.file.userId === userId) return live.file;
      if (await data.droppedFiles?.isNoted(id, userId))
        throw new SalesError('conflict', 'This file lies on another server: drop it again.');
      throw noSuchFile();
    },
    seen: ({ id }) => folders.seen(id),
    result: ({ id }) => folders.result(id),
    progress: ({ id }) => found(id).progress,
    answer: async (file, answers, kind) => {
      mustBe(file, ['asking', 'unconfirmed', 'ready', 'unusable']);
      const told = { answers, ...(kind && { kind }) };
      optionsOf({ ...file, ...told });
      await work.change(found(file.id), { ...told, state: 'waiting', problem: null, begun: 0 });
      // What was seen of it as the other kind does not stand beside what is said of it as this one.
      if (kind) await folders.writeSeen(file.id, null);
      work.goOn(found(file.id));
      return found(file.id).file;
    },
    send: async (file, { again, accept, from }) => {
      mustBe(file, ['unconfirmed', 'ready', 'failed']);
      if (file.state === 'unconfirmed' && (await folders.seen(file.id))?.document?.reading?.digest !== accept) throw unseenReading();
      await scopeNow(data, file);
      await work.change(found(file.id), { again, ...(accept && { accept }), from, state: 'sending', problem: null, begun: 0 });
      work.goOn(found(file.id));
      return found(file.id).file;
    },
    remove: ({ id }) => work.remove(found(id)),
    folderOf: ({ id }) => folders.folderOf(id),
    stop: async () => {
      clearInterval(sweep);
      work.halt();
      events.close();
      await Promise.all([...all.values()].map(work.stop));
    },
  };
}

function noSuchFile(): SalesError {
  return new SalesError('notFound', 'There is no such file.');
}

function unseenReading(): SalesError {
  return new SalesError('conflict', 'Nobody has said yes to how the file is read now: look at it again.');
}

function mustBe(file: KeptFile, states: readonly FileState[]): void {
  if (states.includes(file.state)) return;
  throw new SalesError('conflict', `The file is ${file.state}: that cannot be done now.`);
}
