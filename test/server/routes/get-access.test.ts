/** What a user may do, over HTTPS and as the command line says it: roles that lack, tenants to choose from. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
let ids: Record<'customerId' | 'first' | 'second', string>;

beforeAll(async () => {
  server = await startTestServer();
  // The first user may do everything; here it is one with the role API alone.
  await admin('user', 'revoke', 'api', '--role', 'Admin');
  const second = await admin('tenant', 'add', 'Zürich', '--customer', 'Default');
  await admin('user', 'add', 'two', '--password-stdin', '--role', 'API', '--customer', 'Default');
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Zürich');
  await admin('user', 'add', 'lost', '--password-stdin', '--role', 'API');
  const { json } = await ask('/history/v1/access', 'api');
  ids = { customerId: json.tenants[0].customerId, first: json.tenants[0].tenantId, second };
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const ask = (path: string, user: string, pass = password) => server.request(path, { login: `${user}:${pass}` });
const env = (user: string) => ({
  SALES_URL: server.url,
  SALES_USER: user,
  SALES_PASSWORD: password,
  SALES_CA_FILE: line.file('ca.pem', server.ca),
});
const tenants = () => [
  { customerId: ids.customerId, customerName: 'Default', tenantId: ids.first, tenantName: 'Default' },
  { customerId: ids.customerId, customerName: 'Default', tenantId: ids.second, tenantName: 'Zürich' },
];

describe('GET /history/v1/access', () => {
  it('tells roles and tenants, whatever the role and however many tenants', async () => {
    const { status, json } = await ask('/history/v1/access', 'two');
    expect([status, json]).toEqual([
      200,
      { user: 'two', roles: ['API'], tenants: tenants().map((tenant) => ({ ...tenant, extent: 'tenant' })) },
    ]);
    expect((await ask('/history/v1/access', 'boss')).json).toMatchObject({ roles: ['Admin'], tenants: [{ tenantName: 'Zürich' }] });
    expect((await ask('/history/v1/access', 'lost')).json).toMatchObject({ tenants: [] });
    expect((await ask('/history/v1/access', 'two', 'wrong')).status).toBe(401);
  });
});

describe('a right password', () => {
  it('of which the tenant is not said gets the tenants to choose from, the same for one that is not theirs as for none', async () => {
    const { status, json } = await ask('/sales/v1/transactions', 'two');
    expect([status, json.tenants]).toEqual([401, tenants()]);
    const others = await ask(`/sales/v1/transactions?tenantId=${ids.second}`, 'api');
    const nowhere = await ask('/sales/v1/transactions?tenantId=00000000-0000-4000-8000-000000000000', 'api');
    expect(others.json).toEqual({ ...nowhere.json, requestId: others.json.requestId });
    expect(others.json.tenants).toEqual(tenants().slice(0, 1));
    const { json: lost } = await ask('/sales/v1/transactions', 'lost');
    expect([lost.status, lost.tenants]).toEqual([401, undefined]);
  });

  it('and a wrong one gets none', async () => {
    const { status, json } = await ask('/sales/v1/transactions', 'two', 'wrong');
    expect([status, json.tenants, json.detail]).toEqual([401, undefined, undefined]);
  });

  it('without the role is a 401 in the documented area and a 403 elsewhere; both name the role', async () => {
    const detail = 'The log-in is right, but the user lacks the role that this needs: API.';
    expect((await ask('/sales/v1/transactions', 'boss')).json).toMatchObject({ status: 401, detail, roles: ['API'] });
    expect((await ask('/sales/v1', 'boss')).status).toBe(401);
    expect((await ask('/history/v1/uploads', 'boss')).json).toMatchObject({ status: 403, roles: ['API', 'Clerk', 'Reader'] });
    expect((await ask('/metrics', 'api')).json).toMatchObject({ status: 403, detail: detail.replace('API', 'Admin') });
    expect((await ask('/metrics', 'api', 'wrong')).status).toBe(401);
  });
});

describe('the command line', () => {
  it('names the tenants to choose from where one has to be named, and whoami tells all', async () => {
    const listed = await line.run(['list'], { env: env('two') });
    expect(listed.exit).toBe(3);
    for (const { tenantId, tenantName } of tenants()) expect(listed.stderr).toContain(`--tenant ${tenantId}   ${tenantName}, of Default`);
    expect(listed.stderr).toContain('Name the tenant: --tenant ID');
    expect((await line.run(['list', '--tenant', ids.second], { env: env('two') })).exit).toBe(0);
    const { exit, stdout } = await line.run(['whoami'], { env: env('two') });
    expect(exit).toBe(0);
    expect(stdout).toContain('role API');
    expect(stdout).toContain(`--tenant ${ids.second}   Zürich, of Default`);
    const document = JSON.parse((await line.run(['whoami', '--json'], { env: env('boss') })).stdout);
    expect(document.access).toMatchObject({ roles: ['Admin'], tenants: [{ tenantName: 'Zürich', extent: 'tenant' }] });
  });

  it('whoami says who is asked for without a server, and why it could not ask', async () => {
    const { exit, stdout, stderr } = await line.run(['whoami'], { env: { ...env('two'), SALES_URL: 'https://127.0.0.1:9' } });
    expect(exit).toBe(0);
    expect(stdout).toContain('two at https://HOST');
    expect(stderr).toContain('The server could not be asked');
  });

  it('names the role that lacks', async () => {
    const { exit, stderr } = await line.run(['uploads', '--server'], { env: env('boss') });
    expect(exit).toBe(3);
    expect(stderr).toContain('the user lacks the role that this needs: API');
    expect(stderr).toContain('sales admin user grant NAME --role ROLE\n');
  });
});
