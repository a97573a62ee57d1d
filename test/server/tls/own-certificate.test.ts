/** Our own certificate: for which names, until when, and what stays the same when it is made anew. */
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApi } from '../../../src/client/http/api.js';
import { ownCertificate } from '../../../src/server/tls/certificate.js';
import { keySha256, servedSerial } from '../../support/certificates.js';
import { password, startTestServer } from '../../support/test-server.js';

const DAY_MS = 86_400_000;
const today = new Date();
const inDays = (days: number) => new Date(today.getTime() + days * DAY_MS);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sales-tls-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const daysValid = (cert: string, now: Date) => (Date.parse(new X509Certificate(cert).validTo) - now.getTime()) / DAY_MS;
const names = (cert: string) => new X509Certificate(cert).subjectAltName;

describe('our own certificate', () => {
  it('stays as it is while its names do and its end is far', async () => {
    const first = await ownCertificate(directory, ['shop.example'], today);
    expect(await ownCertificate(directory, ['shop.example'], inDays(366))).toEqual(first);
  });

  it('is made anew 30 days before its end, for the same key and under the same authority', async () => {
    const first = await ownCertificate(directory, [], today);
    const ca = await readFile(join(directory, 'ca.pem'), 'utf8');
    const next = await ownCertificate(directory, [], inDays(368));
    expect(next.cert).not.toBe(first.cert);
    expect(keySha256(next.cert)).toBe(keySha256(first.cert));
    expect(new X509Certificate(next.cert).checkPrivateKey(await privateKey())).toBe(true);
    expect(await readFile(join(directory, 'ca.pem'), 'utf8')).toBe(ca);
    expect(new X509Certificate(next.cert).verify(new X509Certificate(ca).publicKey)).toBe(true);
    expect(daysValid(next.cert, inDays(368))).toBeGreaterThan(390);
    expect((await stat(join(directory, 'server.key'))).mode & 0o777).toBe(0o600);
  });

  it.each<[string, string[], string[]]>([
    ['a name more', ['a.example'], ['a.example', 'b.example']],
    ['a name less', ['a.example', 'b.example'], ['a.example']],
    ['an address more', [], ['192.0.2.7', '2001:db8::7']],
    ['a name with an asterisk', [], ['*.example.com']],
  ])('is made anew for %s, and then stays', async (_name, before, after) => {
    const first = await ownCertificate(directory, before, today);
    const next = await ownCertificate(directory, after, today);
    expect(next.cert).not.toBe(first.cert);
    expect(keySha256(next.cert)).toBe(keySha256(first.cert));
    const held = names(next.cert) ?? '';
    for (const name of after) if (!name.includes(':')) expect(held).toContain(name);
    for (const name of before) expect(held.includes(name)).toBe(after.includes(name));
    expect(await ownCertificate(directory, after, today)).toEqual(next);
  });

  it('does not care for the order of names, nor for capitals', async () => {
    const first = await ownCertificate(directory, ['a.example', 'b.example'], today);
    expect(await ownCertificate(directory, ['B.example', 'a.example', 'a.example'], today)).toEqual(first);
  });

  it('ends no later than its authority, is then not made over and over, and says so when that has ended', async () => {
    await ownCertificate(directory, [], today);
    const last = await ownCertificate(directory, [], inDays(3_640));
    expect(daysValid(last.cert, inDays(3_640))).toBeCloseTo(10, 1);
    expect(await ownCertificate(directory, [], inDays(3_645))).toEqual(last);
    await expect(ownCertificate(directory, [], inDays(3_651))).rejects.toMatchObject({
      code: 'disk',
      message: expect.stringContaining('has expired') as string,
    });
  });

  it('is made anew where it begins in the future, for the same key and under the same authority', async () => {
    const first = await ownCertificate(directory, [], today);
    const early = await ownCertificate(directory, [], inDays(370));
    const next = await ownCertificate(directory, [], today);
    expect(daysValid(early.cert, today)).toBeGreaterThan(700);
    expect(daysValid(next.cert, today)).toBeCloseTo(daysValid(first.cert, today), 1);
    expect(keySha256(next.cert)).toBe(keySha256(first.cert));
    expect(await ownCertificate(directory, [], today)).toEqual(next);
  });

  it('takes a new key where the old one is damaged', async () => {
    const first = await ownCertificate(directory, [], today);
    await writeFile(join(directory, 'server.key'), 'nothing');
    const next = await ownCertificate(directory, [], today);
    expect(keySha256(next.cert)).not.toBe(keySha256(first.cert));
    expect(new X509Certificate(next.cert).checkPrivateKey(await privateKey())).toBe(true);
  });
});

async function privateKey() {
  const { createPrivateKey } = await import('node:crypto');
  return createPrivateKey(await readFile(join(directory, 'server.key'), 'utf8'));
}

describe('a running server', () => {
  const certificatePollMs = 20;

  it('renews it before it ends, without a restart, under the same authority', async () => {
    let now = today;
    const changes: string[] = [];
    const server = await startTestServer(() => now, { certificatePollMs, onCertificateChange: (validTo) => changes.push(validTo) });
    try {
      const { port } = new URL(server.url);
      const before = await servedSerial(port);
      expect((await server.request('/sales/v1/')).status).toBe(200);
      now = inDays(300);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await servedSerial(port)).toBe(before);
      now = inDays(370);
      await expect.poll(() => changes.length).toBe(1);
      expect(await servedSerial(port)).not.toBe(before);
      expect(Date.parse(changes[0] ?? '') - now.getTime()).toBeGreaterThan(390 * DAY_MS);
      // The machine's own clock has not moved, so the new certificate is not valid yet for it; all else is checked.
      const code = await new Promise((resolve) => {
        request(`${server.url}/healthz`, { ca: server.ca, agent: false })
          .on('response', (response) => resolve(response.resume().statusCode))
          .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
          .end();
      });
      expect(code).toBe('CERT_NOT_YET_VALID');
    } finally {
      await server.stop();
    }
  });

  it('makes one anew that it made while the clock was wrong, as soon as that is right again', async () => {
    let now = today;
    const changes: string[] = [];
    const server = await startTestServer(() => now, { certificatePollMs, onCertificateChange: (validTo) => changes.push(validTo) });
    try {
      now = inDays(370);
      await expect.poll(() => changes.length).toBe(1);
      now = today;
      await expect.poll(() => changes.length).toBe(2);
      expect((await server.request('/sales/v1/')).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(changes).toHaveLength(2);
    } finally {
      await server.stop();
    }
  });

  it('stays the same for clients that pinned its key, also when it is renewed and when names come and go', async () => {
    let now = today;
    const server = await startTestServer(() => now, { certificatePollMs });
    const pin = server.running.keySha256;
    const ask = async () => {
      const nowMs = () => now.getTime();
      const who = { user: 'api', password, customerId: undefined, tenantId: undefined };
      const api = openApi({ url: server.url, ca: undefined, pin, timeoutMs: 5_000, nowMs, ...who });
      return api.testAccess().finally(() => api.close());
    };
    try {
      const { port } = new URL(server.url);
      await ask();
      const before = await servedSerial(port);
      now = inDays(370);
      await expect.poll(() => servedSerial(port)).not.toBe(before);
      await ask();
      // As at the next start, with another --name.
      const next = await ownCertificate(join(server.directory, 'tls'), ['shop.example'], now);
      expect([keySha256(next.cert), names(next.cert)]).toEqual([pin, expect.stringContaining('shop.example')]);
    } finally {
      await server.stop();
    }
  });

  it('goes on with the old one where it cannot be renewed, and says so once', async () => {
    let now = today;
    const errors: unknown[] = [];
    const server = await startTestServer(() => now, { certificatePollMs, onCertificateError: (error) => errors.push(error) });
    try {
      const { port } = new URL(server.url);
      const before = await servedSerial(port);
      await rm(join(server.directory, 'tls', 'ca.key'));
      now = inDays(370);
      await expect.poll(() => errors.length).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(errors).toHaveLength(1);
      expect(await servedSerial(port)).toBe(before);
    } finally {
      await server.stop();
    }
  });
});
