/** Files that lie on one of the servers, so that the others know of them. */
import { hostname } from 'node:os';
import { isUuid } from '../../../contract/uuid.js';
import type { NotedFiles } from '../../store.js';
import type { DatabaseConnections } from '../database/connections.js';

/** Longer than any is kept. */
const FORGOTTEN_AFTER = '7 days';
const ofNoTenant = { tenantKey: null };

export function notedFiles(connections: DatabaseConnections): NotedFiles {
  return {
    note: (id, userId) =>
      connections.write(ofNoTenant, async (session) => {
        await session.run('DELETE FROM dropped_file WHERE created_at < now() - $1::interval', FORGOTTEN_AFTER);
        await session.run(
          `INSERT INTO dropped_file (id, user_key, host) SELECT $1, user_key, $2 FROM app_user WHERE id = $3 ON CONFLICT DO NOTHING`,
          id,
          hostname(),
          userId,
        );
      }),
    isNoted: async (id, userId) =>
      isUuid(id) &&
      connections.read(ofNoTenant, async (session) => {
        const found = await session.first(
          'SELECT 1 FROM dropped_file JOIN app_user USING (user_key) WHERE dropped_file.id = $1 AND app_user.id = $2',
          id,
          userId,
        );
        return found !== undefined;
      }),
    forget: (id) =>
      connections.write(ofNoTenant, async (session) => {
        await session.run('DELETE FROM dropped_file WHERE id = $1', id);
      }),
  };
}
