/**
 * Guessing passwords at the real server: what it costs, that it shuts nobody out who is known, and that it cannot tell which users there
 * are, or which are disabled. The controls are builds without the throttle, and without a hash for users who are not there, or who are
 * disabled.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { seeded } from '../faults/seeded.js';
import { type Change, variantOf } from '../faults/variant.js';
import { isSoak } from '../support/at-length.js';
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
  /** Moves the server's clock on, past every wait that the throttle may ask for. */
  moveClock(): Promise<void>;
}

/** A server that counts its hashes, with a disabled user; made from `changes` to the build where there are any. */
async function withServer(changes: Change[], work: (counting: Counting) => Promise<void>): Promise<void> {
  const data = await dataDirectory();
  const counted = join(data.directory, '..', 'hashes');
  const preloaded = ['count-hashes.js', 'moved-clock.js'].map((name) => `--import=${new URL(name, import.meta.url)}`);
  const env = { NODE_OPTIONS: preloaded.join(' '), COUNT_HASHES: counted };
  const variant = changes.length > 0 ? variantOf(...changes) : null;
  const server = await serve(data.directory, data.passwordFile, env, ['--log', 'none'], variant?.bin);
  addDisabledUser(join(data.directory, 'sales.db'));
  const moves = () => server.output().split('clock moved').length;
  const moveClock = async () => {
    const before = moves();
    server.child.kill('SIGUSR2');
    await expect.poll(moves, { interval: 5 }).toBe(before + 1);
  };
  try {
    await work({ server, hashes: () => Number(readFileSync(counted, 'utf8')), moveClock });
  } finally {
    await server.end('SIGTERM');
    variant?.remove();
    await data.remove();
  }
}

/** One with the grants, the roles and the password of the first user. */
function addDisabledUser(file: string): void {
  const db = new Database(file);
  db.exec(`
    INSERT INTO app_user (id, name, password_hash, disabled) SELECT '01900000-0000-7000-8000-000000000001', 'disabled', password_hash, 1 FROM app_user;
    INSERT INTO user_role (user_key, role) SELECT (SELECT max(user_key) FROM app_user), role FROM user_role;
    INSERT INTO user_grant (user_key, tenant_key) SELECT (SELECT max(user_key) FROM app_user), tenant_key FROM user_grant;
  `);
  db.close();
}

/** Failures that go unpunished, and the further tries whose waits, of 1, 2, 4 … seconds, fit into the time. */
const budget = (failures: number, ms: number) => failures + Math.floor(Math.log2(ms / 1_000 + 1)) + 1;

const GUESSES = isSoak ? 10_000 : 2_000;

it(`${GUESSES} guesses over 20 connections cost the hashes of the budget, and who had logged in before is served as ever`, async () => {
  await withServer([], async ({ server, hashes }) => {
    const honest = honestClient(server, `api:${password}`);
    await honest.p99(100);
    const idleP99 = await honest.p99(500);
    const before = hashes();
    let isOver = false;
    const attack = guess(server, GUESSES, 20, ['api', ...Array.from({ length: 99 }, (_, at) => `user ${at}`)]).finally(() => {
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
});

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
  expect(await overBudget([{ file: 'server/access/throttle.js', from: 'if (waitMs > 0)', to: 'if (waitMs > 1e12)' }])).toBeGreaterThan(5);
});

/** A build that hashes nothing for a user that is not there, and so is quicker. */
const hashesNoNobody: Change[] = [
  { file: 'server/access/password.js', from: 'const decoded = ', to: 'if (stored === null) return false; const decoded = ' },
];

/** A build that answers the right password of a disabled user from the cache. */
const cachesDisabled: Change[] = [
  { file: 'server/access/auth.js', from: 'fits && user && !user.disabled', to: 'fits && user' },
  { file: 'server/access/auth.js', from: '!user || user.disabled || !isCached', to: '!user || !isCached' },
];

it('each try at an unknown, a known and a disabled user costs one hash, also with the right password; controls do not', async () => {
  const hashesOf = async (changes: Change[]) => {
    const cost: Record<string, number> = {};
    await withServer(changes, async ({ server, hashes }) => {
      for (const login of ['nobody:guess', 'api:guess', 'disabled:guess', `disabled:${password}`]) {
        const before = hashes();
        for (let tried = 0; tried < 2; tried++) await refusal(server, login);
        cost[login.replace(password, 'right')] = hashes() - before;
      }
    });
    return cost;
  };
  const even = { 'nobody:guess': 2, 'api:guess': 2, 'disabled:guess': 2, 'disabled:right': 2 };
  expect(await hashesOf([])).toEqual(even);
  expect(await hashesOf(cachesDisabled)).toEqual({ ...even, 'disabled:right': 1 });
  expect(await hashesOf(hashesNoNobody)).toEqual({ ...even, 'nobody:guess': 0 });
});

/** Each with the number of the try, so that no two are the same. The last two are equal, and tell how far apart chance alone takes them. */
const attempts: Record<string, (tried: number) => string> = {
  unknown: (tried) => `nobody ${tried}:guess`,
  wrong: (tried) => `api:guess ${tried}`,
  'disabled, wrong': (tried) => `disabled:guess ${tried}`,
  'disabled, right': () => `disabled:${password}`,
  'control a': (tried) => `api:a ${tried}`,
  'control b': (tried) => `api:b ${tried}`,
};
/** Three rounds hold nine tries at one account, and ten are not held up. */
const ROUNDS_PER_WINDOW = 3;

it.runIf(isSoak)('300 tries of each kind take as long, as far as equal ones do', { timeout: 1_800_000 }, async () => {
  const mediansOf = async (changes: Change[], rounds: number) => {
    const times = new Map(Object.keys(attempts).map((kind) => [kind, [] as number[]]));
    const chance = seeded(1);
    await withServer(changes, async ({ server, moveClock }) => {
      for (let round = 0; round < rounds; round++) {
        if (round % ROUNDS_PER_WINDOW === 0) await moveClock();
        const left = Object.entries(attempts);
        while (left.length > 0) {
          for (const [kind, loginOf] of left.splice(chance(left.length), 1)) times.get(kind)?.push(await refusal(server, loginOf(round)));
        }
      }
    });
    return Object.fromEntries([...times].map(([kind, ofKind]) => [kind, median(ofKind)]));
  };
  const apart = (values: (number | undefined)[]) => Math.max(...values.map(Number)) / Math.min(...values.map(Number));
  const spread = ({ 'control a': a, 'control b': b, ...kinds }: Record<string, number>) => ({
    kinds: apart(Object.values(kinds)),
    bound: apart([a, b]) + 0.05,
  });
  const medians = await mediansOf([], 300);
  process.stdout.write(`log-in, medians in ms: ${JSON.stringify(medians)}\n`);
  const honest = spread(medians);
  expect(honest.kinds).toBeLessThanOrEqual(honest.bound);
  const control = spread(await mediansOf(cachesDisabled, 30));
  expect(control.kinds).toBeGreaterThan(control.bound);
});

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
