/** Drives every method of the PostgreSQL store and keeps the statements that it sends meanwhile, with their values. */
import pg from 'pg';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { RowDecision } from '../../src/store/import-decisions.js';
import { type OpenRow, rowNumber, type SharedMatcher } from '../../src/store/matching.js';
import { openMatcher } from '../../src/store/postgres/shared-matcher.js';
import type { SqliteTenant } from '../../src/store/sqlite/sqlite-store.js';
import type { Store, TenantStore } from '../../src/store/store.js';
import type { StageRequest } from '../../src/store/uploads.js';
import { type Own, readMatched, recordBatch, tenantCalls } from '../store/every-statement.js';
import { candidateIds, emptyPiece, readSource } from '../store/match-calls.js';
import { decideBy, leaving } from '../support/decide.js';
import type { PostgresHarness } from './harness.js';

export interface SentStatement {
  /** On one line. */
  sql: string;
  values: readonly unknown[];
}

const setup = {
  customerName: 'c',
  tenantName: 't',
  importConfiguration: { name: 'Default', settings: ImportSettings.parse({ requiredFields: [], currencyCheck: false }) },
  userName: 'api',
  passwordHash: 'h',
};
const processed: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };

/** Every different statement once, as it was last sent; those of `work`. */
export async function recording(work: () => Promise<void>): Promise<SentStatement[]> {
  const sent = new Map<string, SentStatement>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, config: unknown, values: unknown, ...rest: unknown[]) {
    const given = config as { text?: string; values?: unknown[] } | string;
    const text = typeof given === 'string' ? given : given.text;
    const bound = typeof given === 'string' ? values : given.values;
    const sql = text?.replace(/\s+/g, ' ').trim();
    // Not those of the harness, which is the superuser.
    if (sql !== undefined && this.user === 'sales_app') sent.set(sql, { sql, values: Array.isArray(bound) ? bound : [] });
    return (query as (...args: unknown[]) => unknown).call(this, config, values, ...rest) as ReturnType<typeof query>;
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return [...sent.values()];
}

/** Calls every method, for the whole of a tenant and for some of its units. Returns what the calls were about. */
export async function callEverything(harness: PostgresHarness): Promise<Own> {
  const { store } = harness;
  const matching = openMatcher({ address: harness.address });
  const { tenantId } = await store.setUp(setup);
  const tenant = store.tenant(tenantId, 'whole');
  const own: Own = {
    tenantId,
    userId: (await store.userByName('api'))?.id ?? '',
    configurationId: (await tenant.importConfiguration(undefined))?.id ?? '',
    uploadId: '',
    matching,
  };
  const request = batch(own, 'key');
  own.uploadId = (await tenant.stageUpload(request)).uploadId;
  own.recordsId = (await tenant.stageUpload(recordBatch(own, 'records'))).uploadId;
  await withDuplicates(tenant, own);
  const { listAtOnce, stageUpload, ...calls } = tenantCalls;
  for (const call of Object.values(calls)) await call(tenant as SqliteTenant, own);
  await undoRecords(tenant, own);
  await callMatcher(matching, own);
  await callStore(store, own);
  await harness.addUser('keeper');
  await harness.grant('keeper', { unitId: await harness.addUnit(tenantId, { locationIds: ['L'], terminalIds: ['T'] }) });
  const unitsOf = (await store.userByName('keeper'))?.id ?? '';
  const limited = store.tenant(tenantId, { unitsOf });
  const inside = [{ terminalId: 'T' }, { locationId: 'L' }];
  await limited.stageUpload({ ...batch(own, 'of units'), transactions: inside, decide: leaving(inside) });
  const { reprocess, withdraw, restore, ...ofUnits } = calls;
  const { applyMatches, askToMatch, changeMatchSettings, approveClose, ...allowed } = ofUnits;
  await readMatched(limited, await candidateIds(matching, tenantId));
  for (const call of Object.values(allowed)) await call(limited as SqliteTenant, { ...own, userId: unitsOf });
  await matching.close();
  return own;
}

async function undoRecords(tenant: TenantStore, own: Own): Promise<void> {
  const decide = decideBy(() => [processed]);
  const { uploadId } = await tenant.stageUpload({ ...recordBatch(own, 'records to be undone'), decide });
  await tenant.withdraw(uploadId, 'admin', () => decide);
  await tenant.restore(uploadId, 'admin', () => decide);
}

/** What only a store that several servers share has. */
async function callMatcher(matching: SharedMatcher, { tenantId }: Own): Promise<void> {
  await matching.lease(tenantId);
  const { changed, sales } = await readSource(matching, tenantId);
  const row = rowNumber('Sales', sales[0]?.seq ?? 0);
  const isOpen = (reason: OpenRow['reason']): OpenRow => ({ row, day: 1, reason, parameters: '{}', missing: null, involved: [] });
  for (const reason of ['Cash', 'NotSettled'] as const) {
    if (!(await matching.applyMatches(tenantId, { ...emptyPiece, open: [isOpen(reason)], changed })))
      throw new Error('nothing has changed, and yet it is not stored');
  }
  await matching.endLease(tenantId);
}

/** What a duplicate search sends: with hits, and for a batch of a group that was sent before. */
async function withDuplicates(tenant: TenantStore, own: Own): Promise<void> {
  const stands: RowDecision = { ...processed, duplicateKey: { hash: 9, occurrence: 1 } };
  const decide = { ...decideBy(({ find }) => find(9, 1) && [stands]), hashes: () => [9] };
  for (const key of ['first', 'second']) await tenant.stageUpload({ ...batch(own, key), decide });
}

async function callStore(store: Store, { tenantId, userId }: Own): Promise<void> {
  await store.grantedUnits(userId);
  await store.installationId();
  await store.beginSession({ tokenHash: 'hash', userId, credentialVersion: 1, at: new Date(0) });
  await store.browserSession('hash');
  await store.seeSession('hash', new Date(0));
  await store.endSession('hash');
  const file = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';
  await store.droppedFiles?.note(file, userId);
  await store.droppedFiles?.isNoted(file, userId);
  await store.droppedFiles?.forget(file);
  await store.pruneSessions({ createdBefore: new Date(0), seenBefore: new Date(0) });
  await store.isEmpty();
  await store.figures();
  await store.pruneIdempotencyKeys(new Date(0));
  await store.audit({ actor: 'a', origin: null, action: 'a', object: 'o', outcome: 'done', requestId: null, details: {} });
  await store.checkWritable();
  await store.tenant(tenantId, 'whole').knownPlaces();
}

function batch({ userId, configurationId }: Own, key: string): StageRequest {
  return {
    userId,
    importConfigurationId: configurationId,
    idempotency: { key, fingerprint: 'f' },
    uploadGroup: '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e',
    transactions: [{}],
    decide: leaving([{}]),
  };
}
