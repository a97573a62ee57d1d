/** Before the first log-in: `sales ping --url` and `sales doctor --url` go as far as they can without a user, on the real server and on no server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
let server: TestServer;
let flags: string[];

beforeAll(async () => {
  server = await startTestServer();
  flags = ['--url', server.url, '--ca-file', line.file('ca.pem', server.ca)];
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

it('ping tests all but the log-in, sends none, and says how to log in', async () => {
  const { exit, stdout, stderr } = await line.run(['ping', ...flags]);
  expect({ exit, layers: stdout.split('\n').map((text) => text.slice(0, 9).trim()) }).toEqual({
    exit: 0,
    layers: ['DNS', 'TCP', 'TLS', 'HTTP', ''],
  });
  expect(stdout).toContain('HTTP     answers, and asks for a log-in');
  expect(stderr).toMatch(/^Without a user this is as far as it goes\. To log in: {3}sales .*--url \S+ .*login --user NAME\n$/);
  expect(server.log.at(-1)).toMatchObject({ route: '/sales/v1/', status: 401, user: null });
  const document = JSON.parse((await line.run(['ping', '--json', ...flags])).stdout);
  expect(document).toMatchObject({ schema: 'sales.ping/1', user: null, failedLayer: null, tls: { version: 'TLSv1.3' } });
});

it('a layer that fails is named, as with a user', async () => {
  const untrusted = await line.run(['ping', '--url', server.url]);
  expect([untrusted.exit, untrusted.stderr]).toEqual([3, expect.stringContaining('TLS failed')]);
  const closed = await line.run(['ping', '--url', 'https://127.0.0.1:9']);
  expect([closed.exit, closed.stderr]).toEqual([6, expect.stringContaining('TCP failed')]);
});

it('doctor does the same, and warns that the log-in was not tried', async () => {
  const { stdout } = await line.run(['doctor', '--json', ...flags]);
  const found = Object.fromEntries(JSON.parse(stdout).findings.map(({ check, state }: { check: string; state: string }) => [check, state]));
  expect(found).toMatchObject({ DNS: 'ok', TCP: 'ok', TLS: 'ok', 'log-in': 'warning' });
});

it('without a server there is nothing to test', async () => {
  const { exit, stderr } = await line.run(['ping']);
  expect([exit, stderr]).toEqual([2, expect.stringContaining('No server is given')]);
});
