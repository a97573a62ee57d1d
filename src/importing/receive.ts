/**
 * From the bytes of an upload request to rows in the books: parses, checks and decides about them, and stores them. Small requests that
 * wait at the same time share a commit, and so do large ones. A request is answered once its rows are durable. Knows neither HTTP nor SQL.
 */
import { SalesError } from '../contract/problem.js';
import type { UploadKind } from '../contract/states.js';
import type { UploadSource } from '../contract/upload-source.js';
import type { Binding } from '../store/access.js';
import type { Store } from '../store/store.js';
import type { OpenedStore } from '../store/store-module.js';
import { stagedRows } from '../store/stored-upload.js';
import type { Idempotency, StagedUpload, Staging } from '../store/uploads.js';
import { decideAbout, decideAboutRecords } from './decide.js';
import { readRecords, readUpload } from './request/read-upload.js';
import { contextOf } from './rules.js';

export interface UploadRequestBytes {
  kind: UploadKind;
  userId: string;
  /** The tenant's default configuration if undefined. */
  importConfigurationId: string | undefined;
  /** Null when the client gave no key. */
  idempotency: { key: string; bodyHash: string } | null;
  /** The file that the body is a batch of, a UUID; null when the client names none. */
  uploadGroup: string | null;
  /** That file, where the client tells of it. */
  uploadSource?: UploadSource | null;
  /** The body, decompressed. */
  body: Uint8Array;
}

export interface Receiver {
  /** Resolves when the rows are durable. Fails with `validation`, `notFound` or `keyReused`, and as the store does. */
  receive(binding: Binding, request: UploadRequestBytes): Promise<StagedUpload>;
}

export interface ReceiverOptions {
  store: Store;
  now: () => Date;
  /** Where the store wants to be tidied up; see OpenedStore. */
  tidy?: OpenedStore['tidy'];
}

/**
 * A commit takes requests until it has this many rows. With more, the four batches of 1,000 that the command line has under way would all
 * be answered together, and there would be nothing to store while the next ones are on their way.
 */
const COMMIT_ROWS = 2_000;
/** Requests up to this size are small: one sale or some tens of them, as a till sends them when they happen. */
const SMALL_BYTES = 64 * 1024;

/** After this long without a request, none is expected right away. */
const QUIET_MS = 500;

interface WaitingRequest {
  binding: Binding;
  request: UploadRequestBytes;
  resolve: (upload: StagedUpload) => void;
  reject: (error: unknown) => void;
}

/** Starts to receive uploads; also tidies up the store when no requests come. */
export function startReceiver(options: ReceiverOptions): Receiver {
  // Small requests have a queue of their own, whose commits alternate with those of the large ones, so that a small request waits for one
  // commit of each at most.
  const small: WaitingRequest[] = [];
  const large: WaitingRequest[] = [];
  let isRunning = false;
  let quiet: NodeJS.Timeout | undefined;
  // Errors are ignored: a lack of space or of a lock will fail the next request anyway.
  const tidy = (when: 'due' | 'idle') => options.tidy?.(when).catch(() => {});
  const tidyWhenQuiet = () => {
    quiet = setTimeout(() => tidy('idle'), QUIET_MS).unref();
  };
  const run = async () => {
    isRunning = true;
    clearTimeout(quiet);
    // Waits first, so that requests that came at the same time are in the queues, too.
    for (await othersTurn(); small.length + large.length > 0; await othersTurn()) {
      await receiveTogether(small, options);
      await receiveTogether(large, options);
      await tidy('due');
    }
    isRunning = false;
    tidyWhenQuiet();
  };
  // Tidies up what the previous process left.
  tidyWhenQuiet();
  return {
    receive: (binding, request) =>
      new Promise((resolve, reject) => {
        const queue = request.body.length <= SMALL_BYTES ? small : large;
        queue.push({ binding, request, resolve, reject });
        if (!isRunning) void run();
      }),
  };
}

/** Waits a whole turn of the event loop, because only between turns do further requests come in. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Receives and answers the first requests of a queue. Never fails itself. */
async function receiveTogether(queue: WaitingRequest[], options: ReceiverOptions): Promise<void> {
  const prepared: { waiting: WaitingRequest; staging: Staging }[] = [];
  for (let rows = 0; rows < COMMIT_ROWS; ) {
    const waiting = queue.shift();
    if (!waiting) break;
    try {
      const read = await readRequest(waiting, options);
      if ('uploadId' in read) waiting.resolve(read);
      else {
        prepared.push({ waiting, staging: read });
        rows += stagedRows(read.request).rows.length;
      }
    } catch (error) {
      waiting.reject(error);
      // Reading it took a while, and nothing may be won: those in the other queue come first.
      if (waiting.request.body.length > SMALL_BYTES) break;
    }
  }
  if (prepared.length === 0) return;
  try {
    const outcomes = await options.store.stageTogether(prepared.map(({ staging }) => staging));
    for (const [index, { waiting }] of prepared.entries()) {
      const outcome = outcomes[index];
      if (outcome && 'uploadId' in outcome) waiting.resolve(outcome);
      else waiting.reject(outcome?.failure);
    }
  } catch (error) {
    for (const { waiting } of prepared) waiting.reject(error);
  }
}

/** The upload to be stored, or the one that the same request has already made. */
async function readRequest({ binding, request }: WaitingRequest, options: ReceiverOptions): Promise<Staging | StagedUpload> {
  const { kind, userId, importConfigurationId, uploadGroup, uploadSource = null, body } = request;
  const tenant = options.store.tenant(binding.tenantId, binding.scope);
  const idempotency = request.idempotency && idempotencyOf(request.idempotency, kind, importConfigurationId);
  // Checked before the content: what was accepted once is not judged again, by rules that may have changed.
  const earlier = idempotency && (await tenant.earlierUpload(userId, idempotency));
  if (earlier) return earlier;
  const isWithin = await tenant.reach();
  const rows = kind === 'Settlement' ? { records: readRecords(body, isWithin) } : { transactions: readUpload(body, isWithin) };
  const configuration = await tenant.importConfiguration(importConfigurationId);
  if (!configuration) throw new SalesError('notFound', 'There is no such import configuration.');
  const isFile = uploadGroup !== null;
  const decide =
    'records' in rows
      ? decideAboutRecords(rows.records, isFile)
      : decideAbout(rows.transactions, configuration, await contextOf(configuration, tenant, options.now()), isFile);
  return {
    ...binding,
    request: { ...rows, userId, importConfigurationId: configuration.id, idempotency, uploadGroup, uploadSource, decide },
  };
}

/** The fingerprint includes what affects the result besides the body. */
function idempotencyOf(
  { key, bodyHash }: { key: string; bodyHash: string },
  kind: UploadKind,
  importConfigurationId: string | undefined,
): Idempotency {
  const besides = kind === 'Sales' ? (importConfigurationId?.toLowerCase() ?? '') : kind;
  return { key, fingerprint: `${bodyHash} ${besides}` };
}
