/** Lists on the thread that all share read a bounded number of entries, also where every row has the same date and the same amount. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { defaultImportConfiguration } from '../../src/importing/rules.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import type { SqliteTenant } from '../../src/store/sqlite/sqlite-store.js';
import { leaving } from '../support/decide.js';
import { query } from './list-model.js';
import { openSqlite, type SqliteHarness } from './sqlite-harness.js';

const ROWS = 30_000;
/** As many as are read at once, where a list is worth it. */
const ENTRIES_MAX = 10_000;

let harness: SqliteHarness;
let tenant: SqliteTenant;
beforeAll(async () => {
  harness = await openSqlite(() => new Date());
  const { store } = harness;
  const { tenantId } = await store.setUp({
    ...{ customerName: 'c', tenantName: 't', userName: 'api', passwordHash: 'h' },
    importConfiguration: { ...defaultImportConfiguration, settings: { ...defaultImportConfiguration.settings, duplicateKey: [] } },
  });
  tenant = store.tenant(tenantId, 'whole');
  const userId = (await store.userByName('api'))?.id ?? '';
  const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
  for (let from = 0; from < ROWS; from += 10_000) {
    const transactions = Array.from({ length: 10_000 }, (_, row) => ({
      amount: 5,
      currency: 'EUR',
      terminalId: 'T1',
      transactionDate: '2026-11-20T00:00:00Z',
      transactionReference: String(from + row),
    }));
    const decide = leaving(transactions);
    await tenant.stageUpload({ userId, importConfigurationId, idempotency: null, uploadGroup: null, transactions, decide });
  }
  await store.tidy('idle');
});
afterAll(() => harness.close());

/** How many entries of its index each search walks: those within all conditions that the index is searched by. */
function walked(db: Database, calls: readonly { sql: string; values: unknown[] }[]): number[] {
  return calls.flatMap(({ sql, values }) => {
    const [, source, where = ''] = /^SELECT seq, \w+ FROM (.*?) WHERE (.*?) ORDER BY/.exec(sql.replace(/\s+/g, ' ')) ?? [];
    if (source === undefined) return [];
    const tests = where.split(' AND ').map((text, at) => ({ text, value: values[at] }));
    const bounds = tests.filter(({ text }) => !/currency|brandId/.test(text));
    const counted = `SELECT count(*) FROM ${source} WHERE ${bounds.map(({ text }) => text).join(' AND ')}`;
    return [
      db
        .prepare(counted)
        .pluck()
        .get(...bounds.map(({ value }) => value)) as number,
    ];
  });
}

it.each([
  ['TransactionDate', 'Descending', {}],
  ['TransactionDate', 'Ascending', {}],
  ['Amount', 'Descending', {}],
  ['Amount', 'Ascending', {}],
  ['TransactionDate', 'Descending', { terminalId: 'T1' }],
] as const)('by %s %s of a currency that nobody has, with %j', async (key, direction, more) => {
  const db = new Database(`${harness.directory}/sales.db`, { readonly: true });
  const all = vi.spyOn(Object.getPrototypeOf(db.prepare('SELECT 1')), 'all');
  try {
    const wanted = query({ ...more, currency: 'ZZZ', 'sorting.key': key, 'sorting.direction': direction });
    const page = await tenant.listAtOnce(wanted);
    expect(page).toBeOneOf([null, '{"items":[],"hasMore":false}']);
    const calls = all.mock.calls.map((values, at) => ({ sql: (all.mock.contexts[at] as { source: string }).source, values }));
    const entries = walked(db, calls);
    expect(entries.length).toBeGreaterThan(0);
    expect(Math.max(...entries)).toBeLessThanOrEqual(ENTRIES_MAX);
    expect(JSON.parse(await tenant.listTransactions(wanted))).toEqual({ items: [], hasMore: false });
  } finally {
    all.mockRestore();
    db.close();
  }
});

it('pages through rows of one date meet each row once', async () => {
  const seen = new Set<string>();
  for (let pageNumber = 1; pageNumber <= 6; pageNumber++) {
    const page = JSON.parse(await tenant.listTransactions(query({ currency: 'EUR', pageNumber, pageSize: 500 })));
    for (const { transactionReference } of page.items) seen.add(transactionReference);
  }
  expect(seen.size).toBe(3_000);
});
