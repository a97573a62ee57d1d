/** The data on its threads, as built: the same answers and failures as on one thread, and the end of a thread noticed. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultImportConfiguration } from '../../src/importing/rules.js';
import type { Data } from '../../src/threads/data.js';
import { variantOf } from '../faults/variant.js';
import { query } from '../store/list-model.js';
import { dataDirectory, password, serve } from '../support/serve-process.js';

// Threads run what is built: Node 20 cannot run TypeScript.
const { openData } = (await import(
  new URL('../../dist/threads/many-threads.js', import.meta.url).href
)) as typeof import('../../src/threads/many-threads.js');
const module = new URL('../../dist/store/sqlite/sqlite-store.js', import.meta.url).href;

const sale = { amount: 1.5, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z', transactionReference: 'Zürich' };
const bytes = (transactions: unknown) => new Uint8Array(Buffer.from(JSON.stringify({ transactions })));

describe('the data on its threads', () => {
  let directory: string;
  let data: Data;
  let tenantId: string;
  let userId: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sales-threads-'));
    data = await openData({ module, directory }, {});
    expect(await data.isEmpty()).toBe(true);
    const setup = {
      customerName: 'c',
      tenantName: 't',
      importConfiguration: defaultImportConfiguration,
      userName: 'api',
      passwordHash: 'h',
    };
    ({ tenantId } = await data.setUp(setup));
    userId = (await data.userByName('api'))?.id ?? '';
  });
  afterAll(async () => {
    await data.close();
    await rm(directory, { recursive: true });
  });

  const receive = (body: Uint8Array, key: string | null = null) => {
    const idempotency = key === null ? null : { key, bodyHash: Buffer.from(body).toString('base64') };
    return data
      .tenant({ tenantId, scope: 'whole' })
      .receive({ kind: 'Sales', userId, importConfigurationId: undefined, uploadGroup: null, idempotency, body });
  };
  const list = async (over = {}) => JSON.parse(await data.tenant({ tenantId, scope: 'whole' }).search('listTransactions', query(over)));

  it('what was stored is there for the readers at once', async () => {
    for (let round = 1; round <= 20; round++) {
      const { uploadId } = await receive(bytes([{ ...sale, orderId: String(round) }]));
      expect(await data.tenant({ tenantId, scope: 'whole' }).upload(uploadId)).toMatchObject({ status: 'Processed', rows: 1 });
      const { items } = await list({ uploadId });
      expect(items).toEqual([expect.objectContaining({ transactionReference: 'Zürich', orderId: String(round) })]);
      expect(JSON.parse((await data.tenant({ tenantId, scope: 'whole' }).transaction(items[0].transactionId)) ?? 'null')).toMatchObject({
        amount: 1.5,
        comment: null,
      });
    }
  });

  it.runIf(process.platform === 'linux')('the one that writes, and no other, gives way', async () => {
    const threads = await readdir('/proc/self/task');
    const nicer = threads.filter((thread) => getPriority(Number(thread)) > getPriority());
    expect(nicer).toHaveLength(1);
  });

  it('bodies that lie beside each other are each taken as they are, and stay', async () => {
    const bodies = ['first', 'second'].map((orderId) => bytes([{ ...sale, orderId }]));
    const both = Buffer.alloc(100_000);
    const places = bodies.map((body, index) => {
      both.set(body, 50_000 * index);
      return both.subarray(50_000 * index, 50_000 * index + body.length);
    });
    const orders = [];
    for (const body of [...places, ...places]) {
      const { uploadId } = await receive(body);
      orders.push((await list({ uploadId })).items[0].orderId);
    }
    expect(orders).toEqual(['first', 'second', 'first', 'second']);
  });

  it('many uploads at once are all taken, each once, in whatever memory their bytes lie', async () => {
    const shared = Buffer.from(bytes([sale, sale]));
    const bodies = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? bytes([sale, sale]) : shared.subarray(0, shared.length)));
    const uploads = await Promise.all(bodies.map((body) => receive(body)));
    expect(new Set(uploads.map(({ uploadId }) => uploadId)).size).toBe(30);
    for (const { uploadId } of uploads) expect((await list({ uploadId })).items).toHaveLength(2);
  });

  it('failures come as they are', async () => {
    await expect(receive(bytes([{ amount: '1' }]))).rejects.toMatchObject({
      code: 'validation',
      errors: { 'transactions[0].amount': ['must be a number'] },
    });
    const first = await receive(bytes([sale]), 'key');
    expect(await receive(bytes([sale]), 'key')).toEqual({ ...first, replayed: true });
    await expect(receive(bytes([sale, sale]), 'key')).rejects.toMatchObject({ code: 'keyReused' });
    await expect(
      data.tenant({ tenantId: '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e', scope: 'whole' }).search('listTransactions', query()),
    ).rejects.toMatchObject({ code: 'notFound' });
    await expect(data.checkWritable()).resolves.toBeUndefined();
  });
});

describe('a thread that ends', () => {
  it('a database that cannot be opened is refused with its reason', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sales-threads-'));
    await writeFile(join(directory, 'sales.db'), 'no database, but more than a hundred bytes of text. '.repeat(100));
    await expect(openData({ module, directory }, {})).rejects.toMatchObject({
      code: 'disk',
      hint: expect.arrayContaining([expect.arrayContaining(['doctor'])]),
    });
    await rm(directory, { recursive: true });
  });

  it('the process ends, too, where the readers cannot be closed, or not even opened', async () => {
    const unclosed = variantOf({
      file: 'threads/many-threads.js',
      from: 'await reader.close();',
      to: "throw new Error('cannot be closed');",
    });
    const unopened = variantOf({
      file: 'threads/many-threads.js',
      from: 'return opener.openReader({ directory, now: () => new Date() });',
      to: "throw new Error('cannot be opened');",
    });
    const { directory, passwordFile, remove } = await dataDirectory();
    try {
      const server = await serve(directory, passwordFile, {}, ['--log', 'none'], unclosed.bin);
      expect(await server.end('SIGTERM')).toBe(0);
      await expect(serve(directory, passwordFile, {}, ['--log', 'none'], unopened.bin)).rejects.toThrow(
        /^serve ended with 1: .*cannot be opened/s,
      );
    } finally {
      unclosed.remove();
      unopened.remove();
      await remove();
    }
  });

  it('when the writer dies, its callers are told, and the server ends with 70', async () => {
    const variant = variantOf({
      file: 'threads/writer-thread.js',
      from: "if (method === 'close')",
      to: "if (method === 'receive')\n process.exit(1);\n if (method === 'close')",
    });
    const { directory, passwordFile, remove } = await dataDirectory();
    try {
      const server = await serve(directory, passwordFile, {}, ['--log', 'none'], variant.bin);
      const { Agent, request } = await import('undici');
      const agent = new Agent({ connect: { ca: server.ca } });
      const send = () =>
        request(`${server.url}/sales/v1/transactions/upload`, {
          method: 'POST',
          dispatcher: agent,
          headers: { authorization: `Basic ${Buffer.from(`api:${password}`).toString('base64')}`, 'content-type': 'application/json' },
          body: bytes([sale]),
        }).then(({ statusCode }) => statusCode);
      // The first may still get its answer, for the thread ends after it.
      const statuses = await Promise.allSettled([send(), send()]);
      for (const one of statuses) if (one.status === 'fulfilled') expect([200, 503]).toContain(one.value);
      await expect.poll(() => server.child.exitCode, { timeout: 20_000 }).toBe(70);
      expect(server.output()).not.toMatch(/\n\s+at /);
      await agent.close();
    } finally {
      variant.remove();
      await remove();
    }
  });
});
