/** Limits are exact: to the row, to the byte, however the body comes. */
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atLength, isSoak } from '../support/at-length.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const UPLOAD = '/sales/v1/transactions/upload';
const BYTES_MAX = 30_000_000;
/** A thousand in `npm run soak`. */
const bodies = isSoak ? 1_000 : 50;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A valid body of exactly this many bytes. */
function bodyOf(bytes: number): Buffer {
  return Buffer.alloc(bytes, ' ').fill('{"transactions":[{"orderId":"x"}]}', 0, 34);
}

const ways = [
  { way: 'with Content-Length', encode: (body: Buffer) => body, options: {} },
  { way: 'chunked', encode: (body: Buffer) => body, options: { chunked: true } },
  { way: 'gzipped', encode: (body: Buffer) => gzipSync(body), options: { headers: { 'content-encoding': 'gzip' } } },
  {
    way: 'gzipped and chunked',
    encode: (body: Buffer) => gzipSync(body),
    options: { chunked: true, headers: { 'content-encoding': 'gzip' } },
  },
];

// In the fast lane as most clients send it.
describe.each(atLength ? ways : ways.slice(0, 1))('a body $way', ({ encode, options }) => {
  const send = (bytes: number) =>
    server.request(UPLOAD, {
      method: 'POST',
      body: encode(bodyOf(bytes)),
      ...options,
      headers: { 'content-type': 'application/json', ...options.headers },
    });

  it('of 30,000,000 bytes is taken', async () => {
    expect((await send(BYTES_MAX)).status).toBe(200);
  });

  it('of one byte more is refused', async () => {
    expect((await send(BYTES_MAX + 1)).status).toBe(413);
  });
});

describe('rows', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, row) => ({ orderId: String(row) }));

  it('20,000 are taken, and all are there', async () => {
    const uploadId = await server.uploadAndImport(rows(20_000));
    const last = await server.request(`/sales/v1/transactions?uploadId=${uploadId}&pageSize=1&pageNumber=20000`);
    expect([last.json.items.length, last.json.hasMore]).toEqual([1, false]);
  });

  it('one more is refused', async () => {
    const answer = await server.upload(rows(20_001));
    expect([answer.status, answer.json.errors]).toEqual([400, { transactions: ['must hold at most 20000 transactions, not 20001'] }]);
  });

  it('faults beyond 1,000 are counted under one more key', async () => {
    const answer = await server.upload(Array.from({ length: 1_500 }, () => ({ amount: 'x' })));
    expect(Object.keys(answer.json.errors).length).toBe(1_001);
    expect(answer.json.errors.transactions).toEqual(['500 more fields have faults']);
  });
});

describe.runIf(atLength)('hostile bodies', () => {
  it('a gzip of 200 MB of blanks is refused without the memory growing by it', async () => {
    const bomb = await gzipOfBlanks(200_000_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().rss;
    const answer = await server.request(UPLOAD, {
      method: 'POST',
      body: bomb,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect(answer.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it(`${bodies} chunked bodies over the limit leave the server serving`, async () => {
    // With gzip a body over the limit is small on the wire, and takes the same way through the server as a long one.
    const body = gzipSync(bodyOf(BYTES_MAX + 1));
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < bodies; sent += 10) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          server.request(UPLOAD, {
            method: 'POST',
            body,
            chunked: true,
            headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
          }),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([[413, bodies]]);
    expect((await server.request('/sales/v1/')).status).toBe(200);
  }, 300_000);

  it(`${bodies / 10} plain chunked bodies over the limit leave the server serving`, async () => {
    const body = bodyOf(BYTES_MAX + 1);
    for (let sent = 0; sent < bodies / 10; sent++) {
      const answer = await server.request(UPLOAD, { method: 'POST', body, chunked: true, headers: { 'content-type': 'application/json' } });
      expect(answer.status).toBe(413);
    }
    expect((await server.request('/sales/v1/')).status).toBe(200);
  });
});

function gzipOfBlanks(bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gzip = createGzip();
    const chunks: Buffer[] = [];
    gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
    gzip.on('error', reject);
    gzip.on('end', () => resolve(Buffer.concat(chunks)));
    const blanks = Buffer.alloc(1_000_000, ' ');
    for (let written = 0; written < bytes; written += blanks.length) gzip.write(blanks);
    gzip.end();
  });
}
