/** The examples that no run of the cluster starts: the unit of a server; backup, and the drill that restores it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { salesBin } from '../support/serve-process.js';
import { clusterPrograms, database, type SalesCluster, startCluster } from './cluster.js';
import { example, filled } from './examples.js';
import { startLoad } from './load.js';
import { addShops } from './records.js';

const programs = clusterPrograms();

describe('sales.service', () => {
  const flags = '--host 0.0.0.0 --cert /etc/sales/fullchain.pem --key /etc/sales/privkey.pem --trusted-proxy 10.0.0.5 --log json';
  const shared = '--database-file /etc/sales/server.address --database-ca /etc/sales/ca.pem --metrics-port 9464';
  const body = (unit: string) => unit.slice(unit.indexOf('[Unit]'));

  it('is what sales serve --print-systemd prints', () => {
    const args = [salesBin, 'serve', '--print-systemd', ...flags.split(' '), ...shared.split(' ')];
    const printed = spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
    const program = /ExecStart=(\S+ \S+) serve/.exec(printed)?.[1] ?? '';
    expect(body(filled('sales.service', {}))).toBe(
      body(printed.replace(program, '/usr/bin/node /usr/local/lib/node_modules/sales/bin/sales.js')),
    );
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('is understood by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sales-unit-'));
    const file = join(folder, 'sales.service');
    writeFileSync(file, filled('sales.service', { '/usr/bin/node': process.execPath }));
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('sales.service'))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(programs === null)('backup.sh and restore-drill.sh', () => {
  let cluster: SalesCluster;
  let env: NodeJS.ProcessEnv;
  let address: string;
  beforeAll(async () => {
    if (!programs) return;
    cluster = await startCluster(programs);
    const shops = await addShops(cluster, 2);
    const load = startLoad(cluster, { name: 'kept', shops, perSecond: 100, clients: 4, keylessEvery: 0 });
    while (load.acknowledged() < 10) await new Promise((resolve) => setTimeout(resolve, 5));
    await load.stop();
    await settle(cluster, shops[0]?.user ?? '');
    const owner = new URL(cluster.pair.ownerText('x').replace('@:', '@localhost:'));
    // As an installed package, `sales` is on the path.
    const bin = join(cluster.root, 'bin');
    mkdirSync(bin);
    symlinkSync(salesBin, join(bin, 'sales'));
    const home = { HOME: cluster.root, XDG_CONFIG_HOME: cluster.root };
    const path = `${programs.postgres}:${bin}:${process.env.PATH}`;
    env = { ...process.env, ...home, PATH: path, PGHOST: owner.searchParams.get('host') ?? '', PGPORT: owner.port, PGUSER: 'postgres' };
    address = join(cluster.root, 'drill.address');
    const ofServer = readFileSync(cluster.databaseFlags[1] as string, 'utf8');
    writeFileSync(address, ofServer.replace(new RegExp(`/${database}$`), '/sales_drill'), { mode: 0o600 });
  });
  afterAll(() => cluster?.stop());

  // Not spawnSync: the servers reach PostgreSQL through proxies of this process, and a session cut off in a message holds up dropdb.
  const run = async (script: string, ...args: string[]) => {
    const child = spawn(fileURLToPath(example(script)), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'close');
    const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
    const [status] = await ended;
    return { status, stdout, stderr };
  };
  const drill = (dump: string) => run('restore-drill.sh', dump, address, '--database-ca', cluster.caFile);

  it('a backup is restored whole, the audit trail with it, and the drill leaves nothing behind', async () => {
    const backup = await run('backup.sh', cluster.root);
    expect(backup).toMatchObject({ status: 0, stderr: '' });
    const dump = backup.stdout.trim();
    expect(readFileSync(dump.replace(/dump$/, 'roles.sql'), 'utf8')).toContain('CREATE ROLE sales_app');
    const drilled = await drill(dump);
    expect(drilled).toMatchObject({ status: 0, stderr: '' });
    const [counted] = await cluster.pair.sql<{ rows: number }>(database, 'SELECT sum(transactions)::int AS rows FROM tenant_counter');
    expect(drilled.stdout).toContain(`${counted?.rows.toLocaleString('en')} transactions, 2 settlement records`);
    expect(drilled.stdout).toContain(`OK: the backup ${dump} is whole`);
    expect(await cluster.pair.sql('postgres', "SELECT 1 FROM pg_database WHERE datname = 'sales_drill'")).toEqual([]);
  });

  /** What the drill says of a backup of the database after this change, which is taken back again. */
  const drillAfter = async (change: string, undo: string) => {
    await cluster.pair.sql(database, change);
    const { stdout } = await run('backup.sh', cluster.root);
    const drilled = await drill(stdout.trim());
    await cluster.pair.sql(database, undo);
    return drilled;
  };
  const lacks = (table: string) =>
    [
      `CREATE TABLE kept AS SELECT * FROM ${table} LIMIT 1; DELETE FROM ${table} WHERE (tenant_key, seq) IN (SELECT tenant_key, seq FROM kept)`,
      `INSERT INTO ${table} SELECT * FROM kept; DROP TABLE kept`,
    ] as const;

  it.each([
    ['lacks a sale', 'counts', ...lacks('transaction')],
    ['lacks a settlement record', 'counts', ...lacks('settlement_record')],
    [
      'lacks an upload of no rows',
      'counts',
      'UPDATE tenant_counter SET uploads = uploads + 1 WHERE tenant_key = 1',
      'UPDATE tenant_counter SET uploads = uploads - 1 WHERE tenant_key = 1',
    ],
    [
      'has a changed audit trail',
      'audit trail',
      "UPDATE audit SET details = details || ' ' WHERE audit_key = 2",
      'UPDATE audit SET details = rtrim(details) WHERE audit_key = 2',
    ],
  ])('a backup that %s does not pass', async (_, check, change, undo) => {
    const drilled = await drillAfter(change, undo);
    expect(drilled).toMatchObject({ status: 12, stderr: expect.stringMatching(/^The backup \S+ is not whole/m) });
    expect(drilled.stdout).toMatch(new RegExp(`^${check} +FAILED`, 'm'));
  });

  it('a backup that cannot be looked at is not called whole, nor broken', async () => {
    const { stdout } = await run('backup.sh', cluster.root);
    const drilled = await run('restore-drill.sh', stdout.trim(), address);
    expect(drilled.status).toBe(6);
    expect(drilled.stdout + drilled.stderr).not.toContain('whole');
  });
});

/** Two settlement records of the user's tenant, sent as an operator would. */
async function settle({ sales, url, caFile, root }: SalesCluster, user: string): Promise<void> {
  const file = join(root, 'october.csv');
  writeFileSync(
    file,
    'type,acquirerId,payoutId,settlementDate,amount,currency,transactionReference\n' +
      'Sale,ACQ,PO-17,2026-01-22,12.50,EUR,S-1\nSale,ACQ,PO-17,2026-01-22,13.50,EUR,S-2\n',
  );
  const login = ['login', '--url', url, '--user', user, '--ca-file', caFile, '--password-file', join(root, 'password')];
  for (const args of [login, ['settle', file]]) expect(await sales(args)).toMatchObject({ code: 0 });
}
