/**
 * Finds duplicates without losing twins: the nth of several equal rows in an upload group is the same sale as the nth such row that came
 * before from other groups. So two equal coffees in one file stay two sales, and sending the same file again, whole, in parts or shuffled,
 * adds nothing. Pure.
 */
import { duplicateComment } from '../store/comments.js';
import type { DuplicateKey, EarlierRow, EarlierRows, Hashes, RowDecision, UploadedFields } from '../store/import-decisions.js';
import { type ComparedField, type KeyReader, keyReader } from './duplicate-key.js';

/** Rows of this batch that equal each other. */
interface Like {
  row: UploadedFields;
  /** The occurrence to try for the next of them. */
  next: number;
  /** Whether there may be rows like them from before this batch. */
  hasEarlier: boolean;
  /** What was found for `next` when that was determined, because the same is needed right after. */
  found: Found | null;
  /** The next group of equal rows in the batch with the same hash. */
  sameHash: Like | null;
}

/** For the nth of equal rows: whether the own group already has it, and which row of another group stands for that sale. */
interface Found {
  own: boolean;
  original: EarlierRow | null;
}

/**
 * The hash of each row's duplicate key; null for rows that are left out of the search: those that the rules rejected, and those without an
 * identifying value.
 */
export function hashesOf(
  rows: readonly UploadedFields[],
  byRules: readonly RowDecision[],
  fields: readonly ComparedField[],
  seed: number,
  identifying?: readonly ComparedField[],
): Hashes {
  const key = keyReader(fields, seed, identifying);
  const hashes: (number | null)[] = [];
  // A plain loop, because a closure made for each upload would also be compiled for each upload.
  for (let index = 0; index < rows.length; index++) hashes.push(hashOf(key, rows[index] ?? {}, byRules[index] as RowDecision));
  return hashes;
}

/** The decisions of the rules, with the duplicates among `rows` marked, whose hashes are `hashes`: rows of an upload, one part after another. */
export function decidedBy(
  search: DuplicateSearch,
  rows: readonly UploadedFields[],
  byRules: readonly RowDecision[],
  hashes: Hashes,
): readonly RowDecision[] {
  const decisions: RowDecision[] = [];
  for (let index = 0; index < rows.length; index++)
    decisions.push(decided(search, rows[index] ?? {}, byRules[index] as RowDecision, hashes[index] ?? null));
  return decisions;
}

function hashOf(key: KeyReader, row: UploadedFields, decision: RowDecision): number | null {
  return decision.transactionState === 'Processed' && key.identifies(row) ? key.hash(row) : null;
}

/** Search for duplicates among the rows of an upload. */
export interface DuplicateSearch {
  same: KeyReader['same'];
  earlier: EarlierRows;
  /** By hash. */
  likes: Map<number, Like>;
}

export function searchFor(fields: readonly ComparedField[], earlier: EarlierRows): DuplicateSearch {
  return { same: keyReader(fields, 0).same, earlier, likes: new Map() };
}

export function decided(search: DuplicateSearch, row: UploadedFields, decision: RowDecision, hash: number | null): RowDecision {
  if (hash === null) return decision;
  const like = likeOf(search, row, hash);
  const { occurrence, original } = nextOf(search, like, hash);
  const duplicateKey = { hash, occurrence };
  return original === null ? withKey(decision, duplicateKey) : duplicateOf(original, duplicateKey);
}

/** Copied member by member: each spread would give its object a shape of its own, which makes reading it slow. */
export function withKey(decision: RowDecision, duplicateKey: DuplicateKey): RowDecision {
  const { transactionState, transactionMatchState, comment, errors, isWarned } = decision;
  return { transactionState, transactionMatchState, comment, errors, isWarned: isWarned === true, duplicateKey };
}

export function duplicateOf({ id }: Pick<EarlierRow, 'id'>, duplicateKey: DuplicateKey): RowDecision {
  const comment = duplicateComment(id);
  return { transactionState: 'Processed', transactionMatchState: 'Skip', comment, errors: [], isWarned: false, duplicateKey };
}

function likeOf({ same, earlier, likes }: DuplicateSearch, row: UploadedFields, hash: number): Like {
  const first = likes.get(hash) ?? null;
  for (let like = first; like !== null; like = like.sameHash) if (same(like.row, row)) return like;
  const hasEarlier = first ? first.hasEarlier : earlier.has(hash);
  const like: Like = { row, next: 1, hasEarlier, found: null, sameHash: first };
  if (hasEarlier) {
    const founds = new Map<number, Found>();
    const isOwn = (occurrence: number) => {
      const found = earlierOf(row, hash, occurrence, same, earlier);
      founds.set(occurrence, found);
      return found.own;
    };
    like.next = earlier.wasSentBefore() ? firstFree(isOwn) : afterOwn(isOwn);
    like.found = founds.get(like.next) ?? null;
  }
  likes.set(hash, like);
  return like;
}

/** For the next of these equal rows: its occurrence in its group, and the row that it is a duplicate of, if any. */
function nextOf({ same, earlier }: DuplicateSearch, like: Like, hash: number): { occurrence: number; original: EarlierRow | null } {
  for (;;) {
    const occurrence = like.next++;
    if (!like.hasEarlier) return { occurrence, original: null };
    const { own, original } = like.found ?? earlierOf(like.row, hash, occurrence, same, earlier);
    like.found = null;
    if (!own) return { occurrence, original };
  }
}

function earlierOf(row: UploadedFields, hash: number, occurrence: number, same: KeyReader['same'], earlier: EarlierRows): Found {
  // Rows with the same hash need not be the same: only the values count.
  const found = earlier.find(hash, occurrence).filter((one) => same(one.row, row));
  return { own: found.some(({ isOwnGroup }) => isOwnGroup), original: found.find(({ stands }) => stands) ?? null };
}

/**
 * The first occurrence that the own group does not have, found one by one: those of a batch that was sent before leave gaps among its own.
 */
function firstFree(isOwn: (occurrence: number) => boolean): number {
  let free = 1;
  while (isOwn(free)) free++;
  return free;
}

/**
 * The first occurrence that the own group does not have, given that it has all those before. Takes few steps even where a group has a
 * hundred thousand. Where some were withdrawn, it is one of the free ones.
 */
function afterOwn(isOwn: (occurrence: number) => boolean): number {
  let free = 1;
  while (isOwn(free)) free *= 2;
  let own = Math.floor(free / 2);
  while (free - own > 1) {
    const middle = Math.floor((free + own) / 2);
    if (isOwn(middle)) own = middle;
    else free = middle;
  }
  return free;
}
