/** `sales match settings` against the real server: shown, checked, replaced, and not over somebody else's change. */
import { writeFileSync } from 'node:fs';
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
async function settings(...argv: string[]) {
  const { exit, stdout, stderr } = await line.run(['match', 'settings', ...argv], { env });
  const clean = (text: string) => text.replaceAll(line.folder, 'FOLDER').replaceAll(new URL(server.url).host, 'HOST');
  return { exit, stdout: clean(stdout), stderr: clean(stderr) };
}

describe('sales match settings', () => {
  it('shows what nobody has changed in a few lines', async () => {
    expect(await settings()).toMatchSnapshot();
    expect((await settings('show')).stdout).toBe((await settings()).stdout);
  });

  it('takes back what it has shown', async () => {
    const shown = await settings('show', '--json');
    const file = line.file('settings.json', shown.stdout);
    const document = JSON.parse(shown.stdout);
    document.settings.waitDays = 7;
    document.settings.near = [-1, 20];
    document.settings.names.terminals = { '0022594314': '22594314' };
    document.settings.names.accounts = { ONE: 'ACQ-ONE' };
    document.settings.accounts = [{ acquirerId: 'ACQ-ONE', waitDays: 2, near: [-3, 0] }];
    document.settings.notByCard = ['Bar', 'Gutschein'];
    document.settings.numbers = { counter: 'narrows' };
    document.settings.book = ['terminal-and-moment'];
    writeFileSync(file, JSON.stringify(document));
    expect(await settings('set', file, '--dry-run')).toMatchSnapshot('dry run');
    expect(JSON.parse((await settings('--json')).stdout).settings.version).toBe(0);
    expect(await settings('set', file)).toMatchSnapshot('set');
    expect((await settings()).stdout).toMatchSnapshot('shown');
    const { version: _, ...wanted } = document.settings;
    expect(JSON.parse((await settings('--json')).stdout).settings).toEqual({ version: 1, ...wanted });
    // The file says of which version it was.
    expect(await settings('set', file)).toMatchSnapshot('once more');
  });

  it('needs only what is to be different, and nothing at all for what every tenant has', async () => {
    const file = line.file('own.json', '{"book": ["card-and-day"]}');
    const set = await settings('set', file, '--json');
    expect([set.exit, JSON.parse(set.stdout).settings]).toMatchObject([
      0,
      { version: 2, waitDays: null, near: [-5, 35], book: ['card-and-day'] },
    ]);
    writeFileSync(file, '{}');
    expect(JSON.parse((await settings('set', file, '--json')).stdout).settings).toMatchObject({ version: 3, book: [] });
  });

  it('says of the document that went before where everything is now', async () => {
    const rules = [{ name: 'reference', keys: ['transactionReference'], ways: ['Equal'], within: 'P30D', outcome: 'Match' }];
    const before = { version: 3, ownRules: true, waitDays: 5, terminals: {}, brands: {}, refundTypes: [], rules };
    const file = line.file('rules.json', JSON.stringify({ schema: 'sales.rules/1', settings: before }));
    expect(await settings('set', file)).toMatchSnapshot();
    expect((await settings('set', file, '--dry-run')).exit).toBe(4);
  });

  it('needs the role Admin', async () => {
    const { exit, stderr } = await line.run(['match', 'settings'], { env: { ...env, SALES_USER: 'till' } });
    expect(exit).toBe(3);
    expect(stderr).toMatch(/lacks the role that this needs: Admin[\s\S]*sales admin user grant/);
  });
});
