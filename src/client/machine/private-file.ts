/** Files that only their owner may read, written whole or not at all: to a name of their own, synced, then moved into place. */
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { named } from '../../contract/own-names.js';
import { SalesError } from '../../contract/problem.js';

/** Fails with `disk`. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await chmod(dirname(path), 0o700);
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw diskError(`${path} cannot be written`, error);
  }
}

/** The text of a file, null when it is not there. Fails with `disk`. */
export async function readTextFile(path: string): Promise<string | null> {
  return textOf(await readBytes(path));
}

async function readBytes(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw diskError(`${path} cannot be read`, error);
  }
}

/** The text of a file that the user named, null when it is not there; `from` says how it was named. Fails with `usage` where it is no readable file. */
export async function readNamedFile(path: string, from: string): Promise<string | null> {
  return textOf(await readNamedBytes(path, from));
}

/** The same, as it stands in the file. */
export async function readNamedBytes(path: string, from: string): Promise<Buffer | null> {
  return readBytes(path).catch((error: SalesError) => {
    const { code } = error.cause as NodeJS.ErrnoException;
    const reasons: Record<string, string> = named({ EISDIR: 'it is a folder', EACCES: 'you may not read it' });
    throw new SalesError('usage', `${path} (from ${from}) cannot be read: ${reasons[code ?? ''] ?? code}.`, { cause: error });
  });
}

function textOf(bytes: Buffer | null): string | null {
  return bytes?.toString('utf8') ?? null;
}

/** A failure with the code `disk`; `what` is a sentence without its full stop, to which the system's code is added. */
export function diskError(what: string, cause: unknown): SalesError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown reason';
  return new SalesError('disk', `${what}: ${code}.`, { cause });
}

/** Also where there is none. Fails with `disk`. */
export async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw diskError(`${path} cannot be removed`, error);
  }
}
