/** The table of what import makes of a row, through the real store: what is decided is what is stored and told. */
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error The fixtures are plain JavaScript.
import { importCases } from '../../fixtures/import-cases.js';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { decideAbout } from '../../src/importing/decide.js';
import { defaultImportConfiguration } from '../../src/importing/rules.js';
import type { TenantStore } from '../../src/store/store.js';
import { query } from '../store/list-model.js';
import { openSqlite, type SqliteHarness } from '../store/sqlite-harness.js';

interface Case {
  settings: Partial<ImportSettings>;
  row: TransactionUpload;
  earlier: TransactionUpload[];
  state: string;
  match: string;
  comment: string | null;
  errors: string[];
}

const receivedAt = new Date('2026-11-20T12:00:00Z');
const known = { terminalIds: new Set(['T1']), locationIds: new Set(['L1']) };
let harness: SqliteHarness;
let userId: string;

beforeAll(async () => {
  harness = await openSqlite(() => receivedAt);
  const importConfiguration = defaultImportConfiguration;
  await harness.store.setUp({ customerName: 'c', tenantName: 't', importConfiguration, userName: 'api', passwordHash: 'h' });
  userId = (await harness.store.userByName('api'))?.id ?? '';
});
afterAll(() => harness.close());

async function upload(tenant: TenantStore, row: TransactionUpload, settings: ImportSettings) {
  const { uploadId } = await tenant.stageUpload({
    userId,
    importConfigurationId: (await tenant.importConfiguration(undefined))?.id ?? '',
    idempotency: null,
    uploadGroup: null,
    transactions: [row],
    decide: decideAbout([row], { settings }, { known, receivedAt }),
  });
  const { items } = JSON.parse(await tenant.listTransactions(query({ uploadId })));
  const detail = JSON.parse((await tenant.transaction(items[0].transactionId)) ?? '');
  return { upload: await tenant.upload(uploadId), detail };
}

test('the table is long enough', () => expect(importCases.length).toBeGreaterThanOrEqual(60));

test.each(importCases as Case[])('$settings: $row is $state, $match, $comment', async ({ settings: given, row, earlier, ...expected }) => {
  const settings = ImportSettings.parse(given);
  const tenant = harness.store.tenant((await harness.addTenant()).tenantId, 'whole');
  const before = [];
  for (const one of earlier) before.push((await upload(tenant, one, settings)).detail.transactionId);
  const { detail, upload: found } = await upload(tenant, row, settings);
  const isDuplicate = expected.match === 'Skip';
  expect({
    state: detail.transactionState,
    match: detail.transactionMatchState,
    comment: detail.comment,
    errors: found?.errors,
  }).toEqual({ ...expected, comment: isDuplicate ? `Duplicate of ${before[0]}` : expected.comment });
  const isImported = expected.state === 'Processed';
  expect(found).toMatchObject({
    status: isImported ? 'Processed' : 'Failed',
    processed: isImported ? 1 : 0,
    duplicates: isDuplicate ? 1 : 0,
    rejected: isImported ? 0 : 1,
    warnings: expected.comment?.startsWith('Warning') ? 1 : 0,
  });
});

test('every reason that import can give stands in the table', () => {
  const given = new Set((importCases as Case[]).flatMap(({ comment }) => (comment ?? '').replace(/^Warning: /, '').split('; ')));
  const kinds = [...given].map((reason) =>
    reason.replace(/^\w+ (?=is|lies|belongs|has)/, '').replace(/-?\d+(?:\.\d+)? days?|-?\d+(?:\.\d+)?/, 'N'),
  );
  expect([...new Set(kinds)].filter((kind) => kind !== '').sort()).toEqual([
    'Duplicate of',
    'belongs to no unit',
    'has more than four decimals (AMOUNT_DECIMALS)',
    'is less than N, the least accepted',
    'is more than N, the most accepted',
    'is not an ISO N currency code',
    'is required',
    'lies more than N after the upload',
    'lies more than N before the upload',
  ]);
});
