/** Files dropped on the console, as its own routes tell them. Types only. */
import type { UploadKind } from './states.js';
import type { TransactionUpload } from './transaction.js';

/**
 * `waiting` for its turn to be read; `asking`: questions are open; `unconfirmed`: nobody has said yes to how it is read; `unusable`: it cannot be
 * read; `failed`: nothing, or not all, was sent.
 */
export type FileState = 'waiting' | 'reading' | 'asking' | 'unconfirmed' | 'ready' | 'unusable' | 'sending' | 'done' | 'failed';

export interface FileProblem {
  code: string;
  message: string;
  details: readonly string[];
  hint: string | null;
}

export interface ReadColumn {
  /** From 1. */
  number: number;
  header: string;
  field: string | null;
  samples: string[];
}

export interface FileFault {
  line: number | null;
  column: string | null;
  columnLetter: string | null;
  field: string | null;
  message: string;
  value: string | null;
}

interface QuestionChoice {
  text: string;
  columns: number[];
  remedies: unknown[];
}

export interface FileQuestion {
  code: string;
  field: string;
  title: string;
  text: string;
  choices: QuestionChoice[];
  proposed: number | null;
  typing: string;
}

/** Null: it is none. */
export type ChangedColumn = Pick<ReadColumn, 'number' | 'field'>;

export type GivenAnswer = { code: string; field: string } & ({ remedies: unknown[] } | { typed: string });

/** As the server understood the file; rows, first and faults are null while it cannot be read. */
export interface FileReading {
  format: string | null;
  rows: { read: number; good: number; rejected: number } | null;
  /** What the import of a new header says yes to. */
  header: RowsOfHeader | null;
  leftOut: { reason: string; rows: number }[] | null;
  columns: ReadColumn[] | null;
  constants: Record<string, string>;
  known: string | null;
  tellsPayouts: boolean;
  personalColumns: string[];
  /** How values are read, such as the sign before decimals. */
  decisions: { field: string; shown: string }[];
  questions: FileQuestion[];
  /** What was given for all rows, and can be given anew. */
  given: FileQuestion[];
  /** What a column may be. */
  fields: string[];
  /** What to know before it is sent. */
  notes: { field: string; text: string; help: { text: string; remedies: unknown[] } | null }[];
  first: { line: number; transaction: Partial<TransactionUpload> }[] | null;
  faults: FileFault[] | null;
}

interface ReadSum {
  currency: string | null;
  sum: string;
}

export interface RowsOfHeader {
  /** The digest of the reading that is confirmed. */
  digest: string;
  /** Nobody has to confirm the reading: the file has the API's own names, or is a known export. */
  accepted: boolean;
  days: { first: string; last: string } | null;
  references: { different: number; isWhole: boolean; rowsWithout: number } | null;
  currencies: (ReadSum & { rows: number; smallest: string | null; largest: string | null })[];
  /** Columns of few values, with what is done with their rows. */
  columns: {
    column: string;
    values: { value: string; rows: number; sums: ReadSum[]; done: { as: string; rows: number }[] }[];
  }[];
  unused: { column: string; value: string | null; isIdentifier: boolean }[];
}

/** How far the sending is. */
export interface FileProgress {
  /** Rows that the server has. */
  accepted: number;
  /** Bytes of the file, where lines tell; null where they do not. */
  bytes: { at: number; total: number } | null;
  /** Imports that are waited for; null while rows are sent. */
  imports: { done: number; total: number } | null;
  /** A request that failed and is sent again after so many seconds; null while none is. */
  retry: { reason: string; inS: number } | null;
}

/** What became of it: the document of the command line. */
export interface FileResult {
  rows: { read: number; accepted: number; rejected: number; inDoubt: number; unsent: number };
  currencies: { currency: string | null; rows: number; sum: string }[];
  uploads: { uploadId: string; rows: number; status: string | null; duplicates: number | null; errors: string[] }[];
  errors: FileFault[];
  notImported?: number;
}

export interface DroppedFile {
  id: string;
  name: string;
  bytes: number;
  /** Absent where an earlier version took it. */
  sha256?: string;
  receivedAt: string;
  tenantId: string;
  state: FileState;
  /** What it is read and sent as. */
  kind: UploadKind;
  removedAt: string | null;
  answers: GivenAnswer[];
  problem: FileProblem | null;
  hasRejects?: boolean;
  progress: FileProgress | null;
  reading?: FileReading | null;
  result?: FileResult | null;
}
