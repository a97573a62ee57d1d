/**
 * One process per folder. Each process puts a claim of its own into the folder, a file whose name says who it is, and then looks
 * for others: of two that do so, the later one always sees the earlier. Nobody ever takes over or removes the claim of a process
 * that may run, so that there is no moment in which a stale lock can be taken twice; a frozen process keeps its claim.
 */
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SalesError } from '../../contract/problem.js';
import type { Clock } from '../machine/clock.js';
import { diskFailure } from '../machine/disk-failure.js';
import { mayRun, ownIdentity, type ProcessIdentity } from './process-identity.js';

export interface FolderLock {
  release(): Promise<void>;
}

/** Two that come at the same moment both step back, and try again at moments of their own. */
const TRIES_MAX = 8;
const PAUSE_MS_MAX = 60;
const CLAIM = /^lock-(\d+)-(\d+)-([0-9a-f]+)-([\w.-]+)-\d+$/;

let claims = 0;

/** Fails with `locked`, naming the process that has it, and with `disk`. */
export async function lockFolder(folder: string, clock: Pick<Clock, 'sleep' | 'random'>): Promise<FolderLock> {
  const own = await ownIdentity();
  for (let attempt = 1; ; attempt++) {
    claims += 1;
    const path = join(folder, `lock-${own.pid}-${own.start}-${own.boot}-${own.host}-${claims}`);
    await claim(folder, path);
    const other = await otherClaim(folder, path, own);
    if (!other) return { release: () => rm(path, { force: true }).catch(() => {}) };
    await rm(path, { force: true });
    if (attempt === TRIES_MAX) throw lockedBy(other, folder, own);
    await clock.sleep(PAUSE_MS_MAX * clock.random());
  }
}

/** The process that has the folder, if any. Changes nothing. */
export async function lockHolder(folder: string): Promise<ProcessIdentity | null> {
  const own = await ownIdentity();
  for (const name of await readdir(folder).catch(() => [])) {
    const who = claimant(name);
    if (who && (await mayRun(who, own))) return who;
  }
  return null;
}

async function claim(folder: string, path: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    throw diskFailure(`The folder ${folder} cannot be locked`, error);
  }
}

/** Another claim that may hold; claims of processes that are gone are cleared away. */
async function otherClaim(folder: string, ownPath: string, own: ProcessIdentity): Promise<{ who: ProcessIdentity; path: string } | null> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const who = path === ownPath ? null : claimant(name);
    if (!who) continue;
    if (await mayRun(who, own)) return { who, path };
    await rm(path, { force: true });
  }
  return null;
}

function claimant(name: string): ProcessIdentity | null {
  const [, pid, start = '', boot = '', host = ''] = CLAIM.exec(name) ?? [];
  return pid === undefined ? null : { pid: Number(pid), start, boot, host };
}

function lockedBy({ who, path }: { who: ProcessIdentity; path: string }, folder: string, own: ProcessIdentity): SalesError {
  const elsewhere = who.host !== own.host;
  return new SalesError('locked', `Process ${who.pid}${elsewhere ? ` on ${who.host}` : ''} is working on ${folder}.`, {
    hint: elsewhere ? `If that machine no longer runs it:   rm '${path}'` : 'Wait until it has ended, or stop it',
  });
}
