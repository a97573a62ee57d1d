/** Log-ins of browsers on two servers whose clocks are half an hour wrong, each in its own direction: the database's clock decides when one ends. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetSessions } from '../../src/server/access/sessions.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import { type Browser, browserOn, someConsole } from '../console/browser.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const programs = postgresPrograms();
const session = '/console/v1/session';
const MINUTE_MS = 60_000;

describe.skipIf(programs === null)('log-ins of browsers', () => {
  let cluster: Cluster;
  let database: string;
  const servers: TestServer[] = [];
  const serverAt = async (minutes: number): Promise<TestServer> => {
    const store = openPostgresStore({ address: cluster.app(database), readers: 2, writers: 2 });
    const server = await startTestServer(() => new Date(Date.now() + minutes * MINUTE_MS), { console: someConsole() }, store);
    servers.push(server);
    return server;
  };

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    database = await cluster.newDatabase();
    await serverAt(-30);
    await serverAt(30);
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await cluster.drop(database);
    cluster.stop();
  });

  /** A person on each server with the log-in that begins on the one at `at`. */
  const onAll = async (at: number): Promise<Browser[]> => {
    const browsers = servers.map(browserOn);
    const first = browsers[at] as Browser;
    const { status, json } = await first.logIn();
    expect(status).toBe(200);
    const endsInMinutes = (Date.parse(json.endsAt) - Date.now()) / MINUTE_MS;
    expect([endsInMinutes > 12 * 60 - 5, endsInMinutes <= 12 * 60 + 1]).toEqual([true, true]);
    for (const browser of browsers) browser.cookie = first.cookie;
    return browsers;
  };
  const statuses = async (browsers: Browser[], path = session) => {
    const answers: number[] = [];
    for (const browser of browsers) answers.push((await browser.ask(path)).status);
    return answers;
  };
  /** Moves the log-ins into the past of the database. */
  const ago = (column: 'created_at' | 'seen_at', minutes: number) =>
    cluster.sql(database, `UPDATE console_session SET ${column} = now() - $1 * interval '1 minute'`, minutes);

  test.each([0, 1])('that begin on the server at %i hold on both, and stay alive by use on either', async (at) => {
    const browsers = await onAll(at);
    expect(await statuses(browsers)).toEqual([200, 200]);
    for (const browser of browsers) {
      await ago('seen_at', 29);
      expect((await browser.ask('/sales/v1/transactions')).status).toBe(200);
      const idleS = async () =>
        (
          await cluster.sql<{ idle: number }>(database, 'SELECT min(extract(epoch FROM now() - seen_at))::int AS idle FROM console_session')
        )[0]?.idle;
      await expect.poll(idleS).toBeLessThan(60);
      expect(await idleS()).toBeGreaterThanOrEqual(0);
    }
    expect(await statuses(browsers)).toEqual([200, 200]);
  });

  test.each([
    ['seen_at', 31],
    ['created_at', 12 * 60 + 1],
  ] as const)('end on both where %s is %i minutes ago', async (column, minutes) => {
    const browsers = await onAll(0);
    await ago(column, minutes - 2);
    expect(await statuses(browsers)).toEqual([200, 200]);
    await ago(column, minutes);
    expect(await statuses(browsers)).toEqual([401, 401]);
  });

  test('are not forgotten by a server whose clock is of tomorrow, until they are over', async () => {
    const browsers = await onAll(0);
    const store = openPostgresStore({ address: cluster.app(database), readers: 2, writers: 2 });
    const kept = async () => (await cluster.sql(database, 'SELECT FROM console_session')).length;
    const forget = () => forgetSessions(store, () => Date.now() + 24 * 60 * MINUTE_MS);
    await ago('seen_at', 29);
    await forget();
    expect(await statuses(browsers)).toEqual([200, 200]);
    await ago('seen_at', 31);
    await forget();
    expect(await kept()).toBe(0);
    await store.close();
  });
});
