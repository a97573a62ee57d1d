/** Limits that servers on one database keep together: failed log-ins, and requests of a user. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimit } from '../../src/server/access/rate-limit.js';
import { sharedThrottle } from '../../src/server/access/throttle.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import type { SharedCounts, Store } from '../../src/store/store.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';

const programs = postgresPrograms();
const user = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';

describe.skipIf(programs === null)('limits of several servers', () => {
  let cluster: Cluster;
  let database: string;
  let stores: Store[];
  let counts: SharedCounts[];

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    database = await cluster.newDatabase();
    stores = [1, 2].map(() => openPostgresStore({ address: cluster.app(database), readers: 2, writers: 2 }));
    counts = stores.map(({ shared }) => shared as SharedCounts);
  });
  afterAll(async () => {
    for (const store of stores ?? []) await store.close();
    cluster?.stop();
  });

  const attempts = async (many: number, account: string, failed: boolean) => {
    const throttles = counts.map(sharedThrottle);
    const outcomes = await Promise.all(
      Array.from({ length: many }, async (_, index) => {
        try {
          const attempt = await throttles[index % 2]?.begin(account, `10.0.0.${index}`);
          // What a server needs for its hash.
          await new Promise((resolve) => setTimeout(resolve, 20));
          attempt?.end(failed);
          return 'hashed';
        } catch (error) {
          return (error as { code: string }).code;
        }
      }),
    );
    return outcomes.filter((outcome) => outcome === 'hashed').length;
  };

  test('of 100 wrong passwords that come to two servers at once, 10 are hashed', async () => {
    const beganMs = performance.now();
    const hashed = await attempts(100, 'api', true);
    // A busy machine takes longer than the first waits, of 1, 2, 4 seconds: after each, one more may come.
    const waitsOver = Math.floor(Math.log2((performance.now() - beganMs) / 1_000 + 1));
    expect(hashed).toBeGreaterThanOrEqual(10);
    expect(hashed).toBeLessThanOrEqual(10 + waitsOver);
    await expect(sharedThrottle(counts[0] as SharedCounts).check('api', '10.9.9.9')).rejects.toMatchObject({ code: 'tooManyRequests' });
    await expect(sharedThrottle(counts[1] as SharedCounts).check('another', '10.9.9.9')).resolves.toBeUndefined();
    const [kept] = await cluster.sql<{ names: string }>(database, "SELECT string_agg(key_hash, ' ') AS names FROM login_failure");
    expect(kept?.names).not.toMatch(/account|address/);
  });

  test('of 100 from one address, 50; and a log-in that succeeds costs nothing', async () => {
    const throttle = sharedThrottle(counts[0] as SharedCounts);
    for (let tried = 0; tried < 50; tried++) (await throttle.begin(`user ${tried}`, '10.1.1.1')).end(true);
    await expect(throttle.begin('user 50', '10.1.1.1')).rejects.toMatchObject({ code: 'tooManyRequests' });
    for (let tried = 0; tried < 30; tried++) (await throttle.begin('till', '10.2.2.2')).end(false);
    await expect.poll(async () => (await counts[0]?.failures(['account till']))?.times).toEqual([[]]);
  });

  test('a user sends no more requests than allowed, over all servers, and as many as allowed to one', async () => {
    const over = { code: 'tooManyRequests' };
    const rate = { requests: 40, windowS: 600 };
    const limits = counts.map((one) => rateLimit(rate, Date.now, () => {}, one));
    const headers: Record<string, string> = {};
    const spend = (index: number, id = user) => (limits[index % 2] as (typeof limits)[number]).spend(id, headers);
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, async (_, index) => spend(index)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    expect(headers['ratelimit-policy']).toBe('"user";q=40;w=600');
    await expect(spend(0)).rejects.toMatchObject(over);
    const other = user.replace('0190', '0191');
    for (let sent = 0; sent < 40; sent++) await spend(0, other);
    await expect(spend(0, other)).rejects.toMatchObject(over);
    await cluster.sql(database, "UPDATE rate_window SET ends_at = now() - interval '1 second'");
    // A server learns of the next window when its own is over.
    const fresh = rateLimit(rate, Date.now, () => {}, counts[0]);
    await fresh.spend(other, headers);
    expect(headers.ratelimit).toMatch(/^"user";r=39;t=(59\d|600)$/);
  });
});
