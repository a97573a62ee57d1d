/** Which rows the server is not going to import, as `check` and `upload` tell it by the rules of the tenant: on the real server. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { type CommandLine, openCommandLine } from '../command-line.js';

let server: TestServer;
let line: CommandLine;
let strict: string;
const admins = openCommandLine(null);
const admin = adminOn(admins, () => server);

const now = new Date().toISOString();
const header = 'transactionReference,amount,currency,transactionDate,terminalId';
const rows = `${header}\nR1,5,CHF,${now},T1\nR2,0.50,CHF,${now},T1\nR3,7,CHF,${now},\nR4,8,CHF,2020-01-01T10:00:00Z,T1\nR5,9,,${now},T1\n`;

beforeAll(async () => {
  server = await startTestServer();
  const settings = ['requiredFields=amount,terminalId', 'amountMin=1', 'transactionAgeDaysMax=30'];
  strict = await admin('import-config', 'add', 'Strict', '--tenant', 'Default', ...settings);
  await admin('tenant', 'add', 'Second', '--customer', 'Default');
  await admin('user', 'add', 'stranger', '--password-stdin', '--role', 'API', '--tenant', 'Second');
});
beforeEach(() => {
  line = openCommandLine(null);
  return () => line.remove();
});
afterAll(async () => {
  await server.stop();
  admins.remove();
});

const as = (user: string, secret = password) => ({
  env: { SALES_URL: server.url, SALES_USER: user, SALES_PASSWORD: secret, SALES_CA_FILE: line.file('ca.pem', server.ca) },
});
const seen = async (argv: string[], env = {}) => {
  const { exit, stdout, stderr } = await line.run([...argv, '--json', '--no-remember', line.file('a.csv', rows)], env);
  const { incompleteRows, rows: counted, input, errors } = JSON.parse(stdout);
  return { exit, stderr, incompleteRows, rows: counted, rules: input?.importRules, errors };
};
const byTenant = { rows: 3, firstLine: 3, fields: ['amount', 'terminalId', 'transactionDate'], rules: 'Strict' };
const byDefault = { rows: 1, firstLine: 6, fields: ['currency'], rules: null };

describe('the rules of the tenant', () => {
  it('are those of the configuration that is named, in check and upload', async () => {
    const named = ['--import-configuration', strict];
    expect(await seen(['check', ...named], as('api'))).toMatchObject({ exit: 0, incompleteRows: byTenant, rules: 'Strict' });
    const { stderr } = await line.run(['check', ...named, line.file('a.csv', rows)], as('api'));
    expect(stderr).toContain('Held to the rules of the server\'s import configuration "Strict"');
    expect(stderr).toContain(
      'Rows are against the rules of the import configuration Strict, and will not be imported: amount, terminalId and transactionDate. Rows: 3, the first in line 3.',
    );
    const sent = await seen(['upload', ...named], as('api'));
    expect(sent).toMatchObject({ exit: 8, incompleteRows: byTenant, rows: { accepted: 5 } });
  });

  it('say of each row what the import then says of it', async () => {
    const upload = await line.run(
      ['upload', '--json', '--no-remember', '--import-configuration', strict, line.file('b.csv', rows.replaceAll(/^R/gm, 'S'))],
      as('api'),
    );
    const [{ errors }] = JSON.parse(upload.stdout).uploads;
    expect(errors.map(String)).toEqual([
      expect.stringMatching(/line 3|transactions\[1\]/),
      expect.stringMatching(/line 4|transactions\[2\]/),
      expect.stringMatching(/line 5|transactions\[3\]/),
    ]);
    const check = await seen(['check', '--strict', '--import-configuration', strict], as('api'));
    expect(check.errors.map((error: { line: number; code: string; field: string }) => [error.line, error.code, error.field])).toEqual([
      [3, 'NOT_IMPORTED', 'amount'],
      [4, 'FIELD_REQUIRED', 'terminalId'],
      [5, 'NOT_IMPORTED', 'transactionDate'],
    ]);
    expect(check.errors[0].message).toContain('amount is less than 1, the least accepted by the import configuration "Strict"');
  });

  it('hold with --strict: nothing is sent', async () => {
    const file = line.file('c.csv', rows.replaceAll(/^R/gm, 'T'));
    const strictly = ['upload', '--strict', '--json', '--no-remember', '--import-configuration', strict, file];
    const { exit, stdout } = await line.run(strictly, as('api'));
    expect([exit, JSON.parse(stdout).rows]).toMatchObject([4, { read: 5, rejected: 3, accepted: 0 }]);
  });

  it('are the default ones of the tenant where none is named', async () => {
    expect(await seen(['check'], as('api'))).toMatchObject({ incompleteRows: { ...byDefault, rules: 'Default' }, rules: 'Default' });
  });

  it('are never shown to another tenant', async () => {
    const other = await seen(['check', '--import-configuration', strict], as('stranger'));
    expect(other).toMatchObject({ exit: 0, incompleteRows: byDefault, rules: null });
    expect(JSON.stringify(other)).not.toContain('Strict');
  });
});

describe('the default rules hold', () => {
  it('where nobody is logged in, the log-in is refused, or there is no server; check never fails for it', async () => {
    const before = server.log.length;
    expect(await seen(['check'])).toMatchObject({ exit: 0, incompleteRows: byDefault, rules: null });
    const { SALES_PASSWORD: _, ...withoutPassword } = as('api').env;
    expect(await seen(['check'], { env: withoutPassword })).toMatchObject({ exit: 0, rules: null });
    expect(server.log.length).toBe(before);
    expect(await seen(['check'], as('api', 'wrong'))).toMatchObject({ exit: 0, incompleteRows: byDefault, rules: null });
    expect(server.log.length).toBe(before + 1);
    const nowhere = { env: { ...as('api').env, SALES_URL: 'https://127.0.0.1:1' } };
    expect(await seen(['check'], nowhere)).toMatchObject({ exit: 0, stderr: '', rules: null });
  });

  it('where no profile can be read, a password would have to be typed, or its file is not there', async () => {
    const { SALES_PASSWORD: _, ...withoutPassword } = as('api').env;
    const typed = await line.run(['check', line.file('a.csv', rows)], { env: withoutPassword, terminal: true, stdin: 'x\n' });
    expect([typed.exit, typed.stderr]).toEqual([0, expect.not.stringContaining('Password of')]);
    expect((await seen(['check', '--password-file', '/nowhere/at/all'], { env: withoutPassword })).exit).toBe(0);
  });
});
