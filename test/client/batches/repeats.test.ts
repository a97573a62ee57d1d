import { fc, test as property } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { countRepeats } from '../../../src/client/batches/repeats.js';

function added(rows: readonly string[], rowsMax?: number) {
  const repeats = countRepeats(rowsMax);
  for (const row of rows) {
    const bytes = Buffer.from(row);
    repeats.add(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.byteLength);
  }
  return { rows: repeats.rows, isWhole: repeats.isWhole };
}

property.prop([fc.array(fc.oneof(fc.string(), fc.constantFrom('', 'a', 'ab', '{"amount":1}', '{"amount":2}')), { maxLength: 200 })])(
  'a row counts when one before it says the same',
  (rows) => {
    expect(added(rows)).toEqual({ rows: rows.length - new Set(rows).size, isWhole: true });
  },
);

it('tells hundred thousand rows apart that differ in a digit or two, and knows each again', () => {
  const rows = Array.from(
    { length: 100_000 },
    (_, index) => `{"amount":${index / 100},"currency":"CHF","transactionReference":"R-${index}"}`,
  );
  expect(added(rows)).toEqual({ rows: 0, isWhole: true });
  expect(added([...rows, ...rows])).toEqual({ rows: 100_000, isWhole: true });
});

it('stops at its limit, and says so', () => {
  expect(added(['a', 'b', 'a', 'c'], 3)).toEqual({ rows: 1, isWhole: true });
  expect(added(['a', 'b', 'a', 'c', 'd', 'a', 'a'], 3)).toEqual({ rows: 1, isWhole: false });
});
