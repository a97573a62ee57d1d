/** The rejects file on disk: created at the first rejected row, moved into place only when the upload has ended, never empty. */
import { constants } from 'node:fs';
import { access, type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { RejectedRow } from '../client/batches/batch.js';
import { diskError } from '../client/machine/private-file.js';
import { SalesError } from '../contract/problem.js';
import type { InputDescription, RowFault } from '../files/input/row.js';
import { rejectsFormat, rejectsPath } from '../files/rows/rejects.js';
import { encoded } from '../files/text/encodings.js';

const WRITE_CHARS = 65_536;

export interface RejectsFile {
  /** Fails with `disk`. */
  add(row: RejectedRow<RowFault>): Promise<void>;
  /**
   * Puts the file into place. Returns its path, null when no row was rejected. A file that stands there stays as it is: rows in it may wait
   * to be corrected. The new one gets another name then, as rejects of rejects do. Fails with `disk`.
   */
  finish(): Promise<string | null>;
  /** Leaves nothing behind; for an upload that ends by an exception. */
  discard(): Promise<void>;
}

/** A rejects file that is never written: for passes that only look. */
export const noRejectsFile: RejectsFile = { add: async () => {}, finish: async () => null, discard: async () => {} };

/** The process that writes rejects under that name until they are whole; null where it is no such name. */
export function temporaryOf(name: string): number | null {
  const pid = /\.rejects(?:-\d+)?\.(?:csv|ndjson)\.(\d{1,10})\.tmp$/.exec(name)?.[1];
  return pid === undefined ? null : Number(pid);
}

/** Fails with `usage` when the rejects file would be the input itself. */
export function openRejectsFile(
  path: string,
  inputPath: string,
  input: InputDescription,
  temporary = `${path}.${process.pid}.tmp`,
): RejectsFile {
  if (inputPath !== '-' && resolve(path) === resolve(inputPath)) {
    throw new SalesError('usage', `The rejects file would overwrite the input ${inputPath}.`, {
      hint: ['Name another one with ', ['--rejects']],
    });
  }
  const format = rejectsFormat(input);
  // Without it nobody would know UTF-16.
  const mark = input.encoding.startsWith('utf-16') ? '\ufeff' : '';
  let file: FileHandle | null = null;
  let waiting = '';
  const guard = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      throw diskError(`The rejects file ${path} cannot be written`, error);
    }
  };
  const flush = async () => {
    const text = waiting;
    waiting = '';
    await file?.writeFile(encoded(text, input.encoding));
  };
  return {
    add: (row) =>
      guard(async () => {
        file ??= await begin(temporary, encoded(`${mark}${format.head}`, input.encoding));
        waiting += format.row(row);
        if (waiting.length >= WRITE_CHARS) await flush();
      }),
    finish: async () => {
      if (!file) return null;
      let place = path;
      await guard(async () => {
        await flush();
        await file?.sync();
        await file?.close();
        while (!(await isPut(temporary, place, inputPath))) place = rejectsPath(place, input.format);
      });
      return place;
    },
    discard: async () => {
      await file?.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
    },
  };
}

/**
 * Moves `rejects` to `path` where nothing stands there, or only the beginning of them: those of an upload that was cut off, or the same
 * rows. Whether it did. Of two that come to a free name at once, the name is one's.
 */
async function isPut(rejects: string, path: string, inputPath: string): Promise<boolean> {
  if (inputPath !== '-' && resolve(path) === resolve(inputPath)) return false;
  try {
    await link(rejects, path);
    await rm(rejects);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const found = await stat(path).catch(() => null);
    // File systems of sticks and some shares have no second names.
    const isAlone = code !== 'EEXIST' && !found;
    if (!isAlone && !(found?.isFile() && (await isBeginning(path, rejects)))) return false;
    await rename(rejects, path);
    return true;
  }
}

const COMPARED_BYTES = 65_536;

/** Whether `whole` begins with all that `path` holds. What may not be read is somebody else's. */
async function isBeginning(path: string, whole: string): Promise<boolean> {
  const there = await open(path).catch(() => null);
  if (!there) return false;
  const files = [there, await open(whole)];
  try {
    for (;;) {
      const [part, other] = await Promise.all(files.map((file) => file.read(Buffer.alloc(COMPARED_BYTES), 0, COMPARED_BYTES)));
      if (!part || !other || part.bytesRead === 0) return true;
      if (!part.buffer.subarray(0, part.bytesRead).equals(other.buffer.subarray(0, part.bytesRead))) return false;
      if (other.bytesRead < part.bytesRead) return false;
    }
  } finally {
    for (const file of files) await file.close();
  }
}

/**
 * Where the rejects of a job go: beside the input, or where they were asked for; where the input's folder cannot be written, as on a share
 * that may only be read, to a folder beside those of the jobs. Fails with `disk` where they were asked for in a folder that cannot be written.
 */
export async function rejectsPlace(beside: string, asked: string | null, jobsDir: string, job: string): Promise<string> {
  const path = asked ?? beside;
  try {
    await access(dirname(resolve(path)), constants.W_OK);
    return path;
  } catch (error) {
    if (asked !== null) throw diskError(`The rejects file ${path} could not be written`, error);
    const folder = join(dirname(jobsDir), 'rejects');
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
      throw diskError(`The folder ${folder} cannot be made`, cause);
    });
    return join(folder, `${job}-${basename(path)}`);
  }
}

async function begin(path: string, head: Buffer): Promise<FileHandle> {
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(head);
  return file;
}
