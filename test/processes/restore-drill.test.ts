/**
 * The restore drill: a backup is made while four clients upload, and a server on what is restored from it answers 1,000 random
 * questions about the uploads that were acknowledged before exactly as the original does. SEED repeats a run.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seeded } from '../faults/seeded.js';
import { seed } from '../support/at-length.js';
import { dataDirectory, password, type ServeProcess, salesBin, serve } from '../support/serve-process.js';

const CLIENTS = 4;
const UPLOADS_BEFORE = 60;
const QUESTIONS = 1_000;
const ASKED_AT_ONCE = 8;

const random = seeded(seed);
const one = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;

const currencies = ['EUR', 'CHF', 'USD', 'EURO', null];
const brands = ['VISA', 'MASTERCARD', 'TWINT', null];
const terminals = Array.from({ length: 12 }, (_, number) => `T-${number}`);
const days = Array.from({ length: 28 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`);

let data: Awaited<ReturnType<typeof dataDirectory>>;
let original: ServeProcess;
let restored: ServeProcess | null = null;
beforeAll(async () => {
  data = await dataDirectory();
  original = await serve(data.directory, data.passwordFile, {}, ['--log', 'none']);
});
afterAll(async () => {
  agent.destroy();
  await original.end('SIGTERM');
  await restored?.end('SIGTERM');
  await data.remove();
});

const agent = new Agent({ keepAlive: true, maxSockets: ASKED_AT_ONCE });

function call(server: ServeProcess, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.url}${path}`,
      {
        ca: server.ca,
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Basic ${Buffer.from(`api:${password}`).toString('base64')}`, 'content-type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function batch(): object[] {
  return Array.from({ length: 20 + random(200) }, () => ({
    amount: random(20_000) / 100 - 20,
    currency: one(currencies),
    brandId: one(brands),
    terminalId: one(terminals),
    transactionDate: `${one(days)}T${String(random(24)).padStart(2, '0')}:00:00+01:00`,
    transactionReference: `R-${random(1_000_000)}`,
    additionalData: [{ key: 'shift', value: String(random(9)) }],
  }));
}

/** Uploads until told to stop; gives what was acknowledged, with the time. */
async function upload(until: () => boolean, acknowledged: Map<string, number>): Promise<void> {
  while (!until()) {
    const answer = await call(original, '/sales/v1/transactions/upload', { transactions: batch() });
    expect(answer.status).toBe(200);
    acknowledged.set(JSON.parse(answer.text).uploadId, performance.now());
  }
}

/** The path of a random question about one of the uploads; `ids` are of transactions in them. */
function question(uploads: readonly string[], ids: readonly string[]): string {
  const kind = random(10);
  if (kind === 0) return `/sales/v1/transactions/upload/${one(uploads)}`;
  if (kind === 1) return `/sales/v1/transactions/${one(ids)}`;
  const query = new URLSearchParams({ uploadId: one(uploads) });
  const sometimes = (name: string, value: () => string) => {
    if (random(4) === 0) query.set(name, value());
  };
  sometimes('terminalId', () => one(terminals));
  sometimes('brandId', () => one(brands) ?? 'none');
  sometimes('currency', () => one(currencies) ?? 'XXX');
  sometimes('amountFrom', () => String(random(100)));
  sometimes('amountTo', () => String(100 + random(100)));
  sometimes('transactionDateFrom', () => `${one(days)}T00:00:00Z`);
  sometimes('transactionDateTo', () => `${one(days)}T23:59:59Z`);
  sometimes('transactionState', () => one(['Processed', 'Unprocessed']));
  sometimes('transactionMatchState', () => one(['Unmatched', 'NotApplicable', 'Skip']));
  sometimes('pageSize', () => String(1 + random(60)));
  sometimes('pageNumber', () => String(1 + random(5)));
  sometimes('sorting.key', () => one(['TransactionDate', 'Amount']));
  sometimes('sorting.direction', () => one(['Ascending', 'Descending']));
  return `/sales/v1/transactions?${query}`;
}

const sales = (...argv: string[]) => promisify(execFile)(process.execPath, [salesBin, ...argv]);

it(`a restored server answers as the original does, seed ${seed}`, async () => {
  const acknowledged = new Map<string, number>();
  let isOver = false;
  const uploading = Promise.all(Array.from({ length: CLIENTS }, () => upload(() => isOver, acknowledged)));
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(UPLOADS_BEFORE);

  const before = [...acknowledged.keys()];
  const file = join(data.directory, '..', 'backup.db');
  const created = JSON.parse((await sales('backup', 'create', '--data', data.directory, '--out', file, '--json')).stdout);
  const after = acknowledged.size;
  isOver = true;
  await uploading;
  expect(created.verified).toBe(true);
  // Others were acknowledged while it was made, and the copy is of one moment between.
  expect(after).toBeGreaterThan(before.length);
  expect(created.rows.uploads).toBeGreaterThanOrEqual(before.length);
  expect(created.rows.uploads).toBeLessThanOrEqual(acknowledged.size);

  const directory = join(data.directory, '..', 'restored');
  await sales('backup', 'restore', file, '--data', directory);
  rmSync(file);
  const copy = await serve(directory, null, {}, ['--log', 'none']);
  restored = copy;

  const lists = await Promise.all(before.slice(0, 20).map((id) => call(original, `/sales/v1/transactions?uploadId=${id}&pageSize=100`)));
  const ids = lists.flatMap(({ text }) => JSON.parse(text).items.map((item: { transactionId: string }) => item.transactionId));
  const questions = Array.from({ length: QUESTIONS }, () => question(before, ids));
  const rows = { found: 0, empty: 0 };
  const ask = async () => {
    for (let path = questions.pop(); path !== undefined; path = questions.pop()) {
      const [theirs, ours] = await Promise.all([call(original, path), call(copy, path)]);
      expect({ path, ...ours }).toEqual({ path, ...theirs });
      expect(theirs.status).toBe(200);
      if (theirs.text.startsWith('{"items":[]')) rows.empty += 1;
      else rows.found += 1;
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  // The questions are no empty ones.
  expect(rows.found).toBeGreaterThan(QUESTIONS / 3);
}, 180_000);
