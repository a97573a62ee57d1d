/** A file as it is now: size, time, and the hash of its bytes. Two files with one hash are the same file, whatever their names. */
import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { SalesError } from '../../contract/problem.js';
import type { Hint } from '../../contract/remedy.js';
import { type FileIdentity, openToRead } from '../../files/text/file-identity.js';
import { folderForFile, missingFile } from '../../files/text/missing-file.js';
import { errnoOf } from '../machine/disk-failure.js';

export interface Fingerprint {
  sizeBytes: number;
  mtimeMs: number;
  sha256: string;
}

/** Read again and again into the same memory. */
const CHUNK_BYTES = 1 << 20;

/**
 * Null when `stop` was given before the end; `see` gets the bytes as they come. Fails with `inputUnusable` where it cannot be read, or is not the
 * file that it must be.
 */
export async function fingerprintOf(
  path: string,
  stop?: AbortSignal,
  mustBe?: FileIdentity,
  see: (chunk: Uint8Array) => void = () => {},
): Promise<Fingerprint | null> {
  const hash = createHash('sha256');
  let file: FileHandle | null = null;
  try {
    file = await openToRead(path, mustBe);
    const { mtimeMs } = await file.stat();
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let sizeBytes = 0;
    for (;;) {
      if (stop?.aborted) return null;
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      hash.update(chunk.subarray(0, bytesRead));
      see(chunk.subarray(0, bytesRead));
      sizeBytes += bytesRead;
    }
    return { sizeBytes, mtimeMs: Math.round(mtimeMs), sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof SalesError) throw error;
    if (errnoOf(error) === 'EISDIR') throw folderForFile(path, error);
    if (errnoOf(error) === 'ENOENT') throw await missingFile(path, error);
    throw new SalesError('inputUnusable', `${path} cannot be read (${errnoOf(error)}).`, { cause: error });
  } finally {
    await file?.close();
  }
}

/**
 * The hashes of the first so many bytes of the file, by the number of bytes; of more than it has, none. Those that were not come to when
 * `stop` was given are left out. Fails with `inputUnusable` where it cannot be read.
 */
export async function hashesOf(path: string, sizes: readonly number[], stop?: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  const hash = createHash('sha256');
  let file: FileHandle | null = null;
  try {
    file = await open(path);
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let read = 0;
    for (const size of [...sizes].sort((a, b) => a - b)) {
      while (read < size && !stop?.aborted) {
        const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK_BYTES, size - read));
        if (bytesRead === 0) return hashes;
        hash.update(chunk.subarray(0, bytesRead));
        read += bytesRead;
      }
      if (read < size) return hashes;
      hashes.set(size, hash.copy().digest('hex'));
    }
    return hashes;
  } catch (error) {
    throw new SalesError('inputUnusable', `${path} cannot be read (${errnoOf(error)}).`, { cause: error });
  } finally {
    await file?.close();
  }
}

/** Whether the file has become another one than `began` says. One that is gone has not. */
export async function isWrittenSince(path: string, began: Fingerprint): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found) return false;
  if (found.size !== began.sizeBytes) return true;
  if (Math.round(found.mtimeMs) === began.mtimeMs) return false;
  const now = await fingerprintOf(path).catch(() => null);
  return now?.sha256 !== began.sha256;
}

/** Fails with `inputUnusable` where the file is not the one that the job began with. Null when `stop` was given before the end. */
export async function checkUnchanged(
  path: string,
  began: Fingerprint,
  job: string,
  stop?: AbortSignal,
  see?: (chunk: Uint8Array) => void,
): Promise<Fingerprint | null> {
  const hint: Hint = ['Put the file back as it was, then   ', ['sales', 'resume', job]];
  const now = await fingerprintOf(path, stop, undefined, see).catch((error: unknown) => {
    throw error instanceof SalesError
      ? new SalesError(error.code, `${error.message} The job ${job} needs it.`, { hint, cause: error })
      : error;
  });
  if (!now || now.sha256 === began.sha256) return now;
  const how = now.sizeBytes === began.sizeBytes ? 'of the same size' : `${now.sizeBytes} bytes instead of ${began.sizeBytes}`;
  throw new SalesError('inputUnusable', `${path} has changed since the job ${job} began (${how}). Nothing was sent.`, { hint });
}
