/** The conductor with a journal that fails at every line in turn, and resumed from what it held then. */
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/client/journal/journal-entry.js';
import type { uploadRows } from '../../../src/client/sending/upload.js';
import type { TransactionList } from '../../../src/contract/pages.js';
import { SalesError } from '../../../src/contract/problem.js';
import type { InputRow } from '../../../src/files/input/row.js';
import { saleOf } from '../../../src/files/rows/sale.js';
import { type RunOptions, runUpload } from '../run-upload.js';
import { processed } from '../stub-server.js';

const ROWS = 9;

async function* rows(): AsyncGenerator<InputRow[]> {
  for (let index = 0; index < ROWS; index++) {
    const sale = saleOf({ transactionReference: `R${index}`, amount: 1, currency: 'EUR' });
    yield [{ line: index + 2, record: index + 1, sale, faults: [], source: [] }];
  }
}

type Trouble = (references: string[], arrival: number) => 'lose' | SalesError | null;

/** A server that refuses R4 by name, takes three rows at most, and meets `trouble` after it has staged. */
function server(idempotent: boolean, trouble: Trouble = () => null) {
  const staged: string[][] = [];
  const arrived: string[][] = [];
  const byKey = new Map<string, string>();
  const stage = (key: string, references: string[]) => {
    if (references.length > 3) throw new SalesError('payloadTooLarge');
    const bad = references.indexOf('R4');
    if (bad >= 0) throw new SalesError('validation', undefined, { errors: { [`transactions[${bad}].currency`]: ['no'] } });
    staged.push(references);
    byKey.set(key, `upload-${staged.length}`);
    return `upload-${staged.length}`;
  };
  const api: Parameters<typeof uploadRows>[1] = {
    testAccess: async () => ({ dateMs: null, capabilities: idempotent ? 'idempotency;ttl=2592000' : null, isRateLimited: false }),
    upload: async (body, { key = '', beforeLastByte }) => {
      await beforeLastByte?.();
      const { transactions } = JSON.parse(Buffer.from(body).toString()) as { transactions: { transactionReference: string }[] };
      const references = transactions.map((one) => one.transactionReference);
      arrived.push(references);
      const before = trouble(references, arrived.length);
      if (before instanceof SalesError) throw before;
      const uploadId = (idempotent ? byKey.get(key) : undefined) ?? stage(key, references);
      if (before === 'lose') throw new SalesError('inDoubt', 'the reply was lost');
      return { uploadId };
    },
    uploadState: async () => processed,
    list: async () => ({ items: [{} as TransactionList['items'][number]], hasMore: false }),
  };
  return { api, staged, arrived };
}

const run = (api: ReturnType<typeof server>['api'], options: RunOptions = {}) => runUpload(rows(), api, { retryForMs: 60_000, ...options });

const once = ['R0', 'R1', 'R2', 'R3', 'R5', 'R6', 'R7', 'R8'];

describe.each([1, 4])('a run of %i at a time that ends at any line of its journal, resumed', (parallel) => {
  it('has every row once at the server and in one class', async () => {
    const whole = await run(server(true).api, { parallel });
    expect(whole.counts).toEqual({ read: 9, accepted: 8, rejected: 1, inDoubt: 0, unsent: 0 });
    let ended = 0;
    for (let failAt = 1; failAt < 100; failAt++) {
      const { api, staged, arrived } = server(true);
      const first = await run(api, { failAt, parallel });
      if (!first.journal.failure) break;
      ended += 1;
      expect(first.report.complete).toBe(false);
      const sentBefore = arrived.length;
      const second = await run(api, { earlier: first.journal.entries, parallel });
      expect(staged.flat().sort()).toEqual(once);
      expect(second.counts).toEqual(whole.counts);
      expect(second.report).toMatchObject({ stopped: null, complete: true });
      expect(second.report.currencies).toEqual(whole.report.currencies);
      expect(second.rejects).toEqual(whole.rejects);
      // At most the batches under way arrived twice.
      expect(arrived.length).toBeLessThanOrEqual(whole.journal.entries.filter(({ t }) => t === 'last').length + parallel);
      expect(sentBefore).toBeLessThanOrEqual(arrived.length);
    }
    expect(ended).toBeGreaterThan(15);
  });

  it('would have rows twice if the server honoured no keys and the journal were not asked', async () => {
    const { api, staged } = server(false);
    await run(api, { failAt: 12 });
    await run(api);
    expect(staged.flat().length).toBeGreaterThan(once.length);
  });

  it('sends nothing again to a server without keys, and names the batch', async () => {
    for (let failAt = 1; failAt < 100; failAt++) {
      const { api, arrived } = server(false);
      const first = await run(api, { failAt });
      if (!first.journal.failure) break;
      const second = await run(api, { earlier: first.journal.entries });
      expect(new Set(arrived.map(String)).size).toBe(arrived.length);
      const { counts, report } = second;
      expect(counts.accepted + counts.rejected + counts.inDoubt + counts.unsent).toBe(9);
      expect(report.inDoubt.length > 0).toBe(report.stopped?.code === 'inDoubt');
    }
  });
});

describe('a batch in doubt', () => {
  it('is sent again with its key where keys are honoured, until the answer comes', async () => {
    const { api, staged, arrived } = server(true, (_, arrival) => (arrival % 2 === 0 ? 'lose' : null));
    const { counts } = await run(api);
    expect(counts).toMatchObject({ accepted: 8, inDoubt: 0 });
    expect(staged.flat().sort()).toEqual(once);
    expect(arrived.length).toBeGreaterThan(staged.length + 2);
  });

  it('waits while the same key is in flight', async () => {
    const { api, staged } = server(true, (_, arrival) =>
      arrival === 2 ? new SalesError('inFlight', undefined, { retryAfterS: 2 }) : null,
    );
    expect((await run(api)).counts).toMatchObject({ accepted: 8, inDoubt: 0 });
    expect(staged.flat().sort()).toEqual(once);
  });

  it.each(['unavailable', 'network', 'unauthorized'] as const)('stays so when %s comes after it', async (code) => {
    const { api, staged } = server(true, (_, arrival) => (arrival === 2 ? 'lose' : arrival > 2 ? new SalesError(code) : null));
    const first = await run(api);
    expect(first.counts).toMatchObject({ accepted: 0, inDoubt: 2 });
    expect(first.report).toMatchObject({ complete: false, resolvesDoubt: true });
    const second = await run({ ...api, upload: server(true).api.upload }, { earlier: first.journal.entries });
    expect(second.counts).toMatchObject({ accepted: 8, inDoubt: 0 });
    expect(staged).toEqual([['R0', 'R1']]);
  });

  it('is not sent again once the server may have forgotten its key', async () => {
    const { api, arrived } = server(true, (_, arrival) => (arrival === 2 ? 'lose' : null));
    const first = await run(api, { retryForMs: 0 });
    expect(first.counts.inDoubt).toBe(2);
    const before = arrived.length;
    const late = await run(api, { earlier: first.journal.entries, nowMs: 31 * 86_400_000 });
    expect({ sent: arrived.length - before, stopped: late.report.stopped?.code }).toEqual({ sent: 0, stopped: 'inDoubt' });
  });

  it('is not sent again either where only a later try is young: the server knows its key since the first', async () => {
    const { api, staged, arrived } = server(true, (_, arrival) =>
      arrival === 2 ? 'lose' : arrival === 3 ? new SalesError('network') : null,
    );
    const first = await run(api, { retryForMs: 0 });
    const second = await run(api, { earlier: first.journal.entries, retryForMs: 0, nowMs: 29 * 86_400_000 });
    expect([second.counts.inDoubt, arrived.length]).toEqual([2, 3]);
    const late = await run(api, { earlier: second.journal.entries, nowMs: 31 * 86_400_000 });
    expect([late.counts.inDoubt, arrived.length, staged.length]).toEqual([2, 3, 1]);
    expect([second.report.resolvesDoubt, late.report.resolvesDoubt]).toEqual([true, false]);
  });

  describe('while the server cannot be reached', () => {
    const away = async () => {
      throw new SalesError('network');
    };
    const unreached = (earlier: readonly JournalEntry[], options: RunOptions = {}) =>
      run({ ...server(true).api, testAccess: away, upload: away }, { earlier, ...options });
    const inDoubt = async (isIdempotent: boolean) => {
      const { api } = server(isIdempotent, (_, arrival) => (arrival === 2 ? 'lose' : null));
      return (await run(api, { retryForMs: 0 })).journal.entries;
    };

    it('stays so, and nobody is asked: the journal knows whether its key will settle it', async () => {
      const onDoubt = async () => expect.unreachable('nothing can be decided now');
      for (const isIdempotent of [true, false]) {
        const { report, journal, counts } = await unreached(await inDoubt(isIdempotent), { onDoubt });
        expect(report).toMatchObject({ stopped: { code: 'network' }, resolvesDoubt: isIdempotent, complete: false });
        expect(counts).toMatchObject({ accepted: 0, inDoubt: 2 });
        expect(journal.entries).toEqual(await inDoubt(isIdempotent));
      }
    });

    it('is not called settled once the key is too old, or where an earlier version did not write down what the server said', async () => {
      const entries = await inDoubt(true);
      expect((await unreached(entries, { nowMs: 31 * 86_400_000 })).report.resolvesDoubt).toBe(false);
      const before = entries.map((entry) => (entry.t === 'sending' ? { ...entry, keyMs: undefined } : entry));
      expect((await unreached(before)).report.resolvesDoubt).toBe(false);
      // As long as the server can be asked, what it says now decides.
      expect((await run(server(true).api, { earlier: before })).counts).toMatchObject({ accepted: 8, inDoubt: 0 });
    });
  });

  it('is not called settled where the server no longer announces keys', async () => {
    const { api, arrived } = server(true, (_, arrival) => (arrival === 2 ? 'lose' : null));
    const first = await run(api, { retryForMs: 0 });
    const { report } = await run({ ...api, testAccess: server(false).api.testAccess }, { earlier: first.journal.entries });
    expect([report.stopped?.code, report.resolvesDoubt, arrived.length]).toEqual(['inDoubt', false, 2]);
  });

  it('is not sent again by itself where the server announces keys only now', async () => {
    const { api, arrived } = server(false, (_, arrival) => (arrival === 2 ? 'lose' : null));
    const first = await run(api);
    const sent = arrived.length;
    const { report } = await run({ ...api, testAccess: server(true).api.testAccess }, { earlier: first.journal.entries });
    expect([report.stopped?.code, report.resolvesDoubt, arrived.length]).toEqual(['inDoubt', false, sent]);
  });

  it.each(['stop', 'resend', 'skip'] as const)('at a server without keys: %s', async (decision) => {
    const { api, staged } = server(false, (references, arrival) => (arrival === 2 && references[0] === 'R0' ? 'lose' : null));
    const first = await run(api);
    expect(first.counts).toMatchObject({ accepted: 0, inDoubt: 2, unsent: 7 });
    const { counts, report } = await run(api, { earlier: first.journal.entries, onDoubt: async () => decision });
    if (decision === 'stop') expect([counts.inDoubt, counts.unsent, report.complete]).toEqual([2, 7, false]);
    if (decision === 'skip') expect([counts.inDoubt, counts.accepted, report.complete]).toEqual([2, 6, true]);
    if (decision === 'resend')
      expect([counts.inDoubt, counts.accepted, staged.flat().filter((one) => one === 'R0').length]).toEqual([0, 8, 2]);
  });

  it('is unsent, and in doubt no more, where it was to be sent again and did not go out', async () => {
    const { api, staged } = server(false, (_, arrival) => (arrival === 2 ? 'lose' : null));
    const first = await run(api);
    let reached = 0;
    const upload: typeof api.upload = async () => {
      reached += 1;
      throw new SalesError('unauthorized');
    };
    const second = await run({ ...api, upload }, { earlier: first.journal.entries, onDoubt: async () => 'resend' });
    expect([reached, second.counts.inDoubt, second.counts.unsent]).toEqual([1, 0, 9]);
    const onDoubt = async () => expect.unreachable('it was decided');
    const third = await run(api, { earlier: second.journal.entries, onDoubt });
    expect(third.counts).toMatchObject({ accepted: 8, inDoubt: 0 });
    expect(staged.flat().filter((one) => one === 'R0')).toHaveLength(2);
  });

  it('does not hide what was accepted after it, once it was skipped', async () => {
    const { api } = server(false, (_, arrival) => (arrival === 2 ? 'lose' : null));
    const first = await run(api, { onDoubt: async () => 'skip' });
    expect(first.counts).toMatchObject({ accepted: 6, inDoubt: 2 });
    const second = await run(api, { earlier: first.journal.entries });
    expect(second.counts).toEqual(first.counts);
  });
});

it('stops with a report where the key is known for other content', async () => {
  const { api } = server(true, (references) => (references.length < 4 ? new SalesError('keyReused') : null));
  const { counts, report } = await run(api);
  expect(counts).toMatchObject({ accepted: 0, inDoubt: 0, unsent: 9 });
  expect(report.stopped).toMatchObject({ code: 'keyReused', message: expect.stringContaining('batch 1.1') });
});

it('refuses a journal that was written for other rows', async () => {
  const { api } = server(true);
  const { journal } = await run(api, { failAt: 6 });
  const other = journal.entries.map((entry) => (entry.t === 'planned' ? { ...entry, sha: 'other' } : entry));
  await expect(run(api, { earlier: other })).rejects.toMatchObject({ code: 'usage' });
});

it('sends a batch under the key that it was planned with, whatever keys are made of by now', async () => {
  const { api } = server(true);
  const { journal } = await run(api, { failAt: 2, batchRows: 3 });
  const planned = journal.entries.map((entry) => (entry.t === 'planned' ? { ...entry, key: `old-${entry.b}` } : entry));
  expect(planned.some(({ t }) => t === 'planned')).toBe(true);
  const keys: (string | undefined)[] = [];
  const upload: typeof api.upload = (body, options) => {
    keys.push(options.key);
    return api.upload(body, options);
  };
  expect((await run({ ...api, upload }, { earlier: planned, batchRows: 3 })).counts).toMatchObject({ accepted: 8, rejected: 1 });
  expect(keys[0]).toBe('old-1');
});

it('has nothing in doubt where a server without keys refuses a batch and names no row', async () => {
  const { api } = server(false, (_, arrival) =>
    arrival === 2 ? new SalesError('validation', undefined, { errors: { $: ['no'] } }) : null,
  );
  const first = await run(api, { batchRows: 3 });
  expect(first.report.stopped?.code).toBe('validation');
  expect(first.counts).toMatchObject({ accepted: 3, inDoubt: 0, unsent: 6 });
  const onDoubt = async () => expect.unreachable('nothing is in doubt');
  expect((await run(api, { earlier: first.journal.entries, batchRows: 3, onDoubt })).counts).toMatchObject({ accepted: 8, rejected: 1 });
});

it('asks about no import once the journal cannot be written', async () => {
  const { api } = server(false);
  let asked = 0;
  const uploadState: typeof api.uploadState = async () => {
    asked += 1;
    return processed;
  };
  const { report } = await run({ ...api, uploadState }, { failAt: 4, batchRows: 2 });
  expect(report).toMatchObject({ stopped: { code: 'disk' }, uploads: [{ status: null }] });
  expect(asked).toBe(0);
});
