/** What became of one file, as data, which the view and the JSON document present. */
import { closed, openTally } from '../client/sending/tally.js';
import type { UploadReport } from '../client/sending/upload.js';
import type { SalesError } from '../contract/problem.js';
import type { UploadKind } from '../contract/states.js';
import type { TransactionUpload } from '../contract/transaction.js';
import type { InputDescription } from '../files/input/row.js';
import type { OpenOptions } from '../files/open.js';
import type { ShownReading } from '../files/reading/shown-reading.js';
import { NewReading } from './consent.js';
import { exitOfFailure, exits } from './exit-codes.js';
import type { SentBefore } from './sent-before.js';

/** A row as it would be sent. */
export interface FirstRow {
  line: number;
  /** Or a settlement record. */
  transaction: TransactionUpload;
}

/** A row that the server took for a duplicate although a value of it is another one. */
export interface DifferingDuplicate {
  line: number;
  transactionId: string;
  duplicateOf: string;
  /** Key in the additional data. Card numbers in the two values are masked. */
  key: string;
  value: string;
  earlier: string;
}

export interface AmongOthers {
  duplicates: number;
  /** Rows of the file, from the first of these duplicates to the last, that were not there before. */
  rows: number;
  /** Earlier rows of that time that the file does not repeat. */
  earlierRows: number;
}

export interface DifferingDuplicates {
  duplicates: number;
  /** How many of them were compared. */
  compared: number;
  /** Duplicates that may be sales of their own. */
  rows: DifferingDuplicate[];
  /** Values that differ, too, but tell no rows of the file apart. */
  otherKeys: { key: string; rows: number }[];
  /** Fields that the duplicates have, and the rows that they repeat do not. */
  alsoKnown: { field: string; rows: number }[];
  /** Duplicates that lie among rows of both files that are not in the other: they may be sales of another till. Null where none do. */
  amongOthers: AmongOthers | null;
  /** For each key of `rows`, the index of its column in the header; none where the file has no columns. */
  columns: number[];
}

/** The report of its upload, and what goes with the file. */
export interface UploadOutcome extends UploadReport {
  /** Null when nothing of it is kept: a dry run, or nothing was sent and nothing is to be resumed. */
  job: string | null;
  /** Something is left that a resumed run can do. */
  resumable: boolean;
  file: string;
  /** What its rows are; absent for sales. */
  kind?: UploadKind;
  /** The same bytes that the server had before; absent where it had none, or did not tell. */
  sentBefore?: SentBefore;
  /** Something of it was to be sent; otherwise it was only looked at. */
  tried: boolean;
  /** Corrected rejects that the server took for duplicates, and that may be twins of other rows of their file. */
  twinsInDoubt?: number;
  /** What the server took for duplicates compared with what they are said to repeat; null where that was not, or could not be, done. */
  differing?: DifferingDuplicates | null;
  /** Rows that the import rejected, and that lie in the rejects file, too. */
  notImported?: number;
  rejectsFile: string | null;
  /** How it was read, for whoever reads its rejects file; absent where nothing of it was tried. */
  read?: { description: InputDescription; options: OpenOptions };
  /** It is the outcome of a job that was begun before. */
  resumed?: boolean;
  /** It was uploaded before, as `stopped` says, and was to be left then. */
  skipped?: boolean;
  /** Size of the beginning that this is about, where the file has grown since its job began. */
  readBytes?: number;
  dryRun: boolean;
  /** How the input was understood, and its first rows; in a dry run alone. */
  checked?: { description: InputDescription; first: readonly FirstRow[] };
  /** Reading of the file, in a dry run and where nobody has confirmed it yet. */
  reading?: ShownReading;
  /** Whether the imports were waited for. */
  waited: boolean;
  exit: number;
}

/** Outcome of a file of which nothing was to be sent. */
export const notTried = {
  tried: false,
  job: null,
  resumable: false,
  waited: false,
  waitStopped: null,
  interrupted: false,
  readUpToLine: null,
  resolvesDoubt: false,
  complete: false,
} as const;

/** The outcome of a file that was not looked at. */
export function emptyOutcome(file: string): UploadOutcome {
  return { ...closed(openTally()), ...notTried, file, stopped: null, rejectsFile: null, dryRun: false, exit: exits.done };
}

/** The outcome of a file that was uploaded before, as `known` says, and that is not to be uploaded again. */
export function skippedOutcome(file: string, known: SalesError): UploadOutcome {
  return { ...emptyOutcome(file), stopped: known, skipped: true };
}

/** The outcome of a file of which nothing could be sent, for a list of several. */
export function failedOutcome(file: string, error: SalesError): UploadOutcome {
  const reading = error instanceof NewReading ? { reading: error.reading } : {};
  return { ...emptyOutcome(file), ...reading, stopped: error, exit: exitOfFailure(error.code) };
}
