import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { amountFromText, atLeast, atMost, decimalText, isTooFine, tenThousandths } from '../../src/contract/amount.js';

describe('amountFromText', () => {
  test.each([
    ['0', 0],
    ['0.00', 0],
    ['12.50', 12.5],
    ['-3', -3],
    ['+0.05', 0.05],
    ['007', 7],
    ['123456789012345', 123_456_789_012_345],
    ['1234567890123.45', 1_234_567_890_123.45],
    ['0.000000000000001', 1e-15],
    // Zeros at either end are not significant.
    ['000000000000000012.50', 12.5],
    ['12.500000000000000000', 12.5],
    ['100000000000000000000', 1e20],
  ])('reads %j', (text, amount) => {
    expect(amountFromText(text)).toEqual({ amount });
  });

  test.each([
    ['1.355,90', 'comma'],
    ['1,35', 'comma'],
    ['1,355.90', 'comma'],
    ['1e3', 'decimal number'],
    ['', 'decimal number'],
    [' 1', 'decimal number'],
    ['1 ', 'decimal number'],
    ['1\n', 'decimal number'],
    ['.5', 'decimal number'],
    ['5.', 'decimal number'],
    ['1.2.3', 'decimal number'],
    ['--1', 'decimal number'],
    ['+-1', 'decimal number'],
    ['0x10', 'decimal number'],
    ['1_000', 'decimal number'],
    ["1'000", 'decimal number'],
    ['NaN', 'decimal number'],
    ['Infinity', 'decimal number'],
    ['１２', 'decimal number'],
    ['€1', 'decimal number'],
    ['1234567890123456', '15 significant digits'],
    ['12345678901234.56', '15 significant digits'],
    ['0.1234567890123456', '15 significant digits'],
    ['-1000000000000001', '15 significant digits'],
  ])('refuses %j', (text, reason) => {
    expect(amountFromText(text)).toEqual({ fault: expect.stringContaining(reason) });
  });

  test.prop([fc.string({ unit: fc.constantFrom(...'00123456789.-+,'), maxLength: 18 })], { numRuns: 5_000 })(
    'takes what the pattern takes, as the engine reads it',
    (text) => {
      const significant = text.replace(/[^0-9]/g, '').replace(/^0+|0+$/g, '').length;
      const isRight = /^[+-]?\d+(?:\.\d+)?$/.test(text) && significant <= 15;
      expect(amountFromText(text)).toEqual(isRight ? { amount: Number(text) } : { fault: expect.any(String) });
    },
  );

  test.each([
    ['too large', `1${'0'.repeat(400)}`],
    ['too small', `0.${'0'.repeat(400)}1`],
    ['so small that digits are lost', `0.${'0'.repeat(315)}123456789`],
  ])('refuses what a double cannot carry: %s', (_, text) => {
    expect(amountFromText(text)).toHaveProperty('fault');
  });

  /** An amount of at most 15 significant digits as an integer and the number of its decimals. */
  const decimal = fc.record({
    digits: fc.integer({ min: 0, max: 999_999_999_999_999 }),
    decimals: fc.integer({ min: 0, max: 20 }),
    negative: fc.boolean(),
  });

  test.prop([decimal], { numRuns: 1_000 })(
    'every decimal of 15 significant digits comes back from the double',
    ({ digits, decimals, negative }) => {
      const padded = String(digits).padStart(decimals + 1, '0');
      const split = padded.length - decimals;
      const text = `${negative && digits > 0 ? '-' : ''}${padded.slice(0, split)}${decimals > 0 ? `.${padded.slice(split)}` : ''}`;
      const reading = amountFromText(text);
      if (!('amount' in reading)) throw new Error(`${text}: ${reading.fault}`);
      const [mantissa = '', exponent = ''] = reading.amount.toExponential(14).split('e');
      const back = BigInt(mantissa.replace('.', ''));
      const shift = Number(exponent) - 14 + decimals;
      const scaled = shift >= 0 ? back * 10n ** BigInt(shift) : back / 10n ** BigInt(-shift);
      expect(scaled).toBe(BigInt(negative ? -digits : digits));
    },
  );

  test.prop([fc.string({ unit: fc.constantFrom(...'0123456789.,+-eE x') })])('reads a number as Number does, or not at all', (text) => {
    const reading = amountFromText(text);
    if ('amount' in reading) expect(reading.amount).toBe(Number(text));
    else expect(/^[+-]?\d{1,15}$/.test(text)).toBe(false);
  });
});

describe('sums', () => {
  const cents = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });

  test.prop([fc.array(cents, { maxLength: 200 })])('cents in, exact sum out', (amounts) => {
    const sum = amounts.reduce((total, amount) => total + (tenThousandths(amount / 100) ?? 0n), 0n);
    expect(sum).toBe(amounts.reduce((total, amount) => total + BigInt(amount) * 100n, 0n));
  });

  test.prop([fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })])('the text of a sum names it exactly', (units) => {
    const text = decimalText(units);
    expect(text).toMatch(/^-?(0|[1-9]\d*)\.\d{2,4}$/);
    const [whole = '', fraction = ''] = text.replace('-', '').split('.');
    const absolute = BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'));
    expect(text.startsWith('-') ? -absolute : absolute).toBe(units);
    expect(fraction.length > 2 && fraction.endsWith('0')).toBe(false);
  });

  const tenths = fc
    .integer({ min: -(10 ** 15), max: 10 ** 15 })
    .chain((units) => fc.constantFrom(units / 10, units / 1e4, units / 1e5, units * 10));

  test.prop([fc.oneof(fc.double(), tenths, fc.double({ min: -1e5, max: 1e5, noNaN: true }))], { numRuns: 2_000 })(
    'any double is worth what its shortest text says to four decimals, or nothing',
    (amount) => {
      // Below the half of a unit, it is nothing that its text could be cut to.
      const shown = Math.abs(amount) < 1e9 ? Number(amount.toFixed(4)) : amount;
      const near = Math.abs(shown - amount) <= 1e-9 ? String(shown) : String(amount);
      const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(near) ?? [];
      const units = whole === '' ? null : BigInt(`${sign}1`) * BigInt(whole + fraction.padEnd(4, '0'));
      expect(tenThousandths(amount)).toBe(units);
      expect(isTooFine(amount)).toBe(units === null && Number.isFinite(amount) && !Number.isInteger(amount));
    },
  );

  const cent = fc.integer({ min: -100_000_000, max: 100_000_000 }).map((units) => units / 100);
  const part = fc.integer({ min: 2, max: 9 });

  test.prop([cent, part, cent], { numRuns: 2_000 })(
    'what sums and shares leave of noise is worth what was meant',
    (amount, parts, other) => {
      for (const noisy of [(amount / parts) * parts, amount + other - other, amount * 1.1 - amount * 0.1]) {
        expect(tenThousandths(noisy)).toBe(tenThousandths(amount));
        expect(isTooFine(noisy)).toBe(false);
      }
    },
  );

  test.prop([cent, fc.constantFrom(0, 1e-10, -1e-10, 2e-9, -2e-9, 1e-5), fc.constantFrom(0, 1e-10, 0.0001, -0.0001, 2e-9)], {
    numRuns: 2_000,
  })('a bound takes in what is compared as it', (one, noise, apart) => {
    const [amount, bound] = [one + noise, one + apart];
    const [worth, limit] = [amount, bound].map((double) => Number(tenThousandths(double) ?? double * 1e4)) as [number, number];
    expect(amount >= (atLeast(bound) ?? Number.NaN)).toBe(worth >= limit);
    expect(amount <= (atMost(bound) ?? Number.NaN)).toBe(worth <= limit);
  });

  test.each([
    [0, 0n],
    [-0, 0n],
    [0.1, 1_000n],
    [0.1 + 0.2, 3_000n],
    [1.1300000000000001, 11_300n],
    [-2.3000000000000003, -23_000n],
    [1.129999999999, 11_300n],
    [1.13000001, null],
    [5e-324, 0n],
    [-12.3456, -123_456n],
    [0.0001, 1n],
    [0.00001, null],
    [1e-7, null],
    [1e-10, 0n],
    [123_456_789_012_345_680_000, 1_234_567_890_123_456_800_000_000n],
    [1e21, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])('%d in units of 10⁻⁴', (amount, units) => {
    expect(tenThousandths(amount)).toBe(units);
  });

  test.each([
    [0n, '0.00'],
    [1n, '0.0001'],
    [-1n, '-0.0001'],
    [10n, '0.001'],
    [100n, '0.01'],
    [10_000n, '1.00'],
    [12_043_311_800n, '1204331.18'],
    [-1_250_000n, '-125.00'],
  ])('%d as text', (units, text) => {
    expect(decimalText(units)).toBe(text);
  });
});
