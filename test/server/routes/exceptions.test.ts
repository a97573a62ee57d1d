/** What somebody has to see to, over HTTPS: what is missing to users of the whole tenant, rows to those who may see them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { matchAll, send } from '../../support/match-scenario.js';
import { daysWithoutFile, twoExceptions } from '../../support/missing-days.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);

beforeAll(async () => {
  server = await startTestServer(() => new Date('2026-10-21T08:00:00Z'));
  await admin('user', 'revoke', 'api', '--role', 'Admin');
  await admin('unit', 'add', 'Shop', '--tenant', 'Default', '--terminal', 'T-1');
  await admin('user', 'add', 'shop', '--password-stdin', '--role', 'API', '--unit', 'Shop');
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
  await admin('customer', 'add', 'Another');
  await admin('tenant', 'add', 'Elsewhere', '--customer', 'Another');
  await admin('user', 'add', 'stranger', '--password-stdin', '--role', 'API', '--tenant', 'Elsewhere');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const ask = (user: string, query = '') => server.request(`/settlement/v1/exceptions${query}`, { login: `${user}:${password}` });

it('is told of the own tenant, to users of all of it', async () => {
  expect((await ask('api')).json).toEqual({ items: [], hasMore: false });
  await send(server, `api:${password}`, 'transactions', daysWithoutFile.transactions);
  await send(server, `api:${password}`, 'records', daysWithoutFile.records);
  await matchAll(server);
  const { status, json, headers } = await ask('api');
  expect([status, json]).toEqual([200, { items: twoExceptions, hasMore: false }]);
  expect(String(headers['sales-capabilities'])).toMatch(/\bmatching\b/);
  expect((await ask('api', '?side=Account')).json.items).toEqual(twoExceptions.slice(0, 1));
  expect((await ask('api', '?pageSize=1&pageNumber=2')).json).toEqual({ items: twoExceptions.slice(1), hasMore: false });
  expect((await ask('stranger')).json).toEqual({ items: [], hasMore: false });
  expect((await ask('api', '?reason=NotSettled,NoSales&dayTo=2026-10-31')).json.items).toEqual(twoExceptions.slice(1));
  const { json: refused } = await ask('api', '?side=account&pageSize=0&reason=overdue&dayFrom=yesterday&unitId=1');
  expect(Object.keys(refused.errors).sort()).toEqual(['dayFrom', 'pageSize', 'reason', 'side', 'unitId']);
});

it('tells users of some units of no missing file, and the role Admin of nothing', async () => {
  const [shop, boss] = [await ask('shop', '?side=Account'), await ask('boss')];
  expect((await ask('shop')).json).toEqual({ items: [], hasMore: false });
  expect([shop.status, shop.json.detail]).toEqual([
    403,
    'Payouts, and files and days that are missing, are told to users of the whole tenant.',
  ]);
  expect([boss.status, boss.json.detail]).toEqual([403, expect.stringContaining('lacks the role that this needs: API')]);
});
