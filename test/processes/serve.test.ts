/** The server as a process: first start, files and their modes, stop, kill, a second one on the same data. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { casesOf } from '../support/at-length.js';
import { makeCertificate, serialOf, servedSerial } from '../support/certificates.js';
import { call, dataDirectory, password, salesBin, serve } from '../support/serve-process.js';

let data: Awaited<ReturnType<typeof dataDirectory>>;
beforeEach(async () => {
  data = await dataDirectory();
});
afterEach(() => data.remove());

const rows = (count: number, tag: string) =>
  Array.from({ length: count }, (_, row) => ({
    amount: row / 100,
    currency: row % 10 === 9 ? 'EURO' : 'EUR',
    transactionDate: '2026-11-20T10:00:00+01:00',
    transactionReference: `${tag}-${row}`,
  }));

describe('first start', () => {
  it('makes what is needed and a user who may do everything, says how to go on, and keeps keys to itself; also where a folder has blanks', async () => {
    const directory = `${data.directory} of Ann`;
    const server = await serve(directory, data.passwordFile);
    const mode = (name: string) => (statSync(join(directory, name)).mode & 0o777).toString(8);
    expect(mode('.')).toBe('700');
    for (const file of ['sales.db', 'tls/ca.key', 'tls/server.key', 'server.json']) expect([file, mode(file)]).toEqual([file, '600']);
    const as = async (login: string) => [
      (await call(server, '/sales/v1/', undefined, login)).status,
      (await call(server, '/metrics', undefined, login)).status,
    ];
    expect(await as(`api:${password}`)).toEqual([200, 200]);
    expect(server.output()).not.toContain(password);
    expect(server.output()).toContain(`--user api --ca-file '${join(directory, 'tls', 'ca.pem')}'`);
    expect(server.output()).toContain('the user api, who may do everything here (roles API, Clerk, Admin)');
    const line = /sales (admin .* user add .*)$/m.exec(server.output())?.[1] ?? '';
    expect(line).toContain('--role API');
    const made = spawnSync('/bin/bash', ['-c', `"${process.execPath}" "${salesBin}" ${line}`], { encoding: 'utf8' });
    expect(made.status).toBe(0);
    expect(await as(`cron:${made.stdout.trim()}`)).toEqual([200, 403]);
    expect(await server.end('SIGTERM')).toBe(0);
    for (const file of ['server.json', 'sales.db-wal']) expect(existsSync(join(directory, file))).toBe(false);
  });

  it('without a password file shows a random password once; a later one ignores a password file, and certificates stay', async () => {
    const first = await serve(data.directory, null);
    await first.end('SIGTERM');
    const shown = / {2}(\S{24})\n/.exec(first.output())?.[1];
    expect(shown).toBeDefined();
    const certificate = readFileSync(join(data.directory, 'tls/server.pem'), 'utf8');
    const second = await serve(data.directory, data.passwordFile);
    const as = async (secret?: string) => (await call(second, '/sales/v1/', undefined, `api:${secret}`)).status;
    expect([await as(shown), await as(password)]).toEqual([200, 401]);
    expect(readFileSync(join(data.directory, 'tls/server.pem'), 'utf8')).toBe(certificate);
    await second.end('SIGTERM');
    expect(second.output()).not.toMatch(/ {2}\S{24}\n|everything|user add/);
  });
});

describe('a port that is taken', () => {
  it('ends the first start with exit 2, and does not use up the password', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    writeFileSync(data.passwordFile, 'never used');
    await expect(serve(data.directory, data.passwordFile, {}, ['--port', String(port)])).rejects.toThrow(
      /ended with 2: .*Another program may use the port.*--port/s,
    );
    other.close();
    writeFileSync(data.passwordFile, password);
    const server = await serve(data.directory, data.passwordFile);
    expect((await call(server, '/sales/v1/')).status).toBe(200);
    await server.end('SIGTERM');
  });
});

describe('start', () => {
  const refused: [string, string[], number, RegExp][] = [
    ['a port that is none', ['--port', '70000'], 2, /--port/],
    ['a host that is none', ['--host', '999.1.1.1'], 2, /host/],
    ['an address of another machine', ['--host', '192.0.2.1'], 2, /Cannot listen on 192\.0\.2\.1 port 0.*does not have that address/s],
    ['a data directory that is a file', ['--data', salesBin], 12, /sales\.js cannot be created: EEXIST.*is not a folder.*--data/s],
    ['one that lies below a file', ['--data', `${salesBin}/data`], 12, /or a part of its path, is not a folder.*--data/s],
    ['one where no folder can be made', ['--data', '/proc/sales/data'], 12, /data cannot be created: E[A-Z]+.*--data/s],
    ['a time to drain that is none', ['--drain', 'soon'], 2, /--drain .*whole seconds from 0 to 3600, not "soon"/],
    ['one of a day', ['--drain', '86400'], 2, /--drain .*whole seconds from 0 to 3600/],
    [
      'a load balancer by its name',
      ['--trusted-proxy', 'lb.example'],
      2,
      /"lb\.example" is neither an address nor a network such as 10\.0\.0\.0\/8/,
    ],
    ['a network that is too narrow', ['--trusted-proxy', '10.0.0.0/33'], 2, /"10\.0\.0\.0\/33" is no network/],
    ['a network of everybody', ['--trusted-proxy', '10.0.0.1,::/0'], 2, /"::\/0" is everybody/],
    ['a certificate without key', ['--cert', 'x.pem'], 2, /Give --cert and --key together/],
    ['a certificate that is not there', ['--cert', '/nothing.pem', '--key', '/nothing.key'], 2, /nothing\.pem/],
  ];
  it.each(casesOf(refused, 3))('%s: says so', async (_, flags, code, message) => {
    const failure = await serve(data.directory, data.passwordFile, {}, flags).catch((error: Error) => error.message);
    expect(failure).toMatch(new RegExp(`ended with ${code}:`));
    expect(failure).toMatch(message);
    expect(failure).not.toMatch(/defect|\n +at /);
  });

  it('that drains goes on after SIGTERM, and ends at once after SIGINT', async () => {
    const server = await serve(data.directory, data.passwordFile, {}, ['--drain', '3600']);
    server.child.kill('SIGTERM');
    await expect.poll(() => call(server, '/readyz').then(({ status }) => status)).toBe(503);
    expect((await call(server, '/sales/v1/transactions/upload', { transactions: rows(2, 'D') })).status).toBe(200);
    expect(await server.end('SIGINT')).toBe(0);
    expect(server.output()).toContain('serving for another 3600 s');
  });
});

describe('two servers on one data directory', () => {
  it('the second is refused at once with exit 11, also while the first is frozen; after kill -9 the next takes away what was left', async () => {
    const first = await serve(data.directory, data.passwordFile);
    await expect(serve(data.directory, data.passwordFile)).rejects.toThrow(/ended with 11: .*process \d+/s);
    first.child.kill('SIGSTOP');
    await expect(serve(data.directory, data.passwordFile)).rejects.toThrow(/ended with 11/);
    first.child.kill('SIGCONT');
    expect(await first.end('SIGKILL')).toBe('SIGKILL');
    const left = readFileSync(join(data.directory, 'server.json'), 'utf8');
    const next = await serve(data.directory, data.passwordFile);
    expect(readFileSync(join(data.directory, 'server.json'), 'utf8')).not.toBe(left);
    expect((await call(next, '/sales/v1/')).status).toBe(200);
    await next.end('SIGTERM');
  });
});

describe('certificates', () => {
  it('SIGHUP reads the certificate again; one that cannot be used leaves the old one', async () => {
    const server = await serve(data.directory, data.passwordFile);
    const pem = join(data.directory, 'tls/server.pem');
    const served = () => readFileSync(pem, 'utf8');
    const before = served();
    rmSync(pem);
    server.child.kill('SIGHUP');
    await expect.poll(() => existsSync(pem) && server.output().includes('read again')).toBe(true);
    expect(served()).not.toBe(before);
    expect((await call(server, '/sales/v1/')).status).toBe(200);
    rmSync(join(data.directory, 'tls/ca.key'));
    rmSync(pem);
    server.child.kill('SIGHUP');
    await expect.poll(() => server.output()).toContain('the old one is kept');
    expect((await call(server, '/sales/v1/')).status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it("an operator's certificate is read again at SIGHUP; a bad one is told, and the old one is served on", async () => {
    const [first, second] = [await makeCertificate(), await makeCertificate()];
    const [cert, key] = [`${data.passwordFile}.pem`, `${data.passwordFile}.key`];
    const put = (pair: { cert: string; key: string }) => {
      writeFileSync(cert, pair.cert);
      writeFileSync(key, pair.key, { mode: 0o600 });
    };
    put(first);
    chmodSync(key, 0o604);
    const server = await serve(data.directory, data.passwordFile, {}, ['--cert', cert, '--key', key]);
    const { port } = new URL(server.url);
    expect(await servedSerial(port)).toBe(serialOf(first.cert));
    expect(server.output()).toContain(`everyone on this machine has access to ${key}`);
    put({ cert: second.cert, key: first.key });
    server.child.kill('SIGHUP');
    await expect.poll(() => server.output()).toMatch(/the old one is kept: .*\.key does not match/);
    expect(await servedSerial(port)).toBe(serialOf(first.cert));
    put(second);
    server.child.kill('SIGHUP');
    await expect.poll(() => server.output()).toContain('The certificate was read again.');
    expect(await servedSerial(port)).toBe(serialOf(second.cert));
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

describe('SIGTERM', () => {
  it('lets a running request finish, takes no new connection, then exits 0', async () => {
    const server = await serve(data.directory, data.passwordFile);
    const headers = { authorization: `Basic ${Buffer.from(`api:${password}`).toString('base64')}`, 'content-type': 'application/json' };
    const running = request(`${server.url}/sales/v1/transactions/upload`, {
      ca: server.ca,
      agent: false,
      method: 'POST',
      headers: { ...headers, expect: '100-continue' },
    });
    const answered = once(running, 'response');
    running.flushHeaders();
    await once(running, 'continue');
    const ended = server.end('SIGTERM');
    await expect.poll(() => call(server, '/healthz').catch(({ code }) => code)).toBe('ECONNREFUSED');
    running.end(JSON.stringify({ transactions: rows(20_000, 'last') }));
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(await ended).toBe(0);
  });
});
