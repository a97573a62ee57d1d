/**
 * Guessing passwords at the real server: what it costs, that it shuts nobody out who is known, and that it cannot tell which users there
 * are. The controls are builds without the throttle, and without a hash for users who are not there.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Change, variantOf } from '../faults/variant.js';
import { dataDirectory, password, type ServeProcess, serve } from '../support/serve-process.js';
import { honestClient, percentile99 } from './honest-client.js';

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface Guessed {
  statuses: Record<string, number>;
  ms: number;
}

function guess(server: ServeProcess, count: number, connections: number, names: string[]): Promise<Guessed> {
  const child = spawn(process.execPath, [program('guesses.js'), server.url, String(count), String(connections), ...names]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.pipe(process.stderr);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`guesses.js ended with ${code}`))));
  });
}

interface Counting {
  server: ServeProcess;
  hashes(): number;
}

/** A server that counts its hashes; made from `changes` to the build where there are any. */
async function withServer(changes: Change[], work: (counting: Counting) => Promise<void>): Promise<void> {
  const data = await dataDirectory();
  const counted = join(data.directory, '..', 'hashes');
  const env = { NODE_OPTIONS: `--import=${new URL('count-hashes.js', import.meta.url)}`, COUNT_HASHES: counted };
  const variant = changes.length > 0 ? variantOf(...changes) : null;
  const server = await serve(data.directory, data.passwordFile, env, ['--log', 'none'], variant?.bin);
  try {
    await work({ server, hashes: () => Number(readFileSync(counted, 'utf8')) });
  } finally {
    await server.end('SIGTERM');
    variant?.remove();
    await data.remove();
  }
}

/** Failures that go unpunished, and the further tries whose waits, of 1, 2, 4 … seconds, fit into the time. */
const budget = (failures: number, ms: number) => failures + Math.floor(Math.log2(ms / 1_000 + 1)) + 1;

it('10,000 guesses over 20 connections cost the hashes of the budget, and who had logged in before is served as ever', async () => {
  await withServer([], async ({ server, hashes }) => {
    const honest = honestClient(server, `api:${password}`);
    await honest.p99(100);
    const idleP99 = await honest.p99(500);
    const before = hashes();
    let isOver = false;
    const attack = guess(server, 10_000, 20, ['api', ...Array.from({ length: 99 }, (_, at) => `user ${at}`)]).finally(() => {
      isOver = true;
    });
    const times: number[] = [];
    while (!isOver) times.push(await honest.get());
    const { statuses, ms } = await attack;
    honest.close();
    expect(hashes() - before).toBeLessThanOrEqual(budget(50, ms));
    expect(Object.keys(statuses).sort()).toEqual(['401', '429']);
    expect(statuses[401]).toBe(hashes() - before);
    expect(times.length).toBeGreaterThan(100);
    expect(percentile99(times)).toBeLessThan(10 * idleP99);
  });
}, 120_000);

it('25 guesses at one account cost those of its budget; without the throttle each costs one', async () => {
  const overBudget = async (changes: Change[]) => {
    let over = 0;
    await withServer(changes, async ({ server, hashes }) => {
      const before = hashes();
      const { ms } = await guess(server, 25, 20, ['api']);
      over = hashes() - before - budget(10, ms);
    });
    return over;
  };
  expect(await overBudget([])).toBeLessThanOrEqual(0);
  expect(await overBudget([{ file: 'server/throttle.js', from: 'if (waitMs > 0)', to: 'if (waitMs > 1e12)' }])).toBeGreaterThan(5);
}, 120_000);

it('an unknown user takes as long as a wrong password; where nobody is hashed for, it shows', async () => {
  const ratio = async (changes: Change[]) => {
    const known: number[] = [];
    const unknown: number[] = [];
    await withServer(changes, async ({ server }) => {
      // By turns, so that what else goes on in the machine falls on both. Ten of one account are not held up.
      for (let tried = 0; tried < 8; tried++) {
        known.push(await refusal(server, `api:guess ${tried}`));
        unknown.push(await refusal(server, `nobody ${tried}:guess ${tried}`));
      }
    });
    return median(known) / median(unknown);
  };
  const honest = await ratio([]);
  expect(honest).toBeGreaterThan(1 / 1.3);
  expect(honest).toBeLessThan(1.3);
  const control: Change = {
    file: 'server/password.js',
    from: 'const decoded = ',
    to: 'if (stored === null) return false; const decoded = ',
  };
  expect(await ratio([control])).toBeGreaterThan(1.3);
}, 120_000);

/** Milliseconds to a 401. */
function refusal(server: ServeProcess, login: string): Promise<number> {
  const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const call = request(`${server.url}/sales/v1/`, { agent: false, ca: server.ca, servername: 'localhost', headers }, (response) => {
      response.on('end', () => {
        if (response.statusCode === 401) resolve(performance.now() - startedMs);
        else reject(new Error(`status ${response.statusCode}`));
      });
      response.resume();
    });
    call.on('error', reject).end();
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
