import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type BatchRow, batchLimits, batchRow, bodyOf, createBatcher } from '../../src/client/batches.js';
import { lineAt, lineRuns } from '../../src/client/line-runs.js';
import { readUploadRequest, type UploadRequest } from '../../src/contract/upload.js';

const row = (line: number, transaction: object): BatchRow => batchRow({ line, record: line, source: [] }, transaction);

function batchesOf(rows: BatchRow[], limits: { rows: number; bodyBytes: number }): BatchRow[][] {
  const batcher = createBatcher(limits);
  const full = rows.map((one) => batcher.add(one)).filter((batch) => batch !== null);
  const last = batcher.flush();
  return last ? [...full, last] : full;
}

const reference = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('batches', () => {
  test.prop([fc.array(reference, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 700, max: 2_000 })])(
    'follow each other as the input, none over a limit, none smaller than it must be',
    (references, rowsMax, bodyBytes) => {
      const rows = references.map((transactionReference, index) => row(index + 2, { transactionReference }));
      const batches = batchesOf(rows, { rows: rowsMax, bodyBytes });
      expect(batches.flat()).toEqual(rows);
      for (const [index, batch] of batches.entries()) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(rowsMax);
        expect(bodyOf(batch).byteLength).toBeLessThanOrEqual(bodyBytes);
        const first = batches[index + 1]?.[0];
        if (first && batch.length < rowsMax) expect(bodyOf([...batch, first]).byteLength).toBeGreaterThan(bodyBytes);
      }
    },
  );

  test.prop([fc.array(reference, { minLength: 1, maxLength: 20 })])('have the rows as JSON in UTF-8', (references) => {
    const rows = references.map((transactionReference, index) => row(index, { transactionReference, amount: index / 100 }));
    const read = JSON.parse(Buffer.from(bodyOf(rows)).toString('utf8')) as UploadRequest;
    expect(read.transactions.map((one) => one.transactionReference)).toEqual(references);
  });

  it('count bytes, not characters', () => {
    expect(row(1, { brandId: 'ü€😀' }).jsonBytes).toBe(Buffer.byteLength('{"brandId":"ü€😀"}'));
  });

  it('never ask for more rows than the interface takes', () => {
    expect(batchLimits(1_000_000)).toEqual({ rows: 20_000, bodyBytes: 30_000_000 });
    expect(batchLimits(1).rows).toBe(1);
  });

  it('get smaller once the server has refused the size', () => {
    const batcher = createBatcher(batchLimits(10));
    batcher.lowerRows(2);
    const full = [1, 2, 3].map((line) => batcher.add(row(line, {})));
    expect(full.map((batch) => batch?.length ?? null)).toEqual([null, null, 2]);
  });

  it('take no row that fits into none', () => {
    expect(() => createBatcher({ rows: 1, bodyBytes: 30 }).add(row(1, { brandId: 'x'.repeat(30) }))).toThrow('fits into no batch');
  });

  it('are valid upload requests', () => {
    expect(readUploadRequest(JSON.parse(Buffer.from(bodyOf([row(1, { amount: 1.5 })])).toString()))).toEqual({
      transactions: [{ amount: 1.5 }],
    });
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
