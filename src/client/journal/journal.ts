/**
 * The journal of one job on disk: read once, then only added to. What `append` was given is on the disk when it returns, or the journal
 * is closed to further lines. It knows nothing of what the lines mean.
 */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SalesError } from '../../contract/problem.js';
import { diskFailure, errnoOf } from '../machine/disk-failure.js';
import { type JournalEntry, lineOf } from './journal-entry.js';
import { type ReadJournal, readJournal } from './journal-read.js';
import { emptyState, type JournalState } from './journal-state.js';

export interface Journal {
  readonly state: JournalState;
  /** Why it takes no more lines; null as long as it does. */
  readonly failure: SalesError | null;
  /**
   * Writes the lines, in the order of the calls; lines that wait at the same time share one write and one sync.
   * Fails with `disk`, and then for ever.
   */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Lines to be written with, and before, those that are appended next. */
  note(entries: readonly JournalEntry[]): void;
  close(): Promise<void>;
}

/** What the journal at `path` says, changing nothing; an absent one says nothing. Fails with `disk`. */
export async function peekJournal(path: string): Promise<JournalState> {
  return (await readOrEmpty(path)).state;
}

/** Opens the journal at `path`, making it where it is absent and cutting off a torn last line. Fails with `disk`. */
export async function openJournal(path: string): Promise<Journal> {
  const read = await readOrEmpty(path);
  let file: FileHandle | null = null;
  try {
    file = await open(path, 'a', 0o600);
    await file.truncate(read.goodBytes);
    await file.datasync();
    await syncFolder(dirname(path));
  } catch (error) {
    await file?.close().catch(() => {});
    throw diskFailure(`The journal ${path} cannot be opened`, error);
  }
  const journal = journalOn(file, path, read);
  if (read.torn.length > 0) await journal.append(read.torn);
  return journal;
}

async function readOrEmpty(path: string): Promise<ReadJournal> {
  try {
    return readJournal(await readFile(path), path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { state: emptyState(), lines: 0, goodBytes: 0, torn: [] };
    throw error instanceof Error && 'syscall' in error ? diskFailure(`The journal ${path} cannot be read`, error) : error;
  }
}

function journalOn(file: FileHandle, path: string, { state, ...read }: ReadJournal): Journal {
  let { lines, goodBytes } = read;
  let failure: SalesError | null = null;
  let waiting: JournalEntry[] = [];
  /** The write and flush in flight, and the next one, which takes everything queued by then (group commit). */
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async () => {
    next = null;
    const entries = waiting;
    waiting = [];
    if (failure) throw failure;
    const text = Buffer.from(entries.map((entry, index) => lineOf(entry, lines + 1 + index)).join(''), 'utf8');
    try {
      await file.appendFile(text);
      await file.datasync();
    } catch (error) {
      failure = diskFailure(`The journal ${path} cannot be written`, error);
      // Half a line must not stand before what a later run adds; that run would cut it off, too.
      await file.truncate(goodBytes).catch(() => {});
      throw failure;
    }
    lines += entries.length;
    goodBytes += text.length;
    for (const entry of entries) state.apply(entry);
  };
  return {
    state,
    get failure() {
      return failure;
    },
    append: (entries) => {
      waiting.push(...entries);
      if (next) return next;
      next = running.then(write);
      running = next.catch(() => {});
      return next;
    },
    note: (entries) => {
      waiting.push(...entries);
    },
    close: () => file.close().catch(() => {}),
  };
}

/** A new name in a folder is only on the disk once the folder is. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
