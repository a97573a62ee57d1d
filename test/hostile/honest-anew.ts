/** Somebody who begins anew each time, beside an attack: looks whether the server is up, loads the page, logs in, uploads. */
import { Agent, request } from 'node:https';
import { expect } from 'vitest';
import { password, type ServeProcess } from '../support/serve-process.js';
import { percentile99 } from './honest-client.js';

const PATIENCE_MS = 20_000;
const SOAK_ROUNDS = 300;

/** The status of an answer on a connection of its own; 0 where none comes. */
function statusOf({ url, ca }: ServeProcess, path: string, headers: Record<string, string>, body?: string): Promise<number> {
  const agent = new Agent({ ca, servername: 'localhost' });
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const call = request(`${url}${path}`, { agent, method, headers, timeout: PATIENCE_MS }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', () => resolve(0)).on('timeout', () => call.destroy());
    call.end(body);
  });
}

const ofPage = { host: 'localhost', origin: 'https://localhost', 'sec-fetch-site': 'same-origin', 'x-sales-console': '1' };
const json = { 'content-type': 'application/json' };
const authorization = `Basic ${Buffer.from(`api:${password}`).toString('base64')}`;

const honest: Record<string, (server: ServeProcess) => Promise<number>> = {
  health: (server) => statusOf(server, '/healthz', {}),
  page: (server) => statusOf(server, '/console/', { accept: 'text/html' }),
  login: (server) => statusOf(server, '/console/v1/session', { ...ofPage, ...json }, JSON.stringify({ user: 'api', password })),
  upload: (server) =>
    statusOf(
      server,
      '/sales/v1/transactions/upload',
      { ...json, authorization },
      JSON.stringify({ transactions: [{ orderId: 'honest' }] }),
    ),
};

/** Which of them got no good answer, in so many rounds. */
export async function unserved(server: ServeProcess, rounds: number): Promise<string[]> {
  const failed: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [what, ask] of Object.entries(honest)) {
      const status = await ask(server);
      if (status !== 200) failed.push(`${what}: ${status}`);
    }
  }
  return failed;
}

/** The 99th percentile of the times of each, in ms. Fails where one gets no good answer. */
export async function honestTimes(server: ServeProcess): Promise<Record<string, number>> {
  const all = Object.entries(honest).map(([what, ask]) => ({ what, ask, times: [] as number[] }));
  for (let round = 0; round < SOAK_ROUNDS; round++) {
    for (const { what, ask, times } of all) {
      const startedMs = performance.now();
      expect([what, await ask(server)]).toEqual([what, 200]);
      times.push(performance.now() - startedMs);
    }
  }
  return Object.fromEntries(all.map(({ what, times }) => [what, Math.round(percentile99(times))]));
}

/** Prints both, and fails where one took 10 times as long beside the attack. */
export function expectServed(attack: string, idle: Record<string, number>, beside: Record<string, number>): void {
  process.stdout.write(`${attack}, p99 in ms: ${JSON.stringify({ idle, beside })}\n`);
  for (const [what, ms] of Object.entries(beside)) expect(ms, what).toBeLessThan(10 * (idle[what] ?? 0));
}
