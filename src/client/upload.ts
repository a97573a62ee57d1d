/**
 * The conductor of an upload: rows in, batches out one after another, then the wait for the imports. It decides the order of things
 * and when to stop; what a failure means for a batch stands in send-batch, and nothing here prints.
 */
import { SalesError } from '../contract/problem.js';
import type { InputDescription, InputRow } from '../files/row.js';
import type { SalesApi } from './api.js';
import { type BatchRow, batchLimits, batchRow, createBatcher } from './batches.js';
import type { Clock } from './clock.js';
import { type Ledger, openLedger, type RejectedRow } from './ledger.js';
import { type Sending, sendBatch } from './send-batch.js';
import type { UploadEvent } from './upload-event.js';
import { waitForImports } from './wait.js';

export interface UploadSettings {
  batchRows: number;
  intervalMs: number;
  retryForMs: number;
  /** Null: do not wait for the imports. */
  waitMs: number | null;
  importConfigurationId: string | undefined;
  /** More rejected rows than this, and nothing more is sent; null is no limit. */
  rejectsMax: number | null;
}

export interface UploadHooks {
  onEvent: (event: UploadEvent) => void;
  /** Every rejected row, in the order in which it is known. */
  onReject: (row: RejectedRow) => void | Promise<void>;
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
}

export interface UploadInput {
  description: Pick<InputDescription, 'header' | 'mapping'>;
  rows: AsyncIterable<InputRow>;
}

/**
 * Uploads every good row of `input`. A row's fate is in the report and never an exception; only a defect of ours or a failing
 * `onReject` is thrown. An input that ends with a fault after something was sent is told in `stopped` (`inputUnusable`).
 */
export async function uploadRows(
  input: UploadInput,
  api: Pick<SalesApi, 'upload' | 'uploadState'>,
  settings: UploadSettings,
  hooks: UploadHooks,
  clock: Clock,
): Promise<UploadReport> {
  const ledger = openLedger();
  const batcher = createBatcher(batchLimits(settings.batchRows));
  const { importConfigurationId, retryForMs } = settings;
  const { onEvent, onReject, stop, abort } = hooks;
  const onRowsMax = batcher.lowerRows;
  const sending: Sending = {
    api,
    importConfigurationId,
    input: input.description,
    retryForMs,
    clock,
    ledger,
    onEvent,
    onReject,
    onRowsMax,
    stop,
    abort,
  };
  const state: SendState = { stopped: null, readUpToLine: null, batchesSent: 0 };

  await readAndSend(input.rows, batcher, sending, settings, state);
  const report: UploadReport = { ledger, stopped: state.stopped, waitStopped: null, interrupted: false, readUpToLine: state.readUpToLine };
  if (settings.waitMs !== null && !stop?.aborted) {
    report.waitStopped = await waitForImports(ledger.uploads, api, settings.waitMs, clock, onEvent, stop);
  }
  report.interrupted = stop?.aborted ?? false;
  assertComplete(ledger);
  return report;
}

interface SendState {
  stopped: SalesError | null;
  readUpToLine: number | null;
  batchesSent: number;
}

type Batcher = ReturnType<typeof createBatcher>;

async function readAndSend(
  rows: AsyncIterable<InputRow>,
  batcher: Batcher,
  sending: Sending,
  settings: UploadSettings,
  state: SendState,
): Promise<void> {
  const { ledger, stop } = sending;
  let lastLine = 0;
  try {
    for await (const row of rows) {
      lastLine = row.line;
      ledger.read();
      if (!row.transaction) {
        ledger.reject(row);
        await sending.onReject(row);
      } else await send(batcher.add(batchRow(row, row.transaction)), sending, settings, state);
      if (stop?.aborted) {
        state.readUpToLine = lastLine;
        break;
      }
    }
  } catch (error) {
    if (!(error instanceof SalesError && error.code === 'inputUnusable')) throw error;
    state.stopped ??= error;
    state.readUpToLine = lastLine;
  }
  await send(batcher.flush(), sending, settings, state);
}

async function send(batch: BatchRow[] | null, sending: Sending, settings: UploadSettings, state: SendState): Promise<void> {
  if (!batch) return;
  const { ledger, clock, stop } = sending;
  if (!state.stopped && settings.rejectsMax !== null && ledger.rows.rejected > settings.rejectsMax) {
    state.stopped = new SalesError('inputUnusable', `More than ${settings.rejectsMax} rows were rejected.`);
  }
  // After a stop the rest is still read, because every row must be accounted for.
  if (state.stopped || stop?.aborted) {
    for (const row of batch) ledger.leaveUnsent(row);
    return;
  }
  if (state.batchesSent > 0 && settings.intervalMs > 0) await clock.sleep(settings.intervalMs, stop);
  state.batchesSent += 1;
  state.stopped = await sendBatch(batch, sending);
}

function assertComplete({ rows }: Ledger): void {
  const known = rows.accepted + rows.rejected + rows.inDoubt + rows.unsent;
  if (known !== rows.read) throw new Error(`${rows.read} rows were read and the fate of ${known} is known`);
}
