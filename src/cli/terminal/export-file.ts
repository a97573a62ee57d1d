/**
 * An output file for data: under a temporary name until it is complete, readable for its owner only, never overwriting another file
 * unasked.
 */
import { once } from 'node:events';
import { type FileHandle, link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { syncFolder } from '../../client/journal/journal.js';
import { diskFailure, errnoOf } from '../../client/machine/disk-failure.js';
import { SalesError } from '../../contract/problem.js';
import { shellWord } from './shell-word.js';

export interface ExportFile {
  /** Fails with `disk`. */
  write(data: string | Uint8Array): Promise<void>;
  /** Puts the file into place, durably. Fails with `disk`, and with `usage` where another file has got that name meanwhile. */
  finish(): Promise<void>;
  /** Leaves nothing behind; does nothing after `finish`. */
  discard(): Promise<void>;
}

/** Fails with `usage` where there is a file and `overwrite` is not set, or what is no file; and with `disk`. */
export async function openExportFile(path: string, overwrite: boolean): Promise<ExportFile> {
  const found = await stat(path).catch(() => null);
  // A folder or device must not be replaced by a file, even with `overwrite`.
  if (found?.isDirectory()) {
    throw new SalesError('usage', `${path} is a folder.`, { hint: `Name a file in it, such as ${shellWord(join(path, 'export.csv'))}` });
  }
  if (found && !found.isFile()) throw new SalesError('usage', `${path} is not a file.`, { hint: 'Name a file, or - for standard output' });
  if (!overwrite && found) throw taken(path);
  const temporary = `${path}.${process.pid}.part`;
  const guard = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act();
    } catch (error) {
      throw writeFailure(path, error);
    }
  };
  const file: FileHandle = await guard(() => open(temporary, 'wx', 0o600));
  return {
    write: (data) => guard(() => file.writeFile(data, 'utf8')),
    finish: () =>
      guard(async () => {
        await file.sync();
        await file.close();
        await (overwrite ? rename(temporary, path) : place(temporary, path));
        await syncFolder(dirname(path));
      }),
    discard: async () => {
      await file.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
    },
  };
}

/** The same, packed by gzip as it is written. */
export function packed(file: ExportFile): ExportFile {
  const gzip = createGzip();
  const writeAll = async () => {
    for await (const piece of gzip) await file.write(piece as Buffer);
  };
  const written = writeAll();
  let failure: unknown = null;
  written.catch((error: unknown) => {
    failure = error;
  });
  return {
    write: async (data) => {
      if (failure !== null) throw failure;
      if (!gzip.write(data)) await Promise.race([once(gzip, 'drain'), written]);
    },
    finish: async () => {
      gzip.end();
      await written;
      await file.finish();
    },
    discard: async () => {
      gzip.destroy();
      await file.discard();
    },
  };
}

/** A link fails if a file with that name has appeared meanwhile; a rename would replace it. */
async function place(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') throw taken(path);
    // The file systems of USB sticks and of some network shares have no links.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(code)) throw error;
    if (await lstat(path).catch(() => null)) throw taken(path);
    return rename(temporary, path);
  }
  await rm(temporary, { force: true });
}

function taken(path: string): SalesError {
  return new SalesError('usage', `${path} exists.`, { hint: 'Name another file, or replace this one with --overwrite' });
}

function writeFailure(path: string, error: unknown): SalesError {
  if (error instanceof SalesError) return error;
  if (errnoOf(error) !== 'ENOENT')
    return diskFailure(`${path} cannot be written`, error, 'Free some space or fix the disk, or name another file');
  const folder = dirname(path);
  return new SalesError('disk', `${path} cannot be written: there is no folder ${folder}.`, {
    hint: `Name another file, or make the folder:   mkdir -p ${shellWord(folder)}`,
    cause: error,
  });
}
