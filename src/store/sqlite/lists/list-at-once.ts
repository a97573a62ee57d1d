/**
 * Lists that can be found in a moment, however large the table: by reading a bounded number of index entries. They are for the thread that
 * all requests share, because sending such a list to another thread and back costs more than finding it. All other lists are left to the
 * reader threads.
 */
import type { Database } from '../database/engine.js';
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

/** Each takes about a tenth of a microsecond. */
const ENTRIES_MAX = 10_000;
/** For the list of one upload, which reads the rows themselves. */
const UPLOAD_ROWS_MAX = 2_000;
/** Late rows are read themselves, too, and in the worst case twice. */
const LATE_ROWS_MAX = 1_000;

/** Like findSeqs, if a bounded number of entries is enough for the page; otherwise null. */
export function findSeqsAtOnce(db: Database, search: Search): number[] | null {
  if (search.seqs) return search.seqs.to - search.seqs.from > UPLOAD_ROWS_MAX ? null : seqsOn(db, search, null);
  const [ordered, ...others] = pathsOf(search);
  const first = hasManyLate(search, ordered) ? null : firstEntries(db, search, ordered);
  if (first?.isEnough) return seqsAmong(db, search, ordered, first);
  const needed = first ? entriesNeeded(search, first) : Number.POSITIVE_INFINITY;
  for (const path of others) {
    // Half of what is needed, because counting its entries has a cost, too.
    const isShort = 'index' in path && !hasManyLate(search, path) && hasFewer(db, search, path, Math.min(needed / 2, ENTRIES_MAX));
    if (isShort) return seqsOn(db, search, path);
  }
  if (!first || (needed > ENTRIES_MAX && !isShorter(db, search, ordered))) return null;
  const more = entriesUpTo(db, search, ordered, ENTRIES_MAX);
  return more.isEnough ? seqsAmong(db, search, ordered, more) : null;
}

/** Whether a narrowed path ends before it has too many entries. */
function isShorter(db: Database, search: Search, path: IndexPath): boolean {
  return path.narrowing.length > 0 && hasFewer(db, search, path, ENTRIES_MAX);
}

function hasManyLate(search: Search, path: Path): boolean {
  return isIncomplete(search, path) && search.late.count > LATE_ROWS_MAX;
}
