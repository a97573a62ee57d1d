/** Clerks and Readers: what the documented interface has for the role API alone, they read beside it, and the command line finds the way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
let uploadId: string;
let ids: string[];

beforeAll(async () => {
  server = await startTestServer();
  await admin('unit', 'add', 'Zürich', '--tenant', 'Default', '--location', 'Z1');
  await admin('user', 'add', 'clerk', '--password-stdin', '--role', 'Clerk', '--tenant', 'Default');
  await admin('user', 'add', 'reader', '--password-stdin', '--role', 'Reader', '--unit', 'Zürich');
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
  const sale = { amount: 1.5, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z', additionalData: [{ key: 'shift', value: 'late' }] };
  uploadId = await server.uploadAndImport([
    { ...sale, transactionReference: 'seen', locationId: 'Z1' },
    { ...sale, transactionReference: 'hidden', locationId: 'B1' },
  ]);
  const { items } = (await server.request('/sales/v1/transactions')).json;
  ids = ['seen', 'hidden'].map(
    (wanted) =>
      items.find(({ transactionReference }: { transactionReference: string }) => transactionReference === wanted).transactionId as string,
  );
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const ask = (path: string, user: string) => server.request(path, { login: `${user}:${password}` });
const env = (user: string) => ({
  SALES_URL: server.url,
  SALES_USER: user,
  SALES_PASSWORD: password,
  SALES_CA_FILE: line.file('ca.pem', server.ca),
});
const run = (user: string, ...argv: string[]) => line.run(argv, { env: env(user) });

describe('beside the documented interface', () => {
  it('one transaction and the state of an upload are what the documented interface tells users of the role API', async () => {
    for (const path of [`transactions/${ids[0]}`, `transactions/upload/${uploadId}`]) {
      const refused = await ask(`/sales/v1/${path}`, 'clerk');
      expect([refused.status, refused.json.roles]).toEqual([401, ['API']]);
      const beside = `/history/v1/${path}${path.includes('upload') ? '' : '/detail'}`;
      const { status, json } = await ask(beside, 'clerk');
      expect([status, json]).toEqual([200, (await ask(`/sales/v1/${path}`, 'api')).json]);
    }
  });

  it('a user of some units finds nothing of others', async () => {
    expect((await ask(`/history/v1/transactions/${ids[0]}/detail`, 'reader')).status).toBe(200);
    expect((await ask(`/history/v1/transactions/${ids[1]}/detail`, 'reader')).status).toBe(404);
    expect((await ask(`/history/v1/transactions/upload/${uploadId}`, 'reader')).status).toBe(404);
  });

  it('who has neither of the roles is told which there are', async () => {
    const { status, json } = await ask('/history/v1/totals', 'boss');
    expect([status, json.roles]).toEqual([403, ['API', 'Clerk', 'Reader']]);
  });
});

describe('the command line', () => {
  it.each(['clerk', 'reader'])('of a %s lists, reads, adds up and exports', async (user) => {
    const seen = user === 'clerk' ? ['hidden', 'seen'] : ['seen'];
    const listed = await run(user, 'list', '--json');
    type Row = { transactionReference: string };
    expect(
      JSON.parse(listed.stdout)
        .items.map((row: Row) => row.transactionReference)
        .sort(),
    ).toEqual(seen);
    const { transactions } = JSON.parse((await run(user, 'get', ids[0] as string, '--json')).stdout);
    expect(transactions[0].additionalData).toEqual([{ key: 'shift', value: 'late' }]);
    expect((await run(user, 'get', '--history', ids[0] as string)).stdout).toContain('Imported');
    expect((await run(user, 'get', ids[1] as string)).exit).toBe(user === 'clerk' ? 0 : 9);
    expect((await run(user, 'status', uploadId)).exit).toBe(user === 'clerk' ? 0 : 9);
    const out = join(line.folder, `${user}.ndjson`);
    expect((await run(user, 'export', '--detail', '--out', out)).exit).toBe(0);
    expect(readFileSync(out, 'utf8').match(/"shift"/g)).toHaveLength(seen.length);
    for (const argv of [['totals'], ['uploads', '--server'], ['money'], ['payouts'], ['list', '--settlement'], ['ping']])
      expect([argv, (await run(user, ...argv)).exit]).toEqual([argv, 0]);
  });

  it('logs in, and says what comes next', async () => {
    const { exit, stderr } = await run('reader', 'login', '-p', 'reader');
    expect([exit, stderr]).toEqual([0, expect.stringContaining('sales -p reader list')]);
  });

  it('asks the documented interface once, and names the role where nothing stands beside it', async () => {
    const before = server.log.length;
    await run('clerk', 'get', ids[0] as string, ids[1] as string);
    const asked = server.log.slice(before).map(({ route, status }) => `${status} ${route}`);
    expect(asked.filter((one) => one.includes('/sales/v1/'))).toEqual(['401 /sales/v1/transactions/{id}']);
    const sent = await run(
      'reader',
      'upload',
      '--yes',
      line.file('till.csv', 'amount,currency,transactionDate\n1,EUR,2026-11-20T10:00:00Z\n'),
    );
    expect([sent.exit, sent.stderr]).toEqual([3, expect.stringContaining('lacks the role that this needs: API')]);
    expect(sent.stderr).toContain('sales admin user grant NAME --role API');
    const wrong = await line.run(['list'], { env: { ...env('clerk'), SALES_PASSWORD: 'wrong' } });
    expect([wrong.exit, server.log.at(-1)?.route]).toEqual([3, '/sales/v1/transactions']);
  });
});
