/** A journal that lives in memory, keeps its lines, and fails where a test says so. */

import type { Journal } from '../../src/client/journal/journal.js';
import { type JournalEntry, lineOf } from '../../src/client/journal/journal-entry.js';
import { emptyState } from '../../src/client/journal/journal-state.js';
import { SalesError } from '../../src/contract/problem.js';

export const identity = {
  endpoint: 'https://example.com/',
  user: 'api',
  customer: null,
  tenant: null,
  importConfigurationId: null,
  fileSha256: 'f'.repeat(64),
  salt: '',
};

export interface MemoryJournal extends Journal {
  readonly entries: JournalEntry[];
  text(): string;
}

/** Knows `earlier` already; the `failAt`-th append from now on (from 1) fails, and all after it. */
export function memoryJournal(earlier: readonly JournalEntry[] = [], failAt = Number.POSITIVE_INFINITY): MemoryJournal {
  const state = emptyState();
  const entries: JournalEntry[] = [];
  const add = (entry: JournalEntry) => {
    state.apply(entry);
    entries.push(entry);
  };
  for (const entry of earlier) add(entry);
  let failure: SalesError | null = null;
  let appends = 0;
  const noted: JournalEntry[] = [];
  return {
    state,
    entries,
    get failure() {
      return failure;
    },
    append: async (added) => {
      appends += 1;
      if (appends >= failAt) failure ??= new SalesError('disk', 'the journal is full');
      if (failure) throw failure;
      for (const entry of [...noted.splice(0), ...added]) add(entry);
    },
    note: (added) => void noted.push(...added),
    close: async () => {},
    text: () => entries.map((entry, index) => lineOf(entry, index + 1)).join(''),
  };
}
