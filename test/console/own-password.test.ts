/** The own password, on the built server: by Basic and from the console, as the command line changes it, and what ends with the old one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCommandLine } from '../cli/command-line.js';
import { password, send } from '../support/test-server.js';
import { type FileServer, startFileServer } from './file-server.js';

const line = openCommandLine(null);
const path = '/history/v1/access/password';
let server: FileServer;

beforeAll(async () => {
  server = await startFileServer();
});
afterAll(async () => {
  await server.stop();
  expect(server.errors()).toBe('');
  server.remove();
  line.remove();
});

const admin = async (...argv: string[]) => {
  const { exit, stderr, stdout } = await line.run(['admin', '--data', server.directory, ...argv], { stdin: `${password}\n` });
  if (exit !== 0) throw new Error(stderr);
  return stdout;
};
const addUser = (name: string, role: string) => admin('user', 'add', name, '--password-stdin', '--role', role, '--tenant', 'Default');
const change = (user: string, secret: string, body: object) =>
  send(server.url(), server.ca(), path, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    login: `${user}:${secret}`,
  });
const access = async (user: string, secret: string) =>
  (await send(server.url(), server.ca(), '/history/v1/access', { login: `${user}:${secret}` })).status;

it('takes the old password, whatever the role; the old one and other log-ins of browsers end, and the trail has it', async () => {
  await addUser('reader', 'Reader');
  const [own, other] = [server.newBrowser(), server.newBrowser()];
  for (const browser of [own, other]) expect((await browser.logIn('reader')).status).toBe(200);
  const json = { oldPassword: password, newPassword: 'grün und blau' };
  expect((await own.ask(path, { method: 'PUT', json })).status).toBe(200);
  expect([await access('reader', password), await access('reader', 'grün und blau')]).toEqual([401, 200]);
  expect((await other.ask('/console/v1/session')).status).toBe(401);
  const rows = JSON.parse(await admin('audit', 'list', '--json')).rows as {
    actor: string;
    action: string;
    origin: string;
    details: object;
  }[];
  const noted = rows.filter(({ action }) => action === 'user.passwd');
  expect(noted).toEqual([expect.objectContaining({ actor: 'reader', origin: '127.0.0.1', details: { name: 'reader' } })]);
});

it('refuses a wrong old password, and one that nobody could log in with, by field', async () => {
  await addUser('careful', 'Clerk');
  const wrong = await change('careful', password, { oldPassword: 'guess', newPassword: 'x' });
  expect([wrong.status, wrong.json.errors]).toEqual([400, { oldPassword: ['is not the password of this user'] }]);
  for (const newPassword of ['', 'a\nb', 'é'.repeat(257)]) {
    const refused = await change('careful', password, { oldPassword: password, newPassword });
    expect([refused.status, refused.json.errors]).toEqual([400, { newPassword: ['must have 1 to 512 bytes and no control characters'] }]);
  }
  expect((await change('careful', password, {})).json.errors).toEqual({ oldPassword: ['is required'], newPassword: ['is required'] });
  expect(await access('careful', password)).toBe(200);
});

it('who guesses from the log-in of a browser waits as with log-ins', async () => {
  await addUser('guessed', 'API');
  const browser = server.newBrowser();
  await browser.logIn('guessed');
  const guess = async () => (await browser.ask(path, { method: 'PUT', json: { oldPassword: 'guess', newPassword: 'x' } })).status;
  const statuses: number[] = [];
  // Each failure beyond the tenth makes the wait twice as long: sooner or later longer than a hash takes.
  while (!statuses.includes(429) && statuses.length < 20) statuses.push(await guess());
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
  expect(statuses).toContain(429);
});

it('sales passwd asks for both, keeps the profile working, and never shows them', async () => {
  await addUser('till', 'API');
  const env = { SALES_CA_FILE: line.file('ca.pem', server.ca()) };
  const secret = line.file('old', `${password}\n`);
  const login = ['login', '--url', server.url(), '--user', 'till', '--password-file', secret];
  expect(await line.run(login, { env })).toMatchObject({ exit: 0 });
  const typed = `${password}\nfirst new one\nfirst new one\n`;
  const changed = await line.run(['passwd', '--json'], { env, terminal: true, stdin: typed });
  expect(changed.exit).toBe(0);
  expect(JSON.parse(changed.stdout)).toEqual({ schema: 'sales.passwd/1', url: expect.any(String), user: 'till', stored: true });
  expect(changed.stdout + changed.stderr).not.toContain('first new one');
  expect((await line.run(['list'], { env })).exit).toBe(0);

  const files = ['--password-file', line.file('new', 'first new one\n'), '--new-password-file', line.file('newer', 'second new one\n')];
  const again = await line.run(['passwd', ...files], { env });
  expect([again.exit, again.stderr]).toEqual([0, expect.stringContaining('till has a new password')]);
  expect((await line.run(['list'], { env })).exit).toBe(0);

  const stale = await line.run(['passwd', ...files], { env });
  expect([stale.exit, stale.stderr]).toEqual([3, expect.stringContaining('The old password is wrong. Nothing was changed.')]);
  const differing = await line.run(['passwd'], { env, terminal: true, stdin: 'second new one\none\nother\n' });
  expect([differing.exit, differing.stderr]).toEqual([2, expect.stringContaining('The two passwords differ')]);
  const nobody = await line.run(['passwd', '--password-file', line.file('newest', 'second new one\n')], { env });
  expect([nobody.exit, nobody.stderr]).toEqual([2, expect.stringContaining('--new-password-file')]);
});
