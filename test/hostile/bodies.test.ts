/**
 * Bodies that come a byte now and then on as many connections as there may be: a stranger's log-ins, and one user's dropped files. Whoever
 * just works is served. The controls are builds without the bound.
 */
import { Agent, request } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import type { Change } from '../faults/variant.js';
import { password, type ServeProcess } from '../support/serve-process.js';
import { type Crowded, crowded } from './crowded.js';
import { percentile99 } from './honest-client.js';

const ROUNDS = 5;
const SOAK_ROUNDS = 300;
const SETTLE_MS = 15_000;
/** More than there may be. */
const CONNECTIONS = 950;
const PLACES = 900;
const PATIENCE_MS = 20_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function target(changes: Change[] = []): Promise<Crowded> {
  const running = await crowded(changes);
  ends.push(running.end);
  running.addUser('a');
  return running;
}

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

/** Builds of which a part is as it was before. */
const unbounded: Record<string, Change[]> = {
  // A request under way makes no room, and a body has as long as an upload.
  strangers: [
    {
      file: 'server/http/connections.js',
      from: 'first(all, isStranger)',
      to: "[...all].find(({ stage, tls }) => stage !== 'request' && isStranger({ tls }))",
    },
    { file: 'server/access/admission.js', from: 'seconds: 5,', to: 'seconds: 500,' },
    { file: 'server/http/connections.js', from: 'first(waiting.request, has(isSlow))', to: 'undefined' },
  ],
  // Each file has its place at once.
  files: [
    { file: 'server/access/admission.js', from: 'user: 6, customer: 12, process: 24', to: 'user: 1e9, customer: 1e9, process: 1e9' },
    // And nothing is refused for being one too many.
    { file: 'server/console/files/dropped-files.js', from: 'FILES_OF_USER_MAX = 200', to: 'FILES_OF_USER_MAX = 1e9' },
    { file: 'server/http/connections.js', from: 'first(waiting.request, has(isSlow))', to: 'undefined' },
  ],
};

/** What somebody does who begins anew each time: looks whether it is up, loads the page, logs in, uploads. */
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
async function unserved({ server }: Crowded, rounds: number): Promise<string[]> {
  const failed: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [what, ask] of Object.entries(honest)) {
      const status = await ask(server);
      if (status !== 200) failed.push(`${what}: ${status}`);
    }
  }
  return failed;
}

describe(`beside ${CONNECTIONS} log-in bodies that trickle, without a log-in`, () => {
  it('health, first page, log-in and upload are answered', { timeout: 300_000 }, async () => {
    const running = await target();
    await running.attack('log-in bodies', CONNECTIONS, 1);
    expect(await unserved(running, ROUNDS)).toEqual([]);
  });

  it('control: where a request under way makes no room, nothing is', { timeout: 300_000 }, async () => {
    const running = await target(unbounded.strangers);
    await running.attack('log-in bodies', CONNECTIONS, 1);
    await expect.poll(() => running.metric('sales_running{work="strangers"}'), { timeout: 120_000 }).toBe(PLACES);
    expect(await unserved(running, 2)).toHaveLength(8);
  });
});

describe(`beside ${CONNECTIONS} dropped files of one user that trickle`, () => {
  it('health, first page, log-in and upload are answered', { timeout: 300_000 }, async () => {
    const running = await target();
    await running.attack('dropped files', CONNECTIONS, 1, 'a');
    expect(await unserved(running, ROUNDS)).toEqual([]);
  });

  it('control: where each has its place, nothing is', { timeout: 300_000 }, async () => {
    const running = await target(unbounded.files);
    await running.attack('dropped files', CONNECTIONS, 1, 'a');
    await expect.poll(() => running.metric('sales_running{work="files"}'), { timeout: 120_000 }).toBe(PLACES);
    expect(await unserved(running, 2)).toHaveLength(8);
  });
});

describe.runIf(process.env.SOAK === '1')('by the clock', () => {
  const attacks = [
    ['log-in bodies', PLACES],
    ['dropped files', PLACES],
    ['large files', 12],
  ] as const;

  it.each(attacks)(
    'beside %s on %i connections, each is answered in under 10 times its idle p99',
    { timeout: 600_000 },
    async (kind, many) => {
      const running = await target();
      const times = async () => {
        const all = Object.keys(honest).map((what) => [what, [] as number[]] as const);
        for (let round = 0; round < SOAK_ROUNDS; round++) {
          for (const [what, ofOne] of all) {
            const startedMs = performance.now();
            expect([what, await honest[what]?.(running.server)]).toEqual([what, 200]);
            ofOne.push(performance.now() - startedMs);
          }
        }
        return Object.fromEntries(all.map(([what, ofOne]) => [what, Math.round(percentile99(ofOne))]));
      };
      await unserved(running, 3);
      const idle = await times();
      await running.attack(kind, many, 1, 'a');
      // Not while all connect at once, which costs what as many handshakes do.
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const beside = await times();
      process.stdout.write(`${many} ${kind}, p99 in ms: ${JSON.stringify({ idle, beside })}\n`);
      for (const [what, ms] of Object.entries(beside)) expect(ms, what).toBeLessThan(10 * (idle[what] ?? 0));
    },
  );
});
