/** `sales doctor`, `import-config test` and `backup` on a database: what is right is said, and what is wrong is named with what to do. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideAbout, decideAboutRecords } from '../../src/importing/decide.js';
import { defaultImportConfiguration } from '../../src/importing/rules.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { salesBin } from '../support/serve-process.js';

const programs = postgresPrograms();
const sales = [1, 2, 3].map((number) => ({
  amount: number,
  currency: 'EUR',
  transactionReference: `R${number}`,
  transactionDate: '2026-11-01T10:00:00Z',
}));

interface Finding {
  check: string;
  state: string;
  message: string;
  hint: string | null;
}

describe.skipIf(programs === null)('on a database', () => {
  let cluster: Cluster;
  let database: string;
  let root: string;
  let file: string;

  const run = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, [salesBin, ...args], { env: { ...process.env, HOME: root } }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
      );
    });
  const addressFile = (name: string, text: string) => {
    writeFileSync(join(root, name), text, { mode: 0o600 });
    return join(root, name);
  };
  const doctor = async (address: string, ...more: string[]) => {
    const { code, output } = await run('doctor', '--database-file', address, '--json', ...more);
    const { findings } = JSON.parse(output) as { findings: Finding[] };
    return { code, of: (check: string) => findings.find((finding) => finding.check === check), findings };
  };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'sales-doctor-pg-'));
    // One that a power cut could not destroy.
    cluster = await startCluster(programs ?? '', { settings: ['fsync=on', 'full_page_writes=on'] });
    database = await cluster.newDatabase();
    file = addressFile('server', `postgres://sales_app@127.0.0.1:${cluster.port}/${database}`);
    const store = openPostgresStore({ address: cluster.app(database), readers: 1, writers: 1 });
    const setup = {
      customerName: 'c',
      tenantName: 'Shops',
      importConfiguration: defaultImportConfiguration,
      userName: 'api',
      passwordHash: 'h',
    };
    const { tenantId } = await store.setUp(setup);
    const tenant = store.tenant(tenantId, 'whole');
    const configuration = await tenant.importConfiguration(undefined);
    await tenant.stageUpload({
      userId: (await store.userByName('api'))?.id ?? '',
      importConfigurationId: configuration?.id ?? '',
      ...{ idempotency: null, uploadGroup: null, transactions: sales },
      decide: decideAbout(sales, configuration ?? defaultImportConfiguration, { known: null, receivedAt: new Date() }),
    });
    const records = sales.map(({ transactionDate, ...record }) => ({ ...record, settlementDate: transactionDate.slice(0, 10) }));
    await tenant.stageUpload({
      userId: (await store.userByName('api'))?.id ?? '',
      importConfigurationId: configuration?.id ?? '',
      ...{ idempotency: null, uploadGroup: null, records },
      decide: decideAboutRecords(records),
    });
    await store.close();
  });
  afterAll(() => {
    cluster.stop();
    rmSync(root, { recursive: true, force: true });
  });

  test('doctor finds a good one good', async () => {
    const { code, of, findings } = await doctor(file, '--deep');
    expect(code).toBe(0);
    expect(findings.filter(({ state }) => state === 'failed').map(({ check }) => check)).toEqual([]);
    for (const check of [
      'database',
      'TLS',
      'schema',
      'role',
      'commit',
      'standbys',
      'log',
      'servers',
      'data',
      'lists',
      'counts',
      'audit trail',
      'statements',
    ])
      expect(of(check)).toMatchObject({ state: 'ok' });
    expect(of('data')?.message).toBe('1 tenant, 3 transactions, 3 settlement records');
  });

  test('doctor names rows that are missing, a trail and a statement that were changed, and the exit code says so', async () => {
    await cluster.sql(database, 'UPDATE tenant_counter SET transactions = transactions + 1');
    await cluster.sql(database, "UPDATE audit SET actor = 'nobody' WHERE audit_key = 1");
    await cluster.sql(database, "INSERT INTO close_statement VALUES (1, 1, '2026-10', '{}')");
    const { code, of } = await doctor(file, '--deep');
    expect(code).toBe(12);
    expect((await doctor(file)).of('statements')).toEqual(of('statements'));
    const unknown = 'number 1 of the tenant "Shops" is not as it was approved: the audit trail does not know it';
    expect(of('statements')).toMatchObject({ state: 'failed', message: unknown });
    expect(of('counts')).toMatchObject({ state: 'failed', message: 'wrong for Shops' });
    expect(of('audit trail')).toMatchObject({ state: 'failed', message: expect.stringContaining('row 1') });
    await cluster.sql(database, 'UPDATE tenant_counter SET transactions = transactions - 1');
    await cluster.sql(database, 'DELETE FROM close_statement');
  });

  test('doctor names lists that would read a whole table', async () => {
    await cluster.sql(
      database,
      `INSERT INTO transaction (tenant_key, seq, upload_key, ticks, amount, state, match_state, currency, brand_id, terminal_id, pan_encrypted)
       SELECT 1, n, 1, n::bigint * 1000000, n % 977, 1, 1, 'EUR', 'VISA', 'T' || n % 50, repeat('x', 300) FROM generate_series(10, 30000) AS n`,
    );
    await cluster.sql(database, 'UPDATE tenant_counter SET transactions = transactions + 29991');
    await cluster.sql(database, 'VACUUM ANALYZE transaction');
    expect((await doctor(file)).of('lists')).toMatchObject({ state: 'ok' });
    await cluster.sql(
      database,
      'DROP INDEX transaction_date, transaction_terminal, transaction_brand, transaction_amount, transaction_rare_state, transaction_rare_match_state; ALTER TABLE transaction DROP CONSTRAINT transaction_pkey',
    );
    const { of, code } = await doctor(file);
    expect(of('lists')).toMatchObject({ state: 'warning', message: expect.stringContaining('by date') });
    expect(code).toBe(0);
  });

  test.each([
    ['another role', (): string => cluster.ownerText(database), 'role', 2],
    ['no schema', (): string => `postgres://sales_app@127.0.0.1:${cluster.port}/postgres`, 'schema', 2],
    ['no such database', (): string => `postgres://sales_app@127.0.0.1:${cluster.port}/none`, 'connection', 2],
    ['nobody there', (): string => 'postgres://sales_app@127.0.0.1:1/none', 'connection', 6],
  ] as const)('doctor names %s', async (name, address, check, exit) => {
    const { code, of } = await doctor(addressFile(name, address()));
    expect(of(check)).toMatchObject({ state: 'failed', hint: expect.any(String) });
    expect(code).toBe(exit);
  });

  test('doctor names a setting that may lose what was acknowledged', async () => {
    const lax = await cluster.newDatabase();
    await cluster.sql('postgres', `ALTER DATABASE ${lax} SET synchronous_commit = off`);
    await cluster.sql('postgres', `ALTER ROLE sales_app IN DATABASE ${lax} SET plan_cache_mode = auto`);
    const { code, of } = await doctor(addressFile('lax', `postgres://sales_app@127.0.0.1:${cluster.port}/${lax}`));
    expect(code).toBe(2);
    expect(of('commit')).toMatchObject({ state: 'failed', message: expect.stringContaining('could be lost') });
    expect(of('role settings')).toMatchObject({ state: 'warning', message: 'plan_cache_mode is auto instead of force_custom_plan' });
  });

  test('import-config test sees what is stored, and twins in a file that is not', async () => {
    const fresh = await cluster.newDatabase();
    const address = addressFile('fresh', `postgres://sales_app@127.0.0.1:${cluster.port}/${fresh}`);
    const store = openPostgresStore({ address: cluster.app(fresh), readers: 1, writers: 1 });
    const setup = {
      customerName: 'c',
      tenantName: 'Shops',
      importConfiguration: defaultImportConfiguration,
      userName: 'api',
      passwordHash: 'h',
    };
    const { tenantId } = await store.setUp(setup);
    const tenant = store.tenant(tenantId, 'whole');
    const configuration = await tenant.importConfiguration(undefined);
    await tenant.stageUpload({
      userId: (await store.userByName('api'))?.id ?? '',
      importConfigurationId: configuration?.id ?? '',
      ...{ idempotency: null, uploadGroup: null, transactions: sales },
      decide: decideAbout(sales, configuration ?? defaultImportConfiguration, { known: null, receivedAt: new Date() }),
    });
    await store.close();
    const json = join(root, 'again.ndjson');
    // The first of each pair is stored already; the second is another sale of the same file.
    writeFileSync(
      json,
      [...sales, ...sales.slice(0, 2), { ...sales[0], transactionReference: 'new' }].map((row) => JSON.stringify(row)).join('\n'),
    );
    const { code, output } = await run('admin', 'import-config', 'test', json, '--database-file', address, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ rows: { read: 6, imported: 3, duplicates: 3, rejected: 0 } });
  });

  test('backup names the tools that back up a database', async () => {
    expect(await run('backup', 'create', '--database-file', file)).toMatchObject({
      code: 2,
      output: expect.stringMatching(/pg_dump[\s\S]*pgBackRest/),
    });
  });
});
