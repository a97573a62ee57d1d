/** The console's pages as files: which addresses give them, how they are packed and kept, and that without a console there is nothing of it. */

import { request } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAssets } from '../../src/server/console/assets.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { browserOn, script, scriptName, someConsole } from './browser.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(undefined, { console: someConsole() });
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => server.request(path, { headers, login: null, method });
const isHtml = { accept: 'text/html,application/xhtml+xml' };

/** The bytes of an answer as they came. */
function bytesOf(path: string, encoding: string): Promise<{ encoding: string | undefined; bytes: Buffer; etag: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path, ca: server.ca, servername: 'localhost', headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { 'content-encoding': encoding, etag } = answer.headers;
        resolve({ encoding, etag, bytes: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}

describe('the pages', () => {
  it.each(['/console/', '/console/transactions', '/console/uploads/0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e', '/console/?from=2026-01-01'])(
    'are one, which %s gives; a browser may run nothing but what is ours there',
    async (path) => {
      const answer = await get(path, isHtml);
      expect([answer.status, answer.text]).toEqual([200, '<!doctype html><title>Sales</title>']);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'",
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=15768000',
      });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('are packed as the client takes them, kept for ever where their name says what is in them, and asked for again otherwise', async () => {
    const path = `/console/${scriptName}`;
    const [plain, br, gzip] = await Promise.all(['identity', 'gzip, br', 'gzip;q=0.5, br;q=0'].map((encoding) => bytesOf(path, encoding)));
    expect([plain?.encoding, br?.encoding, gzip?.encoding]).toEqual([undefined, 'br', 'gzip']);
    expect(plain?.bytes.toString()).toBe(script);
    expect(brotliDecompressSync(br?.bytes ?? '').toString()).toBe(script);
    expect(gunzipSync(gzip?.bytes ?? '').toString()).toBe(script);
    expect(new Set([plain?.etag, br?.etag, gzip?.etag]).size).toBe(3);
    expect((await get(path)).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect((await get('/console/favicon.svg')).headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
    const { etag = '' } = (await get('/console/')).headers;
    const again = await get('/console/', { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    expect((await get('/console/', {}, 'HEAD')).text).toBe('');
  });

  it.each([
    '/console/assets/none.js',
    '/console/assets/',
    '/console/index.html.br',
    `/console/${scriptName}.br`,
    '/console/robots.txt',
    '/console/..%2f..%2fpackage.json',
    '/console/%2e%2e/%2e%2e/package.json',
    '/console/v1/nothing',
  ])('%s is nothing', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('are where a browser is sent; a program gets the 404 of before', async () => {
    const front = await get('/', isHtml);
    expect([front.status, front.headers.location, front.text]).toEqual([302, '/console/', '']);
    expect([(await get('/')).status, (await get('/', { accept: 'application/json' })).status]).toEqual([404, 404]);
    expect((await get('/console')).headers.location).toBe('/console/');
    expect((await get('/console/', {}, 'POST')).status).toBe(405);
  });
});

describe('without a console', () => {
  it('no route of it is there, no cookie counts, and the front is the plain page', async () => {
    const plain = await startTestServer();
    try {
      const browser = browserOn(plain);
      for (const path of ['/console', '/console/', '/console/v1/session', `/console/${scriptName}`])
        expect([path, (await browser.ask(path)).status]).toEqual([path, 404]);
      expect((await browser.logIn()).status).toBe(404);
      const [user, tokenHash] = [await plain.store.userByName('api'), 'a'.repeat(64)];
      await plain.store.beginSession({ tokenHash, userId: user?.id ?? '', credentialVersion: 1, at: new Date() });
      browser.cookie = `__Host-sales-session-${(await plain.store.installationId()).slice(0, 8)}=${'a'.repeat(43)}`;
      expect((await browser.ask('/sales/v1/transactions')).headers['www-authenticate']).toMatch(/^Basic /);
      const front = await plain.request('/', { headers: isHtml, login: null });
      expect([front.status, front.text]).toEqual([200, expect.stringContaining('Sales API')]);
    } finally {
      await plain.stop();
    }
  });

  it('is a folder that no build has filled', () => {
    expect(readAssets('/nowhere')).toBeNull();
  });
});
