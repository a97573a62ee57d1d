/** The server's own address: a page for a browser, a 404 for everything else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (path: string, accept: string, method = 'GET') => server.request(path, { method, headers: { accept }, login: null });

it('says to a browser what this is, asks for nothing from elsewhere, and has the headers of every answer', async () => {
  const { status, headers, text } = await ask('/', browser);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('<h1>Sales API</h1>');
  expect(text).not.toMatch(/https?:|<script|<style|<link|<img|style=|src=/);
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=15768000',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect((await ask('/', browser, 'HEAD')).status).toBe(200);
});

it.each([
  ['/', '*/*', 'GET'],
  ['/', 'application/json', 'GET'],
  ['/', browser, 'POST'],
  ['/nothing', browser, 'GET'],
])('%s with %s by %s is a 404', async (path, accept, method) => {
  const { status, json } = await ask(path, accept, method);
  expect(status).toBe(404);
  expect(json.detail).toBe('There is nothing at this address.');
});
