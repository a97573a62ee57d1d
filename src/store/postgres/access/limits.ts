/** The database's clock, and failed log-ins and requests that all servers count together. Beside the tenants' data: hashes of names, and ids of users. */
import { createHash } from 'node:crypto';
import { first, nothing, run, type Sql, sql, text, type Work } from '../../sql/work.js';
import type { FailureTimes, SharedCounts, TakenRequests } from '../../store.js';
import type { DatabaseConnections } from '../database/connections.js';
import { writeSurely } from '../database/until-known.js';

const FORGOTTEN_AFTER = text("interval '1 hour'");

export function sharedCounts(connections: DatabaseConnections): SharedCounts {
  // What may have been counted is counted again: once too often keeps somebody waiting, once too seldom would grant another guess.
  const write = <Result>(work: () => Work<Result>) => writeSurely(connections, null, work);
  return {
    nowMs: () => connections.read(null, nowMs),
    failures: (keys) =>
      connections.read(null, function* () {
        const times: FailureTimes[] = [];
        for (const key of keys) times.push(yield* timesOf(hashOf(key), nothing));
        return { times, nowMs: yield* nowMs() };
      }),
    changeFailures: (keys, change) =>
      write(function* () {
        const times: FailureTimes[] = [];
        // One after another, in the order given: two servers that change the same keys never wait for each other.
        for (const key of keys) {
          yield* run(sql`INSERT INTO login_failure (key_hash) VALUES (${hashOf(key)}) ON CONFLICT DO NOTHING`);
          times.push(yield* timesOf(hashOf(key), text(' FOR UPDATE')));
        }
        const changed = change(times, yield* nowMs());
        for (const [index, key] of keys.entries())
          yield* run(sql`UPDATE login_failure SET times = ${changed[index]}, last_at = now() WHERE key_hash = ${hashOf(key)}`);
      }),
    takeRequests: (userId, wanted, rate) => write(() => takeRequests(userId, wanted, rate)),
  };
}

function* takeRequests(userId: string, wanted: number, { requests, windowS }: { requests: number; windowS: number }): Work<TakenRequests> {
  yield* run(sql`INSERT INTO rate_window (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`);
  const found = yield* first<{ taken: number; leftMs: number }>(
    sql`SELECT CASE WHEN ends_at > now() THEN taken ELSE 0 END AS taken,
        floor(extract(epoch FROM CASE WHEN ends_at > now() THEN ends_at - now() ELSE ${windowS} * interval '1 second' END) * 1000)::bigint AS left_ms
      FROM rate_window WHERE user_id = ${userId} FOR UPDATE`,
  );
  const { taken: before, leftMs } = found ?? { taken: 0, leftMs: windowS * 1_000 };
  const taken = Math.max(0, Math.min(wanted, requests - before));
  yield* run(
    sql`UPDATE rate_window SET taken = ${before + taken}, ends_at = now() + ${leftMs} * interval '1 millisecond' WHERE user_id = ${userId}`,
  );
  return { taken, left: Math.max(0, requests - before - taken), leftMs };
}

/** Removes what no limit asks for any more. */
export function* forgetOldCounts(): Work<void> {
  yield* run(sql`DELETE FROM login_failure WHERE last_at < now() - ${FORGOTTEN_AFTER}`);
  yield* run(sql`DELETE FROM rate_window WHERE ends_at < now() - ${FORGOTTEN_AFTER}`);
}

/** A name that somebody tried may be a password typed in the wrong place. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}

function* timesOf(hash: string, lock: Sql): Work<FailureTimes> {
  return (yield* first<{ times: number[] }>(sql`SELECT times FROM login_failure WHERE key_hash = ${hash}${lock}`))?.times ?? [];
}

/** The database's clock, in ms since 1970. */
export const clockMs = text('floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint');

/** By the database's clock, whichever server asks. */
export function* nowMs(): Work<number> {
  return (yield* first<{ ms: number }>(sql`SELECT ${clockMs} AS ms`))?.ms ?? 0;
}
