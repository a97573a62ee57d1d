/** Which rows are one sale, decided about a few rows at a time. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { type PairedRow, pairing } from '../../src/importing/pairing.js';
import type { Names } from '../../src/store/identity.js';

/** Reference, order, terminal. */
const names: Names = [[0], [1]];

function row(file: number, known: (string | null)[], over: { batchKey?: string; uploadKey?: number; isFixed?: boolean } = {}): PairedRow {
  const { batchKey = null, uploadKey = file, isFixed = false } = over;
  return { place: { groupKey: file, uploadKey, batchKey }, known, text: JSON.stringify(known), isFixed };
}

const salesOf = (rows: readonly PairedRow[]) => new Set(pairing(rows, names)).size;

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((one, index) => permutations(values.filter((_, other) => other !== index)).map((rest) => [one, ...rest]));
}

describe('rows of several files', () => {
  const a = row(1, ['1', 'X', null]);
  const b = row(2, [null, 'X', null]);
  const c = row(3, ['2', 'X', null]);

  test.each(permutations([a, b, c]))('one that lacks what tells two apart is one of them, in any order', (...rows) => {
    expect(salesOf(rows)).toBe(2);
  });

  test.each(permutations([row(1, [null, 'X', 'T1']), row(2, ['1', null, null]), row(3, ['1', 'X', null])]))(
    'two are one as soon as a third knows both, in any order',
    (...rows) => {
      expect(salesOf(rows)).toBe(1);
      expect(pairing(rows, names)).toEqual([0, 0, 0]);
    },
  );

  test('of a pairing that is wrong, what comes later tells', () => {
    const tills = [row(1, [null, 'X', 'T1']), row(1, [null, 'X', 'T2'])];
    const references = [row(2, ['2', 'X', null]), row(2, ['1', 'X', null])];
    expect(salesOf([...tills, ...references])).toBe(2);
    expect(pairing([...tills, ...references, row(3, ['1', 'X', 'T1'])], names)).toEqual([0, 1, 1, 0, 0]);
  });

  test('as many rows as can have a partner, whatever equals what', () => {
    const knowing = [row(1, ['1', 'X', null]), row(1, ['2', 'X', null])];
    expect(pairing([...knowing, row(2, [null, 'X', null]), row(2, ['1', 'X', null])], names)).toEqual([0, 1, 1, 0]);
  });

  test('the nth of equal rows with the nth', () => {
    const twins = (file: number) => Array.from({ length: 3 }, () => row(file, [null, 'X', null]));
    expect(pairing([...twins(1), ...twins(2)], names)).toEqual([0, 1, 2, 0, 1, 2]);
  });

  test('equal rows that nothing names are one, and others are not', () => {
    expect(salesOf([row(1, [null, null, 'T1']), row(2, [null, null, 'T1'])])).toBe(1);
    expect(salesOf([row(1, [null, null, 'T1']), row(2, ['1', null, 'T1'])])).toBe(2);
    expect(salesOf([row(1, ['1', null, 'T1']), row(2, ['1', null, 'T2'])])).toBe(2);
  });

  test('a batch that is sent again is the same rows, and another of its file is not', () => {
    const sent = row(1, ['1', null, null], { batchKey: 'k' });
    expect(salesOf([sent, row(1, ['1', null, null], { batchKey: 'k', uploadKey: 9 })])).toBe(1);
    expect(salesOf([sent, row(1, ['1', null, null], { batchKey: 'l', uploadKey: 9 })])).toBe(2);
  });

  test('a matched row stands before those that came earlier, and beside another', () => {
    const plain = row(1, ['1', null, null]);
    const matched = (file: number) => row(file, ['1', null, null], { isFixed: true });
    expect(pairing([plain, matched(2)], names)).toEqual([1, 1]);
    expect(pairing([plain, matched(2), matched(3)], names)).toEqual([1, 1, 2]);
  });
});

const value = fc.constantFrom('1', '2', null);
const anyRow = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.tuple(value, value, value)).map(([file, known]) => row(file, known));

test.prop([fc.array(fc.tuple(anyRow, fc.nat()), { maxLength: 9 })], { numRuns: 2_000 })(
  'the number of sales is the same in any order of arrival',
  (given) => {
    const rows = given.map(([one]) => one);
    const shuffled = [...given].sort(([, one], [, other]) => one - other).map(([one]) => one);
    expect(salesOf(shuffled)).toBe(salesOf(rows));
  },
);

test('a thousand rows that all fit each other are five hundred sales', () => {
  const rows = [1, 2].flatMap((file) => Array.from({ length: 500 }, (_, index) => row(file, [file === 1 ? `${index}` : null, 'X', null])));
  expect(salesOf(rows)).toBe(500);
});
