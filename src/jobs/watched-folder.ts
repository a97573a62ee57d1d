/**
 * A watched folder: which files in it are no longer being written, and where they go afterwards. It moves and never deletes files, and
 * never overwrites one. What is in the files is not its business.
 */
import { lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../client/journal/journal.js';
import { isRunning } from '../client/journal/process-identity.js';
import { errnoOf } from '../client/machine/disk-failure.js';
import { diskError, readTextFile } from '../client/machine/private-file.js';
import { SalesError } from '../contract/problem.js';
import type { UploadKind } from '../contract/states.js';
import { type FileIdentity, isSameFile } from '../files/text/file-identity.js';
import { fittingName, numberedName } from './file-names.js';
import { temporaryOf } from './rejects-file.js';

/** What a file is told by: while these stay the same, it has not been written to. */
interface FileMark extends FileIdentity {
  sizeBytes: number;
  mtimeMs: number;
}

export interface WatchedFile {
  name: string;
  path: string;
  mark: FileMark;
}

/** `waiting`: for somebody who says yes to how the file is read. */
export const trays = ['done', 'failed', 'waiting'] as const;
export type Tray = (typeof trays)[number];

/** Writes a new file whole or not at all, for its owner only. Fails with `disk`. */
export type WriteFile = (path: string, text: string) => Promise<void>;

/** Names under which programs write before they rename, and what is no file of a merchant's. */
const NOT_YET = /^\.|~$|\.(?:part|tmp|temp|filepart|crdownload|swp)$/i;

/**
 * For a check that the folder and its trays are still those that they are now, and that none of the names is a link to elsewhere by now.
 * It fails with `disk`, and so does this.
 */
export async function holdPlaces(folder: string): Promise<() => Promise<void>> {
  const places = [folder, ...trays.map((tray) => join(folder, tray))];
  const look = (path: string) => stat(path).catch(() => null);
  const held = await Promise.all(places.map(look));
  return async () => {
    for (const [at, path] of places.entries()) {
      if (isSameFile((await look(path)) ?? null, held[at] ?? null)) continue;
      throw new SalesError('disk', `${path} is not the folder any more that was watched.`, {
        hint: ['Nothing is taken from or put into another one. If it is the right one, start ', ['sales', 'watch'], ' again'],
      });
    }
  };
}

/** Makes the trays where they are not. Fails with `disk`. */
export async function makeTrays(folder: string): Promise<void> {
  try {
    for (const tray of trays) await mkdir(join(folder, tray), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw diskError(`${folder} cannot be written`, error);
  }
}

/** What a killed process was still writing of rejects, half of them at most: whoever goes on with its file writes them all anew. */
export async function clearHalfRejects(folder: string): Promise<void> {
  const failed = join(folder, 'failed');
  for (const name of await readdir(failed).catch(() => [])) {
    const pid = temporaryOf(name);
    if (pid !== null && !isRunning(pid)) await rm(join(failed, name), { force: true }).catch(() => {});
  }
}

/** The plain files that are there now, by name; `kind` is what their rows are. Fails with `disk` where the folder cannot be read, with `usage` where it is none. */
export async function filesIn(folder: string, kind: UploadKind): Promise<WatchedFile[]> {
  const files: WatchedFile[] = [];
  try {
    for (const name of (await readdir(folder)).sort()) {
      if (NOT_YET.test(name)) continue;
      const path = join(folder, name);
      const mark = await markOf(path);
      if (mark) files.push({ name, path, mark });
    }
  } catch (error) {
    throw unreadFolder(folder, kind, error);
  }
  return files;
}

function unreadFolder(folder: string, kind: UploadKind, error: unknown): SalesError {
  switch (errnoOf(error)) {
    case 'ENOENT':
      return new SalesError('disk', `There is no folder ${folder}.`, {
        hint: ['Check the name, or make it:   ', ['mkdir', '-p', folder]],
      });
    case 'ENOTDIR':
      return new SalesError('usage', `${folder} is not a folder.`, {
        hint: ['To upload that file:   ', ['sales', kind === 'Sales' ? 'upload' : 'settle', folder]],
      });
    default:
      return diskError(`${folder} cannot be read`, error);
  }
}

/** Null where there is no plain file of that name (any more). */
export async function markOf(path: string): Promise<FileMark | null> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() ? { dev: found.dev, ino: found.ino, sizeBytes: found.size, mtimeMs: Math.round(found.mtimeMs) } : null;
}

/** Whether both marks are of the same file with the same content, as far as inode, size and time tell; false where one is missing. */
export function isSameMark(a: FileMark | null | undefined, b: FileMark | null): boolean {
  return !!a && !!b && isSameFile(a, b) && a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs;
}

/** Tells which files have not been written to for `settleMs`, as far as it has looked. */
export function settling(settleMs: number, nowMs: () => number): (files: readonly WatchedFile[]) => WatchedFile[] {
  const seen = new Map<string, { mark: FileMark; sinceMs: number }>();
  return (files) => {
    const names = new Set(files.map(({ name }) => name));
    for (const name of seen.keys()) if (!names.has(name)) seen.delete(name);
    return files.filter(({ name, mark }) => {
      const before = seen.get(name);
      if (!before || !isSameMark(before.mark, mark)) seen.set(name, { mark, sinceMs: nowMs() });
      return nowMs() - (seen.get(name)?.sinceMs ?? 0) >= settleMs;
    });
  };
}

/**
 * Moves the file into the tray, its report beside it as `NAME.report.json` and, unless it is null, `text` as `NAME.report.txt`, a long name cut; where the name is taken, under `NAME-2` and so
 * on. Gives the new path; null where the file has become another one meanwhile, which then stays. Fails with `disk`.
 */
export async function putInto(
  { folder, tray }: { folder: string; tray: Tray },
  file: WatchedFile,
  report: object,
  text: string | null,
  write: WriteFile,
): Promise<string | null> {
  if (!isSameFile(await markOf(file.path), file.mark)) return null;
  const path = await freeName(join(folder, tray), file.name);
  await write(join(dirname(path), fittingName(basename(path), '.report.json')), `${JSON.stringify(report, null, 1)}\n`);
  if (text !== null) await write(join(dirname(path), fittingName(basename(path), '.report.txt')), text);
  try {
    await rename(file.path, path);
    // A file that came under the same name in this very moment is not the one that was uploaded.
    if (!isSameFile(await markOf(path), file.mark)) {
      await rename(path, await freeName(folder, file.name));
      return null;
    }
    await syncFolder(folder);
    await syncFolder(join(folder, tray));
    return path;
  } catch (error) {
    throw diskError(`${file.path} cannot be moved to ${path}`, error);
  }
}

/** Moves a file of `failed` that is settled now into `done`; does nothing where there is none. Fails with `disk`. */
export async function moveOn(folder: string, name: string): Promise<void> {
  const from = join(folder, 'failed', name);
  if (await markOf(from)) await moveTo(join(folder, 'done'), from);
}

/** Moves back into the folder what waits for a yes to one of these readings. Fails with `disk`. */
export async function takeWaiting(folder: string, accepted: readonly string[]): Promise<void> {
  const waiting = join(folder, 'waiting');
  for (const name of await readdir(waiting)) {
    const text = await readTextFile(join(waiting, fittingName(name, '.report.json')));
    const digest = text === null ? undefined : (JSON.parse(text) as { reading?: { digest: string } }).reading?.digest;
    if (digest === undefined || !accepted.includes(digest)) continue;
    await moveTo(folder, join(waiting, name));
  }
}

async function moveTo(folder: string, from: string): Promise<void> {
  await rename(from, await freeName(folder, basename(from))).catch((error: unknown) => {
    throw diskError(`${from} cannot be moved`, error);
  });
}

/** A path in `folder` that no file has: `x.csv`, `x-2.csv`, … */
export async function freeName(folder: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = join(folder, numberedName(name, number));
    if (!(await lstat(path).catch(() => null))) return path;
  }
}
