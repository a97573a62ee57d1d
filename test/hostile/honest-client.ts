/** Somebody who just works: one request after another over a connection that is kept, each timed. */
import { Agent, request } from 'node:https';
import type { ServeProcess } from '../support/serve-process.js';

export interface HonestClient {
  /** Milliseconds to a whole answer. Fails with any status but 200, and where no answer comes. */
  get(path?: string): Promise<number>;
  /** As `get`, for an upload, of one row if none are given. */
  upload(rows?: object[]): Promise<number>;
  /** The 99th percentile of `count` gets, one after another. */
  p99(count: number): Promise<number>;
  close(): void;
}

const PATIENCE_MS = 5_000;

export function honestClient(server: ServeProcess, login: string): HonestClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: server.ca, servername: 'localhost' });
  const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}`, 'content-type': 'application/json' };
  const timed = (path: string, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const startedMs = performance.now();
      const method = body === undefined ? 'GET' : 'POST';
      const call = request(`${server.url}${path}`, { agent, method, headers, timeout: PATIENCE_MS }, (response) => {
        response.on('error', reject).resume();
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - startedMs);
          else reject(new Error(`${path}: ${response.statusCode}`));
        });
      });
      call.on('error', reject).on('timeout', () => call.destroy(new Error(`${path}: no answer`)));
      call.end(body);
    });
  const get = (path = '/sales/v1/transactions?pageSize=5') => timed(path);
  return {
    get,
    upload: (rows = [{ orderId: 'honest' }]) => timed('/sales/v1/transactions/upload', JSON.stringify({ transactions: rows })),
    p99: async (count) => {
      const times: number[] = [];
      while (times.length < count) times.push(await get());
      return percentile99(times);
    },
    close: () => agent.destroy(),
  };
}

export function percentile99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}
