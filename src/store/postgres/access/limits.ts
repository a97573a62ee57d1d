/** The database's clock, and failed log-ins and requests that all servers count together. Beside the tenants' data: hashes of names, and ids of users. */
import { createHash } from 'node:crypto';
import type { FailureTimes, SharedCounts } from '../../store.js';
import type { DatabaseConnections } from '../database/connections.js';
import type { Session } from '../database/session.js';
import { untilKnown } from '../database/until-known.js';

const FORGOTTEN_AFTER = '1 hour';
const ofNoTenant = { tenantKey: null };

export function sharedCounts(connections: DatabaseConnections): SharedCounts {
  return {
    nowMs: () => connections.read(ofNoTenant, nowMs),
    failures: (keys) =>
      connections.read(ofNoTenant, async (session) => {
        const times: FailureTimes[] = [];
        for (const key of keys) times.push(await timesOf(session, hashOf(key), ''));
        return { times, nowMs: await nowMs(session) };
      }),
    changeFailures: (keys, change) =>
      write(connections, async (session) => {
        const times: FailureTimes[] = [];
        // One after another, in the order given: two servers that change the same keys never wait for each other.
        for (const key of keys) {
          await session.run('INSERT INTO login_failure (key_hash) VALUES ($1) ON CONFLICT DO NOTHING', hashOf(key));
          times.push(await timesOf(session, hashOf(key), ' FOR UPDATE'));
        }
        const changed = change(times, await nowMs(session));
        for (const [index, key] of keys.entries())
          await session.run('UPDATE login_failure SET times = $2, last_at = now() WHERE key_hash = $1', hashOf(key), changed[index]);
      }),
    takeRequests: (userId, wanted, rate) => write(connections, (session) => takeRequests(session, userId, wanted, rate)),
  };
}

/** What may have been counted is counted again: once too often keeps somebody waiting, once too seldom would grant another guess. */
function write<Result>(connections: DatabaseConnections, work: (session: Session) => Promise<Result>): Promise<Result> {
  return untilKnown(() => connections.write(ofNoTenant, work));
}

async function takeRequests(
  session: Session,
  userId: string,
  wanted: number,
  { requests, windowS }: { requests: number; windowS: number },
) {
  await session.run('INSERT INTO rate_window (user_id) VALUES ($1) ON CONFLICT DO NOTHING', userId);
  const found = await session.first<{ taken: number; leftMs: number }>(
    `SELECT CASE WHEN ends_at > now() THEN taken ELSE 0 END AS taken,
       floor(extract(epoch FROM CASE WHEN ends_at > now() THEN ends_at - now() ELSE $2 * interval '1 second' END) * 1000)::bigint AS "leftMs"
     FROM rate_window WHERE user_id = $1 FOR UPDATE`,
    userId,
    windowS,
  );
  const { taken: before, leftMs } = found ?? { taken: 0, leftMs: windowS * 1_000 };
  const taken = Math.max(0, Math.min(wanted, requests - before));
  await session.run(
    "UPDATE rate_window SET taken = $2, ends_at = now() + $3 * interval '1 millisecond' WHERE user_id = $1",
    userId,
    before + taken,
    leftMs,
  );
  return { taken, left: Math.max(0, requests - before - taken), leftMs };
}

/** Removes what no limit asks for any more. */
export async function forgetOldCounts(session: Session): Promise<void> {
  await session.run('DELETE FROM login_failure WHERE last_at < now() - $1::interval', FORGOTTEN_AFTER);
  await session.run('DELETE FROM rate_window WHERE ends_at < now() - $1::interval', FORGOTTEN_AFTER);
}

/** A name that somebody tried may be a password typed in the wrong place. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}

async function timesOf(session: Session, hash: string, lock: string): Promise<FailureTimes> {
  const row = await session.first<{ times: number[] }>(`SELECT times FROM login_failure WHERE key_hash = $1${lock}`, hash);
  return row?.times ?? [];
}

/** By the database's clock, whichever server asks. */
async function nowMs(session: Session): Promise<number> {
  const found = await session.first<{ ms: number }>('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms');
  return found?.ms ?? 0;
}
