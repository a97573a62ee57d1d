/**
 * The conductor of an upload: rows in, batches out one after another, then the wait for the imports. A resumed upload is the same run over
 * the same rows with a journal that knows some of the answers. It decides the order of things and when to stop; what a failure means
 * for a batch stands in send-batch, and nothing here prints.
 */
import { failures, SalesError } from '../contract/problem.js';
import type { InputDescription, InputRow } from '../files/row.js';
import { learnAccess } from './access.js';
import type { SalesApi } from './api.js';
import { batchLimits } from './batches.js';
import type { Clock } from './clock.js';
import type { KeyIdentity } from './job-identity.js';
import type { Journal } from './journal.js';
import { type Ledger, openLedger, type RejectedRow } from './ledger.js';
import { createFeed, readAndSend } from './row-feed.js';
import type { OnDoubt, Sending } from './sending.js';
import type { UploadEvent } from './upload-event.js';
import { waitForImports } from './wait.js';

export interface UploadSettings {
  batchRows: number;
  intervalMs: number;
  retryForMs: number;
  /** Null: do not wait for the imports. */
  waitMs: number | null;
  /** More rejected rows than this, and nothing more is sent; null is no limit. */
  rejectsMax: number | null;
}

/** What the keys of the batches are made of, and the group that they form. */
export interface UploadNames {
  identity: KeyIdentity;
  group: string;
}

export interface UploadHooks {
  onEvent: (event: UploadEvent) => void;
  /** Every rejected row, in the order in which it is known. */
  onReject: (row: RejectedRow) => void | Promise<void>;
  onDoubt: OnDoubt;
  /** Stop after the request under way. */
  stop?: AbortSignal;
  /** Break off the request under way, too. */
  abort?: AbortSignal;
}

export interface UploadReport {
  ledger: Ledger;
  /** Why sending ended early; null when every row was tried. */
  stopped: SalesError | null;
  /** Why the wait for imports ended early; null when it did not. */
  waitStopped: SalesError | null;
  /** The caller's stop signal was given before everything was done. */
  interrupted: boolean;
  /** The last line that was read of an input that was not read to its end; null when it was. */
  readUpToLine: number | null;
  /** The server said that it honours keys: running it again settles what is in doubt. */
  idempotent: boolean;
  /** Nothing is left that running it again could do. */
  complete: boolean;
}

export interface UploadInput {
  description: Pick<InputDescription, 'header' | 'mapping'>;
  rows: AsyncIterable<readonly InputRow[]>;
}

/**
 * Uploads every good row of `input` that the journal does not know as settled. A row's fate is in the report and never an exception, a
 * failing journal included (`stopped` is `disk`); thrown are a defect of ours, a failing `onReject`, and `usage` where the journal was
 * written for other rows. An input that ends with a fault after something was sent is told in `stopped` (`inputUnusable`).
 */
export async function uploadRows(
  input: UploadInput,
  api: Pick<SalesApi, 'testAccess' | 'upload' | 'uploadState' | 'list'>,
  names: UploadNames,
  journal: Journal,
  settings: UploadSettings,
  hooks: UploadHooks,
  clock: Clock,
): Promise<UploadReport> {
  const { stop, abort, onEvent, onReject, onDoubt } = hooks;
  const ledger = openLedger();
  const { retryForMs } = settings;
  const access = await learnAccess(api, { retryForMs, clock, onEvent, stop, abort });
  const stopped = access instanceof SalesError ? access : null;
  const idempotencyMs = access instanceof SalesError ? null : access.idempotencyMs;
  const feed = createFeed(batchLimits(settings.batchRows), journal.state, stopped);
  const all = { api, ...names, idempotencyMs, input: input.description, retryForMs, clock, ledger, journal };
  const sending: Sending = { ...all, onEvent, onReject, onDoubt, onRowsMax: feed.batcher.lowerRows, stop, abort };
  await readAndSend(input.rows, feed, sending, settings);
  const idempotent = idempotencyMs !== null;
  const report = { ledger, stopped: feed.stopped, readUpToLine: feed.readUpToLine, waitStopped: null, idempotent };
  const waits = settings.waitMs !== null && !stop?.aborted && !journal.failure && !(access instanceof SalesError);
  const waitStopped = waits
    ? await waitForImports(ledger.uploads, settings.waitMs ?? 0, { api, journal, clock, onEvent, stop, abort })
    : null;
  assertComplete(ledger);
  const interrupted = stop?.aborted ?? false;
  return { ...report, waitStopped, interrupted, complete: isComplete({ ...report, waitStopped, interrupted }, settings.waitMs !== null) };
}

/** A file that breaks off is done with once all before the break is settled; an upload in doubt is, once a person said to leave it. */
function isComplete(report: Omit<UploadReport, 'complete'>, waits: boolean): boolean {
  const { ledger, stopped, waitStopped, interrupted, readUpToLine } = report;
  const breaksOff = stopped?.code === 'inputUnusable' && readUpToLine !== null;
  if (interrupted || waitStopped || (stopped && !breaksOff) || ledger.rows.unsent > 0) return false;
  return !waits || ledger.uploads.every(({ status }) => status !== null && status !== 'Processing');
}

/** Whether trying the same again later can get further. */
export function isWorthResuming({ stopped, interrupted }: Pick<UploadReport, 'stopped' | 'interrupted'>): boolean {
  if (interrupted || !stopped) return interrupted;
  return failures[stopped.code].category === 'temporary' || stopped.code === 'disk';
}

function assertComplete({ rows }: Ledger): void {
  const known = rows.accepted + rows.rejected + rows.inDoubt + rows.unsent;
  if (known !== rows.read) throw new Error(`${rows.read} rows were read and the fate of ${known} is known`);
}
