/** The order of amounts made anew where it is not that of the rows: lists by amount are then what they were, and nothing else has changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { Administration } from '../../src/store/administration.js';
import { openAdministration } from '../../src/store/sqlite/administration/administration.js';
import { misplacedAmounts } from '../../src/store/sqlite/contents.js';
import { schemaVersion } from '../../src/store/sqlite/migrations.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Store, TenantStore } from '../../src/store/store.js';
import { query } from './list-model.js';

const ROWS = 2_000;
const LATE_ROWS = 300;
const now = () => new Date('2026-11-22T12:00:00Z');
const importConfiguration = { name: 'Default', settings: ImportSettings.parse({ requiredFields: [], currencyCheck: false }) };

let directory: string;
let store: Store;
let tenant: TenantStore;
let admin: Administration;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sales-order-'));
  store = openSqliteStore({ directory, now });
  const { tenantId } = await store.setUp({ customerName: 'c', tenantName: 't', importConfiguration, userName: 'api', passwordHash: 'h' });
  tenant = store.tenant(tenantId, 'whole');
  await stage(ROWS, 0);
  await store.tidy('idle');
  await stage(LATE_ROWS, ROWS);
  admin = openAdministration({ directory, now, actor: 'local:tester' });
});
afterEach(async () => {
  await admin.close();
  await store.close();
  rmSync(directory, { recursive: true });
});

async function stage(rows: number, from: number): Promise<void> {
  const userId = (await store.userByName('api'))?.id ?? '';
  const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
  const transactions = Array.from({ length: rows }, (_, index) => ({
    amount: index % 40 === 0 ? null : ((from + index) * 7_919) % 1_000,
    currency: 'EUR',
    transactionReference: String(from + index),
  }));
  await tenant.stageUpload({ userId, importConfigurationId, idempotency: null, uploadGroup: null, transactions, decide: null });
}

/** All rows, as lists by amount show them. */
async function byAmount(): Promise<string[]> {
  const pages: string[] = [];
  for (let pageNumber = 1; pageNumber <= Math.ceil((ROWS + LATE_ROWS) / 500); pageNumber++)
    pages.push(await tenant.listTransactions(query({ 'sorting.key': 'Amount', pageNumber, pageSize: 500 })));
  return pages;
}

function database<Result>(work: (db: Database.Database) => Result): Result {
  const db = new Database(join(directory, 'sales.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const misplaced = () => database((db) => misplacedAmounts(db, schemaVersion));
const restOf = () => database((db) => db.prepare('SELECT * FROM "transaction" ORDER BY seq').all());

describe('an order of amounts', () => {
  it.each([
    ['that lacks a place', 'DELETE FROM transaction_amount WHERE seq = 1000'],
    ['that lacks all', 'DELETE FROM transaction_amount'],
    ['with a place without a row', 'INSERT INTO transaction_amount VALUES (1, 1, 9999, 0, 0, 0, 0, 0, 0, 0)'],
    ['with a place of another state', 'UPDATE transaction_amount SET transactionState = 1 WHERE seq = 1000'],
    ['with a place of another amount', 'UPDATE transaction_amount SET amount = 5000 WHERE seq = 1000'],
    ['whose mark is too low', 'UPDATE amount_order SET sortedTo = 1000'],
    ['whose mark is too high', 'UPDATE amount_order SET sortedTo = 9999'],
    ['whose mark is missing', 'DELETE FROM amount_order'],
    ['with two marks', 'INSERT INTO amount_order VALUES (3)'],
  ])('%s is made anew', async (_, damage) => {
    const [lists, rows] = [await byAmount(), restOf()];
    database((db) => db.exec(damage));
    const found = misplaced();
    expect(found).toBeGreaterThan(0);
    expect(await admin.remakeAmountOrder()).toBe(found);
    expect(misplaced()).toBe(0);
    expect(await byAmount()).toEqual(lists);
    expect(restOf()).toEqual(rows);
    const [row] = await admin.auditRows({ from: null, to: null, limit: 1 });
    expect(row).toMatchObject({ action: 'amount-order.rebuild', object: 'amount-order', details: { misplaced: found } });
    // What comes later finds its place as before.
    await store.tidy('idle');
    await stage(10, ROWS + LATE_ROWS);
    await store.tidy('idle');
    expect(misplaced()).toBe(0);
  });

  it('that is right is left alone, without a row in the audit trail', async () => {
    const before = await admin.auditRows({ from: null, to: null, limit: 100 });
    expect(await admin.remakeAmountOrder()).toBe(0);
    expect(await admin.auditRows({ from: null, to: null, limit: 100 })).toEqual(before);
    expect(database((db) => db.prepare('SELECT sortedTo FROM amount_order').pluck().all())).toEqual([ROWS]);
  });
});
