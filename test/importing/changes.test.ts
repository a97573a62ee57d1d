/** Reprocessing, withdrawing and restoring uploads over the real store. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import type { Transaction, TransactionUpload } from '../../src/contract/transaction.js';
import { decideAbout, decideAgain } from '../../src/importing/decide.js';
import { summaryOf } from '../../src/importing/summary.js';
import type { TenantStore } from '../../src/store/store.js';
import { query } from '../store/list-model.js';
import { openSqlite, type SqliteHarness } from '../store/sqlite-harness.js';

const settings = ImportSettings.parse({ requiredFields: ['amount'], currencyCheck: true });
let now = new Date('2026-11-20T12:00:00Z');
let harness: SqliteHarness;
let userId: string;
let ofSettings: TenantStore;
beforeAll(async () => {
  harness = await openSqlite(() => now);
  const { tenantId } = await harness.store.setUp({
    customerName: 'c',
    tenantName: 't',
    importConfiguration: { name: 'Default', settings },
    userName: 'api',
    passwordHash: 'h',
  });
  userId = (await harness.store.userByName('api'))?.id ?? '';
  ofSettings = harness.store.tenant(tenantId, 'whole');
});
afterAll(() => harness.close());

const newTenant = async () => harness.store.tenant((await harness.addTenant()).tenantId, 'whole');

async function upload(tenant: TenantStore, rows: readonly TransactionUpload[], uploadGroup: string | null = null, over = settings) {
  return (await stage(tenant, rows, { uploadGroup, key: null }, over)).uploadId;
}

async function stage(
  tenant: TenantStore,
  transactions: readonly TransactionUpload[],
  { uploadGroup, key }: { uploadGroup: string | null; key: string | null },
  over = settings,
) {
  const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
  const decide = decideAbout(transactions, { settings: over }, { known: null, receivedAt: now });
  const idempotency = key === null ? null : { key, fingerprint: 'f' };
  return tenant.stageUpload({ userId, importConfigurationId, idempotency, uploadGroup, transactions, decide });
}

/** As when all keys have come of age. */
const forgetKeys = () => harness.store.pruneIdempotencyKeys(new Date(now.getTime() + 1));

async function listed(tenant: TenantStore, over = {}): Promise<Transaction[]> {
  const list = JSON.parse(await tenant.listTransactions(query({ pageSize: 500, 'sorting.direction': 'Ascending', ...over })));
  return list.items;
}

const undo = (tenant: TenantStore, id: string) => tenant.withdraw(id, 'admin', decideAgain);
const redo = (tenant: TenantStore, id: string) => tenant.restore(id, 'admin', decideAgain);
const sale = (reference: string, amount = 1): TransactionUpload => ({ transactionReference: reference, amount, currency: 'EUR' });

describe('a batch that comes again when its key is free', () => {
  const twins = [sale('A'), sale('A'), sale('B', 2)];
  const groups = { first: { uploadGroup: 'g', key: 'g1' }, second: { uploadGroup: 'g', key: 'g2' } };

  it('is the same batch after its key was forgotten, twins in the whole file included', async () => {
    const tenant = await newTenant();
    for (const part of [groups.first, groups.second]) await stage(tenant, twins, part);
    expect((await listed(tenant)).filter(({ transactionMatchState }) => transactionMatchState === 'Unmatched').length).toBe(6);
    expect(await stage(tenant, twins, groups.first)).toMatchObject({ replayed: true });
    await forgetKeys();
    for (const part of [groups.second, groups.first]) {
      const { uploadId, replayed } = await stage(tenant, twins, part);
      expect(replayed).toBe(false);
      expect(await tenant.upload(uploadId)).toMatchObject({ processed: 3, duplicates: 3, amounts: [] });
    }
  });

  it('stands for the sales of the one that was withdrawn, and does not count beside it when that is restored', async () => {
    const tenant = await newTenant();
    const { uploadId: first } = await stage(tenant, twins, groups.first);
    await stage(tenant, twins, groups.second);
    await undo(tenant, first);
    const { uploadId: again } = await stage(tenant, twins, groups.first);
    expect(await tenant.upload(again)).toMatchObject({ processed: 3, duplicates: 0 });
    expect(await redo(tenant, first)).toMatchObject({ processed: 3, duplicates: 0 });
    expect(await tenant.upload(again)).toMatchObject({ processed: 3, duplicates: 3 });
    await undo(tenant, first);
    expect(await tenant.upload(again)).toMatchObject({ processed: 3, duplicates: 0 });
  });

  it('finds its own place among more of its like than one looks through one by one', async () => {
    const tenant = await newTenant();
    const part = (key: string | null) => ({ uploadGroup: 'g', key });
    await stage(tenant, [sale('A'), sale('A')], part(null));
    await stage(tenant, [sale('A')], part('g2'));
    await stage(tenant, [sale('A')], part(null));
    await forgetKeys();
    const { uploadId } = await stage(tenant, [sale('A'), sale('A')], part('g2'));
    expect(await tenant.upload(uploadId)).toMatchObject({ processed: 2, duplicates: 1 });
  });

  it('is another where it came without a key', async () => {
    const tenant = await newTenant();
    await stage(tenant, twins, { uploadGroup: 'g', key: null });
    const { uploadId } = await stage(tenant, twins, { uploadGroup: 'g', key: null });
    expect(await tenant.upload(uploadId)).toMatchObject({ processed: 3, duplicates: 0 });
  });
});

describe('an upload that is withdrawn', () => {
  it('is nowhere to be seen, but its state says so', async () => {
    const tenant = await newTenant();
    const id = await upload(tenant, [sale('A'), sale('B', 2)]);
    const kept = await upload(tenant, [sale('C', 3)]);
    const [first] = await listed(tenant, { uploadId: id });
    const withdrawn = await undo(tenant, id);
    expect(withdrawn).toMatchObject({ id, status: 'Processed', withdrawn: { at: now.toISOString(), by: 'admin' } });
    expect(withdrawn && summaryOf(withdrawn)).toMatch(/^Withdrawn on 2026-11-20T12:00:00.000Z by admin/);
    expect(await listed(tenant, { uploadId: id })).toEqual([]);
    expect((await listed(tenant)).map(({ transactionReference }) => transactionReference)).toEqual(['C']);
    expect((await listed(tenant, { amountFrom: 0, 'sorting.key': 'Amount' })).length).toBe(1);
    expect(await tenant.transaction(first?.transactionId ?? '')).toBeNull();
    expect(await tenant.history(first?.transactionId ?? '')).toBeNull();
    expect((await tenant.upload(kept))?.withdrawn).toBeNull();
  });

  it('is withdrawn once however often it is asked, and comes back as it was', async () => {
    const tenant = await newTenant();
    const id = await upload(tenant, [sale('A'), sale('B', 2), { currency: 'EUR' }]);
    const before = { state: await tenant.upload(id), rows: await listed(tenant) };
    expect(await undo(tenant, id)).toEqual(await undo(tenant, id));
    expect(await redo(tenant, id)).toEqual(before.state);
    expect(await redo(tenant, id)).toEqual(before.state);
    expect(await listed(tenant)).toEqual(before.rows);
    const history = (await tenant.history(before.rows[0]?.transactionId ?? ''))?.items;
    expect(history?.map(({ reason, by }) => `${reason} by ${by}`)).toEqual([
      'Uploaded by api',
      'Imported by import',
      'Withdrawn by admin',
      'Restored by admin',
    ]);
  });

  it('no longer makes duplicates of others, which then count', async () => {
    const tenant = await newTenant();
    const first = await upload(tenant, [sale('A', 10), sale('B', 20)]);
    const second = await upload(tenant, [sale('B', 20), sale('C', 30)]);
    expect(await tenant.upload(second)).toMatchObject({ duplicates: 1, amounts: [{ units: 300_000n }] });
    await undo(tenant, first);
    expect(await tenant.upload(second)).toMatchObject({ duplicates: 0, amounts: [{ units: 500_000n }] });
    const rows = await listed(tenant);
    expect(rows.map(({ transactionReference, transactionMatchState }) => [transactionReference, transactionMatchState])).toEqual([
      ['B', 'Unmatched'],
      ['C', 'Unmatched'],
    ]);
    const history = (await tenant.history(rows[0]?.transactionId ?? ''))?.items;
    expect(history?.at(-1)).toEqual({
      at: now.toISOString(),
      from: { transactionState: 'Processed', transactionMatchState: 'Skip' },
      to: { transactionState: 'Processed', transactionMatchState: 'Unmatched' },
      reason: `Upload ${first} was withdrawn`,
      by: 'admin',
    });
  });

  it('leaves a sale with the one that brought it first, in whatever order they were compared', async () => {
    for (const both of [
      ['A', 'B'],
      ['B', 'A'],
    ]) {
      const tenant = await newTenant();
      const rows = both.map((reference) => sale(reference));
      const first = await upload(tenant, rows);
      const second = await upload(tenant, [sale('B')]);
      const third = await upload(tenant, rows);
      await undo(tenant, first);
      expect(await tenant.upload(second)).toMatchObject({ processed: 1, duplicates: 0 });
      expect(await tenant.upload(third)).toMatchObject({ processed: 2, duplicates: 1 });
    }
  });

  it('is not processed again before it is restored', async () => {
    const tenant = await newTenant();
    const id = await upload(tenant, [sale('A')], null, ImportSettings.parse({ requiredFields: ['terminalId'] }));
    const withdrawn = await undo(tenant, id);
    const refused = { code: 'validation', errors: { uploadId: ['is withdrawn: restore it first'] } };
    await expect(tenant.reprocess(id, 'admin', decideAgain)).rejects.toMatchObject(refused);
    expect(await tenant.upload(id)).toEqual(withdrawn);
    await redo(tenant, id);
    expect(await tenant.reprocess(id, 'admin', decideAgain)).toMatchObject({ status: 'Processed', processed: 1 });
  });

  it('leaves what others have imported in the books, whatever the rules are by now', async () => {
    const lax = ImportSettings.parse({ requiredFields: [], currencyCheck: false, amountMin: null });
    const tenant = await newTenant();
    const terse = { transactionReference: 'A', terminalId: 'T' };
    const first = await upload(tenant, [terse], null, lax);
    const second = await upload(tenant, [terse], null, lax);
    const before = now;
    now = new Date(now.getTime() + 1_000);
    await harness.configure(tenant.tenantId, { requiredFields: ['amount'], known: 'reject' });
    const { statusAt } = (await tenant.upload(second)) ?? {};
    expect((await undo(tenant, first))?.withdrawn).toMatchObject({ by: 'admin' });
    expect(await tenant.upload(second)).toMatchObject({
      status: 'Processed',
      processed: 1,
      duplicates: 0,
      rejected: 0,
      warnings: 1,
      statusAt,
    });
    expect(await redo(tenant, first)).toMatchObject({ status: 'Processed', processed: 1, duplicates: 0, rejected: 0, errorCount: 0 });
    expect(await tenant.upload(second)).toMatchObject({ status: 'Processed', processed: 1, duplicates: 1, rejected: 0 });
    now = before;
  });

  it('is refused where rows are matched, and stays as it is', async () => {
    const tenant = await newTenant();
    const id = await upload(tenant, [sale('A'), sale('B'), sale('C')]);
    const other = await upload(tenant, [sale('B')]);
    const rows = await listed(tenant, { uploadId: id });
    await harness.markMatched(rows[1]?.transactionId ?? '');
    const before = await listed(tenant);
    await expect(undo(tenant, id)).rejects.toMatchObject({
      code: 'validation',
      errors: { uploadId: [expect.stringContaining('matched'), rows[1]?.transactionId] },
    });
    expect(await listed(tenant)).toEqual(before);
    await undo(tenant, other);
    expect(await listed(tenant, { uploadId: id })).toEqual(
      before.filter(({ transactionId }) => rows.some((row) => row.transactionId === transactionId)),
    );
  });

  it('comes back beside a sale that was matched meanwhile', async () => {
    const tenant = await newTenant();
    const first = await upload(tenant, [sale('A', 10)]);
    const second = await upload(tenant, [sale('A', 10)]);
    await undo(tenant, first);
    await harness.markMatched((await listed(tenant))[0]?.transactionId ?? '');
    expect(await redo(tenant, first)).toMatchObject({ duplicates: 1, amounts: [] });
    expect(await tenant.upload(second)).toMatchObject({ duplicates: 0, amounts: [{ units: 100_000n }] });
  });

  it('frees its idempotency key', async () => {
    const tenant = await newTenant();
    const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
    const idempotency = { key: 'k', fingerprint: 'f' };
    const request = { userId, importConfigurationId, idempotency, uploadGroup: null, transactions: [sale('A')] };
    const stage = () =>
      tenant.stageUpload({ ...request, decide: decideAbout(request.transactions, { settings }, { known: null, receivedAt: now }) });
    const { uploadId } = await stage();
    expect((await stage()).uploadId).toBe(uploadId);
    await undo(tenant, uploadId);
    const again = await stage();
    expect(again.uploadId).not.toBe(uploadId);
    expect((await tenant.upload(again.uploadId))?.duplicates).toBe(0);
  });

  it('cannot be brought back after 30 days', async () => {
    const tenant = await newTenant();
    const id = await upload(tenant, [sale('A')]);
    await undo(tenant, id);
    const before = now;
    now = new Date(now.getTime() + 30 * 86_400_000 + 1);
    await expect(redo(tenant, id)).rejects.toMatchObject({
      code: 'validation',
      errors: { uploadId: [expect.stringContaining('30 days')] },
    });
    now = before;
    expect((await redo(tenant, id))?.withdrawn).toBeNull();
  });

  it('of another tenant, or none, is not found', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const id = await upload(one, [sale('A')]);
    expect(await undo(other, id)).toBeNull();
    expect(await other.reprocess(id, 'admin', decideAgain)).toBeNull();
    expect((await listed(one)).length).toBe(1);
  });
});

describe('an upload that is processed again', () => {
  it('keeps imported what an earlier version has imported with more decimals than are taken now', async () => {
    const tenant = await newTenant();
    const importConfigurationId = (await tenant.importConfiguration(undefined))?.id ?? '';
    const imported = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] } as const;
    const asBefore = { hashes: () => [null], decisions: () => [imported] };
    const by = { userId, importConfigurationId, idempotency: null, uploadGroup: null };
    const ids = [
      (await tenant.stageUpload({ ...by, transactions: [sale('A', 0.00001)], decide: asBefore })).uploadId,
      (await tenant.stageUpload({ ...by, records: [{ ...sale('A', 0.00001), businessDate: '2026-11-20' }], decide: asBefore })).uploadId,
    ];
    for (const id of ids) {
      await undo(tenant, id);
      expect(await redo(tenant, id)).toMatchObject({ status: 'Processed', processed: 1, rejected: 0 });
    }
    const refused = { ...imported, transactionState: 'Unprocessed', transactionMatchState: 'NotApplicable' } as const;
    const byOthers = { hashes: () => [null], decisions: () => [refused] };
    const { uploadId } = await tenant.stageUpload({ ...by, transactions: [sale('B', 0.00001)], decide: byOthers });
    expect(await tenant.reprocess(uploadId, 'admin', decideAgain)).toMatchObject({
      processed: 0,
      errors: ['transactions[0].amount: has more than four decimals (AMOUNT_DECIMALS)'],
    });
  });

  it('imports the rows that the rules now let through, and those alone', async () => {
    const tenant = ofSettings;
    const strict = ImportSettings.parse({ requiredFields: ['amount', 'terminalId'] });
    const rows = [sale('A', 10), { ...sale('B', 20), terminalId: 'T' }, { currency: 'EUR', transactionReference: 'C' }];
    const id = await upload(tenant, rows, null, strict);
    expect(await tenant.upload(id)).toMatchObject({ status: 'ProcessedWithErrors', processed: 1, rejected: 2, errorCount: 3 });
    const after = await tenant.reprocess(id, 'admin', decideAgain);
    expect(after).toMatchObject({
      status: 'ProcessedWithErrors',
      processed: 2,
      rejected: 1,
      errors: ['transactions[2].amount: is required'],
      errorCount: 1,
      amounts: [{ currency: 'EUR', rows: 2, units: 300_000n }],
    });
    expect(await tenant.reprocess(id, 'admin', decideAgain)).toMatchObject({ processed: 2, rejected: 1, errorCount: 1 });
    const [a, b] = await listed(tenant, { uploadId: id });
    expect((await tenant.history(a?.transactionId ?? ''))?.items.map(({ reason }) => reason)).toEqual([
      'Uploaded',
      'Rejected',
      'Reprocessed',
    ]);
    expect((await tenant.history(b?.transactionId ?? ''))?.items.map(({ reason }) => reason)).toEqual(['Uploaded', 'Imported']);
  });

  it('measures the age of its sales by the day on which it came', async () => {
    const tenant = await newTenant();
    const before = now;
    now = new Date('2020-01-20T12:00:00Z');
    const dated = { ...sale('A'), transactionDate: '2020-01-10T12:00:00Z' };
    const id = await upload(tenant, [dated], null, ImportSettings.parse({ transactionAgeDaysMax: 5 }));
    await harness.configure(tenant.tenantId, { transactionAgeDaysMax: 20 });
    now = new Date(now.getTime() + 60 * 86_400_000);
    expect(await tenant.reprocess(id, 'admin', decideAgain)).toMatchObject({ status: 'Processed', processed: 1 });
    now = before;
  });

  it('finds duplicates among them', async () => {
    const tenant = await newTenant();
    const id = await upload(tenant, [sale('A')], null, ImportSettings.parse({ requiredFields: ['terminalId'] }));
    await upload(tenant, [sale('A')]);
    expect(await tenant.reprocess(id, 'admin', decideAgain)).toMatchObject({
      status: 'Processed',
      processed: 1,
      duplicates: 1,
      amounts: [],
    });
  });
});

describe('the times of a history', () => {
  const startMs = now.getTime();
  /** What happens from now on happens so many seconds after the start. */
  const at = (seconds: number) => {
    now = new Date(startMs + seconds * 1_000);
  };
  afterEach(() => at(0));
  const strict = ImportSettings.parse({ requiredFields: ['terminalId'] });
  const timesOf = async (tenant: TenantStore, reference: string) => {
    const row = (await listed(tenant)).find(({ transactionReference }) => transactionReference === reference);
    const history = (await tenant.history(row?.transactionId ?? ''))?.items;
    return history?.map(({ reason, at }) => `${(Date.parse(at) - startMs) / 1_000} ${reason}`);
  };

  it('are of no row of another upload, though its number follows', async () => {
    const tenant = await newTenant();
    for (const reference of ['A', 'B']) await upload(tenant, [sale(reference)]);
    const id = (await listed(tenant)).find(({ transactionReference }) => transactionReference === 'A')?.transactionId ?? '';
    const following = id.slice(0, -4) + (Number.parseInt(id.slice(-4), 16) + 1).toString(16).padStart(4, '0');
    expect((await tenant.history(id))?.items.length).toBe(2);
    expect([await tenant.history(following), await tenant.transaction(following)]).toEqual([null, null]);
  });

  it('of rows that were imported as they came are those of the upload, whatever happens later', async () => {
    const tenant = await newTenant();
    const id = await upload(tenant, [sale('A'), { ...sale('B'), terminalId: 'T' }], null, strict);
    at(60);
    await tenant.reprocess(id, 'admin', decideAgain);
    expect(await timesOf(tenant, 'A')).toEqual(['0 Uploaded', '0 Rejected', '60 Reprocessed']);
    at(120);
    await undo(tenant, id);
    at(180);
    await redo(tenant, id);
    expect(await timesOf(tenant, 'B')).toEqual(['0 Uploaded', '0 Imported', '120 Withdrawn', '180 Restored']);
  });

  it('are those of the upload also where a row is rejected again', async () => {
    const tenant = await newTenant();
    await harness.configure(tenant.tenantId, strict);
    const id = await upload(tenant, [sale('A')], null, strict);
    at(60);
    await tenant.reprocess(id, 'admin', decideAgain);
    expect(await timesOf(tenant, 'A')).toEqual(['0 Uploaded', '0 Rejected']);
  });

  it('rise where an earlier version took a change for the end of the import, or a row changed before that end', async () => {
    const tenant = await newTenant();
    const id = await upload(tenant, [sale('A')], null, strict);
    at(60);
    await tenant.reprocess(id, 'admin', decideAgain);
    await harness.setImportedAt(id, new Date(now.getTime() + 2));
    expect(await timesOf(tenant, 'A')).toEqual(['0 Uploaded', '0 Rejected', '60 Reprocessed']);
  });
});

it('whatever is uploaded, withdrawn and restored in which order, each sale stands as often as the fullest group has it', async () => {
  const action = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('upload' as const),
        group: fc.integer({ min: 0, max: 3 }),
        key: fc.constantFrom(null, 'key 1', 'key 2'),
        sales: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const), which: fc.nat({ max: 10 }) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 12 }), async (actions) => {
      const tenant = await newTenant();
      const uploads: { id: string; group: string; key: string; sales: number[]; counts: boolean }[] = [];
      for (const one of actions) {
        if (one.do === 'upload') {
          const group = `0000000${one.group}-0000-4000-8000-000000000000`;
          await forgetKeys();
          const rows = one.sales.map((number) => sale(`S${number}`));
          const key = one.key && `${one.key} of ${group}`;
          const { uploadId } = await stage(tenant, rows, { uploadGroup: group, key });
          uploads.push({ id: uploadId, group, key: key ?? uploadId, sales: one.sales, counts: true });
          continue;
        }
        const which = uploads[one.which % Math.max(uploads.length, 1)];
        if (!which) continue;
        await (one.do === 'undo' ? undo : redo)(tenant, which.id);
        which.counts = one.do === 'redo';
      }
      const active = uploads.filter(({ counts }) => counts);
      const rows = await listed(tenant);
      expect(rows.length).toBe(active.flatMap(({ sales }) => sales).length);
      for (const number of [0, 1, 2]) {
        // Of a batch that came again under its key the largest counts.
        const ofBatches = new Map<string, { group: string; count: number }>();
        for (const { group, key, sales } of active) {
          const count = sales.filter((s) => s === number).length;
          ofBatches.set(key, { group, count: Math.max(ofBatches.get(key)?.count ?? 0, count) });
        }
        const ofGroups = new Map<string, number>();
        for (const { group, count } of ofBatches.values()) ofGroups.set(group, (ofGroups.get(group) ?? 0) + count);
        const standing = rows.filter((row) => row.transactionReference === `S${number}` && row.transactionMatchState !== 'Skip');
        expect({ number, standing: standing.length }).toEqual({ number, standing: Math.max(0, ...ofGroups.values()) });
      }
      for (const { id } of active) {
        const state = await tenant.upload(id);
        const own = await listed(tenant, { uploadId: id });
        const duplicates = own.filter(({ transactionMatchState }) => transactionMatchState === 'Skip').length;
        expect(state).toMatchObject({ processed: own.length, duplicates, rejected: 0 });
        expect(state?.amounts.reduce((sum, { units }) => sum + units, 0n)).toBe(BigInt(own.length - duplicates) * 10_000n);
      }
    }),
    { numRuns: harness.propertyRuns },
  );
  // Of all tests here: uploads and tenants count the rows that they have.
  expect(await harness.countedRows()).toBeGreaterThan(100);
});
