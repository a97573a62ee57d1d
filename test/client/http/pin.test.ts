/** A pinned server: which connections are let through, and that nothing is written to any other. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApi, type SalesApi } from '../../../src/client/http/api.js';
import { pinOf } from '../../../src/client/http/fingerprint.js';
import { probe } from '../../../src/client/http/probe.js';
import type { SalesError } from '../../../src/contract/problem.js';
import { keySha256, makeAuthority, makeCertificate } from '../../support/certificates.js';

type Made = Awaited<ReturnType<typeof makeCertificate>>;

/** Keeps every byte that anybody wrote to it, behind TLS. */
interface Listener {
  server: Server;
  url: string;
  received(): string;
  forget(): void;
}

let own: Made;
let listener: Listener;
const opened: SalesApi[] = [];

beforeAll(async () => {
  own = await makeCertificate({ names: ['elsewhere.example'] });
  listener = await listen(own);
});
afterEach(async () => {
  for (const api of opened.splice(0)) await api.close();
  listener.forget();
  listener.server.setSecureContext({ cert: own.cert, key: own.key });
});
afterAll(() => void listener.server.close());

async function listen(pair: Made): Promise<Listener> {
  let received = '';
  const server = createServer({ cert: pair.cert, key: pair.key }, (request, response) => {
    request.resume().on('end', () => response.end(request.method === 'POST' ? '{"uploadId":"01a1fc68-12f0-7003-8d0f-d3d510115134"}' : ''));
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    server,
    url,
    received: () => received,
    forget: () => {
      received = '';
    },
  };
}

function api(pin: string | undefined, more: { ca?: string; nowMs?: () => number } = {}): SalesApi {
  const made = openApi({
    url: listener.url,
    user: 'api',
    password: 'secret',
    ca: more.ca,
    pin,
    customerId: undefined,
    tenantId: undefined,
    timeoutMs: 2_000,
    nowMs: more.nowMs ?? Date.now,
  });
  opened.push(made);
  return made;
}

/** The two ways out: reading goes over node:https, uploads over undici. */
const ways: [string, (by: SalesApi) => Promise<unknown>][] = [
  ['reading', (by) => by.testAccess()],
  ['uploading', (by) => by.upload(Buffer.from('{"transactions":[]}'), {})],
];

const certificateSha256 = (cert: string) => new X509Certificate(cert).fingerprint256.replace(/:/g, '').toLowerCase();

describe.each(ways)('%s', (_name, call) => {
  it.each<[string, () => string]>([
    ['its key', () => keySha256(own.cert)],
    ['its certificate', () => certificateSha256(own.cert)],
  ])('is allowed by the SHA-256 of %s, whatever name it is made out to', async (_pinned, pin) => {
    await call(api(pin()));
    expect(listener.received()).toContain(`authorization: Basic ${Buffer.from('api:secret').toString('base64')}`);
  });

  it('goes on when the certificate was renewed for the same key; a pinned certificate is held to', async () => {
    const renewed = await makeCertificate({ key: { private: own.key, public: own.public }, toDay: 400 });
    listener.server.setSecureContext({ cert: renewed.cert, key: renewed.key });
    await call(api(keySha256(own.cert)));
    await expect(call(api(certificateSha256(own.cert)))).rejects.toMatchObject({ code: 'tlsTrust' });
  });

  it('is refused for another key, naming both, and not a byte is sent', async () => {
    const other = await makeCertificate();
    listener.server.setSecureContext({ cert: other.cert, key: other.key });
    const failure = await call(api(keySha256(own.cert))).catch((error: SalesError) => error);
    expect(failure).toMatchObject({
      code: 'tlsTrust',
      message: expect.stringContaining(`${keySha256(other.cert)}, not ${keySha256(own.cert)}. Nothing was sent`) as string,
      hint: expect.arrayContaining([['sales', 'login', '--pin-sha256', keySha256(other.cert)]]) as unknown,
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(listener.received()).toBe('');
  });

  it('is refused for another key also where an authority vouches for it', async () => {
    const authority = await makeAuthority('root');
    const vouched = await makeCertificate({ issuer: authority });
    listener.server.setSecureContext({ cert: vouched.cert, key: vouched.key });
    await call(api(undefined, { ca: authority.cert }));
    listener.forget();
    await expect(call(api(keySha256(own.cert), { ca: authority.cert }))).rejects.toMatchObject({ code: 'tlsTrust' });
    expect(listener.received()).toBe('');
  });

  it('means the key of the server, not that of its authority in the same chain', async () => {
    const authority = await makeAuthority('root');
    const made = await makeCertificate({ issuer: authority });
    listener.server.setSecureContext({ cert: made.cert + authority.cert, key: made.key });
    await expect(call(api(keySha256(authority.cert)))).rejects.toMatchObject({ code: 'tlsTrust' });
    await expect(call(api(certificateSha256(authority.cert)))).rejects.toMatchObject({ code: 'tlsTrust' });
    expect(listener.received()).toBe('');
    await call(api(keySha256(made.cert)));
    expect((await probe(new URL(listener.url), { ca: undefined, pin: keySha256(made.cert) }, 2_000, Date.now())).failed).toBeNull();
    expect(
      (await probe(new URL(listener.url), { ca: undefined, pin: keySha256(authority.cert) }, 2_000, Date.now())).failed,
    ).not.toBeNull();
  });

  it('is refused on a connection that opens after the key has changed', async () => {
    const by = api(keySha256(own.cert));
    await call(by);
    const other = await makeCertificate();
    listener.server.setSecureContext({ cert: other.cert, key: other.key });
    listener.forget();
    const both = await Promise.allSettled([call(by), call(by), call(by)]);
    expect(both.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(2);
    expect(listener.received().split('HTTP/1.1').length).toBeLessThanOrEqual(2);
  });

  it.each<[string, number, RegExp]>([
    ['has expired', 61, /has expired/],
    ['is not valid yet', -2, /not valid before/],
  ])('is refused when the certificate %s', async (_fault, days, message) => {
    const nowMs = () => Date.now() + days * 86_400_000;
    await expect(call(api(keySha256(own.cert), { nowMs }))).rejects.toMatchObject({
      code: 'tlsTrust',
      message: expect.stringMatching(message) as string,
    });
    expect(listener.received()).toBe('');
  });
});

it('a pinned server that does not listen, or never shakes hands, is told as any other', async () => {
  const gone = await listen(own);
  gone.server.close();
  const by = openApi({
    url: gone.url,
    user: 'api',
    password: 'secret',
    ca: undefined,
    pin: keySha256(own.cert),
    customerId: undefined,
    tenantId: undefined,
    timeoutMs: 300,
    nowMs: Date.now,
  });
  opened.push(by);
  for (const [, call] of ways)
    await expect(call(by)).rejects.toMatchObject({ code: 'network', message: expect.stringContaining('nothing listens') as string });
});

describe('a look', () => {
  const look = (pin: string | undefined, ca?: string) => probe(new URL(listener.url), { ca, pin }, 2_000, Date.now());

  it('shows whom nobody vouches for, and sends nothing', async () => {
    const found = await look(undefined);
    expect(found.failed).toMatchObject({ layer: 'TLS', error: { code: 'tlsTrust' } });
    expect(found.tls?.certificate).toMatchObject({
      keySha256: keySha256(own.cert),
      certificateSha256: certificateSha256(own.cert),
      names: ['elsewhere.example'],
      issuer: 'localhost',
    });
    expect(listener.received()).toBe('');
  });

  it('finds a certificate for another name, though its authority is trusted', async () => {
    const found = await look(undefined, own.cert);
    expect(found.failed?.error.message).toContain('made for another name');
  });

  it('is content with the pinned key', async () => {
    expect((await look(keySha256(own.cert))).failed).toBeNull();
    expect((await look('0'.repeat(64))).failed?.error.message).toContain('not the server that was trusted');
  });
});

it.each<[string, string | null]>([
  [`${'AB:'.repeat(31)}CD`, `${'ab'.repeat(31)}cd`],
  [`sha256:${'0f'.repeat(32)}`, '0f'.repeat(32)],
  [` ${'0F'.repeat(32)}\n`, '0f'.repeat(32)],
  ['0f'.repeat(31), null],
  [`${'0f'.repeat(31)}0g`, null],
  ['', null],
])('reads %j as %j', (text, pin) => {
  expect(pinOf(text)).toBe(pin);
});
