/** The servers that run on a database: each says every few seconds that it does, and of which schema it is. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { DatabaseConnections } from './connections.js';
import { schemaVersion } from './schema.js';
import type { Session } from './session.js';

const BEAT_MS = 10_000;
const FORGOTTEN_AFTER = '1 day';

/** Begins to say so; the result ends it. A database that is away hears nothing, and is told again later. */
export function beatAsNode(connections: DatabaseConnections): () => Promise<void> {
  const id = randomUUID();
  const say = (work: (session: Session) => Promise<unknown>) => connections.write({ tenantKey: null }, work).catch(() => {});
  const beat = () =>
    say(async (session) => {
      await session.run(
        `INSERT INTO node (id, host, schema, seen_at) VALUES ($1, $2, $3, now())
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
        id,
        hostname(),
        schemaVersion,
      );
      await session.run('DELETE FROM node WHERE seen_at < now() - $1::interval', FORGOTTEN_AFTER);
    });
  void beat();
  const timer = setInterval(beat, BEAT_MS).unref();
  return async () => {
    clearInterval(timer);
    await say((session) => session.run('DELETE FROM node WHERE id = $1', id));
  };
}
