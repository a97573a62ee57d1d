/**
 * Uploads that are processed again, withdrawn and restored on a server that dies at any of its writes and syncs: when the command is
 * repeated after a restart, all is as if nothing had happened.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from '../../src/client/http/api.js';
import { decideAbout, decideAgain } from '../../src/importing/decide.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { misplacedAmounts } from '../../src/store/sqlite/verify/contents.js';
import type { Store, TenantStore } from '../../src/store/store.js';
import { control, isSoak } from '../support/at-length.js';
import { serve } from '../support/serve-process.js';
import { Disk, readDiskLog, writeFolder } from './disk-log.js';
import { type FaultPlan, faultEnvironment, storageShim } from './shim.js';
import { password, preparedDirectory } from './storage-run.js';
import { variantOf } from './variant.js';

const KILLS = isSoak ? 60 : 2;
const now = () => new Date();
const shim = storageShim();

type Change = 'reprocess' | 'withdraw' | 'restore';
/** Index of the upload in `uploadIds`; the second holds rows of the first, and rows that are rejected at first. */
const commands: readonly [Change, number][] = [
  ['reprocess', 1],
  ['withdraw', 0],
  ['withdraw', 2],
  ['restore', 0],
  ['restore', 2],
  ['reprocess', 2],
];

let prepared: string;
let tenantId: string;
let uploadIds: string[];
/** What a directory holds before the first command, and after each of them, where nothing fails. */
let expected: unknown[];

beforeAll(async () => {
  prepared = await preparedDirectory();
  const store = openSqliteStore({ directory: prepared, now });
  const user = await store.userByName('api');
  tenantId = user?.access[0]?.tenantId ?? '';
  const tenant = store.tenant(tenantId, 'whole');
  const configuration = await tenant.importConfiguration(undefined);
  if (!user || !configuration) throw new Error('not set up');
  uploadIds = [];
  for (const [from, to, uploadGroup] of [
    [0, 60, null],
    [30, 90, null],
    [40, 80, '00000000-0000-4000-8000-000000000001'],
  ] as const) {
    const transactions = Array.from({ length: to - from }, (_, index) => ({
      amount: from + index,
      currency: from > 0 && index % 7 === 0 ? 'EURO' : 'EUR',
      transactionDate: '2026-11-20T10:00:00Z',
      // Twins lie in every upload.
      transactionReference: `R${Math.floor((from + index) / 2)}`,
    })).map((row) => ({ ...row, amount: row.amount - (row.amount % 2) }));
    const request = { userId: user.id, importConfigurationId: configuration.id, idempotency: null, uploadGroup, transactions };
    const decide = decideAbout(transactions, configuration, { known: null, receivedAt: now() });
    uploadIds.push((await tenant.stageUpload({ ...request, decide })).uploadId);
  }
  // Rows that have their place in the order of amounts: changes reach it, too.
  await store.tidy('idle');
  await store.close();
  const db = new Database(join(prepared, 'sales.db'));
  db.exec(`UPDATE import_configuration SET settings = '{"currencyCheck":false}'`);
  db.close();
  await withCopy(prepared, async (directory, open) => {
    expected = [contents(directory)];
    for (const command of commands) {
      await carryOut(open.tenant(tenantId, 'whole'), command);
      expected.push(contents(directory));
    }
  });
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

function carryOut(tenant: TenantStore, [change, index]: readonly [Change, number]) {
  const work = tenant[change];
  return work(uploadIds[index] ?? '', 'api', decideAgain);
}

async function withCopy(from: string, work: (directory: string, store: Store) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sales-changes-'));
  cpSync(from, directory, { recursive: true });
  const store = openSqliteStore({ directory, now });
  try {
    await work(directory, store);
  } finally {
    await store.close();
    rmSync(directory, { recursive: true });
  }
}

/** Everything about uploads and transactions but times. */
function contents(directory: string): unknown {
  const db = new Database(join(directory, 'sales.db'), { readonly: true });
  const all = (sql: string) => db.prepare(sql).raw().all();
  try {
    return {
      rows: all('SELECT * FROM "transaction" ORDER BY seq'),
      placed: all('SELECT count(*) FROM transaction_amount'),
      misplaced: misplacedAmounts(db),
      uploads: all(
        `SELECT id, status, decided, processed, duplicates, rejected, warnings, amounts, errors, error_count, withdrawn_at IS NULL, withdrawn_by
         FROM upload ORDER BY upload_key`,
      ),
      history: all(
        'SELECT tenant_key, upload_key, seq, state_from, state_to, match_state_from, match_state_to, reason, actor FROM history ORDER BY history_key',
      ),
      tenants: all('SELECT tenant_key, transactions FROM tenant'),
      values: all('SELECT * FROM upload_value ORDER BY 1, 2, 3, 4'),
      audit: all(`SELECT actor, action, object, outcome FROM audit WHERE action LIKE 'upload.%' ORDER BY audit_key`),
      integrity: all('PRAGMA integrity_check'),
    };
  } finally {
    db.close();
  }
}

interface ServedRun {
  directory: string;
  /** The shim's count before the first command. */
  started: number;
  /** And when each command that was answered had been answered. */
  counts: number[];
  remove(): void;
}

interface Serving {
  fault: FaultPlan;
  bin?: string | undefined;
  /** A run whose directory this one goes on with. */
  after?: ServedRun;
}

/** A server with the fault is given the commands over HTTPS, until one fails; then it is killed. */
async function served({ fault, bin, after }: Serving): Promise<ServedRun> {
  const root = mkdtempSync(join(tmpdir(), 'sales-change-run-'));
  const directory = after?.directory ?? join(root, 'data');
  if (!after) cpSync(prepared, directory, { recursive: true });
  const counter = join(root, 'counter');
  const run: ServedRun = { directory, started: 0, counts: [], remove: () => rmSync(root, { recursive: true, force: true }) };
  const started = serve(directory, null, faultEnvironment(shim ?? '', directory, { ...fault, counter }), ['--log', 'none'], bin);
  const server = await started.catch(() => null);
  if (!server) return run;
  const access = { url: server.url, user: 'api', password, ca: server.ca, pin: undefined, customerId: undefined, tenantId: undefined };
  const api = openApi({ ...access, timeoutMs: 10_000, nowMs: Date.now });
  const count = () => Number(readFileSync(counter).readBigUInt64LE());
  try {
    run.started = count();
    for (const [change, index] of commands.slice(after?.counts.length ?? 0)) {
      await api.ask(`${change}Upload`, { path: { uploadId: uploadIds[index] ?? '' } });
      run.counts.push(count());
    }
  } catch (error) {
    // With no fault nothing may fail.
    if (fault.mode === 'none') throw error;
  } finally {
    await api.close();
    await server.end('SIGKILL');
  }
  return run;
}

/** Repeats the command after `done` others, on what a server has left; tells whether everything is as it should be. */
async function isWholeAfter(directory: string, done: number): Promise<boolean> {
  const command = commands[done];
  let found: unknown;
  await withCopy(directory, async (copy, store) => {
    // One that is refused leaves what it found.
    if (command) await carryOut(store.tenant(tenantId, 'whole'), command).catch(() => {});
    found = contents(copy);
  });
  return JSON.stringify(found) === JSON.stringify(expected[Math.min(done + 1, commands.length)]);
}

/** Counts the points of one run at which a kill leaves something else behind, up to `enough`. */
async function brokenPoints(bin?: string, enough = Number.POSITIVE_INFINITY): Promise<{ points: number; broken: number[] }> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sales-points-'));
  const log = join(folder, 'log');
  const run = await served({ fault: { mode: 'none', log }, bin });
  expect(run.counts).toHaveLength(commands.length);
  const disk = new Disk(prepared);
  const operations = readDiskLog(log);
  const last = run.counts.at(-1) ?? 0;
  const broken: number[] = [];
  let points = 0;
  for (const operation of operations) {
    const isPoint = operation.kind === 'write' || operation.kind === 'sync';
    if (isPoint && operation.count > run.started && operation.count <= last) {
      points += 1;
      const image = mkdtempSync(join(folder, 'image-'));
      writeFolder(image, disk.afterKill());
      const done = run.counts.filter((count) => count < operation.count).length;
      if (!(await isWholeAfter(image, done))) broken.push(operation.count);
      rmSync(image, { recursive: true });
    }
    if (broken.length >= enough) break;
    disk.apply(operation);
  }
  run.remove();
  rmSync(folder, { recursive: true });
  return { points, broken };
}

it('the commands do something, each of them', () => {
  const texts = expected.map((content) => JSON.stringify(content));
  expect(new Set(texts).size).toBe(commands.length + 1);
});

describe.skipIf(!shim)('a server that dies while it changes uploads', () => {
  it('at any write or sync: repeated after a restart, the command ends as if nothing had happened', async () => {
    const { points, broken } = await brokenPoints();
    expect(points).toBeGreaterThanOrEqual(100);
    expect(broken).toEqual([]);
  }, 600_000);

  it(`killed by it ${KILLS} times, and started again, it carries out the rest`, async () => {
    const whole = await served({ fault: { mode: 'none' } });
    const [first, last] = [whole.started, whole.counts.at(-1) ?? 0];
    expect(contents(whole.directory)).toEqual(expected.at(-1));
    whole.remove();
    for (let kill = 0; kill < KILLS; kill++) {
      const at = Math.round(first + ((last - first) * (kill + 0.5)) / KILLS);
      const run = await served({ fault: { mode: 'kill', at } });
      expect(run.counts.length).toBeLessThan(commands.length);
      const again = await served({ fault: { mode: 'none' }, after: run });
      expect([at, contents(run.directory)]).toEqual([at, expected.at(-1)]);
      again.remove();
      run.remove();
    }
  }, 600_000);

  control(
    'control: without a transaction it does not',
    async () => {
      const file = 'store/sqlite/sqlite-store.js';
      const without = 'const change = ((work) => Object.assign(work, { immediate: work }))(';
      const variant = variantOf({ file, from: 'const change = db.transaction(', to: without });
      const { broken } = await brokenPoints(variant.bin, 1);
      variant.remove();
      expect(broken.length).toBeGreaterThan(0);
    },
    600_000,
  );
});
