/** TLS 1.2 and 1.3 and nothing below, whatever NODE_OPTIONS say; seen through openssl, which can still speak the old versions. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataDirectory, type ServeProcess, serve } from '../../support/serve-process.js';

function handshake(port: string, version: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Security level 0, or openssl itself refuses to speak the old versions.
    const child = execFile(
      'openssl',
      ['s_client', '-connect', `127.0.0.1:${port}`, `-${version}`, '-cipher', 'ALL:@SECLEVEL=0'],
      (error, stdout) => {
        resolve(!error && /Cipher is (?!\(NONE\))/.test(stdout));
      },
    );
    child.stdin?.end();
  });
}

const weakened = { NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0' };

describe.each([
  ['plain', {}],
  ['with weakening NODE_OPTIONS', weakened],
])('sales serve %s', (_, env) => {
  let server: ServeProcess;
  let data: Awaited<ReturnType<typeof dataDirectory>>;
  beforeAll(async () => {
    data = await dataDirectory();
    server = await serve(data.directory, data.passwordFile, env);
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    await data.remove();
  });

  it.each([
    ['tls1', false],
    ['tls1_1', false],
    ['tls1_2', true],
    ['tls1_3', true],
  ])('%s: %s', async (version, accepted) => {
    expect(await handshake(new URL(server.url).port, version)).toBe(accepted);
  });
});

it('control: the same client does reach a server that allows TLS 1.0', async () => {
  const data = await dataDirectory();
  const own = await serve(data.directory, data.passwordFile);
  const { readFileSync } = await import('node:fs');
  const server = createServer({
    key: readFileSync(`${data.directory}/tls/server.key`),
    cert: own.ca && readFileSync(`${data.directory}/tls/server.pem`),
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  expect(await handshake(String(typeof address === 'object' && address?.port), 'tls1')).toBe(true);
  server.close();
  await own.end('SIGTERM');
  await data.remove();
});
