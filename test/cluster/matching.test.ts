/**
 * Two servers on one database, to which a month of both sides is sent in turns: each payment is matched once, as one full run says; also where
 * one of them is killed in the middle of a run, which the other makes again to its end.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientConfig, openConnections } from '../../src/store/postgres/database/connections.js';
import { mismatchedRows } from '../../src/store/verify/matched.js';
import { monthWithoutCash, sentMonth } from '../processes/sent-month.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { password, type ServeProcess, serve } from '../support/serve-process.js';

const programs = postgresPrograms();
const month = monthWithoutCash(4_000);
const BATCH = 1_000;

describe.skipIf(programs === null)('matching by two servers', () => {
  let cluster: Cluster;
  let database: string;
  let root: string;
  let servers: ServeProcess[] = [];
  let calls = 0;
  const { sent, upload, undo, redo, states, isCaughtUp } = sentMonth(() => servers[calls++ % servers.length] as ServeProcess);
  const start = (name: string) =>
    serve(join(root, name), join(root, 'password'), {}, ['--database-file', join(root, 'address'), '--log', 'none']);

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    database = await cluster.newDatabase();
    root = mkdtempSync(join(tmpdir(), 'sales-matching-'));
    writeFileSync(join(root, 'address'), `postgres://sales_app@127.0.0.1:${cluster.port}/${database}`, { mode: 0o600 });
    writeFileSync(join(root, 'password'), password, { mode: 0o600 });
    servers = [await start('one')];
  });
  afterAll(async () => {
    for (const server of servers) await server.end('SIGTERM');
    await cluster.drop(database);
    cluster.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const sql = <Row extends pg.QueryResultRow>(text: string) => cluster.sql<Row>(database, text);
  const matches = async () => (await sql<{ rows: number }>('SELECT count(*)::int AS rows FROM match'))[0]?.rows ?? 0;
  const waiting = async () => {
    const found = await cluster.sql<{ rows: number }>(
      'postgres',
      "SELECT count(*)::int AS rows FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'",
      database,
    );
    return found[0]?.rows;
  };
  /** Holds the tenant's turn, once it comes. */
  const holdTurn = async () => {
    const client = new pg.Client(clientConfig(cluster.owner(database)));
    await client.connect();
    await client.query('BEGIN');
    const isHeld = client.query('SELECT 1 FROM tenant_counter FOR UPDATE');
    return { isHeld, release: () => client.end() };
  };
  const agree = async () => {
    const connections = openConnections(cluster.app(database), { readers: 1, writers: 1 });
    const [{ key } = { key: 0 }] = await sql<{ key: number }>('SELECT tenant_key AS key FROM tenant');
    const wrong = await connections.read(key, () => mismatchedRows(key));
    await connections.close();
    return wrong === 0;
  };

  test('one that is killed after its first piece leaves the rest to the other, which ends as one full run does', async () => {
    // Nobody matches until all is there.
    await sql(
      "INSERT INTO match_progress (tenant_key, leased_by, leased_until) SELECT tenant_key, gen_random_uuid(), 'infinity' FROM tenant",
    );
    for (const side of ['sales', 'records'] as const) {
      for (let from = 0; from < month[side].length; from += BATCH) await upload({ [side]: month[side].slice(from, from + BATCH) });
    }
    expect(await matches()).toBe(0);
    // The turn is held before its first piece, and again before its second: whoever waits for it gets it in order.
    const first = await holdTurn();
    await first.isHeld;
    await sql('UPDATE match_progress SET leased_by = NULL, leased_until = NULL');
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    const second = await holdTurn();
    await expect.poll(waiting).toBe(2);
    await first.release();
    await second.isHeld;
    const stored = await matches();
    expect(stored).toBeGreaterThan(0);
    servers.push(await start('two'));
    await servers.shift()?.end('SIGKILL');
    await second.release();
    expect(await agree()).toBe(true);
    // The minute passes for which it had the tenant.
    await sql('UPDATE match_progress SET leased_until = now()');
    await isCaughtUp();
    expect(await matches()).toBeGreaterThan(stored);
    expect(await agree()).toBe(true);
  }, 600_000);

  test('what comes, goes and comes back by either is matched once', async () => {
    servers.push(await start('one'));
    for (const side of [0, 1]) {
      await undo(sent[side]);
      await isCaughtUp();
      expect(await agree()).toBe(true);
      await redo(sent[side]);
    }
    await isCaughtUp();
    expect((await states()).filter((state) => state.startsWith('Match')).length).toBeGreaterThan(4_000);
    expect(await agree()).toBe(true);
  }, 600_000);
});
