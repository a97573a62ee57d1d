/** Dropped files on the server: what they are there, and how they get there. */
import type { UploadKind } from '../../../contract/states.js';
import type { TransactionUpload } from '../../../contract/transaction.js';
import { CallError, call, failureOf, parsed, paths, tenantParameters } from '../../api.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { zone } from '../../zone.js';

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

export interface SendingProgress {
  accepted: number;
  bytes: { at: number; total: number } | null;
  /** The part that the server has imported of what it was sent. */
  imports: { done: number; total: number } | null;
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
  state: 'waiting' | 'reading' | 'asking' | 'unconfirmed' | 'ready' | 'unusable' | 'sending' | 'done' | 'failed';
  /** What it is read and sent as. */
  kind: UploadKind;
  removedAt: string | null;
  answers: GivenAnswer[];
  problem: { code: string; message: string; details: string[]; hint: string | null } | null;
  hasRejects?: boolean;
  progress: SendingProgress | null;
  reading?: FileReading | null;
  result?: FileResult | null;
}

const at = (id: string) => `${paths.files}/${encodeURIComponent(id)}`;

export const files = {
  list: (signal?: AbortSignal) => call<{ items: DroppedFile[] }>(paths.files, { signal }),
  one: (id: string, signal?: AbortSignal) => call<DroppedFile>(at(id), { signal }),
  answer: (id: string, answers: readonly GivenAnswer[], more: { columns?: readonly ChangedColumn[]; kind?: UploadKind } = {}) =>
    call<DroppedFile>(`${at(id)}/answers`, { method: 'PUT', body: { answers, ...more } }),
  /** `accept`: the digest of the reading that is said yes to. */
  send: (id: string, how: { again?: boolean; accept?: string } = {}) => call<DroppedFile>(`${at(id)}/send`, { method: 'POST', body: how }),
  remove: (id: string) => call<null>(at(id), { method: 'DELETE' }),
  rejectsHref: (id: string) => `${at(id)}/rejects`,
  eventsHref: (id: string) => `${at(id)}/events`,
};

/** Takes a file to the server and tells how much of it is there, which `fetch` cannot. Fails with {@link CallError}. */
export function dropFile(file: File, onProgress: (share: number) => void): Promise<DroppedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${paths.files}${hrefOf('', { ...tenantParameters(), timeZone: zone.value }).replace(/^[^?]*/, '')}`);
    request.responseType = 'text';
    request.setRequestHeader('x-sales-console', '1');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new CallError(0, words.failures.unreachable));
    request.onload = () => {
      const json = parsed(request.responseText);
      if (request.status === 200 && json) resolve(json as DroppedFile);
      else reject(failureOf(request.status, json));
    };
    request.send(file);
  });
}
