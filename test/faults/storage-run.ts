/** One run of the real server on storage that may fail: 20 uploads, what was acknowledged, and the check of what is left on disk. */
import { randomBytes, scryptSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultImportConfiguration } from '../../src/importing/rules.js';
import { ownCertificate } from '../../src/server/tls/certificate.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { misplacedAmounts } from '../../src/store/sqlite/verify/contents.js';
import { type ServeProcess, serve } from '../support/serve-process.js';
import { type FaultPlan, faultEnvironment } from './shim.js';

export const uploadsMax = 20;
const ROWS = 50;
export const password = 'fault injection';

/** A data directory that is set up, with a password that is cheap to check: what is tested is the storage. */
export async function preparedDirectory(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'sales-prepared-'));
  const store = openSqliteStore({ directory, now: () => new Date() });
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: 16, r: 1, p: 1 });
  await store.setUp({
    customerName: 'Default',
    tenantName: 'Default',
    importConfiguration: defaultImportConfiguration,
    userName: 'api',
    passwordHash: `scrypt$ln=4,r=1,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`,
  });
  await store.close();
  await ownCertificate(join(directory, 'tls'), ['127.0.0.1'], new Date());
  return directory;
}

export interface StorageRun {
  directory: string;
  /** Upload ids that came with a 200, and the shim's count when they had come. */
  acknowledged: Map<string, number>;
  statuses: number[];
  /** How the server ended. */
  end: number | string;
  output: string;
  remove(): void;
}

/** Starts the server (`bin`, or ours) with the plan, sends the uploads one after another, then ends it by kill -9 if it still lives. */
export async function runWithFaults(shim: string, prepared: string, plan: FaultPlan, bin?: string): Promise<StorageRun> {
  const root = mkdtempSync(join(tmpdir(), 'sales-fault-'));
  const directory = join(root, 'data');
  cpSync(prepared, directory, { recursive: true });
  const counter = join(root, 'counter');
  const run: StorageRun = {
    directory,
    acknowledged: new Map(),
    statuses: [],
    end: 'not started',
    output: '',
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  const env = faultEnvironment(shim, directory, { ...plan, counter });
  let server: ServeProcess;
  try {
    server = await serve(directory, null, env, ['--log', 'none'], bin);
  } catch (error) {
    // The storage failed before the server could listen.
    run.output = (error as Error).message;
    return run;
  }
  for (let upload = 0; upload < uploadsMax; upload++) {
    const answer = await send(server, upload).catch(() => null);
    run.statuses.push(answer?.status ?? 0);
    if (answer?.status === 200) run.acknowledged.set(answer.uploadId, countIn(counter));
    if (answer === null && server.child.exitCode !== null) break;
  }
  run.end = await server.end('SIGKILL');
  run.output = server.output();
  return run;
}

function countIn(counter: string): number {
  return existsSync(counter) ? Number(readFileSync(counter).readBigUInt64LE()) : 0;
}

function send(server: ServeProcess, upload: number): Promise<{ status: number; uploadId: string }> {
  const transactions = Array.from({ length: ROWS }, (_, row) => ({
    amount: row,
    // One that fails a rule.
    currency: row === ROWS - 1 ? 'EURO' : 'EUR',
    transactionDate: '2026-11-20T10:00:00Z',
    // And some that every upload brings again.
    transactionReference: row < 10 ? `common-${row}` : `${upload}-${row}`,
  }));
  return new Promise((resolve, reject) => {
    const call = request(
      `${server.url}/sales/v1/transactions/upload`,
      {
        method: 'POST',
        ca: server.ca,
        agent: false,
        timeout: 10_000,
        headers: { authorization: `Basic ${Buffer.from(`api:${password}`).toString('base64')}`, 'content-type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, uploadId: text ? JSON.parse(text).uploadId : '' }));
      },
    );
    call.on('error', reject);
    call.on('timeout', () => call.destroy(new Error('no answer within 10 s')));
    call.end(JSON.stringify({ transactions }));
  });
}

export interface Damage {
  /** Acknowledged uploads that are not there, or not whole. */
  lost: string[];
  /** Uploads that are there in part or whose counts are not those of their rows, and sales that do not stand once. */
  torn: string[];
  /** What SQLite has to say, where it is not "ok". */
  integrity: string | null;
}

/** Looks at a data directory that no server uses any more: what of `acknowledged` is there, and is everything whole. */
export async function damageOf(directory: string, acknowledged: Iterable<string>): Promise<Damage> {
  const db = new Database(join(directory, 'sales.db'));
  try {
    const check = db.pragma('integrity_check', { simple: true }) as string;
    const uploads = db
      .prepare('SELECT id, rows, (SELECT count(*) FROM "transaction" t WHERE t.upload_key = u.upload_key) AS present FROM upload u')
      .all() as { id: string; rows: number; present: number }[];
    const orphans = db.prepare('SELECT count(*) FROM "transaction" WHERE upload_key NOT IN (SELECT upload_key FROM upload)').pluck().get();
    const miscounted = db
      .prepare(
        `SELECT id FROM upload AS u WHERE decided > 0 AND (processed, duplicates, rejected) IS NOT (
           SELECT sum(state = 1), sum(match_state = 3), sum(state = 0)
           FROM "transaction" AS t WHERE t.upload_key = u.upload_key)`,
      )
      .pluck()
      .all() as string[];
    const notOnce = db
      .prepare(
        `SELECT transaction_reference FROM "transaction" WHERE state = 1
         GROUP BY transaction_reference HAVING sum(match_state <> 3) <> 1`,
      )
      .pluck()
      .all() as string[];
    const whole = new Set(uploads.filter(({ rows, present }) => rows === present && rows === ROWS).map(({ id }) => id));
    const torn = [...uploads.filter(({ rows, present }) => rows !== present).map(({ id }) => id), ...miscounted, ...notOnce];
    return {
      lost: [...acknowledged].filter((id) => !whole.has(id)),
      torn: [
        ...torn,
        ...(orphans === 0 ? [] : [`${orphans} rows of no upload`]),
        ...(misplacedAmounts(db) === 0 ? [] : ['the order of amounts']),
      ],
      integrity: check === 'ok' ? null : check,
    };
  } finally {
    db.close();
  }
}

/** Opens the directory as a server would. */
export async function opensAgain(directory: string): Promise<void> {
  await openSqliteStore({ directory, now: () => new Date() }).close();
}
