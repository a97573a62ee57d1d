/**
 * What several servers are together: they count failed log-ins as one, a change by one holds for the other, they are replaced by the next version
 * one by one. And what must fail: a cluster without what keeps its promises loses and doubles uploads, and the checker sees it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { control } from '../support/at-length.js';
import { password } from '../support/serve-process.js';
import { check, nothing, storedUploads } from './checker.js';
import { type ClusterServer, clusterPrograms, database, type SalesCluster, serverNames, startCluster, untilServedBy } from './cluster.js';
import { ofUpload, restart } from './faults.js';
import { startLoad } from './load.js';
import { nextVersion, withoutLookUp } from './other-builds.js';
import { addShops, administer, isTrailWhole, type Shop } from './records.js';

const programs = clusterPrograms();

describe.skipIf(programs === null)('several servers together', () => {
  let cluster: SalesCluster;
  let shops: Shop[];
  beforeAll(async () => {
    if (programs) cluster = await startCluster(programs);
    shops = await addShops(cluster, 8);
  });
  afterAll(() => cluster?.stop());

  const loadOf = (name: string, keylessEvery: number) => startLoad(cluster, { name, shops, perSecond: 100, clients: 16, keylessEvery });
  const other = (server: ClusterServer) => cluster.servers[server === cluster.servers[0] ? 1 : 0];
  const logins = async (server: ClusterServer, outcome: string) => {
    const text = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text();
    return Number(new RegExp(`^sales_logins_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const loginsOfBoth = async (outcome: string) =>
    (await Promise.all(cluster.servers.map((server) => logins(server, outcome)))).reduce((a, b) => a + b);

  test('of 100 wrong passwords for one account, sent to both at once, at most 10 are looked at', async () => {
    const before = await loginsOfBoth('failed');
    const tries = Array.from({ length: 100 }, (_, guess) => {
      const server = cluster.servers[guess % 2] as ClusterServer;
      return cluster.getFrom(server, '/sales/v1/', `till:guess ${guess}`).then(({ status }) => status);
    });
    const statuses = await Promise.all(tries);
    const hashed = (await loginsOfBoth('failed')) - before;
    // On a machine that is busy it takes a while; then one more is let through after a second, and another one after two, as by one server.
    const [account] = await cluster.pair.sql<{ times: string[] }>(
      database,
      'SELECT times FROM login_failure WHERE cardinality(times) = $1 ORDER BY last_at DESC LIMIT 1',
      hashed,
    );
    const times = (account?.times ?? []).map(Number).sort((a, b) => a - b);
    expect(times).toHaveLength(hashed);
    for (const [index, time] of times.entries()) {
      if (index >= 10) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(1_000 * 2 ** (index - 10));
    }
    expect(hashed).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 401)).toHaveLength(hashed);
    expect(statuses.filter((status) => status === 200)).toEqual([]);
  });

  test('a change of rights holds for the next request of either, 100 times of 100', async () => {
    const { user, tenantId } = shops[0] as Shop;
    const seen: number[] = [];
    await administer(cluster, async (administration) => {
      const rights = { roles: [], customers: ['Customer 1'], tenants: [], units: [] };
      for (let change = 0; change < 100; change++) {
        await (change % 2 ? administration.grant(user, rights) : administration.revoke(user, rights));
        const server = cluster.servers[Math.floor(change / 2) % 2] as ClusterServer;
        seen.push((await cluster.getFrom(server, `/sales/v1/transactions?tenantId=${tenantId}`, `${user}:${password}`)).status);
      }
    });
    expect(seen).toEqual(Array.from({ length: 100 }, (_, change) => (change % 2 ? 200 : 401)));
  });

  test('the audit trail is whole after both have written to it', async () => {
    expect(await isTrailWhole(cluster)).toMatchObject({ broken: null });
    const actors = await cluster.pair.sql(database, "SELECT DISTINCT action FROM audit WHERE action IN ('server.start', 'login.failed')");
    expect(actors).toHaveLength(2);
  });

  control('without asking what became of a COMMIT, uploads are doubled: the checker sees it', async () => {
    const [, second] = cluster.servers;
    const broken = withoutLookUp();
    await restart(cluster, second, broken.bin);
    const load = loadOf('doubled', 1);
    for (let cut = 1; cut <= 5; cut++) {
      for (const proxy of cluster.proxies) proxy.cutNext('answer lost', ofUpload);
      const from = cluster.proxies.map((proxy) => proxy.cuts());
      while (cluster.proxies.every((proxy, index) => proxy.cuts() === from[index])) await pause();
    }
    for (const proxy of cluster.proxies) proxy.cutNext(null);
    const { sent, answers } = await load.stop();
    expect(Object.keys(answers)).toContain(`503 ${second.name}`);
    const { doubled, ...others } = check(sent, await storedUploads(cluster.pair, database, 'doubled'));
    expect(doubled.length).toBeGreaterThan(0);
    expect({ ...others, doubled: [] }).toEqual(nothing);
    await restart(cluster, second);
    broken.remove();
  });

  control('without waiting for the standby, uploads are lost with the primary: the checker sees it', async () => {
    await cluster.pair.waitForNobody();
    await cluster.pair.stopStandby();
    const load = loadOf('lost', 0);
    while (load.acknowledged() < 20) await pause();
    const { sent } = await load.stop();
    expect(check(sent, await storedUploads(cluster.pair, database, 'lost'))).toEqual(nothing);
    cluster.pair.killPrimary();
    await cluster.pair.startStandby();
    await cluster.pair.promote();
    const { lost } = check(sent, await storedUploads(cluster.pair, database, 'lost'));
    expect(lost).toHaveLength(sent.length);
    await cluster.pair.attachStandby();
    await untilServedBy(cluster, serverNames);
  });

  test('this version and the next serve together between upgrade and finish: no request fails', async () => {
    const build = nextVersion();
    const next = build.bin;
    const change = (what: 'upgrade' | 'finish') => cluster.sales(['admin', '--database-file', cluster.ownerFile(), 'database', what], next);
    const load = loadOf('upgrade', 10);
    const more = async () => {
      const from = load.acknowledged();
      while (load.acknowledged() < from + 50) await pause();
    };
    const [first] = cluster.servers;
    await more();
    expect(await change('upgrade')).toMatchObject({ code: 0 });
    await more();
    await restart(cluster, first, next);
    await more();
    expect(await change('finish')).toMatchObject({ code: 11, output: expect.stringContaining('Servers of an earlier version still run') });
    await restart(cluster, other(first), next);
    await more();
    expect(await change('finish')).toMatchObject({ code: 0 });
    await more();
    const { sent, answers } = await load.stop();
    for (const { name, before, process: server } of cluster.servers) {
      const told = (before + (server?.output() ?? '')).split('\n').filter((line) => /Z 50\d /.test(line));
      if (told.length > 0) process.stdout.write(`${name}:\n${told.join('\n')}\n`);
    }
    process.stdout.write(`upgrade: ${sent.length} uploads; ${JSON.stringify(answers)}\n`);
    expect(Object.keys(answers).filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    expect(check(sent, await storedUploads(cluster.pair, database, 'upgrade'))).toEqual(nothing);
    // Both versions have written, and this one cannot start any more.
    const written = await cluster.pair.sql(database, 'SELECT DISTINCT received_by FROM upload ORDER BY received_by');
    expect(written).toEqual([{ received_by: 'before' }, { received_by: 'next' }]);
    await cluster.terminate(first);
    await expect(cluster.start(first)).rejects.toThrow(/ended with 12: .*this version of sales knows up to/s);
    build.remove();
  });
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
