/** What every step of sending is given: the server, the journal, the ledger, the clock and whoever wants to know. Types only. */
import type { InputDescription } from '../files/row.js';
import type { SalesApi } from './api.js';
import type { BatchRow } from './batches.js';
import type { Clock } from './clock.js';
import type { KeyIdentity } from './job-identity.js';
import type { Journal } from './journal.js';
import type { BatchInDoubt, Ledger, RejectedRow } from './ledger.js';
import type { UploadEvent } from './upload-event.js';

/** A batch, or what is left of one: `17`, `17.1`. */
export interface Part {
  id: string;
  rows: readonly BatchRow[];
}

/**
 * What to do about a part that the server may have, where a key does not settle it. `isFresh`: it came into doubt just now.
 * `resend` can make a second sale of every row; `skip` leaves them in doubt and goes on.
 */
export type OnDoubt = (part: BatchInDoubt, isFresh: boolean) => Promise<'stop' | 'resend' | 'skip'>;

export interface Sending {
  api: Pick<SalesApi, 'upload'>;
  identity: KeyIdentity;
  /** The Upload-Group of the job. */
  group: string;
  /** For how long the server honours a key; null when it does not say that it does. */
  idempotencyMs: number | null;
  input: Pick<InputDescription, 'header' | 'mapping'>;
  retryForMs: number;
  clock: Clock;
  ledger: Ledger;
  journal: Journal;
  onEvent: (event: UploadEvent) => void;
  onReject: (row: RejectedRow) => void | Promise<void>;
  onDoubt: OnDoubt;
  /** The server wants batches of at most this many rows. */
  onRowsMax: (rows: number) => void;
  /** Stop after what is under way: no further attempt begins. */
  stop: AbortSignal | undefined;
  /** Break off the request under way. */
  abort: AbortSignal | undefined;
}
