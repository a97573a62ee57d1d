/**
 * From the bytes of an upload request to rows in the books: read, checked, decided about, and stored with one commit for small requests
 * that wait at the same time, and one for large ones. A request is answered when its rows are durable. Knows neither HTTP nor SQL.
 */
import { SalesError } from '../contract/problem.js';
import type { TransactionUpload } from '../contract/transaction.js';
import { readUploadRequest } from '../contract/upload.js';
import type { Binding, Decide, Idempotency, ImportConfiguration, StagedUpload, Staging, Store, TenantStore } from '../store/store.js';
import { decideAbout } from './decide.js';
import { parseJson } from './request-json.js';
import { contextOf } from './rules.js';

export interface UploadRequestBytes {
  userId: string;
  /** The default configuration where it is absent. */
  importConfigurationId: string | undefined;
  /** Null when the client gave no key. */
  idempotency: { key: string; bodyHash: string } | null;
  /** The file that it is a batch of, a UUID; null when the client names none. */
  uploadGroup: string | null;
  /** The body, decompressed. */
  body: Uint8Array;
}

export interface Receiver {
  /** Fulfilled when the rows are durable. Fails with `validation`, `notFound`, `keyReused`, and as the store does. */
  receive(binding: Binding, request: UploadRequestBytes): Promise<StagedUpload>;
}

export interface ReceiverOptions {
  store: Store;
  now: () => Date;
  /** A rule failed in itself. Its rows are stored without decisions. */
  onRuleFailure: (error: unknown) => void;
  /** Rows without decisions have been stored: they are the import worker's. */
  onUndecided: () => void;
}

/**
 * One commit takes requests until it has as many rows. With more, four batches of 1,000, which the command line has under way, would all be
 * answered together, and nothing be left to be stored while the next ones are on their way.
 */
const COMMIT_ROWS = 2_000;
/** A request up to this is small: a sale or some tens of them, as a till sends them when it makes them. */
const SMALL_BYTES = 64 * 1024;

/** After so long without a request, nobody is expected at once. */
const QUIET_MS = 500;

interface Waiting {
  binding: Binding;
  request: UploadRequestBytes;
  resolve: (upload: StagedUpload) => void;
  reject: (error: unknown) => void;
}

export function startReceiver(options: ReceiverOptions): Receiver {
  // Small requests have a queue of their own, whose commits take turns with those of the large ones: at most one of each is waited for.
  const small: Waiting[] = [];
  const large: Waiting[] = [];
  let isRunning = false;
  let quiet: NodeJS.Timeout | undefined;
  // What fails for want of space or of a lock fails the next request in earnest.
  const tidy = (when: 'due' | 'idle') => options.store.tidy(when).catch(() => {});
  const tidyWhenQuiet = () => {
    quiet = setTimeout(() => tidy('idle'), QUIET_MS).unref();
  };
  const run = async () => {
    isRunning = true;
    clearTimeout(quiet);
    // First of all, those that came at the same time come in, too.
    for (await othersTurn(); small.length + large.length > 0; await othersTurn()) {
      await receiveTogether(small, options);
      await receiveTogether(large, options);
      await tidy('due');
    }
    isRunning = false;
    tidyWhenQuiet();
  };
  // What the last process left.
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

/** Further requests come in between turns only: in a whole turn of the event loop. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Answers the first requests of the queue; never fails itself. */
async function receiveTogether(queue: Waiting[], options: ReceiverOptions): Promise<void> {
  const prepared: { waiting: Waiting; staging: Staging }[] = [];
  for (let rows = 0; rows < COMMIT_ROWS; ) {
    const waiting = queue.shift();
    if (!waiting) break;
    try {
      const read = await readRequest(waiting, options);
      if ('uploadId' in read) waiting.resolve(read);
      else {
        prepared.push({ waiting, staging: read });
        rows += read.request.transactions.length;
      }
    } catch (error) {
      waiting.reject(error);
    }
  }
  if (prepared.length === 0) return;
  try {
    const outcomes = await options.store.stageTogether(prepared.map(({ staging }) => staging));
    for (const [index, { waiting, staging }] of prepared.entries()) {
      const outcome = outcomes[index];
      if (outcome && 'uploadId' in outcome) waiting.resolve(outcome);
      else await stageUndecided(staging, outcome?.failure, waiting, options);
    }
    if (prepared.some(({ staging }) => staging.request.decide === null)) options.onUndecided();
  } catch (error) {
    for (const { waiting } of prepared) waiting.reject(error);
  }
}

/** That deciding failed is no reason to refuse the rows: where something unexpected did, they are stored without decisions. */
async function stageUndecided(staging: Staging, failure: unknown, waiting: Waiting, options: ReceiverOptions): Promise<void> {
  if (staging.request.decide === null || failure instanceof SalesError) return waiting.reject(failure);
  const [outcome] = await options.store.stageTogether([{ ...staging, request: { ...staging.request, decide: null } }]);
  if (!outcome || !('uploadId' in outcome)) return waiting.reject(outcome?.failure ?? failure);
  options.onRuleFailure(failure);
  waiting.resolve(outcome);
  options.onUndecided();
}

/** What is to be stored; or the upload that the same request has made before. */
async function readRequest({ binding, request }: Waiting, options: ReceiverOptions): Promise<Staging | StagedUpload> {
  const { userId, importConfigurationId, uploadGroup, body } = request;
  const tenant = options.store.tenant(binding.tenantId, binding.scope);
  const idempotency = request.idempotency && idempotencyOf(request.idempotency, importConfigurationId);
  // Asked before the content is looked at: what was taken once is not judged again, by rules that may have changed.
  const earlier = idempotency && (await tenant.earlierUpload(userId, idempotency));
  if (earlier) return earlier;
  const reading = readUploadRequest(parseJson(body), await tenant.reach());
  if ('faults' in reading) throw new SalesError('validation', undefined, { errors: reading.faults });
  const configuration = await tenant.importConfiguration(importConfigurationId);
  if (!configuration) throw new SalesError('notFound', 'There is no such import configuration.');
  const { transactions } = reading;
  const decide = await decisionsAbout(transactions, configuration, tenant, options);
  return { ...binding, request: { userId, importConfigurationId: configuration.id, idempotency, uploadGroup, transactions, decide } };
}

/** Null where a rule failed in itself. */
async function decisionsAbout(
  rows: readonly TransactionUpload[],
  configuration: ImportConfiguration,
  tenant: TenantStore,
  { now, onRuleFailure }: ReceiverOptions,
): Promise<Decide | null> {
  const context = await contextOf(configuration, tenant, now());
  try {
    return decideAbout(rows, 0, configuration, context);
  } catch (error) {
    onRuleFailure(error);
    return null;
  }
}

/** What else decides about the result than the body is part of the fingerprint, too. */
function idempotencyOf({ key, bodyHash }: { key: string; bodyHash: string }, importConfigurationId: string | undefined): Idempotency {
  return { key, fingerprint: `${bodyHash} ${importConfigurationId?.toLowerCase() ?? ''}` };
}
