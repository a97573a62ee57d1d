import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type BatchBody, type BatchLimits, batchLimits, bodyOfSome, createBatcher } from '../../../src/client/batches/batches.js';
import { lineAt, lineRuns } from '../../../src/client/batches/line-runs.js';
import type { TransactionUpload } from '../../../src/contract/transaction.js';
import { readUploadRequest, type UploadRequest } from '../../../src/contract/upload.js';
import { saleOf } from '../../../src/files/rows/sale.js';

interface Row {
  line: number;
  transaction: TransactionUpload;
}

const add = (batcher: ReturnType<typeof createBatcher>, { line, transaction }: Row) =>
  batcher.add({ line, record: line, source: [] }, saleOf(transaction));

function batchesOf(rows: Row[], limits: BatchLimits, earlier?: number[]): BatchBody[] {
  const batcher = createBatcher(limits, earlier && ((number) => earlier[number - 1]));
  const full = rows.map((row) => add(batcher, row)).filter((batch) => batch !== null);
  const last = batcher.flush();
  return last ? [...full, last] : full;
}

const transactionsIn = ({ bytes }: Pick<BatchBody, 'bytes'>) =>
  (JSON.parse(Buffer.from(bytes).toString('utf8')) as UploadRequest).transactions;
/** What `rows` would be as a body, made in another way. */
const plainBody = (rows: Row[]) =>
  Array.from(JSON.stringify({ transactions: rows.map(({ transaction }) => transaction) }).split(''), (unit) =>
    unit < '\u0080' ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ).join('');
const bytesOf = (rows: Row[]) => Buffer.byteLength(plainBody(rows));

const reference = fc.string({ unit: 'grapheme', maxLength: 40 });
const references = fc.array(reference, { maxLength: 60 });
const rowsOf = (list: string[]) =>
  list.map((transactionReference, index): Row => ({ line: index + 2, transaction: { transactionReference } }));

describe('batches', () => {
  test.prop([references, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 4_000, max: 8_000 })])(
    'follow each other as the input, none over a limit, none smaller than it must be, as JSON in ASCII would be',
    (list, rowsMax, bodyBytes) => {
      const left = rowsOf(list);
      const batches = batchesOf(left, { rows: rowsMax, bodyBytes });
      for (const batch of batches) {
        const rows = left.splice(0, batch.rows.length);
        expect(rows.length).toBeGreaterThan(0);
        expect(batch.rows.map(({ line }) => line)).toEqual(rows.map(({ line }) => line));
        expect(Buffer.from(batch.bytes).toString('latin1')).toBe(plainBody(rows));
        expect(rows.length).toBeLessThanOrEqual(rowsMax);
        expect(batch.bytes.length).toBeLessThanOrEqual(bodyBytes);
        const next = left[0];
        if (next && rows.length < rowsMax) expect(bytesOf([...rows, next])).toBeGreaterThan(bodyBytes);
      }
      expect(left).toEqual([]);
    },
  );

  test.prop([references, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })])(
    'are cut again where they were cut before, whatever the limits are now',
    (list, before, now) => {
      const rows = rowsOf(list);
      const first = batchesOf(rows, { rows: before, bodyBytes: 5_000 });
      const cuts = first.slice(0, 3).map((batch) => batch.rows.at(-1)?.record ?? 0);
      const again = batchesOf(rows, { rows: now, bodyBytes: 4_000 }, cuts);
      expect(again.slice(0, cuts.length).map(({ bytes }) => bytes)).toEqual(first.slice(0, cuts.length).map(({ bytes }) => bytes));
      for (const batch of again.slice(cuts.length)) expect(batch.rows.length).toBeLessThanOrEqual(now);
    },
  );

  it('are cut again where they were cut before also where they are larger than is allowed now', () => {
    const rows = rowsOf(Array.from({ length: 60 }, (_, at) => `${at}-${'x'.repeat(30)}`));
    const first = batchesOf(rows, { rows: 50, bodyBytes: 2_000 });
    const cuts = first.map((batch) => batch.rows.at(-1)?.record ?? 0);
    expect(cuts.length).toBeGreaterThan(1);
    expect(batchesOf(rows, { rows: 50, bodyBytes: 1_000 }, cuts)).toEqual(first);
  });

  test.prop([fc.array(reference, { minLength: 1, maxLength: 20 }), fc.infiniteStream(fc.boolean())])(
    'give the bodies of some of their rows, which give those of some of theirs',
    (list, choice) => {
      let rows: Row[] = rowsOf(list).map((row, index) => ({
        ...row,
        transaction: { ...row.transaction, amount: index / 8, currency: index % 2 ? 'EUR' : null },
      }));
      let [body] = batchesOf(rows, batchLimits(100));
      for (let round = 0; round < 3 && body && rows.length > 0; round++) {
        const indexes = [...rows.keys()].filter(() => choice.next().value);
        if (indexes.length === 0) break;
        body = bodyOfSome(body, indexes);
        rows = indexes.map((index) => rows[index] as Row);
        expect(Buffer.from(body.bytes).toString('latin1')).toBe(plainBody(rows));
        expect(body.rows.map(({ line }) => line)).toEqual(rows.map(({ line }) => line));
        expect(body.sums).toEqual(batchesOf(rows, batchLimits(100))[0]?.sums);
      }
    },
  );

  it('never ask for more rows than the interface takes', () => {
    expect(batchLimits(1_000_000)).toEqual({ rows: 20_000, bodyBytes: 30_000_000 });
    expect(batchLimits(1).rows).toBe(1);
  });

  it('get smaller once the server has refused the size', () => {
    const batcher = createBatcher(batchLimits(10));
    batcher.lowerRows(2);
    // Of a batch that was cut before.
    batcher.lowerRows(5);
    const full = [1, 2, 3].map((line) => add(batcher, { line, transaction: {} }));
    expect(full.map((batch) => batch?.rows.length ?? null)).toEqual([null, null, 2]);
  });

  it('take no row that fits into none', () => {
    const batcher = createBatcher({ rows: 1, bodyBytes: 30 });
    expect(() => add(batcher, { line: 1, transaction: { brandId: 'x'.repeat(30) } })).toThrow('fits into no batch');
  });

  it('of settlement records are requests of theirs, in pieces, too', () => {
    const batcher = createBatcher(batchLimits(3), undefined, 'Settlement');
    for (const line of [1, 2, 3]) add(batcher, { line, transaction: { amount: line } });
    const body = batcher.flush() as BatchBody;
    const parsed = ({ bytes }: BatchBody) => JSON.parse(Buffer.from(bytes).toString('utf8'));
    expect(parsed(body)).toEqual({ records: [{ amount: 1 }, { amount: 2 }, { amount: 3 }] });
    expect(parsed({ ...bodyOfSome(body, [0, 2]) })).toEqual({ records: [{ amount: 1 }, { amount: 3 }] });
  });

  it('are valid upload requests', () => {
    const [body] = batchesOf([{ line: 1, transaction: { amount: 1.5 } }], batchLimits(1));
    expect(body && readUploadRequest({ transactions: transactionsIn(body) })).toEqual({ data: [{ amount: 1.5 }] });
  });
});

describe('lineRuns', () => {
  test.prop([fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 50 })])('give every line back', (gaps) => {
    let line = 1;
    const lines = gaps.map((gap) => {
      line += gap;
      return line;
    });
    const runs = lineRuns(lines);
    expect(lines.map((_, index) => lineAt(runs, index))).toEqual(lines);
    expect(lineAt(runs, lines.length)).toBeNull();
  });

  it('are short for a plain file', () => {
    expect(lineRuns(Array.from({ length: 20_000 }, (_, index) => index + 2))).toHaveLength(1);
  });
});
