/** What must be right before a server serves from a database, or its owner fills it, each with a plain message and what to do about it. */

import type { ClientBase } from 'pg';
import { SalesError } from '../../../contract/problem.js';
import { createDatabase, upgradeDatabase } from '../../remedies.js';
import { type DatabaseAddress, shownAddress } from './address.js';
import { NODE_SEEN, schemaState } from './migrations.js';
import { schemaVersion } from './schema.js';
import { onPrimary } from './single-connection.js';

/** What a server tells of its database when it starts. */
export interface CheckedDatabase {
  /** Version of PostgreSQL, such as `15.20`. */
  serverVersion: string;
  /** The standbys that a COMMIT waits for, as the database's setting has them; empty for none. */
  synchronousStandbys: string;
}

/** Values of synchronous_commit under which no acknowledged commit is lost with a power cut. */
const durable = ['on', 'remote_apply'];

/**
 * Connects once, to the host that accepts writes. Fails with `network` where none can be reached, with `tlsTrust` where its certificate is not
 * trusted, with `usage` where user, password, database or settings are not right, and with `disk` where its schema does not fit.
 */
export function checkDatabase(address: DatabaseAddress): Promise<CheckedDatabase> {
  return onPrimary(address, async (client) => {
    const { rows } = await client.query<{ version: string; commit: string; standbys: string; seesAll: boolean }>(
      `SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS commit,
         current_setting('synchronous_standby_names') AS standbys, rolsuper OR rolbypassrls AS "seesAll"
       FROM pg_roles WHERE rolname = current_user`,
    );
    const { version, commit, standbys, seesAll } = rows[0] as (typeof rows)[0];
    if (seesAll) {
      throw new SalesError(
        'usage',
        `The database's user ${address.user} sees all tenants at once: row-level security does not hold for it.`,
        { hint: 'Give the address of sales_app, which was written when the database was created.' },
      );
    }
    if (!durable.includes(commit)) {
      throw new SalesError('usage', `The database has synchronous_commit = ${commit}: what was acknowledged could be lost.`, {
        hint: 'Set synchronous_commit to on, for the database and for the role sales_app.',
      });
    }
    await checkSchema(client, address);
    return { serverVersion: version.split(' ')[0] ?? '', synchronousStandbys: standbys };
  });
}

/**
 * Before the owner's role fills the database with the data of another store. Fails as {@link checkDatabase} does, with `usage` where the role is
 * not the owner's, and with `locked` where servers use the database.
 */
export function checkOwner(address: DatabaseAddress): Promise<void> {
  return onPrimary(address, async (client) => {
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
    if (found.nodes.length === 0) return;
    throw new SalesError('locked', `Servers run on ${shownAddress(address)}: ${found.nodes.join(', ')}.`, {
      hint: 'Stop them first; one that was just stopped counts for a minute. What they stored would be lost.',
    });
  });
}

/** Fails with `usage` where there is no schema or an older one, with `disk` where a newer version of sales has left this one behind. */
async function checkSchema(client: Pick<ClientBase, 'query'>, address: DatabaseAddress): Promise<void> {
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
