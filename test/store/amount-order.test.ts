/** The order of amounts made anew where it is not that of the rows: lists by amount are then what they were, and nothing else has changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import { decideAbout, decideAgain } from '../../src/importing/decide.js';
import type { Administration } from '../../src/store/administering/administration.js';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { lockDirectory } from '../../src/store/sqlite/database/lock.js';
import { runOn } from '../../src/store/sqlite/database/run-at-once.js';
import { lateRows, placePiece } from '../../src/store/sqlite/lists/amount-order.js';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { misplacedAmounts } from '../../src/store/sqlite/verify/contents.js';
import { inspectDatabase } from '../../src/store/sqlite/verify/inspect.js';
import type { TenantStore } from '../../src/store/store.js';
import { query } from './list-model.js';

const ROWS = 2_000;
const LATE_ROWS = 300;
const now = () => new Date('2026-11-22T12:00:00Z');
const importConfiguration = { name: 'Default', settings: ImportSettings.parse({ requiredFields: [], currencyCheck: false }) };

let directory: string;
let store: SqliteStore;
let tenant: TenantStore;
let other: TenantStore;
let withdrawnId: string;
let admin: Administration;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sales-order-'));
  store = openSqliteStore({ directory, now });
  const { tenantId } = await store.setUp({ customerName: 'c', tenantName: 't', importConfiguration, userName: 'api', passwordHash: 'h' });
  tenant = store.tenant(tenantId, 'whole');
  admin = openAdministration({ directory, now, actor: 'local:tester' });
  const { id } = await admin.addTenant({ name: 'other', id: undefined, customer: 'c', importConfiguration });
  other = store.tenant(id, 'whole');
  await stage(tenant, ROWS, 0);
  await stage(other, 50, 0);
  withdrawnId = await stage(tenant, 50, 5_000);
  await store.tidy('idle');
  expect((await tenant.withdraw(withdrawnId, 'admin', decideAgain))?.withdrawn).not.toBeNull();
  await stage(tenant, LATE_ROWS, ROWS);
});
afterEach(async () => {
  await admin.close();
  await store.close();
  rmSync(directory, { recursive: true });
});

async function stage(
  into: TenantStore,
  rows: number,
  from: number,
  amountOf = (index: number): number | null => (index % 40 === 0 ? null : ((from + index) * 7_919) % 1_000),
): Promise<string> {
  const userId = (await store.userByName('api'))?.id ?? '';
  const configuration = await into.importConfiguration(undefined);
  if (!configuration) throw new Error('A tenant has a configuration.');
  const transactions = Array.from({ length: rows }, (_, index) => ({
    amount: amountOf(index),
    currency: 'EUR',
    transactionReference: String(from + index),
  }));
  const decide = decideAbout(transactions, configuration, { known: null, receivedAt: now() });
  const request = { userId, importConfigurationId: configuration.id, idempotency: null, uploadGroup: null, transactions, decide };
  return (await into.stageUpload(request)).uploadId;
}

/** All rows, as lists by amount show them, and some that are found by their amount. */
async function byAmount(): Promise<string[]> {
  const pages: string[] = [];
  for (let pageNumber = 1; pageNumber <= Math.ceil((ROWS + LATE_ROWS) / 500); pageNumber++)
    pages.push(await tenant.listTransactions(query({ 'sorting.key': 'Amount', pageNumber, pageSize: 500 })));
  pages.push(await tenant.listTransactions(query({ amountFrom: 10, amountTo: 12 })));
  pages.push(await other.listTransactions(query({ 'sorting.key': 'Amount' })));
  return pages;
}

function database<Result>(work: (db: Database) => Result): Result {
  const db = new Database(join(directory, 'sales.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function fail(): never {
  throw new Error('no time');
}

const misplaced = () => database((db) => misplacedAmounts(db));
const restOf = () => database((db) => db.prepare('SELECT * FROM "transaction" ORDER BY seq').all());

describe('an order of amounts', () => {
  it.each([
    ['that lacks a place', 'DELETE FROM transaction_amount WHERE seq = 1000'],
    ['that lacks all', 'DELETE FROM transaction_amount'],
    ['with a place without a row', 'INSERT INTO transaction_amount VALUES (1, 1, 9999, 0, 0, 0, 0, 0, 0, 0)'],
    ['with a place of another state', 'UPDATE transaction_amount SET state = 0 WHERE seq = 1000'],
    ['with a place of another amount', 'UPDATE transaction_amount SET amount = 5000 WHERE seq = 1000'],
    ['whose mark is too low', 'UPDATE amount_order SET sorted_to = 1000'],
    ['whose mark is too high', 'UPDATE amount_order SET sorted_to = 9999'],
    ['whose block ends too far', 'UPDATE amount_order SET block_to = 9999'],
    ['whose block is not in it', 'UPDATE amount_order SET block_to = 2400, block_amount = 500'],
    ['whose mark is missing', 'DELETE FROM amount_order'],
    ['with two marks', 'INSERT INTO amount_order (sorted_to) VALUES (3)'],
    ['with two marks, one of them too high', 'INSERT INTO amount_order (sorted_to) VALUES (9999)'],
    ['that lacks a place of another tenant', 'DELETE FROM transaction_amount WHERE seq = 2010'],
    ['that lacks a place of a withdrawn upload', 'DELETE FROM transaction_amount WHERE seq = 2060'],
    ["where that of a withdrawn upload is a tenant's", 'UPDATE transaction_amount SET tenant_key = 1 WHERE seq = 2060'],
  ])('%s is made anew', async (_, damage) => {
    const [lists, rows] = [await byAmount(), restOf()];
    database((db) => db.exec(damage));
    const found = misplaced();
    expect(found).toBeGreaterThan(0);
    expect(await admin.remakeAmountOrder()).toBe(found);
    expect(misplaced()).toBe(0);
    expect(database((db) => runOn(db, lateRows()).count)).toBe(0);
    expect(await byAmount()).toEqual(lists);
    expect(restOf()).toEqual(rows);
    const [row] = await admin.auditRows({ from: null, to: null, limit: 1 });
    expect(row).toMatchObject({ action: 'amount-order.rebuild', object: 'amount-order', details: { misplaced: found } });
    // What comes later finds its place as before.
    await stage(tenant, 10, ROWS + LATE_ROWS);
    await store.tidy('idle');
    expect((await tenant.restore(withdrawnId, 'admin', decideAgain))?.withdrawn).toBeNull();
    expect(misplaced()).toBe(0);
  });

  it('with a block that is in it half way follows changes of all rows, and a process that finds it so goes on', async () => {
    const placed = () => database((db) => db.prepare('SELECT count(*) FROM transaction_amount').pluck().get());
    const changedId = await stage(tenant, 200, 10_000);
    await stage(other, 50, 10_000);
    const before = { lists: await byAmount(), placed: placed() };
    const [sorted, to] = database((db) => {
      const { after, count } = runOn(db, lateRows());
      placePiece(db, runOn(db, lateRows()), after + count - 20, 300);
      return [after, after + count - 20];
    });
    expect(placed()).toBeGreaterThan(Number(before.placed) + 100);
    expect(placed()).toBeLessThan(Number(before.placed) + 400);
    expect(await byAmount()).toEqual(before.lists);
    for (const change of ['withdraw', 'restore', 'reprocess'] as const) {
      expect(await tenant[change](changedId, 'admin', decideAgain)).not.toBeNull();
      expect(misplaced()).toBe(0);
      expect(database((db) => db.prepare('SELECT * FROM amount_order').raw().get())).toEqual([sorted, to, 300]);
    }
    expect(await tenant.withdraw(changedId, 'admin', decideAgain)).not.toBeNull();
    await store.close();
    store = openSqliteStore({ directory, now });
    await store.tidy('due');
    expect(database((db) => runOn(db, lateRows()))).toMatchObject({ after: to, count: 20 });
    expect(misplaced()).toBe(0);
    tenant = store.tenant(tenant.tenantId, 'whole');
    other = store.tenant(other.tenantId, 'whole');
    expect((await tenant.restore(changedId, 'admin', decideAgain))?.withdrawn).toBeNull();
    expect(misplaced()).toBe(0);
    expect(await byAmount()).toEqual(before.lists);
  });

  it('takes a block in pieces that differ in their amounts alone, those of one amount together', async () => {
    let amounts = (index: number) => index % 7;
    const mark = () => database((db) => db.prepare('SELECT sorted_to, block_to, block_amount FROM amount_order').raw().get());
    const stageMany = async () => {
      for (let batch = 0; batch < 3; batch++) await stage(tenant, 20_000, batch * 20_000, amounts);
    };
    await store.tidy('idle');
    const first = ROWS + 100 + LATE_ROWS;
    await stageMany();
    for (const amount of [1, 2, 3, 4, 5]) {
      await store.tidy('due');
      expect(mark()).toEqual([first, first + 60_000, amount]);
      expect(misplaced()).toBe(0);
    }
    await store.tidy('due');
    expect(mark()).toEqual([first + 60_000, first + 60_000, Number.NEGATIVE_INFINITY]);
    amounts = () => 12.5;
    await stageMany();
    await store.tidy('due');
    expect(mark()).toEqual([first + 60_000, first + 120_000, 12.5]);
    await store.tidy('idle');
    expect(mark()).toEqual([first + 120_000, first + 120_000, Number.NEGATIVE_INFINITY]);
    expect(misplaced()).toBe(0);
  });

  it('is made anew as a whole or not at all', async () => {
    const places = () => database((db) => db.prepare('SELECT * FROM transaction_amount').all());
    database((db) => db.exec('DELETE FROM transaction_amount WHERE seq = 1000'));
    const before = [places(), misplaced()];
    // The audit trail comes last, and asks for the time.
    const failing = openAdministration({ directory, actor: 'local:tester', now: fail });
    await expect(failing.remakeAmountOrder()).rejects.toThrow('no time');
    await failing.close();
    expect([places(), misplaced()]).toEqual(before);
  });

  it.each([
    ['with a trigger missing', 'DROP TRIGGER transaction_amount_update'],
    ['with a row that refers to none', 'PRAGMA foreign_keys = OFF; UPDATE upload SET user_key = 999'],
    [
      'with a page that two indexes have',
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'upload_group') WHERE name = 'transaction_terminal'; PRAGMA schema_version = 999",
    ],
  ])('is not made anew in a database %s, which is called damaged', async (_, damage) => {
    database((db) => db.exec('DELETE FROM transaction_amount WHERE seq = 1000'));
    expect(inspectDatabase(directory, true)).toEqual({ state: 'misordered', places: 1 });
    database((db) => db.unsafeMode(true).exec(damage));
    await expect(admin.remakeAmountOrder()).rejects.toThrow(expect.objectContaining({ code: 'disk' }));
    expect(misplaced()).toBe(1);
    expect(inspectDatabase(directory, true)).toMatchObject({ state: 'damaged' });
  });

  it('is not made anew while a server runs, and is when it was stopped', async () => {
    database((db) => db.exec('DELETE FROM transaction_amount WHERE seq = 1000'));
    const server = lockDirectory(directory);
    await expect(admin.remakeAmountOrder()).rejects.toThrow(
      expect.objectContaining({ code: 'locked', hint: expect.stringContaining('Stop it') }),
    );
    expect(misplaced()).toBe(1);
    server.release();
    expect(await admin.remakeAmountOrder()).toBe(1);
    // A server can be started again.
    lockDirectory(directory).release();
  });

  it('that is right is left alone, without a row in the audit trail', async () => {
    const before = await admin.auditRows({ from: null, to: null, limit: 100 });
    expect(await admin.remakeAmountOrder()).toBe(0);
    expect(await admin.auditRows({ from: null, to: null, limit: 100 })).toEqual(before);
    expect(database((db) => db.prepare('SELECT sorted_to FROM amount_order').pluck().all())).toEqual([ROWS + 100]);
  });
});
