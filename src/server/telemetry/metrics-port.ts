/**
 * /metrics without log-in and without TLS, on a port of its own that only this machine can reach. Nothing else is served there, and nothing
 * at all to a page that reaches it under a foreign name (DNS rebinding).
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SalesError } from '../../contract/problem.js';
import { metricsMediaType } from './metrics.js';

const HOST = '127.0.0.1';
const TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 20;
const OWN_NAME = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

export interface MetricsPort {
  port: number;
  stop(): void;
}

/** `port` 0 picks a free one. Fails with `usage` when it cannot be bound. */
export async function openMetricsPort(port: number, text: () => Promise<string>): Promise<MetricsPort> {
  const server = createServer(
    { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, keepAliveTimeout: TIMEOUT_MS },
    (request, response) => {
      const answer = (status: number, body = '', type = 'text/plain; charset=utf-8') => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(body);
      };
      request.resume();
      if (!OWN_NAME.test(request.headers.host ?? '')) answer(421);
      else if (request.url !== '/metrics') answer(404, 'There is /metrics.\n');
      else if (request.method !== 'GET') answer(405);
      else
        text().then(
          (found) => answer(200, found, metricsMediaType),
          () => answer(503),
        );
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new SalesError('usage', `Cannot listen on ${HOST} port ${port} for --metrics-port.`, {
          hint: 'Another program may use it.',
          cause,
        }),
      ),
    );
    server.listen(port, HOST, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
