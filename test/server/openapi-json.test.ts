/** The document at /openapi.json: for each name of the server its own, but made once, whoever asks and how often. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openApiDocument } from '../../src/contract/openapi.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

vi.mock(import('../../src/contract/openapi.js'), async (original) => {
  const module = await original();
  return { ...module, openApiDocument: vi.fn(module.openApiDocument) };
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('is made once, and names the server as the client does', async () => {
  for (let asked = 0; asked < 100; asked++) {
    const host = asked % 2 === 0 ? `127.0.0.${asked}:1` : 'localhost';
    const { status, json } = await server.request('/openapi.json', { login: null, headers: { host } });
    expect([status, json.servers]).toEqual([200, [{ url: `https://${host}` }]]);
    // The first answer was checked against a document that the test made.
    if (asked === 0) vi.mocked(openApiDocument).mockClear();
  }
  expect(vi.mocked(openApiDocument)).not.toHaveBeenCalled();
});
