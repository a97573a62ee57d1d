/**
 * Makes the schema and brings it to this version, by the role that owns it: servers never change a schema. Each step comes in two parts, so
 * that servers of two versions can serve at the same time: first what both can live with, and what only the newer can once no other is left.
 */

import { createHash, createHmac, pbkdf2Sync, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Client, ClientBase } from 'pg';
import { SalesError } from '../../../contract/problem.js';
import { createDatabase, upgradeDatabase } from '../../remedies.js';
import type { SchemaStep } from '../../schema/step.js';
import type { DatabaseAddress } from './address.js';
import { codeOf } from './failure.js';
import { firstSchema, roleSettings, roles, schema, schemaSteps, schemaVersion } from './schema.js';
import { onHost } from './single-connection.js';

/** What stands in the database about its schema. */
export interface SchemaState {
  version: number;
  /** The oldest version that a server may know. */
  compatibleFrom: number;
}

const SEED_LIMIT = 2 ** 32;
const SCRAM_ROUNDS = 4_096;

/**
 * Makes roles and schema in an empty database, in one transaction. `password` becomes that of `sales_app`, where that role is made; one that is
 * there keeps its own, because it may be another database's, too. Returns whether it was made. Fails with `usage` where there is a schema
 * already, or the owner may not create the roles; and as a connection fails.
 */
export async function createSchema(owner: DatabaseAddress, password: string | null): Promise<boolean> {
  return asOwner(owner, async (client) => {
    if (await schemaState(client)) {
      throw new SalesError('usage', 'The database has a schema of sales already; nothing was changed.', {
        hint: ['To bring it to this version: ', upgradeDatabase],
      });
    }
    const made = new Set<string>();
    for (const role of roles) if (await createRole(client, role, password)) made.add(role);
    await client.query('GRANT sales_copy, sales_admin TO sales_app');
    await client.query(schema);
    await client.query('CREATE TABLE schema_version (version int NOT NULL, compatible_from int NOT NULL)');
    await client.query('GRANT SELECT ON schema_version TO sales_app, sales_admin');
    await client.query('INSERT INTO schema_version VALUES ($1, $1)', [schemaVersion]);
    await client.query('INSERT INTO installation (id, duplicate_seed) VALUES ($1, $2)', [randomUUID(), randomInt(SEED_LIMIT)]);
    return made.has('sales_app');
  });
}

/** Longest wait of a step for the users of a table, before it lets them pass and tries again. */
const LOCK_TIMEOUT = '1s';
const LOCK_TRIES_MAX = 30;
/** Servers say more often than this that they run. */
export const NODE_SEEN = '60 seconds';

/**
 * Brings the schema to that of `steps`, by changes that servers of the version before can live with. Fails with `usage` where there is none,
 * with `disk` where a newer version of sales has made it.
 */
export async function upgradeSchema(owner: DatabaseAddress, steps = schemaSteps): Promise<{ from: number; to: number }> {
  const { version: from } = await stateOf(owner, steps);
  for (const [index, { expand }] of steps.entries()) {
    const version = firstSchema + index + 1;
    if (version <= from) continue;
    await patiently(owner, async (client) => {
      await client.query(expand);
      await client.query('UPDATE schema_version SET version = $1', [version]);
    });
  }
  return { from, to: firstSchema + steps.length };
}

/**
 * Makes the changes that need all servers to be of this version. Fails with `locked` while one of an earlier version runs; otherwise as
 * {@link upgradeSchema}.
 */
export async function finishUpgrade(owner: DatabaseAddress, steps = schemaSteps): Promise<{ from: number; to: number }> {
  const { version: to, compatibleFrom: from } = await stateOf(owner, steps);
  for (const [index, { contract }] of steps.entries()) {
    const version = firstSchema + index + 1;
    if (version <= from || version > to) continue;
    await patiently(owner, async (client) => {
      await refuseOlderNodes(client, version);
      if (contract !== '') await client.query(contract);
      await client.query('UPDATE schema_version SET compatible_from = $1', [version]);
    });
  }
  return { from, to };
}

async function refuseOlderNodes(client: Client, schema: number): Promise<void> {
  const { rows } = await client.query<{ host: string }>(
    'SELECT DISTINCT host FROM node WHERE schema < $1 AND seen_at > now() - $2::interval ORDER BY host',
    [schema, NODE_SEEN],
  );
  if (rows.length === 0) return;
  throw new SalesError('locked', `Servers of an earlier version still run: ${rows.map(({ host }) => host).join(', ')}.`, {
    hint: 'Replace them by this version first; one that was just stopped counts for a minute.',
  });
}

async function stateOf(owner: DatabaseAddress, steps: readonly SchemaStep[]): Promise<SchemaState> {
  const state = await asOwner(owner, schemaState);
  if (!state) {
    throw new SalesError('usage', 'The database has no schema of sales.', { hint: ['Make it first: ', createDatabase] });
  }
  const newest = firstSchema + steps.length;
  if (state.version > newest) {
    throw new SalesError('disk', `The database has schema ${state.version}; this version of sales knows up to ${newest}.`, {
      hint: 'Use the version of sales that upgraded it, or a newer one.',
    });
  }
  if (state.compatibleFrom < firstSchema) {
    throw new SalesError(
      'disk',
      `The database has schema ${state.compatibleFrom}; this version of sales upgrades schema ${firstSchema} and later.`,
      {
        hint: `Bring it to schema ${firstSchema} first, by a build that has it: upgrade and finish.`,
      },
    );
  }
  return state;
}

/** Waits for a table only a moment at a time, because whoever comes after it would wait, too. */
async function patiently(owner: DatabaseAddress, work: (client: Client) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await asOwner(owner, async (client) => {
        await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
        await work(client);
      });
      return;
    } catch (error) {
      const isBusy = error instanceof Error && codeOf(error.cause ?? error) === '55P03';
      if (!isBusy || tries >= LOCK_TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * tries));
    }
  }
}

/** The state of the schema; null where there is none. */
export async function schemaState(client: Pick<ClientBase, 'query'>): Promise<SchemaState | null> {
  const { rows: tables } = await client.query("SELECT to_regclass('schema_version') IS NOT NULL AS there");
  if (!tables[0]?.there) return null;
  const { rows } = await client.query<SchemaState>('SELECT version, compatible_from AS "compatibleFrom" FROM schema_version');
  return rows[0] ?? null;
}

/** Returns whether the role was made; one that is there gets its settings alone. */
async function createRole(client: Client, role: (typeof roles)[number], password: string | null): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const isThere = rows.length > 0;
  if (role === 'sales_app') {
    // It takes the rights of the other roles only where it steps into them.
    await client.query(`${isThere ? 'ALTER' : 'CREATE'} ROLE sales_app LOGIN NOINHERIT`);
    if (!isThere && password !== null) await client.query(`ALTER ROLE sales_app PASSWORD ${client.escapeLiteral(scramVerifier(password))}`);
    for (const [name, value] of Object.entries(roleSettings)) await client.query(`ALTER ROLE sales_app SET ${name} = '${value}'`);
  } else if (!isThere) {
    await client.query(`CREATE ROLE ${role} NOLOGIN${role === 'sales_copy' ? ' BYPASSRLS' : ''}`);
  }
  return !isThere;
}

/** What the database keeps of a password, made here so that the password itself is in no statement and no log (RFC 5802, RFC 7677). */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ROUNDS, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}

/** Runs `work` in one transaction of the owner. What it fails with is told to somebody who administers a database. */
function asOwner<Result>(owner: DatabaseAddress, work: (client: Client) => Promise<Result>): Promise<Result> {
  return onHost(owner, 0, async (client) => {
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (codeOf(error) !== '42501') throw error;
      throw new SalesError('usage', 'The role in the address may not do this; nothing was changed.', {
        hint: 'It must own the database and may create roles; the role sales_copy needs BYPASSRLS, which only a superuser can give: it can be created beforehand with CREATE ROLE sales_copy NOLOGIN BYPASSRLS.',
        cause: error,
      });
    }
  });
}
