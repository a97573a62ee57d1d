/**
 * Lists that can be found in a moment, however large the table: by reading a bounded number of index entries. They are for the thread that
 * all requests share, because sending such a list to another thread and back costs more than finding it. All other lists are left to the
 * reader threads.
 */
import type { Work } from '../../sql/work.js';
import {
  entriesNeeded,
  entriesUpTo,
  firstEntries,
  hasFewer,
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
export function* findSeqsAtOnce(search: Search): Work<number[] | null> {
  if (search.seqs) return search.seqs.to - search.seqs.from > UPLOAD_ROWS_MAX ? null : yield* seqsOn(search, null);
  const [ordered, ...others] = pathsOf(search);
  const found = hasManyLate(search, ordered) ? null : yield* firstEntries(search, ordered);
  if (found?.isEnough) return yield* seqsAmong(search, ordered, found);
  const needed = found ? entriesNeeded(search, found) : Number.POSITIVE_INFINITY;
  for (const path of others) {
    if ('holding' in path || hasManyLate(search, path)) continue;
    // Half of what is needed, because counting its entries has a cost, too.
    if (yield* hasFewer(search, path, Math.min(needed / 2, ENTRIES_MAX))) return yield* seqsOn(search, path);
  }
  if (!found) return null;
  // A narrowed path may end before it has too many entries.
  const isShort = needed <= ENTRIES_MAX || (ordered.narrowing.length > 0 && (yield* hasFewer(search, ordered, ENTRIES_MAX)));
  if (!isShort) return null;
  const more = yield* entriesUpTo(search, ordered, ENTRIES_MAX);
  return more.isEnough ? yield* seqsAmong(search, ordered, more) : null;
}

function hasManyLate(search: Search, path: Path): boolean {
  return isIncomplete(search, path) && search.late.count > LATE_ROWS_MAX;
}
