/**
 * What every implementation of the store must do, said once over its interface. Each runs it with a harness that can do what the
 * interface cannot yet: add customers, tenants, users and grants, and open the same data again.
 */
import { randomUUID } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import { readingsMax, totalsGroupsMax } from '../../src/contract/limits.js';
import type { TransactionList } from '../../src/contract/pages.js';
import type { ListQuery } from '../../src/contract/query.js';
import { Reading } from '../../src/contract/readings.js';
import type { Totals } from '../../src/contract/totals.js';
import type { TransactionDetail, TransactionUpload } from '../../src/contract/transaction.js';
import { decideAbout, decideAgain } from '../../src/importing/decide.js';
import type { Access } from '../../src/store/access.js';
import { noRequest } from '../../src/store/audit.js';
import { mayBeThere, warningOf, withoutDoubt } from '../../src/store/comments.js';
import type { DecideAgain, Moment, RowDecision } from '../../src/store/import-decisions.js';
import type { Store, TenantStore } from '../../src/store/store.js';
import { momentOf } from '../../src/store/stored-row.js';
import type { StageRequest } from '../../src/store/uploads.js';
import { transactionUpload } from '../support/arbitraries.js';
import { rounds } from '../support/at-length.js';
import { decideBy, leaving } from '../support/decide.js';
import {
  rows as anyRows,
  decisionOf,
  expectedList,
  filterPairs,
  filterValues,
  listedRow,
  type ModelRow,
  query,
  sampleRows,
} from './list-model.js';
import { answeredTotals, expectedTotals } from './totals-model.js';

export interface Harness {
  store: Store;
  /** How often a property whose every run asks much of the store is tried. */
  propertyRuns: number;
  /** Closes the store and opens it anew on the same data. */
  reopen(): Promise<Store>;
  close(): Promise<void>;
  /** A tenant with a default import configuration, of a new customer or of the one given. */
  addTenant(customerId?: string): Promise<Access>;
  /** A user with the role API and no grant. */
  addUser(name: string): Promise<void>;
  grant(userName: string, on: { customerId: string } | { tenantId: string } | { unitId: string }): Promise<void>;
  /** Takes back all grants of a user. */
  revoke(userName: string): Promise<void>;
  addUnit(tenantId: string, unit: { parentId?: string; locationIds?: readonly string[]; terminalIds?: readonly string[] }): Promise<string>;
  /** Puts a unit below another, or at the top. */
  moveUnit(unitId: string, parentId: string | null): Promise<void>;
  /** Replaces the settings of the tenant's one import configuration. */
  configure(tenantId: string, settings: Record<string, unknown>): Promise<void>;
  /** Marks transactions or settlement records as matched, which nothing of ours does yet. */
  markMatched(...ids: string[]): Promise<void>;
  setImportedAt(uploadId: string, at: Date): Promise<void>;
  /** Checks that uploads and tenants count the rows that they have; returns how many rows there are. */
  countedRows(): Promise<number>;
}

const setup = {
  customerName: 'Customer',
  tenantName: 'Tenant',
  importConfiguration: { name: 'Default', settings: ImportSettings.parse({ requiredFields: ['amount', 'currency'], currencyCheck: true }) },
  userName: 'api',
  passwordHash: 'hash',
};

/** Of every customer and tenant here. */
const names = { customerName: 'Customer', tenantName: 'Tenant' };

const processed: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };
const rejected = (message: string): RowDecision => ({
  transactionState: 'Unprocessed',
  transactionMatchState: 'NotApplicable',
  comment: message,
  errors: [message],
});
const skipped: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Skip', comment: 'Duplicate', errors: [] };
const unknownId = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';

async function listOf(tenant: TenantStore, asked: ListQuery): Promise<TransactionList> {
  return JSON.parse(await tenant.listTransactions(asked));
}

async function detailOf(tenant: TenantStore, id: string): Promise<TransactionDetail | null> {
  return JSON.parse((await tenant.transaction(id)) ?? 'null');
}

/** What the stores are not alike in. */
export interface StoreTraits {
  /** Whether a text may hold the character U+0000. */
  holdsU0000: boolean;
}

/** Without U+0000, where the store cannot hold it. */
function holding({ holdsU0000 }: StoreTraits, row: TransactionUpload): TransactionUpload {
  return holdsU0000 ? row : JSON.parse(JSON.stringify(row).replaceAll('\\u0000', ''));
}

export function storeConformance(name: string, open: (now: () => Date) => Promise<Harness>, traits: StoreTraits): void {
  describe(`${name} keeps the store's contract`, () => {
    const clock = { at: new Date('2026-11-20T12:00:00.000Z') };
    let harness: Harness;
    let first: Access;
    let userId: string;

    beforeAll(async () => {
      harness = await open(() => clock.at);
      first = await harness.store.setUp(setup);
      userId = (await harness.store.userByName('api'))?.id ?? '';
    });
    afterAll(() => harness.close());

    const newTenant = async () => harness.store.tenant((await harness.addTenant()).tenantId, 'whole');
    const stage = async (
      tenant: TenantStore,
      transactions: readonly TransactionUpload[],
      key: string | null = null,
      fingerprint = 'f',
      decide = leaving(transactions),
    ) => {
      const configuration = await tenant.importConfiguration(undefined);
      if (!configuration) throw new Error('no import configuration');
      const idempotency = key === null ? null : { key, fingerprint };
      return tenant.stageUpload({
        userId,
        importConfigurationId: configuration.id,
        idempotency,
        uploadGroup: null,
        transactions,
        decide,
      });
    };
    /** Stages rows with decisions that depend on nothing. */
    const decided = (tenant: TenantStore, transactions: readonly TransactionUpload[], decisions: readonly RowDecision[]) =>
      stage(
        tenant,
        transactions,
        null,
        'f',
        decideBy(() => decisions),
      );
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ transactionReference: String(index) }));
    const all = async (tenant: TenantStore, over: Partial<ListQuery> = {}) =>
      (await listOf(tenant, query({ pageSize: 500, ...over }))).items;

    describe('set-up, users and access', () => {
      test('is empty until it is set up', async () => {
        const fresh = await open(() => clock.at);
        try {
          expect(await fresh.store.isEmpty()).toBe(true);
          expect(await fresh.store.userByName('api')).toBeNull();
          const access = await fresh.store.setUp(setup);
          expect(await fresh.store.isEmpty()).toBe(false);
          expect((await fresh.store.userByName('api'))?.access).toEqual([{ ...access, ...names, extent: 'tenant' }]);
        } finally {
          await fresh.close();
        }
      });

      test('log-ins of browsers are found by their hash alone, until they end', async () => {
        const { store } = harness;
        const user = await store.userByName('api');
        const [begun, later] = [new Date('2026-11-20T08:00:00.000Z'), new Date('2026-11-20T09:00:00.000Z')];
        const of = { userId: user?.id ?? '', credentialVersion: 3 };
        for (const tokenHash of ['one', 'two', 'three']) await store.beginSession({ ...of, tokenHash, at: begun });
        await store.beginSession({ ...of, tokenHash: 'of nobody', userId: 'ffffffff-0000-4000-8000-000000000000', at: begun });
        const session = { userName: 'api', credentialVersion: 3, createdAt: begun, seenAt: begun };
        expect(await store.browserSession('one')).toEqual(session);
        for (const hash of ['of nobody', 'ONE', '']) expect(await store.browserSession(hash)).toBeNull();
        await store.seeSession('one', later);
        expect(await store.browserSession('one')).toEqual({ ...session, seenAt: later });
        await store.endSession('two');
        expect(await store.browserSession('two')).toBeNull();
        await store.pruneSessions({ createdBefore: begun, seenBefore: later });
        expect([await store.browserSession('one'), await store.browserSession('three')]).toEqual([{ ...session, seenAt: later }, null]);
        await store.pruneSessions({ createdBefore: later, seenBefore: begun });
        expect(await store.browserSession('one')).toBeNull();
        expect(await store.installationId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(await store.grantedUnits(of.userId)).toEqual([]);
      });

      test('set-up makes a user who may act for its tenant, and the default import configuration', async () => {
        expect(await harness.store.userByName('api')).toEqual({
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'api',
          passwordHash: 'hash',
          credentialVersion: 1,
          disabled: false,
          roles: ['API', 'Clerk', 'Admin'],
          access: [{ ...first, ...names, extent: 'tenant' }],
        });
        const tenant = harness.store.tenant(first.tenantId, 'whole');
        expect(tenant.tenantId).toBe(first.tenantId);
        const configuration = await tenant.importConfiguration(undefined);
        expect(configuration).toEqual({ id: expect.any(String), ...setup.importConfiguration });
        expect(await tenant.importConfiguration(configuration?.id.toUpperCase())).toEqual(configuration);
        expect(await tenant.importConfiguration(unknownId)).toBeNull();
      });

      test('a second set-up that fails leaves nothing behind', async () => {
        const other = await open(() => clock.at);
        try {
          await other.store.setUp(setup);
          await expect(other.store.setUp({ ...setup, customerName: 'Again' })).rejects.toThrow();
          expect((await other.store.userByName('api'))?.access).toHaveLength(1);
        } finally {
          await other.close();
        }
      });

      test.each(['API', 'api ', 'nobody', '', '%', "' OR 1=1 --"])('there is no user %j', async (userName) => {
        expect(await harness.store.userByName(userName)).toBeNull();
      });

      test('a grant on a tenant gives that tenant, one on a customer all its tenants, each pair once', async () => {
        const one = await harness.addTenant();
        const two = await harness.addTenant(one.customerId);
        const other = await harness.addTenant();
        await harness.addTenant();
        const accessOf = async (userName: string) => {
          const access = (await harness.store.userByName(userName))?.access ?? [];
          expect(access.every(({ extent }) => extent === 'tenant')).toBe(true);
          return sorted(access.map(({ customerId, tenantId }) => ({ customerId, tenantId })));
        };
        await harness.addUser('clerk');
        expect(await accessOf('clerk')).toEqual([]);
        await harness.grant('clerk', { tenantId: two.tenantId });
        expect(await accessOf('clerk')).toEqual([two]);
        await harness.grant('clerk', { customerId: one.customerId });
        await harness.grant('clerk', { tenantId: other.tenantId });
        expect(await accessOf('clerk')).toEqual(sorted([one, two, other]));
        const three = await harness.addTenant(one.customerId);
        expect(await accessOf('clerk')).toEqual(sorted([one, two, three, other]));
      });

      test('a grant on a unit gives its tenant as far as units go; one on the tenant or the customer beats it', async () => {
        const one = await harness.addTenant();
        const two = await harness.addTenant();
        const [top, below] = [await harness.addUnit(one.tenantId, {}), await harness.addUnit(one.tenantId, {})];
        await harness.addUser('keeper');
        const access = async () => (await harness.store.userByName('keeper'))?.access;
        await harness.grant('keeper', { unitId: top });
        await harness.grant('keeper', { unitId: below });
        expect(await access()).toEqual([{ ...one, ...names, extent: 'units' }]);
        await harness.grant('keeper', { unitId: await harness.addUnit(two.tenantId, {}) });
        await harness.grant('keeper', { tenantId: one.tenantId });
        expect(await access()).toEqual([
          { ...one, ...names, extent: 'tenant' },
          { ...two, ...names, extent: 'units' },
        ]);
        await harness.grant('keeper', { customerId: two.customerId });
        expect((await access())?.map(({ extent }) => extent)).toEqual(['tenant', 'tenant']);
        await harness.revoke('keeper');
        expect(await access()).toEqual([]);
      });

      test('an unknown tenant is refused', async () => {
        const tenant = harness.store.tenant(unknownId, 'whole');
        await expect(tenant.upload(unknownId)).rejects.toThrow(expect.objectContaining({ code: 'notFound' }));
      });

      test('it can be written', async () => {
        await expect(harness.store.checkWritable()).resolves.toBeUndefined();
      });
    });

    describe('staging', () => {
      test('every row is visible at once, also one that is not imported', async () => {
        const tenant = await newTenant();
        const { uploadId, replayed } = await stage(tenant, numbered(3));
        expect(replayed).toBe(false);
        expect(await tenant.upload(uploadId)).toEqual({
          id: uploadId,
          kind: 'Sales',
          userId,
          status: 'Failed',
          statusAt: clock.at.toISOString(),
          rows: 3,
          decided: 3,
          processed: 0,
          duplicates: 0,
          rejected: 3,
          warnings: 0,
          amounts: [],
          errors: [],
          errorCount: 0,
          withdrawn: null,
        });
        const items = await all(tenant, { uploadId });
        expect(items.map((item) => [item.transactionReference, item.transactionState, item.transactionMatchState])).toEqual(
          ['2', '1', '0'].map((reference) => [reference, 'Unprocessed', 'NotApplicable']),
        );
        expect(await tenant.upload(uploadId.toUpperCase())).toMatchObject({ id: uploadId });
        expect(await tenant.upload(unknownId)).toBeNull();
        expect(await tenant.upload('no uuid')).toBeNull();
        expect(await detailOf(tenant, unknownId)).toBeNull();
      });

      test('rows near that are all of the own file are not read, and those of the same batch sent before are another file’s', async () => {
        const tenant = await newTenant();
        const row = { amount: 1, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z' };
        const found: (number | undefined)[] = [];
        const send = async (uploadGroup: string | null, key: string, count = 1) => {
          const transactions = Array.from({ length: count }, () => row);
          const moment = momentOf(row) as Moment;
          const decide = decideBy(
            ({ near }) => {
              found.push(near(moment)?.length);
              return transactions.map((_, occurrence) => ({ ...processed, duplicateKey: { hash: 7, occurrence } }));
            },
            [moment],
          );
          const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
          const idempotency = { key, fingerprint: 'f' };
          await tenant.stageUpload({ userId, importConfigurationId, idempotency, uploadGroup, transactions, decide });
        };
        const [file, other] = [randomUUID(), randomUUID()];
        for (const key of ['1', '2', '3']) await send(file, key);
        // More than are looked at first.
        await send(file, '4', 20);
        await send(file, '5');
        await send(other, '6');
        await send(other, '7');
        await send(file, '8');
        expect(found).toEqual([0, undefined, undefined, undefined, undefined, 24, 25, 26]);
        await harness.store.pruneIdempotencyKeys(new Date(clock.at.getTime() + 1));
        const alone = randomUUID();
        found.length = 0;
        await send(alone, '9');
        await harness.store.pruneIdempotencyKeys(new Date(clock.at.getTime() + 1));
        await send(alone, '9');
        expect(found).toEqual([27, 28]);
      });

      test('a batch that fails in the middle leaves nothing', async () => {
        const tenant = await newTenant();
        const broken = Object.defineProperty({}, 'amount', {
          enumerable: true,
          get: () => {
            throw new Error('broken row');
          },
        });
        await expect(stage(tenant, [...numbered(3), broken, ...numbered(3)], 'key')).rejects.toThrow('broken row');
        expect(await all(tenant)).toEqual([]);
        expect(await tenant.earlierUpload(userId, { key: 'key', fingerprint: 'f' })).toBeNull();
        expect(await stage(tenant, numbered(1), 'key')).toMatchObject({ replayed: false });
      });

      test('an unknown user or import configuration is refused and leaves nothing', async () => {
        const tenant = await newTenant();
        const configuration = (await tenant.importConfiguration(undefined))?.id ?? '';
        const request = {
          userId,
          importConfigurationId: configuration,
          idempotency: null,
          uploadGroup: null,
          decide: leaving(numbered(2)),
          transactions: numbered(2),
        };
        await expect(tenant.stageUpload({ ...request, userId: unknownId })).rejects.toThrow();
        await expect(tenant.stageUpload({ ...request, importConfigurationId: unknownId })).rejects.toThrow();
        expect(await all(tenant)).toEqual([]);
      });

      test.prop([transactionUpload], { numRuns: rounds(200, 60) })(
        'a row comes back as it was given, in a list and in detail',
        async (given) => {
          const transaction = holding(traits, given);
          const tenant = harness.store.tenant(first.tenantId, 'whole');
          const { uploadId } = await stage(tenant, [transaction]);
          const [item] = await all(tenant, { uploadId });
          const detail = {
            ...nulls,
            ...transaction,
            transactionTypes: transaction.transactionTypes ?? [],
            additionalData: transaction.additionalData ?? [],
            transactionId: item?.transactionId ?? '',
            transactionState: 'Unprocessed',
            transactionMatchState: 'NotApplicable',
            comment: null,
          };
          expect(await detailOf(tenant, detail.transactionId)).toEqual(detail);
          const { additionalData, comment, ...listed } = detail;
          expect(item).toEqual(listed);
        },
      );

      test('an additional value without type has none, whether it was absent or null', async () => {
        const tenant = await newTenant();
        await stage(tenant, [
          {
            additionalData: [
              { key: 'a', value: '1' },
              { key: 'b', value: '2', type: null },
              { key: 'c', value: '3', type: '' },
            ],
          },
        ]);
        const [item] = await all(tenant);
        const detail = await detailOf(tenant, item?.transactionId.toUpperCase() ?? '');
        expect(JSON.stringify(detail?.additionalData)).toBe(
          '[{"key":"a","value":"1"},{"key":"b","value":"2"},{"key":"c","value":"3","type":""}]',
        );
      });

      test('20,000 rows at once', async () => {
        const tenant = await newTenant();
        const { uploadId } = await stage(tenant, numbered(20_000));
        expect(await tenant.upload(uploadId)).toMatchObject({ rows: 20_000, status: 'Failed' });
        const last = await listOf(tenant, query({ pageSize: 500, pageNumber: 40 }));
        expect([last.items.length, last.hasMore, last.items.at(-1)?.transactionReference]).toEqual([500, false, '0']);
      });
    });

    describe('staging together', () => {
      const request = async (tenant: TenantStore, transactions: readonly TransactionUpload[], over: Partial<StageRequest> = {}) => ({
        tenantId: tenant.tenantId,
        scope: 'whole' as const,
        request: {
          userId,
          importConfigurationId: (await tenant.importConfiguration(undefined))?.id ?? '',
          idempotency: null,
          uploadGroup: null,
          transactions,
          decide: leaving(transactions),
          ...over,
        },
      });

      test('batches of several tenants, each with its own outcome', async () => {
        const [one, two] = [await newTenant(), await newTenant()];
        await stage(one, numbered(1), 'k', 'content');
        const outcomes = await harness.store.stageTogether([
          await request(one, numbered(2)),
          await request(one, numbered(9), { idempotency: { key: 'k', fingerprint: 'other' } }),
          await request(two, numbered(3), { importConfigurationId: unknownId }),
          await request(two, numbered(4), { idempotency: { key: 'k', fingerprint: 'content' } }),
          await request(one, numbered(1), { idempotency: { key: 'k', fingerprint: 'content' } }),
        ]);
        expect(outcomes).toEqual([
          { uploadId: expect.any(String), replayed: false },
          { failure: expect.objectContaining({ code: 'keyReused' }) },
          { failure: expect.any(Error) },
          { uploadId: expect.any(String), replayed: false },
          { uploadId: expect.any(String), replayed: true },
        ]);
        expect(await all(one)).toHaveLength(3);
        expect(await all(two)).toHaveLength(4);
        expect(await harness.store.stageTogether([])).toEqual([]);
      });

      test('the same key twice in one call is one upload', async () => {
        const tenant = await newTenant();
        const same = await request(tenant, numbered(2), { idempotency: { key: 'k', fingerprint: 'f' } });
        const [first, second] = await harness.store.stageTogether([same, same]);
        expect(second).toEqual({ ...first, replayed: true });
        expect(await all(tenant)).toHaveLength(2);
      });

      test('a user who was removed meanwhile gets the answer of any who is unknown', async () => {
        const tenant = await newTenant();
        const outcomes = await harness.store.stageTogether([
          await request(tenant, numbered(2), { userId: unknownId }),
          await request(tenant, numbered(3)),
        ]);
        expect(outcomes).toEqual([
          { failure: expect.objectContaining({ code: 'unauthorized' }) },
          { uploadId: expect.any(String), replayed: false },
        ]);
        expect(await all(tenant)).toHaveLength(3);
      });

      test('a batch that breaks in the middle takes nothing of the others with it', async () => {
        const tenant = await newTenant();
        const broken = Object.defineProperty({}, 'amount', {
          enumerable: true,
          get: () => {
            throw new Error('broken row');
          },
        });
        const outcomes = await harness.store.stageTogether([
          await request(tenant, numbered(2)),
          await request(tenant, [...numbered(3), broken]),
          await request(tenant, numbered(1)),
        ]);
        expect(outcomes.map((outcome) => 'uploadId' in outcome)).toEqual([true, false, true]);
        expect((await all(tenant)).map((item) => item.transactionReference)).toEqual(['0', '1', '0']);
        const ids = (await all(tenant)).map((item) => item.transactionId);
        for (const id of ids) expect((await detailOf(tenant, id))?.transactionId).toBe(id);
      });
    });

    describe('idempotency keys', () => {
      const key = { key: 'k1', fingerprint: 'content' };

      test('the same key and content is the same upload, staged once', async () => {
        const tenant = await newTenant();
        expect(await tenant.earlierUpload(userId, key)).toBeNull();
        const { uploadId } = await stage(tenant, numbered(2), 'k1', 'content');
        expect(await stage(tenant, numbered(2), 'k1', 'content')).toEqual({ uploadId, replayed: true });
        expect(await tenant.earlierUpload(userId, key)).toEqual({ uploadId, replayed: true });
        expect(await all(tenant)).toHaveLength(2);
        const reopened = (await harness.reopen()).tenant(tenant.tenantId, 'whole');
        expect(await reopened.earlierUpload(userId, key)).toEqual({ uploadId, replayed: true });
      });

      test('the same key with another content is refused, and stages nothing', async () => {
        const tenant = await newTenant();
        await stage(tenant, numbered(1), 'k1', 'content');
        const keyReused = expect.objectContaining({ code: 'keyReused' });
        await expect(stage(tenant, numbered(2), 'k1', 'other')).rejects.toEqual(keyReused);
        await expect(tenant.earlierUpload(userId, { key: 'k1', fingerprint: 'other' })).rejects.toEqual(keyReused);
        expect(await all(tenant)).toHaveLength(1);
      });

      test('without a key, each is an upload of its own', async () => {
        const tenant = await newTenant();
        await stage(tenant, numbered(1));
        await stage(tenant, numbered(1));
        expect(await all(tenant)).toHaveLength(2);
      });

      test('a key belongs to its user and its tenant', async () => {
        const tenant = await newTenant();
        const other = await newTenant();
        const { uploadId } = await stage(tenant, numbered(1), 'k1', 'content');
        expect(await other.earlierUpload(userId, key)).toBeNull();
        expect(await stage(other, numbered(1), 'k1', 'another')).toMatchObject({ replayed: false });
        await harness.addUser('second');
        const second = (await harness.store.userByName('second'))?.id ?? '';
        expect(await tenant.earlierUpload(second, key)).toBeNull();
        expect(await tenant.earlierUpload(userId, key)).toMatchObject({ uploadId });
      });

      test('old keys are forgotten and their uploads stay', async () => {
        const tenant = await newTenant();
        const staged = clock.at;
        const { uploadId } = await stage(tenant, numbered(1), 'k1', 'content');
        await harness.store.pruneIdempotencyKeys(staged);
        expect(await tenant.earlierUpload(userId, key)).toMatchObject({ uploadId });
        await harness.store.pruneIdempotencyKeys(new Date(staged.getTime() + 1));
        expect(await tenant.earlierUpload(userId, key)).toBeNull();
        expect(await stage(tenant, numbered(1), 'k1', 'other content')).toMatchObject({ replayed: false });
        expect(await all(tenant, { uploadId })).toHaveLength(1);
      });
    });

    describe('import', () => {
      test('counts what was decided', async () => {
        const tenant = await newTenant();
        const { uploadId } = await decided(tenant, numbered(5), [processed, rejected('bad'), processed, skipped, rejected('worse')]);
        expect(await tenant.upload(uploadId)).toEqual({
          id: uploadId,
          kind: 'Sales',
          userId,
          status: 'ProcessedWithErrors',
          statusAt: clock.at.toISOString(),
          rows: 5,
          decided: 5,
          processed: 3,
          duplicates: 1,
          rejected: 2,
          warnings: 0,
          amounts: [{ currency: null, rows: 2, units: 0n, rowsWithoutAmount: 2, rowsFiner: 0 }],
          errors: ['bad', 'worse'],
          errorCount: 2,
          withdrawn: null,
        });
        const states = (await all(tenant)).map(
          (item) => `${item.transactionReference} ${item.transactionState} ${item.transactionMatchState}`,
        );
        expect(states.sort()).toEqual([
          '0 Processed Unmatched',
          '1 Unprocessed NotApplicable',
          '2 Processed Unmatched',
          '3 Processed Skip',
          '4 Unprocessed NotApplicable',
        ]);
        const [last] = await all(tenant);
        expect((await detailOf(tenant, last?.transactionId ?? ''))?.comment).toBe('worse');
      });

      test.each([
        ['more', [processed, processed, processed]],
        ['fewer', [processed]],
      ])('%s decisions than rows are refused, and nothing is stored', async (_, decisions) => {
        const tenant = await newTenant();
        await expect(decided(tenant, numbered(2), decisions)).rejects.toMatchObject({ code: 'internal' });
        expect(await all(tenant)).toEqual([]);
      });

      test.each([
        ['every row passes', [processed, processed], 'Processed'],
        ['some rows fail', [processed, rejected('x')], 'ProcessedWithErrors'],
        ['every row fails', [rejected('x'), rejected('y')], 'Failed'],
        ['every row is a duplicate', [skipped, skipped], 'Processed'],
      ] as const)('when %s', async (_, decisions, status) => {
        const tenant = await newTenant();
        const { uploadId } = await decided(tenant, numbered(2), decisions);
        expect(await tenant.upload(uploadId)).toMatchObject({ status });
      });

      test('keeps the first 1,000 messages and counts them all', async () => {
        const tenant = await newTenant();
        const decisions = Array.from({ length: 1_100 }, (_, index) => rejected(`message ${index}`));
        const { uploadId } = await decided(tenant, numbered(1_100), decisions);
        const upload = await tenant.upload(uploadId);
        expect(upload?.errors).toEqual(Array.from({ length: 1_000 }, (_, index) => `message ${index}`));
        expect(upload).toMatchObject({ errorCount: 1_100, rejected: 1_100, status: 'Failed' });
      });
    });

    describe('lists', () => {
      let sample: { tenant: TenantStore; rows: ModelRow[] };

      beforeAll(async () => {
        const tenant = await newTenant();
        const rows = sampleRows().map((row) => ({ ...row, transaction: holding(traits, row.transaction) }));
        sample = { tenant, rows: await fill(tenant, rows) };
        // Neighbours with the same values, which must never show.
        await fill(await newTenant(), rows);
      });

      test.each(filterPairs())('filter by %s and %s', async (one, two) => {
        const { rows } = sample;
        const tenant = harness.store.tenant(sample.tenant.tenantId, 'whole');
        let found = 0;
        for (const ofOne of filterValues(one, rows)) {
          for (const ofTwo of two === one ? [ofOne] : filterValues(two, rows)) {
            const given = query({ [one]: ofOne, [two]: ofTwo, pageSize: 500 });
            const { items, hasMore } = await listOf(tenant, given);
            const expected = expectedList(rows, given);
            expect({ items: items.map((item) => item.transactionReference), hasMore }).toEqual(expected);
            if (items.length > 0 && items.length < rows.length) found++;
          }
        }
        expect(found).toBeGreaterThan(0);
      });

      test('an unknown upload, or what is no id, finds nothing', async () => {
        for (const uploadId of [unknownId, 'no uuid', '%', ''])
          expect(await all(harness.store.tenant(sample.tenant.tenantId, 'whole'), { uploadId })).toEqual([]);
      });

      test.each([
        ['TransactionDate', 'Ascending'],
        ['TransactionDate', 'Descending'],
        ['Amount', 'Ascending'],
        ['Amount', 'Descending'],
      ] as const)('walking the pages by %s %s gives each row once, in order', async (key, direction) => {
        const { rows } = sample;
        const tenant = harness.store.tenant(sample.tenant.tenantId, 'whole');
        const over = { 'sorting.key': key, 'sorting.direction': direction };
        const whole = expectedList(rows, query({ ...over, pageSize: 500 })).items;
        for (const pageSize of [1, 7, rows.length - 1, rows.length, rows.length + 1]) {
          const walked: unknown[] = [];
          for (let pageNumber = 1; ; pageNumber++) {
            const page = await listOf(tenant, query({ ...over, pageSize, pageNumber }));
            walked.push(...page.items.map((item) => item.transactionReference));
            expect(page.items).toHaveLength(Math.min(pageSize, rows.length - (pageNumber - 1) * pageSize));
            if (!page.hasMore) break;
          }
          expect(walked).toEqual(whole);
        }
      });

      test.each([
        [2, 500],
        [2_147_483_647, 1],
        [2_147_483_647, 500],
      ])('page %d of %d rows is past the end: empty, and quickly', async (pageNumber, pageSize) => {
        const started = performance.now();
        const page = await listOf(harness.store.tenant(sample.tenant.tenantId, 'whole'), query({ pageNumber, pageSize }));
        expect(page).toEqual({ items: [], hasMore: false });
        expect(performance.now() - started).toBeLessThan(1_000);
      });

      test.prop(
        [
          anyRows,
          fc.array(
            fc.record({
              filters: fc.subarray([...new Set(filterPairs().flat())], { maxLength: 4 }),
              pick: fc.nat(),
              key: fc.constantFrom('TransactionDate', 'Amount'),
              direction: fc.constantFrom('Ascending', 'Descending'),
              pageSize: fc.integer({ min: 1, max: 12 }),
              pageNumber: fc.integer({ min: 1, max: 5 }),
            }),
            { minLength: 10, maxLength: 20 },
          ),
        ],
        { numRuns: rounds(60, 20) },
      )('agree with a plain model, whatever the rows, filters, sorting and page', async (given, queries) => {
        const tenant = await newTenant();
        const rows = await fill(
          tenant,
          given.map((row) => ({ ...row, transaction: holding(traits, row.transaction) })),
        );
        for (const { filters, pick, key, direction, pageSize, pageNumber } of queries) {
          const values = filters.map((name, index) => {
            const choices = filterValues(name, rows);
            return [name, choices[(pick + index) % choices.length]];
          });
          const asked = query({ ...Object.fromEntries(values), 'sorting.key': key, 'sorting.direction': direction, pageSize, pageNumber });
          const { items, hasMore } = await listOf(tenant, asked);
          expect({ items: items.map((item) => item.transactionReference), hasMore }).toEqual(expectedList(rows, asked));
          // Each row has a reference of its own.
          for (const row of rows.slice(0, 3)) {
            const sought = JSON.parse(await tenant.searchTransactions({ ...asked, pageNumber: 1, transactionReference: row.label }));
            const labels = sought.items.map((item: { transactionReference: string }) => item.transactionReference);
            expect(labels).toEqual(expectedList([row], { ...asked, pageNumber: 1 }).items);
          }
          const filter = Object.fromEntries(values);
          const by = ['day', 'brand', 'terminal', 'currency'].filter((name, index) => name === 'currency' || (pick >> index) % 2 === 1);
          const totals = JSON.parse(await tenant.getTotals({ ...filter, by: by.join(',') })) as Totals;
          expect(answeredTotals(totals.items, by)).toEqual(expectedTotals(rows, filter, by));
          for (const item of items) {
            const row = rows.find(({ label }) => label === item.transactionReference);
            expect(item).toEqual({ ...(row ? listedRow(row) : {}), transactionId: item.transactionId });
          }
        }
      });
    });

    describe('totals', () => {
      test('are by currency at least, are refused where there are too many groups, and stay exact where doubles would not', async () => {
        const tenant = await newTenant();
        const { items: nothing } = JSON.parse(await tenant.getTotals({ by: 'day' })) as Totals;
        expect(nothing).toEqual([]);
        const amounts = [9_007_199_254_740_992, 0.1, 0.2, 99_999_999.9999, 99_999_999.9999];
        for (let from = 0; from <= totalsGroupsMax; from += 10_000) {
          const rows = Array.from({ length: Math.min(10_000, totalsGroupsMax + 1 - from) }, (_, index) => ({
            currency: 'EUR',
            amount: amounts[from + index] ?? 0,
            terminalId: `T${from + index}`,
          }));
          await stage(tenant, rows);
        }
        const { items } = JSON.parse(await tenant.getTotals({ by: 'day' })) as Totals;
        expect(items).toMatchObject([{ day: null, currency: 'EUR', notImported: { net: '9007199454740992.2998' } }]);
        await expect(tenant.getTotals({ by: 'terminal' })).rejects.toMatchObject({
          code: 'validation',
          errors: { by: [expect.any(String)] },
        });
      });

      test.each([
        ['too large together for a double', [...new Array<number>(20).fill(99_999_999_999.9999), 0.0001], '1999999999999.9981'],
        ['finer than four decimals', [0.00001, 0.00002, 1], '1.00003'],
        ['both, and below zero', [-99_999_999_999.9999, -1e11, -1e-8], '-199999999999.99990001'],
        ['of four decimals with the noise of floating point', [1.1300000000000001, 0.1 + 0.2, 12.500000000000002, 1e-10], '13.93'],
      ])('are exact where amounts are %s', async (_what, amounts, net) => {
        const tenant = await newTenant();
        await stage(
          tenant,
          amounts.map((amount) => ({ currency: 'EUR', amount })),
        );
        const { items } = JSON.parse(await tenant.getTotals({ by: 'currency' })) as Totals;
        expect(items).toMatchObject([{ notImported: { transactions: amounts.length, net } }]);
      });
    });

    describe('readings', () => {
      const header = 'a'.repeat(64);
      const readingOf = (digest: string) => Reading.parse({ digest, table: 'Sales', fields: { amount: ['Betrag'] }, kinds: {} });
      const change = (digest: string | null, version: number, of = header) => ({
        ...{ header: of, version, reading: digest === null ? null : readingOf(digest), by: 'api', from: noRequest },
      });

      test('are kept, replaced and taken back only by whoever knows the current version', async () => {
        const { tenantId } = await harness.addTenant();
        let tenant = harness.store.tenant(tenantId, 'whole');
        expect(await tenant.reading(header)).toEqual({ reading: null, isOwn: false, version: 0 });
        expect(await tenant.changeReading(change('b'.repeat(12), 1))).toBe(0);
        expect(await tenant.changeReading(change('b'.repeat(12), 0))).toBe(0);
        expect(await tenant.changeReading(change('c'.repeat(12), 0))).toBe(1);
        expect(await tenant.changeReading(change('c'.repeat(12), 1))).toBe(1);
        const kept = { reading: readingOf('c'.repeat(12)), isOwn: false, version: 2 };
        expect(await tenant.reading(header)).toEqual(kept);
        tenant = (await harness.reopen()).tenant(tenantId, 'whole');
        expect(await tenant.reading(header)).toEqual(kept);
        expect(await tenant.changeReading(change(null, 1))).toBe(2);
        expect(await tenant.changeReading(change(null, 2))).toBe(2);
        expect(await tenant.reading(header)).toEqual({ reading: null, isOwn: false, version: 0 });
      });

      test('of a tenant hold for all of it, those of a user of some units for that user alone, who has the own ones first', async () => {
        const { tenantId } = await harness.addTenant();
        const whole = harness.store.tenant(tenantId, 'whole');
        const other = await harness.addTenant();
        const limitedTo = async (name: string) => {
          await harness.addUser(name);
          return harness.store.tenant(tenantId, { unitsOf: (await harness.store.userByName(name))?.id ?? '' });
        };
        const limited = await limitedTo('reads own');
        const another = await limitedTo('reads otherwise');
        await whole.changeReading(change('b'.repeat(12), 0));
        expect(await limited.reading(header)).toEqual({ reading: readingOf('b'.repeat(12)), isOwn: false, version: 0 });
        expect(await limited.changeReading(change('c'.repeat(12), 0))).toBe(0);
        expect(await limited.reading(header)).toEqual({ reading: readingOf('c'.repeat(12)), isOwn: true, version: 1 });
        for (const tenant of [whole, another]) expect((await tenant.reading(header)).reading?.digest).toBe('b'.repeat(12));
        expect((await harness.store.tenant(other.tenantId, 'whole').reading(header)).reading).toBeNull();
        expect(await limited.changeReading(change(null, 1))).toBe(1);
        expect((await limited.reading(header)).reading?.digest).toBe('b'.repeat(12));
        expect(await whole.changeReading(change(null, 1))).toBe(1);
        expect((await another.reading(header)).reading).toBeNull();
      });

      test('are as many as a tenant may keep, and the refusal says what to do', async () => {
        const tenant = harness.store.tenant((await harness.addTenant()).tenantId, 'whole');
        const headerOf = (at: number) => at.toString(16).padStart(64, '0');
        for (let at = 0; at < readingsMax; at++) await tenant.changeReading(change('b'.repeat(12), 0, headerOf(at)));
        const errors = { reading: [expect.stringMatching(/1000 readings.*take one back/)] };
        await expect(tenant.changeReading(change('b'.repeat(12), 0, header))).rejects.toMatchObject({ code: 'validation', errors });
        expect(await tenant.changeReading(change('c'.repeat(12), 1, headerOf(7)))).toBe(1);
        await tenant.changeReading(change(null, 1, headerOf(8)));
        expect(await tenant.changeReading(change('b'.repeat(12), 0, header))).toBe(0);
      });
    });

    describe('tenants', () => {
      test('never see or change what belongs to another, of the same customer or not', async () => {
        const mine = await harness.addTenant();
        const neighbours = [await harness.addTenant(mine.customerId), await harness.addTenant()];
        const tenant = harness.store.tenant(mine.tenantId, 'whole');
        const { uploadId } = await stage(tenant, numbered(3), 'key', 'content');
        const configurationId = (await tenant.importConfiguration(undefined))?.id;
        const items = await all(tenant);
        const before = [await tenant.upload(uploadId), items];
        for (const { tenantId } of neighbours) {
          const other = harness.store.tenant(tenantId, 'whole');
          expect(await other.importConfiguration(configurationId)).toBeNull();
          expect((await other.importConfiguration(undefined))?.id).not.toBe(configurationId);
          expect(await other.upload(uploadId)).toBeNull();
          expect(await other.earlierUpload(userId, { key: 'key', fingerprint: 'content' })).toBeNull();
          expect(await all(other)).toEqual([]);
          expect(await all(other, { uploadId })).toEqual([]);
          for (const item of items) expect(await detailOf(other, item.transactionId)).toBeNull();
          expect(await other.reprocess(uploadId, 'outside', decideAgain)).toBeNull();
          const request = {
            userId,
            importConfigurationId: configurationId ?? '',
            idempotency: null,
            uploadGroup: null,
            decide: leaving(numbered(1)),
            transactions: numbered(1),
          };
          await expect(other.stageUpload(request)).rejects.toThrow();
          expect(await all(other)).toEqual([]);
        }
        expect([await tenant.upload(uploadId), await all(tenant)]).toEqual(before);
      });
    });

    describe('scopes of units', () => {
      const shop = { locationId: 'shop', terminalId: 'till' };
      const online = { locationId: 'online' };
      const configurationOf = async (tenant: TenantStore) => (await tenant.importConfiguration(undefined))?.id ?? '';
      /** A tenant with a unit and one below it, and a user who is granted the upper one. */
      const newScope = async (name: string) => {
        const { tenantId } = await harness.addTenant();
        const top = await harness.addUnit(tenantId, { locationIds: ['shop'] });
        const below = await harness.addUnit(tenantId, { parentId: top, terminalIds: ['kiosk'] });
        await harness.addUser(name);
        await harness.grant(name, { unitId: top });
        const unitsOf = (await harness.store.userByName(name))?.id ?? '';
        const whole = harness.store.tenant(tenantId, 'whole');
        return { whole, limited: harness.store.tenant(tenantId, { unitsOf }), unitsOf, top, below };
      };
      const stageAs = async (tenant: TenantStore, user: string, transactions: readonly TransactionUpload[]) =>
        tenant.stageUpload({
          userId: user,
          importConfigurationId: await configurationOf(tenant),
          idempotency: null,
          transactions,
          uploadGroup: null,
          decide: decideBy(() => transactions.map(() => processed)),
        });
      const references = async (tenant: TenantStore, over: Partial<ListQuery> = {}) =>
        (await all(tenant, over)).map((item) => item.transactionReference);

      test('show the rows whose location or terminal is of the units or of those below, and states of own uploads', async () => {
        const { whole, limited, unitsOf } = await newScope('shopkeeper');
        const rows = [shop, { terminalId: 'kiosk', locationId: 'elsewhere' }, online, { terminalId: 'shop' }, { locationId: 'kiosk' }, {}];
        const { uploadId } = await stage(
          whole,
          rows.map((row, index) => ({ ...row, transactionReference: String(index) })),
        );
        expect(await references(limited)).toEqual(['1', '0']);
        expect(await references(limited, { uploadId })).toEqual(['1', '0']);
        expect(await listOf(limited, query({ pageSize: 1 }))).toMatchObject({ hasMore: true });
        expect(await listOf(limited, query({ pageSize: 1, pageNumber: 2 }))).toMatchObject({ hasMore: false });
        expect(await references(limited, { pageNumber: 2, pageSize: 2 })).toEqual([]);
        for (const { transactionId, transactionReference } of await all(whole)) {
          const isInside = transactionReference === '0' || transactionReference === '1';
          expect((await detailOf(limited, transactionId)) !== null).toBe(isInside);
        }
        expect(await limited.upload(uploadId)).toBeNull();
        const own = await stageAs(limited, unitsOf, [shop]);
        expect(await limited.upload(own.uploadId)).toMatchObject({ rows: 1 });
        expect(await whole.upload(own.uploadId)).toMatchObject({ rows: 1 });
      });

      test('withdraw and restore the own uploads alone', async () => {
        const { whole, limited, unitsOf } = await newScope('remorseful');
        const others = await decided(whole, [shop], [processed]);
        const own = await stageAs(limited, unitsOf, [shop, shop]);
        const again: DecideAgain = ({ rows }) => decideBy(() => rows.map(() => processed));
        for (const change of ['withdraw', 'restore'] as const)
          expect(await limited[change](others.uploadId, 'remorseful', again)).toBeNull();
        expect(await all(whole)).toHaveLength(3);
        expect(await limited.withdraw(own.uploadId, 'remorseful', again)).toMatchObject({
          withdrawn: { by: 'remorseful' },
          userId: unitsOf,
        });
        expect(await all(whole)).toHaveLength(1);
        expect(await limited.restore(own.uploadId, 'remorseful', again)).toMatchObject({ withdrawn: null });
        expect(await all(limited)).toHaveLength(3);
        await expect(limited.reprocess(own.uploadId, 'remorseful', again)).rejects.toMatchObject({ code: 'internal' });
      });

      test('are told of no sale, and of no upload, that is out of reach', async () => {
        const { whole, limited, unitsOf } = await newScope('guest');
        const send = async (tenant: TenantStore, user: string, transactions: readonly TransactionUpload[]) => {
          const decide = decideAbout(transactions, { settings: ImportSettings.parse({}) }, { known: null, receivedAt: clock.at });
          const importConfigurationId = await configurationOf(tenant);
          const request = { userId: user, importConfigurationId, idempotency: null, uploadGroup: null, transactions, decide };
          return (await tenant.stageUpload(request)).uploadId;
        };
        const sold = (amount: number, over: TransactionUpload): TransactionUpload => ({
          ...{ amount, currency: 'EUR', transactionDate: '2026-11-20T10:00:00+01:00', ...over },
        });
        await send(whole, userId, [
          sold(1, { orderId: 'A' }),
          sold(2, { orderId: 'B' }),
          sold(3, { ...shop, orderId: 'C' }),
          sold(4, { ...shop, orderId: 'D' }),
        ]);
        const [, three, , one] = (await all(whole)).map(({ transactionId }) => transactionId);
        const sent = await send(limited, unitsOf, [
          sold(1, { ...shop, orderId: 'A', authorisationCode: '1' }),
          sold(2, { ...shop, transactionReference: '2' }),
          sold(3, { ...shop, orderId: 'C' }),
        ]);
        const rows = await all(whole, { uploadId: sent, 'sorting.direction': 'Ascending' });
        const commentsIn = async (tenant: TenantStore) =>
          Promise.all(rows.map(async ({ transactionId }) => (await detailOf(tenant, transactionId))?.comment));
        expect(await commentsIn(whole)).toEqual([`Duplicate of ${one}`, warningOf([mayBeThere]), `Duplicate of ${three}`]);
        expect(await commentsIn(limited)).toEqual(['Duplicate', null, `Duplicate of ${three}`]);
        expect(withoutDoubt(warningOf(['terminalId belongs to no unit', mayBeThere]))).toBe('Warning: terminalId belongs to no unit');
        const warnings = async (tenant: TenantStore) => {
          const listed = JSON.parse(await tenant.listUploads({ pageSize: 1, pageNumber: 1, uploadId: sent }));
          return [(await tenant.upload(sent))?.warnings, listed.items[0].warnings];
        };
        expect(await warnings(whole)).toEqual([1, 1]);
        expect(await warnings(limited)).toEqual([0, 0]);
        // What both that stand come to know shows them to be one.
        const third = await send(whole, userId, [sold(2, { orderId: 'B', transactionReference: '2' })]);
        const reasonsIn = async (tenant: TenantStore) =>
          (await tenant.history(rows[1]?.transactionId ?? ''))?.items.map(({ reason }) => reason);
        expect(await reasonsIn(whole)).toContain(`Upload ${third} knows more of its sale`);
        expect(await reasonsIn(limited)).toContain('Another upload knows more of its sale');
        expect((await commentsIn(limited))[1]).toBe('Duplicate');
        await limited.withdraw(sent, 'guest', decideAgain);
        expect((await limited.upload(sent))?.warnings).toBe(0);
      });

      test('do not withdraw or restore an own upload that has rows of units which are the user’s no longer', async () => {
        const { whole, limited, unitsOf, below } = await newScope('moved');
        const { uploadId } = await stageAs(limited, unitsOf, [{ terminalId: 'kiosk' }, { terminalId: 'kiosk', locationId: 'shop' }]);
        const again: DecideAgain = ({ rows }) => decideBy(() => rows.map(() => processed));
        const refused = { code: 'forbidden', message: expect.stringContaining('units') };
        await harness.moveUnit(below, null);
        expect(await limited.upload(uploadId)).not.toBeNull();
        await expect(limited.withdraw(uploadId, 'moved', again)).rejects.toMatchObject(refused);
        expect(await all(whole)).toHaveLength(2);
        await whole.withdraw(uploadId, 'admin', again);
        await expect(limited.restore(uploadId, 'moved', again)).rejects.toMatchObject(refused);
        expect(await all(whole)).toHaveLength(0);
        await harness.grant('moved', { unitId: below });
        expect(await limited.restore(uploadId, 'moved', again)).toMatchObject({ withdrawn: null });
        expect(await limited.withdraw(uploadId, 'moved', again)).toMatchObject({ withdrawn: { by: 'moved' } });
      });

      test('take no row from outside', async () => {
        const { whole, limited, unitsOf } = await newScope('seller');
        const isWithin = await limited.reach();
        expect([shop, { terminalId: 'kiosk' }, online, {}, { locationId: null, terminalId: null }].map(isWithin)).toEqual([
          true,
          true,
          false,
          false,
          false,
        ]);
        expect([shop, online, {}].map(await whole.reach())).toEqual([true, true, true]);
        await expect(stageAs(limited, unitsOf, [shop, online])).rejects.toMatchObject({ code: 'unavailable' });
        expect(await all(whole)).toEqual([]);
        await expect(stageAs(limited, unitsOf, [shop])).resolves.toMatchObject({ replayed: false });
      });

      test('follow every change of units and grants at once', async () => {
        const { whole, limited, unitsOf, below } = await newScope('manager');
        await stage(whole, [
          { ...shop, transactionReference: 'shop' },
          { terminalId: 'kiosk', transactionReference: 'kiosk' },
        ]);
        expect(await references(limited)).toEqual(['kiosk', 'shop']);
        await harness.moveUnit(below, null);
        expect(await references(limited)).toEqual(['shop']);
        await harness.grant('manager', { unitId: below });
        expect(await references(limited)).toEqual(['kiosk', 'shop']);
        await harness.revoke('manager');
        expect(await references(limited)).toEqual([]);
        await expect(stageAs(limited, unitsOf, [shop])).rejects.toMatchObject({ code: 'unavailable' });
      });

      test('end with their tenant, whatever a unit elsewhere is called or stands below', async () => {
        const { whole, limited, top } = await newScope('traveller');
        const other = await harness.addTenant();
        const foreign = await harness.addUnit(other.tenantId, { parentId: top, terminalIds: ['far'] });
        await harness.grant('traveller', { unitId: foreign });
        await stage(whole, [{ terminalId: 'far' }]);
        expect(await all(limited)).toEqual([]);
      });

      test('do not decide again about rows that were not imported, and a user who is gone has none', async () => {
        const { whole, limited, unitsOf } = await newScope('importer');
        const { uploadId } = await stageAs(limited, unitsOf, [shop]);
        await expect(limited.reprocess(uploadId, 'importer', decideAgain)).rejects.toMatchObject({ code: 'internal' });
        const gone = harness.store.tenant(whole.tenantId, { unitsOf: unknownId });
        await expect(gone.listTransactions(query())).rejects.toMatchObject({ code: 'unauthorized' });
      });
    });

    describe('ids', () => {
      const idsInOrder = async (tenant: TenantStore) => {
        const list = await listOf(tenant, query({ pageSize: 500, 'sorting.direction': 'Ascending' }));
        return list.items.map((item) => [Number(item.transactionReference), item.transactionId] as const);
      };

      test('are UUIDs of version 7 that carry the time', async () => {
        const tenant = await newTenant();
        clock.at = new Date(clock.at.getTime() + 60_000);
        await stage(tenant, numbered(3));
        for (const [, id] of await idsInOrder(tenant)) {
          expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
          expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(clock.at.getTime());
        }
      });

      test('rise in the order of arrival, also when the clock stands or goes back, and over a new start', async () => {
        const { tenantId } = await harness.addTenant();
        let arrived = 0;
        const stageSome = async (count: number) => {
          await stage(
            harness.store.tenant(tenantId, 'whole'),
            Array.from({ length: count }, () => ({ transactionReference: String(arrived++) })),
          );
        };
        const now = clock.at.getTime();
        await stageSome(100);
        await stageSome(100);
        clock.at = new Date(now - 3_600_000);
        await stageSome(50);
        await harness.reopen();
        await stageSome(50);
        clock.at = new Date(now + 1_000);
        await stageSome(50);
        const ids = await idsInOrder(harness.store.tenant(tenantId, 'whole'));
        expect(ids.map(([reference]) => reference)).toEqual(Array.from({ length: 350 }, (_, index) => index));
        const texts = ids.map(([, id]) => id);
        expect(texts).toEqual([...texts].sort());
        expect(new Set(texts).size).toBe(350);
      });
    });

    test('what was staged is there when the store is opened again', async () => {
      const { tenantId } = await harness.addTenant();
      const { uploadId } = await stage(harness.store.tenant(tenantId, 'whole'), numbered(3));
      const before = [await harness.store.tenant(tenantId, 'whole').upload(uploadId), await all(harness.store.tenant(tenantId, 'whole'))];
      const store = await harness.reopen();
      expect([await store.tenant(tenantId, 'whole').upload(uploadId), await all(store.tenant(tenantId, 'whole'))]).toEqual(before);
    });

    /** Stages the rows in uploads as the model has them, records their states, and gives the model the ids of its uploads. */
    async function fill(tenant: TenantStore, rows: readonly ModelRow[]): Promise<ModelRow[]> {
      const filled: ModelRow[] = [];
      for (const batch of new Set(rows.map((row) => row.batch))) {
        const ofBatch = rows.filter((row) => row.batch === batch);
        const { uploadId } = await decided(
          tenant,
          ofBatch.map((row) => row.transaction),
          ofBatch.map(decisionOf),
        );
        filled.push(...ofBatch.map((row) => ({ ...row, uploadId })));
      }
      return filled;
    }
  });
}

const nulls = {
  acquirerId: null,
  amount: null,
  applicationId: null,
  authorisationCode: null,
  brandId: null,
  businessDate: null,
  cardNumberMasked: null,
  currency: null,
  eftTransactionDate: null,
  locationId: null,
  orderId: null,
  panEncrypted: null,
  terminalId: null,
  transactionDate: null,
  transactionReference: null,
  transactionSequenceCounter: null,
};

function sorted(access: readonly Access[]): Access[] {
  return [...access].sort((one, two) => (one.tenantId < two.tenantId ? -1 : 1));
}
