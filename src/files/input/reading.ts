/** How the files of one header are read, and what is kept of a file to be compared with the next. Types only. */
import type { Phrase } from '../../contract/phrase.js';
import type { UploadKind } from '../../contract/states.js';

/**
 * Why a reading needs no yes: the API's own names; an export known by name; corrected rejects; a list that a server wrote; the job has begun; the user
 * named every column; somebody said yes to it; such a file was uploaded by a version that did not ask. `new`: it needs one.
 */
export type Standing = 'own' | 'export' | 'rejects' | 'list' | 'job' | 'said' | 'accepted' | 'before' | 'new';

/** What somebody says yes to, and what the digest is over: nothing in it comes from single values. */
export interface ReadingParts {
  /** The names of the columns, in order; of JSON sorted. */
  header: readonly string[];
  table: UploadKind;
  /** Field → its columns. `- Column`: taken with the other sign. */
  fields: Readonly<Record<string, readonly string[]>>;
  constants: Readonly<Record<string, string>>;
  /** Time zone of local times; null where it makes no difference. */
  zone: string | null;
  /** Words of a command line. */
  flags: readonly string[];
}

export interface HeaderReading extends ReadingParts {
  /** 12 hexadecimal digits. */
  digest: string;
  standing: Standing;
  seen: RowsSeen;
  /** What differs from the file that was read before, and is no question. */
  notes: readonly Phrase[];
}

/** What the first rows showed, without any of their values. */
export interface RowsSeen {
  /** Hash of a column of kinds, or of a kind in it → what its rows are; of the column itself, `Column`. */
  kinds: Readonly<Record<string, string>>;
  marks: Marks;
}

/** Null where too few rows told. */
export interface Marks {
  hasDecimals: boolean | null;
  negative: 'None' | 'Some' | 'All' | null;
  /** The binary logarithm of the middle amount. */
  magnitude: number | null;
  /** Several rows have the same reference. */
  sharesReference: boolean | null;
}
