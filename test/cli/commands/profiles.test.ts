/** Profiles: listed, chosen, renamed and removed; and every command that is printed names the one that was used. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { json, type StubServer } from '../../client/stub-server.js';
import { type CommandLine, password } from '../command-line.js';
import { onStub } from '../on-stub.js';

let line: CommandLine;
let stub: StubServer;
onStub((on, own) => {
  stub = on;
  line = own;
  stub.answer = (request) => json(request, 200, '');
});

const bare = { SALES_URL: '', SALES_USER: '', SALES_CA_FILE: '', SALES_PASSWORD: '' };
const run = (...argv: string[]) => line.run(argv, { env: bare });
const login = (...argv: string[]) =>
  line.run([...argv, 'login', '--url', stub.url, '--user', 'api', '--ca-file', join(line.folder, 'ca.pem')], {
    env: { ...bare, SALES_PASSWORD: password },
  });
const settings = (file: string) => readFileSync(join(line.folder, 'config', file), 'utf8');

beforeEach(async () => {
  await login();
  await login('-p', 'zh shop');
});

it('login names the profile in the next step, where it is not the default one', async () => {
  expect((await login()).stderr).toMatch(/Next: {3}sales upload FILE\n/);
  expect((await login('-p', 'zh shop')).stderr).toMatch(/Next: {3}sales -p 'zh shop' upload FILE\n/);
});

it('are listed with server, user, tenant and which is the default', async () => {
  const { stdout } = await run('profiles');
  expect(stdout).toMatch(/^profile +default +user +server +tenant +password\n/);
  expect(stdout).toMatch(/\ndefault +yes +api +https:\/\/HOST\/ +stored\nzh shop +api +https:\/\/HOST\/ +stored\n$/);
  const document = JSON.parse((await run('profiles', '--json')).stdout);
  expect(document.profiles.map(({ name, default: used }: { name: string; default: boolean }) => [name, used])).toEqual([
    ['default', true],
    ['zh shop', false],
  ]);
});

it('use makes one the default, also for what is remembered of files', async () => {
  expect(await run('profiles', 'use', 'zh shop')).toMatchObject({ exit: 0 });
  expect((await run('whoami')).stdout).toContain('profile "zh shop"');
  expect((await login('-p', 'zh shop')).stderr).toMatch(/Next: {3}sales upload FILE\n/);
  const till = line.file('till.csv', 'Datum;Total;Summe;Beleg\n2026-11-01T10:00:00Z;1,50;1,40;7\n');
  stub.answer = (request) => json(request, 200, request.method === 'POST' ? { uploadId: '01a1fc68-12f0-7003-8d0f-000000000001' } : '');
  await run('upload', till, '--set', 'amount=Total', '--const', 'currency=CHF', '--no-wait');
  expect(JSON.parse(settings('mappings.json')).mappings).toMatchObject([{ profile: 'zh shop' }]);
  writeFileSync(
    join(line.folder, 'config', 'shown-rows.json'),
    JSON.stringify({ schema: 'sales.shownRows/1', rows: { 'zh shop': ['id'] } }),
  );
  await run('profiles', 'rename', 'zh shop', 'zurich');
  expect(JSON.parse(settings('shown-rows.json')).rows).toEqual({ zurich: ['id'] });
  expect(JSON.parse(settings('mappings.json')).mappings).toMatchObject([{ profile: 'zurich' }]);
  expect((await run('whoami')).stdout).toContain('profile "zurich"');
  await run('profiles', 'remove', 'zurich');
  expect(JSON.parse(settings('mappings.json')).mappings).toEqual([]);
  expect(JSON.parse(settings('shown-rows.json')).rows).toEqual({});
});

it('rename keeps the default, and takes no name that is taken', async () => {
  expect(await run('profiles', 'rename', 'default', 'bern')).toMatchObject({ exit: 0 });
  expect((await run('whoami')).stdout).toContain('profile "bern"');
  const taken = await run('profiles', 'rename', 'bern', 'zh shop');
  expect(taken.exit).toBe(2);
  expect(taken.stderr).toContain("sales profiles remove 'zh shop'");
});

it('remove forgets the password with the last profile that uses it', async () => {
  expect((await run('profiles', 'remove', 'zh shop')).stderr).not.toContain('password');
  expect(settings('credentials.json')).toContain(password);
  expect((await run('profiles', 'remove', 'default')).stderr).toContain('its password forgotten');
  expect(settings('credentials.json')).not.toContain(password);
  expect(await run('profiles')).toMatchObject({ exit: 0, stdout: '' });
});

it.each([['logout'], ['list'], ['upload', 'x.csv'], ['ping']])(
  '%s with a profile that is not there says so, and names near ones',
  async (...argv) => {
    const { exit, stderr } = await run('-p', 'zh shap', ...argv);
    expect(exit).toBe(2);
    expect(stderr).toBe(
      'error: There is no profile "zh shap".\n  Did you mean "zh shop"? sales profiles lists them; to make it:   sales -p \'zh shap\' login --url https://HOST --user NAME\n',
    );
  },
);

const unknown = '01a1fc68-12f0-7003-8d0f-000000000009';
it.each([
  [['get', unknown], 'list'],
  [['status', unknown], 'uploads'],
  [['status'], 'status UPLOAD_ID'],
  [['uploads', 'show', 'ffffffff'], 'uploads'],
  [['config', 'get', 'tenant'], 'config set tenant VALUE'],
])('%j: the command that it names is for the profile, and can be pasted', async (argv, command) => {
  stub.answer = (request) => json(request, 404, { title: 'Not found.' });
  const { stderr } = await run('-p', 'zh shop', ...argv);
  expect(stderr).toContain(`sales -p 'zh shop' ${command}`);
  expect(stderr.replaceAll("sales -p 'zh shop' ", '')).not.toMatch(/sales (?:list|uploads|status|config|ping)/);
});
