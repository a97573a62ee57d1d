/** Reprocessing, withdrawing and restoring over HTTPS: who may, what is noted, and the history with its access rules. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { markMatched } from '../../support/matched.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
let tenantId: string;
beforeAll(async () => {
  server = await startTestServer();
  // The first user may do everything; here it is one with the role API alone.
  await admin('user', 'revoke', 'api', '--role', 'Admin');
  tenantId = await admin('tenant', 'add', 'Second', '--customer', 'Default');
  await admin('unit', 'add', 'Zürich', '--tenant', 'Default', '--location', 'Z1');
  const user = (name: string, ...rights: string[]) => admin('user', 'add', name, '--password-stdin', ...rights);
  await user('boss', '--role', 'Admin', '--tenant', 'Default');
  await user('both', '--role', 'Admin', '--role', 'API', '--tenant', 'Default');
  await user('stranger', '--role', 'Admin', '--role', 'API', '--tenant', 'Second');
  await user('other', '--role', 'API', '--tenant', 'Default');
  await user('clerk', '--role', 'Admin', '--role', 'API', '--unit', 'Zürich');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const audit = async () =>
  JSON.parse(await admin('audit', 'list', '--limit', '1000', '--json')).rows.filter(({ action }: { action: string }) =>
    action.startsWith('upload.'),
  );
const sale = (transactionReference: string, locationId = 'B1') => ({
  amount: 2.5,
  currency: 'EUR',
  transactionDate: '2026-11-20T10:00:00Z',
  transactionReference,
  locationId,
});
const change = (id: string, what: string, user: string, more = '') =>
  server.request(`/admin/v1/uploads/${id}/${what}${more}`, { method: 'POST', login: `${user}:${password}` });
const history = (id: string, user: string) => server.request(`/history/v1/transactions/${id}`, { login: `${user}:${password}` });
const listed = async (uploadId: string): Promise<{ transactionId: string; transactionReference: string }[]> =>
  (await server.request(`/sales/v1/transactions?uploadId=${uploadId}&sorting.direction=Ascending`)).json.items;
const unknown = '00000000-0000-4000-8000-000000000000';

describe('changes of an upload', () => {
  it.each(['reprocess', 'undo', 'redo'])('%s of any upload is for the role Admin on the whole tenant alone', async (what) => {
    const id = await server.uploadAndImport([sale(`who ${what}`, 'Z1')]);
    const before = (await audit()).length;
    const statusOf = async (user: string) => (await change(id, what, user)).status;
    expect(await statusOf('nobody')).toBe(401);
    // The upload is api's. Users of units do not see it.
    expect([await statusOf('clerk'), await statusOf('other')]).toEqual(what === 'reprocess' ? [403, 403] : [404, 403]);
    if (what === 'reprocess') expect(await statusOf('api')).toBe(403);
    expect((await server.request(`/admin/v1/uploads/${id}/${what}`, { method: 'POST', login: null })).status).toBe(401);
    expect((await change(id, what, 'stranger')).status).toBe(404);
    expect((await change(id, what, 'boss', `?tenantId=${tenantId}`)).status).toBe(401);
    expect((await change(unknown, what, 'boss')).status).toBe(404);
    expect((await change('x', what, 'boss')).status).toBe(404);
    expect((await server.request(`/admin/v1/uploads/${id}/${what}`, { login: `boss:${password}` })).status).toBe(405);
    expect((await server.request(`/sales/v1/uploads/${id}/${what}`, { method: 'POST', login: `both:${password}` })).status).toBe(404);
    const foreign = { method: 'POST', login: `boss:${password}`, headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await server.request(`/admin/v1/uploads/${id}/${what}`, foreign)).status).toBe(400);
    expect(await listed(id)).toHaveLength(1);
    expect((await audit()).length).toBe(before);
    expect((await change(id, what, 'boss')).status).toBe(200);
  });

  it('users withdraw and restore their own uploads, noted in the audit trail, and not where rows are matched', async () => {
    for (const user of ['api', 'clerk']) {
      const { json } = await server.request('/sales/v1/transactions/upload', {
        method: 'POST',
        body: JSON.stringify({ transactions: [sale(`own of ${user}`, 'Z1')] }),
        headers: { 'content-type': 'application/json' },
        login: `${user}:${password}`,
      });
      expect((await change(json.uploadId, 'undo', user)).json).toMatchObject({ withdrawn: { by: user } });
      expect(await listed(json.uploadId)).toEqual([]);
      expect((await change(json.uploadId, 'redo', user)).status).toBe(200);
      expect(await listed(json.uploadId)).toHaveLength(1);
      const rows = (await audit()).filter(({ object }: { object: string }) => object === `upload:${json.uploadId}`);
      expect(rows.map(({ actor, action }: Record<string, string>) => `${actor} ${action}`)).toEqual([
        `${user} upload.withdraw`,
        `${user} upload.restore`,
      ]);
      markMatched(server.directory, ...(await listed(json.uploadId)).map(({ transactionId }) => transactionId));
      expect((await change(json.uploadId, 'undo', user)).status).toBe(400);
      expect((await change(json.uploadId, 'reprocess', user)).json).toMatchObject({
        status: 403,
        detail: expect.stringContaining('role'),
      });
    }
  });

  it('stand in the audit trail, once each, where something was changed', async () => {
    const id = await server.uploadAndImport([sale('audited'), { ...sale('rejected'), currency: 'EURO' }]);
    const requestIds: (string | undefined)[] = [];
    for (const what of ['redo', 'undo', 'undo', 'redo', 'reprocess']) {
      const { status, headers } = await change(id, what, 'boss');
      expect(status).toBe(200);
      requestIds.push(String(headers['x-request-id']));
    }
    const rows = (await audit()).filter(({ object }: { object: string }) => object === `upload:${id}`);
    expect(rows.map(({ actor, action, outcome }: Record<string, string>) => `${actor} ${action} ${outcome}`)).toEqual([
      'boss upload.withdraw done',
      'boss upload.restore done',
      'boss upload.reprocess done',
    ]);
    expect(rows.map(({ origin, requestId }: Record<string, string>) => [origin, requestId])).toEqual(
      [1, 3, 4].map((at) => ['127.0.0.1', requestIds[at]]),
    );
    expect(await admin('audit', 'verify')).toMatch(/^\d+:[0-9a-f]{64}$/);
  });

  it('a withdrawn upload is gone from lists and details, its state tells it', async () => {
    const id = await server.uploadAndImport([sale('gone')]);
    const [row] = await listed(id);
    const before = (await server.request(`/sales/v1/transactions/upload/${id}`)).json;
    expect(before).not.toHaveProperty('withdrawn');
    const { json } = await change(id, 'undo', 'boss');
    expect(json).toEqual({
      ...before,
      summary: expect.stringMatching(/^Withdrawn on .* by boss: its transactions do not count\. 1 transaction received: 1 imported\.$/),
      withdrawn: { at: expect.any(String), by: 'boss' },
    });
    expect((await server.request(`/sales/v1/transactions/upload/${id}`)).json).toEqual(json);
    expect(await listed(id)).toEqual([]);
    expect((await server.request(`/sales/v1/transactions/${row?.transactionId}`)).status).toBe(404);
    expect((await history(row?.transactionId ?? '', 'api')).status).toBe(404);
    expect((await change(id, 'redo', 'boss')).json).toEqual(before);
    expect(await listed(id)).toEqual([row]);
  });

  it('are refused for matched rows, ten of them listed', async () => {
    const id = await server.uploadAndImport(Array.from({ length: 12 }, (_, index) => sale(`matched ${index}`)));
    const ids = (await listed(id)).map(({ transactionId }) => transactionId).sort();
    markMatched(server.directory, ...ids);
    const { status, json } = await change(id, 'undo', 'boss');
    expect([status, json.errors]).toEqual([
      400,
      { uploadId: ['holds transactions that are matched with a settlement, and cannot be withdrawn', ...ids.slice(0, 10), 'and more'] },
    ]);
    expect((await change(id, 'reprocess', 'boss')).status).toBe(200);
    expect(await listed(id)).toHaveLength(12);
    expect((await server.request(`/sales/v1/transactions?uploadId=${id}&transactionMatchState=Match`)).json.items).toHaveLength(12);
  });

  it('may come many at the same time', async () => {
    const ids: string[] = [];
    for (const batch of [1, 2, 3, 4])
      ids.push(await server.uploadAndImport(Array.from({ length: 5 }, (_, row) => sale(`at once ${row + batch}`))));
    const words = ['undo', 'redo', 'reprocess', 'undo', 'redo', 'undo', 'redo'];
    const answers = await Promise.all(words.flatMap((what) => ids.map((id) => change(id, what, 'boss'))));
    // What is withdrawn just then is not reprocessed.
    for (const { status } of answers) expect([200, 400]).toContain(status);
    for (const id of ids) expect((await change(id, 'redo', 'boss')).json).not.toHaveProperty('withdrawn');
    const standing = new Map<string, number>();
    for (const id of ids) {
      const { items } = (await server.request(`/sales/v1/transactions?uploadId=${id}&transactionMatchState=Unmatched`)).json;
      for (const { transactionReference } of items) standing.set(transactionReference, (standing.get(transactionReference) ?? 0) + 1);
    }
    expect(Object.fromEntries(standing)).toEqual(Object.fromEntries(Array.from({ length: 8 }, (_, row) => [`at once ${row + 1}`, 1])));
  });
});

describe('the history of a transaction', () => {
  it('is for those who may see the transaction', async () => {
    const id = await server.uploadAndImport([sale('seen by the clerk', 'Z1'), sale('not seen by the clerk')]);
    const [one, other] = (await listed(id)).map(({ transactionId }) => transactionId);
    for (const transactionId of [one ?? '', other ?? '', unknown]) {
      for (const user of ['api', 'both', 'boss', 'stranger', 'clerk', 'nobody']) {
        const detail = await server.request(`/sales/v1/transactions/${transactionId}`, { login: `${user}:${password}` });
        expect([user, transactionId, (await history(transactionId, user)).status]).toEqual([
          user,
          transactionId,
          user === 'boss' ? 403 : detail.status,
        ]);
      }
    }
    expect((await history(one ?? '', 'clerk')).status).toBe(200);
    expect((await history(other ?? '', 'clerk')).status).toBe(404);
    expect((await history('x', 'api')).status).toBe(400);
  });

  it('tells who changed what, through the withdrawal of another upload', async () => {
    const [first, second] = [await server.uploadAndImport([sale('twice')]), await server.uploadAndImport([sale('twice')])];
    const [row] = await listed(second);
    await change(first, 'undo', 'boss');
    const { json } = await history(row?.transactionId ?? '', 'api');
    expect(json.items.map(({ reason, by }: Record<string, string>) => `${reason} by ${by}`)).toEqual([
      'Uploaded by api',
      'Imported as a duplicate by import',
      `Upload ${first} was withdrawn by boss`,
    ]);
    expect(json.items.at(-1)).toMatchObject({
      from: { transactionState: 'Processed', transactionMatchState: 'Skip' },
      to: { transactionState: 'Processed', transactionMatchState: 'Unmatched' },
    });
  });
});
