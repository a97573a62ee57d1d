import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { jsonFault, repeatedName } from '../../src/contract/json-fault.js';

const repeated = 'the name is in the object already';

describe('repeatedName', () => {
  /** Objects with at least one member, under each other and in lists, with names and texts that are easily taken for another's. */
  const { value } = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('', 'a', '"', '":', '\\', '\\"', ':"a"', 1, null, true),
      tie('object'),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
    object: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', '1', '"', '\\', ''), tie('value'), {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
  }));
  const spelt = fc.constantFrom<(name: string) => string>(
    JSON.stringify,
    (name) => `"${[...name].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
  );

  test.prop([value, fc.constantFrom(undefined, 1)])('is null where JSON.parse loses nothing', (given, indent) => {
    const text = JSON.stringify(given, null, indent);
    expect(repeatedName(text, JSON.parse(text))).toBeNull();
    expect(jsonFault(text)).toBeNull();
  });

  test.prop([value, value, fc.nat(), spelt, fc.constantFrom('', ' ', '\n')])(
    'is where a name stands twice, however it is spelt',
    (given, other, at, spell, blank) => {
      const text = JSON.stringify(given);
      // The ends of all names, which are followed by a colon outside of strings; the value lies behind.
      const names = [...text.matchAll(/"(?:[^"\\]|\\.)*"(:)?/g)].filter(([, colon]) => colon);
      const name = names[at % Math.max(names.length, 1)];
      if (!name) return;
      const own = name[0].slice(0, -1);
      const doubled = `${text.slice(0, name.index)}${spell(JSON.parse(own))}${blank}:${JSON.stringify(other)},${text.slice(name.index)}`;
      expect(repeatedName(doubled, JSON.parse(doubled)), doubled).toMatchObject({ message: repeated });
    },
  );

  test.each([
    ['{"a":1,\n "b":2,\n "a":3}', 3, 2],
    ['[{"a":{"b":1,"b":2}}]', 1, 14],
    ['{"a":1,"\\u0061":2}', 1, 8],
  ])('%j has one in line %d, column %d', (text, line, column) => {
    expect(repeatedName(text, JSON.parse(text))).toEqual({ line, column, message: repeated });
    // It is JSON, though.
    expect(jsonFault(text)).toBeNull();
  });

  test('looks as deep as a text goes', () => {
    const deep = (inner: string) => `${'[{"a":'.repeat(2_000)}${inner}${'}]'.repeat(2_000)}`;
    for (const [inner, message] of [
      ['1', null],
      ['{"b":1,"b":2}', repeated],
    ] as const) {
      expect(repeatedName(deep(inner), JSON.parse(deep(inner)))?.message ?? null).toBe(message);
    }
  });
});

describe('jsonFault', () => {
  test.each([
    ['', 1, 1, 'ends too early'],
    ['  \n ', 2, 2, 'ends too early'],
    ['{', 1, 2, 'ends too early'],
    ['{"a":', 1, 6, 'ends too early'],
    ['[1, 2', 1, 6, 'ends too early'],
    ['[1,]', 1, 4, 'expected a value'],
    ['{"a":1,}', 1, 8, 'expected a name'],
    ['{a:1}', 1, 2, 'expected a name'],
    ["{'a':1}", 1, 2, 'expected a name'],
    ['{"a" 1}', 1, 6, 'expected a colon'],
    ['{"a":1 "b":2}', 1, 8, 'expected a comma or }'],
    ['[1 2]', 1, 4, 'expected a comma or ]'],
    ['[1}', 1, 3, 'expected a comma or ]'],
    ['{"a":1]', 1, 7, 'expected a comma or }'],
    ['1 2', 1, 3, 'unexpected text after the end'],
    ['[] x', 1, 4, 'unexpected text after the end'],
    ['01', 1, 2, 'unexpected text after the end'],
    ['[01]', 1, 3, 'expected a comma or ]'],
    ['[+1]', 1, 2, 'expected a value'],
    ['[.5]', 1, 2, 'expected a value'],
    ['[1.]', 1, 3, 'expected a comma or ]'],
    ['[NaN]', 1, 2, 'expected a value'],
    ['[tru]', 1, 2, 'expected a value'],
    ['\ufeff{}', 1, 1, 'expected a value'],
    ['["a\nb"]', 1, 4, 'control character'],
    ['["\\x"]', 1, 3, 'unknown escape'],
    ['["\\u12"]', 1, 3, 'unknown escape'],
    ['[\n  "abc', 2, 3, 'not closed'],
    ['{\n  "a": 1,\n  "b": oops\n}', 3, 8, 'expected a value'],
    ['{\r\n  "a": 1,\r\n  "b": oops\r\n}', 3, 8, 'expected a value'],
    ['{"ü": "😀", x}', 1, 13, 'expected a name'],
  ])('%j fails in line %d, column %d: %s', (text, line, column, message) => {
    expect(jsonFault(text)).toEqual({ line, column, message: expect.stringContaining(message) });
  });

  test.each(['{}', '[]', '[[],{}]', ' {"a" : [1e5, -0.5E-3, true, false, null, "\\u00e4\\n\u2028"]}\r\n\t', '"x"', '-0'])(
    '%j has none',
    (text) => {
      expect(jsonFault(text)).toBeNull();
    },
  );

  test('no control character stands in a string as it is', () => {
    for (let code = 0; code < 0x20; code++) {
      expect(jsonFault(`["${String.fromCharCode(code)}"]`)).toEqual({
        line: 1,
        column: 3,
        message: expect.stringContaining('control character'),
      });
    }
    expect(jsonFault('["\u007f\u0080 "]')).toBeNull();
  });

  test('knows the escapes that JSON.parse knows, and the blanks', () => {
    for (let code = 0; code < 0x250; code++) {
      const char = String.fromCharCode(code);
      for (const text of [`"\\${char}"`, `"\\${char}0041"`, `[${char}]`]) expect(jsonFault(text) === null, text).toBe(parses(text));
    }
  });

  const edit = fc.record({
    at: fc.nat(),
    remove: fc.integer({ min: 0, max: 2 }),
    insert: fc.oneof(
      fc.constantFrom('', ',', ':', '"', '{', '}', '[', ']', '0', '-', '.', 'e', '\\', '\n', ' ', 'null', '\u0000'),
      fc.string({ maxLength: 2 }),
    ),
  });

  test.prop([fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1), edit], { numRuns: 5_000 })(
    'is null exactly when JSON.parse takes the text',
    (value, indent, { at, remove, insert }) => {
      const text = JSON.stringify(value, null, indent);
      const place = at % (text.length + 1);
      const edited = text.slice(0, place) + insert + text.slice(place + remove);
      expect(jsonFault(edited) === null, edited).toBe(parses(edited));
    },
  );

  test.prop([fc.jsonValue(), edit], { numRuns: 1_000 })(
    'names a place in the text, in words that do not depend on it',
    (value, { at, remove, insert }) => {
      const text = JSON.stringify(value, null, 1);
      const place = at % (text.length + 1);
      const edited = text.slice(0, place) + insert + text.slice(place + remove);
      const fault = jsonFault(edited);
      if (!fault) return;
      const lines = edited.split('\n');
      expect(fault.line).toBeGreaterThanOrEqual(1);
      expect(fault.column).toBeGreaterThanOrEqual(1);
      expect(fault.column).toBeLessThanOrEqual((lines[fault.line - 1]?.length ?? -1) + 1);
      expect(messages).toContain(fault.message);
    },
  );

  test('a card number in a broken text is not in the message', () => {
    expect(JSON.stringify(jsonFault('{"cardNumberMasked": 4242424242424242x}'))).not.toContain('4242');
  });

  test('nesting of a million levels does not break it', () => {
    expect(jsonFault('['.repeat(1_000_000))).toMatchObject({ column: 1_000_001 });
  });
});

/** All that it can say: a message that quotes the input would not be among them. */
const messages = [
  'the text ends too early',
  'unexpected text after the end',
  'expected a value',
  'expected a name in double quotes',
  'expected a colon after the name',
  'expected a comma or }',
  'expected a comma or ]',
  'a control character must be escaped in a string',
  'unknown escape in a string',
  'the string that begins here is not closed',
];

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
