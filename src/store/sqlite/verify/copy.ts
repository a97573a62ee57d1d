/**
 * Copies a whole database with SQLite while others write to it. The copy is verified and synced before it gets its name, so no crash leaves
 * half a copy under that name. What a killed process left under a temporary name is cleared away by the next copy.
 */

import { closeSync, existsSync, fsyncSync, linkSync, openSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { SalesError } from '../../../contract/problem.js';
import { examineData } from '../../remedies.js';
import type { Database } from '../database/engine.js';
import { damageFailure } from '../database/sqlite-failure.js';
import { type Contents, verifiedContents } from './contents.js';

/** Free space to ask for besides that for the copy. */
const SPARE_BYTES = 16_000_000;
const MB = 1_000_000;

/**
 * Copies the database of an open connection to `target`, readable by its owner alone. Fails with `usage` when the name is taken, otherwise
 * with `disk`; then nothing has that name.
 */
export function copyDatabase(db: Database, target: string): Contents {
  if (existsSync(target)) throw taken(target);
  const folder = dirname(target);
  try {
    clearLeftovers(folder, basename(target));
    checkSpace(db, folder);
    const partial = partialName(target);
    try {
      closeSync(openSync(partial, 'wx', 0o600));
      const rowsMin = storedRows(db);
      db.prepare('VACUUM INTO ?').run(partial);
      const contents = verifiedCopy(db, partial, rowsMin);
      sync(partial);
      place(partial, target);
      sync(folder);
      return contents;
    } finally {
      rmSync(partial, { force: true });
    }
  } catch (error) {
    if (error instanceof SalesError) throw error;
    throw damageFailure(error, db.name) ?? copyFailure(target, error);
  }
}

/** How many rows the copy must have at least; more may arrive while it is made. */
function storedRows(db: Database): number {
  return db.prepare('SELECT ifnull(sum(transactions), 0) FROM tenant').pluck().get() as number;
}

function verifiedCopy(db: Database, partial: string, rowsMin: number): Contents {
  try {
    const contents = verifiedContents(partial);
    const version = db.pragma('user_version', { simple: true });
    if (contents.schemaVersion === version && contents.rows.transactions >= rowsMin) return contents;
  } catch (error) {
    throw unverified(error);
  }
  throw unverified();
}

function unverified(cause?: unknown): SalesError {
  return new SalesError('disk', 'The copy of the database was damaged when it was read back, and was not kept.', {
    hint: ['The disk, or the database itself, may be damaged: ', examineData, ' checks both. Keep the earlier backups.'],
    cause,
  });
}

function checkSpace(db: Database, folder: string): void {
  const pages = (db.pragma('page_count', { simple: true }) as number) - (db.pragma('freelist_count', { simple: true }) as number);
  const needed = pages * (db.pragma('page_size', { simple: true }) as number) + SPARE_BYTES;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= needed) return;
  const free = Math.floor((bavail * bsize) / MB);
  throw new SalesError('disk', `The copy needs ${Math.ceil(needed / MB)} MB, and ${folder} has ${free} MB free.`, {
    hint: 'Free some space there, or give another place.',
  });
}

/** The temporary name of `target` until it is complete. {@link copyDatabase} clears away those that a killed process has left. */
export function partialName(target: string): string {
  return `${target}.${hostname()}-${process.pid}.partial`;
}

/** Makes a file or folder durable on its disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A link fails if a file with that name has appeared meanwhile; a rename would replace it. */
function place(partial: string, target: string): void {
  try {
    linkSync(partial, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw taken(target);
    // The file systems of USB sticks and of some network shares have no links.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(code) || existsSync(target)) throw error;
    renameSync(partial, target);
  }
}

/**
 * Clears away the temporary copies, with SQLite's journals of them, of processes on this machine that have ended. Those of this process are
 * leftovers, too: it makes one copy at a time. Only names that a copy to `target`, or to a name that ends in .db, has had on a machine of
 * exactly this name: in a.db.shop.till-7.partial the machine is shop.till, and not till.
 */
function clearLeftovers(folder: string, target: string): void {
  const ofThisMachine = `.${hostname()}`;
  for (const name of readdirSync(folder)) {
    const [, owner = '', pid] = /^(.+)-(\d+)\.partial(?:-journal)?$/.exec(name) ?? [];
    if (!owner.endsWith(ofThisMachine)) continue;
    const copy = owner.slice(0, -ofThisMachine.length).replace(/\.sha256$/, '');
    if (copy !== target && !copy.endsWith('.db')) continue;
    if (Number(pid) === process.pid || !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function taken(target: string): SalesError {
  return new SalesError('usage', `${target} already exists, and nothing is overwritten.`, { hint: 'Give another name, or remove it.' });
}

function copyFailure(target: string, error: unknown): SalesError {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL';
  return new SalesError('disk', `${target} cannot be written: ${isFull ? 'the disk is full' : code}.`, {
    hint: isFull ? 'Free some space there, or give another place.' : 'The folder must exist and be writable.',
    cause: error,
  });
}
