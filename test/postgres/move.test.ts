/** `sales admin move`: whatever a directory holds, the database holds it afterwards, however often the move was cut short. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { decideAbout, decideAgain } from '../../src/importing/decide.js';
import { moveData } from '../../src/store/moving/move-data.js';
import { openAdministration as openOnPostgres } from '../../src/store/postgres/administration/administration.js';
import { openMoveTarget } from '../../src/store/postgres/moving/move-target.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import { openAdministration } from '../../src/store/sqlite/administration/administration.js';
import { openMoveSource } from '../../src/store/sqlite/administration/move-source.js';
import { lockDirectory } from '../../src/store/sqlite/database/lock.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Store } from '../../src/store/store.js';
import type { StageRequest } from '../../src/store/uploads.js';
import { query, sampleRows } from '../store/list-model.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { salesBin } from '../support/serve-process.js';

const programs = postgresPrograms();
const now = () => new Date('2026-11-20T12:00:00Z');
const settings = ImportSettings.parse({ requiredFields: ['currency'], currencyCheck: false });
const configuration = { name: 'Default', settings };
const KILLS = process.env.SOAK ? 20 : 4;
const KILL_MS = 30_000;

describe.skipIf(programs === null)('sales admin move', () => {
  let cluster: Cluster;
  let root: string;
  /** A directory with all that there can be, which each test copies. */
  let filled: string;
  let copies = 0;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    root = mkdtempSync(join(tmpdir(), 'sales-move-'));
    filled = join(root, 'filled');
    await fill(filled);
  });
  afterAll(() => {
    cluster.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const copyOfIt = () => {
    const directory = join(root, `copy-${copies++}`);
    cpSync(filled, directory, { recursive: true });
    return directory;
  };
  const addressFile = (text: string) => {
    const file = join(root, `address-${copies++}`);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  /** `onStart` is given the process. */
  const sales = (args: readonly string[], onStart: (child: ChildProcess) => void = () => {}) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, [salesBin, ...args], { env: { ...process.env, HOME: root } });
      let output = '';
      const keep = (text: Buffer) => {
        output += text;
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      child.on('close', (code) => resolve({ code, output }));
      onStart(child);
    });
  const move = (directory: string, file: string, ...more: string[]) => sales(['admin', '--data', directory, 'move', '--to', file, ...more]);

  /** What a user sees of a store, with the ids that are kept. */
  const seen = async (store: Store, tenantIds: readonly string[]) => {
    const tenants = [];
    for (const id of tenantIds) {
      const tenant = store.tenant(id, 'whole');
      const lists = [];
      for (const key of ['TransactionDate', 'Amount'] as const)
        lists.push(JSON.parse(await tenant.listTransactions(query({ pageSize: 500, 'sorting.key': key }))));
      const uploads = JSON.parse(await tenant.listUploads({ pageSize: 500, pageNumber: 1 }));
      const details = [];
      for (const { transactionId } of lists[0].items.slice(0, 20))
        details.push(await tenant.transaction(transactionId), await tenant.history(transactionId));
      const states = [];
      for (const { uploadId } of uploads.items) states.push(await tenant.upload(uploadId));
      tenants.push({
        lists,
        uploads,
        details,
        states,
        configuration: await tenant.importConfiguration(undefined),
        places: await tenant.knownPlaces(),
      });
    }
    return {
      tenants,
      users: [await store.userByName('api'), await store.userByName('ann')],
      figures: { ...(await store.figures()), databaseBytes: 0, servers: 0 },
    };
  };
  const tenantIdsOf = async (store: Store) => (await store.userByName('api'))?.access.map(({ tenantId }) => tenantId) ?? [];
  const bothSides = async (directory: string, database: string) => {
    const ofSqlite = openSqliteStore({ directory, now });
    const ofPostgres = openPostgresStore({ address: cluster.app(database), readers: 2, writers: 2, clock: now });
    const ids = await tenantIdsOf(ofSqlite);
    const [one, other] = [await seen(ofSqlite, ids), await seen(ofPostgres, ids)];
    const admins = [openAdministration({ directory, now, actor: 't' }), openOnPostgres({ address: cluster.app(database), actor: 't' })];
    const told = [];
    for (const admin of admins) {
      const audit = await admin.auditRows({ from: null, to: null, limit: 1_000 });
      told.push([
        await admin.customers(),
        await admin.tenants(undefined),
        await admin.units(undefined),
        await admin.users(),
        audit,
        await admin.checkAudit(null),
      ]);
      await admin.close();
    }
    await ofSqlite.close();
    return { one, other, told, ofPostgres, ids };
  };

  test('brings everything over while a server runs, then the rest; the directory is served no more, and the database goes on', async () => {
    const directory = copyOfIt();
    const database = await cluster.newDatabase();
    const owner = addressFile(cluster.ownerText(database));
    const running = lockDirectory(directory);
    const store = openSqliteStore({ directory, now });
    const first = await move(directory, owner, '--json');
    expect(first).toMatchObject({ code: 0 });
    expect(JSON.parse(first.output)).toMatchObject({ finished: false, sums: null, uploads: 8, copied: { uploads: 8 } });
    await uploadTo(store, [{ amount: 7.5, currency: 'EUR', transactionReference: 'late' }]);
    const again = await move(directory, owner, '--json');
    expect(JSON.parse(again.output)).toMatchObject({ uploads: 9, copied: { uploads: 1, transactions: 1 } });
    expect(await move(directory, owner, '--finish')).toMatchObject({ code: 11, output: expect.stringContaining('A server runs on') });
    await store.close();
    running.release();

    const finished = await move(directory, owner, '--finish', '--json');
    expect(finished).toMatchObject({ code: 0 });
    const { sums, ...told } = JSON.parse(finished.output);
    expect(told).toMatchObject({ finished: true, uploads: 9, copied: { uploads: 0 } });
    expect(sums.length).toBeGreaterThan(2);
    const { one, other, told: admin, ofPostgres, ids } = await bothSides(directory, database);
    expect(other).toEqual(one);
    expect(admin[1]).toEqual(admin[0]);
    expect(admin[0]?.[5]).toMatchObject({ broken: null });

    for (const refused of [
      ['serve', '--port', '0'],
      ['admin', 'user', 'list'],
      ['admin', 'move', '--to', owner],
    ]) {
      const [command = '', ...rest] = refused;
      expect(await sales([command, '--data', directory, ...rest])).toMatchObject({
        code: 2,
        output: expect.stringContaining('were moved to'),
      });
    }
    // New uploads get places and ids behind all that was moved, and the same sales are duplicates.
    const [id = ''] = ids;
    const before = JSON.parse(await ofPostgres.tenant(id, 'whole').listTransactions(query({ pageSize: 500 }))).items;
    await uploadTo(ofPostgres, [
      { amount: 7.5, currency: 'EUR', transactionReference: 'late' },
      { amount: 1, currency: 'EUR' },
    ]);
    const after = JSON.parse(await ofPostgres.tenant(id, 'whole').listTransactions(query({ pageSize: 500 }))).items;
    const added = after.filter(
      (row: { transactionId: string }) => !before.some((old: { transactionId: string }) => old.transactionId === row.transactionId),
    );
    expect(added.map((row: { transactionMatchState: string }) => row.transactionMatchState).sort()).toEqual(['Skip', 'Unmatched']);
    for (const row of added) expect(before.every((old: { transactionId: string }) => old.transactionId < row.transactionId)).toBe(true);
    await ofPostgres.close();
  });

  test(`killed at ${KILLS} places and repeated, it ends the same`, { timeout: KILLS * KILL_MS }, async () => {
    // How much is sent when nothing is killed.
    const whole = await countingProxy(cluster.port);
    const unkilled = addressFile(`postgres://postgres@127.0.0.1:${whole.port}/${await cluster.newDatabase()}`);
    expect(await move(copyOfIt(), unkilled, '--finish')).toMatchObject({ code: 0 });
    const messages = whole.sent();
    whole.close();
    for (let kill = 0; kill < KILLS; kill++) {
      const directory = copyOfIt();
      const database = await cluster.newDatabase();
      const counting = await countingProxy(cluster.port);
      const through = addressFile(`postgres://postgres@127.0.0.1:${counting.port}/${database}`);
      const { code } = await sales(['admin', '--data', directory, 'move', '--to', through, '--finish'], (child) =>
        counting.killAt(child, 3 + Math.floor(((kill + 1) * messages) / (KILLS + 1))),
      );
      expect(code).toBeNull();
      expect(existsSync(join(directory, 'moved.json'))).toBe(false);
      expect(await move(directory, addressFile(cluster.ownerText(database)), '--finish')).toMatchObject({ code: 0 });
      counting.close();
      const { one, other, told, ofPostgres } = await bothSides(directory, database);
      expect(other).toEqual(one);
      expect(told[1]).toEqual(told[0]);
      await ofPostgres.close();
      await cluster.drop(database);
    }
  });

  test('the control: a row that was changed in the database is found, and comes anew the next time', async () => {
    const directory = copyOfIt();
    const database = await cluster.newDatabase();
    const owner = addressFile(cluster.ownerText(database));
    expect(await move(directory, owner)).toMatchObject({ code: 0 });
    await cluster.sql(
      database,
      'UPDATE transaction SET amount = amount + 0.01 WHERE seq = (SELECT min(seq) FROM transaction WHERE amount = 12.5)',
    );
    expect(await move(directory, owner, '--finish')).toMatchObject({
      code: 4,
      output: expect.stringContaining('The database differs from the directory'),
    });
    expect(existsSync(join(directory, 'moved.json'))).toBe(false);
    expect(await move(directory, owner, '--finish')).toMatchObject({ code: 0 });
  });

  test('rows that were found equal before are not read again at the change-over, unless one was written since', async () => {
    const directory = copyOfIt();
    const database = await cluster.newDatabase();
    const once = async (finish: boolean) => {
      const source = await openMoveSource({ directory, actor: 't', now, finish, database: 'd' });
      const target = openMoveTarget(cluster.owner(database));
      const asked: string[] = [];
      const counted = {
        ...target,
        hashes: (uploads: Parameters<typeof target.hashes>[0]) => {
          asked.push(...uploads.map(({ id }) => id));
          return target.hashes(uploads);
        },
      };
      try {
        return { asked, moved: await moveData(source, counted, { finish, onProgress: () => {} }) };
      } catch (error) {
        return { asked, error };
      } finally {
        await source.close();
        await target.close();
      }
    };
    const first = await once(false);
    expect(first.moved?.sums).toBeNull();
    expect(first.asked).toHaveLength(first.moved?.uploads ?? 0);
    expect((await once(false)).asked).toEqual([]);

    const store = openSqliteStore({ directory, now });
    const { uploadId } = await uploadTo(store, [{ amount: 7.5, currency: 'EUR', transactionReference: 'late' }]);
    await store.close();
    // Another text of the same length, in a column that no sum shows.
    await cluster.sql(database, "UPDATE transaction SET location_id = 'M' WHERE location_id = 'L'");
    const changed = await once(true);
    expect(changed.error).toMatchObject({ code: 'inputUnusable', message: expect.stringContaining('the transactions of upload') });
    expect(changed.asked.length).toBeLessThanOrEqual(2 + 1);

    const last = await once(true);
    expect(last.moved?.sums?.length).toBeGreaterThan(2);
    expect(last.asked).toContain(uploadId);
    expect(last.asked.length).toBeLessThan(first.asked.length);
    expect(await cluster.sql(database, "SELECT to_regclass('moved_upload') IS NULL AS gone")).toEqual([{ gone: true }]);
  });

  test.each([
    ['nothing', null],
    ['a user', "UPDATE app_user SET disabled = true WHERE name = 'api'"],
    ['the trail', "UPDATE audit SET actor = 'nobody' WHERE audit_key = 1"],
    ['a counter', 'UPDATE tenant_counter SET next_seq = next_seq - 1'],
    ['a withdrawn row', 'INSERT INTO transaction_withdrawn SELECT * FROM transaction LIMIT 1'],
    ['a change', "UPDATE history SET reason = 'other' WHERE history_key = 1"],
  ])('the control: %s that differs is found', async (_, sql) => {
    const directory = copyOfIt();
    const database = await cluster.newDatabase();
    const source = await openMoveSource({ directory, actor: 't', now, finish: true, database: 'd' });
    const target = openMoveTarget(cluster.owner(database));
    const settle = target.settle;
    const tampered = {
      ...target,
      settle: async (...given: Parameters<typeof settle>) => {
        await settle(...given);
        if (sql) await cluster.sql(database, sql);
      },
    };
    const moving = moveData(source, tampered, { finish: true, onProgress: () => {} });
    if (sql) await expect(moving).rejects.toMatchObject({ code: 'inputUnusable' });
    else expect((await moving).sums).not.toBeNull();
    await source.close();
    await target.close();
  });

  test('goes into no database that is not for it', async () => {
    const directory = copyOfIt();
    const used = await cluster.newDatabase();
    const store = openPostgresStore({ address: cluster.app(used), readers: 1, writers: 1 });
    await store.setUp({ customerName: 'c', tenantName: 't', importConfiguration: configuration, userName: 'other', passwordHash: 'h' });
    expect(await move(directory, addressFile(cluster.ownerText(used)))).toMatchObject({
      code: 2,
      output: expect.stringContaining('do not come from this directory'),
    });
    await store.close();

    const fresh = await cluster.newDatabase();
    const app = `postgres://sales_app@127.0.0.1:${cluster.port}/${fresh}`;
    expect(await move(directory, addressFile(app))).toMatchObject({ code: 2, output: expect.stringContaining('does not own the tables') });
    const node = openPostgresStore({ address: cluster.app(fresh), readers: 1, writers: 1, isNode: true });
    await expect.poll(() => cluster.sql(fresh, 'SELECT 1 FROM node')).toHaveLength(1);
    expect(await move(directory, addressFile(cluster.ownerText(fresh)))).toMatchObject({
      code: 11,
      output: expect.stringContaining('Servers run on'),
    });
    await node.close();
    await cluster.sql('postgres', `CREATE DATABASE bare_${copies}`);
    expect(await move(directory, addressFile(cluster.ownerText(`bare_${copies}`)))).toMatchObject({
      code: expect.any(Number),
      output: expect.any(String),
    });
    expect(await move(join(root, 'nothing'), addressFile(cluster.ownerText(await cluster.newDatabase())))).toMatchObject({
      code: 2,
      output: expect.stringContaining('There is no database in'),
    });

    // A database that was served from has more than the directory.
    const served = await cluster.newDatabase();
    const owner = addressFile(cluster.ownerText(served));
    expect(await move(directory, owner, '--finish')).toMatchObject({ code: 0 });
    const serving = openPostgresStore({ address: cluster.app(served), readers: 1, writers: 1 });
    await uploadTo(serving, [{ amount: 3, currency: 'EUR' }]);
    await serving.close();
    rmSync(join(directory, 'moved.json'));
    expect(await move(directory, owner)).toMatchObject({ code: 2, output: expect.stringContaining('do not come from this directory') });
  });
});

/** Two tenants, units, users and configurations; uploads that were imported, half imported, rejected, withdrawn, restored, duplicates and with odd values. */
async function fill(directory: string): Promise<void> {
  mkdirSync(directory);
  const store = openSqliteStore({ directory, now });
  await store.setUp({
    customerName: 'Bäckerei',
    tenantName: 'Zürich',
    importConfiguration: configuration,
    userName: 'api',
    passwordHash: 'h',
  });
  const admin = openAdministration({ directory, now, actor: 'local:test' });
  const noRights = { roles: [], customers: [], tenants: [], units: [] };
  await admin.addTenant({ name: 'Bern', customer: 'Bäckerei', id: undefined, importConfiguration: { name: 'Default', settings } });
  await admin.addUnit({ name: 'Nord', tenant: 'Zürich', parent: undefined, locationIds: ['L'], terminalIds: [], id: undefined });
  await admin.addUnit({ name: 'Kasse', tenant: 'Zürich', parent: 'Nord', locationIds: [], terminalIds: ['A'], id: undefined });
  await admin.addUser({ ...noRights, name: 'ann', passwordHash: 'h', roles: ['API', 'Admin'], units: ['Kasse'] });
  await admin.addUser({ ...noRights, name: 'gone', passwordHash: 'h', roles: [] });
  await admin.remove('user', 'gone');
  await admin.grant('api', { ...noRights, customers: ['Bäckerei'] });
  await admin.addImportConfiguration({ name: 'Strict', id: undefined, tenant: 'Bern', isDefault: false, settings });
  await admin.close();
  const odd = sampleRows().map(({ transaction }) => JSON.parse(JSON.stringify(transaction).replaceAll('\\u0000', '')));
  await uploadTo(store, odd);
  await uploadTo(store, [
    {
      locationId: 'L',
      currency: 'CHF',
      amount: 12.5,
      transactionTypes: ['Sale'],
      additionalData: [{ key: 'a"\\\n\u0001\u007f', value: 'ü\u2028', type: 'x' }],
    },
  ]);
  const twice = [{ amount: 12.5, currency: 'EUR', transactionReference: 'twice' }, { amount: 9 }];
  const { uploadId } = await uploadTo(store, twice, { idempotency: { key: 'k', fingerprint: 'f' } });
  const second = await uploadTo(store, twice, { uploadGroup: randomUUID() });
  await uploadTo(store, [{ amount: 5, currency: 'EUR' }], { decide: null });
  const ids = (await store.userByName('api'))?.access.map(({ tenantId }) => tenantId) ?? [];
  const tenant = store.tenant(ids[0] ?? '', 'whole');
  await tenant.withdraw(uploadId, 'ann', decideAgain);
  await tenant.withdraw(second.uploadId, 'ann', decideAgain);
  await tenant.restore(second.uploadId, 'ann', decideAgain);
  await uploadTo(store, [{ amount: 1e21, currency: 'EUR' }, { amount: 0.1, currency: 'EUR' }, { amount: -0.07 }, {}], {}, 1);
  await uploadTo(store, [{ amount: 3, currency: 'USD' }], { decide: null }, 1);
  await uploadTo(store, twice, {}, 0);
  await store.close();
}

async function uploadTo(store: Store, transactions: readonly TransactionUpload[], over: Partial<StageRequest> = {}, at = 0) {
  const user = await store.userByName('api');
  const tenant = store.tenant(user?.access[at]?.tenantId ?? '', 'whole');
  return tenant.stageUpload({
    userId: user?.id ?? '',
    importConfigurationId: (await tenant.importConfiguration(undefined))?.id ?? '',
    idempotency: null,
    uploadGroup: null,
    transactions,
    decide: decideAbout(transactions, 0, { settings }, { known: null, receivedAt: now() }),
    ...over,
  });
}

interface CountingProxy {
  port: number;
  /** Messages of clients so far. */
  sent(): number;
  /** Kills the process when so many have been passed on. */
  killAt(child: ChildProcess, messages: number): void;
  close(): void;
}

/** A way to the database that counts what is sent on it. */
async function countingProxy(target: number): Promise<CountingProxy> {
  let sent = 0;
  let victim: { child: ChildProcess; at: number } | null = null;
  const server = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    for (const socket of [client, database]) socket.on('error', () => {});
    client.on('data', (data) => {
      database.write(data);
      sent += 1;
      if (victim && sent >= victim.at) victim.child.kill('SIGKILL');
    });
    database.on('data', (data) => client.write(data));
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    sent: () => sent,
    killAt: (child, at) => {
      victim = { child, at };
    },
    close: () => server.close(),
  };
}
