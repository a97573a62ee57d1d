/** What a server does for the load balancer in front of it: it goes on for a while when it is stopped, and knows the client by its address. */
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.js';

const sale = { amount: 1, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z' };
let server: TestServer;
afterEach(() => server.stop());

const accepts = ({ url }: TestServer) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname)
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

describe('a server that drains', () => {
  it('is not ready, serves everybody until the time is over, and lets no connection be used again', async () => {
    server = await startTestServer();
    const hurry = new AbortController();
    expect((await server.request('/readyz')).status).toBe(200);
    const stopped = server.running.stop({ seconds: 3_600, signal: hurry.signal });
    const { status, headers } = await server.request('/readyz');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect((await server.request('/healthz')).status).toBe(200);
    const uploaded = await server.upload([sale]);
    expect([uploaded.status, uploaded.headers.connection]).toEqual([200, 'close']);
    expect((await server.request(`/sales/v1/transactions/upload/${uploaded.json.uploadId}`)).status).toBe(200);
    hurry.abort();
    await stopped;
    expect(await accepts(server)).toBe(false);
  });
});

describe('the address of a client', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address }, login: 'api:wrong' });

  it("behind a trusted load balancer is the client's own, in the log, for failed log-ins and in the audit trail", async () => {
    server = await startTestServer(undefined, { trustedProxies: ['127.0.0.0/8'] });
    await server.request('/sales/v1/', from('198.51.100.7, 203.0.113.9'));
    expect(server.log.at(-1)).toMatchObject({ status: 401, address: '203.0.113.9' });
    await server.request('/sales/v1/', from('nobody'));
    expect(server.log.at(-1)?.address).toBe('127.0.0.1');
  });

  it('from anybody else is that of the connection', async () => {
    server = await startTestServer(undefined, { trustedProxies: ['10.0.0.0/8'] });
    await server.request('/sales/v1/', from('203.0.113.9'));
    expect(server.log.at(-1)?.address).toBe('127.0.0.1');
  });
});
