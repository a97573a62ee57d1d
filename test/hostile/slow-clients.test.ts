/**
 * 500 connections that are slow on purpose, of each kind, to the real server, and one client that just works: it is served, and the
 * server gets rid of the others by itself. The controls are builds without an end to waiting, and without places for each user.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { type Change, variantOf } from '../faults/variant.js';
import { control, isSoak } from '../support/at-length.js';
import { dataDirectory, password, type ServeProcess, serve } from '../support/serve-process.js';
import { type HonestClient, honestClient } from './honest-client.js';

const CONNECTIONS = 500;
/** Those with the longest patience first: while they go away, the others come. */
const kinds = ['idle keep-alive', 'a body that is cut', 'headers that are cut', 'a handshake and silence', 'no handshake'];

interface Attacked {
  server: ServeProcess;
  honest: HonestClient;
  idleFiles: number;
  idleBytes: number;
  attack(kind: string): Promise<ChildProcess>;
}

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

async function attacked(changes: Change[] = []): Promise<Attacked> {
  const data = await dataDirectory();
  const variant = changes.length > 0 ? variantOf(...changes) : null;
  const env = { NODE_OPTIONS: `--import=${new URL('tell-memory.js', import.meta.url)}` };
  const server = await serve(data.directory, data.passwordFile, env, ['--log', 'none'], variant?.bin);
  addUser(join(data.directory, 'sales.db'), 'other');
  const honest = honestClient(server, `api:${password}`);
  await honest.upload();
  ends.push(async () => {
    honest.close();
    await server.end('SIGKILL');
    variant?.remove();
    await data.remove();
  });
  return {
    server,
    honest,
    idleFiles: openFiles(server),
    idleBytes: await heldBytes(server),
    attack: async (kind) => {
      const authorization = `Basic ${Buffer.from(`other:${password}`).toString('base64')}`;
      const program = fileURLToPath(new URL('slow-clients.js', import.meta.url));
      const child = spawn(process.execPath, [program, kind, server.url, String(CONNECTIONS), authorization]);
      ends.unshift(async () => child.kill());
      child.stderr.pipe(process.stderr);
      await new Promise((resolve, reject) => child.stdout.once('data', resolve).once('close', reject));
      return child;
    },
  };
}

/** A second user who may do what the first may, with the same password. */
function addUser(file: string, name: string): void {
  const db = new Database(file);
  db.exec(`
    INSERT INTO app_user (id, name, password_hash) SELECT '01900000-0000-7000-8000-000000000001', '${name}', password_hash FROM app_user;
    INSERT INTO user_role (user_key, role) SELECT (SELECT max(user_key) FROM app_user), role FROM user_role;
    INSERT INTO user_grant (user_key, tenant_key) SELECT (SELECT max(user_key) FROM app_user), tenant_key FROM user_grant;
  `);
  db.close();
}

const openFiles = ({ child }: ServeProcess) => readdirSync(`/proc/${child.pid}/fd`).length;

/** What the server's main thread holds after a garbage collection. */
async function heldBytes({ child, output }: ServeProcess): Promise<number> {
  const seen = output().length;
  const told = () => /held (\d+)\n/.exec(output().slice(seen))?.[1];
  child.kill('SIGUSR2');
  await expect.poll(told, { timeout: 10_000 }).toBeDefined();
  return Number(told());
}

/** Whether all but a few of the sockets are gone again, while their clients would still have them. */
const isRid = ({ server, idleFiles }: Attacked) => openFiles(server) <= idleFiles + 2;

describe('500 connections that are slow on purpose', () => {
  const after = new Map<string, Attacked>();

  it.each(kinds)('%s: who works is served', async (kind) => {
    const target = await attacked();
    const { honest, server } = target;
    await honest.p99(50);
    const idleP99 = await honest.p99(300);
    await target.attack(kind);
    // Of one user's bodies 204 may be there at a time; the others are sent away.
    const expected = kind === 'a body that is cut' ? 200 : CONNECTIONS * 0.9;
    await expect.poll(() => openFiles(server), { timeout: 5_000 }).toBeGreaterThan(target.idleFiles + expected);
    expect(await honest.p99(300)).toBeLessThan(20 * idleP99);
    await honest.upload();
    const newcomer = honestClient(server, `api:${password}`);
    await newcomer.get();
    newcomer.close();
    after.set(kind, target);
  });

  control('control: where users have no places of their own, one waits for the slow bodies of another', async () => {
    const file = 'server/access/admission.js';
    const places = { file, from: 'user: 4, customer: 12, process: 16', to: 'user: 16, customer: 16, process: 16' };
    const patience = { file, from: 'bytesPerS: 1_000', to: 'bytesPerS: 0' };
    const { honest, attack } = await attacked([places, patience]);
    await attack('a body that is cut');
    await expect(honest.upload()).rejects.toThrow('no answer');
  });

  control('control: where waiting for a handshake has no end, they stay', async () => {
    const target = await attacked([{ file: 'server/http/connections.js', from: 'handshake: 10_000', to: 'handshake: 1e9' }]);
    await target.attack('no handshake');
    after.set('control', target);
  });

  it.each(kinds.toReversed())('%s: the server lets go of them by itself', { timeout: 100_000 }, async (kind) => {
    const target = after.get(kind);
    if (!target) throw new Error('was not attacked');
    await expect.poll(() => isRid(target), { timeout: 80_000, interval: 200 }).toBe(true);
    await target.honest.get();
    expect((await heldBytes(target.server)) - target.idleBytes).toBeLessThan(10_000_000);
  });

  control('control: where waiting has no end they are all there after that time', () => {
    const control = after.get('control');
    expect(control && isRid(control)).toBe(false);
  });
});

it.runIf(isSoak)('30 MB at 1 Mbit/s are taken', { timeout: 400_000 }, async () => {
  const { server } = await attacked();
  const body = Buffer.alloc(30_000_000, ' ').fill('{"transactions":[{"orderId":"slow"}]}', 0, 37);
  const status = await new Promise((resolve, reject) => {
    const headers = {
      authorization: `Basic ${Buffer.from(`api:${password}`).toString('base64')}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const path = `${server.url}/sales/v1/transactions/upload`;
    const upload = request(path, { method: 'POST', agent: false, ca: server.ca, servername: 'localhost', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    upload.on('error', reject);
    let sent = 0;
    const tick = setInterval(() => {
      upload.write(body.subarray(sent, sent + 12_500));
      sent += 12_500;
      if (sent < body.length) return;
      clearInterval(tick);
      upload.end();
    }, 100);
  });
  expect(status).toBe(200);
});
