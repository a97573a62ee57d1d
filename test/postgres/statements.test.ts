/** What the PostgreSQL store sends: nothing that would tie it to one machine or one session, and the tenant's key in every statement. */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientConfig } from '../../src/store/postgres/database/connections.js';
import { schema as schemaText } from '../../src/store/postgres/database/schema.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { openPostgres, type PostgresHarness } from './harness.js';
import { callEverything, recording, type SentStatement } from './record.js';

const programs = postgresPrograms();

/** Tables with rows of tenants. */
const tenantTables = [
  ...['upload', 'transaction', 'transaction_withdrawn', 'history', 'location_terminal', 'tenant_counter'],
  ...['import_configuration', 'unit', 'unit_location', 'unit_terminal', 'settlement_record', 'settlement_record_withdrawn'],
  ...[
    'match',
    'match_item',
    'match_open',
    'match_forbidden',
    'match_decision',
    'match_claim',
    'settlement_settings',
    'match_progress',
    'reading',
    'close_statement',
  ],
];
const ofTenant = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE) "?(${tenantTables.join('|')})\\b(?!\\()`, 'g');
const bound = /\b(?:\w+\.)?tenant_key = (?:\$\d+|\(SELECT \$\d+::int\))/g;
/** Each needs a machine or a session of its own, or does not exist on kin of PostgreSQL. */
const forbidden =
  /advisory|\bLISTEN\b|\bNOTIFY\b|\bTRIGGER\b|\bSEQUENCE\b|\bSERIAL\b|IDENTITY|nextval|\bTEMP|UNLOGGED|DEFERRABLE|LOCK TABLE|\bPREPARE\b|\bDECLARE\b|\bSET (?!LOCAL\b)(?!\w+ =|\w+\.\w+ =)/;

/** Statements that may do without the tenant, and why. */
const exceptions: [RegExp, string][] = [
  [/^SELECT \(SELECT count\(\*\) FROM tenant\) AS tenants/, 'figures: numbers of all tenants together, as a role that sees no content'],
  [
    /^SELECT tenant\.id AS tenant_id, unit\.id, unit\.name FROM app_user /,
    'grantedUnits: of one user in all tenants, as a role that sees no content',
  ],
  [
    /^SELECT \(SELECT id FROM tenant WHERE .*\) FROM match_progress JOIN tenant_counter /,
    'tenantsToMatch: which tenants have something new, as a role that sees no content',
  ],
  [
    /^INSERT INTO (upload|location_terminal|history|match|match_item|match_open|match_forbidden|match_decision|match_claim|match_progress|settlement_settings|reading|close_statement|tenant_counter|import_configuration) /,
    'binds the tenant as a value of the rows',
  ],
  [/^COPY (?:"transaction"|settlement_record) /, 'the tenant stands in the rows, which are counted afterwards'],
  [/^SELECT max\(given\) AS last FROM /, 'keys of all tenants are different; gives a number, as a role that sees no content'],
];

describe.skipIf(programs === null)('the statements of the PostgreSQL store', () => {
  let cluster: Cluster;
  let harness: PostgresHarness;
  let sent: SentStatement[];
  let tenantKey: number;
  let otherKey: number;
  let clients: Record<'app' | 'owner', pg.Client>;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    harness = await openPostgres(cluster, () => new Date('2026-11-20T12:00:00Z'));
    let tenantId = '';
    sent = await recording(async () => {
      ({ tenantId } = await callEverything(harness));
    });
    const other = await harness.addTenant();
    const keyOf = async (id: string) =>
      (await cluster.sql<{ key: number }>(harness.database, 'SELECT tenant_key AS key FROM tenant WHERE id = $1', id))[0]?.key ?? 0;
    [tenantKey, otherKey] = [await keyOf(tenantId), await keyOf(other.tenantId)];
    // What a tenant has of its own to see, so that nothing else can be mistaken for it.
    await cluster.sql(harness.database, 'DELETE FROM import_configuration WHERE tenant_key = $1', otherKey);
    const connected = async (user: 'app' | 'owner') => {
      const client = new pg.Client(clientConfig(cluster[user](harness.database)));
      await client.connect();
      return client;
    };
    clients = { app: await connected('app'), owner: await connected('owner') };
  });
  afterAll(async () => {
    for (const client of Object.values(clients)) await client.end();
    await harness.close();
    cluster.stop();
  });

  const onTenants = () => sent.filter(({ sql }) => sql.match(ofTenant));

  test('were recorded: all tables are asked', () => {
    for (const table of tenantTables) expect(sent.some(({ sql }) => sql.includes(table))).toBe(true);
    expect(onTenants().length).toBeGreaterThan(60);
  });

  test('use nothing of one machine or one session', () => {
    expect(sent.map(({ sql }) => sql).filter((sql) => forbidden.test(sql))).toEqual([]);
    const schema = schemaText.replace(/--.*$/gm, '');
    expect(schema.match(new RegExp(forbidden.source.replace(/\|\\bSET.*$/, ''), 'i'))).toBeNull();
  });

  test('bind the tenant once for each of its tables', () => {
    const unbound = onTenants().filter(
      ({ sql }) =>
        (sql.match(ofTenant)?.length ?? 0) > (sql.match(bound)?.length ?? 0) && !exceptions.some(([pattern]) => pattern.test(sql)),
    );
    expect(unbound.map(({ sql }) => sql)).toEqual([]);
    // A statement that needs no exception has none.
    for (const [pattern] of exceptions) expect(sent.some(({ sql }) => pattern.test(sql))).toBe(true);
  });

  /** The statement without its tenant, sent for another one: what it gives and how many rows it changes. */
  const askAs = async (user: 'app' | 'owner', key: number, { sql, values }: SentStatement) => {
    const client = clients[user];
    await client.query(`BEGIN; SET LOCAL sales.tenant = '${key}'`);
    try {
      const { rows, rowCount } = await client.query(withoutTenant(sql), [...values]);
      return { shown: rows.filter((row: object) => Object.entries(row).some(saysSomething)), changed: rowCount ?? 0 };
    } finally {
      await client.query('ROLLBACK');
    }
  };

  test('without its tenant, each shows another tenant nothing and changes nothing; without the wall it would', async () => {
    const removable = onTenants().filter(({ sql }) => withoutTenant(sql) !== sql && !/^INSERT/.test(sql));
    expect(removable.length).toBeGreaterThan(40);
    let shownWithoutWall = 0;
    for (const statement of removable) {
      const { shown, changed } = await askAs('app', otherKey, statement);
      // Its own row of counters is the tenant's to lock and to change.
      const own = /^(UPDATE|SELECT .* FROM) tenant_counter/.test(statement.sql) ? 1 : 0;
      expect([statement.sql, shown.length > own, /^(UPDATE|DELETE|WITH gone)/.test(statement.sql) && changed > own]).toEqual([
        statement.sql,
        false,
        false,
      ]);
      const unwalled = await askAs('owner', otherKey, statement).catch(() => null);
      if (unwalled && (unwalled.shown.length > own || unwalled.changed > own)) shownWithoutWall++;
    }
    expect(shownWithoutWall).toBeGreaterThan(30);
    expect(tenantKey).not.toBe(otherKey);
  });

  test('without a tenant set, a statement on its rows fails', async () => {
    const client = new pg.Client(clientConfig(cluster.app(harness.database)));
    await client.connect();
    try {
      for (const table of tenantTables) await expect(client.query(`SELECT * FROM ${table}`)).rejects.toMatchObject({ code: '42704' });
    } finally {
      await client.end();
    }
  });

  test.each([
    ['sales_app', 'CREATE TABLE mine (one int)', '42501'],
    ['sales_app', 'UPDATE audit SET actor = NULL', '42501'],
    ['sales_app', 'DELETE FROM audit', '42501'],
    ['sales_app', 'DELETE FROM upload', '42501'],
    ['sales_app', 'INSERT INTO customer VALUES (9, gen_random_uuid(), $$x$$)', '42501'],
    ['sales_app', 'ALTER TABLE transaction DISABLE ROW LEVEL SECURITY', '42501'],
    ['sales_copy', 'SELECT 1 FROM transaction', '42501'],
    ['sales_copy', 'SELECT 1 FROM app_user', '42501'],
    ['sales_admin', 'SELECT 1 FROM transaction', '42501'],
    ['sales_admin', 'SELECT amounts FROM upload', '42501'],
    ['sales_admin', 'DELETE FROM audit', '42501'],
  ])('%s may not: %s', async (role, sql, code) => {
    const client = new pg.Client(clientConfig(cluster.app(harness.database)));
    await client.connect();
    try {
      await client.query(`BEGIN; SET LOCAL sales.tenant = '${tenantKey}'; SET LOCAL ROLE ${role}`);
      await expect(client.query(sql)).rejects.toMatchObject({ code });
    } finally {
      await client.end();
    }
  });
});

/** Every value that binds the tenant is still given, but narrows nothing. */
function withoutTenant(sql: string): string {
  return sql.replace(bound, (text) => `(${/\$\d+/.exec(text)?.[0]}::int IS NOT NULL)`);
}

/** Not null, no, nothing and none; and nothing of a tenant, but of the user who asks, or whether there is such a tenant. */
function saysSomething([name, value]: [string, unknown]): boolean {
  if (['userKey', 'user_key', 'isThere', 'is_there'].includes(name)) return false;
  return value !== null && value !== false && value !== 0 && !(Array.isArray(value) && value.length === 0);
}
