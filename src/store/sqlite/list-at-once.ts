/**
 * Lists that are found in a moment, whatever the table holds: after a look at a bounded number of entries of an index. They are for the
 * thread that all requests share, to which the way to another thread and back costs more; every other list is left to those that search.
 */
import type { Database } from 'better-sqlite3';
import {
  entriesUpTo,
  firstEntries,
  type IndexPath,
  isIncomplete,
  type Path,
  pathsOf,
  restriction,
  type Search,
  seqsOn,
  sourceOf,
} from './list-paths.js';
import { statement } from './statements.js';

/** A quarter of a microsecond each, sorting included. */
const ENTRIES_MAX = 5_000;
/** By amount, tried first: they mostly hold the page, and the end of so many is soon found. A walk by date ends by itself on a full page. */
const FEW_ENTRIES = 250;
/** Looked at before anything is decided; a bucket of amounts among a million rows has up to 300. */
const FIRST_ENTRIES = 1_000;
/** Of an upload, whose rows themselves are read. */
const UPLOAD_ROWS_MAX = 2_000;
/** They are read themselves, too, and twice at worst. */
const LATE_ROWS_MAX = 1_000;

interface First {
  /** The page; null where the entries do not hold it. */
  seqs: number[] | null;
  /** Entries that fit, as far as they were looked at; null where none could be. */
  fitting: number | null;
}

/** As findSeqs, where a bounded number of entries holds the page; else null. */
export function findSeqsAtOnce(db: Database, search: Search): number[] | null {
  if (search.seqs) return search.seqs.to - search.seqs.from > UPLOAD_ROWS_MAX ? null : seqsOn(db, search, null);
  const paths = pathsOf(search);
  const [ordered] = paths;
  const mayBeFew = search.sortKey === 'amount' && search.offset + search.limit <= FEW_ENTRIES && search.late.count === 0;
  const few = mayBeFew ? firstOf(db, search, ordered, FEW_ENTRIES).seqs : null;
  if (few) return few;
  let count = FIRST_ENTRIES;
  let first = firstOf(db, search, ordered, count);
  if (!first.seqs && first.fitting === null) {
    // The first bucket of amounts alone has more.
    count = ENTRIES_MAX;
    first = firstOf(db, search, ordered, count);
  }
  if (first.seqs) return first.seqs;
  // Of how many entries the page may be found, by what the first ones held.
  const needed = first.fitting === null ? ENTRIES_MAX : (count / Math.max(first.fitting, 0.5)) * (search.offset + search.limit);
  const short = shortest(db, search, paths, Math.min(Math.ceil(needed), ENTRIES_MAX));
  if (short) return seqsOn(db, search, short);
  return count < ENTRIES_MAX && needed <= ENTRIES_MAX ? firstOf(db, search, ordered, ENTRIES_MAX).seqs : null;
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
  if (search.sortKey === 'amount') return firstBuckets(db, search, path, count);
  const { seqs, fitting, isEnough } = firstEntries(db, search, path, count);
  return { seqs: isEnough ? seqs : null, fitting };
}

/** The order of amounts is sorted bucket by bucket: of those that stand among so many entries as a whole, the first ones are the list's. */
function firstBuckets(db: Database, search: Search, path: IndexPath, count: number): First {
  const [first] = bucketsAt(db, search, path, 0);
  const [edge] = bucketsAt(db, search, path, count);
  if (first === undefined || edge === undefined) return { seqs: seqsOn(db, search, path), fitting: null };
  if (first === edge) return { seqs: null, fitting: null };
  const isRising = search.direction === 'ASC';
  const before = { column: 'amountBucket', operator: isRising ? '<' : '>', value: edge } as const;
  // One bound on each side: of two, SQLite may walk to the farther one.
  const ahead = path.narrowing.filter((bound) => 'operator' in bound && bound.operator === (isRising ? '>=' : '<='));
  const seqs = seqsOn(db, search, { ...path, narrowing: [...ahead, before] });
  const isFull = seqs.length === search.limit;
  return { seqs: isFull ? seqs : null, fitting: search.offset + seqs.length };
}

/** The bucket of the entry at a place of the path, in an array; empty where there are fewer. */
function bucketsAt(db: Database, search: Search, path: IndexPath, place: number): number[] {
  const { where, values } = restriction(search, path.narrowing);
  const source = sourceOf(path, search.tenantKey);
  const sql = `SELECT sale.amountBucket FROM ${source.sql} WHERE ${where} ORDER BY sale.amountBucket ${search.direction} LIMIT 1 OFFSET ?`;
  return statement(db, sql)
    .pluck()
    .all(...source.values, ...values, place) as number[];
}
