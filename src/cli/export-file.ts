/** A file of data that is made: under a name of its own until it is whole, readable for its owner only, never over another file unasked. */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../client/journal.js';
import { SalesError } from '../contract/problem.js';
import { diskError } from './private-file.js';

export interface ExportFile {
  /** Fails with `disk`. */
  write(text: string): Promise<void>;
  /** Puts the file into place, durably. Fails with `disk`. */
  finish(): Promise<void>;
  /** Leaves nothing behind; does nothing after `finish`. */
  discard(): Promise<void>;
}

/** Fails with `usage` where there is a file and `overwrite` is not set, and with `disk`. */
export async function openExportFile(path: string, overwrite: boolean): Promise<ExportFile> {
  if (!overwrite && (await stat(path).catch(() => null))) {
    throw new SalesError('usage', `${path} exists.`, { hint: 'Name another file, or replace this one with --overwrite' });
  }
  const temporary = `${path}.${process.pid}.part`;
  const guard = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act();
    } catch (error) {
      throw diskError(`${path} cannot be written`, error);
    }
  };
  const file: FileHandle = await guard(() => open(temporary, 'wx', 0o600));
  return {
    write: (text) => guard(() => file.writeFile(text, 'utf8')),
    finish: () =>
      guard(async () => {
        await file.sync();
        await file.close();
        await rename(temporary, path);
        await syncFolder(dirname(path));
      }),
    discard: async () => {
      await file.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
    },
  };
}
