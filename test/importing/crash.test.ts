/** An import that is cut off at any of its steps, before or after what it stores, comes to the same end as one that is not. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import { importOneStep } from '../../src/importing/worker.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Store } from '../../src/store/store.js';
import { query } from '../store/list-model.js';

const now = () => new Date('2026-11-20T12:00:00Z');
const settings = ImportSettings.parse({ requiredFields: ['amount'], amountMax: 2_000, notMatchedBrands: ['CASH'] });

let folder: string;
let prepared: string;
let uploadIds: string[];

/** Three uploads without decisions: two batches of one file with twins across them, and a part of the same sales in another file. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sales-crash-'));
  prepared = mkdtempSync(join(folder, 'prepared-'));
  const store = openSqliteStore({ directory: prepared, now });
  const importConfiguration = { name: 'Default', settings };
  const { tenantId } = await store.setUp({ customerName: 'c', tenantName: 't', importConfiguration, userName: 'api', passwordHash: 'h' });
  const tenant = store.tenant(tenantId, 'whole');
  const userId = (await store.userByName('api'))?.id ?? '';
  const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
  const rows = Array.from({ length: 2_200 }, (_, index) => ({
    amount: index % 700 === 0 ? null : index,
    currency: 'EUR',
    brandId: index % 5 === 0 ? 'CASH' : 'VISA',
    // Each sale four times in a file.
    transactionReference: `R${index % 550}`,
  })).map((row) => ({ ...row, amount: row.amount && (row.amount % 550) + (row.transactionReference === 'R7' ? 3_000 : 0) }));
  const staged = { userId, importConfigurationId, idempotency: null, decide: null };
  const first = '00000000-0000-8000-a000-000000000001';
  const uploads = [
    { uploadGroup: first, transactions: rows.slice(0, 1_500) },
    { uploadGroup: null, transactions: rows.slice(300, 1_800).reverse() },
    { uploadGroup: first, transactions: rows.slice(1_500) },
  ];
  uploadIds = [];
  for (const upload of uploads) uploadIds.push((await tenant.stageUpload({ ...staged, ...upload })).uploadId);
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Imports to the end; `atPoint` is called inside the transaction of each step and after it. */
async function importAll(store: Store, atPoint: () => void = () => {}): Promise<void> {
  const watched: Store = {
    ...store,
    tenant: (tenantId, scope) => {
      const tenant = store.tenant(tenantId, scope);
      return {
        ...tenant,
        recordImport: (uploadId, firstIndex, decide) =>
          tenant.recordImport(uploadId, firstIndex, {
            ...decide,
            decisions: (hashes, earlier) => {
              const decisions = decide.decisions(hashes, earlier);
              atPoint();
              return decisions;
            },
          }),
      };
    },
  };
  for (const { tenantId, uploadId } of await store.unfinishedUploads()) {
    while (await importOneStep(watched, tenantId, uploadId)) atPoint();
  }
}

/** Every row with its state, and every upload, on a data directory. */
async function outcome(directory: string) {
  const store = openSqliteStore({ directory, now });
  try {
    await importAll(store);
    const { tenantId = '' } = (await store.userByName('api'))?.access[0] ?? {};
    const tenant = store.tenant(tenantId, 'whole');
    const rows: string[] = [];
    for (let pageNumber = 1, hasMore = true; hasMore; pageNumber++) {
      const page = JSON.parse(await tenant.listTransactions(query({ pageSize: 500, pageNumber })));
      hasMore = page.hasMore;
      for (const { transactionId } of page.items) rows.push((await tenant.transaction(transactionId)) ?? '');
    }
    return {
      rows,
      uploads: await Promise.all(uploadIds.map((uploadId) => tenant.upload(uploadId))),
      unfinished: await store.unfinishedUploads(),
    };
  } finally {
    await store.close();
  }
}

test('at every step, the final state equals that of an uninterrupted run', async () => {
  const running = join(folder, 'running');
  cpSync(prepared, running, { recursive: true });
  const store = openSqliteStore({ directory: running, now });
  const images: string[] = [];
  await importAll(store, () => {
    const image = join(folder, `image-${images.length}`);
    cpSync(running, image, { recursive: true });
    images.push(image);
  });
  await store.close();
  const whole = await outcome(running);
  expect(whole.rows).toHaveLength(3_700);
  expect(whole.unfinished).toEqual([]);
  // Two points in each of two, two and one steps.
  expect(images.length).toBe(10);
  const count = (text: string) => whole.rows.filter((row) => row.includes(text)).length;
  expect([count('"Skip"'), count('"Unprocessed"'), count('"NotApplicable"')].every((rows) => rows > 0)).toBe(true);
  for (const image of images) expect(await outcome(image)).toEqual(whole);
});
