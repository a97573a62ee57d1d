/** The operator's certificate: what is refused at start, and what happens to connections when its files change. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hintText } from '../../../src/cli/terminal/hint-text.js';
import type { SalesError } from '../../../src/contract/problem.js';
import { operatorCertificate } from '../../../src/server/tls/operator-certificate.js';
import { connectTo, makeAuthority, makeCertificate, type Pair, serialOf, servedSerial } from '../../support/certificates.js';
import { startTestServer, type TestServer } from '../../support/test-server.js';

let root: Pair;
let intermediate: Pair;
let leaf: Pair;
let other: Pair;
let folder: string;

beforeAll(async () => {
  root = await makeAuthority('root');
  intermediate = await makeAuthority('intermediate', root);
  leaf = await makeCertificate({ issuer: intermediate });
  other = await makeCertificate({ issuer: intermediate });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sales-tls-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function files(cert: string, key: string) {
  const paths = { cert: join(folder, 'chain.pem'), key: join(folder, 'key.pem') };
  await writeFile(paths.cert, cert);
  await writeFile(paths.key, key);
  return paths;
}
const chainOf = (pair: Pair) => pair.cert + intermediate.cert;

describe('a chain that can be used', () => {
  it.each<[string, () => string]>([
    ['the certificate alone', () => leaf.cert],
    ['with its issuer', () => chainOf(leaf)],
    ['with all up to the root', () => chainOf(leaf) + root.cert],
    ['with words before each', () => `Bag Attributes\n  subject=/CN=Käse\n${leaf.cert}\r\nissuer=…\n${intermediate.cert}`],
  ])('%s', async (_name, cert) => {
    const read = await operatorCertificate(await files(cert(), leaf.key), new Date());
    expect(serialOf(read.cert)).toBe(serialOf(leaf.cert));
  });
});

describe('a pair that cannot be used', () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000);
  it.each<[string, () => string, () => string, Date, RegExp]>([
    ['garbage for the certificate', () => 'garbage', () => leaf.key, day(0), /chain\.pem contains no certificate/],
    ['a damaged certificate', () => leaf.cert.replace(/M/g, 'N'), () => leaf.key, day(0), /chain\.pem is damaged: its certificate 1/],
    ['garbage for the key', () => leaf.cert, () => 'garbage', day(0), /key\.pem contains no private key/],
    ['an encrypted key', () => leaf.cert, encrypted, day(0), /key\.pem is encrypted/],
    ['the key of another', () => chainOf(leaf), () => other.key, day(0), /key\.pem does not match .*chain\.pem/],
    ['the issuer first', () => intermediate.cert + leaf.cert, () => leaf.key, day(0), /does not begin with the certificate of the server/],
    ['a link left out', () => leaf.cert + root.cert, () => leaf.key, day(0), /its certificate 2 is not the issuer of certificate 1/],
    ['one that has expired', () => chainOf(leaf), () => leaf.key, day(61), /has expired/],
    ['one that is not valid yet', () => chainOf(leaf), () => leaf.key, day(-2), /is not valid before/],
  ])('%s', async (_name, cert, key, now, message) => {
    const paths = await files(cert(), key());
    const failure = await operatorCertificate(paths, now).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'usage', message: expect.stringMatching(message) as string });
    expect(hintText((failure as SalesError).hint ?? '')).toMatch(/\w/);
  });

  it('an encrypted key in a folder whose name has blanks: the command that helps can be copied', async () => {
    const { cert, key } = await files(leaf.cert, encrypted());
    const spaced = join(folder, 'my key.pem');
    await rename(key, spaced);
    const failure = await operatorCertificate({ cert, key: spaced }, new Date()).catch((error: unknown) => error);
    expect(hintText((failure as SalesError).hint ?? '')).toContain(`openssl pkey -in '${spaced}' -out server.key`);
  });

  it('a file that is not there', async () => {
    const { cert } = await files(leaf.cert, leaf.key);
    await expect(operatorCertificate({ cert, key: join(folder, 'none') }, new Date())).rejects.toThrow(/none cannot be read: ENOENT/);
  });

  function encrypted(): string {
    return execFileSync('openssl', ['pkey', '-aes256', '-passout', 'pass:x'], { input: leaf.key }).toString();
  }
});

describe('a running server', () => {
  let server: TestServer;
  let errors: Error[];
  let changes: string[];
  let port: string;
  let paths: Awaited<ReturnType<typeof files>>;

  beforeEach(async () => {
    errors = [];
    changes = [];
    paths = await files(chainOf(leaf), leaf.key);
    server = await startTestServer(undefined, {
      certificateFiles: paths,
      certificatePollMs: 20,
      onCertificateError: (error) => errors.push(error as Error),
      onCertificateChange: (validTo) => changes.push(validTo),
    });
    port = new URL(server.url).port;
  });
  afterEach(() => server.stop());

  /** As certificate tools do it: another file is moved into its place. */
  const put = async (path: string, text: string) => {
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

  it('presents the chain, so that clients that know the root alone trust it', async () => {
    const { chain, socket } = await connectTo(port);
    socket.destroy();
    expect(chain.slice(0, 2)).toEqual([serialOf(leaf.cert), serialOf(intermediate.cert)]);
    const status = await new Promise((resolve, reject) => {
      request(`${server.url}/healthz`, { ca: root.cert, agent: false })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it('gives new connections the new pair, while those that are open go on', async () => {
    const open = await connectTo(port);
    const ask = () => {
      open.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
      return new Promise<string>((resolve) => open.socket.once('data', (chunk) => resolve(chunk.toString('latin1').slice(0, 12))));
    };
    expect(await ask()).toBe('HTTP/1.1 200');
    await put(paths.cert, chainOf(other));
    await put(paths.key, other.key);
    await expect.poll(() => servedSerial(port)).toBe(serialOf(other.cert));
    expect(await ask()).toBe('HTTP/1.1 200');
    expect(open.serial).toBe(serialOf(leaf.cert));
    open.socket.destroy();
    expect({ errors, changes }).toEqual({ errors: [], changes: [expect.stringContaining('GMT')] });
  });

  it('waits for the key that fits when the certificate comes first', async () => {
    await put(paths.cert, chainOf(other));
    await expect.poll(() => errors.length).toBe(1);
    expect(errors[0]?.message).toMatch(/key\.pem does not match/);
    expect(await servedSerial(port)).toBe(serialOf(leaf.cert));
    await put(paths.key, other.key);
    await expect.poll(() => servedSerial(port)).toBe(serialOf(other.cert));
  });

  it('sees a link that was moved to other files, and a change that keeps size and date', async () => {
    const [one, two] = [join(folder, 'one.pem'), join(folder, 'two.pem')];
    const when = new Date('2026-01-01T00:00:00Z');
    await writeFile(one, chainOf(leaf));
    await writeFile(two, chainOf(other));
    for (const path of [one, two]) await utimes(path, when, when);
    for (const [target, pair] of [
      [one, leaf],
      [two, other],
    ] as const) {
      await symlink(target, `${paths.cert}.link`);
      await rename(`${paths.cert}.link`, paths.cert);
      await put(paths.key, pair.key);
      await expect.poll(() => servedSerial(port)).toBe(serialOf(pair.cert));
      await settled();
    }
  });

  it.each<[string, () => Promise<[string, string]>, RegExp]>([
    ['garbage', async () => ['garbage', 'garbage'], /contains no certificate/],
    ['a key that does not fit', async () => [chainOf(other), leaf.key], /does not match/],
    ['an expired one', async () => pairText(await makeCertificate({ fromDay: -9, toDay: -1 })), /has expired/],
    ['an empty file', async () => ['', ''], /contains no certificate/],
  ])('keeps the old pair for %s, and says so once', async (_name, make, message) => {
    const [cert, key] = await make();
    await put(paths.cert, cert);
    await put(paths.key, key);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    await settled();
    expect(errors.at(-1)?.message).toMatch(message);
    const said = errors.length;
    expect(said).toBeLessThanOrEqual(2);
    await settled();
    expect(errors).toHaveLength(said);
    expect(await servedSerial(port)).toBe(serialOf(leaf.cert));
    await expect(server.running.reloadCertificate()).rejects.toThrow(message);
    expect(await servedSerial(port)).toBe(serialOf(leaf.cert));
    await put(paths.cert, chainOf(other));
    await put(paths.key, other.key);
    await expect.poll(() => servedSerial(port)).toBe(serialOf(other.cert));
  });

  it('keeps the old pair while a file is not there', async () => {
    await rm(paths.key);
    await expect.poll(() => errors.length).toBe(1);
    expect(errors[0]?.message).toMatch(/cannot be read: ENOENT/);
    expect(await servedSerial(port)).toBe(serialOf(leaf.cert));
  });

  it('takes it at once when it is told to', async () => {
    await put(paths.cert, chainOf(other));
    await put(paths.key, other.key);
    await server.running.reloadCertificate();
    expect(await servedSerial(port)).toBe(serialOf(other.cert));
    expect(await readFile(paths.key, 'utf8')).toBe(other.key);
  });

  const pairText = async (pair: Pair): Promise<[string, string]> => [pair.cert, pair.key];
});
