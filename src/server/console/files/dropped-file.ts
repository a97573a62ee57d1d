/**
 * A dropped file as it lies on disk: a folder by its id, with the file itself under a name that can do no harm, and what is known of it beside.
 * What a browser calls a file decides nothing about where it lies.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { maskCardNumbers } from '../../../contract/card-number.js';
import type { FileProblem, FileState } from '../../../contract/dropped-files.js';
import type { Remedy } from '../../../contract/remedy.js';
import type { UploadKind } from '../../../contract/states.js';
import { isUuid } from '../../../contract/uuid.js';
import type { SeenFile } from '../../../jobs/handed-file.js';
import type { UploadDocument } from '../../../jobs/upload-document.js';
import type { RequestOrigin } from '../../../store/audit.js';

export interface FileAnswer {
  code: string;
  field: string;
  remedies: readonly Remedy[];
}

export interface KeptFile {
  id: string;
  /** Safe to be shown, and the name of the file in its folder. */
  name: string;
  bytes: number;
  /** Absent where an earlier version took it. */
  sha256?: string;
  receivedAt: string;
  /** Time of the last change of its state. */
  changedAt: string;
  userId: string;
  userName: string;
  customerId: string;
  tenantId: string;
  /** Time zone of the browser, which is proposed. */
  timeZone: string;
  state: FileState;
  /** What it is read and sent as. Absent: nobody has said, or an earlier version took it, so as sales. */
  kind?: UploadKind;
  /** How often in a row it was begun to be read, or sent, without an end; absent: never. A server that goes down ends nothing. */
  begun?: number;
  answers: readonly FileAnswer[];
  /** Send it although it was uploaded before. */
  again: boolean;
  /** The digest of the reading that was said yes to; absent: none was. */
  accept?: string;
  /** Who asked for it to be sent, for the audit trail. */
  from?: RequestOrigin;
  problem: FileProblem | null;
  /** The name of the file of rejected rows in the folder; null while there is none. */
  rejects: string | null;
}

/** Whose it is, and for which tenant. */
export type FileOwner = Pick<KeptFile, 'userId' | 'userName' | 'customerId' | 'tenantId'>;

const recordName = 'record.json';
const seenName = 'seen.json';
const resultName = 'result.json';

export interface FileFolders {
  /** A new folder for a file of that name. */
  make(name: string): Promise<{ id: string; path: string }>;
  /** Where the file itself lies. */
  folderOf(id: string): string;
  /** Folder of one user's jobs, by which a file that was dropped before is recognised. */
  jobsOf(userId: string): string;
  /** The files that were received whole. Remains of others are removed. */
  all(): Promise<KeptFile[]>;
  write(file: KeptFile): Promise<void>;
  /** Null where it was not read. */
  seen(id: string): Promise<SeenFile | null>;
  writeSeen(id: string, seen: SeenFile | null): Promise<void>;
  result(id: string): Promise<UploadDocument | null>;
  writeResult(id: string, result: UploadDocument): Promise<void>;
  remove(file: Pick<KeptFile, 'id' | 'userId'>): Promise<void>;
}

/** `directory` is absolute. */
export function fileFolders(directory: string): FileFolders {
  const root = join(directory, 'dropped');
  const folder = (id: string) => {
    if (!isUuid(id)) throw new Error('no id of a file');
    return join(root, id);
  };
  const jobsOf = (userId: string) => join(root, 'jobs', userId);
  const read = async <Value>(path: string): Promise<Value | null> => {
    const text = await readFile(path, 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as Value);
  };
  return {
    make: async (name) => {
      const id = randomUUID();
      const path = join(folder(id), 'file');
      await mkdir(path, { recursive: true, mode: 0o700 });
      return { id, path: join(path, name) };
    },
    folderOf: (id) => join(folder(id), 'file'),
    jobsOf,
    all: async () => {
      const names = await readdir(root).catch(() => []);
      const files: KeptFile[] = [];
      for (const id of names.filter(isUuid)) {
        const record = await read<KeptFile>(join(folder(id), recordName)).catch(() => null);
        if (record) files.push(record);
        else await rm(folder(id), { recursive: true, force: true });
      }
      return files;
    },
    write: (file) => writeWholly(join(folder(file.id), recordName), file),
    seen: (id) => read(join(folder(id), seenName)),
    writeSeen: (id, seen) => writeWholly(join(folder(id), seenName), seen),
    result: (id) => read(join(folder(id), resultName)),
    writeResult: (id, result) => writeWholly(join(folder(id), resultName), result),
    remove: async ({ id, userId }) => {
      const own = join(folder(id), 'file');
      for (const job of await readdir(jobsOf(userId)).catch(() => [])) {
        const known = await read<{ file?: { path?: string } }>(join(jobsOf(userId), job, 'job.json')).catch(() => null);
        if (known?.file?.path?.startsWith(own)) await rm(join(jobsOf(userId), job), { recursive: true, force: true });
      }
      await rm(folder(id), { recursive: true, force: true });
    },
  };
}

/** Whole or not at all, also where the power goes. */
async function writeWholly(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

const NAME_CHARS_MAX = 80;
/** A file system takes 255, and names of rejected rows are longer. */
const NAME_BYTES_MAX = 200;
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\\/:*?"<>|]/gu;

/**
 * What a browser calls a file, as a name that stays in its folder and can be shown: no separators, no control characters, nothing that turns the
 * direction of writing, no card number, at most 80 characters and 200 bytes. Never empty, and never begins with a dot or a dash.
 */
export function safeName(given: string): string {
  const plain = maskCardNumbers(given.toWellFormed().normalize('NFC')).replace(HARMFUL, '_').trim().replace(/^[.-]/, '_');
  const chars = [...plain];
  if (chars.length === 0) return 'file';
  if (chars.length <= NAME_CHARS_MAX && Buffer.byteLength(plain) <= NAME_BYTES_MAX) return plain;
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? '';
  const begin = chars.slice(0, Math.min(NAME_CHARS_MAX, chars.length) - ending.length);
  while (Buffer.byteLength(begin.join('')) > NAME_BYTES_MAX - ending.length) begin.pop();
  return begin.join('') + ending;
}

/** How long it stays after its last change. */
export const keptMs = 24 * 60 * 60_000;

export function isUnderWay({ state }: Pick<KeptFile, 'state'>): boolean {
  return state === 'waiting' || state === 'reading' || state === 'sending';
}

/** A file as its owner sees it, without what was read of it. */
export function shownFile(file: KeptFile) {
  const { id, name, bytes, sha256, receivedAt, customerId, tenantId, state, kind = 'Sales', answers, problem } = file;
  const removedAt = isUnderWay(file) ? null : new Date(Date.parse(file.changedAt) + keptMs).toISOString();
  const hasRejects = file.rejects !== null;
  return { id, name, bytes, sha256, receivedAt, customerId, tenantId, state, kind, removedAt, answers, problem, hasRejects };
}
