import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { nameOf, sameness, userNameOf } from '../../src/contract/names.js';

const fault = (message: string) => expect.objectContaining({ code: 'usage', message: expect.stringContaining(message) as string });

describe('a name', () => {
  it.each([
    ['Bäckerei Müller & Söhne', 'Bäckerei Müller & Söhne'],
    ['Ba\u0308ckerei', 'Bäckerei'],
    ['東京 店', '東京 店'],
    ['a', 'a'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['😀'.repeat(200), '😀'.repeat(200)],
  ])('%j is kept', (given, kept) => expect(nameOf('tenant', given)).toBe(kept));

  it.each([
    ['', 'empty'],
    [' a', 'space'],
    ['a\u3000', 'space'],
    ['a\tb', 'control'],
    ['a\u0000', 'control'],
    ['a\u202eb', 'cannot be seen'],
    ['a\u200bb', 'cannot be seen'],
    ['a\u2028b', 'cannot be seen'],
    ['a\ud800', 'cannot be seen'],
    ['x'.repeat(201), '200'],
    ['0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e', 'id'],
    ['0190A5D4-7F3C-7B3E-8C1D-2F6A9B8C7D6E', 'id'],
  ])('%j is refused', (given, message) => expect(() => nameOf('tenant', given)).toThrow(fault(message)));

  it('of a user has no colon, and fits into the header that is taken', () => {
    expect(() => userNameOf('a:b')).toThrow(fault('colon'));
    expect(() => userNameOf('x'.repeat(129))).toThrow(fault('128'));
    const longest = Buffer.from(`${userNameOf('😀'.repeat(128))}:${'p'.repeat(512)}`).toString('base64');
    expect(`Basic ${longest}`.length).toBeLessThanOrEqual(1_400);
  });
});

describe('the name of a user', () => {
  it.each(['server', 'Unknown', 'IMPORT', 'ｓerver'])('%j is refused: histories have it for the system itself', (name) => {
    expect(() => userNameOf(name)).toThrow(fault('call the system itself so'));
  });

  it('may have such a word in it, and other things may be called so', () => {
    expect(userNameOf('server-1')).toBe('server-1');
    expect(nameOf('unit', 'Import')).toBe('Import');
  });
});

test.prop([fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })])(
  'what is kept is kept again, and is the same as itself',
  (given) => {
    let kept: string;
    try {
      kept = nameOf('tenant', given);
    } catch {
      return;
    }
    expect(nameOf('tenant', kept)).toBe(kept);
    expect(sameness(given)).toBe(sameness(kept));
    expect(sameness(kept.normalize('NFD'))).toBe(sameness(kept));
  },
);

it('names that differ in case or form alone are the same', () => {
  expect(sameness('API')).toBe(sameness('api'));
  expect(sameness('ﬁlm')).toBe(sameness('film'));
  expect(sameness('Ｓhop')).toBe(sameness('shop'));
  expect(sameness('shop1')).not.toBe(sameness('shop2'));
});
