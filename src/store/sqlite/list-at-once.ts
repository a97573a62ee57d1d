/**
 * Lists that are found in a moment, whatever the table holds: after a look at a bounded number of entries of an index. They are for the
 * thread that all requests share, to which the way to another thread and back costs more; every other list is left to those that search.
 */
import type { Database } from 'better-sqlite3';
import {
  entriesNeeded,
  entriesUpTo,
  firstEntries,
  hasFewer,
  type IndexPath,
  isIncomplete,
  type Path,
  pathsOf,
  type Search,
  seqsAmong,
  seqsOn,
} from './list-paths.js';

/** A tenth of a microsecond each. */
const ENTRIES_MAX = 10_000;
/** Of an upload, whose rows themselves are read. */
const UPLOAD_ROWS_MAX = 2_000;
/** They are read themselves, too, and twice at worst. */
const LATE_ROWS_MAX = 1_000;

/** As findSeqs, where a bounded number of entries holds the page; else null. */
export function findSeqsAtOnce(db: Database, search: Search): number[] | null {
  if (search.seqs) return search.seqs.to - search.seqs.from > UPLOAD_ROWS_MAX ? null : seqsOn(db, search, null);
  const [ordered, ...others] = pathsOf(search);
  const first = hasManyLate(search, ordered) ? null : firstEntries(db, search, ordered);
  if (first?.isEnough) return seqsAmong(db, search, ordered, first);
  const needed = first ? entriesNeeded(search, first) : Number.POSITIVE_INFINITY;
  for (const path of others) {
    // Half of what is needed, because to look whether it has fewer costs something, too.
    const isShort = 'index' in path && !hasManyLate(search, path) && hasFewer(db, search, path, Math.min(needed / 2, ENTRIES_MAX));
    if (isShort) return seqsOn(db, search, path);
  }
  if (!first || (needed > ENTRIES_MAX && !isShorter(db, search, ordered))) return null;
  const more = entriesUpTo(db, search, ordered, ENTRIES_MAX);
  return more.isEnough ? seqsAmong(db, search, ordered, more) : null;
}

/** Whether a narrowed path ends before too many entries. */
function isShorter(db: Database, search: Search, path: IndexPath): boolean {
  return path.narrowing.length > 0 && hasFewer(db, search, path, ENTRIES_MAX);
}

function hasManyLate(search: Search, path: Path): boolean {
  return isIncomplete(search, path) && search.late.count > LATE_ROWS_MAX;
}
