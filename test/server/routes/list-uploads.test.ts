/** The list of a tenant's uploads over HTTPS, and as the command line shows it: order, pages, counts and sums, and who sees which. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UploadList } from '../../../src/contract/pages.js';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
const ids: string[] = [];
const group = '0190a5d4-7f3c-4b3e-8c1d-2f6a9b8c7d6e';
const file = 'ab'.repeat(32);
const source = { 'upload-source': `filename*=UTF-8''M%C3%A4rz.csv; sha-256=${file}` };

beforeAll(async () => {
  server = await startTestServer();
  await admin('unit', 'add', 'Zürich', '--tenant', 'Default', '--location', 'Z1');
  await admin('tenant', 'add', 'Second', '--customer', 'Default');
  await admin('user', 'add', 'clerk', '--password-stdin', '--role', 'API', '--unit', 'Zürich');
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
  await admin('user', 'add', 'stranger', '--password-stdin', '--role', 'API', '--tenant', 'Second');
  ids.push(
    await upload('api', [sale('1', 12.5), sale('2', 0.1), { ...sale('3', 3), currency: 'CHF' }], { 'upload-group': group, ...source }),
  );
  ids.push(
    await upload('clerk', [sale('4', -2), { ...sale('5', 1), currency: 'none' }], { 'upload-source': `sha-256=${file.toUpperCase()}` }),
  );
  ids.push(await upload('api', [sale('1', 12.5)]));
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const sale = (transactionReference: string, amount: number) => ({
  amount,
  currency: 'EUR',
  transactionDate: '2026-11-20T10:00:00Z',
  transactionReference,
  locationId: 'Z1',
});

async function upload(user: string, transactions: unknown[], headers: Record<string, string> = {}): Promise<string> {
  const { json, status } = await server.request('/sales/v1/transactions/upload', {
    method: 'POST',
    body: JSON.stringify({ transactions }),
    headers: { 'content-type': 'application/json', ...headers },
    login: `${user}:${password}`,
  });
  expect(status).toBe(200);
  return json.uploadId;
}

const env = () => ({ SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) });

const list = (user: string, query = '') => server.request(`/history/v1/uploads${query}`, { login: `${user}:${password}` });
const idsOf = async (user: string, query = '') =>
  (await list(user, query)).json.items.map(({ uploadId }: { uploadId: string }) => uploadId);

describe('GET /history/v1/uploads', () => {
  it('gives the newest first, each with who, when, counts and exact sums', async () => {
    const { json, status } = await list('api');
    expect(status).toBe(200);
    expect(UploadList.parse(json)).toEqual(json);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const none = {
      kind: 'Sales',
      uploadGroup: null,
      fileName: null,
      fileSha256: null,
      duplicates: 0,
      rejected: 0,
      warnings: 0,
      receivedAt: at,
      date: at,
    };
    expect(json).toEqual({
      items: [
        {
          ...none,
          uploadId: ids[2],
          user: 'api',
          status: 'Processed',
          transactions: 1,
          decided: 1,
          processed: 1,
          duplicates: 1,
          amounts: [],
        },
        {
          ...{
            ...none,
            uploadId: ids[1],
            user: 'clerk',
            fileSha256: file,
            status: 'ProcessedWithErrors',
            transactions: 2,
            decided: 2,
            processed: 1,
            rejected: 1,
          },
          amounts: [{ currency: 'EUR', transactions: 1, amount: '-2.00' }],
        },
        {
          ...{ ...none, uploadId: ids[0], user: 'api', uploadGroup: group, status: 'Processed', transactions: 3, decided: 3, processed: 3 },
          ...{ fileName: 'März.csv', fileSha256: file },
          amounts: [
            { currency: 'EUR', transactions: 2, amount: '12.60' },
            { currency: 'CHF', transactions: 1, amount: '3.00' },
          ],
        },
      ],
      hasMore: false,
    });
  });

  it('in pages of 1 to 500', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push((await list('api', `?pageSize=1&pageNumber=${page}`)).json);
    expect(pages.map(({ items, hasMore }) => [items[0]?.uploadId, hasMore])).toEqual([
      [ids[2], true],
      [ids[1], true],
      [ids[0], false],
      [undefined, false],
    ]);
    for (const wrong of ['pageSize=0', 'pageSize=501', 'pageNumber=0']) expect((await list('api', `?${wrong}`)).status).toBe(400);
  });

  it('of another tenant nothing, of a user of some units their own, and none without the role', async () => {
    expect(await idsOf('stranger')).toEqual([]);
    expect(await idsOf('clerk')).toEqual([ids[1]]);
    expect((await list('boss')).status).toBe(403);
    expect((await server.request('/history/v1/uploads', { login: null })).status).toBe(401);
  });

  it('gives one alone by its id, to those who see it in the list', async () => {
    const [first = '', second = ''] = ids;
    expect(await idsOf('api', `?uploadId=${first}`)).toEqual([first]);
    expect(await idsOf('api', `?uploadId=${first.toUpperCase()}`)).toEqual([first]);
    expect((await list('api', `?uploadId=${first}`)).json.hasMore).toBe(false);
    expect([await idsOf('clerk', `?uploadId=${second}`), await idsOf('clerk', `?uploadId=${first}`)]).toEqual([[second], []]);
    expect(await idsOf('stranger', `?uploadId=${first}`)).toEqual([]);
    for (const none of [group, 'nothing', `${first}'`]) expect(await idsOf('api', `?uploadId=${none}`)).toEqual([]);
  });

  it('gives those of a file with these bytes alone, to those who see them in the list', async () => {
    const [first, second] = ids;
    expect(await idsOf('api', `?fileSha256=${file}`)).toEqual([second, first]);
    expect(await idsOf('api', `?fileSha256=${file.toUpperCase()}&pageSize=1&pageNumber=2`)).toEqual([first]);
    expect(await idsOf('api', `?fileSha256=${file}&uploadId=${second}`)).toEqual([second]);
    expect(await idsOf('api', `?fileSha256=${'0'.repeat(64)}`)).toEqual([]);
    expect([await idsOf('clerk', `?fileSha256=${file}`), await idsOf('stranger', `?fileSha256=${file}`)]).toEqual([[second], []]);
    for (const wrong of [file.slice(1), `${file}0`, 'constructor']) {
      const { status, json } = await list('api', `?fileSha256=${wrong}`);
      expect([status, json.errors]).toEqual([400, { fileSha256: ['must be a SHA-256 in 64 hexadecimal digits'] }]);
    }
  });

  it('a header that does not say which file is refused by its name, and nothing is stored', async () => {
    const before = (await list('api')).json.items.length;
    const { status, json } = await server.request('/settlement/v1/records/upload', {
      method: 'POST',
      body: '{"records":[{"amount":1,"currency":"EUR","settlementDate":"2026-11-20"}]}',
      headers: { 'content-type': 'application/json', 'upload-source': `filename*=UTF-8''a%2Fkasse.csv; sha-256=${file}` },
    });
    expect([status, json.errors]).toEqual([400, { 'Upload-Source': ['must have the name of the file without its path: no / and no \\'] }]);
    expect((await list('api')).json.items).toHaveLength(before);
  });

  it('no line of the log has names of files', () => {
    expect(server.log.length).toBeGreaterThan(0);
    expect(JSON.stringify(server.log)).not.toMatch(/M(?:ä|%C3%A4)rz|kasse\.csv/i);
  });

  it('an upload that is taken back stays, as withdrawn', async () => {
    const id = await upload('api', [sale('back', 7)]);
    const undone = await server.request(`/admin/v1/uploads/${id}/undo`, { method: 'POST', login: `boss:${password}` });
    expect(undone.status).toBe(200);
    const [{ withdrawn, uploadId }] = (await list('api', '?pageSize=1')).json.items;
    expect([uploadId, withdrawn]).toEqual([id, { at: expect.any(String), by: 'boss' }]);
  });
});

describe('sales uploads --server', () => {
  const run = (...argv: string[]) => line.run(['uploads', '--server', ...argv], { env: env() });

  it('shows them as a table, page by page', async () => {
    const { exit, stdout, stderr } = await run('--limit', '2', '--page', '2');
    expect([exit, stderr]).toEqual([0, '2 uploads shown, 5 rows\n']);
    const [head, ...lines] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^file +received +user +status +rows +imported +duplicates +rejected +sums +id$/);
    expect(lines.map((text) => text.trim().split(/ {2,}/))).toEqual([
      [expect.stringMatching(/^20/), 'clerk', 'ProcessedWithErrors', '2', '1', '0', '1', 'EUR -2.00', ids[1]],
      ['März.csv', expect.stringMatching(/^20/), 'api', 'Processed', '3', '3', '0', '0', 'EUR 12.60, CHF 3.00', ids[0]],
    ]);
    expect((await run('--limit', '1')).stderr).toBe('1 upload shown, 1 row\nThere are more: use --page 2\n');
    expect((await run('--page', '9')).stderr).toBe('Page 9 is past the end of the list.\n');
  });

  it('gives the items of the server as JSON', async () => {
    const { stdout } = await run('--json', '--limit', '1');
    expect(JSON.parse(stdout)).toEqual({ schema: 'sales.serverUploads/1', ...(await list('api', '?pageSize=1')).json });
  });

  it('its flags need it', async () => {
    const { exit, stderr } = await line.run(['uploads', '--limit', '3'], { env: env() });
    expect([exit, stderr]).toEqual([2, expect.stringContaining('--limit and --page are for the list with --server')]);
  });
});
