/** What a database and the role of servers are like, for whoever administers them. Changes nothing. */
import { TLSSocket } from 'node:tls';
import type { Client } from 'pg';
import type { DatabaseAddress } from './address.js';
import { type SchemaState, schemaState } from './migrations.js';
import { roleSettings, roles } from './schema.js';
import { onHost } from './single-connection.js';

export interface DatabaseState {
  /** Version of PostgreSQL, such as `15.20`. */
  serverVersion: string;
  /** Null without TLS. */
  tls: { protocol: string; certificateDaysLeft: number | null } | null;
  isStandby: boolean;
  /** Null where there is no schema of sales. */
  schema: SchemaState | null;
  /** Whether row-level security does not hold for the role. */
  seesAll: boolean;
  /** Roles that the role should be a member of, and is not. */
  missingRoles: string[];
  /** As the session of the role has them. */
  settings: Record<(typeof shownSettings)[number], string>;
  /** Settings that the role should have, and has not. */
  wrongSettings: string[];
  /** Servers that said in the last minute that they run. */
  servers: { host: string; schema: number }[];
}

const shownSettings = [
  ...(['synchronous_commit', 'synchronous_standby_names', 'fsync', 'full_page_writes', 'wal_level', 'wal_compression'] as const),
  ...(['max_wal_size', 'archive_mode', 'max_connections'] as const),
] as const;
const DAY_MS = 86_400_000;

/** Connects once, to the first host. Fails as a connection fails: with `network`, `tlsTrust` or `usage`. */
export function databaseState(address: DatabaseAddress, index = 0): Promise<DatabaseState> {
  return onHost(address, index, stateOn);
}

async function stateOn(client: Client): Promise<DatabaseState> {
  const row = async (sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows[0];
  const settings = async (names: readonly string[]) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      'SELECT name, current_setting(name) AS value FROM pg_settings WHERE name = ANY($1)',
      [names],
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  };
  const found = await row(
    `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby, rolsuper OR rolbypassrls AS "seesAll",
       ARRAY(SELECT name FROM unnest($1::text[]) AS name WHERE NOT EXISTS (
         SELECT 1 FROM pg_roles AS other WHERE other.rolname = name AND pg_has_role(current_user, other.oid, 'MEMBER'))) AS missing
     FROM pg_roles WHERE rolname = current_user`,
    roles,
  );
  const schema = await schemaState(client);
  const { rows: servers } = schema
    ? await client.query("SELECT host, schema FROM node WHERE seen_at > now() - interval '1 minute' ORDER BY host")
    : { rows: [] };
  const own = await settings(Object.keys(roleSettings));
  return {
    serverVersion: String(found.version).split(' ')[0] ?? '',
    tls: tlsOf(client),
    isStandby: found.standby,
    schema,
    seesAll: found.seesAll,
    missingRoles: found.missing,
    settings: (await settings(shownSettings)) as DatabaseState['settings'],
    // On a Unix socket, `tcp_…` settings read as 0, whatever the role has.
    wrongSettings: Object.entries(roleSettings)
      .filter(([name, value]) => !name.startsWith('tcp_') && own[name] !== value)
      .map(([name, value]) => `${name} is ${own[name]} instead of ${value}`),
    servers,
  };
}

function tlsOf(client: Client): DatabaseState['tls'] {
  const { stream } = (client as unknown as { connection: { stream: unknown } }).connection;
  if (!(stream instanceof TLSSocket)) return null;
  const { valid_to: end } = stream.getPeerCertificate();
  const endMs = Date.parse(end);
  return {
    protocol: stream.getProtocol() ?? 'TLS',
    certificateDaysLeft: Number.isNaN(endMs) ? null : Math.floor((endMs - Date.now()) / DAY_MS),
  };
}
