/** Which file a path names, for whoever must read that one and no other, whatever the path is made to name meanwhile. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SalesError } from '../../contract/problem.js';
import { unusable } from '../input/unusable.js';

/** As `stat` gives them. */
export interface FileIdentity {
  dev: number;
  ino: number;
}

/** Whether both are the same file, whatever is in it. */
export function isSameFile(a: FileIdentity | null, b: FileIdentity | null): boolean {
  return a !== null && b !== null && a.dev === b.dev && a.ino === b.ino;
}

// Should it be a pipe now, nobody waits for its writer.
const READING = constants.O_RDONLY | constants.O_NONBLOCK;

/** Opens a file to be read. Fails with the system's error, and with `inputUnusable` where it must be another one. */
export async function openToRead(path: string, mustBe?: FileIdentity): Promise<FileHandle> {
  if (!mustBe) return open(path);
  const file = await open(path, READING);
  if (isSameFile(await file.stat(), mustBe)) return file;
  await file.close();
  throw replaced(path);
}

/** The same, as a descriptor, for a library that closes it. */
export function descriptorToRead(path: string, mustBe?: FileIdentity): number {
  if (!mustBe) return openSync(path, 'r');
  const descriptor = openSync(path, READING);
  if (isSameFile(fstatSync(descriptor), mustBe)) return descriptor;
  closeSync(descriptor);
  throw replaced(path);
}

function replaced(path: string): SalesError {
  return unusable(`${path} is not the file any more that stood there.`, 'Something was put in its place; nothing of that was sent');
}
