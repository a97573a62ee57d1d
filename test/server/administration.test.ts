/** `sales admin` beside a running server: both as processes, as people run them. */
import { execFile } from 'node:child_process';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataDirectory, password, type ServeProcess, salesBin, serve } from '../support/serve-process.js';

let data: Awaited<ReturnType<typeof dataDirectory>>;
let server: ServeProcess;
beforeAll(async () => {
  data = await dataDirectory();
  server = await serve(data.directory, data.passwordFile);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await data.remove();
});

/** Runs `sales admin`, gives its standard output; fails with its standard error where it ends with another code than 0. */
function admin(argv: string[], stdin = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [salesBin, 'admin', '--data', data.directory, ...argv], (error, stdout, stderr) =>
      error ? reject(new Error(`${error.code}: ${stderr}`)) : resolve(stdout.trim()),
    );
    child.stdin?.end(stdin);
  });
}

/** The status of testAccess. */
function access(login: string): Promise<number | undefined> {
  return call('GET', '/sales/v1/', login);
}

function call(method: string, path: string, login: string, body?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}`, 'content-type': 'application/json' };
    const sent = request(`${server.url}${path}`, { ca: server.ca, agent: false, method, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('what is administered is in force with the next request', () => {
  it('a user is added, disabled, enabled, gets another password, loses a grant and gets it back', async () => {
    const first = await admin(['user', 'add', 'ann', '--tenant', 'Default', '--generate-password']);
    expect(first).toMatch(/^[\w-]{24}$/);
    // Twice, so that the second one comes from the cache.
    expect([await access(`ann:${first}`), await access(`ann:${first}`)]).toEqual([200, 200]);
    await admin(['user', 'disable', 'ann']);
    expect([await access(`ann:${first}`), await access(`ann:${first}`)]).toEqual([401, 401]);
    await admin(['user', 'enable', 'ann']);
    expect(await access(`ann:${first}`)).toBe(200);
    await admin(['user', 'passwd', 'ann', '--password-stdin'], 'another password\n');
    expect([await access(`ann:${first}`), await access('ann:another password')]).toEqual([401, 200]);
    await admin(['user', 'revoke', 'ann', '--tenant', 'Default']);
    expect(await access('ann:another password')).toBe(401);
    await admin(['user', 'grant', 'ann', '--customer', 'Default']);
    expect(await access('ann:another password')).toBe(200);
    await admin(['user', 'revoke', 'ann', '--role', 'API']);
    expect(await access('ann:another password')).toBe(401);
    await admin(['user', 'remove', 'ann', '--yes']);
    expect(await access('ann:another password')).toBe(401);
    expect(await access(`api:${password}`)).toBe(200);
  });

  it('a name and a password are the same in composed and in decomposed form', async () => {
    await admin(['user', 'add', 'Ba\u0308cker', '--tenant', 'Default', '--password-stdin'], 'Schlu\u0308ssel');
    expect(await access('B\u00e4cker:Schl\u00fcssel')).toBe(200);
    expect(await access('Ba\u0308cker:Schlu\u0308ssel')).toBe(200);
  });

  it('a new tenant takes uploads at once, and then cannot be removed', async () => {
    const tenant = await admin(['tenant', 'add', 'Second', '--customer', 'Default']);
    await admin(['user', 'grant', 'api', '--tenant', tenant]);
    const rows = JSON.stringify({ transactions: [{ amount: 1, currency: 'EUR', transactionDate: '2026-11-20T10:00:00+01:00' }] });
    expect(await call('POST', `/sales/v1/transactions/upload?tenantId=${tenant}`, `api:${password}`, rows)).toBe(200);
    await expect(admin(['tenant', 'remove', 'Second', '--yes'])).rejects.toThrow(/^2: .*has uploads/);
    await admin(['user', 'revoke', 'api', '--tenant', tenant]);
    expect(await access(`api:${password}`)).toBe(200);
  });

  it('neither waits for the other: administration beside uploads', async () => {
    const rows = JSON.stringify({
      transactions: Array.from({ length: 5_000 }, (_, row) => ({
        amount: row,
        currency: 'EUR',
        transactionDate: '2026-11-20T10:00:00+01:00',
      })),
    });
    let isDone = false;
    const statuses: (number | undefined)[] = [];
    const uploads = Array.from({ length: 3 }, async () => {
      while (!isDone) statuses.push(await call('POST', '/sales/v1/transactions/upload', `api:${password}`, rows));
    });
    try {
      await Promise.all(Array.from({ length: 4 }, (_, at) => admin(['customer', 'add', `Customer ${at}`])));
    } finally {
      isDone = true;
    }
    await Promise.all(uploads);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(JSON.parse(await admin(['customer', 'list', '--json'])).customers.length).toBe(5);
  });
});

describe('the audit trail', () => {
  it('is one chain of what the server and its operators did, without a secret', async () => {
    await access('nobody:a-guess-that-nobody-may-see');
    await access('api:a-guess-that-nobody-may-see');
    const list = async () => JSON.parse(await admin(['audit', 'list', '--limit', '1000', '--json'])).rows;
    const told = async () => (await list()).map(({ action, object }: Record<string, string>) => `${action} ${object?.split(':')[0]}`);
    await expect
      .poll(told)
      .toEqual(expect.arrayContaining(['server.start server', 'set-up tenant', 'login.first user', 'login.failed user']));
    const text = JSON.stringify(await list());
    for (const secret of ['a-guess', 'nobody', password, 'another password', 'scrypt']) expect(text).not.toContain(secret);
    const { ok, rows, head } = JSON.parse(await admin(['audit', 'verify', '--json']));
    expect([ok, head.key]).toEqual([true, rows]);
    await server.end('SIGTERM');
    const output = server.output();
    server = await serve(data.directory, null);
    expect(output).not.toContain('audit');
    expect((await told()).slice(-2)).toEqual(['server.stop server', 'server.start server']);
    expect(await admin(['audit', 'verify', '--kept', `${head.key}:${head.hash}`])).toMatch(/^\d+:[0-9a-f]{64}$/);
  });
});
