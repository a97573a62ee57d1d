/** The texts of lists in the table of transactions: what JSON.stringify would write. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { additionalJson, typesJson } from '../../src/store/stored-row.js';

// Also lone halves of surrogate pairs, control characters, quotes and backslashes.
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('', '"', '\\', '\u0000', '\u001f', '\u2028', '\ud800', '\udfff', 'ü'),
);
const halves = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 5 }).map((codes) => String.fromCharCode(...codes));
const anyText = fc.oneof(text, halves);

describe('the lists of a row as text', () => {
  const typed = fc.record({ key: anyText, value: anyText, type: anyText });
  const untyped = fc.record({ key: anyText, value: anyText });
  test.prop([fc.array(fc.oneof(typed, untyped), { minLength: 1, maxLength: 4 })], { numRuns: 2_000 })('are JSON, item by item', (items) => {
    expect(additionalJson(items)).toBe(JSON.stringify(items));
  });

  test.prop([fc.array(fc.array(anyText, { minLength: 1, maxLength: 3 }), { maxLength: 5 })], { numRuns: 1_000 })(
    'also after other lists',
    (lists) => {
      for (const list of [...lists, ...lists]) expect(typesJson(list)).toBe(JSON.stringify(list));
    },
  );

  test('leave out a type without a value', () => {
    const items = [
      { key: 'a', value: 'b', type: null },
      { key: 'c', value: 'd', type: undefined },
    ];
    expect(additionalJson(items)).toBe('[{"key":"a","value":"b"},{"key":"c","value":"d"}]');
  });

  test.each([null, undefined, []])('are none where there is nothing: %s', (none) => {
    expect(additionalJson(none)).toBeNull();
    expect(typesJson(none)).toBeNull();
  });

  test('keep an empty type', () => {
    expect(typesJson([''])).toBe('[""]');
  });
});
