/** Settlement records over HTTPS: uploaded once, imported by their rules, listed and shown, withdrawn and restored, and seen by who reaches them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
const key = '0190a5d4-7f3c-4b3e-8c1d-2f6a9b8c7d6f';

const record = (transactionReference: string, amount: number) => ({
  acquirerId: 'ACQ-1',
  payoutId: 'PO-1',
  settlementDate: '2026-11-20',
  currency: 'EUR',
  locationId: 'Z1',
  fee: 0.12,
  additionalData: [{ key: 'scheme', value: 'domestic' }],
  amount,
  transactionReference,
});

async function ask(user: string, path: string, options: { method?: string; body?: unknown; headers?: Record<string, string> } = {}) {
  const { body, headers, ...rest } = options;
  return server.request(path, {
    ...rest,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
    login: `${user}:${password}`,
  });
}
const send = (user: string, records: unknown[], headers: Record<string, string> = {}) =>
  ask(user, '/settlement/v1/records/upload', { method: 'POST', body: { records }, headers });

async function imported(uploadId: string) {
  for (;;) {
    const { json } = await ask('api', `/settlement/v1/records/upload/${uploadId}`);
    if (json.status !== 'Processing') return json;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const references = async (user: string, query = '') =>
  (await ask(user, `/settlement/v1/records${query}`)).json.items.map((item: { transactionReference: string }) => item.transactionReference);

let uploadId = '';
beforeAll(async () => {
  server = await startTestServer();
  await admin('unit', 'add', 'Zürich', '--tenant', 'Default', '--location', 'Z1');
  await admin('user', 'add', 'clerk', '--password-stdin', '--role', 'API', '--unit', 'Zürich');
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
  const { type, ...rest } = { type: 'Payout', ...record('payout', 24.5) };
  const records = [
    record('one', 12.5),
    record('two', -3),
    { ...rest, type, payoutId: null },
    { ...record('elsewhere', 7), locationId: 'Z9' },
  ];
  const first = await send('api', records, { 'idempotency-key': key });
  expect(first.status).toBe(200);
  uploadId = first.json.uploadId;
  const again = await send('api', records, { 'idempotency-key': key });
  expect([again.json.uploadId, again.headers['idempotency-replayed']]).toEqual([uploadId, 'true']);
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

describe('settlement records', () => {
  it('may be asked for by whoever has the role', async () => {
    expect((await ask('api', '/settlement/v1/')).status).toBe(200);
    expect((await ask('boss', '/settlement/v1/')).status).toBe(403);
    expect((await server.request('/settlement/v1/', { login: null })).status).toBe(401);
  });

  it('are imported by their rules, and their upload says its kind and what was refused', async () => {
    const state = await imported(uploadId);
    expect(state).toMatchObject({ kind: 'Settlement', status: 'ProcessedWithErrors' });
    expect(JSON.stringify(state.errors)).toContain('records[2].payoutId');
    const { json } = await ask('api', '/history/v1/uploads');
    expect(json.items).toMatchObject([{ uploadId, kind: 'Settlement', transactions: 4 }]);
  });

  it('are found by filters, and shown with all that was sent', async () => {
    expect((await references('api')).sort()).toEqual(['elsewhere', 'one', 'payout', 'two']);
    expect(await references('api', '?type=Payout&state=Unprocessed')).toEqual(['payout']);
    expect(await references('api', '?payoutId=PO-1&amountTo=0')).toEqual(['two']);
    const { json: list } = await ask('api', '/settlement/v1/records?amountFrom=12&amountTo=13');
    const { json } = await ask('api', `/settlement/v1/records/${list.items[0].recordId}`);
    expect(json).toMatchObject({ ...record('one', 12.5), state: 'Processed', matchState: 'Unmatched', matchId: null, uploadId });
    const { json: history } = await ask('api', `/history/v1/records/${json.recordId}`);
    expect(history).toMatchObject({ uploadId, index: 0 });
  });

  it('are no transactions, and the other way round', async () => {
    expect((await ask('api', '/sales/v1/transactions')).json.items).toEqual([]);
    expect((await ask('api', `/sales/v1/transactions/upload/${uploadId}`)).status).toBe(404);
    const sales = await server.upload([{ amount: 1, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z' }]);
    expect((await ask('api', `/settlement/v1/records/upload/${sales.json.uploadId}`)).status).toBe(404);
  });

  it('of places that a user does not reach are not shown to them, nor taken from them', async () => {
    expect((await references('clerk')).sort()).toEqual(['one', 'payout', 'two']);
    const refused = await send('clerk', [{ ...record('x', 1), locationId: 'Z9' }]);
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['records[0].locationId']]);
  });

  it('with a fault are refused together, each fault named', async () => {
    const { status, json } = await send('api', [
      record('good', 1),
      { ...record('bad', 1), type: 'Sold', fee: 'much', cardNumberMasked: '4242424242424242' },
    ]);
    expect([status, Object.keys(json.errors).sort()]).toEqual([400, ['records[1].cardNumberMasked', 'records[1].fee', 'records[1].type']]);
    expect(JSON.stringify(json)).not.toContain('4242424242424242');
    expect(await references('api', '?amountFrom=1&amountTo=1')).toEqual([]);
  });

  it('sent again count once', async () => {
    const { json } = await send('api', [record('one', 12.5), record('new', 2)]);
    await imported(json.uploadId);
    const { json: list } = await ask('api', `/settlement/v1/records?uploadId=${json.uploadId}`);
    const states = list.items.map((item: { transactionReference: string; matchState: string }) => [
      item.transactionReference,
      item.matchState,
    ]);
    expect(states.sort()).toEqual([
      ['new', 'Unmatched'],
      ['one', 'Skip'],
    ]);
  });

  it('are withdrawn and restored with their upload', async () => {
    const before = (await references('api')).sort();
    expect((await ask('boss', `/admin/v1/uploads/${uploadId}/undo`, { method: 'POST' })).json).toMatchObject({ kind: 'Settlement' });
    expect((await references('api')).sort()).toEqual(['new', 'one']);
    // The one that was a duplicate stands for its original now.
    expect(await references('api', '?matchState=Skip')).toEqual([]);
    await ask('boss', `/admin/v1/uploads/${uploadId}/redo`, { method: 'POST' });
    expect((await references('api')).sort()).toEqual(before);
    expect(await references('api', '?matchState=Skip')).toEqual(['one']);
  });
});
