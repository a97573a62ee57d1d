/**
 * Every statement on a table of tenants' data binds the tenant, and under a scope of units the scope. Two readings of it: the statements
 * that SQLite is really given while every method of the store runs, and the statements that stand in the sources, each of which must be
 * among those.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { Binding, Decide, DecideAgain, RowDecision, StageRequest, Store, TenantStore } from '../../src/store/store.js';
import { filterPairs, query } from './list-model.js';
import { openSqlite, type SqliteHarness } from './sqlite-harness.js';

const processed: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };
const id = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';

/** Statements on tenants' tables that may do without the tenant, and why. Migrations stand apart: they run before there is a tenant. */
const exceptions: Record<string, string> = {
  'SELECT firstTransactionId FROM upload ORDER BY uploadKey DESC LIMIT 1': 'ids rise over all tenants; gives an id, and no content',
  'SELECT ifnull(max(uploadKey), 0) FROM upload': 'figures: of all tenants together; gives a number, and no content',
  "SELECT count(*) FROM upload WHERE status = 'Processing'": 'figures: of all tenants together; gives a number, and no content',
  'SELECT ifnull(max(seq), 0) + 1 FROM "transaction"': 'seq numbers the rows of all tenants; gives a number, and no content',
  "SELECT tenant.id AS tenantId, upload.id AS uploadId FROM upload JOIN tenant USING (tenantKey) WHERE status = 'Processing' ORDER BY uploadKey":
    'unfinishedUploads: the import worker serves all tenants; gives ids, each with its tenant',
  'UPDATE upload SET idempotencyKey = NULL, fingerprint = NULL WHERE idempotencyKey IS NOT NULL AND createdAt < ?':
    'pruneIdempotencyKeys: keys end by age in all tenants alike; gives nothing',
};

/** Statements under a scope of units that may do without it, and why. Those with a part that varies by its beginning and end. */
const limitedExceptions: [RegExp, string][] = [
  [/^INSERT INTO /, 'of rows that were looked at before'],
  [/^SELECT ifnull\(max\(seq\), 0\) \+ 1 FROM "transaction"$/, 'as above'],
  [/^SELECT \* FROM upload WHERE tenantKey = \? AND id = \?$/, 'the uploadId filter: gives the place of rows, which are then looked at'],
  [/^SELECT count\(\*\) FROM \(SELECT 1 FROM "transaction" .* LIMIT \?\)$/, 'what a way to the rows would cost; never shown'],
  [/^SELECT count\(\*\) AS uploads, /, 'the same'],
  [/^UPDATE tenant SET transactions = /, 'the count of all rows, which bounds the pages'],
];

/** Which tenants a user has access to can only be asked of all of them. */
const allAccess =
  /^SELECT customer\.id AS customerId, tenant\.id AS tenantId, .* JOIN unit ON unit\.unitKey = "grant"\.unitKey WHERE userKey = \?/;

/** Calls every method, each with every kind of argument that leads to another statement. */
const tenantCalls: { [Method in Exclude<keyof TenantStore, keyof Binding>]: (tenant: TenantStore, own: Own) => Promise<unknown> } = {
  reach: (tenant) => tenant.reach(),
  importConfiguration: async (tenant, { configurationId }) => {
    await tenant.importConfiguration(undefined);
    await tenant.importConfiguration(configurationId);
  },
  stageUpload: async (tenant, own) => {
    await stage(tenant, own, 'another key');
    const decide: Decide = ({ has, find }) => {
      has(1);
      find(1, 1);
      return [processed];
    };
    await tenant.stageUpload({ ...batch(own.userId, own.configurationId, 'decided'), decide });
  },
  earlierUpload: (tenant, { userId }) => tenant.earlierUpload(userId, { key: 'key', fingerprint: 'f' }),
  upload: (tenant, { uploadId }) => tenant.upload(uploadId),
  listTransactions: async (tenant) => {
    for (const [one, two] of filterPairs()) await tenant.listTransactions(query({ [one]: filterValue(one), [two]: filterValue(two) }));
    // Where there are many rows, the store chooses its way to them.
    await tenant.listTransactions(query({ amountFrom: 1, amountTo: 1 }));
    await tenant.listTransactions(query({ currency: 'XXX' }));
  },
  listAtOnce: (tenant) => tenant.listAtOnce(query({})),
  transaction: (tenant) => tenant.transaction(id),
  importStep: (tenant, { uploadId }) => tenant.importStep(uploadId, 1),
  recordImport: (tenant, { uploadId }) => tenant.recordImport(uploadId, 0, () => [processed]),
  knownPlaces: (tenant) => tenant.knownPlaces(),
  countTry: (tenant, { uploadId }) => tenant.countTry(uploadId),
  giveUp: async (tenant, { uploadId, userId, configurationId }) => {
    const { uploadId: staged } = await tenant.stageUpload(batch(userId, configurationId, 'to be given up'));
    await tenant.giveUp(staged, 'It failed.');
    await tenant.giveUp(uploadId, 'It is final.');
  },
  history: async (tenant, own) => {
    const { items } = JSON.parse(await tenant.listTransactions(query({})));
    await tenant.history(items[0]?.transactionId ?? id);
    await tenant.history(id);
    expect(own.userId).not.toBe('');
  },
  reprocess: async (tenant, { userId, configurationId }) => {
    const failed: RowDecision = { transactionState: 'Unprocessed', transactionMatchState: 'NotApplicable', comment: 'no', errors: [] };
    const request = batch(userId, configurationId, 'to be processed again');
    const { uploadId } = await tenant.stageUpload({ ...request, decide: () => [failed] });
    await tenant.reprocess(uploadId, 'admin', again);
  },
  withdraw: async (tenant, { uploadId, userId, configurationId }) => {
    const stands: RowDecision = { ...processed, duplicateKey: { hash: 7, occurrence: 1 } };
    for (const key of ['first like', 'second like'])
      await tenant
        .stageUpload({ ...batch(userId, configurationId, key), decide: () => [stands] })
        .then((staged) => tenant.withdraw(staged.uploadId, 'admin', again).then(() => tenant.restore(staged.uploadId, 'admin', again)));
    await tenant.withdraw(uploadId, 'admin', again);
  },
  restore: (tenant, { uploadId }) => tenant.restore(uploadId, 'admin', again),
};

const again: DecideAgain =
  ({ rows }) =>
  () =>
    rows.map(() => ({ ...processed, duplicateKey: { hash: 1, occurrence: 1 } }));

const storeCalls: { [Method in keyof Store]: (store: Store, own: Own) => unknown } = {
  tenant: (store, { tenantId }) => store.tenant(tenantId, 'whole'),
  userByName: (store) => store.userByName('api'),
  isEmpty: (store) => store.isEmpty(),
  figures: (store) => store.figures(),
  setUp: () => undefined,
  stageTogether: (store, { tenantId, userId, configurationId }) =>
    store.stageTogether([{ tenantId, scope: 'whole', request: batch(userId, configurationId, 'a third key') }]),
  unfinishedUploads: (store) => store.unfinishedUploads(),
  pruneIdempotencyKeys: (store) => store.pruneIdempotencyKeys(new Date(0)),
  audit: (store) => store.audit({ actor: 'a', origin: null, action: 'a', object: 'o', outcome: 'done', requestId: null, details: {} }),
  checkWritable: (store) => store.checkWritable(),
  tidy: (store) => store.tidy('idle'),
  close: () => undefined,
};

interface Own {
  tenantId: string;
  userId: string;
  configurationId: string;
  uploadId: string;
}

const prepare = vi.spyOn(Database.prototype, 'prepare');
/** Those that were prepared since the last time. A connection prepares each once. */
function takeRecorded(): string[] {
  const taken = [...new Set(prepare.mock.calls.map(([sql]) => oneLine(sql)))];
  prepare.mockClear();
  return taken;
}

describe('statements on transaction, upload and import_configuration', () => {
  let harness: SqliteHarness;
  let ofWhole: string[] = [];
  let ofUnits: string[] = [];
  const recorded = () => [...new Set([...ofWhole, ...ofUnits])];

  beforeAll(async () => {
    harness = await openSqlite(() => new Date('2026-11-20T12:00:00Z'));
    const { store } = harness;
    const { tenantId } = await store.setUp({
      customerName: 'c',
      tenantName: 't',
      importConfiguration: { name: 'Default', settings: ImportSettings.parse({ requiredFields: [], currencyCheck: false }) },
      userName: 'api',
      passwordHash: 'h',
    });
    const tenant = store.tenant(tenantId, 'whole');
    const own = {
      tenantId,
      userId: (await store.userByName('api'))?.id ?? '',
      configurationId: (await tenant.importConfiguration(undefined))?.id ?? '',
      uploadId: '',
    };
    own.uploadId = (await stage(tenant, own, 'key')).uploadId;
    const many = Array.from({ length: 3_000 }, (_, amount) => ({ amount }));
    await tenant.stageUpload({ ...batch(own.userId, own.configurationId, 'many'), transactions: many });
    for (const call of Object.values(tenantCalls)) await call(tenant, own);
    for (const call of Object.values(storeCalls)) await call(store, own);
    ofWhole = takeRecorded();
    await limitedCalls(own);
    ofUnits = takeRecorded();
  });

  /** Calls every method for a user of some units, on a connection that has prepared nothing yet. */
  async function limitedCalls(own: Own) {
    await harness.addUser('keeper');
    await harness.grant('keeper', { unitId: await harness.addUnit(own.tenantId, { locationIds: ['L'], terminalIds: ['T'] }) });
    const userId = (await harness.store.userByName('keeper'))?.id ?? '';
    const store = await harness.reopen();
    prepare.mockClear();
    const tenant = store.tenant(own.tenantId, { unitsOf: userId });
    const { importStep, recordImport, countTry, giveUp, reprocess, withdraw, restore, stageUpload, ...calls } = tenantCalls;
    await tenant.stageUpload({
      ...batch(userId, own.configurationId, 'of units'),
      transactions: [{ terminalId: 'T' }, { locationId: 'L' }],
    });
    for (const call of Object.values(calls)) await call(tenant, { ...own, userId });
    for (const call of [importStep, recordImport, countTry, restore])
      await expect(call(tenant, own)).rejects.toMatchObject({ code: 'internal' });
    for (const change of [tenant.reprocess, tenant.withdraw])
      await expect(change(own.uploadId, 'admin', again)).rejects.toMatchObject({ code: 'internal' });
    for (const call of [reprocess, withdraw]) await expect(call(tenant, { ...own, userId })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(stageUpload(tenant, { ...own, userId })).rejects.toMatchObject({ code: 'unavailable' });
  }
  afterAll(async () => {
    prepare.mockRestore();
    await harness.close();
  });

  test('the calls above are all methods of the store and of a tenant', () => {
    const { tenantId, scope, ...methods } = harness.store.tenant(tenantIdOf(harness), 'whole');
    expect(Object.keys(tenantCalls).sort()).toEqual(Object.keys(methods).sort());
    expect(Object.keys(storeCalls).sort()).toEqual(Object.keys(harness.store).sort());
  });

  test('each names the tenant once for every such table, but for the exceptions', () => {
    const free = recorded().filter((sql) => tables(sql) > tenants(sql) && !allAccess.test(sql));
    expect(free.sort()).toEqual(Object.keys(exceptions).sort());
    expect(recorded().filter((sql) => tables(sql) > 0).length).toBeGreaterThan(20);
  });

  test('for the whole of a tenant, none knows of units', () => {
    // But for the places that an import configuration may want to be known.
    const knownPlaces = /^SELECT \w+ FROM unit_\w+ JOIN unit USING \(unitKey\) WHERE unit\.tenantKey = \?/;
    expect(ofWhole.filter((sql) => tables(sql) > 0 && /unitKey IN|\bunit_/.test(sql) && !knownPlaces.test(sql))).toEqual([]);
  });

  test('for some units, each names them once for every table of rows, and the user for every table of uploads alone, but for the exceptions', () => {
    const isExcepted = (sql: string) => limitedExceptions.some(([pattern]) => pattern.test(sql));
    const onRows = ofUnits.filter((sql) => rowTables(sql) > 0 && !isExcepted(sql));
    const onUploads = ofUnits.filter((sql) => rowTables(sql) === 0 && uploadTables(sql) > 0 && !isExcepted(sql));
    expect(onRows.filter((sql) => rowTables(sql) > unitTests(sql))).toEqual([]);
    expect(onUploads.filter((sql) => !/\buserKey = (?:\?|\(SELECT userKey FROM user WHERE id = \?\))/.test(sql))).toEqual([]);
    expect([onRows.length > 50, onUploads.length]).toEqual([true, 3]);
    for (const [pattern] of limitedExceptions) expect(ofUnits.some((sql) => pattern.test(sql)) || String(pattern)).toBe(true);
  });

  test('each that stands in the sources was among them', () => {
    const missing = inSources().filter((start) => !recorded().some((sql) => sql.includes(start)));
    expect(missing).toEqual([]);
    expect(inSources().filter((start) => /"transaction"|upload|import_configuration/.test(start)).length).toBeGreaterThan(8);
  });

  test('the reading of a statement sees a tenant that is left out', () => {
    const free = [
      'SELECT * FROM upload WHERE id = ?',
      'UPDATE "transaction" SET a = 1 WHERE seq = ?',
      'DELETE FROM upload',
      'SELECT 1 FROM tenant JOIN upload USING (tenantKey)',
    ];
    const bound = [
      'SELECT * FROM upload WHERE tenantKey = ? AND id = ?',
      'INSERT INTO upload (id, tenantKey) VALUES (?, ?)',
      'SELECT * FROM user_role',
    ];
    const half = 'SELECT * FROM "transaction" WHERE tenantKey = ? AND uploadKey = (SELECT uploadKey FROM upload WHERE id = ?)';
    expect([...free, half].filter((sql) => tables(sql) > tenants(sql))).toEqual([...free, half]);
    expect(bound.filter((sql) => tables(sql) > tenants(sql))).toEqual([]);
  });
});

function tenantIdOf(harness: SqliteHarness): string {
  const db = new Database(join(harness.directory, 'sales.db'));
  const found = db.prepare('SELECT id FROM tenant').pluck().get() as string;
  db.close();
  return found;
}

async function stage(tenant: TenantStore, { userId, configurationId }: Own, key: string) {
  return tenant.stageUpload(batch(userId, configurationId, key));
}

function batch(userId: string, importConfigurationId: string, key: string): StageRequest {
  return {
    userId,
    importConfigurationId,
    idempotency: { key, fingerprint: 'f' },
    uploadGroup: id,
    transactions: [{}],
    decide: null,
  };
}

function filterValue(name: string): unknown {
  if (name.startsWith('amount')) return 1;
  if (name.startsWith('transactionDate')) return '2026-01-01T00:00:00Z';
  return { transactionState: 'Processed', transactionMatchState: 'Match' }[name] ?? id;
}

/** How often a statement names a table of tenants' data. */
function tables(sql: string): number {
  return [
    ...sql.matchAll(
      /\b(?:FROM|JOIN|UPDATE|INTO)\s+"?(?:transaction|upload|upload_value|import_configuration|unit|location_terminal)\b(?!_)"?/gi,
    ),
  ].length;
}

/** How often it binds the tenant: in a condition, or as a value of a new row. */
function tenants(sql: string): number {
  const inserted = /^(?:INSERT|REPLACE)\b[^(]*\([^)]*\btenantKey\b/i.test(sql) ? 1 : 0;
  return [...sql.matchAll(/\btenantKey = \?/g)].length + inserted;
}

/** How often a statement reads or changes rows. */
function rowTables(sql: string): number {
  return [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO)\s+"transaction"/gi)].length;
}

function uploadTables(sql: string): number {
  return [...sql.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO)\s+upload\b/gi)].length;
}

/** How often it asks whether a row belongs to a unit: by its terminal or by its location, each bound to the units' keys. */
function unitTests(sql: string): number {
  const places = (table: string) => [
    ...sql.matchAll(new RegExp(`FROM ${table} WHERE unitKey IN \\(SELECT value FROM json_each\\(\\?\\)\\)`, 'g')),
  ];
  return Math.min(places('unit_terminal').length, places('unit_location').length);
}

/** Files that work on a whole database, for nobody's request: its schema, and copies of it. */
const ofWholeDatabases = ['migrations.ts', 'contents.ts', 'copy.ts', 'inspect.ts'];

/** The statements in the sources of the store, each up to its first part that is put in while running. */
function inSources(): string[] {
  const directory = fileURLToPath(new URL('../../src/store/sqlite/', import.meta.url));
  return readdirSync(directory)
    .filter((file) => file.endsWith('.ts') && !ofWholeDatabases.includes(file))
    .flatMap((file) => [
      ...readFileSync(join(directory, file), 'utf8').matchAll(
        /(['"`])\s*((?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b(?:(?!\1)[\s\S])*)\1/g,
      ),
    ])
    .map(([, , sql = '']) => oneLine(sql.split('${')[0] ?? ''));
}

function oneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}
