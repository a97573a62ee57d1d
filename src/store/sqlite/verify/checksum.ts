/**
 * The SHA-256 of a backup, in a file beside it, in the format of sha256sum. SQLite keeps no checksums of what rows hold, so a flipped bit
 * in a text or a number would show nowhere else. The backup gets its name before this file is written: after a crash in between, the backup
 * lacks its SHA-256, which is reported; the other way round, a new backup might be compared with the SHA-256 of an old one.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import { partialName, sync } from './copy.js';

/** Every chunk is read into the same memory. */
const CHUNK_BYTES = 1 << 20;

/** The file that holds the SHA-256 of a backup. */
export function checksumFile(backup: string): string {
  return `${backup}.sha256`;
}

/** Removes the SHA-256 of a backup that is gone: a new backup of the same name would count as damaged. */
export function clearStaleChecksum(backup: string): void {
  try {
    if (!existsSync(backup)) rmSync(checksumFile(backup), { force: true });
  } catch {
    // Then the new one cannot be written either, and that is reported.
  }
}

/** Writes the SHA-256 of a backup to its file, and returns it in hex. Fails with `disk`. */
export function writeChecksum(backup: string): string {
  const file = checksumFile(backup);
  const partial = partialName(file);
  try {
    const sha256 = sha256Of(backup);
    writeSynced(partial, `${sha256}  ${basename(backup)}\n`);
    renameSync(partial, file);
    sync(dirname(file));
    return sha256;
  } catch (error) {
    throw new SalesError('disk', `The backup ${backup} is whole, but ${file} cannot be written: ${errno(error)}.`, {
      hint: [
        ['sales', 'backup', 'verify'],
        ' looks at it without that file, too, and then cannot see every changed bit. sha256sum makes one as well.',
      ],
      cause: error,
    });
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Compares a backup with the SHA-256 beside it, and returns that in hex; null where there is none. Fails with `inputUnusable`. */
export function comparedChecksum(backup: string): string | null {
  const expected = readChecksum(checksumFile(backup));
  if (expected === null || expected === sha256Of(backup)) return expected;
  throw new SalesError('inputUnusable', `${backup} is not what ${checksumFile(backup)} says: it was changed or damaged since.`, {
    hint: 'Use another backup. Where there is none: with its .sha256 file put aside it is restored as it is.',
  });
}

function readChecksum(file: string): string | null {
  const text = textOf(file);
  if (text === null) return null;
  const [, sha256] = /^([\da-f]{64})(?:\s|$)/i.exec(text) ?? [];
  if (sha256 !== undefined) return sha256.toLowerCase();
  throw new SalesError('inputUnusable', `${file} holds no SHA-256.`, {
    hint: 'Copy it once more from where the backup was made. With that file put aside, the backup is looked at without it.',
  });
}

/** Null where there is no such file. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errno(error) === 'ENOENT') return null;
    throw new SalesError('inputUnusable', `${file} cannot be read: ${errno(error)}.`, { cause: error });
  }
}

function sha256Of(file: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    for (let bytes = readSync(descriptor, chunk); bytes > 0; bytes = readSync(descriptor, chunk)) hash.update(chunk.subarray(0, bytes));
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'w', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function errno(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown reason';
}
