/**
 * Takes the bytes of a dropped file to the disk, as long as there is room and they are not too many. What was promised to files under way is
 * counted for the process: each alone would find room that all together do not have.
 */
import { createHash } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import { streamBody } from '../../access/body.js';

/** What must stay free on the disk, for the database is on it, too. */
const LEFT_BYTES_MIN = 256_000_000;
/** A file whose length is not said is promised so much at a time. */
const STEP_BYTES = 16_000_000;

/** Bytes that files under way may still write. */
let promised = 0;

/** Resolves to size and SHA-256, in hexadecimal, once all of it is durable. Fails with `payloadTooLarge`, `unavailable` where the disk is full, and as a body does. */
export async function receiveFile(request: IncomingMessage, path: string, bytesMax: number): Promise<{ bytes: number; sha256: string }> {
  let left = 0;
  const promise = (bytes: number) => {
    mustHaveRoom(dirname(path), bytes);
    promised += bytes;
    left += bytes;
  };
  promise(Math.min(Number(request.headers['content-length'] ?? 0), bytesMax));
  try {
    const file = await open(path, 'wx', 0o600);
    const hash = createHash('sha256');
    try {
      const bytes = await streamBody(request, bytesMax, async (chunk) => {
        if (chunk.length > left) promise(STEP_BYTES);
        hash.update(chunk);
        await file.writeFile(chunk);
        promised -= chunk.length;
        left -= chunk.length;
      });
      await file.sync();
      return { bytes, sha256: hash.digest('hex') };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(error) : error;
  } finally {
    promised -= left;
  }
}

/** In one turn of the event loop: what another file takes in between would be looked at by neither. */
function mustHaveRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize - promised - bytes < LEFT_BYTES_MIN) throw noRoom(undefined);
}

function noRoom(cause: unknown): SalesError {
  return new SalesError('unavailable', 'The disk of the server has no room for the file.', { retryAfterS: 60, cause });
}
