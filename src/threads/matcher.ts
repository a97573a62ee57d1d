/**
 * Matching beside the data, on a thread of its own that runs only while there is something to match. It reads on its own connection; what it
 * makes of the rows goes piece by piece to the thread that writes, and uploads get between the pieces. Where several servers share the data, the
 * thread stores each piece itself, and only one server at a time is at a tenant.
 */
import { Worker } from 'node:worker_threads';
import { type FailureData, failureData, failureOf } from '../contract/failure-data.js';
import type { KnownTenant } from '../matcher/known.js';
import { rulesInForce } from '../matcher/run.js';
import type { MatchPiece, MatchReader } from '../store/matching.js';
import type { StorePlace } from './data.js';
import { openerIn, sharedOpenerIn } from './opener.js';
import { type UploadsFirst, uploadsFirst } from './uploads-first.js';
import type { Writer } from './writer.js';

/** After the last change: a file often comes in several uploads. */
const QUIET_MS = 1_000;
/** What changed without a word is found by looking. And so long, at most, do changes that never cease put it off. */
const LOOK_MS = 30_000;
/** So many times its last run it rests, so that it takes a tenth of a processor where new rows come all the time. */
const RESTS = 9;
/** Whatever its last run took: somebody may be waiting to see what became of a file. */
const REST_MS_MAX = 120_000;
/** Looking whether there is anything takes a page or two. */
const LOOKING_CACHE_KIB = 256;
/** What a row leaves behind is collected at once; a larger young generation is only more memory. A step keeps what it reads to its end. */
const YOUNG_MB = { full: 12, step: 48 };
/** Of all tenants together, at some fifty bytes each, so many rows are known from run to run. */
const KNOWN_ROWS_MAX = 3_000_000;

/** What the thread says; each piece is answered by a {@link MatcherAnswer}. */
export type MatcherMessage =
  | { type: 'piece'; tenantId: string; piece: MatchPiece }
  | { type: 'known'; tenantId: string; known: KnownTenant }
  | { type: 'failed'; failure: FailureData };
export type MatcherAnswer = { stored: boolean } | { failure: FailureData };

/** What the thread begins with. */
export interface MatcherTask extends StorePlace {
  tenants: readonly { tenantId: string; known: KnownTenant | null }[];
}

export interface Matcher {
  /** Settles as the change does, after which there may be something to match. */
  wokenBy<Result>(change: Promise<Result>): Promise<Result>;
  /** Ends without finishing a run, which is made again after the next start. */
  close(): Promise<void>;
}

/** What stores pieces; null of data that several servers share. */
type PieceWriter = Pick<Writer, 'callTenant'> | null;
type PiecesBetween = { writer: Pick<Writer, 'callTenant'>; turns: UploadsFirst } | null;

export function matcherBeside(place: StorePlace, writer: PieceWriter, onError: (error: unknown) => void): Matcher {
  let looker: MatchReader | null = null;
  /** With the run that it leads to. */
  let looking: Promise<void> | null = null;
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  const known = new Map<string, KnownTenant>();
  const turns = uploadsFirst();
  let isClosed = false;
  let restsUntil = 0;
  /** When the first change came that was not looked at yet; null for none. */
  let changedAt: number | null = null;

  const next = (ms: number) => {
    if (isClosed) return;
    if (timer) clearTimeout(timer);
    const begin = () => {
      looking = look();
    };
    timer = setTimeout(begin, Math.max(ms, restsUntil - Date.now())).unref();
  };
  const wake = () => {
    changedAt ??= Date.now();
    if (!looking) next(Math.min(QUIET_MS, changedAt + LOOK_MS - Date.now()));
  };
  const dueTenants = async () => {
    looker ??= await openLooker(place);
    return looker.tenantsToMatch(rulesInForce);
  };
  const round = async (tenants: readonly string[]) => {
    const startedAt = Date.now();
    // The thread uses up what it is given: whatever happens to it, that is known no more.
    const task: MatcherTask = { ...place, tenants: tenants.map((tenantId) => ({ tenantId, known: known.get(tenantId) ?? null })) };
    for (const tenantId of tenants) known.delete(tenantId);
    worker = new Worker(new URL('./matcher-thread.js', import.meta.url), {
      workerData: task,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB[task.tenants.every((one) => one.known) ? 'step' : 'full'] },
    });
    await endOf(worker, writer && { writer, turns }, (tenantId, left) => keepKnown(known, tenantId, left), onError);
    restsUntil = Date.now() + Math.min(RESTS * (Date.now() - startedAt), REST_MS_MAX);
  };
  const look = async () => {
    changedAt = null;
    try {
      const tenants = await dueTenants();
      if (tenants.length > 0 && !isClosed) await round(tenants);
    } catch (error) {
      onError(error);
    } finally {
      looking = null;
      worker = null;
      next(changedAt === null ? LOOK_MS : QUIET_MS);
    }
  };
  next(QUIET_MS);
  return {
    wokenBy: async (change) => {
      try {
        return await turns.upload(change);
      } finally {
        wake();
      }
    },
    close: async () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await worker?.terminate();
      await looking;
      await looker?.close();
    },
  };
}

async function openLooker({ module, directory, database }: StorePlace): Promise<MatchReader> {
  if (database !== undefined) return (await sharedOpenerIn(module)).openMatcher({ database });
  return (await openerIn(module)).openMatchReader({ directory, cacheKib: LOOKING_CACHE_KIB });
}

/** Forgets of other tenants what was left the longest ago, as far as there is no room. */
function keepKnown(known: Map<string, KnownTenant>, tenantId: string, left: KnownTenant): void {
  let rows = left.index.count;
  if (rows > KNOWN_ROWS_MAX) return;
  for (const [other, { index }] of [...known].reverse()) {
    rows += index.count;
    if (rows > KNOWN_ROWS_MAX) known.delete(other);
  }
  known.set(tenantId, left);
}

/** Takes what the thread says until it ends. Fails where the thread itself does. */
function endOf(
  worker: Worker,
  between: PiecesBetween,
  onKnown: (tenantId: string, known: KnownTenant) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  worker.on('message', async (message: MatcherMessage) => {
    if (message.type === 'failed') return onError(failureOf(message.failure));
    if (message.type === 'known') return onKnown(message.tenantId, message.known);
    if (!between) return;
    const { writer, turns } = between;
    const binding = { tenantId: message.tenantId, scope: 'whole' as const };
    const answer: MatcherAnswer = await turns
      .piece(() => writer.callTenant(binding, 'applyMatches', [message.piece]))
      .then(
        (stored) => ({ stored }),
        (error: unknown) => ({ failure: failureData(error) }),
      );
    worker.postMessage(answer);
  });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}
