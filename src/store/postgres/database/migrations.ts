/**
 * Makes the schema and brings it to this version, by the role that owns it: servers never change a schema. Each step comes in two parts, so
 * that servers of two versions can serve at the same time: first what both can live with, and what only the newer can once no other is left.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes, randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { SalesError } from '../../../contract/problem.js';
import type { DatabaseAddress } from './address.js';
import { clientConfig } from './connections.js';
import { databaseFailure } from './failure.js';
import { roleSettings, roles, schemaSteps, schemaVersion } from './schema.js';

/** What stands in the database about its schema. */
export interface SchemaState {
  version: number;
  /** The oldest version that a server may know. */
  compatibleFrom: number;
}

const SEED_LIMIT = 2 ** 32;
const SCRAM_ROUNDS = 4_096;

/**
 * Makes roles and schema in an empty database, in one transaction. `password` becomes that of `sales_app`; null where that role is there
 * already, and keeps its own. Fails with `usage` where there is a schema already, or the owner may not create the roles.
 */
export async function createSchema(owner: DatabaseAddress, password: string | null): Promise<void> {
  await asOwner(owner, async (client) => {
    if (await schemaState(client)) {
      throw new SalesError('usage', 'The database has a schema of sales already; nothing was changed.', {
        hint: 'Name another database, or upgrade this one.',
      });
    }
    for (const role of roles) await createRole(client, role, password);
    await client.query('GRANT sales_copy, sales_admin TO sales_app');
    for (const { expand, contract } of schemaSteps) {
      await client.query(expand);
      if (contract !== '') await client.query(contract);
    }
    await client.query('CREATE TABLE schema_version (version int NOT NULL, compatible_from int NOT NULL)');
    await client.query('GRANT SELECT ON schema_version TO sales_app, sales_admin');
    await client.query('INSERT INTO schema_version VALUES ($1, $1)', [schemaVersion]);
    await client.query('INSERT INTO installation (id, duplicate_seed) VALUES ($1, $2)', [randomUUID(), randomInt(SEED_LIMIT)]);
  });
}

/** The state of the schema; null where there is none. */
export async function schemaState(client: Pick<pg.ClientBase, 'query'>): Promise<SchemaState | null> {
  const { rows: tables } = await client.query("SELECT to_regclass('schema_version') IS NOT NULL AS there");
  if (!tables[0]?.there) return null;
  const { rows } = await client.query<SchemaState>('SELECT version, compatible_from AS "compatibleFrom" FROM schema_version');
  return rows[0] ?? null;
}

async function createRole(client: pg.Client, role: (typeof roles)[number], password: string | null): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const isThere = rows.length > 0;
  if (role === 'sales_app') {
    // It takes the rights of the other roles only where it steps into them.
    await client.query(`${isThere ? 'ALTER' : 'CREATE'} ROLE sales_app LOGIN NOINHERIT NOBYPASSRLS`);
    if (password !== null) await client.query(`ALTER ROLE sales_app PASSWORD ${client.escapeLiteral(scramVerifier(password))}`);
    for (const [name, value] of Object.entries(roleSettings)) await client.query(`ALTER ROLE sales_app SET ${name} = '${value}'`);
  } else if (!isThere) {
    await client.query(`CREATE ROLE ${role} NOLOGIN${role === 'sales_copy' ? ' BYPASSRLS' : ''}`);
  }
}

/** What the database keeps of a password, made here so that the password itself is in no statement and no log (RFC 5802, RFC 7677). */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ROUNDS, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}

/** Runs `work` in one transaction of the owner. */
async function asOwner<Result>(owner: DatabaseAddress, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(clientConfig(owner));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    throw ownerFailure(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** For somebody who administers a database. */
function ownerFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '42501') return databaseFailure(error);
  return new SalesError('usage', 'The role in the address may not do this; nothing was changed.', {
    hint: 'It must own the database and may create roles; the role sales_copy needs BYPASSRLS, which only a superuser can give: it can be created beforehand with CREATE ROLE sales_copy NOLOGIN BYPASSRLS.',
    cause: error,
  });
}
