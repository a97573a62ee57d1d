/** What must be right before the owner's role fills a database with the data of another store. */
import pg from 'pg';
import { SalesError } from '../../../contract/problem.js';
import { type DatabaseAddress, shownAddress } from './address.js';
import { connectFailure } from './connect-failure.js';
import { clientConfig } from './connections.js';
import { checkSchema } from './node-check.js';

/** Servers say more often than this that they run. */
const NODE_SEEN = '60 seconds';

/**
 * Connects once, to the host that accepts writes. Fails as {@link checkSchema} does, with `usage` where the role is not the owner's, and with `locked` where servers use the database.
 */
export async function checkOwner(address: DatabaseAddress): Promise<void> {
  let last: unknown = null;
  for (const index of address.hosts.keys()) {
    try {
      if (await checkOwnerOn(address, index)) return;
    } catch (error) {
      if (!(error instanceof SalesError) || error.code !== 'network') throw error;
      last = error;
    }
  }
  throw last ?? new SalesError('network', `No host of ${shownAddress(address)} accepts writes.`);
}

/** Whether the host accepts writes; then all else is right, too. */
async function checkOwnerOn(address: DatabaseAddress, index: number): Promise<boolean> {
  const client = new pg.Client(clientConfig(address, index));
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows: state } = await client.query('SELECT pg_is_in_recovery() AS standby');
    if (state[0]?.standby) return false;
    await checkSchema(client, address);
    const { rows } = await client.query<{ owns: boolean; nodes: string[] }>(
      `SELECT pg_has_role(current_user, tableowner, 'MEMBER') AS owns,
         ARRAY(SELECT DISTINCT host FROM node WHERE seen_at > now() - $1::interval ORDER BY host) AS nodes
       FROM pg_tables WHERE schemaname = 'public' AND tablename = 'transaction'`,
      [NODE_SEEN],
    );
    const [found] = rows;
    if (!found?.owns) {
      throw new SalesError('usage', `The role ${address.user} does not own the tables of ${shownAddress(address)}.`, {
        hint: 'Give the address with which the database was created, not that of servers.',
      });
    }
    if (found.nodes.length === 0) return true;
    throw new SalesError('locked', `Servers run on ${shownAddress(address)}: ${found.nodes.join(', ')}.`, {
      hint: 'Stop them first; one that was just stopped counts for a minute. What they stored would be lost.',
    });
  } catch (error) {
    throw connectFailure(error, address);
  } finally {
    await client.end().catch(() => {});
  }
}
