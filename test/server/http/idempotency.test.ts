/** Idempotency-Key: one upload for each key and body, whatever happens at once. `docs/api.md`. */
import { once } from 'node:events';
import { request } from 'node:https';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

let server: TestServer;
let clock = Date.now();
beforeAll(async () => {
  server = await startTestServer(() => new Date(clock));
});
afterAll(() => server.stop());

const rows = (tag: string) => [{ transactionReference: `${tag}-1` }, { transactionReference: `${tag}-2` }];
const announced =
  'idempotency;ttl=2592000, gzip, access, roles, password, filter="transactionReference orderId locationId cardLastFour openReason moneyPart", history, uploads, totals, import-configuration, readings, settlement, matching, decisions, money, closes, statements, changes';
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

async function countOf(uploadId: string): Promise<number> {
  return (await server.request(`/sales/v1/transactions?uploadId=${uploadId}`)).json.items.length;
}

async function total(): Promise<number> {
  return (await server.request('/sales/v1/transactions?pageSize=500')).json.items.length;
}

it('the same key and body give the same upload, and stage nothing twice', async () => {
  const first = await server.upload(rows('same'), withKey('same'));
  const before = await total();
  const second = await server.upload(rows('same'), withKey('same'));
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.json.uploadId).toBe(first.json.uploadId);
  expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
  expect([await total(), await countOf(first.json.uploadId)]).toEqual([before, 2]);
});

it('the same body compressed is the same body', async () => {
  const plain = JSON.stringify({ transactions: rows('zip') });
  const first = await server.upload([], { body: plain, ...withKey('zip') });
  const second = await server.upload([], { body: gzipSync(plain), headers: { 'idempotency-key': 'zip', 'content-encoding': 'gzip' } });
  expect(second.json.uploadId).toBe(first.json.uploadId);
});

it('the same key with another body is a 422, and stages nothing', async () => {
  await server.upload(rows('other'), withKey('other'));
  const before = await total();
  const answer = await server.upload(rows('different'), withKey('other'));
  expect([answer.status, await total()]).toEqual([422, before]);
});

it('the same key and body for another import configuration is a 422', async () => {
  const first = await server.upload(rows('conf'), withKey('conf'));
  expect(first.status).toBe(200);
  const answer = await server.request('/sales/v1/transactions/upload?importConfigurationId=01900000-0000-7000-8000-000000000000', {
    method: 'POST',
    body: JSON.stringify({ transactions: rows('conf') }),
    headers: { 'content-type': 'application/json', 'idempotency-key': 'conf' },
  });
  expect(answer.status).toBe(422);
});

it('a refused body does not use up its key', async () => {
  expect((await server.upload([{ amount: 'x' }], withKey('refused'))).status).toBe(400);
  expect((await server.upload(rows('refused'), withKey('refused'))).status).toBe(200);
});

it('the same key while the first is in flight is a 409 that says when to come back', async () => {
  const target = new URL(server.url);
  const held = request({
    host: target.hostname,
    port: target.port,
    path: '/sales/v1/transactions/upload',
    method: 'POST',
    ca: server.ca,
    agent: false,
    headers: {
      authorization: `Basic ${Buffer.from(`api:${password}`).toString('base64')}`,
      'content-type': 'application/json',
      'idempotency-key': 'held',
    },
  });
  const body = JSON.stringify({ transactions: rows('held') });
  const answered = once(held, 'response');
  held.write(body.slice(0, 10));
  await expect.poll(async () => (await server.upload(rows('held'), withKey('held'))).status).toBe(409);
  const refused = await server.upload(rows('held'), withKey('held'));
  expect([refused.status, refused.headers['retry-after']]).toEqual([409, '1']);
  held.end(body.slice(10));
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(200);
  expect((await server.upload(rows('held'), withKey('held'))).headers['idempotency-replayed']).toBe('true');
});

it('a request that breaks off frees its key and stages nothing', async () => {
  const before = await total();
  const target = new URL(server.url);
  const broken = request({
    host: target.hostname,
    port: target.port,
    path: '/sales/v1/transactions/upload',
    method: 'POST',
    ca: server.ca,
    agent: false,
    headers: {
      authorization: `Basic ${Buffer.from(`api:${password}`).toString('base64')}`,
      'content-type': 'application/json',
      'idempotency-key': 'broken',
      'content-length': '100000',
    },
  });
  broken.on('error', () => {});
  broken.write('{"transactions":[{}');
  await expect.poll(async () => (await server.upload(rows('broken'), withKey('broken'))).status).toBe(409);
  broken.destroy();
  await expect.poll(async () => (await server.upload(rows('broken'), withKey('broken'))).status).toBe(200);
  expect(await total()).toBe(before + 2);
});

it('50 equal requests at once stage one upload', async () => {
  const before = await total();
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.upload(rows('race'), withKey('race'))));
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.uploadId));
  expect(ids.size).toBe(1);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(await total()).toBe(before + 2);
});

it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('the key %j is refused', async (key) => {
  const answer = await server.upload(rows('bad'), withKey(key));
  // A blank header has no value once HTTP has trimmed it, and is then as good as absent or refused; it never is a key.
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.json.errors)).toEqual(['Idempotency-Key']);
});

it('a key of 255 characters is taken', async () => {
  expect((await server.upload(rows('long'), withKey('~'.repeat(255)))).status).toBe(200);
});

it('keys are kept for 30 days, and may be forgotten after that', async () => {
  const first = await server.upload(rows('ttl'), withKey('ttl'));
  clock += 30 * 24 * 3_600_000 - 1_000;
  await server.store.pruneIdempotencyKeys(new Date(clock - 30 * 24 * 3_600_000));
  expect((await server.upload(rows('ttl'), withKey('ttl'))).json.uploadId).toBe(first.json.uploadId);
  clock += 2_000;
  await server.store.pruneIdempotencyKeys(new Date(clock - 30 * 24 * 3_600_000));
  const later = await server.upload(rows('ttl'), withKey('ttl'));
  expect(later.status).toBe(200);
  expect(later.json.uploadId).not.toBe(first.json.uploadId);
});

it('every answer says that keys are honoured', async () => {
  for (const path of ['/sales/v1/', '/nothing', '/sales/v1/transactions/x']) {
    expect((await server.request(path)).headers['sales-capabilities']).toBe(announced);
  }
  expect((await server.request('/sales/v1/', { login: null })).headers['sales-capabilities']).toBe(announced);
});
