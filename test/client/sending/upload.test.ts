import { describe, expect, it } from 'vitest';
import type { RejectedRow } from '../../../src/client/batches/batch.js';
import { batchSource } from '../../../src/client/batches/batch-source.js';
import type { AccessAnswer, UploadOptions } from '../../../src/client/http/api.js';
import type { Journal } from '../../../src/client/journal/journal.js';
import type { Clock } from '../../../src/client/machine/clock.js';
import { isWorthResuming, type UploadHooks, type UploadSettings, uploadRows } from '../../../src/client/sending/upload.js';
import type { UploadEvent } from '../../../src/client/sending/upload-event.js';
import type { TransactionList } from '../../../src/contract/pages.js';
import type { QueryValues } from '../../../src/contract/paths.js';
import { type FailureCode, SalesError } from '../../../src/contract/problem.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import type { UploadState } from '../../../src/contract/upload.js';
import type { InputRow, RowFault } from '../../../src/files/input/row.js';
import { saleOf } from '../../../src/files/rows/sale.js';
import { identity, memoryJournal } from '../memory-journal.js';
import { processed } from '../stub-server.js';

const fault: RowFault = { column: 'amount', columnNumber: 1, field: 'amount', code: 'AMOUNT_INVALID', message: 'must be', value: 'x' };

/** Rows from line 2 on; a null is a bad row. */
async function* rowsOf(transactions: (TransactionUpload | null)[]): AsyncGenerator<InputRow[]> {
  for (const [index, transaction] of transactions.entries()) {
    yield [
      { line: index + 2, record: index + 1, sale: transaction && saleOf(transaction), faults: transaction ? [] : [fault], source: [] },
    ];
  }
}

const sales = (count: number): TransactionUpload[] =>
  Array.from({ length: count }, (_, index) => ({ transactionReference: `R${index}`, amount: 1.1, currency: 'EUR' }));

type Answer = (references: string[], attempt: number) => string | SalesError;

interface Setup {
  transactions: (TransactionUpload | null)[];
  answer?: Answer;
  states?: (uploadId: string) => UploadState | SalesError;
  settings?: Partial<UploadSettings>;
  hooks?: Partial<UploadHooks>;
  rows?: AsyncIterable<InputRow[]>;
  access?: Partial<AccessAnswer>;
  /** How many rows of the upload the server lists, against those that were sent. */
  listed?: (uploadId: string) => 'fewer' | 'as many' | 'more';
  journal?: Journal;
  /** How long a wait takes in earnest. */
  pause?: () => Promise<void>;
}

async function upload({
  transactions,
  answer = (_, attempt) => `upload-${attempt}`,
  states = () => processed,
  settings,
  hooks,
  rows,
  access,
  listed = () => 'as many',
  journal = memoryJournal(),
  pause = async () => {},
}: Setup) {
  const sent: string[][] = [];
  const packed: boolean[] = [];
  const waits: number[] = [];
  const events: UploadEvent[] = [];
  const rejects: RejectedRow[] = [];
  let nowMs = 0;
  const clock: Clock = {
    nowMs: () => nowMs,
    sleep: async (ms) => {
      waits.push(ms);
      nowMs += ms;
      await pause();
    },
    random: () => 1,
  };
  const thrown = <Value>(value: Value | SalesError): Value => {
    if (value instanceof SalesError) throw value;
    return value;
  };
  const api = {
    upload: async (body: Uint8Array, { gzip = false }: UploadOptions) => {
      packed.push(gzip);
      const references = (JSON.parse(Buffer.from(body).toString()) as { transactions: TransactionUpload[] }).transactions.map(
        (one) => one.transactionReference ?? '',
      );
      sent.push(references);
      return { uploadId: thrown(answer(references, sent.length)) };
    },
    uploadState: async (uploadId: string) => thrown(states(uploadId)),
    testAccess: async () => ({ dateMs: null, capabilities: null, isRateLimited: false, ...access }),
    list: async ({ uploadId }: QueryValues) => ({
      items: listed(String(uploadId)) === 'fewer' ? [] : [{} as TransactionList['items'][number]],
      hasMore: listed(String(uploadId)) === 'more',
    }),
  };
  const report = await uploadRows(
    {
      description: { header: ['amount', 'Währung'], mapping: ['amount', 'currency'] },
      batches: (plan) => batchSource(rows ?? rowsOf(transactions), plan),
    },
    api,
    { identity, group: 'group' },
    journal,
    { batchRows: 2, parallel: null, intervalMs: 0, gzip: null, retryForMs: 60_000, waitMs: 60_000, rejectsMax: null, ...settings },
    { onEvent: (event) => events.push(event), onReject: (row) => void rejects.push(row), onDoubt: async () => 'stop', ...hooks },
    clock,
  );
  return { report, counts: report.rows, sent, packed, waits, events, rejects };
}

const refusal = (errors: Record<string, string[]>) => new SalesError('validation', undefined, { errors });

it.each<[FailureCode | null, boolean]>([
  ['network', true],
  ['unavailable', true],
  ['tooManyRequests', true],
  // Of standard input the job has the only copy.
  ['disk', true],
  ['unauthorized', false],
  ['inputUnusable', false],
  [null, false],
])('an upload of which nothing was sent and that was stopped by %s is worth resuming: %s', (code, isWorth) => {
  const stopped = code && new SalesError(code);
  expect(isWorthResuming({ stopped, interrupted: false })).toBe(isWorth);
  expect(isWorthResuming({ stopped, interrupted: true })).toBe(true);
});

describe('uploadRows', () => {
  it.each([
    [null, 'idempotency, gzip', true],
    [null, 'gzip', true],
    [null, 'idempotency', false],
    [null, null, false],
    [true, null, true],
    [false, 'gzip', false],
  ])('packed: %s, to a server that announces %s, is %s', async (gzip, capabilities, isPacked) => {
    const { packed } = await upload({ transactions: sales(3), settings: { gzip }, access: { capabilities } });
    expect(packed).toEqual([isPacked, isPacked]);
  });

  it('sends batches in order, sums by currency, and follows each to its end', async () => {
    const { report, counts, sent } = await upload({
      transactions: [...sales(4), { amount: 0.00001, currency: 'CHF' }, { currency: 'CHF' }],
    });
    expect(sent).toEqual([
      ['R0', 'R1'],
      ['R2', 'R3'],
      ['', ''],
    ]);
    expect(counts).toEqual({ read: 6, accepted: 6, rejected: 0, inDoubt: 0, unsent: 0 });
    expect(report.currencies).toEqual([
      { currency: 'EUR', rows: 4, units: 44_000n, rowsWithoutAmount: 0, rowsFiner: 0 },
      { currency: 'CHF', rows: 2, units: 0n, rowsWithoutAmount: 1, rowsFiner: 1 },
    ]);
    expect(report.uploads.map(({ uploadId, status, firstLine, lastLine }) => [uploadId, status, firstLine, lastLine])).toEqual([
      ['upload-1', 'Processed', 2, 3],
      ['upload-2', 'Processed', 4, 5],
      ['upload-3', 'Processed', 6, 7],
    ]);
    expect(report).toMatchObject({ stopped: null, waitStopped: null, interrupted: false, readUpToLine: null });
  });

  it('hands out bad rows and sends the others', async () => {
    const [first, second] = sales(2);
    const { counts, sent, rejects, report } = await upload({ transactions: [first ?? null, null, second ?? null] });
    expect(sent).toEqual([['R0', 'R1']]);
    expect(counts).toEqual({ read: 3, accepted: 2, rejected: 1, inDoubt: 0, unsent: 0 });
    expect(rejects.map(({ line }) => line)).toEqual([3]);
    expect(report.errors).toMatchObject([{ line: 3, code: 'AMOUNT_INVALID' }]);
  });

  it('brings a 400 home to the line and column, and sends the rest as a new batch', async () => {
    const { counts, sent, rejects } = await upload({
      transactions: sales(4),
      settings: { batchRows: 4 },
      answer: (references) =>
        references.includes('R1') ? refusal({ 'transactions[1].currency': ['must be a string'], 'transactions[1].amount': ['no'] }) : 'u',
    });
    expect(sent).toEqual([
      ['R0', 'R1', 'R2', 'R3'],
      ['R0', 'R2', 'R3'],
    ]);
    expect(counts).toEqual({ read: 4, accepted: 3, rejected: 1, inDoubt: 0, unsent: 0 });
    expect(rejects).toMatchObject([
      { line: 3, faults: [{ column: 'Währung', columnNumber: 2, field: 'currency', code: 'REFUSED_BY_SERVER' }, { column: 'amount' }] },
    ]);
  });

  it('sends nothing again when a 400 names every row', async () => {
    const { counts, sent } = await upload({
      transactions: sales(2),
      answer: () => refusal({ 'transactions[0]': ['x'], 'transactions[1]': ['y'] }),
    });
    expect(sent).toHaveLength(1);
    expect(counts).toMatchObject({ rejected: 2, accepted: 0 });
  });

  // Of its two rows the last is transactions[1].
  it.each([2, 7])('stops at a 400 that names no row of the batch, but transactions[%i]', async (index) => {
    const { report, counts, sent } = await upload({
      transactions: sales(5),
      answer: () => refusal({ [`transactions[${index}].amount`]: ['x'], $: ['bad'] }),
    });
    expect(sent).toHaveLength(1);
    expect(counts).toEqual({ read: 5, accepted: 0, rejected: 0, inDoubt: 0, unsent: 5 });
    expect(report.stopped?.message).toContain('$: bad');
    expect(report.unsent).toEqual({ rows: 5, firstLine: 2, lastLine: 6 });
  });

  it.each(['unauthorized', 'notFound', 'unsupportedMediaType', 'tlsTrust', 'protocol'] as const)(
    'stops at %s with the rest unsent',
    async (code) => {
      const { report, counts, sent, waits } = await upload({
        transactions: sales(6),
        answer: (_, attempt) => (attempt === 2 ? new SalesError(code) : 'u'),
      });
      expect(sent).toHaveLength(2);
      expect(waits).toEqual([]);
      expect(counts).toEqual({ read: 6, accepted: 2, rejected: 0, inDoubt: 0, unsent: 4 });
      expect(report.stopped?.code).toBe(code);
    },
  );

  it('halves a batch that is too large, and those after it', async () => {
    const { counts, sent } = await upload({
      transactions: sales(8),
      settings: { batchRows: 4 },
      answer: (references) => (references.length > 2 ? new SalesError('payloadTooLarge') : 'u'),
    });
    expect(sent.map((batch) => batch.length)).toEqual([4, 2, 2, 2, 2]);
    expect(sent.slice(1).flat()).toEqual(['R0', 'R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7']);
    expect(counts.accepted).toBe(8);
  });

  it('repeats what can be repeated, with waits that grow', async () => {
    const { counts, sent, waits } = await upload({
      transactions: sales(1),
      answer: (_, attempt) =>
        attempt <= 3 ? new SalesError(attempt === 2 ? 'unavailable' : 'network', undefined, attempt === 2 ? { retryAfterS: 9 } : {}) : 'u',
    });
    expect(sent).toHaveLength(4);
    expect(waits).toEqual([1_000, 9_000, 4_000]);
    expect(counts.accepted).toBe(1);
  });

  it('gives up after --retry-for, with everything unsent', async () => {
    const { report, counts, waits } = await upload({ transactions: sales(3), answer: () => new SalesError('network') });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
    expect(counts).toEqual({ read: 3, accepted: 0, rejected: 0, inDoubt: 0, unsent: 3 });
    expect(report.stopped?.code).toBe('network');
  });

  it('never repeats a batch in doubt, and stops there', async () => {
    const { report, counts, sent } = await upload({
      transactions: sales(6),
      answer: (_, attempt) => (attempt === 2 ? new SalesError('inDoubt', 'cut') : 'u'),
    });
    expect(sent).toHaveLength(2);
    expect(counts).toEqual({ read: 6, accepted: 2, rejected: 0, inDoubt: 2, unsent: 2 });
    expect(report.inDoubt).toEqual([{ batch: '2', rows: 2, firstLine: 4, lastLine: 5, firstRecord: 3, lastRecord: 4, reason: 'cut' }]);
  });

  it('stops before a batch once more rows are rejected than allowed', async () => {
    const { counts, sent } = await upload({
      transactions: sales(6),
      settings: { rejectsMax: 0 },
      answer: (references) => (references.includes('R2') ? refusal({ 'transactions[0].amount': ['x'] }) : 'u'),
    });
    expect(sent).toEqual([['R0', 'R1'], ['R2', 'R3'], ['R3']]);
    expect(counts).toEqual({ read: 6, accepted: 3, rejected: 1, inDoubt: 0, unsent: 2 });
  });

  it('tells of an input that ends with a fault, after what was sent', async () => {
    async function* broken() {
      yield* rowsOf(sales(3));
      throw new SalesError('inputUnusable', 'an unclosed quote');
    }
    const { report, counts } = await upload({ transactions: [], rows: broken() });
    expect(counts).toEqual({ read: 3, accepted: 2, rejected: 0, inDoubt: 0, unsent: 1 });
    expect(report).toMatchObject({ stopped: { code: 'inputUnusable' }, readUpToLine: 4, complete: true });
  });

  it('is not done with an input that ends with a fault as long as a whole batch before it is unsent', async () => {
    let reachEnd = () => {};
    const end = new Promise<void>((resolve) => {
      reachEnd = resolve;
    });
    async function* broken() {
      yield* rowsOf(sales(5));
      reachEnd();
      throw new SalesError('inputUnusable', 'an unclosed quote');
    }
    const access = { capabilities: 'idempotency' };
    // The second batch waits for the server until the fault ends the upload.
    const answer: Answer = (references) => (references.includes('R2') ? new SalesError('unavailable') : 'u');
    const journal = memoryJournal();
    const first = await upload({ transactions: [], rows: broken(), access, answer, settings: { parallel: 2 }, pause: () => end, journal });
    expect(first.counts).toEqual({ read: 5, accepted: 2, rejected: 0, inDoubt: 0, unsent: 3 });
    expect(first.report).toMatchObject({ stopped: { code: 'inputUnusable' }, complete: false });
    const second = await upload({ transactions: [], rows: broken(), access, journal });
    expect(second.sent).toEqual([['R2', 'R3']]);
    expect(second.counts).toMatchObject({ accepted: 4, unsent: 1 });
    expect(second.report.complete).toBe(true);
  });

  it('stops between batches when told to, and says how far it read', async () => {
    const controller = new AbortController();
    const { report, counts } = await upload({
      transactions: sales(9),
      answer: () => {
        controller.abort();
        return 'u';
      },
      hooks: { stop: controller.signal },
    });
    expect(counts).toEqual({ read: 2, accepted: 2, rejected: 0, inDoubt: 0, unsent: 0 });
    expect(report).toMatchObject({ interrupted: true, readUpToLine: 3 });
  });

  it('pauses between batches by --interval', async () => {
    const { waits } = await upload({ transactions: sales(5), settings: { intervalMs: 300 } });
    expect(waits).toEqual([300, 300]);
  });

  it('asks for states with growing pauses until none is Processing, and brings errors home', async () => {
    let asked = 0;
    const { report, waits } = await upload({
      transactions: sales(2),
      states: () => {
        asked += 1;
        if (asked === 2) return new SalesError('unavailable', undefined, { retryAfterS: 3 });
        if (asked < 5) return { ...processed, status: 'Processing' };
        return { ...processed, status: 'ProcessedWithErrors', errors: ['transactions[1].currency: unknown', 'other'] };
      },
    });
    expect(waits).toEqual([200, 3_000, 300, 450, 675].slice(0, waits.length));
    expect(report.uploads[0]).toMatchObject({
      status: 'ProcessedWithErrors',
      errors: ['line 3: transactions[1].currency: unknown', 'other'],
    });
  });

  it('knows how many rows were duplicates, and which counts differed, also when it is resumed', async () => {
    const journal = memoryJournal();
    // The second has two rows, too.
    const states = (uploadId: string) => ({ ...processed, duplicates: uploadId === 'upload-1' ? 2 : 3 });
    const listed = (uploadId: string) => (uploadId === 'upload-1' ? 'as many' : 'fewer');
    for (const setup of [{ states, listed } as const, { states: () => new SalesError('unavailable') }]) {
      const { report } = await upload({ transactions: sales(4), journal, ...setup });
      expect(report).toMatchObject({ waitStopped: null, complete: true });
      expect(report.uploads.map(({ duplicates, countsMatch }) => [duplicates, countsMatch])).toEqual([
        [2, true],
        [0, false],
      ]);
    }
  });

  /** What the server was asked, in order: an upload, or about one. */
  async function asked(
    setup: Partial<Setup> = {},
    state: (uploadId: string, askedBefore: number) => UploadState | SalesError = () => processed,
  ) {
    const order: string[] = [];
    const { report } = await upload({
      transactions: sales(8),
      access: { capabilities: 'idempotency' },
      settings: { parallel: 1 },
      answer: (_, attempt) => {
        order.push('upload');
        return `u${attempt}`;
      },
      states: (uploadId) => {
        const before = order.filter((one) => one === uploadId).length;
        order.push(uploadId);
        return state(uploadId, before);
      },
      ...setup,
    });
    const whileSending = order.slice(0, order.lastIndexOf('upload')).filter((one) => one !== 'upload');
    return { order, whileSending, report };
  }

  it('asks about what is imported while it still sends, and about nothing twice', async () => {
    const journal = memoryJournal();
    const errors = ['transactions[1].currency: unknown', ...Array.from({ length: 399 }, (_, index) => `other ${index}`)];
    const { order, whileSending, report } = await asked({ journal }, () => ({ ...processed, errors }));
    expect(whileSending.length).toBeGreaterThan(0);
    expect(order.filter((one) => one !== 'upload')).toEqual(['u1', 'u2', 'u3', 'u4']);
    const seen = report.uploads.map((one) => [one.status, one.errors[0], one.errors.length, one.countsMatch]);
    expect(seen).toEqual([
      ['Processed', 'line 3: transactions[1].currency: unknown', 400, true],
      ['Processed', 'line 5: transactions[1].currency: unknown', 400, true],
      ['Processed', 'line 7: transactions[1].currency: unknown', 200, true],
      ['Processed', undefined, 0, true],
    ]);
    expect([...journal.state.states.keys()]).toEqual(['u1', 'u2', 'u3', 'u4']);
  });

  it.each<[string, (uploadId: string, askedBefore: number) => UploadState | SalesError, Partial<Setup>]>([
    ['is not imported yet', (id, before) => ({ ...processed, status: id === 'u1' && before === 0 ? 'Processing' : 'Processed' }), {}],
    ['cannot be asked about', (id, before) => (id === 'u1' && before === 0 ? new SalesError('unavailable') : processed), {}],
    ['has fewer rows in the list than were sent', () => processed, { listed: (id) => (id === 'u1' ? 'fewer' : 'as many') }],
    ['has more rows in the list than were sent', () => processed, { listed: (id) => (id === 'u1' ? 'more' : 'as many') }],
  ])('asks no further while it sends once an upload %s', async (_, state, setup) => {
    const { whileSending, report } = await asked(setup, state);
    expect(whileSending).toEqual(['u1']);
    expect(report).toMatchObject({ stopped: null, waitStopped: null, complete: true });
    const { listed = () => 'as many' } = setup;
    expect(report.uploads.map(({ status, countsMatch }) => [status, countsMatch])).toEqual(
      ['u1', 'u2', 'u3', 'u4'].map((id) => ['Processed', listed(id) === 'as many']),
    );
  });

  it.each<[string, Partial<Setup>]>([
    ['counts requests', { access: { capabilities: 'idempotency', isRateLimited: true } }],
    ['announces nothing', { access: { capabilities: null } }],
    ['is to be spared', { settings: { intervalMs: 100 } }],
  ])('asks nothing while it sends where the server %s', async (_, setup) => {
    const { order, whileSending } = await asked(setup);
    expect(whileSending).toEqual([]);
    expect(order.slice(-4)).toEqual(['u1', 'u2', 'u3', 'u4']);
  });

  it('keeps in the journal what it was told before it was stopped, while it sent and while it waited', async () => {
    const stopAt = async (isTime: (order: readonly string[]) => boolean) => {
      const controller = new AbortController();
      const journal = memoryJournal();
      const order: string[] = [];
      const tell = (what: string) => {
        order.push(what);
        if (isTime(order)) controller.abort();
      };
      const answer: Answer = (_, attempt) => {
        tell('upload');
        return `u${attempt}`;
      };
      await asked({ journal, hooks: { stop: controller.signal }, answer }, (id) => {
        tell(id);
        const isSlow = id === 'u3' || (id === 'u2' && order.filter((one) => one === 'u2').length === 1);
        return { ...processed, status: isSlow ? 'Processing' : 'Processed' };
      });
      return [...journal.state.states.keys()];
    };
    expect(await stopAt((order) => order.at(-1) === 'u1')).toEqual(['u1']);
    expect(await stopAt((order) => order.filter((one) => one === 'u3').length === 3)).toEqual(['u1', 'u2']);
  });

  it('ends the wait in time, still Processing', async () => {
    const { report, waits } = await upload({ transactions: sales(4), states: () => ({ ...processed, status: 'Processing' }) });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
    expect(report.uploads.map(({ status }) => status)).toEqual(['Processing', 'Processing']);
  });

  it('asks nothing without a wait', async () => {
    const { order, report } = await asked({ settings: { waitMs: null } });
    expect(order).toEqual(['upload', 'upload', 'upload', 'upload']);
    expect(report).toMatchObject({ waitStopped: null, uploads: [{ status: null }, {}, {}, {}] });
  });

  it('keeps at most a thousand errors and gives every rejected row away', async () => {
    const { report, rejects } = await upload({ transactions: Array.from({ length: 1_500 }, () => null) });
    expect(report.errors).toHaveLength(1_000);
    expect(rejects).toHaveLength(1_500);
  });
});
