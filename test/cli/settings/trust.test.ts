/** Whom `sales login` believes, what it remembers of that, and what later commands refuse. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json, type StubServer, startStub, uploadIds } from '../../client/stub-server.js';
import { keySha256, makeAuthority, makeCertificate, type Pair } from '../../support/certificates.js';
import { type CommandLine, type Options, openCommandLine, password } from '../command-line.js';

let stub: StubServer;
let line: CommandLine;
let other: Pair;
let pin: string;

beforeAll(async () => {
  stub = await startStub();
  pin = keySha256(stub.ca);
  other = await makeCertificate({ names: ['intruder.example'] });
});
beforeEach(() => {
  stub.answer = (request) => json(request, 200, '');
  stub.present(null);
  stub.requests.length = 0;
  line = openCommandLine(stub);
});
afterEach(() => line.remove());
afterAll(() => stub.close());

const bare = { SALES_URL: '', SALES_USER: '', SALES_CA_FILE: '' };
const login = (more: string[] = [], options: Options = {}) =>
  line.run(['login', '--url', stub.url, '--user', 'api', ...more], { env: bare, ...options });
const typing = (stdin: string): Options => ({ terminal: true, stdin: `${stdin}\n` });
const profile = () => JSON.parse(readFileSync(join(line.folder, 'config', 'config.json'), 'utf8')).profiles.default;
const saved = () => existsSync(join(line.folder, 'config'));

describe('a server that nobody vouches for', () => {
  it('is refused where nobody can be asked, with the flag to give', async () => {
    const seen = await login();
    expect({ ...seen, stderr: seen.stderr.replaceAll(pin, 'PIN') }).toMatchSnapshot();
    expect(stub.requests).toHaveLength(0);
    expect(saved()).toBe(false);
    const { error } = JSON.parse((await login(['--json'])).stderr);
    expect(error).toMatchObject({ code: 'tlsTrust', exit: 3, details: expect.arrayContaining([`SHA-256 of its key: ${pin}`]) as string[] });
  });

  it.each([['--yes'], ['--no-input']])('is refused with %s where somebody sits', async (flag) => {
    const seen = await login([flag], typing(flag === '--yes' ? 'no' : 'yes'));
    expect(seen.exit).toBe(3);
    expect(saved()).toBe(false);
  });

  it('is shown and asked about, and remembered by its key', async () => {
    const seen = await login([], typing('yes'));
    const clean = seen.stderr
      .replaceAll(pin, 'PIN')
      .replace(/[0-9a-f]{64}/g, 'SHA-256')
      .replace(/\d{4}-\d\d-\d\d/g, 'DAY')
      .replace(/\d+ more/, 'N more');
    expect({ ...seen, stderr: clean }).toMatchSnapshot();
    expect(profile()).toEqual({ url: `${stub.url}/`, user: 'api', pinSha256: pin });
    expect((await line.run(['ping'], { env: { ...bare, SALES_PASSWORD: '' } })).exit).toBe(0);
    expect((await line.run(['config', 'get', 'pin-sha256'], { env: bare })).stdout).toBe(`${pin}\n`);
  });

  it.each([['-q'], ['--json']])('is shown before the question also with %s', async (flag) => {
    expect((await login([flag], typing('no'))).stderr).toContain(pin);
  });

  it.each<[string, () => string, number]>([
    ['its SHA-256', () => pin.toUpperCase(), 0],
    ['another SHA-256', () => '0'.repeat(64), 3],
    ['no', () => 'no', 3],
    ['y', () => 'Y', 0],
    ['n', () => 'n', 3],
    ['something else, and then the end of input', () => 'sure', 3],
    ['something else, and then yes', () => 'sure\rmaybe\ryes', 0],
    ['Ctrl-C', () => '\u0003', 130],
    ['nothing but the end of input', () => '', 3],
  ])('%s for an answer', async (_name, answer, exit) => {
    expect((await login([], typing(answer()))).exit).toBe(exit);
    expect(saved()).toBe(exit === 0);
    expect(stub.requests.length).toBe(exit === 0 ? 1 : 0);
  });

  it('is trusted where its SHA-256 is given; that of another server is refused', async () => {
    expect((await login(['--pin-sha256', '0'.repeat(64)])).stderr).toContain('is not the server that was trusted');
    expect(stub.requests).toHaveLength(0);
    expect(saved()).toBe(false);
    expect((await login(['--pin-sha256', pin])).exit).toBe(0);
    expect(profile().pinSha256).toBe(pin);
  });

  it('is trusted for one command without a profile', async () => {
    const env = { SALES_CA_FILE: '', SALES_PIN_SHA256: pin };
    expect((await line.run(['ping'], { env })).exit).toBe(0);
    expect((await line.run(['ping'], { env: { ...env, SALES_PIN_SHA256: '12' } })).exit).toBe(2);
  });

  it('cannot be pinned once it has expired', async () => {
    const seen = await login([], { ...typing('yes'), nowMs: Date.now() + 60 * 86_400_000 });
    expect([seen.exit, seen.stderr]).toEqual([3, expect.stringContaining('has expired')]);
    expect(seen.stderr).not.toContain('Trust this key');
  });

  it('is told to be made out to another name, where an authority vouches', async () => {
    const authority = await makeAuthority('root');
    stub.present(await makeCertificate({ issuer: authority, names: ['shop.example'] }));
    const seen = await login(['--ca-file', line.file('root.pem', authority.cert)], typing('yes'));
    expect(seen.stderr).toContain('it was made for another name');
    expect(seen.exit).toBe(0);
    expect((await line.run(['ping'], { env: bare })).exit).toBe(0);
  });
});

describe('a pinned server whose key has changed', () => {
  beforeEach(async () => {
    await login(['--pin-sha256', pin]);
    stub.requests.length = 0;
    stub.present(other);
  });

  it.each<[string, string[]]>([
    ['list', ['list']],
    ['ping', ['ping']],
    ['status', ['status', uploadIds[0] ?? '']],
    ['upload', ['upload', '--no-wait', 'rows.csv']],
    ['login', ['login']],
    ['login --yes', ['login', '--yes']],
  ])('is refused by %s, with both fingerprints, and sees nothing of us', async (_name, argv) => {
    line.file('rows.csv', 'amount,currency,transactionDate\n1,CHF,2026-11-20T08:00:00Z\n');
    const seen = await line.run(
      argv.map((word) => (word === 'rows.csv' ? join(line.folder, word) : word)),
      { env: bare, ...typing('yes') },
    );
    expect(seen.exit).toBe(3);
    for (const text of [pin, keySha256(other.cert), `--pin-sha256 ${keySha256(other.cert)}`]) expect(seen.stderr).toContain(text);
    expect(stub.requests).toHaveLength(0);
    expect(profile().pinSha256).toBe(pin);
  });

  it('is trusted again when its new SHA-256 is given, or its authority', async () => {
    expect((await line.run(['login', '--pin-sha256', keySha256(other.cert)], { env: bare })).exit).toBe(0);
    expect(profile().pinSha256).toBe(keySha256(other.cert));
    stub.present(null);
    expect((await line.run(['login', '--ca-file', line.file('own.pem', stub.ca)], { env: bare })).exit).toBe(0);
    expect(profile()).toEqual({ url: `${stub.url}/`, user: 'api', caFile: join(line.folder, 'own.pem') });
  });
});

describe('a pin belongs to one server', () => {
  it('and counts for no other: not for --url, not after config set url', async () => {
    await login(['--pin-sha256', pin]);
    const elsewhere = stub.url.replace('127.0.0.1', 'localhost');
    const env = { ...bare, SALES_PASSWORD: password };
    expect((await line.run(['ping', '--url', elsewhere], { env })).stderr).toContain('no known authority issued it');
    await line.run(['config', 'set', 'url', elsewhere], { env });
    expect(profile().pinSha256).toBeUndefined();
  });

  it('and is never taken for none when it cannot be read', async () => {
    await login(['--pin-sha256', pin]);
    expect((await line.run(['config', 'set', 'pin-sha256', 'abc'], { env: bare })).exit).toBe(2);
    const path = join(line.folder, 'config', 'config.json');
    line.file('config/config.json', readFileSync(path, 'utf8').replace(pin, 'abc'));
    const seen = await line.run(['ping'], { env: { ...bare, SALES_CA_FILE: join(line.folder, 'ca.pem') } });
    expect([seen.exit, seen.stderr]).toEqual([2, expect.stringContaining('no SHA-256')]);
    expect((await line.run(['config', 'set', 'pin-sha256', ''], { env: bare })).exit).toBe(2);
  });
});
