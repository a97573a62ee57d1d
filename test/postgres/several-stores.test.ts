/** Several servers on one database: two stores at the same time, and connections that end at the worst moment. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { Transaction, TransactionUpload } from '../../src/contract/transaction.js';
import { decideAbout, decideAgain } from '../../src/importing/decide.js';
import { checkChain, type KeptAuditRow } from '../../src/store/audit.js';
import { openAdministration } from '../../src/store/postgres/administration/shared-administration.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import type { SharedCounts, Store, TenantStore } from '../../src/store/store.js';
import type { StageRequest } from '../../src/store/uploads.js';
import { variantOf } from '../faults/variant.js';
import { query } from '../store/list-model.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { type Cut, type CuttingProxy, cuttingProxy } from './cutting-proxy.js';
import { openPostgres, type PostgresHarness } from './harness.js';

const programs = postgresPrograms();
const settings = ImportSettings.parse({ requiredFields: ['amount'], currencyCheck: true });
const setup = { customerName: 'c', tenantName: 't', importConfiguration: { name: 'D', settings }, userName: 'api', passwordHash: 'h' };

describe.skipIf(programs === null)('several stores on one database', () => {
  let cluster: Cluster;
  let proxy: CuttingProxy;
  let harness: PostgresHarness;
  let one: Store;
  let other: Store;
  /** Through the proxy. */
  let cut: Store;
  let userId: string;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    proxy = await cuttingProxy(cluster.port);
    // It stands, near that of the database: an upload may be restored for some days only.
    const start = new Date();
    harness = await openPostgres(cluster, () => start);
    one = harness.store;
    const address = cluster.app(harness.database);
    other = openPostgresStore({ address, readers: 2, writers: 4 });
    cut = openPostgresStore({ address: { ...address, hosts: [{ host: '127.0.0.1', port: proxy.port }] }, readers: 2, writers: 2 });
    await one.setUp(setup);
    userId = (await one.userByName('api'))?.id ?? '';
  });
  afterAll(async () => {
    await other.close();
    await cut.close();
    await harness.close();
    proxy.close();
    cluster.stop();
  });

  const newTenant = async () => (await harness.addTenant()).tenantId;
  const sale = (reference: string, amount = 1): TransactionUpload => ({
    amount,
    currency: 'EUR',
    transactionReference: reference,
    transactionDate: '2026-11-01T10:00:00Z',
  });
  const requestTo = async (
    tenant: TenantStore,
    transactions: readonly TransactionUpload[],
    over: Partial<StageRequest> = {},
  ): Promise<StageRequest> => ({
    userId,
    importConfigurationId: (await tenant.importConfiguration(undefined))?.id ?? '',
    idempotency: null,
    uploadGroup: null,
    transactions,
    decide: decideAbout(transactions, { settings }, { known: null, receivedAt: new Date('2026-11-20T12:00:00Z') }),
    ...over,
  });
  const stage = async (store: Store, tenantId: string, transactions: readonly TransactionUpload[], over: Partial<StageRequest> = {}) => {
    const tenant = store.tenant(tenantId, 'whole');
    return tenant.stageUpload(await requestTo(tenant, transactions, over));
  };
  const listed = async (tenantId: string): Promise<Transaction[]> =>
    JSON.parse(await one.tenant(tenantId, 'whole').listTransactions(query({ pageSize: 500 }))).items;
  const standing = async (tenantId: string) =>
    (await listed(tenantId)).filter((row) => row.transactionMatchState !== 'Skip').map((row) => row.transactionReference);

  test('that start on an empty database set it up once', async () => {
    const fresh = await openPostgres(cluster, () => new Date());
    const second = openPostgresStore({ address: cluster.app(fresh.database), readers: 1, writers: 1 });
    const outcomes = await Promise.allSettled([fresh.store.setUp(setup), second.setUp(setup), fresh.store.setUp(setup)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(reasons).toEqual(['locked', 'locked']);
    await second.close();
    await fresh.close();
  });

  test('take a key that comes to both at once as one upload', async () => {
    const tenantId = await newTenant();
    for (let round = 0; round < 10; round++) {
      const idempotency = { key: `k${round}`, fingerprint: 'f' };
      const taken = await Promise.all([one, other, other, one].map((store) => stage(store, tenantId, [sale(`${round}`)], { idempotency })));
      expect(new Set(taken.map(({ uploadId }) => uploadId)).size).toBe(1);
      expect(taken.filter(({ replayed }) => !replayed)).toHaveLength(1);
    }
    expect(await listed(tenantId)).toHaveLength(10);
  });

  test('that get the same sales at the same time let each stand once', async () => {
    const tenantId = await newTenant();
    const sales = Array.from({ length: 200 }, (_, index) => sale(`S${index}`));
    const parts = [sales.slice(0, 100), sales.slice(100)];
    await Promise.all([one, other].flatMap((store) => parts.map((part) => stage(store, tenantId, part))));
    expect((await listed(tenantId)).length).toBe(400);
    expect((await standing(tenantId)).sort()).toEqual(sales.map(({ transactionReference }) => transactionReference).sort());
  });

  test('keep twins that come in two batches of a group at the same time', async () => {
    const tenantId = await newTenant();
    for (let round = 0; round < 5; round++) {
      const uploadGroup = randomUUID();
      const twins = [sale(`T${round}`), sale(`T${round}`)];
      await Promise.all([one, other].map((store) => stage(store, tenantId, twins, { uploadGroup })));
    }
    expect(await standing(tenantId)).toHaveLength(20);
  });

  test('withdraw with one while the other uploads the same sales: each stands once', async () => {
    for (let round = 0; round < 5; round++) {
      const tenantId = await newTenant();
      const sales = [sale('A'), sale('B'), sale('C')];
      const { uploadId } = await stage(one, tenantId, sales);
      await Promise.all([one.tenant(tenantId, 'whole').withdraw(uploadId, 'admin', decideAgain), stage(other, tenantId, sales)]);
      expect((await standing(tenantId)).sort()).toEqual(['A', 'B', 'C']);
      await other.tenant(tenantId, 'whole').restore(uploadId, 'admin', decideAgain);
      expect((await standing(tenantId)).sort()).toEqual(['A', 'B', 'C']);
    }
    expect(await harness.countedRows()).toBeGreaterThan(0);
  });

  test('give ids that rise, whichever of them and whatever its clock says', async () => {
    const tenantId = await newTenant();
    // The clock of `one` stands; that of `other` is the database's.
    for (let round = 0; round < 10; round++) await stage(round % 2 ? one : other, tenantId, [sale(`${round}`)]);
    const rows = await cluster.sql<{ id: string }>(
      harness.database,
      `SELECT first_transaction_id AS id FROM upload WHERE tenant_key = (SELECT tenant_key FROM tenant WHERE id = $1) ORDER BY upload_key`,
      tenantId,
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(10);
  });

  test('write one audit trail', async () => {
    const entry = { actor: 'a', origin: null, action: 'a', object: 'o', outcome: 'done', requestId: null, details: {} } as const;
    await Promise.all(Array.from({ length: 100 }, (_, index) => (index % 2 ? one : other).audit(entry)));
    const rows = await cluster.sql<KeptAuditRow>(
      harness.database,
      'SELECT audit_key AS key, at, actor, origin, action, object, outcome, request_id AS "requestId", details, hash FROM audit ORDER BY audit_key',
    );
    const check = checkChain(rows, null);
    expect(check.broken).toBeNull();
    expect(check.rows).toBeGreaterThan(100);
  });

  test('a grant that one changes holds on the next question to the other', async () => {
    const tenantId = await newTenant();
    const admin = openAdministration({ address: cluster.app(harness.database), actor: 'local:test', details: {} });
    const on = { roles: [], customers: [], tenants: [tenantId], units: [] };
    await admin.addUser({ ...on, name: 'changing', passwordHash: 'h', roles: ['API'], tenants: [] });
    for (let round = 0; round < 20; round++) {
      await admin.grant('changing', on);
      expect((await (round % 2 ? one : other).userByName('changing'))?.access).toEqual([
        expect.objectContaining({ tenantId, extent: 'tenant' }),
      ]);
      await admin.revoke('changing', on);
      expect((await (round % 2 ? other : one).userByName('changing'))?.access).toEqual([]);
    }
    await admin.close();
  });

  test('a file that lies with one is known to the other, for its user alone, until it is gone', async () => {
    const [file, nobody] = [randomUUID(), randomUUID()];
    await one.droppedFiles?.note(file, userId);
    const known = (id: string, of: string) => other.droppedFiles?.isNoted(id, of);
    expect([await known(file, userId), await known(file, nobody), await known(nobody, userId), await known('x', userId)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await one.droppedFiles?.forget(file);
    expect(await known(file, userId)).toBe(false);
  });

  test.each<Cut>(['before', 'answer lost', 'arrives late'])(
    'a connection that ends around COMMIT (%s): stored once, and told so',
    async (how) => {
      const tenantId = await newTenant();
      const before = proxy.cuts();
      for (let round = 0; round < 8; round++) {
        proxy.cutNext(how);
        // Without a key: only the upload's own id can tell.
        const { uploadId, replayed } = await stage(cut, tenantId, [sale(`${round}`), sale(`${round}b`)]);
        expect(replayed).toBe(false);
        expect(await one.tenant(tenantId, 'whole').upload(uploadId)).toMatchObject({ rows: 2 });
      }
      proxy.cutNext(null);
      expect(proxy.cuts() - before).toBe(8);
      expect(await listed(tenantId)).toHaveLength(16);
      await harness.countedRows();
    },
  );

  test('the control: a store that looks for an upload without waiting for the lost session stores it twice', async () => {
    const variant = variantOf({
      file: 'store/postgres/rows/staging.js',
      from: `    yield* takeTurn(tenantKey, clock);
    return new Set(`,
      to: `    return new Set(`,
    });
    const { openPostgresStore: openWrong } = await import(
      pathToFileURL(join(variant.folder, 'dist/store/postgres/postgres-store.js')).href
    );
    const address = { ...cluster.app(harness.database), hosts: [{ host: '127.0.0.1', port: proxy.port }] };
    const wrong: Store = openWrong({ address, readers: 2, writers: 2 });
    const tenantId = await newTenant();
    // The late COMMIT arrives when the second attempt waits for the lost session, so after the store has looked.
    const secondWaits = async () => {
      const waiting = "SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'";
      const [row] = await cluster.sql<{ sessions: number }>('postgres', waiting, harness.database);
      return row?.sessions;
    };
    proxy.holdNext(expect.poll(secondWaits, { interval: 20, timeout: 20_000 }).toBe(1));
    await stage(wrong, tenantId, [sale('twice')]);
    expect(await listed(tenantId)).toHaveLength(2);
    proxy.cutNext(null);
    await wrong.close();
    variant.remove();
  });

  test.each<Cut>(['before', 'answer lost'])('what servers count together goes on over one that ends around COMMIT (%s)', async (how) => {
    const shared = cut.shared as SharedCounts;
    const key = `account ${how}`;
    proxy.cutNext(how);
    await shared.changeFailures([key], ([times = []], nowMs) => [[...times, nowMs]]);
    // It may be counted once too often, never too seldom.
    expect((await shared.failures([key])).times[0]?.length).toBeGreaterThanOrEqual(1);
    proxy.cutNext(how);
    const { taken } = await shared.takeRequests(randomUUID(), 5, { requests: 100, windowS: 60 });
    expect(taken).toBe(5);
    proxy.cutNext(null);
  });

  test.each<Cut>(['before', 'answer lost'])('so is one that ends around the COMMIT of a withdrawal (%s)', async (how) => {
    const tenantId = await newTenant();
    const { uploadId } = await stage(one, tenantId, [sale('A')]);
    proxy.cutNext(how);
    const withdrawn = await cut.tenant(tenantId, 'whole').withdraw(uploadId, 'admin', decideAgain);
    expect(withdrawn).toMatchObject({ withdrawn: { by: 'admin' } });
    const noted = await cluster.sql(harness.database, 'SELECT 1 FROM audit WHERE object = $1', `upload:${uploadId}`);
    expect(noted).toHaveLength(1);
  });

  test.each<Cut>(['before', 'answer lost', 'arrives late'])(
    'so is one that ends around the COMMIT of an administrator (%s)',
    async (how) => {
      const address = { ...cluster.app(harness.database), hosts: [{ host: '127.0.0.1', port: proxy.port }] };
      const admin = openAdministration({ address, actor: 'local:test' });
      const name = `Customer ${how}`;
      proxy.cutNext(how);
      const before = proxy.cuts();
      const { id } = await admin.addCustomer({ name, id: undefined });
      expect(proxy.cuts() - before).toBe(1);
      expect((await admin.customers()).filter((customer) => customer.name === name)).toMatchObject([{ id }]);
      expect(await cluster.sql(harness.database, 'SELECT 1 FROM audit WHERE object = $1', `customer:${id}`)).toHaveLength(1);
      await admin.close();
    },
  );

  test('sessions that are ended: what fails is `unavailable` and stored nothing, and all goes on', async () => {
    const tenantId = await newTenant();
    let stopped = false;
    const killing = (async () => {
      while (!stopped) {
        await cluster.sql(
          harness.database,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'sales_app'",
        );
        // Within the time in which a store asks what became of a COMMIT, it must come through: also on a busy machine.
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    })();
    const stored: string[] = [];
    const failed = new Set<string>();
    await Promise.all(
      [one, other].map(async (store, which) => {
        for (let round = 0; round < 40; round++) {
          const reference = `${which}-${round}`;
          await stage(store, tenantId, [sale(reference), sale(`${reference}b`)]).then(
            () => stored.push(reference, `${reference}b`),
            (error) => failed.add(error.code),
          );
        }
      }),
    );
    stopped = true;
    await killing;
    expect([...failed].filter((code) => code !== 'unavailable')).toEqual([]);
    await stage(one, tenantId, [sale('last')]);
    const rows = (await listed(tenantId)).map((row) => row.transactionReference);
    expect(rows.sort()).toEqual([...stored, 'last'].sort());
    await harness.countedRows();
  });

  test('a host that is gone is passed over, however many ask while the other one is found', async () => {
    const { hosts, ...address } = cluster.app(harness.database);
    const store = openPostgresStore({
      address: { ...address, hosts: [{ host: '127.0.0.1', port: 1 }, ...hosts] },
      readers: 50,
      writers: 1,
    });
    const asked: Promise<unknown>[] = [];
    for (let asking = 0; asking < 200; asking++) {
      asked.push(store.userByName('api').then(() => 'found', String));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['found']));
    await store.close();
  });

  test('a database that is away is `unavailable`', async () => {
    const away = openPostgresStore({
      address: { ...cluster.app(harness.database), hosts: [{ host: '127.0.0.1', port: 1 }] },
      readers: 1,
      writers: 1,
    });
    const unavailable = expect.objectContaining({ code: 'unavailable', retryAfterS: 1 });
    await expect(away.userByName('api')).rejects.toEqual(unavailable);
    await expect(away.checkWritable()).rejects.toEqual(unavailable);
    await away.close();
  });

  test('a text with U+0000 is refused with its place, and takes nothing of the others with it', async () => {
    const tenantId = await newTenant();
    const tenant = one.tenant(tenantId, 'whole');
    const bad = [sale('A'), { ...sale('B'), orderId: 'x\0y' }];
    const staging = { tenantId, scope: 'whole' as const };
    const outcomes = await one.stageTogether([
      { ...staging, request: await requestTo(tenant, [sale('C')]) },
      { ...staging, request: await requestTo(tenant, bad) },
      { ...staging, request: await requestTo(tenant, [sale('D')]) },
    ]);
    const errors = { 'transactions[1].orderId': [expect.stringContaining('U+0000')] };
    expect(outcomes).toEqual([
      { uploadId: expect.any(String), replayed: false },
      { failure: expect.objectContaining({ code: 'validation', errors }) },
      { uploadId: expect.any(String), replayed: false },
    ]);
    expect((await standing(tenantId)).sort()).toEqual(['C', 'D']);
  });
});
