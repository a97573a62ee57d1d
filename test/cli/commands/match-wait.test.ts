/** `sales match wait` and `--wait-for matched` against the real server, whose matching goes on only where the test says so. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminOn } from '../../support/admin.js';
import { matchAll, matchScenario } from '../../support/match-scenario.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
let server: TestServer;

const as = (user: string) => ({
  env: { SALES_URL: server.url, SALES_USER: user, SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) },
});
const records = (reference: string) =>
  line.file(
    `${reference}.csv`,
    `transactionReference,payoutId,amount,currency,transactionDate\n${reference},P1,1.00,EUR,2026-10-05T08:00:00Z\n`,
  );

beforeAll(async () => {
  server = await startTestServer();
  await matchScenario(server, `api:${password}`);
  const admin = adminOn(line, () => server);
  const { tenants } = JSON.parse(await admin('tenant', 'list', '--json'));
  await admin('user', 'add', 'till', '--tenant', tenants[0].id, '--role', 'API', '--password-stdin');
  await admin('unit', 'add', 'Z1', '--tenant', tenants[0].id, '--location', 'Z1');
  await admin('user', 'add', 'shop', '--unit', 'Z1', '--role', 'API', '--password-stdin');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

it('tells a user with the role API what matching made of all rows, and one of some units only that it has caught up', async () => {
  const till = await line.run(['match', 'wait', '--json'], as('till'));
  expect([till.exit, JSON.parse(till.stdout).run]).toMatchObject([0, { state: 'Current', matches: 4 }]);
  const shop = await line.run(['match', 'wait', '--json'], as('shop'));
  expect([shop.exit, JSON.parse(shop.stdout)]).toEqual([0, { schema: 'sales.run/1', run: { state: 'Current' } }]);
  expect((await line.run(['match', 'wait'], as('shop'))).stderr).toContain('Matching has caught up.');
  // To ask for a run stays with Admin.
  expect((await line.run(['match', 'run'], as('till'))).exit).toBe(3);
});

it('ends with 10 while something waits to be matched, and with 0 once it is', async () => {
  expect((await line.run(['settle', '--json', records('WAIT-000001')], as('till'))).exit).toBe(0);
  const early = await line.run(['match', 'wait', '--wait=1ms', '--json'], as('till'));
  expect([early.exit, JSON.parse(early.stdout).run.state]).toEqual([10, 'Pending']);
  const waiting = line.run(['match', 'wait', '--json'], as('till'));
  await matchAll(server);
  const late = await waiting;
  expect([late.exit, JSON.parse(late.stdout).run.state]).toEqual([0, 'Current']);
});

it('sends a file and waits until its rows are matched', async () => {
  const early = await line.run(['settle', '--wait-for=matched', '--wait=1500ms', '--json', records('WAIT-000002')], as('till'));
  expect([early.exit, JSON.parse(early.stdout)]).toMatchObject([10, { matching: 'Pending', rows: { accepted: 1 }, exit: 10 }]);
  await matchAll(server);
  const settled = line.run(['settle', '--wait-for=matched', '--json', records('WAIT-000003')], as('till'));
  let isOver = false;
  settled.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await matchAll(server);
  }
  const { exit, stdout } = await settled;
  expect([exit, JSON.parse(stdout)]).toMatchObject([0, { matching: 'Current', rows: { accepted: 1 }, exit: 0 }]);
});

it('refuses to wait for matching and not to wait', async () => {
  const { exit, stderr } = await line.run(['settle', '--wait-for=matched', '--no-wait', records('WAIT-000004')], as('till'));
  expect([exit, stderr]).toMatchObject([2, expect.stringContaining('--wait-for matched and --no-wait cannot go together')]);
});
