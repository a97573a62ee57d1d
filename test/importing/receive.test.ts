/** Uploads by their bytes, over the real store: what waits together is stored together, and each is answered for itself. */
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import * as duplicates from '../../src/importing/duplicates.js';
import { IdentitySearch } from '../../src/importing/identity.js';
import { type Receiver, startReceiver, type UploadRequestBytes } from '../../src/importing/receive.js';
import * as rules from '../../src/importing/rules.js';
import type { Store, TenantStore } from '../../src/store/store.js';
import type { Staging, StagingOutcome } from '../../src/store/uploads.js';
import { query } from '../store/list-model.js';
import { openSqlite, type SqliteHarness } from '../store/sqlite-harness.js';

const good = (reference: string) => ({
  amount: 1,
  currency: 'EUR',
  transactionDate: '2026-11-20T10:00:00Z',
  transactionReference: reference,
});
const bytes = (...transactions: unknown[]) => Buffer.from(JSON.stringify({ transactions }));

/** A staging whose rules get an error of the store instead of earlier rows. */
function failingWhenAsked({ request, ...binding }: Staging): Staging {
  const near = () => {
    throw new Error('cut');
  };
  const { decide } = request;
  if (!decide) throw new Error('nothing is decided about');
  return {
    ...binding,
    request: { ...request, decide: { ...decide, decisions: (hashes, earlier) => decide.decisions(hashes, { ...earlier, near }) } },
  };
}

describe('receiving uploads', () => {
  let harness: SqliteHarness;
  let tenant: TenantStore;
  let userId: string;
  let receiver: Receiver;
  let tidy: Mock<(when: 'due' | 'idle') => Promise<void>>;
  let store: Store;

  beforeEach(async () => {
    harness = await openSqlite(() => new Date());
    const { tenantId } = await harness.store.setUp({
      customerName: 'c',
      tenantName: 't',
      importConfiguration: rules.defaultImportConfiguration,
      userName: 'api',
      passwordHash: 'h',
    });
    store = { ...harness.store, stageTogether: vi.fn(harness.store.stageTogether) };
    // Each has its own: the receivers of earlier tests go on tidying.
    tidy = vi.fn(async () => {});
    tenant = harness.store.tenant(tenantId, 'whole');
    userId = (await harness.store.userByName('api'))?.id ?? '';
    receiver = startReceiver({ store, now: () => new Date(), tidy });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await harness.close();
  });

  const receive = (body: Uint8Array, over: Partial<UploadRequestBytes> = {}) =>
    receiver.receive(
      { tenantId: tenant.tenantId, scope: 'whole' },
      { kind: 'Sales', userId, importConfigurationId: undefined, uploadGroup: null, idempotency: null, body, ...over },
    );
  const keyed = (key: string, body = bytes()) => ({ idempotency: { key, bodyHash: body.toString('base64') } });
  const withCode = (code: string) => expect.objectContaining({ code });

  it('stores and imports a batch before it answers', async () => {
    const { uploadId, replayed } = await receive(bytes(good('a'), { ...good('b'), currency: 'XXX!' }));
    expect(replayed).toBe(false);
    expect(await tenant.upload(uploadId)).toMatchObject({
      status: 'ProcessedWithErrors',
      rows: 2,
      decided: 2,
      processed: 1,
      rejected: 1,
      errors: ['transactions[1].currency: is not an ISO 4217 currency code'],
    });
  });

  it('takes what waits at the same time with one commit, and answers each for itself', async () => {
    const outcomes = await Promise.allSettled([
      receive(bytes(good('a'))),
      receive(bytes({ amount: '1' }), keyed('bad')),
      receive(Buffer.from('{"transactions":[')),
      receive(bytes(good('b')), { importConfigurationId: '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e' }),
      receive(bytes(good('c'), good('d')), keyed('key')),
    ]);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'stored' : outcome.reason.code))).toEqual([
      'stored',
      'validation',
      'validation',
      'notFound',
      'stored',
    ]);
    expect(vi.mocked(store.stageTogether).mock.calls.map(([stagings]) => stagings.length)).toEqual([2]);
  });

  it('a commit takes no more than some thousand rows; the rest waits for the next', async () => {
    const many = bytes(...Array.from({ length: 1_200 }, (_, index) => good(String(index))));
    await Promise.all([receive(many), receive(many), receive(many)]);
    expect(vi.mocked(store.stageTogether).mock.calls.map(([stagings]) => stagings.length)).toEqual([2, 1]);
  });

  it('a sale alone does not wait for the commit of a large upload, nor does that wait for more than one commit of sales', async () => {
    const many = bytes(...Array.from({ length: 1_000 }, (_, index) => good(String(index))));
    const order: string[] = [];
    const answered = (name: string, request: Promise<unknown>) => request.then(() => order.push(name));
    const another = () => answered('third sale', receive(bytes(good('c'))));
    await Promise.all([
      answered('large', receive(many)),
      answered('sale', receive(bytes(good('a')))).then(another),
      answered('large', receive(many)),
      answered('sale', receive(bytes(good('b')))),
    ]);
    expect(vi.mocked(store.stageTogether).mock.calls.map(([stagings]) => stagings.length)).toEqual([2, 2, 1]);
    expect(order).toEqual(['sale', 'sale', 'large', 'large', 'third sale']);
  });

  it('the same request again is the same upload where the user may no longer reach its rows', async () => {
    const { tenantId } = tenant;
    await harness.addUser('keeper');
    const keeper = (await store.userByName('keeper'))?.id ?? '';
    const top = await harness.addUnit(tenantId, {});
    const kiosk = await harness.addUnit(tenantId, { parentId: top, terminalIds: ['kiosk'] });
    await harness.grant('keeper', { unitId: top });
    const body = bytes({ ...good('a'), terminalId: 'kiosk' });
    const send = (key: string) =>
      receiver.receive(
        { tenantId, scope: { unitsOf: keeper } },
        { kind: 'Sales', userId: keeper, importConfigurationId: undefined, uploadGroup: null, body, ...keyed(key, body) },
      );
    const { uploadId } = await send('key');
    await harness.moveUnit(kiosk, null);
    // A client that did not get the first answer would take a refusal for the fate of its rows.
    expect(await send('key')).toEqual({ uploadId, replayed: true });
    await expect(send('other')).rejects.toEqual(withCode('validation'));
  });

  it('the same request again is the same upload, whatever the rules have become; another one with its key is refused', async () => {
    const first = await receive(bytes(good('a')), keyed('key', bytes(good('a'))));
    expect(await receive(bytes(good('a')), keyed('key', bytes(good('a'))))).toEqual({ ...first, replayed: true });
    await expect(receive(bytes(good('b')), keyed('key', bytes(good('b'))))).rejects.toEqual(withCode('keyReused'));
    const importConfigurationId = (await tenant.importConfiguration(undefined))?.id;
    await expect(receive(bytes(good('a')), { ...keyed('key', bytes(good('a'))), importConfigurationId })).rejects.toEqual(
      withCode('keyReused'),
    );
  });

  const defect = () => {
    throw new Error('a defect');
  };

  it.each([
    ['before the rows are stored', () => vi.spyOn(rules, 'decisionBy').mockImplementation(defect)],
    ['when their hashes are made', () => vi.spyOn(duplicates, 'hashesOf').mockImplementation(defect)],
    ['while they are', () => vi.spyOn(IdentitySearch.prototype, 'decide').mockImplementation(defect)],
  ])('of a rule that fails in itself, %s, nothing is stored, and the retry stores the rows once', async (_, fail) => {
    const body = bytes(good('a'));
    fail();
    await expect(receive(body, keyed('key', body))).rejects.toThrow('a defect');
    vi.restoreAllMocks();
    expect(await receive(body, keyed('key', body))).toMatchObject({ replayed: false });
    expect(JSON.parse(await tenant.listTransactions(query({}))).items).toHaveLength(1);
  });

  it.each<[string, (stagings: readonly Staging[]) => Promise<StagingOutcome[]>]>([
    ['as a whole', () => Promise.reject(new Error('cut'))],
    ['for the batch', async () => [{ failure: new Error('cut') }]],
    ['when the rules ask it', (stagings) => harness.store.stageTogether(stagings.map(failingWhenAsked))],
  ])('a store that fails %s stores nothing, and the retry stores the rows once', async (_, failing) => {
    const body = bytes(good('a'), good('b'));
    vi.mocked(store.stageTogether).mockImplementationOnce(failing);
    await expect(receive(body, keyed('key', body))).rejects.toThrow('cut');
    expect(JSON.parse(await tenant.listTransactions(query({}))).items).toEqual([]);
    const { uploadId } = await receive(body, keyed('key', body));
    expect(await tenant.upload(uploadId)).toMatchObject({ status: 'Processed', decided: 2 });
    expect(JSON.parse(await tenant.listTransactions(query({}))).items).toHaveLength(2);
  });

  it('a store that fails, fails all who waited, and serves the next again', async () => {
    vi.mocked(store.stageTogether).mockRejectedValueOnce(new Error('disk full'));
    const outcomes = await Promise.allSettled([receive(bytes(good('a'))), receive(bytes(good('b')))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await receive(bytes(good('c')))).toMatchObject({ replayed: false });
  });

  it('what is committed is answered as that, whatever becomes of a batch beside it', async () => {
    const failure = new Error('a rule');
    vi.mocked(store.stageTogether).mockImplementationOnce(async (stagings) => [
      { failure },
      ...(await harness.store.stageTogether(stagings.slice(1))),
    ]);
    const [first, second] = await Promise.allSettled([receive(bytes(good('a'))), receive(bytes(good('b')))]);
    expect(first).toEqual({ status: 'rejected', reason: failure });
    expect(second).toMatchObject({ status: 'fulfilled', value: { replayed: false } });
    expect(JSON.parse(await tenant.listTransactions(query({}))).items).toHaveLength(1);
  });

  it('a large body that is refused ends its turn', async () => {
    const bad = bytes({ amount: 'x', orderId: 'x'.repeat(70_000) });
    const order: string[] = [];
    const answered = (name: string, request: Promise<unknown>) => request.catch(() => {}).then(() => order.push(name));
    const sale = () => answered('sale', receive(bytes(good('a'))));
    await Promise.all([answered('bad', receive(bad)).then(sale), answered('bad', receive(bad)), answered('bad', receive(bad))]);
    expect(order).toEqual(['bad', 'sale', 'bad', 'bad']);
  });

  it('tidies up what the last process left, when nobody has come for a moment', async () => {
    await expect.poll(() => tidy.mock.calls).toEqual([['idle']]);
  });

  it('tidies up after the answer, and again when it has been quiet; that this fails harms nobody', async () => {
    tidy.mockRejectedValue(new Error('no'));
    await receive(bytes(good('a')));
    await expect.poll(() => tidy.mock.calls).toEqual([['due'], ['idle']]);
    expect(await receive(bytes(good('b')))).toMatchObject({ replayed: false });
  });
});
