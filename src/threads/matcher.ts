/**
 * Matching beside the data, on a thread of its own while there is something to match. It reads on its own connection; what it
 * makes of the rows goes piece by piece to the thread that writes, and uploads get between the pieces. Where several servers share the data, the
 * thread stores each piece itself, and only one server at a time is at a tenant.
 */
import { failureData, failureOf } from '../contract/failure-data.js';
import { rulesInForce } from '../matcher/run.js';
import type { MatchReader } from '../store/matching.js';
import type { StorePlace } from './data.js';
import { type MatcherAnswer, type MatcherMessage, matcherPool } from './matcher-pool.js';
import { matchReaderOf } from './opener.js';
import { uploadsFirst } from './uploads-first.js';
import type { Writer } from './writer.js';

/** After the last change: a file often comes in several uploads. */
const QUIET_MS = 1_000;
/** Polling interval, for changes that nobody reports. Also the longest delay by changes that never cease. */
const LOOK_MS = 30_000;
/** Duty cycle 10 %: after a run of t, sleep 9 t. */
const RESTS = 9;
/** Time in which the thread of a run starts: the next change of somebody with few rows is not to wait for that nine times. */
const START_MS = 1_000;
/** Longest sleep, whatever the last run took: somebody may be waiting for the outcome of a file. */
const REST_MS_MAX = 120_000;
/** Looking whether there is anything takes a page or two. */
const LOOKING_CACHE_KIB = 256;

export interface Matcher {
  /** Settles as the change does, after which there may be something to match. */
  wokenBy<Result>(change: Promise<Result>): Promise<Result>;
  /** Ends without finishing a run, which is made again after the next start. */
  close(): Promise<void>;
}

/** What stores pieces; null of data that several servers share. */
type PieceWriter = Pick<Writer, 'callTenant'> | null;

export function matcherBeside(place: StorePlace, writer: PieceWriter, onError: (error: unknown) => void): Matcher {
  let looker: MatchReader | null = null;
  /** With the run that it leads to. */
  let looking: Promise<void> | null = null;
  const pool = matcherPool(place);
  let timer: NodeJS.Timeout | null = null;
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
    looker ??= await matchReaderOf(place, { cacheKib: LOOKING_CACHE_KIB });
    return looker.tenantsToMatch(rulesInForce);
  };
  const hear = async (message: MatcherMessage): Promise<MatcherAnswer | null> => {
    if (message.type === 'failed') onError(failureOf(message.failure));
    if (message.type !== 'piece' || !writer) return null;
    const binding = { tenantId: message.tenantId, scope: 'whole' as const };
    return turns
      .piece(() => writer.callTenant(binding, 'applyMatches', [message.piece]))
      .then(
        (stored) => ({ stored }),
        (error: unknown) => ({ failure: failureData(error) }),
      );
  };
  const round = async (tenants: readonly string[]) => {
    const startedAt = Date.now();
    await pool.match(tenants, hear);
    const tookMs = Math.max(0, Date.now() - startedAt - START_MS);
    restsUntil = Date.now() + Math.min(RESTS * tookMs, REST_MS_MAX);
  };
  const look = async () => {
    changedAt = null;
    try {
      const tenants = await dueTenants();
      if (tenants.length > 0 && !isClosed) await round(tenants);
    } catch (error) {
      if (!isClosed) onError(error);
    } finally {
      looking = null;
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
      await pool.close();
      await looking;
      await looker?.close();
    },
  };
}
