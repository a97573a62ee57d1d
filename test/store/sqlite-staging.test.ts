/** Batches that are staged together when one of them fails by itself and the disk fails after it: who is stored is told so. */
import { afterEach, expect, it, vi } from 'vitest';
import { defaultImportConfiguration } from '../../src/importing/rules.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import type { TenantStore } from '../../src/store/store.js';
import type { Staging } from '../../src/store/uploads.js';
import { decideBy, leaving } from '../support/decide.js';
import { query } from './list-model.js';
import { openSqlite, type SqliteHarness } from './sqlite-harness.js';

let harness: SqliteHarness | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await harness?.close();
});

async function opened(): Promise<{ tenant: TenantStore; staging: (references: string[], decide?: () => never) => Staging }> {
  harness = await openSqlite(() => new Date());
  const { store } = harness;
  const { tenantId } = await store.setUp({
    ...{ customerName: 'c', tenantName: 't', userName: 'api', passwordHash: 'h' },
    importConfiguration: defaultImportConfiguration,
  });
  const tenant = store.tenant(tenantId, 'whole');
  const userId = (await store.userByName('api'))?.id ?? '';
  const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
  const staging = (references: string[], decide?: () => never): Staging => ({
    tenantId,
    scope: 'whole',
    request: {
      ...{ userId, importConfigurationId, idempotency: null, uploadGroup: null, decide: decide ? decideBy(decide) : leaving(references) },
      transactions: references.map((transactionReference) => ({ transactionReference, orderId: 'x'.repeat(500) })),
    },
  });
  return { tenant, staging };
}

it('a rule that fails and then a full disk: what was stored before is told as stored, the others as not', async () => {
  const prepare = vi.spyOn(Database.prototype, 'prepare');
  const { tenant, staging } = await opened();
  // The engine's own bound on the size of the file fails as a full disk does.
  const db = prepare.mock.contexts.find((one) => !(one as Database).readonly) as Database;
  const pages = db.pragma('page_count', { simple: true }) as number;
  db.pragma(`max_page_count = ${pages + 40}`);
  const fails = () => {
    throw new Error('a rule');
  };
  const many = Array.from({ length: 2_000 }, (_, row) => `many ${row}`);
  const outcomes = await harness?.store.stageTogether([staging(['a']), staging(['b'], fails), staging(many), staging(['c'])]);
  expect(outcomes).toMatchObject([
    { replayed: false },
    { failure: new Error('a rule') },
    { failure: { code: 'unavailable' } },
    { failure: { code: 'unavailable' } },
  ]);
  const shown = async () => JSON.parse(await tenant.listTransactions(query({}))).items as { transactionReference: string }[];
  expect((await shown()).map(({ transactionReference }) => transactionReference)).toEqual(['a']);
  db.pragma(`max_page_count = 1000000`);
  expect(await harness?.store.stageTogether([staging(['c'])])).toMatchObject([{ replayed: false }]);
  expect(await shown()).toHaveLength(2);
});
