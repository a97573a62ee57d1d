/** What every step of sending is given: the server, the journal, the source of batches, the clock and whoever wants to know. Types only. */
import type { SalesError } from '../../contract/problem.js';
import type { UploadSource } from '../../contract/upload-source.js';
import type { InputDescription } from '../../files/input/row.js';
import type { BatchSource } from '../batches/batch-source.js';
import type { AnyRowsApi } from '../http/api.js';
import type { KeyIdentity } from '../journal/job-identity.js';
import type { Journal } from '../journal/journal.js';
import type { Clock } from '../machine/clock.js';
import type { Pace } from './pace.js';
import type { BatchInDoubt } from './tally.js';
import type { UploadEvent } from './upload-event.js';

/**
 * What to do about a batch that the server may have, where a key does not resolve it. `isFresh`: it came into doubt just now.
 * `resend` can make a second sale of every row; `skip` leaves them in doubt and goes on.
 */
export type OnDoubt = (batch: BatchInDoubt, isFresh: boolean) => Promise<'stop' | 'resend' | 'skip'>;

export interface Sending {
  api: Pick<AnyRowsApi, 'upload'>;
  identity: KeyIdentity;
  /** The Upload-Group of the job. */
  group: string;
  uploadSource?: UploadSource | undefined;
  /** For how long the server honours a key; null when it does not say that it does. */
  idempotencyMs: number | null;
  /** Bodies go packed. */
  gzip: boolean;
  input: Pick<InputDescription, 'header' | 'mapping' | 'kind'>;
  retryForMs: number;
  clock: Clock;
  journal: Journal;
  source: Pick<BatchSource, 'without' | 'halves' | 'lowerRows'>;
  pace: Pace;
  onEvent: (event: UploadEvent) => void;
  onDoubt: OnDoubt;
  /** Ends the upload: what is under way still ends, nothing new begins. The first failure counts. */
  halt(failure: SalesError): void;
  /** Given once nothing new may begin, after a failure or by the caller's wish. */
  halted: AbortSignal;
  /** The caller's wish alone. */
  stop: AbortSignal | undefined;
  /** Break off the requests under way. */
  abort: AbortSignal | undefined;
}
