/** TLS 1.2 with ciphers that have forward secrecy and authenticate what they encrypt: each other one that OpenSSL knows is offered, and refused. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listen } from '../../../src/server/http/listen.js';
import { makeCertificate, type Pair } from '../../support/certificates.js';

/** Whoever has no key in common with the server (PSK, SRP) reaches nobody, whatever it offers. */
const every = execFileSync('openssl', ['ciphers', '-tls1_2', '-s', 'ALL:@SECLEVEL=0'], { encoding: 'utf8' })
  .trim()
  .split(':')
  .filter((cipher) => !/PSK|SRP|^TLS_/.test(cipher));
const taken = (kind: string) => ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((cipher) => `ECDHE-${kind}-${cipher}`);

function isTaken(port: number, cipher: string, version: SecureVersion = 'TLSv1.2'): Promise<boolean> {
  const ciphers = version === 'TLSv1.3' ? cipher : `${cipher}:@SECLEVEL=0`;
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ciphers, minVersion: version, maxVersion: version });
  return new Promise((resolve) => {
    socket.once('secureConnect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function takenOf(port: number, ciphers: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(ciphers.map(async (cipher) => ((await isTaken(port, cipher)) ? [cipher] : [])));
  return answers.flat().sort();
}

describe.each([
  ['ECDSA', () => makeCertificate()],
  ['RSA', () => makeCertificate({ keyType: 'rsa' })],
] as const)('with a key for %s', (kind, make) => {
  let pair: Pair;
  let listener: Listener;
  beforeAll(async () => {
    pair = await make();
    const handler = (_: unknown, response: { end(): void }) => response.end();
    listener = await listen({ host: '127.0.0.1', port: 0, certificate: pair, handler });
  });
  afterAll(() => listener.stop());

  it('takes GCM and ChaCha20 with ECDHE, and nothing else, also after the certificate changed', async () => {
    expect(await takenOf(listener.port, every)).toEqual(taken(kind));
    listener.setCertificate(pair);
    expect(await takenOf(listener.port, every)).toEqual(taken(kind));
  });

  it.each(['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'])('takes %s of TLS 1.3', async (cipher) => {
    expect(await isTaken(listener.port, cipher, 'TLSv1.3')).toBe(true);
    expect(await isTaken(listener.port, 'TLS_AES_128_CCM_8_SHA256', 'TLSv1.3')).toBe(false);
  });

  it('control: the same client reaches a server that takes every cipher with CBC and CCM-8, too', async () => {
    const server = createServer({ ...pair, ciphers: 'ALL:@SECLEVEL=0', maxVersion: 'TLSv1.2' });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const found = await takenOf((server.address() as AddressInfo).port, every);
    expect(found).toEqual(expect.arrayContaining([`ECDHE-${kind}-AES128-SHA256`, `ECDHE-${kind}-AES256-SHA`, ...taken(kind)]));
    expect(found).toContain(kind === 'ECDSA' ? 'ECDHE-ECDSA-AES128-CCM8' : 'AES128-CCM8');
    server.close();
  });
});
