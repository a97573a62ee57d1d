/** The servers that run on a database: each says every few seconds that it does, and of which schema it is. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { run, sql, type Work } from '../../sql/work.js';
import type { DatabaseConnections } from './connections.js';
import { schemaVersion } from './schema.js';

const BEAT_MS = 10_000;

/** Begins to say so; the result ends it. A database that is away hears nothing, and is told again later. */
export function beatAsNode(connections: DatabaseConnections): () => Promise<void> {
  const id = randomUUID();
  const say = (work: () => Work<unknown>) => connections.write(null, work).catch(() => {});
  const beat = () =>
    say(function* () {
      yield* run(
        sql`INSERT INTO node (id, host, schema, seen_at) VALUES (${id}, ${hostname()}, ${schemaVersion}, now())
          ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
      );
      yield* run(sql`DELETE FROM node WHERE seen_at < now() - interval '1 day'`);
    });
  void beat();
  const timer = setInterval(beat, BEAT_MS).unref();
  return async () => {
    clearInterval(timer);
    await say(() => run(sql`DELETE FROM node WHERE id = ${id}`));
  };
}
