/**
 * The conductor of an upload: rows in, batches out, then the wait for the imports that were not seen to end meanwhile. A resumed upload is
 * the same run over the same rows, with a journal that knows some of the answers. It decides the order of things and when to stop; what a
 * failure means for a batch is decided in send-batch, and nothing here prints.
 */

import { setMaxListeners } from 'node:events';
import { failures, SalesError } from '../../contract/problem.js';
import { type Hint, untyped } from '../../contract/remedy.js';
import type { UploadSource } from '../../contract/upload-source.js';
import type { RowFault } from '../../files/input/row.js';
import { type RejectedRow, type RowsOutcome, toldRow } from '../batches/batch.js';
import type { UploadInput } from '../batches/batch-source.js';
import { batchLimits } from '../batches/batches.js';
import { type Announced, learnAccess } from '../http/access.js';
import type { AnyRowsApi } from '../http/api.js';
import type { KeyIdentity } from '../journal/job-identity.js';
import type { Journal } from '../journal/journal.js';
import { type JournalState, keyHolds, mayBeTaken } from '../journal/journal-state.js';
import type { Clock } from '../machine/clock.js';
import { createPace } from './pace.js';
import { type ReadEnd, sendAll } from './send-all.js';
import type { OnDoubt, Sending } from './sending.js';
import { type AcceptedUpload, closed, type OpenTally, openTally, type RowTally } from './tally.js';
import type { UploadEvent } from './upload-event.js';
import { answersWhileSending, waitForImports } from './wait.js';

export interface UploadSettings {
  batchRows: number;
  /** Requests at a time; null: {@link parallelDefault} where the server honours keys, else one. Always one where there is an interval. */
  parallel: number | null;
  intervalMs: number;
  /** Send packed bodies; null: where the server says that it takes them. */
  gzip: boolean | null;
  retryForMs: number;
  /** Null: do not wait for the imports. */
  waitMs: number | null;
  /** More rejected rows than this, and nothing more is sent; null is no limit. */
  rejectsMax: number | null;
}

/** What the keys of the batches are made of, the group that they form, and the file that they come from. */
export interface UploadNames {
  identity: KeyIdentity;
  group: string;
  uploadSource?: UploadSource;
}

export interface UploadHooks {
  onEvent: (event: UploadEvent) => void;
  /** Every rejected row, in the order of the batches. */
  onReject: (row: RejectedRow<RowFault>) => void | Promise<void>;
  /** Puts a row's fault into words for its reader; absent where nobody types flags. */
  reasonOf?: (message: Hint) => string;
  onDoubt: OnDoubt;
  /** Stop after the request under way. */
  stop?: AbortSignal;
  /** Break off the request under way, too. */
  abort?: AbortSignal;
}

/** Outcome of an upload: its rows, and how it ended. */
export interface UploadReport extends RowTally {
  /** Why sending ended early; null when every row was tried. */
  stopped: SalesError | null;
  /** Why the wait for imports ended early; null when it did not. */
  waitStopped: SalesError | null;
  /** The caller's stop signal was given before everything was done. */
  interrupted: boolean;
  /** The last line that was read of an input that was not read to its end; null when it was. */
  readUpToLine: number | null;
  /** Running it again resolves what is in doubt, and nobody needs to decide: the server honours the keys of all that may be taken. */
  resolvesDoubt: boolean;
  /** Nothing is left that running it again could do. */
  complete: boolean;
}

type Api = Pick<AnyRowsApi, 'testAccess' | 'upload' | 'uploadState' | 'list'>;

/** Requests at a time where a key makes sending again harmless. */
export const parallelDefault = 4;

/**
 * Uploads every good row of `input` that the journal knows no answer for. What became of a row is in the report and never an exception, a
 * failing journal included (`stopped` is `disk`); thrown are a defect of ours, a failing `onReject`, and `usage` where the journal was
 * written for other rows. Where the input breaks off after something was sent, `stopped` says so (`inputUnusable`).
 */
export async function uploadRows(
  input: UploadInput,
  api: Api,
  names: UploadNames,
  journal: Journal,
  settings: UploadSettings,
  hooks: UploadHooks,
  clock: Clock,
): Promise<UploadReport> {
  const { stop, abort, onEvent } = hooks;
  // Each request under way listens.
  for (const signal of [stop, abort]) if (signal) setMaxListeners(0, signal);
  const { retryForMs, intervalMs } = settings;
  // It gets ready while the server is asked.
  const source = input.batches({ limits: batchLimits(settings.batchRows), earlier: cutsIn(journal.state) });
  const access = await learnAccess(api, { retryForMs, clock, onEvent, stop, abort }).catch(async (defect: unknown) => {
    await source.close();
    throw defect;
  });
  const idempotencyMs = access instanceof SalesError ? null : access.idempotencyMs;
  const gzip = settings.gzip ?? (!(access instanceof SalesError) && access.gzip);
  const parallel = intervalMs > 0 ? 1 : (settings.parallel ?? (idempotencyMs === null ? 1 : parallelDefault));
  const ending = endingOf(stop, access instanceof SalesError ? access : null);
  const tally = openTally();
  const waits = settings.waitMs !== null && !(access instanceof SalesError);
  // Not where requests are counted: the uploads come first. A server that announces no keys may count without a word.
  const asksEarly = waits && intervalMs === 0 && !access.isRateLimited && idempotencyMs !== null;
  const early = asksEarly ? answersWhileSending({ api, journal, clock, stop: ending.halted, abort: ending.halted }) : null;
  let end: ReadEnd | null;
  try {
    const sending: Sending = {
      ...{ api, ...names, idempotencyMs, gzip, input: input.description, retryForMs, clock, journal, source, pace: createPace() },
      ...{ onEvent, onDoubt: oneAtATime(hooks.onDoubt, ending.halted), halt: ending.halt, halted: ending.halted, stop, abort },
    };
    const onAccepted = (upload: AcceptedUpload) => early?.add(upload);
    end = await sendAll(source, sending, { ...settings, parallel }, counting(tally, journal.state, hooks, onAccepted));
  } finally {
    await early?.end();
    await source.close();
  }
  const ended = {
    stopped: ending.failure(),
    readUpToLine: end?.line ?? null,
    resolvesDoubt: resolves(journal.state, access, clock.nowMs()),
  };
  // What was answered meanwhile stays.
  if (stop?.aborted) await journal.append([]).catch(() => {});
  const goesOn = waits && !stop?.aborted && !journal.failure;
  const waitStopped = goesOn
    ? await waitForImports(tally.uploads, settings.waitMs ?? 0, { api, journal, clock, parallel, onEvent, stop, abort })
    : null;
  assertComplete(tally);
  const report = { ...closed(tally), ...ended, waitStopped, interrupted: stop?.aborted ?? false };
  return { ...report, complete: isComplete(report, end, settings.waitMs !== null) };
}

/** The records at which the batches of a journal end. */
function cutsIn({ batches }: JournalState): Map<number, number> {
  const whole = [...batches.values()].filter(({ plan }) => !plan.b.includes('.'));
  return new Map(whole.map(({ plan }) => [Number(plan.b), plan.last]));
}

/** A server that cannot be asked now is taken at its word of then: nothing is sent on the strength of that, the next run asks again. */
function resolves({ batches }: JournalState, access: Announced | SalesError, nowMs: number): boolean {
  const open = [...batches.values()].filter(mayBeTaken);
  return open.every((batch) => keyHolds(batch, access instanceof SalesError ? batch.keyMs : access.idempotencyMs, nowMs));
}

/** The end of sending, by a failure (`stopped` may be one already) or by the caller's wish. */
function endingOf(stop: AbortSignal | undefined, stopped: SalesError | null) {
  let failure = stopped;
  const ended = new AbortController();
  setMaxListeners(0, ended.signal);
  if (stopped || stop?.aborted) ended.abort();
  stop?.addEventListener('abort', () => ended.abort(), { once: true });
  const halt = (reason: SalesError) => {
    failure ??= reason;
    ended.abort();
  };
  return { halt, halted: ended.signal, failure: () => failure };
}

/** A person is asked one question after another, and none any more once the upload ends. */
function oneAtATime(onDoubt: OnDoubt, halted: AbortSignal): OnDoubt {
  let last: Promise<unknown> = Promise.resolve();
  return (batch, isFresh) => {
    const decision = last.then(() => (halted.aborted ? 'stop' : onDoubt(batch, isFresh)));
    last = decision.catch(() => {});
    return decision;
  };
}

/** Counts what became of rows, with what a journal knows of their import. */
function counting(
  tally: OpenTally,
  { states }: JournalState,
  { onReject, reasonOf = untyped }: UploadHooks,
  onAccepted: (upload: AcceptedUpload) => void,
): (outcome: RowsOutcome) => Promise<void> {
  return async (outcome) => {
    if (outcome.t === 'rejected') {
      tally.read(outcome.rows.length);
      for (const rejected of outcome.rows) {
        const row = toldRow(rejected, reasonOf);
        tally.reject(row);
        await onReject(row);
      }
      return;
    }
    if (outcome.t === 'noted') return tally.note(outcome);
    const { batch } = outcome;
    tally.read(batch.rows);
    if (outcome.t === 'unsent') tally.leaveUnsent(batch);
    else if (outcome.t === 'inDoubt') tally.doubt(batch, outcome.reason);
    else {
      const upload = tally.accept(batch, outcome.uploadId);
      const state = states.get(outcome.uploadId);
      if (state) {
        const { status, summary, errors, countsMatch, duplicates = 0 } = state;
        Object.assign(upload, { status, summary, errors, countsMatch, duplicates });
      }
      onAccepted(upload);
    }
  };
}

/**
 * A file that breaks off is done with once all whole batches before the break are answered; an upload in doubt is, once a person said to
 * leave it.
 */
function isComplete(report: Omit<UploadReport, 'complete'>, end: ReadEnd | null, waits: boolean): boolean {
  const { rows, uploads, stopped, waitStopped, interrupted } = report;
  const breaksOff = stopped?.code === 'inputUnusable' && end !== null;
  if (interrupted || waitStopped || (stopped && !breaksOff) || rows.unsent > (end?.rowsLeft ?? 0)) return false;
  return !waits || uploads.every(({ status }) => status !== null && status !== 'Processing');
}

/** Whether trying the same again later can get further. */
export function isWorthResuming({ stopped, interrupted }: Pick<UploadReport, 'stopped' | 'interrupted'>): boolean {
  if (interrupted || !stopped) return interrupted;
  return failures[stopped.code].category === 'temporary' || stopped.code === 'disk';
}

function assertComplete({ rows }: RowTally): void {
  const known = rows.accepted + rows.rejected + rows.inDoubt + rows.unsent;
  if (known !== rows.read) throw new Error(`${rows.read} rows were read and what became of ${known} is known`);
}
