import { fc, test } from '@fast-check/vitest';
import { describe, expect, vi } from 'vitest';
import { ImportSettings } from '../../src/contract/import-configuration.js';
import { SalesError } from '../../src/contract/problem.js';
import { startImportWorker } from '../../src/importing/worker.js';
import type { TenantScope } from '../../src/store/access.js';
import type { EarlierRows, RowDecision } from '../../src/store/import-decisions.js';
import type { Store, TenantStore } from '../../src/store/store.js';
import type { ImportStep } from '../../src/store/uploads.js';

const configuration = { id: 'c', name: 'Default', settings: ImportSettings.parse({ requiredFields: ['amount'] }) };
const own = { place: { groupKey: 1, uploadKey: 1, batchKey: null }, seqOf: (index: number) => index, idOf: () => null };
const nothingEarlier: EarlierRows = { wasSentBefore: () => false, has: () => false, find: () => [], near: () => [], own };

/** A store in memory with just what the worker needs. It writes down what is asked of it, and fails when told to. */
class FakeStore {
  readonly uploads: {
    tenantId: string;
    uploadId: string;
    amounts: (number | null)[];
    decisions: RowDecision[];
    tries: number;
    givenUp?: string;
  }[] = [];
  readonly recorded: string[] = [];
  /** Uploads whose next steps fail, and how often; `*` is the listing of uploads. */
  readonly failures = new Map<string, number>();
  /** Runs before a step is recorded. */
  beforeRecord: (uploadId: string) => void | Promise<void> = () => {};
  failure: (what: string) => Error = (what) => new Error(`failure of ${what}`);
  listings = 0;
  /** Whether reading takes a turn of the event loop, as over a network; a database in the process takes none. */
  isRemote = true;

  stage(uploadId: string, rows: number, tenantId = 'tenant'): void {
    this.uploads.push({ tenantId, uploadId, amounts: Array(rows).fill(1), decisions: [], tries: 0 });
  }

  get asStore(): Store {
    const unused = () => Promise.reject(new Error('not for the worker'));
    return {
      tenant: (tenantId, scope) => this.#tenant(tenantId, scope),
      unfinishedUploads: async () => {
        this.listings++;
        await anotherTurn();
        this.#failFor('*');
        return this.uploads.filter(isUnfinished).map(({ tenantId, uploadId }) => ({ tenantId, uploadId }));
      },
      canMatch: false,
      userByName: unused,
      isEmpty: unused,
      figures: unused,
      grantedUnits: unused,
      installationId: unused,
      browserSession: unused,
      beginSession: unused,
      seeSession: unused,
      endSession: unused,
      pruneSessions: unused,
      setUp: unused,
      stageTogether: unused,
      pruneIdempotencyKeys: unused,
      audit: unused,
      checkWritable: unused,
      close: unused,
    };
  }

  #tenant(tenantId: string, scope: TenantScope): TenantStore {
    if (scope !== 'whole') throw new Error('import works on whole tenants');
    const unused = () => Promise.reject(new Error('not for the worker'));
    const find = (uploadId: string) => this.uploads.find((upload) => upload.tenantId === tenantId && upload.uploadId === uploadId);
    return {
      tenantId,
      scope,
      reach: unused,
      history: unused,
      record: unused,
      recordHistory: unused,
      listRecords: unused,
      listMatches: unused,
      listExceptions: unused,
      getMatchRun: unused,
      getMoney: unused,
      getFees: unused,
      listPayouts: unused,
      getPayout: unused,
      listCloses: unused,
      getClose: unused,
      approveClose: unused,
      askToMatch: unused,
      decide: unused,
      listDecisions: unused,
      applyMatches: unused,
      match: unused,
      matchFacts: unused,
      matchSettings: unused,
      reading: unused,
      changeReading: unused,
      changeMatchSettings: unused,
      reprocess: unused,
      withdraw: unused,
      restore: unused,
      importStep: async (uploadId, rowsMax): Promise<ImportStep | null> => {
        if (this.isRemote) await anotherTurn();
        this.#failFor(uploadId);
        const upload = find(uploadId);
        if (!upload || !isUnfinished(upload)) return null;
        const firstIndex = upload.decisions.length;
        return {
          kind: 'Sales',
          configuration,
          firstIndex,
          rows: upload.amounts.slice(firstIndex, firstIndex + rowsMax).map((amount) => ({ amount })),
          receivedAt: new Date(0),
        };
      },
      recordImport: async (uploadId, firstIndex, decide) => {
        await this.beforeRecord(uploadId);
        const upload = find(uploadId);
        if (upload?.decisions.length !== firstIndex) throw new Error('out of step');
        const decisions = decide.decisions(decide.hashes(1), nothingEarlier);
        upload.decisions.push(...decisions);
        upload.tries = 0;
        this.recorded.push(`${uploadId} ${firstIndex}+${decisions.length}`);
      },
      countTry: async (uploadId) => {
        const upload = find(uploadId);
        if (upload) upload.tries++;
        return upload?.tries ?? 0;
      },
      giveUp: async (uploadId, reason) => {
        const upload = find(uploadId);
        if (upload) upload.givenUp = reason;
      },
      importConfiguration: unused,
      knownPlaces: unused,
      stageUpload: unused,
      earlierUpload: unused,
      upload: unused,
      listTransactions: unused,
      listUploads: unused,
      searchTransactions: unused,
      getTotals: unused,
      transaction: unused,
    };
  }

  #failFor(what: string): void {
    const left = this.failures.get(what) ?? 0;
    if (left === 0) return;
    this.failures.set(what, left - 1);
    throw this.failure(what);
  }

  get isDone(): boolean {
    return !this.uploads.some(isUnfinished);
  }
}

function isUnfinished({ amounts, decisions, givenUp }: { amounts: unknown[]; decisions: unknown[]; givenUp?: string }): boolean {
  return givenUp === undefined && decisions.length < amounts.length;
}

function anotherTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The worker on a store, with a sleep that never ends by itself: the test ends it, or the signal does. */
function start(store: FakeStore) {
  const naps: { ms: number; end: () => void }[] = [];
  const slept: number[] = [];
  const errors: [message: string, uploadId: string | null][] = [];
  const worker = startImportWorker({
    store: store.asStore,
    onError: (error, uploadId) => errors.push([(error as Error).message, uploadId]),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        slept.push(ms);
        if (signal.aborted) return resolve();
        const nap = { ms, end: resolve };
        naps.push(nap);
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  });
  /** Lets the waits of the worker pass until all is imported. */
  const untilDone = async () => {
    for (let turn = 0; !store.isDone && turn < 1_000; turn++) {
      for (const nap of naps.splice(0)) nap.end();
      await anotherTurn();
    }
    expect(store.isDone).toBe(true);
  };
  const untilAsleep = (times: number) => vi.waitUntil(() => slept.length >= times, { interval: 1 });
  return { worker, naps, slept, errors, untilDone, untilAsleep };
}

describe('importing', () => {
  test('goes from the oldest upload to the newest, in steps of at most 1,000 rows', async () => {
    const store = new FakeStore();
    store.stage('a', 2_500);
    store.stage('b', 1, 'other tenant');
    store.stage('c', 1_000);
    const { worker, untilAsleep, errors } = start(store);
    await untilAsleep(1);
    expect(store.recorded).toEqual(['a 0+1000', 'a 1000+1000', 'a 2000+500', 'b 0+1', 'c 0+1000']);
    expect(errors).toEqual([]);
    await worker.stop();
  });

  test('names rows by their place in the upload, not in the step', async () => {
    const store = new FakeStore();
    store.stage('a', 1_500);
    store.uploads[0]?.amounts.splice(1_200, 1, null);
    const { worker, untilAsleep } = start(store);
    await untilAsleep(1);
    expect(store.uploads[0]?.decisions.flatMap(({ errors }) => errors)).toEqual(['transactions[1200].amount: is required']);
    await worker.stop();
  });

  test('goes on where it was after a stop between steps', async () => {
    const store = new FakeStore();
    store.stage('a', 3_000);
    const first = start(store);
    let stopped: Promise<void> | undefined;
    store.beforeRecord = () => {
      if (store.recorded.length === 1) stopped = first.worker.stop();
    };
    await vi.waitUntil(() => stopped !== undefined, { interval: 1 });
    await stopped;
    expect(store.recorded).toEqual(['a 0+1000', 'a 1000+1000']);
    const second = start(store);
    await second.untilAsleep(1);
    expect(store.recorded).toEqual(['a 0+1000', 'a 1000+1000', 'a 2000+1000']);
    await second.worker.stop();
  });

  test('lets other work in between steps, also when the store never waits', async () => {
    const store = new FakeStore();
    store.isRemote = false;
    store.stage('a', 5_000);
    const doneAtTurn: number[] = [];
    const { worker } = start(store);
    while (!store.isDone) {
      await anotherTurn();
      doneAtTurn.push(store.recorded.length);
    }
    expect(doneAtTurn).toEqual(expect.arrayContaining([1, 2, 3, 4, 5]));
    await worker.stop();
  });
});

describe('a step that fails', () => {
  test('is told, is tried again, and does not hold up the other uploads', async () => {
    const store = new FakeStore();
    for (const uploadId of ['a', 'b', 'c']) store.stage(uploadId, 10);
    store.failures.set('b', 3);
    const { worker, untilDone, untilAsleep, errors, slept } = start(store);
    await untilAsleep(1);
    expect(store.recorded).toEqual(['a 0+10', 'c 0+10']);
    await untilDone();
    expect(store.recorded).toEqual(['a 0+10', 'c 0+10', 'b 0+10']);
    expect(errors).toEqual(Array(3).fill(['failure of b', 'b']));
    expect(slept.slice(0, 3)).toEqual([100, 200, 400]);
    await worker.stop();
  });

  test('does not hold up an upload that comes while it waits to be tried again', async () => {
    const store = new FakeStore();
    store.stage('bad', 10);
    store.failures.set('bad', Number.POSITIVE_INFINITY);
    const { worker, untilAsleep } = start(store);
    await untilAsleep(1);
    store.stage('good', 10);
    worker.wake();
    await vi.waitUntil(() => store.recorded.length > 0, { interval: 1, timeout: 1_000 });
    expect(store.recorded).toEqual(['good 0+10']);
    await worker.stop();
  });

  test('that is of the disk waits ever longer, up to half a minute, as often as it must, and starts over after a success', async () => {
    const store = new FakeStore();
    store.stage('a', 10);
    store.failures.set('a', 12);
    store.failure = () => new SalesError('unavailable', 'The disk is full.');
    const { worker, untilDone, untilAsleep, slept } = start(store);
    await untilDone();
    expect(slept.slice(0, 12)).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000]);
    await untilAsleep(13);
    store.stage('b', 1);
    store.failures.set('b', 1);
    worker.wake();
    await untilAsleep(14);
    expect(slept[13]).toBe(100);
    await worker.stop();
  });

  test('five times ends the upload with a reason, and leaves the others alone', async () => {
    const store = new FakeStore();
    for (const uploadId of ['a', 'b']) store.stage(uploadId, 10);
    store.failures.set('a', Number.POSITIVE_INFINITY);
    const { worker, untilDone, errors, slept } = start(store);
    await untilDone();
    expect(errors).toEqual(Array(5).fill(['failure of a', 'a']));
    expect(slept.slice(0, 5)).toEqual([100, 200, 400, 800, 1_600]);
    expect(store.uploads.map(({ uploadId, givenUp, decisions }) => [uploadId, givenUp !== undefined, decisions.length])).toEqual([
      ['a', true, 0],
      ['b', false, 10],
    ]);
    expect(store.uploads[0]?.givenUp).toBe(
      "The import failed 5 times at this row or one after it; the server's log says why. After that the upload can be reprocessed.",
    );
    await worker.stop();
  });

  test('counts over restarts, also where it took the process with it, and from none again after a step that was done', async () => {
    const store = new FakeStore();
    store.stage('a', 2_500);
    const upload = store.uploads[0];
    // Five processes began the step and none came to its end.
    if (upload) upload.tries = 5;
    const { worker, untilDone } = start(store);
    await untilDone();
    expect([upload?.givenUp !== undefined, upload?.decisions.length]).toEqual([true, 0]);
    await worker.stop();

    const other = new FakeStore();
    other.stage('b', 2_500);
    if (other.uploads[0]) other.uploads[0].tries = 4;
    const second = start(other);
    await second.untilDone();
    expect(other.uploads[0]).toMatchObject({ tries: 0, decisions: { length: 2_500 } });
    await second.worker.stop();
  });

  test('of the listing of uploads is told, too', async () => {
    const store = new FakeStore();
    store.stage('a', 10);
    store.failures.set('*', 2);
    const { worker, untilDone, errors } = start(store);
    await untilDone();
    expect(errors).toEqual(Array(2).fill(['failure of *', null]));
    await worker.stop();
  });
});

describe('stopping', () => {
  test('waits for the step under way, and begins no other', async () => {
    const store = new FakeStore();
    store.stage('a', 3_000);
    store.stage('b', 1);
    let release = () => {};
    let recording = false;
    store.beforeRecord = () => {
      recording = true;
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const { worker } = start(store);
    await vi.waitUntil(() => recording, { interval: 1 });
    let ended = false;
    const stopped = worker.stop().then(() => {
      ended = true;
    });
    for (let turn = 0; turn < 10; turn++) await anotherTurn();
    expect(ended).toBe(false);
    release();
    await stopped;
    expect(store.recorded).toEqual(['a 0+1000']);
  });

  test.each([
    ['asleep with nothing to do', () => {}],
    ['waiting to try again', (store: FakeStore) => store.failures.set('a', 1_000)],
  ])('ends the wait when %s', async (_, prepare) => {
    const store = new FakeStore();
    store.stage('a', 1);
    prepare(store);
    const { worker, untilAsleep } = start(store);
    await untilAsleep(1);
    await worker.stop();
    const { listings } = store;
    worker.wake();
    for (let turn = 0; turn < 10; turn++) await anotherTurn();
    expect(store.listings).toBe(listings);
  });

  test('twice is stopping', async () => {
    const { worker } = start(new FakeStore());
    await Promise.all([worker.stop(), worker.stop()]);
  });
});

describe('waking', () => {
  test('looks without being woken, too, each half a minute', async () => {
    const store = new FakeStore();
    const { worker, naps, slept, untilAsleep } = start(store);
    await untilAsleep(1);
    expect(slept).toEqual([30_000]);
    store.stage('a', 1);
    naps.splice(0).map((nap) => nap.end());
    await untilAsleep(2);
    expect(store.recorded).toEqual(['a 0+1']);
    await worker.stop();
  });

  // No wait ends by itself here, so an upload whose wake-up is lost stays where it is.
  test.prop(
    [
      fc.array(fc.record({ turns: fc.integer({ min: 0, max: 12 }), rows: fc.integer({ min: 1, max: 2_500 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
    ],
    {
      numRuns: 150,
    },
  )('is never lost, whenever it comes', async (arrivals) => {
    const store = new FakeStore();
    const { worker, errors } = start(store);
    for (const [index, { turns, rows }] of arrivals.entries()) {
      for (let turn = 0; turn < turns; turn++) await anotherTurn();
      store.stage(String(index), rows);
      worker.wake();
    }
    for (let turn = 0; !store.isDone && turn < 300; turn++) await anotherTurn();
    expect(store.isDone).toBe(true);
    expect(errors).toEqual([]);
    await worker.stop();
  });

  test('within a step of the run under way is not lost', async () => {
    const store = new FakeStore();
    store.stage('a', 1);
    const { worker } = start(store);
    store.beforeRecord = (uploadId) => {
      if (uploadId !== 'a') return;
      store.stage('b', 1);
      worker.wake();
    };
    await vi.waitUntil(() => store.isDone && store.recorded.length === 2, { interval: 1, timeout: 1_000 });
    await worker.stop();
  });
});
