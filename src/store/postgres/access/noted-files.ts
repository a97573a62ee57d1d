/** Files that lie on one of the servers, so that the others know of them. */
import { hostname } from 'node:os';
import { isUuid } from '../../../contract/uuid.js';
import { first, run, sql } from '../../sql/work.js';
import type { NotedFiles } from '../../store.js';
import type { DatabaseConnections } from '../database/connections.js';

export function notedFiles(connections: DatabaseConnections): NotedFiles {
  return {
    note: (id, userId) =>
      connections.write(null, function* () {
        // Longer than any is kept.
        yield* run(sql`DELETE FROM dropped_file WHERE created_at < now() - interval '7 days'`);
        yield* run(
          sql`INSERT INTO dropped_file (id, user_key, host) SELECT ${id}, user_key, ${hostname()} FROM app_user WHERE id = ${userId}
            ON CONFLICT DO NOTHING`,
        );
      }),
    isNoted: async (id, userId) => {
      const noted = sql`SELECT 1 FROM dropped_file JOIN app_user USING (user_key) WHERE dropped_file.id = ${id} AND app_user.id = ${userId}`;
      return isUuid(id) && (await connections.read(null, () => first(noted))) !== undefined;
    },
    forget: async (id) => {
      await connections.write(null, () => run(sql`DELETE FROM dropped_file WHERE id = ${id}`));
    },
  };
}
