/** Several batches under way: whatever the order of the answers, the troubles, and the moment of an end, rows fare as in a run one by one. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { RejectedRow } from '../../../src/client/batches/batch.js';
import type { JournalEntry } from '../../../src/client/journal/journal-entry.js';
import { readJournal } from '../../../src/client/journal/journal-read.js';
import type { UploadReport, uploadRows } from '../../../src/client/sending/upload.js';
import type { TransactionList } from '../../../src/contract/pages.js';
import { SalesError } from '../../../src/contract/problem.js';
import type { InputRow } from '../../../src/files/input/row.js';
import { saleOf } from '../../../src/files/rows/sale.js';
import { type RunOptions, runUpload } from '../run-upload.js';
import { processed } from '../stub-server.js';

const ROWS = 24;
/** Bad before they are sent. */
const BAD = [5, 6, 17];

async function* rows(): AsyncGenerator<InputRow[]> {
  for (let index = 0; index < ROWS; index++) {
    const isBad = BAD.includes(index);
    const transaction = { transactionReference: `R${index}`, amount: index, currency: index % 3 === 0 ? 'EUR' : 'CHF' };
    const sale = isBad ? null : saleOf(transaction);
    const fault = { column: null, columnNumber: null, field: null, code: 'AMOUNT_INVALID', message: 'no', value: null };
    yield [{ line: index + 2, record: index + 1, sale, faults: isBad ? [fault] : [], source: [`R${index}`] }];
  }
}

type Trouble = 'lose' | 'unavailable' | 'network' | 'inFlight' | 'none';

interface Manners {
  idempotent: boolean;
  /** Rows that it refuses. */
  refused: readonly number[];
  rowsMax: number;
  /** What happens to the first tries of each part. */
  troubles: readonly Trouble[];
}

/** Lets something take its time. */
type Delay = () => Promise<unknown>;

function server({ idempotent, refused, rowsMax, troubles }: Manners, delay: Delay) {
  const staged: string[] = [];
  const byKey = new Map<string, string[]>();
  const arrived: string[] = [];
  const tries = new Map<string, number>();
  let underWay = 0;
  const server = { staged, byKey, arrived, underWayMax: 0, onArrival: (_: number) => {} };
  const stage = (key: string, references: string[]) => {
    if (idempotent && byKey.has(key)) return;
    byKey.set(key, references);
    staged.push(...references);
  };
  const answer = (references: string[], key: string) => {
    if (references.length > rowsMax) throw new SalesError('payloadTooLarge');
    const bad = references.flatMap((one, index) => (refused.includes(Number(one.slice(1))) ? [index] : []));
    if (bad.length > 0) {
      throw new SalesError('validation', undefined, {
        errors: Object.fromEntries(bad.map((at) => [`transactions[${at}].currency`, ['no']])),
      });
    }
    stage(key, references);
    return { uploadId: `upload-${references.join('-')}` };
  };
  const api: Parameters<typeof uploadRows>[1] = {
    testAccess: async () => ({ dateMs: null, capabilities: idempotent ? 'idempotency;ttl=2592000' : null, isRateLimited: false }),
    upload: async (body, { key = '', beforeLastByte }) => {
      const { transactions } = JSON.parse(Buffer.from(body).toString()) as { transactions: { transactionReference: string }[] };
      const references = transactions.map((one) => one.transactionReference);
      const number = tries.get(key) ?? 0;
      tries.set(key, number + 1);
      // Most parts meet no trouble, and none for ever.
      const trouble = number < 3 ? troubles[(Number(references[0]?.slice(1)) + number * 5) % troubles.length] : 'none';
      underWay += 1;
      server.underWayMax = Math.max(server.underWayMax, underWay);
      try {
        await delay();
        if (trouble === 'network') throw new SalesError('network');
        await beforeLastByte?.();
        arrived.push(key);
        server.onArrival(arrived.length);
        await delay();
        if (trouble === 'unavailable' || trouble === 'inFlight') throw new SalesError(trouble);
        const result = answer(references, key);
        if (trouble === 'lose') throw new SalesError('inDoubt', 'the reply was lost');
        return result;
      } finally {
        underWay -= 1;
      }
    },
    uploadState: async () => {
      await delay();
      return processed;
    },
    list: async () => ({ items: [{} as TransactionList['items'][number]], hasMore: false }),
  };
  return Object.assign(server, { api });
}

const run = (api: ReturnType<typeof server>['api'], options: RunOptions) => runUpload(rows(), api, options);

const fates = ({ report, rejects }: { report: UploadReport; rejects: RejectedRow[] }) => {
  const { rows, currencies, uploads, inDoubt, unsent, errors } = report;
  return { rows, currencies, uploads, inDoubt, unsent, errors, rejects, stopped: report.stopped };
};
const goodRows = (refused: readonly number[]) =>
  Array.from({ length: ROWS }, (_, index) => index)
    .filter((index) => !BAD.includes(index) && !refused.includes(index))
    .map((index) => `R${index}`)
    .sort();

/** By the lines alone: a last byte went, and no line says that this try was not taken. */
const mayHave = (entries: readonly JournalEntry[], b: string): boolean =>
  entries.some(
    (entry, at) =>
      entry.t === 'last' &&
      entry.b === b &&
      !entries.slice(at).some((later) => later.t === 'unsent' && later.b === b && later.try === entry.try),
  );

const refused = fc.uniqueArray(fc.integer({ min: 0, max: ROWS - 1 }), { maxLength: 5 });
const troubles = fc.array(fc.constantFrom<Trouble>('none', 'none', 'none', 'lose', 'unavailable', 'network', 'inFlight'), {
  minLength: 1,
  maxLength: 11,
});
const parallel = fc.integer({ min: 2, max: 6 });
const batchRows = fc.integer({ min: 1, max: 7 });

describe('several batches under way', () => {
  test.prop([refused, troubles, parallel, batchRows, fc.scheduler()], { numRuns: 150 })(
    'fare as one by one, in any order of the answers',
    async (refused, troubles, parallel, batchRows, scheduler) => {
      const manners = { idempotent: true, refused, troubles, rowsMax: 100 };
      const expected = await run(server(manners, async () => {}).api, { parallel: 1, batchRows });
      const delay = () => scheduler.schedule(Promise.resolve());
      const { api, staged, underWayMax } = server(manners, delay);
      const found = await scheduler.waitFor(run(api, { parallel, batchRows, delay }));
      expect(fates(found)).toEqual(fates(expected));
      expect(staged.sort()).toEqual(goodRows(refused));
      expect(underWayMax).toBeLessThanOrEqual(parallel);
    },
  );

  test.prop(
    [
      refused,
      troubles,
      fc.array(parallel, { minLength: 6, maxLength: 6 }),
      batchRows,
      fc.integer({ min: 1, max: 9 }),
      fc.infiniteStream(fc.nat({ max: 40 })),
      fc.boolean(),
      fc.scheduler(),
    ],
    { numRuns: 150 },
  )(
    'have every row once at the server after ends at any moment, and resumes with as many under way as it pleases',
    async (refused, troubles, parallels, batchRows, rowsMax, moments, byStop, scheduler) => {
      const delay = () => scheduler.schedule(Promise.resolve());
      const stub = server({ idempotent: true, refused, troubles, rowsMax }, delay);
      let earlier: JournalEntry[] = [];
      let counts: UploadReport['rows'] | null = null;
      for (const [index, parallel] of parallels.entries()) {
        const isLast = index === parallels.length - 1;
        const moment = moments.next().value;
        const controller = new AbortController();
        const arrivedBefore = stub.arrived.length;
        stub.onArrival = (number) => {
          if (byStop && !isLast && number - arrivedBefore >= moment / 4) controller.abort();
        };
        const failAt = byStop || isLast ? {} : { failAt: moment + 1 };
        const { report, journal } = await scheduler.waitFor(
          run(stub.api, { parallel, batchRows, earlier, ...failAt, stop: controller.signal, delay }),
        );
        earlier = journal.entries;
        counts = report.rows;
        const { read, accepted, rejected, inDoubt, unsent } = counts;
        expect(accepted + rejected + inDoubt + unsent).toBe(read);
      }
      expect(stub.staged.sort()).toEqual(goodRows(refused));
      const rejected = ROWS - stub.staged.length;
      expect(counts).toEqual({ read: ROWS, accepted: ROWS - rejected, rejected, inDoubt: 0, unsent: 0 });
    },
  );

  test.prop([troubles, parallel, fc.integer({ min: 1, max: 40 }), fc.scheduler()])(
    'bring no more batches into doubt than were asked for, at a server without keys, and repeat none',
    async (troubles, parallel, failAt, scheduler) => {
      const delay = () => scheduler.schedule(Promise.resolve());
      const stub = server(
        { idempotent: false, refused: [], troubles: troubles.map((one) => (one === 'inFlight' ? 'none' : one)), rowsMax: 100 },
        delay,
      );
      const first = await scheduler.waitFor(run(stub.api, { parallel, batchRows: 2, failAt, delay }));
      expect(first.report.inDoubt.length).toBeLessThanOrEqual(parallel);
      await scheduler.waitFor(run(stub.api, { parallel, batchRows: 2, earlier: first.journal.entries, delay }));
      expect(new Set(stub.staged).size).toBe(stub.staged.length);
    },
  );

  it('leave a server in trouble to one of them', async () => {
    const manners: Manners = { idempotent: true, refused: [], troubles: ['none'], rowsMax: 100 };
    const stub = server(manners, async () => {});
    let calls = 0;
    const upload: typeof stub.api.upload = async (body, options) => {
      calls += 1;
      // The first five come together, and then one alone finds it in trouble ten times.
      if (calls > 15) return stub.api.upload(body, options);
      await nextTurn();
      throw new SalesError('unavailable');
    };
    const { report, journal } = await run({ ...stub.api, upload }, { parallel: 5, batchRows: 2 });
    expect(report.rows).toMatchObject({ accepted: ROWS - BAD.length, unsent: 0 });
    const tries = [...journal.state.batches.values()].map((part) => part.tries).sort((a, b) => a - b);
    expect(tries.slice(-5)).toEqual([2, 2, 2, 2, 12]);
    expect(tries.slice(0, -5).every((number) => number === 1)).toBe(true);
  });

  it('are not begun where the one that tries finds that nothing can be sent', async () => {
    const stub = server({ idempotent: true, refused: [], troubles: ['none'], rowsMax: 100 }, async () => {});
    let calls = 0;
    const upload: typeof stub.api.upload = async () => {
      calls += 1;
      const isFirst = calls <= 5;
      await nextTurn();
      throw new SalesError(isFirst ? 'unavailable' : 'unauthorized');
    };
    const { report, counts } = await run({ ...stub.api, upload }, { parallel: 5, batchRows: 2 });
    expect([report.stopped?.code, calls]).toEqual(['unauthorized', 6]);
    expect(counts).toMatchObject({ accepted: 0, unsent: ROWS - BAD.length });
  });

  it('are one at a time where there is an interval, however many were asked for', async () => {
    const underWayMax = async (intervalMs: number) => {
      const stub = server({ idempotent: true, refused: [], troubles: ['none'], rowsMax: 100 }, () => nextTurn());
      const { counts } = await run(stub.api, { parallel: 4, batchRows: 2, intervalMs });
      expect(counts.accepted).toBe(ROWS - BAD.length);
      return stub.underWayMax;
    };
    expect([await underWayMax(0), await underWayMax(1)]).toEqual([4, 1]);
  });

  it('end once one of them may not go on, and resume without gaps', async () => {
    const stub = server({ idempotent: true, refused: [], troubles: ['none'], rowsMax: 100 }, async () => {});
    let calls = 0;
    const upload: typeof stub.api.upload = async (body, options) => {
      calls += 1;
      if (calls === 3) throw new SalesError('unauthorized');
      return stub.api.upload(body, options);
    };
    const first = await run({ ...stub.api, upload }, { parallel: 3, batchRows: 2 });
    expect(first.report.stopped?.code).toBe('unauthorized');
    expect(first.report.rows).toMatchObject({ read: ROWS, inDoubt: 0 });
    expect(first.report.rows.unsent).toBeGreaterThan(0);
    const second = await run(stub.api, { parallel: 3, batchRows: 2, earlier: first.journal.entries });
    expect(second.report.rows).toMatchObject({ accepted: ROWS - BAD.length, unsent: 0 });
    expect(stub.staged.sort()).toEqual(goodRows([]));
  });
});

describe('a journal with several batches under way', () => {
  it('cut anywhere proves all that may be at the server, and resumes to every row once', async () => {
    const manners: Manners = { idempotent: true, refused: [2, 20], troubles: ['none', 'lose', 'none', 'unavailable'], rowsMax: 3 };
    const whole = server(manners, nextTurn);
    const { journal } = await run(whole.api, { parallel: 4 });
    const bytes = Buffer.from(journal.text(), 'utf8');
    // Lines of different batches stand between each other, or this tests nothing new.
    expect(journal.entries.flatMap((entry) => (entry.t === 'sending' ? [entry.b] : [])).slice(0, 4)).toEqual(['1', '2', '3', '4']);
    for (let length = 0; length <= bytes.length; length += 11) {
      const read = readJournal(bytes.subarray(0, length), 'journal');
      // At the worst, a torn line was whole once and the server has all that it allowed.
      const isTorn = length > read.goodBytes;
      const proven = journal.entries.slice(0, read.lines + (isTorn ? 1 : 0));
      const after = server(manners, async () => {});
      for (const { b, key } of proven.filter((entry) => entry.t === 'planned')) {
        const references = whole.byKey.get(key);
        if (!references || !mayHave(proven, b)) continue;
        after.byKey.set(key, references);
        after.staged.push(...references);
      }
      for (const entry of read.torn) read.state.apply(entry);
      for (const key of after.byKey.keys()) {
        const part = [...read.state.batches.values()].find(({ plan }) => plan.key === key);
        expect(part?.answer !== null || part.openTry !== null || part.doubt !== null).toBe(true);
      }
      const { report } = await run(after.api, { parallel: 4, earlier: [...journal.entries.slice(0, read.lines), ...read.torn] });
      expect(after.staged.sort()).toEqual(goodRows(manners.refused));
      expect(report.rows).toMatchObject({ read: ROWS, inDoubt: 0, unsent: 0 });
    }
  });
});
