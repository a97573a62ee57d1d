/** `sales admin` as a person sees it, on a data directory of its own. What a running server makes of it: test/server/administration. */
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultImportConfiguration as importConfiguration } from '../../../src/importing/rules.js';
import { Database } from '../../../src/store/sqlite/database/engine.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { type CommandLine, type Options, openCommandLine, type Seen } from '../command-line.js';

const nowMs = Date.parse('2026-11-21T10:00:00Z');
const ids = {
  customer: '11111111-1111-4111-8111-111111111111',
  tenant: '22222222-2222-4222-8222-222222222222',
  unit: '33333333-3333-4333-8333-333333333333',
};

let line: CommandLine;
let directory: string;

beforeEach(async () => {
  line = openCommandLine(null);
  directory = join(line.folder, 'sales-data');
  mkdirSync(directory);
  const store = openSqliteStore({ directory, now: () => new Date(nowMs) });
  await store.setUp({ customerName: 'Default', tenantName: 'Default', importConfiguration, userName: 'api', passwordHash: 'h' });
  await store.close();
});
afterEach(() => line.remove());

/** What was seen, with ids that are made anew and hashes replaced. */
async function admin(argv: string[], options: Options = {}): Promise<Seen> {
  const { exit, stdout, stderr } = await line.run(['admin', ...argv], { nowMs, ...options });
  const clean = (text: string) =>
    text
      .replace(
        /\b(?!(?:1111|2222|3333))[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
        'ID----------------------------------',
      )
      .replace(/\b[0-9a-f]{64}\b/g, 'HASH');
  return { exit, stdout: clean(stdout), stderr: clean(stderr) };
}

/** Without looking at what it prints. */
async function done(...argv: string[]): Promise<void> {
  expect(await admin(argv, { stdin: 'a good password' })).toMatchObject({ exit: 0 });
}

async function sample(): Promise<void> {
  await done('customer', 'add', 'Bäckerei Müller', '--id', ids.customer);
  await done('tenant', 'add', 'Shops', '--customer', 'Bäckerei Müller', '--id', ids.tenant);
  await done('unit', 'add', 'Zürich', '--tenant', 'Shops', '--location', 'Z1', '--location', 'Z2', '--id', ids.unit);
  await done('unit', 'add', 'Bahnhof', '--tenant', 'Shops', '--parent', 'Zürich', '--terminal', 'T-1');
  await done('user', 'add', 'ann', '--unit', 'Bahnhof', '--password-stdin');
}

it('a unit that is added or changed is shown as lists show it', async () => {
  await sample();
  const { units } = JSON.parse((await admin(['unit', 'list', '--json'])).stdout);
  const { unit } = JSON.parse((await admin(['unit', 'set', ids.unit, '--top', '--json'])).stdout);
  expect(unit).toEqual(units[0]);
});

it('a date that is none is told with its flag', async () => {
  const { exit, stderr } = await admin(['audit', 'list', '--from', 'gestern']);
  expect([exit, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining('--from gestern is not usable. It must be today')]);
});

describe('lists', () => {
  it('are tables', async () => {
    await sample();
    for (const noun of ['customer', 'tenant', 'unit', 'user']) expect(await admin([noun, 'list'])).toMatchSnapshot(noun);
    expect(await admin(['audit', 'list', '--limit', '3'])).toMatchSnapshot('audit');
  });

  it('are one document with --json', async () => {
    await sample();
    for (const noun of ['customer', 'tenant', 'unit', 'user']) {
      const { exit, stdout, stderr } = await admin([noun, 'list', '--json']);
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
      expect(JSON.parse(stdout)).toMatchSnapshot(noun);
    }
    expect(JSON.parse((await admin(['audit', 'list', '--json', '--limit', '1'])).stdout)).toMatchSnapshot('audit');
  });

  it('can be narrowed', async () => {
    await sample();
    expect((await admin(['tenant', 'list', '--customer', 'Default'])).stdout).not.toContain('Shops');
    expect((await admin(['unit', 'list', '--tenant', 'Default', '--json'])).stdout).toContain('"units":[]');
    expect((await admin(['audit', 'list', '--from', '2026-11-22', '--json'])).stdout).toContain('"rows":[]');
    expect((await admin(['audit', 'list', '--to', 'today', '--json'])).stdout).toContain('user.add');
  });

  it('name the tenant of a unit, and the customer of a tenant, where others have the same name', async () => {
    await sample();
    const grantsOfAnn = async () => {
      const { users } = JSON.parse((await admin(['user', 'list', '--json'])).stdout);
      const { grants } = users.find(({ name }: { name: string }) => name === 'ann');
      const table = (await admin(['user', 'list'])).stdout;
      return { of: grants.map(({ of }: { of: string | null }) => of), shown: /^ann .*enabled {2}(.*?) {2}/m.exec(table)?.[1] };
    };
    await done('user', 'grant', 'ann', '--tenant', ids.tenant);
    expect(await grantsOfAnn()).toEqual({ of: [null, null], shown: 'tenant Shops, unit Bahnhof' });
    await done('tenant', 'add', 'Shops', '--customer', 'Default');
    await done('unit', 'add', 'Bahnhof', '--tenant', 'Default');
    expect(await grantsOfAnn()).toEqual({
      of: ['Bäckerei Müller', 'Shops'],
      shown: 'tenant Shops of customer Bäckerei Müller, unit Bahnhof of tenant Shops',
    });
  });

  it('show what names say as text', async () => {
    const db = new Database(join(directory, 'sales.db'));
    db.prepare("UPDATE customer SET name = 'a\u001b[31mred'").run();
    db.close();
    expect((await admin(['customer', 'list'])).stdout).toContain('a\\u001b[31mred');
  });
});

describe('what is changed', () => {
  it('is said, with the next step', async () => {
    expect(await admin(['customer', 'add', 'A', '--id', ids.customer])).toMatchSnapshot();
    expect(await admin(['tenant', 'add', 'T', '--customer', 'A', '--id', ids.tenant, '--json'])).toMatchSnapshot();
    expect(await admin(['unit', 'add', 'U', '--tenant', 'T', '--id', ids.unit])).toMatchSnapshot();
    expect(await admin(['unit', 'set', 'U', '--name', 'U2', '--add-terminal', 'T-9'])).toMatchSnapshot();
    expect(await admin(['customer', 'rename', 'A', 'B'])).toMatchSnapshot();
    expect(await admin(['user', 'grant', 'api', '--role', 'Admin', '--unit', 'U2', '--customer', ids.customer])).toMatchSnapshot();
    expect(await admin(['user', 'revoke', 'api', '--unit', 'U2'])).toMatchSnapshot();
    expect(await admin(['user', 'disable', 'api'])).toMatchSnapshot();
    expect(await admin(['user', 'enable', 'api', '--json'])).toMatchSnapshot();
  });

  it('says the next step, and what else helps, for the data that it was about', async () => {
    renameSync(directory, join(line.folder, "Ann's data"));
    const there = async (...argv: string[]) => (await admin(['--data', "Ann's data", ...argv], { stdin: 'a good password' })).stderr;
    const again = String.raw`sales admin --data 'Ann'\''s data'`;
    expect(await there('customer', 'add', 'A', '--id', ids.customer)).toContain(`${again} tenant add NAME --customer ${ids.customer}`);
    expect(await there('tenant', 'add', 'My T', '--customer', 'A', '--id', ids.tenant)).toContain(
      `${again} user add NAME --tenant ${ids.tenant}`,
    );
    expect(await there('unit', 'add', 'U', '--tenant', 'My T', '--id', ids.unit)).toContain(`${again} user grant NAME --unit ${ids.unit}`);
    expect(await there('user', 'add', 'ann b', '--password-stdin')).toContain(`${again} user grant 'ann b' --tenant TENANT`);
    expect(await there('tenant', 'list', '--customer', 'Nobody')).toContain(`${again} customer list`);
    expect(await there('customer', 'remove', 'A', '--yes')).toContain(`${again} tenant remove`);
    expect(await there('import-config', 'add', 'x', 'y', '--tenant', 'My T')).toContain(`${again} import-config show NAME prints`);
  });

  it('prints the id alone on standard output, for scripts', async () => {
    expect((await admin(['customer', 'add', 'A', '--id', ids.customer])).stdout).toBe(`${ids.customer}\n`);
    expect((await line.run(['admin', 'tenant', 'add', 'T', '--customer', 'A'])).stdout).toMatch(/^[0-9a-f-]{36}\n$/);
  });

  it('comes from the command line, not from variables that are there for other commands', async () => {
    const env = { SALES_TENANT: ids.tenant, SALES_CUSTOMER: ids.customer, SALES_USER: 'x', SALES_PASSWORD: 'y', SALES_ROLE: 'Admin' };
    const { exit, stdout } = await admin(['user', 'add', 'ann', '--generate-password', '--json'], { env });
    expect(exit).toBe(0);
    expect(JSON.parse(stdout).user).toMatchObject({ roles: ['API'], grants: [] });
    expect((await admin(['customer', 'list'], { env: { SALES_DATA: 'elsewhere' } })).stderr).toContain('FOLDER/elsewhere');
    // As a script gives it whose variable was never set; it would be the current directory.
    const unset = await admin(['customer', 'list', '--data', '']);
    expect([unset.exit, unset.stderr]).toEqual([2, expect.stringContaining('It must name a directory')]);
  });

  it('is in the trail under the name of who did it', async () => {
    await done('customer', 'add', 'A');
    const { stdout } = await admin(['audit', 'list', '--json'], {});
    expect(JSON.parse(stdout).rows.at(-1)).toMatchObject({ actor: 'local:tester', action: 'customer.add', details: { name: 'A' } });
    await admin(['customer', 'add', 'B'], { env: { SUDO_USER: 'ann' } });
    expect((await admin(['audit', 'list', '--limit', '1'])).stdout).toContain('"sudoUser":"ann"');
  });
});

describe('passwords', () => {
  const hashOf = (name: string) => {
    const db = new Database(join(directory, 'sales.db'), { readonly: true });
    const hash = db.prepare('SELECT password_hash FROM app_user WHERE name = ?').pluck().get(name) as string;
    db.close();
    return hash;
  };

  it('that are made are the one thing on standard output', async () => {
    const { stdout, stderr } = await admin(['user', 'add', 'ann', '--generate-password']);
    expect(stdout).toMatch(/^[\w-]{24}\n$/);
    expect(stderr).not.toContain(stdout.trim());
    const { passwordHasher } = await import('../../../src/server/access/password.js');
    expect(await passwordHasher().verify(stdout.trim(), hashOf('ann'))).toBe(true);
    const again = JSON.parse((await admin(['user', 'passwd', 'ann', '--generate-password', '--json'])).stdout);
    expect(again).toMatchObject({ schema: 'sales.admin.user/1', password: expect.not.stringContaining(stdout.trim()) as string });
    expect(await passwordHasher().verify(again.password, hashOf('ann'))).toBe(true);
  });

  it('that are given are shown nowhere, and kept nowhere', async () => {
    const secret = 'a-secret-that-nobody-may-see';
    const seen = [
      await admin(['user', 'add', 'ann', '--password-stdin', '--debug'], { stdin: `${secret}\n` }),
      await admin(['user', 'passwd', 'ann', '--password-stdin', '--json', '--debug'], { stdin: secret }),
      await admin(['audit', 'list']),
    ];
    expect(seen.map(({ exit }) => exit)).toEqual([0, 0, 0]);
    expect(JSON.stringify(seen)).not.toContain(secret);
    const db = new Database(join(directory, 'sales.db'), { readonly: true });
    expect(db.serialize().includes(secret)).toBe(false);
    db.close();
  });

  it('that come from an editor on Windows are those that somebody types', async () => {
    const { passwordHasher } = await import('../../../src/server/access/password.js');
    for (const argv of [
      ['user', 'add', 'ann'],
      ['user', 'passwd', 'ann'],
    ]) {
      expect(await admin([...argv, '--password-stdin'], { stdin: '\ufeffgrün und blau\r\n' })).toMatchObject({ exit: 0 });
      expect(await passwordHasher().verify('grün und blau', hashOf('ann'))).toBe(true);
    }
  });

  it('that are not UTF-8 are refused, and not shown', async () => {
    const stdin = Buffer.from('grün und blau\n', 'latin1');
    const { exit, stderr } = await admin(['user', 'add', 'ann', '--password-stdin', '--debug'], { stdin });
    expect([exit, stderr]).toEqual([2, expect.stringContaining('--password-stdin gave a password that is not UTF-8.')]);
    expect(stderr).not.toMatch(/gr.{1,3}n und blau|0x|<Buffer/);
    expect((await admin(['user', 'list'])).stdout).not.toContain('ann');
  });

  it.each([
    [['user', 'add', 'ann'], '', 'There is no password for "ann"'],
    [['user', 'add', 'ann', '--password-stdin'], '', 'empty password'],
    [['user', 'add', 'ann', '--password-stdin'], 'a\tb', 'cannot be used'],
    [['user', 'add', 'ann', '--password-stdin'], 'x'.repeat(513), 'cannot be used'],
    [['user', 'add', 'ann', '--password-stdin', '--generate-password'], 'x', 'cannot be used with'],
    [['user', 'add', 'ann', '--password', 'x'], '', 'unknown option'],
  ])('%j with %j: exit 2, and nobody is added', async (argv, stdin, text) => {
    const { exit, stdout, stderr } = await admin(argv, { stdin });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain(text);
    expect((await admin(['user', 'list'])).stdout).not.toContain('ann');
  });
});

describe('removing', () => {
  it('wants --yes where nobody can be asked, and says what goes with it', async () => {
    await sample();
    expect(await admin(['tenant', 'remove', 'Shops'])).toMatchSnapshot();
    expect(await admin(['tenant', 'remove', 'Shops', '--yes'])).toMatchSnapshot();
    expect(await admin(['user', 'remove', 'ann', '--yes', '--json'])).toMatchSnapshot();
    expect((await admin(['tenant', 'list'])).stdout).not.toContain('Shops');
  });
});

describe('errors help', () => {
  it.each<[string[], number, string[]]>([
    [['user', 'disable', 'apo'], 9, ['There is no user "apo"', 'Similar: api']],
    [['tenant', 'add', 'T', '--customer', 'Nobody'], 9, ['There is no customer "Nobody"', 'sales admin customer list']],
    [['customer', 'add', 'default'], 2, ['The customer "Default" exists already']],
    [['import-config', 'add', 'default', '--tenant', 'Default'], 2, ['The import configuration "Default" exists already']],
    [['customer', 'add', ' '], 2, ['must not begin or end with a space']],
    [['user', 'add', 'a:b', '--generate-password'], 2, ['colon']],
    [['user', 'add', 'Server', '--generate-password'], 2, ['must not be "Server"', 'the audit trail']],
    [['tenant', 'add', 'T'], 2, ["required option '--customer <customer>'"]],
    [['user', 'grant', 'api'], 2, ['nothing to grant', '--role']],
    [['user', 'grant', 'api', '--role', 'Root'], 2, ['API, Clerk, Reader, Admin']],
    [['unit', 'set', 'x'], 2, ['No change was given']],
    [['audit', 'list', '--limit', '0'], 2, ['whole number']],
    [['audit', 'list', '--from', 'soon'], 2, ['today, yesterday']],
    [['audit', 'verify', '--kept', 'x'], 2, ['audit verify']],
    [['user', 'lst'], 2, ["unknown command 'lst'", 'Did you mean list?']],
    [['user', 'list', '--data', 'nowhere'], 2, ['There is no database in FOLDER/nowhere', 'sales serve --data FOLDER/nowhere']],
    [['user', 'list', '--data', 'no data'], 2, ['There is no database in FOLDER/no data', "sales serve --data 'FOLDER/no data'"]],
  ])('%j', async (argv, exit, texts) => {
    const seen = await admin(argv);
    expect([seen.exit, seen.stdout]).toEqual([exit, '']);
    for (const text of texts) expect(seen.stderr).toContain(text);
    expect(seen.stderr).not.toMatch(/\n\s+at /);
  });

  it('a name that two tenants have lists both ids', async () => {
    await sample();
    await done('tenant', 'add', 'Shops', '--customer', 'Default');
    expect(await admin(['unit', 'list', '--tenant', 'Shops'])).toMatchSnapshot();
    const { stderr } = await admin(['unit', 'list', '--tenant', 'Shops', '--json']);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'usage',
      exit: 2,
      details: [expect.stringContaining(ids.tenant), expect.anything()],
    });
  });

  it('the flags of a server are unknown here, and admin can be the name of a user elsewhere', async () => {
    const { stderr } = await admin(['user', 'list', '--url', 'https://x']);
    expect(stderr).toMatch(/unknown option '--url'\n\s+sales admin user list --help/);
    // A folder that has the name of another command.
    const misread = await line.run(['admin', '--data', 'audit', 'tenant', 'list', '--url', 'https://x']);
    expect(misread.stderr).toMatch(/unknown option '--url'\n\s+sales admin tenant list --help/);
    // A flag of all commands.
    expect((await admin(['user', 'list', '--progress', 'fancy'])).stderr).toMatch(/--progress.*\n\s+sales admin user list --help/);
    // A folder, or a user, may be called as a command is.
    expect((await admin(['--data', 'user', 'audit', 'list', '--progress', 'fancy'])).stderr).toContain('sales admin audit list --help');
    expect((await line.run(['--user', 'admin', 'list', '--progress', 'fancy'])).stderr).toMatch(/\n\s+sales list --help/);
    expect((await line.run(['--profile=list', 'upload', '--progress', 'fancy'])).stderr).toMatch(/\n\s+sales -p list upload --help/);
    expect((await line.run(['--user', 'admin', 'list'])).stderr).toContain('No server is given');
  });
});

describe('audit verify', () => {
  it('prints the head; with a head of before it sees that the end was cut off', async () => {
    await done('customer', 'add', 'A');
    await done('customer', 'add', 'B');
    const { stdout } = await line.run(['admin', 'audit', 'verify']);
    expect(stdout).toMatch(/^3:[0-9a-f]{64}\n$/);
    const db = new Database(join(directory, 'sales.db'));
    db.exec('DELETE FROM audit WHERE audit_key = 3');
    expect((await admin(['audit', 'verify'])).exit).toBe(0);
    expect(await admin(['audit', 'verify', '--kept', stdout.trim()])).toMatchSnapshot();
    db.exec("UPDATE audit SET actor = 'nobody' WHERE audit_key = 2");
    db.close();
    expect(await admin(['audit', 'verify'])).toMatchSnapshot();
    const broken = await admin(['audit', 'verify', '--json']);
    expect(broken.exit).toBe(12);
    expect(JSON.parse(broken.stdout)).toMatchObject({ schema: 'sales.admin.audit-check/1', ok: false, broken: { key: 2 } });
  });
});
