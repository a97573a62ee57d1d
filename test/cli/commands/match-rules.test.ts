/** `sales match rules` against the real server: shown, checked, replaced, and not over somebody else's change. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
let server: TestServer;
const admin = adminOn(line, () => server);
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  env = { SALES_URL: server.url, SALES_USER: 'boss', SALES_PASSWORD: password, SALES_CA_FILE: line.file('ca.pem', server.ca) };
  await admin('user', 'add', 'boss', '--password-stdin', '--role', 'Admin', '--tenant', 'Default');
  await admin('user', 'add', 'till', '--password-stdin', '--role', 'API', '--tenant', 'Default');
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

/** The folder's name stands as FOLDER. */
async function rules(...argv: string[]) {
  const { exit, stdout, stderr } = await line.run(['match', 'rules', ...argv], { env });
  const clean = (text: string) => text.replaceAll(line.folder, 'FOLDER').replaceAll(new URL(server.url).host, 'HOST');
  return { exit, stdout: clean(stdout), stderr: clean(stderr) };
}

describe('sales match rules', () => {
  it('shows the rules that work at once', async () => {
    expect(await rules()).toMatchSnapshot();
    expect((await rules('show')).stdout).toBe((await rules()).stdout);
  });

  it('takes back what it has shown: what nobody has changed stays as it works at once', async () => {
    const shown = await rules('show', '--json');
    const file = line.file('rules.json', shown.stdout);
    const document = JSON.parse(shown.stdout);
    document.settings.waitDays = 7;
    document.settings.terminals = { '0022594314': '22594314' };
    document.settings.accounts = [{ acquirerId: 'ACQ-ONE', waitDays: 2, near: [-3, 0] }];
    writeFileSync(file, JSON.stringify(document));
    expect(await rules('set', file, '--dry-run')).toMatchSnapshot('dry run');
    expect(JSON.parse((await rules('--json')).stdout).settings.version).toBe(0);
    expect(await rules('set', file)).toMatchSnapshot('set');
    expect((await rules()).stdout.split('\n').slice(-6)).toMatchSnapshot('shown');
    // The file says of which version it was.
    expect(await rules('set', file)).toMatchSnapshot('once more');
  });

  it('takes rules of one’s own, and says what is wrong with them by their places', async () => {
    const { settings } = JSON.parse((await rules('--json')).stdout);
    const [first] = settings.rules;
    const terminal = { name: 'terminal', keys: ['terminalId'], ways: ['Equal'], within: 'PT2M', outcome: 'Match' };
    const file = line.file('own.json', JSON.stringify({ rules: [first, terminal] }));
    expect(await rules('set', file)).toMatchSnapshot('without identifiers');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"outcome":"Match"}]', '"outcome":"Propose"}]'));
    const set = await rules('set', file, '--json');
    expect([set.exit, JSON.parse(set.stdout).settings]).toMatchObject([0, { version: 2, ownRules: true, waitDays: 5 }]);
    expect(await rules()).toMatchSnapshot('own');
  });

  it('needs the role Admin', async () => {
    const { exit, stderr } = await line.run(['match', 'rules'], { env: { ...env, SALES_USER: 'till' } });
    expect(exit).toBe(3);
    expect(stderr).toMatch(/lacks the role that this needs: Admin[\s\S]*sales admin user grant/);
  });
});
