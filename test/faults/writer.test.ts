/**
 * The thread that writes, at its worst moments: a stop in the middle of a group commit, its memory exhausted, a disk that is full where the
 * log is to be moved into the database. What was acknowledged is there, nothing is there in part, and what is sent again under its key is
 * there once.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { control, isSoak, seed } from '../support/at-length.js';
import { type ServeProcess, serve } from '../support/serve-process.js';
import { seeded } from './seeded.js';
import { faultEnvironment, storageShim } from './shim.js';
import { password, preparedDirectory } from './storage-run.js';
import { type Change, type Variant, variantOf } from './variant.js';

const ROUNDS = isSoak ? 40 : 1;
const CLIENTS = 12;
const LARGE_ROWS = 2_000;

const shim = storageShim();

let prepared: string;
beforeAll(async () => {
  prepared = await preparedDirectory();
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function newDirectory(): string {
  const root = mkdtempSync(join(tmpdir(), 'sales-writer-'));
  ends.push(() => rmSync(root, { recursive: true, force: true }));
  cpSync(prepared, join(root, 'data'), { recursive: true });
  return join(root, 'data');
}

async function started(directory: string, changes: Change[] = [], env: NodeJS.ProcessEnv = {}): Promise<ServeProcess> {
  const variant: Variant | null = changes.length > 0 ? variantOf(...changes) : null;
  const server = await serve(directory, null, env, ['--log', 'none'], variant?.bin);
  ends.push(async () => {
    if (server.child.exitCode === null) await server.end('SIGKILL');
    variant?.remove();
  });
  return server;
}

/** An upload: its key, how many rows, and the id that a 200 gave. */
interface Sent {
  key: string;
  rows: number;
  uploadId: string | null;
}

/** Sends an upload under its key; resolves with the status, 0 where no answer came. */
function send(server: ServeProcess, upload: Sent, agent: Agent | false = false): Promise<number> {
  const transactions = Array.from({ length: upload.rows }, (_, row) => ({
    ...{ amount: row, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z' },
    transactionReference: `${upload.key}-${row}`,
  }));
  const authorization = `Basic ${Buffer.from(`api:${password}`).toString('base64')}`;
  return new Promise((resolve) => {
    const call = request(
      `${server.url}/sales/v1/transactions/upload`,
      {
        method: 'POST',
        ca: server.ca,
        agent,
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': upload.key },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('error', () => resolve(0));
        response.on('end', () => {
          if (response.statusCode === 200) upload.uploadId = JSON.parse(text).uploadId;
          resolve(response.statusCode ?? 0);
        });
      },
    );
    call.on('error', () => resolve(0));
    call.setTimeout(20_000, () => call.destroy());
    call.end(JSON.stringify({ transactions }));
  });
}

interface Stored {
  id: string;
  key: string;
  rows: number;
  present: number;
}

/** The uploads in a directory that no server uses, each with the rows that are there. */
function stored(directory: string): Stored[] {
  const db = new Database(join(directory, 'sales.db'));
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    return db
      .prepare(
        `SELECT id, batch_key AS key, rows, (SELECT count(*) FROM "transaction" AS t WHERE t.upload_key = u.upload_key) AS present FROM upload AS u`,
      )
      .all() as Stored[];
  } finally {
    db.close();
  }
}

/** What is not as it was promised. */
function damage(directory: string, sent: readonly Sent[]): string[] {
  const there = stored(directory);
  const keys = there.map(({ key }) => key);
  return [
    ...sent
      .filter(({ uploadId, rows }) => uploadId && !there.some((one) => one.id === uploadId && one.present === rows))
      .map(({ key }) => `lost ${key}`),
    ...there.filter(({ rows, present }) => rows !== present).map(({ key }) => `in part ${key}`),
    ...keys.filter((key, at) => keys.indexOf(key) < at).map((key) => `twice ${key}`),
  ];
}

/** Uploads of one row and of many, from several clients, until the server goes away. */
async function crowdUntilEnd(server: ServeProcess, tag: string, sent: Sent[]): Promise<void> {
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: server.ca });
    for (let count = 0; server.child.exitCode === null; count++) {
      const upload: Sent = { key: `${tag}-${number}-${count}`, rows: number % 3 === 0 ? LARGE_ROWS : 1, uploadId: null };
      sent.push(upload);
      if ((await send(server, upload, agent)) === 0) break;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

/** Answers before the rows are stored. */
const answersFirst: Change = {
  file: 'importing/receive.js',
  from: 'const outcomes = await options.store.stageTogether(prepared.map(({ staging }) => staging));',
  to: `for (const { waiting } of prepared) waiting.resolve({ uploadId: globalThis.crypto.randomUUID(), replayed: false });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const outcomes = await options.store.stageTogether(prepared.map(({ staging }) => staging));`,
};

async function stopped(changes: Change[], round: number): Promise<{ exit: number | string; damage: string[]; again: string[] }> {
  const random = seeded(seed + round);
  const directory = newDirectory();
  const server = await started(directory, changes);
  const sent: Sent[] = [];
  const crowd = crowdUntilEnd(server, `r${round}`, sent);
  await wait(200 + random(600));
  const exit = await server.end('SIGTERM');
  await crowd;
  const found = damage(directory, sent);
  const next = await started(directory);
  for (const upload of sent) expect(await send(next, upload)).toBe(200);
  await next.end('SIGTERM');
  const there = new Set(stored(directory).map(({ key }) => key));
  const missing = sent.filter(({ key }) => !there.has(key));
  return { exit, damage: found, again: [...damage(directory, sent), ...missing.map(({ key }) => `missing ${key}`)] };
}

describe(`SIGTERM in the middle of group commits, SEED=${seed}`, () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'round %i: all that was acknowledged is there, the rest whole or not at all, and once when sent again',
    async (round) => {
      expect(await stopped([], round)).toEqual({ exit: 0, damage: [], again: [] });
    },
    120_000,
  );

  control(
    'control: a build that answers before it has stored loses some',
    async () => {
      const { damage: found } = await stopped([answersFirst], 0);
      expect(found.filter((one) => one.startsWith('lost')).length).toBeGreaterThan(0);
    },
    120_000,
  );
});

describe('the memory of the thread that writes', () => {
  const little: Change = {
    file: 'threads/writer.js',
    from: 'maxYoungGenerationSizeMb: YOUNG_MB',
    to: 'maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 14',
  };

  it('is exhausted by an upload: the process says so and ends, what was acknowledged is there, and the upload comes in where there is more', async () => {
    const directory = newDirectory();
    const server = await started(directory, [little]);
    const sent: Sent[] = Array.from({ length: 10 }, (_, at) => ({ key: `small-${at}`, rows: 5, uploadId: null }));
    for (const upload of sent) expect(await send(server, upload)).toBe(200);
    const large: Sent = { key: 'large', rows: 20_000, uploadId: null };
    const beside: Sent = { key: 'beside', rows: 5, uploadId: null };
    const [status] = await Promise.all([send(server, large), send(server, beside)]);
    expect([0, 500, 503]).toContain(status);
    await expect.poll(() => server.child.exitCode, { timeout: 20_000 }).toBe(70);
    expect(server.output()).toMatch(/database/i);
    expect(server.output()).not.toMatch(/\n\s+at /);
    expect(damage(directory, [...sent, large, beside])).toEqual([]);
    const next = await started(directory);
    expect(await send(next, large)).toBe(200);
    expect(await send(next, beside)).toBe(200);
    await next.end('SIGTERM');
    expect(damage(directory, [...sent, large, beside])).toEqual([]);
  });

  control(
    'control: a build that answers before it has stored has lost what it was given',
    async () => {
      const directory = newDirectory();
      const server = await started(directory, [little, answersFirst]);
      const large: Sent = { key: 'large', rows: 20_000, uploadId: null };
      const beside: Sent[] = Array.from({ length: 20 }, (_, at) => ({ key: `beside-${at}`, rows: 200, uploadId: null }));
      await Promise.all([send(server, large), ...beside.map((upload) => send(server, upload))]);
      await server.end('SIGKILL');
      expect(damage(directory, [large, ...beside]).length).toBeGreaterThan(0);
    },
    120_000,
  );
});

describe.skipIf(!shim)('a disk that is full where the log is moved into the database', () => {
  const uploads = (count: number): Sent[] => Array.from({ length: count }, (_, at) => ({ key: `k${at}`, rows: 50, uploadId: null }));
  /** The shim's folder is the database file alone: its log and all other files have room. */
  const full = (directory: string) => faultEnvironment(shim ?? '', join(directory, 'sales.db'), { mode: 'enospc', at: 1, sticky: true });

  it('refuses nothing: uploads are taken into the log, and are all there after a kill and a start with room', async () => {
    const directory = newDirectory();
    const server = await started(directory, [], full(directory));
    const sent = uploads(30);
    const statuses = new Set<number>();
    for (const upload of sent.slice(0, 15)) statuses.add(await send(server, upload));
    // When it is quiet, the log is due.
    await wait(1_500);
    for (const upload of sent.slice(15)) statuses.add(await send(server, upload));
    expect([...statuses]).toEqual([200]);
    await server.end('SIGKILL');
    expect(damage(directory, sent)).toEqual([]);
    const next = await started(directory);
    await wait(1_000);
    expect(await next.end('SIGTERM')).toBe(0);
    expect(damage(directory, sent)).toEqual([]);
  });

  control(
    'control: a build without a log writes to the database at once, and refuses them',
    async () => {
      const directory = newDirectory();
      const noLog: Change = {
        file: 'store/sqlite/sqlite-store.js',
        from: "db.pragma('journal_mode = WAL');",
        to: "db.pragma('journal_mode = DELETE');",
      };
      const start = started(directory, [noLog], full(directory));
      const outcome = await start.then(
        async (server) => String(await send(server, uploads(1)[0] as Sent)),
        () => 'not started',
      );
      expect(outcome).not.toBe('200');
    },
    120_000,
  );
});
