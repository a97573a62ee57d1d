/** What is uploaded comes back equal, by list and by detail; and whatever is sent, the answer is a documented one. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TransactionUpload, transactionFields } from '../../src/contract/transaction.js';
import { transactionUpload } from '../support/arbitraries.js';
import { rounds } from '../support/at-length.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The upload as a detail shows it: every field there, null or an empty list where there was nothing. */
function shown(transaction: TransactionUpload): Record<string, unknown> {
  const detail = Object.fromEntries(transactionFields.map((field) => [field, transaction[field] ?? null]));
  return { ...detail, transactionTypes: transaction.transactionTypes ?? [], additionalData: transaction.additionalData ?? [] };
}

function without(item: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

it('any valid upload comes back equal by list and by detail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(transactionUpload, { minLength: 1, maxLength: 8 }), async (transactions) => {
      const uploadId = await server.uploadAndImport(transactions);
      const list = await server.request(`/sales/v1/transactions?uploadId=${uploadId}&pageSize=500`);
      expect(list.json.hasMore).toBe(false);
      // Ids rise in the order of the upload's rows.
      const items = [...list.json.items].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
      expect(items.length).toBe(transactions.length);
      for (const [index, transaction] of transactions.entries()) {
        const item = items[index];
        const expected = shown(transaction);
        expect(without(item, 'transactionId', 'transactionState', 'transactionMatchState')).toEqual(without(expected, 'additionalData'));
        const detail = await server.request(`/sales/v1/transactions/${item.transactionId}`);
        expect(without(detail.json, 'comment', 'additionalData')).toEqual(item);
        expect(detail.json.additionalData).toEqual(expected.additionalData);
        const isProcessed = item.transactionState === 'Processed';
        expect(detail.json.comment === null).toBe(isProcessed);
      }
    }),
    { numRuns: rounds(150) },
  );
});

it('any JSON value as a body gives 200 or a documented error, never a 500', async () => {
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ transactions: fc.jsonValue() }),
    fc.record({
      transactions: fc.array(
        fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...transactionFields, '__proto__', 'constructor'), fc.jsonValue())),
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const answer = await server.request('/sales/v1/transactions/upload', {
        method: 'POST',
        body: JSON.stringify(value),
        headers: { 'content-type': 'application/json' },
      });
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(Object.keys(answer.json.errors).length).toBeGreaterThan(0);
    }),
    { numRuns: rounds(400) },
  );
});

it('any bytes as a body give a documented error, never a 500', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const answer = await server.request('/sales/v1/transactions/upload', {
        method: 'POST',
        body: Buffer.from(bytes),
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
    }),
    { numRuns: rounds(200) },
  );
});

it('any query gives 200, 400 or 401, never a 500', async () => {
  const names = [
    'customerId',
    'tenantId',
    'terminalId',
    'currency',
    'amountFrom',
    'transactionDateTo',
    'transactionState',
    'pageSize',
    'pageNumber',
    'sorting.key',
    'x',
  ];
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('1', '500', '2147483647', 'Processed', 'Amount', '2026-01-01T00:00:00Z'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 5 }), async (pairs) => {
      const query = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&');
      const answer = await server.request(`/sales/v1/transactions?${query}`);
      expect([200, 400, 401]).toContain(answer.status);
    }),
    { numRuns: rounds(300) },
  );
});
