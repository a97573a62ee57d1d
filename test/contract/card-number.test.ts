import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { hasCardNumber, isUnmaskedCard, maskCardField, maskCardNumbers } from '../../src/contract/card-number.js';

/** Test numbers of the card schemes, 13 to 19 digits, and numbers of the lengths between with a right check digit. */
const cardNumbers = [
  '4222222222222',
  withCheckDigit('4242424242424'),
  '378282246310005',
  '4242424242424242',
  '5555555555554444',
  withCheckDigit('4242424242424242'),
  withCheckDigit('42424242424242424'),
  '6304000000000000000'.slice(0, 18).concat(checkDigit('630400000000000000')),
];

const card = '4242424242424242';

describe('hasCardNumber', () => {
  test.each(cardNumbers)('refuses %s', (number) => {
    expect(hasCardNumber(number)).toBe(true);
  });

  test.each([
    ['spaced', '4242 4242 4242 4242'],
    ['dashed', '4242-4242-4242-4242'],
    ['dotted', '4242.4242.4242.4242'],
    ['slashed', '4242/4242/4242/4242'],
    ['no-break spaces', '4242\u00a04242\u00a04242\u00a04242'],
    ['en dashes', '4242\u20134242\u20134242\u20134242'],
    ['three blanks', '4242   4242   4242   4242'],
    ['blanks around', `  ${card}  `],
    ['text before and after', `card ${card}, thanks`],
    ['mask characters between', '4242*4242*4242*4242'],
    ['mask characters all over', [...card].join('*')],
    ['mask characters beside', `****${card}****`],
    ['full-width digits', [...card].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')],
    ['Arabic-Indic digits', [...card].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('')],
    ['Devanagari digits', [...card].map((digit) => String.fromCodePoint(0x0966 + Number(digit))).join('')],
    ['mathematical digits', [...card].map((digit) => String.fromCodePoint(0x1d7ce + Number(digit))).join('')],
    ['digits of mixed scripts', [...card].map((digit, i) => (i % 2 ? digit : String.fromCodePoint(0x0660 + Number(digit)))).join('')],
    ['an expiry date behind', `${card} 12/26`],
    ['a check code behind', `${card} 123`],
    ['a row number before', `1 ${card}`],
    ['a row number before, in printed groups', '17 4242 4242 4242 4242'],
    ['two others beside', `${card} ${card} ${card}`],
    ['an expiry date behind, grouped', '4242 4242 4242 4242 12/26'],
    ['a number before', `12 ${card}`],
    ['a column before', `2,${card}`],
    ['an Amex in its groups and a number', '3782 822463 10005 7'],
  ])('refuses a card number with %s', (_, value) => {
    expect(hasCardNumber(value)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['properly masked', '424242******4242'],
    ['masked by X', '424242XXXXXX4242'],
    ['masked by dots', '424242......4242'],
    ['last four only', '************4242'],
    ['masked in groups', '4242 42** **** 4242'],
    ['12 digits', withCheckDigit('42424242424')],
    ['20 digits, no window of which passes', '1'.repeat(20)],
    ['check digit wrong, 16 digits', '4242424242424241'],
    ['check digit wrong, 13 digits', '4222222222223'],
    ['check digit wrong, spaced', '4242 4242 4242 4241'],
    ['all zeros', '0000000000000000'],
    ['all zeros, spaced', '0000 0000 0000 0000'],
    ['a token of letters', 'tok_ABCDEFGHIJKLMNOP'],
  ])('takes %s', (_, value) => {
    expect(hasCardNumber(value)).toBe(false);
  });

  test('knows every digit of every script', () => {
    const wrong: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const digit = String.fromCodePoint(codePoint);
      if (!/\p{Nd}/u.test(digit)) continue;
      const value = [...'0123456789'].filter((ascii) => hasCardNumber(digit + withCheckDigitBehind(ascii)));
      if (value.length !== 1) wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test.prop([fc.stringMatching(/^[1-9]\d{11,14}$/), fc.constantFrom('', ' ', '-', '.', '*', 'X')])(
    'refuses any number with a right check digit',
    (digits, separator) => {
      const number = withCheckDigit(digits);
      const groups = number.match(/\d{1,4}/g) ?? [];
      expect(hasCardNumber(groups.join(separator))).toBe(true);
      const wrong = digits + String((Number(number.at(-1)) + 1) % 10);
      expect(hasCardNumber(groups.length > 0 ? (wrong.match(/\d{1,4}/g) ?? []).join(separator) : '')).toBe(false);
    },
  );
});

describe('isUnmaskedCard', () => {
  const taken = '4111111111111111';
  const refused: [string, string][] = [
    ['two groups of eight and an expiry date', '41111111 11111111 12/26'],
    ['six and ten, and an expiry date', '411111 1111111111 1226'],
    ['a row number before', '17 41111111-11111111'],
    ['the expiry date in the last group', '4111 1111 1111 11111226'],
    ['wide gaps', '41111111 \t  11111111   12/26'],
    ['a mask beside it', '41111111 11111111 12 ****'],
    ['digits of another script', '٤١١١١١١١ ١١١١١١١١ 12/26'],
    ['much beside it', `${'1 '.repeat(100)}41111111 11111111${' 1'.repeat(100)}`],
  ];
  test.each(refused)('refuses %s, and the rule for messages does not', (_, value) => {
    expect([isUnmaskedCard(value), hasCardNumber(value)]).toEqual([true, false]);
    expect(maskCardField(value)).not.toMatch(/1111111/);
  });

  test.each([
    ['masked, with an expiry date', '411111******1111 12/26'],
    ['masked in unusual groups', '41111111 ***** 111 12/26'],
    ['masked by dots', '41111111 .... 1111111112/26'],
    ['masked by dashes', '411111------1111111 12/26'],
    ['mask characters between, without which it would be one', `17 ${taken.slice(0, 8)}*${taken.slice(8)} 12/26`],
    ['no beginning of a card number', '71111111 11111114 12'],
    ['an unbroken number whose check digit is wrong, of which a part is right', '4222222222222999'],
    ['twelve digits', '4111 1111 1111'],
    ['last four and a day', '4242 2026-11-20'],
  ])('takes %s', (_, value) => {
    expect(isUnmaskedCard(value)).toBe(false);
    expect(maskCardField(value)).toBe(value);
  });

  const gap = fc.constantFrom(' ', '-', '.', '/', ', ', '   ', '\u2013', "'");
  const pan = fc
    .tuple(fc.constantFrom('2', '3', '4', '5', '6'), fc.stringMatching(/^\d{11,17}$/))
    .map((parts) => withCheckDigit(parts.join('')));
  const digits = fc.stringMatching(/^\d{0,6}$/);
  const cuts = fc.array(fc.tuple(fc.nat(18), gap), { maxLength: 6 });

  test.prop([pan, cuts, digits, digits, gap, gap], { numRuns: 5_000 })(
    'refuses any card number in any groups with digits beside it, and masks it',
    (number, places, before, after, left, right) => {
      const grouped = [...number].map((digit, at) => digit + (places.find(([place]) => place === at)?.[1] ?? '')).join('');
      const value = `${before}${left}${grouped}${right}${after}`;
      fc.pre(!/[^\d\s]{3}|[^\d\s](?:\s*[^\d\s]){2}/.test(value.replace(/\d+/g, '1')));
      expect(isUnmaskedCard(value)).toBe(true);
      expect(isUnmaskedCard(maskCardField(value))).toBe(false);
    },
  );

  test.prop([fc.stringMatching(/^[0-9 .\-*X]{0,60}$/)], { numRuns: 5_000 })('finds what trying every part would find', (value) => {
    expect(isUnmaskedCard(value)).toBe(hasCardNumber(value) || triedPartByPart(value));
  });
});

describe('masking', () => {
  test.each([
    [card, '424242******4242'],
    ['4242 4242 4242 4242', '424242******4242'],
    [`card ${card}, thanks`, 'card 424242******4242, thanks'],
    [`${card} and 378282246310005`, '424242******4242 and 378282*****0005'],
    ['4222222222222', '422222***2222'],
    ['order 4711 of 2026-01-01', 'order 4711 of 2026-01-01'],
    ['4242424242424241', '4242424242424241'],
    ['', ''],
  ])('maskCardNumbers(%j)', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });

  test('a card number among other numbers of a record is masked, however long the record', () => {
    const record = `1250,20261120,${card},000012345678,1234567890,99887766`;
    expect(maskCardNumbers(record)).toContain('424242');
    expect(maskCardNumbers(record)).not.toContain(card.slice(4, 14));
  });

  test.each([
    [[...card].join('*'), '424242******4242'],
    ['4242*4242*4242*4242', '424242******4242'],
    ['4242   4242   4242   4242', '424242******4242'],
    ['424242******4242', '424242******4242'],
    ['4242424242424241', '4242424242424241'],
  ])('maskCardField(%j)', (value, masked) => {
    expect(maskCardField(value)).toBe(masked);
  });

  const separators = fc.constantFrom('', '', ' ', '-', '*', '  ', '   ', 'X', '.', ', ', 'exp');
  const number = fc.oneof(fc.constantFrom(...cardNumbers), fc.stringMatching(/^\d{1,24}$/), fc.constantFrom('１２３', '٤٢٤٢'));
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789 -*X'), maxLength: 60 }),
    fc.array(fc.tuple(number, separators), { maxLength: 6 }).map((parts) => parts.flat().join('')),
    fc
      .tuple(fc.constantFrom(...cardNumbers), separators, separators)
      .map(([pan, a, b]) => [...pan].map((d, i) => d + (i % 2 ? a : b)).join('')),
  );

  test.prop([value], { numRuns: 5_000 })('no value of maskCardField has a card number', (given) => {
    expect(isUnmaskedCard(maskCardField(given))).toBe(false);
  });

  test.prop([value], { numRuns: 2_000 })('masking twice masks no more', (given) => {
    expect(maskCardField(maskCardField(given))).toBe(maskCardField(given));
  });

  test.prop([fc.constantFrom(...cardNumbers), separators])(
    'at most the first six and the last four digits of a card number are left',
    (pan, separator) => {
      const masked = maskCardField((pan.match(/\d{1,4}/g) ?? []).join(separator));
      expect(masked.replace(/\D/g, '')).toBe(pan.slice(0, 6) + pan.slice(-4));
    },
  );

  test.each([
    ['digits', '1'.repeat(20_000_000)],
    ['spaced digits', '1 '.repeat(5_000_000)],
  ])('ten million %s do not break it', (_, text) => {
    expect(hasCardNumber(text)).toBe(false);
    expect(maskCardNumbers(text).length).toBeLessThanOrEqual(text.length);
  });
});

describe('what only looks like a card number', () => {
  test.each([
    ['a UUID with a card number in its digits', '9339e946-3432-4425-9058-c299c9550dc6'],
    ['the same in capitals', '9339E946-3432-4425-9058-C299C9550DC6'],
    ['the name of a backup', 'sales-schema1-20261121-000007Z.db'],
    ['the name of an export', 'till_20261121_000008.csv'],
    ['the name of an export without a break', 'till20261121000008.csv'],
    ['a SHA-256 with a card number in it', 'e7d43598d78a9eecea190a5555555555554444bc8d0f190a140b964472312e88'],
  ])('%s stays as it is, and a card number beside it does not', (_, id) => {
    expect(maskCardNumbers(id)).toBe(id);
    for (const text of [`${id} ${card}`, `${card}-${id}`, `sales status ${id}, ${card}.`, `${card} ${id} ${card}`]) {
      expect(maskCardNumbers(text)).toBe(text.replaceAll(card, '424242******4242'));
    }
  });

  test.prop([fc.uuid(), fc.stringMatching(/^[0-9a-f]{64}$/)])('of any kind stay as they are', (uuid, sha256) => {
    for (const id of [uuid, sha256]) if (/[a-f]/.test(id)) expect(maskCardNumbers(`of ${id}: "${id}"`)).toBe(`of ${id}: "${id}"`);
  });

  test.each([
    ['as many digits as a SHA-256 has', '4242'.repeat(16)],
    ['a day with a time of day that there is not', '20261121-240000'],
    ['a day and a time with digits beside them', '420261121000004'],
    ['hex with something beside it', `a${card}`],
    ['hex that is longer than a SHA-256', `${'ab'.repeat(32)}${card}`],
    ['hex that is shorter', `${'ab'.repeat(20)}${card}`],
  ])('%s are none', (_, text) => {
    expect(maskCardNumbers(text)).not.toBe(text);
  });
});

describe('the short cut by the number of digits', () => {
  const digit = fc.constantFrom(...'0123456789', '٤', '４', '\u{1d7d8}', '*', ' ', '-', 'x', 'ü', '€', '😀');
  const nearly = fc.array(digit, { maxLength: 30 }).map((parts) => parts.join(''));
  const sameDigits = fc
    .array(fc.constantFrom('4242', '42', '٤٢', '４２４２', ' ', '*', 'ü'), { maxLength: 12 })
    .map((parts) => parts.join(''));

  test('changes nothing', () => {
    const seen = { short: 0, long: 0, cards: 0 };
    fc.assert(
      fc.property(fc.oneof(nearly, sameDigits), (given) => {
        const digits = given.match(/\p{Nd}/gu)?.length ?? 0;
        seen[digits < 13 ? 'short' : 'long']++;
        // Behind so many digits the long way is always taken, and no run holds them and the text together.
        const padded = `0000000000000${'x'.repeat(70)}${given}`;
        if (digits < 13) expect([given, hasCardNumber(given), maskCardNumbers(given)]).toEqual([given, false, given]);
        else expect(maskCardNumbers(padded).endsWith(maskCardNumbers(given))).toBe(true);
        seen.cards += hasCardNumber(given) ? 1 : 0;
      }),
      { numRuns: 5_000 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
  });

  test.each([
    ['twelve digits and one beyond ASCII that is none', '424242424242ü', false],
    ['twelve digits and a full-width one', '42424242424２５', false],
    ['sixteen digits, half of them in another script', '42424242٤٢٤٢٤٢٤٢', true],
    ['sixteen digits beyond the BMP', [...card].map((one) => String.fromCodePoint(0x1d7d8 + Number(one))).join(''), true],
    ['thirteen digits', '4222222222222', true],
  ])('%s', (_, value, expected) => {
    expect(hasCardNumber(value)).toBe(expected);
    expect(maskCardNumbers(value) !== value).toBe(expected);
  });
});

function checkDigit(digits: string): string {
  for (let digit = 0; digit < 10; digit++) if (luhnSum(digits + digit) % 10 === 0) return String(digit);
  throw new Error('unreachable');
}

function withCheckDigit(digits: string): string {
  return digits + checkDigit(digits);
}

/** Twelve digits that, behind a first digit equal to `first`, make a card number; behind any other first digit, none. */
function withCheckDigitBehind(first: string): string {
  return withCheckDigit(`${first}24242424242`).slice(1);
}

/** Written apart from the source: any 13 to 19 digits of more than one group, the first of them 2 to 6. */
function triedPartByPart(value: string): boolean {
  return [...value].some((_, from) =>
    [...value].some((_, at) => {
      const part = value.slice(from, at + 1);
      if (!/^[2-6].*\d$/.test(part) || /[*X]|[.-] *[.-] *[.-]/.test(part) || /^\d+$/.test(part)) return false;
      const digits = part.replace(/\D/g, '');
      return digits.length >= 13 && digits.length <= 19 && luhnSum(digits) % 10 === 0;
    }),
  );
}

/** Written apart from the source: the plain sum of the Luhn check. */
function luhnSum(digits: string): number {
  return [...digits]
    .reverse()
    .map((digit, place) => Number(digit) * (place % 2 === 1 ? 2 : 1))
    .map((value) => Math.floor(value / 10) + (value % 10))
    .reduce((sum, value) => sum + value, 0);
}
