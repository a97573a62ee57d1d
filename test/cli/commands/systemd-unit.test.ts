/** The unit that `sales serve --print-systemd` prints: for the flags given, and one that systemd understands. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemdUnit } from '../../../src/cli/commands/serve/systemd-unit.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
afterAll(line.remove);

const print = async (argv: string[] = [], env: Record<string, string> = {}) => {
  const seen = await line.run(['serve', '--print-systemd', ...argv], { env });
  expect(seen).toMatchObject({ exit: 0, stderr: '' });
  return seen.stdout;
};
const setting = (unit: string, name: string) =>
  unit
    .split('\n')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

describe('sales serve --print-systemd', () => {
  it('prints a hardened unit and makes nothing', async () => {
    const unit = systemdUnit({
      node: '/usr/bin/node',
      program: '/opt/sales/bin/sales.js',
      data: '/var/lib/sales',
      port: 8443,
      isShared: false,
      drainS: 0,
      files: [],
      flags: [],
    });
    expect(unit).toMatchSnapshot();
    const printed = await print();
    expect(setting(printed, 'ExecStart')).toMatch(/^\/\S+ \/\S+\/bin\/sales\.js serve --data \/var\/lib\/sales$/);
    expect(existsSync(join(line.folder, 'sales-data'))).toBe(false);
  });

  it('takes over every flag and variable that is given, files by their whole path', async () => {
    const argv = '--host 0.0.0.0 --name a.example --name b.example --cert c.pem --key /etc/k.pem --log json'.split(' ');
    const unit = await print(argv, { SALES_PORT: '443' });
    const start = setting(unit, 'ExecStart') ?? '';
    for (const text of ['--host 0.0.0.0', '--port 443', '--name a.example --name b.example', '--key /etc/k.pem', '--log json'])
      expect(start).toContain(text);
    expect(start).toContain(`--cert ${process.cwd()}/c.pem`);
    expect(start).not.toContain('print-systemd');
    const blanks = await print(['--cert', '/etc/my tls/c.pem', '--key', '/etc/my tls/k.pem']);
    expect(blanks).toContain("#   install -d -o sales -g sales -m 0700 '/etc/my tls'\n");
    const byVariable = await print([], { SALES_NAME: 'a.example, 192.0.2.7' });
    expect(setting(byVariable, 'ExecStart')).toContain('--name a.example --name 192.0.2.7');
    expect(setting(unit, 'TimeoutStopSec')).toBe('60');
    const shared = ['--database-file', '/etc/sales/address', '--trusted-proxy', '10.0.0.1, 10.1.0.0/16'];
    expect(setting(await print(shared), 'TimeoutStopSec')).toBe('65');
    // It waits for a database that is away, however long.
    expect(setting(await print(shared), 'StartLimitIntervalSec')).toBe('0');
    expect(setting(await print(shared), 'ExecStart')).toContain('--trusted-proxy 10.0.0.1 --trusted-proxy 10.1.0.0/16');
    expect(setting(await print([...shared, '--drain', '30']), 'TimeoutStopSec')).toBe('90');
    expect(setting(unit, 'AmbientCapabilities')).toBe('CAP_NET_BIND_SERVICE');
    expect(setting(await print(), 'AmbientCapabilities')).toBeUndefined();
  });

  it('lets it write to its data and nowhere else', async () => {
    expect(setting(await print(['--data', '/var/lib/shop/one']), 'StateDirectory')).toBe('shop/one');
    const elsewhere = await print(['--data', '/srv/my sales 100%']);
    expect(setting(elsewhere, 'ReadWritePaths')).toBe('"/srv/my sales 100%%"');
    expect(setting(elsewhere, 'ExecStart')).toContain('--data "/srv/my sales 100%%"');
    expect(elsewhere).toContain("#   install -d -o sales -g sales -m 0700 '/srv/my sales 100%'\n");
    expect(setting(elsewhere, 'StateDirectory')).toBeUndefined();
    expect(setting(elsewhere, 'ProtectSystem')).toBe('strict');
  });

  it.each<[string, string]>([
    ['/home/me/sales', 'read-only'],
    ['/srv/sales', 'yes'],
  ])('with its data in %s: ProtectHome=%s', (data, value) => {
    expect(
      setting(
        systemdUnit({ node: '/usr/bin/node', program: '/opt/x', data, port: 8443, isShared: false, drainS: 0, files: [], flags: [] }),
        'ProtectHome',
      ),
    ).toBe(value);
  });

  it('refuses what sales serve would refuse', async () => {
    expect((await line.run(['serve', '--print-systemd', '--port', '70000'])).exit).toBe(2);
    expect((await line.run(['serve', '--print-systemd', '--cert', 'c.pem'])).exit).toBe(2);
    expect((await line.run(['serve', '--print-systemd', '--name', 'a b'])).exit).toBe(2);
  });

  const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!hasAnalyze)('is understood by systemd, down to the last line', async () => {
    const verify = (text: string) => {
      const path = join(line.folder, 'sales.service');
      writeFileSync(path, text);
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
      return { status, complaints: stderr.split('\n').filter((one) => one.includes('sales.service')) };
    };
    const flags = ['--name', 'a.example', '--cert', '/etc/sales/100%/c.pem', '--key', '/etc/sales/$x/k "1".pem', '--port', '443'];
    const unit = await print([...flags, '--data', '/srv/sales data']);
    expect(verify(unit)).toEqual({ status: 0, complaints: [] });
    expect(verify(unit.replace('NoNewPrivileges', 'NoNewPrivilegs')).complaints).not.toEqual([]);
    expect(execFileSync('systemd-analyze', ['--version']).toString()).toContain('systemd');
  });
});
