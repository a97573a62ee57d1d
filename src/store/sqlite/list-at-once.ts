/**
 * Lists that are found in a moment, whatever the table holds: after a look at a bounded number of entries of an index. They are for the
 * thread that all requests share, to which the way to another thread and back costs more; every other list is left to those that search.
 */
import type { Database } from 'better-sqlite3';
import { entriesUpTo, firstEntries, type IndexPath, isIncomplete, type Path, pathsOf, type Search, seqsOn } from './list-paths.js';

/** A quarter of a microsecond each. */
const ENTRIES_MAX = 5_000;
/** Looked at before anything is decided. */
const FIRST_ENTRIES = 1_000;
/** Of an upload, whose rows themselves are read. */
const UPLOAD_ROWS_MAX = 2_000;
/** They are read themselves, too, and twice at worst. */
const LATE_ROWS_MAX = 1_000;

interface First {
  /** The page; null where the entries do not hold it. */
  seqs: number[] | null;
  /** Entries that fit, as far as they were looked at; null where none were. */
  fitting: number | null;
}

/** As findSeqs, where a bounded number of entries holds the page; else null. */
export function findSeqsAtOnce(db: Database, search: Search): number[] | null {
  if (search.seqs) return search.seqs.to - search.seqs.from > UPLOAD_ROWS_MAX ? null : seqsOn(db, search, null);
  const paths = pathsOf(search);
  const [ordered] = paths;
  const first = firstOf(db, search, ordered, FIRST_ENTRIES);
  if (first.seqs) return first.seqs;
  // Of how many entries the page may be found, by what the first ones held.
  const needed = first.fitting === null ? ENTRIES_MAX : (FIRST_ENTRIES / Math.max(first.fitting, 0.5)) * (search.offset + search.limit);
  const short = shortest(db, search, paths, Math.min(Math.ceil(needed), ENTRIES_MAX));
  if (short) return seqsOn(db, search, short);
  return needed <= ENTRIES_MAX ? firstOf(db, search, ordered, ENTRIES_MAX).seqs : null;
}

/** The narrowed path with the fewest entries, where it has fewer than so many. */
function shortest(db: Database, search: Search, paths: readonly Path[], entries: number): IndexPath | null {
  let best: IndexPath | null = null;
  let fewest = entries;
  for (const path of paths) {
    if (!('index' in path) || path.narrowing.length === 0 || hasManyLate(search, path)) continue;
    const count = entriesUpTo(db, search, path, fewest);
    if (count < fewest) best = path;
    fewest = Math.min(count, fewest);
  }
  return best;
}

function hasManyLate(search: Search, path: Path): boolean {
  return isIncomplete(search, path) && search.late.count > LATE_ROWS_MAX;
}

/** What so many entries of a path in the order of the list hold. */
function firstOf(db: Database, search: Search, path: IndexPath, count: number): First {
  if (hasManyLate(search, path)) return { seqs: null, fitting: null };
  const { seqs, fitting, isEnough } = firstEntries(db, search, path, count);
  if (!isEnough) return { seqs: null, fitting };
  // With late rows among them the page ends sooner, if anything.
  return { seqs: isIncomplete(search, path) ? seqsOn(db, search, path) : seqs, fitting };
}
