/** `sales serve` on PostgreSQL, as a process, over TLS on both sides; and what it says when something is not right. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaVersion } from '../../src/store/postgres/database/schema.js';
import { atLength, casesOf } from '../support/at-length.js';
import { makeAuthority, makeCertificate } from '../support/certificates.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { password, type ServeProcess, salesBin, serve } from '../support/serve-process.js';

const programs = postgresPrograms();
/** Several servers take long to start, and change with little of the code. */
const beforeRelease = test.runIf(atLength);

interface Ended {
  code: number;
  output: string;
}

describe.skipIf(programs === null)('sales serve on PostgreSQL', () => {
  let cluster: Cluster;
  let root: string;
  /** The address of servers, and the flags that name it. */
  let address: string;
  let flags: string[];

  const file = (name: string, text: string) => {
    writeFileSync(join(root, name), text, { mode: 0o600 });
    return join(root, name);
  };
  const sales = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    new Promise<Ended>((resolve) => {
      const home = { HOME: root, XDG_CONFIG_HOME: join(root, 'config'), XDG_STATE_HOME: join(root, 'state') };
      execFile(process.execPath, [salesBin, ...args], { env: { ...process.env, ...home, ...env } }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
      );
    });
  let tried = 0;
  /** A start that must fail. */
  const refused = (...args: string[]) => sales(['serve', '--port', '0', '--data', join(root, `refused-${tried++}`), ...args]);

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'sales-serve-pg-'));
    const authority = await makeAuthority('authority of the database');
    const certificate = await makeCertificate({ issuer: authority, names: ['localhost'] });
    const settings = ['wal_level=minimal', 'max_wal_senders=0'];
    cluster = await startCluster(programs ?? '', { tls: certificate, withPasswords: true, settings });
    await cluster.sql('postgres', 'CREATE DATABASE shop');
    const owner = file('owner', cluster.ownerText('shop'));
    const made = await sales(['admin', '--database-file', owner, 'database', 'create', '--server-file', join(root, 'made')]);
    expect(made).toMatchObject({ code: 0 });
    expect(statSync(join(root, 'made')).mode & 0o777).toBe(0o600);
    const secret = /sales_app:([^@]+)@/.exec(readFileSync(join(root, 'made'), 'utf8'))?.[1] ?? '';
    expect(made.output).not.toContain(secret);
    address = `postgres://sales_app:${secret}@localhost:${cluster.port}/shop`;
    flags = ['--database-file', file('address', address), '--database-ca', file('ca.pem', authority.cert)];
    file('password', password);
  });
  afterAll(() => {
    cluster?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const get = (server: ServeProcess, path: string) =>
    new Promise<{ status: number; retryAfter: string | undefined; body: string }>((resolve, reject) => {
      const asked = request(`${server.url}${path}`, { ca: server.ca, auth: `api:${password}`, agent: false }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body }));
      });
      asked.on('error', reject);
      asked.end();
    });

  test('serves, over a new start and over a database that was away, and the command line uploads to it', async () => {
    const server = await serve(join(root, 'node'), join(root, 'password'), {}, flags);
    expect(server.output()).toContain(`Database postgres://sales_app@localhost:${cluster.port}/shop: PostgreSQL `);
    const login = ['login', '--url', server.url, '--user', 'api', '--ca-file', server.caFile, '--password-file', join(root, 'password')];
    expect(await sales(login)).toMatchObject({ code: 0 });
    const sold = ['amount,currency,date,reference', '12.50,EUR,2026-11-20T10:00:00Z,A1', '7.25,EUR,2026-11-20T10:05:00Z,A2'].join('\n');
    const uploaded = await sales(['upload', '--yes', file('sold.csv', sold)]);
    expect(uploaded).toMatchObject({ code: 0 });
    expect(uploaded.output).toContain('EUR 19.75');
    expect((await get(server, '/readyz')).status).toBe(200);

    // Administration, with the address of servers, holds on the next request.
    const disabled = await sales(['admin', 'user', 'disable', 'api', ...flags]);
    expect(disabled).toMatchObject({ code: 0 });
    expect((await get(server, '/sales/v1/transactions')).status).toBe(401);
    expect(await sales(['admin', ...flags, 'user', 'enable', 'api'])).toMatchObject({ code: 0 });
    expect((await get(server, '/sales/v1/transactions')).status).toBe(200);
    expect(await sales(['admin', ...flags, 'audit', 'verify'])).toMatchObject({ code: 0 });

    // All its sessions end, and none can begin.
    await cluster.sql('postgres', 'ALTER DATABASE shop ALLOW_CONNECTIONS false');
    await cluster.sql('postgres', "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'sales_app'");
    await expect.poll(() => get(server, '/readyz').then(({ status }) => status)).toBe(503);
    expect(await get(server, '/sales/v1/transactions')).toMatchObject({ status: 503, retryAfter: '1' });
    expect((await get(server, '/healthz')).status).toBe(200);
    await cluster.sql('postgres', 'ALTER DATABASE shop ALLOW_CONNECTIONS true');
    await expect.poll(() => get(server, '/readyz').then(({ status }) => status)).toBe(200);
    expect((await get(server, '/sales/v1/transactions')).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);

    const again = await serve(join(root, 'node'), null, {}, flags);
    expect(JSON.parse((await get(again, '/sales/v1/transactions')).body).items).toHaveLength(2);
    expect(await again.end('SIGTERM')).toBe(0);
  });

  beforeRelease('two servers answer as many requests of a user as --rate allows, and the others with 429', async () => {
    const servers = await Promise.all(
      ['one', 'two'].map((name) => serve(join(root, name), join(root, 'password'), {}, [...flags, '--rate', '20/h'])),
    );
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => get(servers[at % 2] as ServeProcess, '/sales/v1/')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(answers.every(({ status, retryAfter }) => (status === 429) === Number(retryAfter) > 0)).toBe(true);
    for (const server of servers) expect(await server.end('SIGTERM')).toBe(0);
  });

  beforeRelease('of three servers that start on an empty database, one shows the password', async () => {
    await cluster.sql('postgres', 'CREATE DATABASE first');
    const owner = file('owner-first', cluster.ownerText('first'));
    const made = await sales(['admin', 'database', 'create', '--database-file', owner, '--server-file', join(root, 'made-first')]);
    expect(made.output).toContain('keeps its password');
    const own = ['--database-file', file('address-first', address.replace(/shop$/, 'first')), ...flags.slice(2)];
    const servers = await Promise.all(['a', 'b', 'c'].map((name) => serve(join(root, name), null, {}, own)));
    await wait(200);
    expect(servers.filter((server) => server.output().includes('Its password is shown only once'))).toHaveLength(1);
    expect(await cluster.sql('first', 'SELECT name FROM app_user')).toEqual([{ name: 'api' }]);
    // The command that it shows goes to the same database.
    const first = servers.find((server) => server.output().includes('Its password is shown only once'));
    const line = /sales (admin .* user add .*)$/m.exec(first?.output() ?? '')?.[1] ?? '';
    expect(await sales(line.split(' '))).toMatchObject({ code: 0 });
    expect(await cluster.sql('first', 'SELECT name, role FROM app_user JOIN user_role USING (user_key) ORDER BY name, role')).toEqual([
      { name: 'api', role: 'API' },
      { name: 'api', role: 'Admin' },
      { name: 'api', role: 'Clerk' },
      { name: 'cron', role: 'API' },
    ]);
    for (const server of servers) expect(await server.end('SIGTERM')).toBe(0);
  });

  const refusals: [string, number, string, () => Promise<string[]>][] = [
    ['a password on the command line', 2, 'everybody on this machine could read it', async () => ['--database', address]],
    ['a file that others can read', 2, 'chmod 600', async () => ['--database-file', openFile()]],
    ['what is no address', 2, 'It looks like postgres://', async () => ['--database-file', file('none', 'shop')]],
    ['two addresses', 2, 'Give either', async () => ['--database', 'postgres://x@h/d', '--database-file', 'x']],
    ['another machine without TLS', 2, 'without TLS', async () => ['--database', 'postgres://x@db.example/d?sslmode=disable']],
    ['a wrong password', 2, 'refuses the password of sales_app', async () => use(address.replace(/:[^:@]+@/, ':wrong@'))],
    ['no such database', 2, 'There is no such database', async () => use(address.replace(/shop$/, 'none'))],
    ['a database without a schema', 2, 'sales admin database create', async () => use(address.replace(/shop$/, 'empty'))],
    ['the address of a superuser', 2, 'sees all tenants', async () => ['--database', cluster.ownerText('shop')]],
    ['another authority', 3, 'not trusted', async () => [...flags.slice(0, 2), '--database-ca', await otherAuthority()]],
    ['another name than the certificate has', 3, 'not trusted', async () => use(address.replace('@localhost', '@127.0.0.1'))],
    ['nobody there', 6, 'cannot be reached', async () => use(address.replace(/:\d+\/shop/, ':1/shop'))],
  ];
  test.each(casesOf(refusals, 3))('%s is refused', async (_, code, said, args) => {
    await cluster.sql('postgres', 'CREATE DATABASE empty').catch(() => {});
    const ended = await refused(...(await args()));
    expect(ended).toMatchObject({ code, output: expect.stringContaining(said) });
    expect(ended.output).not.toContain(/:([^:@]+)@/.exec(address)?.[1]);
    expect(ended.output).not.toMatch(/\n\s+at /);
  });

  const use = (text: string) => ['--database-file', file(`address-${tried}`, text), ...flags.slice(2)];
  const openFile = () => {
    writeFileSync(join(root, 'open'), address);
    // Whatever umask a command has left to this process.
    chmodSync(join(root, 'open'), 0o644);
    return join(root, 'open');
  };
  const otherAuthority = async () => file('other.pem', (await makeAuthority('another')).cert);

  test.each([
    [
      'synchronous_commit off',
      2,
      'synchronous_commit = off',
      'ALTER ROLE sales_app SET synchronous_commit = off',
      'ALTER ROLE sales_app RESET synchronous_commit',
    ],
    [
      'a newer schema',
      12,
      `knows up to ${schemaVersion}`,
      `UPDATE schema_version SET version = ${schemaVersion + 1}, compatible_from = ${schemaVersion + 1}`,
      `UPDATE schema_version SET version = ${schemaVersion}, compatible_from = ${schemaVersion}`,
    ],
    [
      'an older schema',
      2,
      'sales admin database upgrade',
      'UPDATE schema_version SET version = 0, compatible_from = 0',
      `UPDATE schema_version SET version = ${schemaVersion}, compatible_from = ${schemaVersion}`,
    ],
  ])('%s is refused', async (_, code, said, before, after) => {
    await cluster.sql('shop', before);
    try {
      expect(await refused(...flags)).toMatchObject({ code, output: expect.stringContaining(said) });
    } finally {
      await cluster.sql('shop', after);
    }
  });

  test('a schema is made once, and a file is not written over', async () => {
    const owner = join(root, 'owner');
    const again = await sales(['admin', '--database-file', owner, 'database', 'create', '--server-file', join(root, 'second')]);
    expect(again).toMatchObject({ code: 2, output: expect.stringContaining('has a schema of sales already') });
    expect(() => statSync(join(root, 'second'))).toThrow();
    const over = await sales(['admin', '--database-file', owner, 'database', 'create', '--server-file', join(root, 'made')]);
    expect(over).toMatchObject({ code: 2, output: expect.stringContaining('is there already') });
  });

  beforeRelease('the directory of a SQLite database is not served from PostgreSQL', async () => {
    const directory = join(root, 'sqlite');
    const server = await serve(directory, join(root, 'password'));
    await server.end('SIGTERM');
    const ended = await sales(['serve', '--port', '0', '--data', directory, ...flags]);
    expect(ended).toMatchObject({ code: 2, output: expect.stringContaining('has a SQLite database') });
  });

  beforeRelease('without a flag nothing of PostgreSQL is loaded', async () => {
    const trace = join(root, 'trace.mjs');
    writeFileSync(
      trace,
      `import { createRequire } from 'node:module';
       const { cache } = createRequire(import.meta.url);
       process.on('exit', () => Object.keys(cache).forEach((name) => /node_modules.pg/.test(name) && console.error('LOADED ' + name)));`,
    );
    const env = { NODE_OPTIONS: `--import ${trace}` };
    const server = await serve(join(root, 'traced'), join(root, 'password'), env);
    await server.end('SIGTERM');
    expect(server.output()).not.toContain('LOADED');
    expect((await sales(['serve', '--help'], env)).output).not.toContain('LOADED');
    expect((await sales(['list'], env)).output).not.toContain('LOADED');
    // The trace itself sees what is loaded.
    const shared = await serve(join(root, 'traced-node'), null, env, flags);
    await shared.end('SIGTERM');
    expect(shared.output()).toContain('LOADED');
  });
});
