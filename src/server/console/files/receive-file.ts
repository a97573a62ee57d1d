/** Takes the bytes of a dropped file to the disk, as long as there is room and they are not too many. */
import { open, statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import { streamBody } from '../../access/body.js';

/** What must stay free on the disk, for the database is on it, too. */
const LEFT_BYTES_MIN = 256_000_000;

/** Resolves to the size, once all of it is durable. Fails with `payloadTooLarge`, `unavailable` where the disk is full, and as a body does. */
export async function receiveFile(request: IncomingMessage, path: string, bytesMax: number): Promise<number> {
  await checkRoom(dirname(path), Number(request.headers['content-length'] ?? 0));
  const file = await open(path, 'wx', 0o600);
  try {
    let unchecked = 0;
    const bytes = await streamBody(request, bytesMax, async (chunk) => {
      unchecked += chunk.length;
      if (unchecked > LEFT_BYTES_MIN / 4) {
        unchecked = 0;
        await checkRoom(dirname(path), 0);
      }
      await file.writeFile(chunk);
    });
    await file.sync();
    return bytes;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(error) : error;
  } finally {
    await file.close();
  }
}

async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < LEFT_BYTES_MIN) throw noRoom(undefined);
}

function noRoom(cause: unknown): SalesError {
  return new SalesError('unavailable', 'The disk of the server has no room for the file.', { retryAfterS: 60, cause });
}
