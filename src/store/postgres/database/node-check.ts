/** What must be right before a server serves from a database, each with a plain message and what to do about it. */

import pg from 'pg';
import { SalesError } from '../../../contract/problem.js';
import { createDatabase, upgradeDatabase } from '../../remedies.js';
import { type DatabaseAddress, shownAddress } from './address.js';
import { connectFailure } from './connect-failure.js';
import { clientConfig } from './connections.js';
import { schemaState } from './migrations.js';
import { schemaVersion } from './schema.js';

/** What a server tells of its database when it starts. */
export interface CheckedDatabase {
  /** Of PostgreSQL, such as `15.20`. */
  serverVersion: string;
  /** The standbys that a COMMIT waits for, as the database's setting has them; empty for none. */
  synchronousStandbys: string;
}

/** Below these, what was acknowledged may be lost with a power cut. */
const durable = ['on', 'remote_apply'];

/**
 * Connects once, to the host that accepts writes. Fails with `network` where none can be reached, with `tlsTrust` where its certificate is not
 * trusted, with `usage` where user, password, database or settings are not right, and with `disk` where its schema does not fit.
 */
export async function checkDatabase(address: DatabaseAddress): Promise<CheckedDatabase> {
  let last: unknown = new SalesError('network', `No host of ${shownAddress(address)} accepts writes.`);
  for (const index of address.hosts.keys()) {
    const client = new pg.Client(clientConfig(address, index));
    client.on('error', () => {});
    try {
      await client.connect();
      const checked = await checkOn(client, address);
      if (checked) return checked;
    } catch (error) {
      last = connectFailure(error, address);
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw last;
}

/** Null for a standby. */
async function checkOn(client: pg.Client, address: DatabaseAddress): Promise<CheckedDatabase | null> {
  const { rows } = await client.query(
    `SELECT pg_is_in_recovery() AS standby, current_setting('server_version') AS version, current_setting('synchronous_commit') AS commit,
       current_setting('synchronous_standby_names') AS standbys, rolsuper OR rolbypassrls AS "seesAll"
     FROM pg_roles WHERE rolname = current_user`,
  );
  const found = rows[0] as { standby: boolean; version: string; commit: string; standbys: string; seesAll: boolean };
  if (found.standby) return null;
  if (found.seesAll) {
    throw new SalesError(
      'usage',
      `The database's user ${address.user} sees all tenants at once: row-level security does not hold for it.`,
      {
        hint: 'Give the address of sales_app, which was written when the database was created.',
      },
    );
  }
  if (!durable.includes(found.commit)) {
    throw new SalesError('usage', `The database has synchronous_commit = ${found.commit}: what was acknowledged could be lost.`, {
      hint: 'Set synchronous_commit to on, for the database and for the role sales_app.',
    });
  }
  await checkSchema(client, address);
  return { serverVersion: found.version.split(' ')[0] ?? '', synchronousStandbys: found.standbys };
}

/** Fails with `usage` where there is no schema or an older one, with `disk` where a newer version of sales has left this one behind. */
export async function checkSchema(client: Pick<pg.ClientBase, 'query'>, address: DatabaseAddress): Promise<void> {
  const state = await schemaState(client);
  const shown = shownAddress(address);
  if (!state) {
    throw new SalesError('usage', `The database ${shown} has no schema of sales.`, {
      hint: ['Make it first, by the role that owns the database: ', createDatabase],
    });
  }
  if (state.compatibleFrom > schemaVersion) {
    throw new SalesError('disk', `The database has schema ${state.version}; this version of sales knows up to ${schemaVersion}.`, {
      hint: 'Use the version of sales that upgraded it, or a newer one.',
    });
  }
  if (state.version < schemaVersion) {
    throw new SalesError('usage', `The database has schema ${state.version}; this version of sales needs ${schemaVersion}.`, {
      hint: ['Upgrade it first, by the role that owns it: ', upgradeDatabase],
    });
  }
}
