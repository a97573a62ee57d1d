/** The rejects file on disk: made at the first rejected row, moved into place only when the upload has ended, never empty. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RejectedRow } from '../client/part.js';
import { SalesError } from '../contract/problem.js';
import { encoded } from '../files/encodings.js';
import { rejectsFormat } from '../files/rejects.js';
import type { InputDescription } from '../files/row.js';
import { diskError } from './private-file.js';

const WRITE_CHARS = 65_536;

export interface RejectsFile {
  /** Fails with `disk`. */
  add(row: RejectedRow): Promise<void>;
  /** Puts the file into place. Returns its path, null when no row was rejected. An older file stays as it is then. Fails with `disk`. */
  finish(): Promise<string | null>;
  /** Leaves nothing behind; for an upload that ends by an exception. */
  discard(): Promise<void>;
}

/** A rejects file that is never written: for passes that only look. */
export const noRejectsFile: RejectsFile = { add: async () => {}, finish: async () => null, discard: async () => {} };

/** Fails with `usage` when the rejects file would be the input itself. */
export function openRejectsFile(path: string, inputPath: string, input: InputDescription): RejectsFile {
  if (inputPath !== '-' && resolve(path) === resolve(inputPath)) {
    throw new SalesError('usage', `The rejects file would overwrite the input ${inputPath}.`, { hint: 'Name another one with --rejects' });
  }
  const format = rejectsFormat(input);
  // Without it nobody would know UTF-16.
  const mark = input.encoding.startsWith('utf-16') ? '\ufeff' : '';
  const temporary = `${path}.${process.pid}.tmp`;
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
      await guard(async () => {
        await flush();
        await file?.sync();
        await file?.close();
        await rename(temporary, path);
      });
      return path;
    },
    discard: async () => {
      await file?.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
    },
  };
}

async function begin(path: string, head: Buffer): Promise<FileHandle> {
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(head);
  return file;
}
