/** `sales admin` beside a running server, which is a process of its own. */
import { execFile } from 'node:child_process';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../cli/command-line.js';
import { dataDirectory, password, type ServeProcess, salesBin, serve } from '../support/serve-process.js';

let data: Awaited<ReturnType<typeof dataDirectory>>;
let server: ServeProcess;
let line: CommandLine;
beforeAll(async () => {
  data = await dataDirectory();
  server = await serve(data.directory, data.passwordFile);
  line = openCommandLine(null);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await data.remove();
  line.remove();
});

/** Runs `sales admin` in this process, gives its standard output; fails with its standard error where it ends with another code than 0. */
async function admin(argv: string[], stdin = ''): Promise<string> {
  const { exit, stdout, stderr } = await line.run(['admin', '--data', data.directory, ...argv], { stdin });
  if (exit !== 0) throw new Error(`${exit}: ${stderr}`);
  return stdout.trim();
}

/** The same as a process of its own. */
function adminProcess(argv: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [salesBin, 'admin', '--data', data.directory, ...argv], (error, stdout, stderr) =>
      error ? reject(new Error(`${error.code}: ${stderr}`)) : resolve(stdout.trim()),
    );
  });
}

/** The status of testAccess. */
async function access(login: string): Promise<number | undefined> {
  return (await call('GET', '/sales/v1/', login)).status;
}

function call(method: string, path: string, login: string, body?: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}`, 'content-type': 'application/json' };
    const sent = request(`${server.url}${path}`, { ca: server.ca, agent: false, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
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
    expect((await call('POST', `/sales/v1/transactions/upload?tenantId=${tenant}`, `api:${password}`, rows)).status).toBe(200);
    await expect(admin(['tenant', 'remove', 'Second', '--yes'])).rejects.toThrow(/^2: .*has uploads/);
    await admin(['user', 'revoke', 'api', '--tenant', tenant]);
    expect(await access(`api:${password}`)).toBe(200);
  });

  it('a user of a unit sees what belongs to it and to those below, as it stands now', async () => {
    const sale = { amount: 1, currency: 'EUR', transactionDate: '2026-11-20T10:00:00+01:00' };
    const transactions = ['Z1', 'Z2', 'B1'].map((locationId) => ({ ...sale, locationId }));
    expect((await call('POST', '/sales/v1/transactions/upload', `api:${password}`, JSON.stringify({ transactions }))).status).toBe(200);
    await admin(['unit', 'add', 'Region', '--tenant', 'Default']);
    await admin(['unit', 'add', 'Zürich', '--tenant', 'Default', '--parent', 'Region', '--location', 'Z1']);
    await admin(['unit', 'add', 'Bern', '--tenant', 'Default', '--location', 'B1']);
    await admin(['user', 'add', 'till', '--unit', 'Region', '--password-stdin'], password);
    const seen = async () => {
      const { items } = JSON.parse((await call('GET', '/sales/v1/transactions', `till:${password}`)).text) as {
        items: { locationId: string }[];
      };
      return items.map(({ locationId }) => locationId).sort();
    };
    expect(await seen()).toEqual(['Z1']);
    await admin(['unit', 'set', 'Zürich', '--add-location', 'Z2']);
    expect(await seen()).toEqual(['Z1', 'Z2']);
    await admin(['unit', 'set', 'Zürich', '--top', '--remove-location', 'Z2']);
    expect(await seen()).toEqual([]);
    await admin(['user', 'grant', 'till', '--tenant', 'Default']);
    expect(await seen()).toEqual(['B1', 'Z1', 'Z2']);
    await admin(['user', 'revoke', 'till', '--tenant', 'Default', '--unit', 'Region']);
    expect(await access(`till:${password}`)).toBe(401);
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
      while (!isDone) statuses.push((await call('POST', '/sales/v1/transactions/upload', `api:${password}`, rows)).status);
    });
    try {
      await Promise.all(Array.from({ length: 4 }, (_, at) => adminProcess(['customer', 'add', `Customer ${at}`])));
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
