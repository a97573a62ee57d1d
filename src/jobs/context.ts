/** What a job is given by whoever runs it: the machine, someone to tell and to ask, and the signals that end it. Types only. */

import type { AnyRowsApi } from '../client/http/api.js';
import type { Clock } from '../client/machine/clock.js';
import type { OnDoubt } from '../client/sending/sending.js';
import type { UploadEvent } from '../client/sending/upload-event.js';
import type { SalesError } from '../contract/problem.js';
import type { Hint } from '../contract/remedy.js';
import type { InputDescription } from '../files/input/row.js';
import type { FileIdentity } from '../files/text/file-identity.js';
import type { SentBefore } from './sent-before.js';

/** The machine as a job uses it. */
export interface JobHost {
  clock: Clock;
  /** Read where the file is called `-`. */
  stdin: NodeJS.ReadableStream;
  cwd(): string;
  /** Folder of the jobs. */
  jobsDir(): Promise<string>;
  /** A text that was never given before. */
  newSalt(): string;
  version(): Promise<string>;
}

/** Is told what happens, as it happens. */
interface JobEvents {
  /** The file is more than looked at: the work of sending it begins. */
  begins(): void;
  /** How the input was understood, before anything of it is sent. */
  understood(input: InputDescription): void;
  /** The server has the same bytes already; they are sent all the same. */
  sentBefore(upload: SentBefore): void;
  /** A run begins. */
  running(whole: WholeInput): Promise<Progress>;
  /** Asks about a batch that the server may have. */
  onDoubt: OnDoubt;
}

/** How much there is to send, as far as that is known before. */
export interface WholeInput {
  /** Null where the rows were not counted before. */
  rows: number | null;
  /** Bytes in all, and up to a line of the file; null where lines do not tell, as of a workbook. */
  bytes: { total: number; at(line: number): number } | null;
}

export interface Progress {
  event(event: UploadEvent): void;
  end(): void;
}

export interface Signals {
  /** Stop after the requests under way. */
  stop: AbortSignal;
  /** Break off the requests under way, too. */
  abort: AbortSignal;
  /** The exit code of the signal that came. */
  exit(): number;
}

/** The words of a failure that depend on who reads it: remedies are command lines for one, links for another. */
interface FailureWords {
  hint: string | null;
  details: string[];
  /** What the file leaves open; absent where nothing is. */
  questions?: readonly { code: string; field: string; text: string; answers: string[] }[];
}

export interface JobContext {
  host: JobHost;
  events: JobEvents;
  signals: Signals;
  /** For the report that is kept of the job. */
  wordsOf(failure: SalesError): FailureWords;
  /** Puts a row's fault into words for its reader; absent where nobody types flags. */
  reasonOf?: ((message: Hint) => string) | undefined;
}

/** The way to the server: its calls for rows of the kind that is sent, whoever answers them. */
export interface Sender {
  api: Pick<AnyRowsApi, 'testAccess' | 'upload' | 'uploadState' | 'list' | 'get'>;
  /** Send packed bodies; null: where the server says that it takes them. */
  gzip: boolean | null;
}

/** How batches are sent and waited for. */
export interface SendingChoices {
  retryForMs: number;
  /** Requests at a time; null: as many as the server allows. */
  parallel: number | null;
  /** Null: do not wait for the imports. */
  waitMs: number | null;
  /** Where the path must name no other file than this one. */
  mustBe?: FileIdentity | undefined;
}
