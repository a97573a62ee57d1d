import { readFileSync } from 'node:fs';
import { fc, test as property } from '@fast-check/vitest';
import { expect } from 'vitest';
import { SalesError } from '../../src/contract/problem.js';
import { openInput } from '../../src/files/open.js';
import { rejectsFormat } from '../../src/files/rows/rejects.js';
import { rounds } from '../support/at-length.js';
import { chunked, fixture, rowRead } from './reading.js';

const originals = ['row-errors.csv', 'sales-2026-01-sample.json', 'sales-2026-01-sample.ndjson'].map((name) =>
  readFileSync(fixture(name)).subarray(0, 12_000),
);

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.integer({ min: 0, max: 40 }),
  insert: fc.oneof(
    fc.constantFrom('"', '""', '\n', '\r', ',', ';', '{', '}', ']', '\\', '\0', 'sep=;\n', '\ufeff'),
    fc.uint8Array({ maxLength: 4 }),
  ),
});

function damaged(original: Buffer, damages: (typeof damage extends fc.Arbitrary<infer Damage> ? Damage : never)[]): Buffer {
  return damages.reduce<Buffer>((bytes, { at, remove, insert }) => {
    const from = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, from), Buffer.from(insert as string), bytes.subarray(from + remove)]);
  }, original);
}

property.prop(
  { original: fc.constantFrom(...originals), damages: fc.array(damage, { minLength: 1, maxLength: 4 }) },
  { numRuns: rounds(500) },
)(
  'a damaged file ends in rows and faults with rising lines, or in a refusal; its rejects can be read again',
  async ({ original, damages }) => {
    const refused = (error: unknown) => {
      expect(error).toBeInstanceOf(SalesError);
      expect(error).toMatchObject({ code: 'inputUnusable' });
      expect((error as SalesError).message).toMatch(/\w/);
    };
    let rejects = '';
    let bad = 0;
    try {
      const input = await openInput({ stdin: chunked(damaged(original, damages), 1_000) }, { format: 'auto' });
      const format = rejectsFormat(input.description);
      rejects = format.head;
      let last = 0;
      for await (const group of input.rows) {
        for (const row of group.map(rowRead)) {
          expect(row.line).toBeGreaterThanOrEqual(last);
          last = row.line;
          expect(row.transaction === null).toBe(row.faults.length > 0);
          if (row.faults.length === 0) continue;
          bad++;
          rejects += format.row(row);
        }
      }
    } catch (error) {
      refused(error);
    }
    if (bad === 0) return;
    const again = await openInput({ stdin: chunked(rejects) }, { format: 'auto' }).catch((error: unknown) => {
      // What is ambiguous in them was decided by rows that were good; it is asked.
      refused(error);
      const answers = (error as SalesError).questions?.flatMap(({ answer }) => answer) ?? [];
      expect(answers).toContainEqual(
        expect.toBeOneOf([
          ['--date-format', 'dd/MM/yyyy'],
          ['--decimal', '.'],
        ]),
      );
      return openInput({ stdin: chunked(rejects) }, { format: 'auto', dateFormat: 'dd/MM/yyyy', decimal: '.' });
    });
    let rows = 0;
    for await (const group of again.rows) rows = group.at(-1)?.record ?? 0;
    expect(rows).toBe(bad);
  },
);
