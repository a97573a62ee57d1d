/** The examples that no run of the cluster starts: the unit of a server; backup, and the drill that restores it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe.skipIf(programs === null)('backup.sh and restore-drill.sh', { timeout: 180_000 }, () => {
  let cluster: SalesCluster;
  let env: NodeJS.ProcessEnv;
  let address: string;
  beforeAll(async () => {
    if (!programs) return;
    cluster = await startCluster(programs);
    const load = startLoad(cluster, { name: 'kept', shops: await addShops(cluster, 2), perSecond: 100, clients: 4, keylessEvery: 0 });
    while (load.acknowledged() < 10) await new Promise((resolve) => setTimeout(resolve, 5));
    await load.stop();
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

  const run = (script: string, ...args: string[]) => spawnSync(fileURLToPath(example(script)), args, { encoding: 'utf8', env });
  const drill = (dump: string) => run('restore-drill.sh', dump, address, '--database-ca', cluster.caFile);

  it('a backup is restored whole, the audit trail with it, and the drill leaves nothing behind', async () => {
    const backup = run('backup.sh', cluster.root);
    expect(backup).toMatchObject({ status: 0, stderr: '' });
    const dump = backup.stdout.trim();
    expect(readFileSync(dump.replace(/dump$/, 'roles.sql'), 'utf8')).toContain('CREATE ROLE sales_app');
    const drilled = drill(dump);
    expect(drilled).toMatchObject({ status: 0, stdout: expect.stringMatching(/OK: \d+ uploads, \d+ transactions/) });
    const [counted] = await cluster.pair.sql<{ rows: string }>(database, 'SELECT sum(transactions)::text AS rows FROM tenant_counter');
    expect(drilled.stdout).toContain(`${counted?.rows} transactions`);
    expect(await cluster.pair.sql('postgres', "SELECT 1 FROM pg_database WHERE datname = 'sales_drill'")).toEqual([]);
  });

  it('a backup that lacks a row, or whose trail was changed, does not pass', async () => {
    await cluster.pair.sql(
      database,
      'DELETE FROM transaction WHERE (tenant_key, seq) IN (SELECT tenant_key, seq FROM transaction LIMIT 1)',
    );
    const short = drill(run('backup.sh', cluster.root).stdout.trim());
    expect(short).toMatchObject({ status: 1, stderr: expect.stringMatching(/is not whole.*tenant \d+.*upload /s) });
    await cluster.pair.sql(
      database,
      'UPDATE tenant_counter AS c SET transactions = (SELECT count(*) FROM transaction AS t WHERE t.tenant_key = c.tenant_key)',
    );
    await cluster.pair.sql(
      database,
      'UPDATE upload AS u SET rows = (SELECT count(*) FROM transaction AS t WHERE t.tenant_key = u.tenant_key AND t.upload_key = u.upload_key)',
    );
    await cluster.pair.sql(database, "UPDATE audit SET actor = 'nobody' WHERE audit_key = 2");
    const changed = drill(run('backup.sh', cluster.root).stdout.trim());
    expect(changed.status).not.toBe(0);
    expect(changed.stdout + changed.stderr).toContain('row 2');
  });
});
