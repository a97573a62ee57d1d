import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { dateTimePattern, instantOf, isCalendarDate, isDateTime, ticksOf } from '../../src/contract/date-time.js';

describe('isCalendarDate', () => {
  test.each(['0001-01-01', '9999-12-31', '2024-02-29', '2000-02-29', '2026-02-28', '2026-04-30', '2026-01-31'])('%s is a date', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each([
    '0000-01-01',
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2026-04-31',
    '2026-06-31',
    '2026-09-31',
    '2026-11-31',
    '2026-01-32',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-1-01',
    '26-01-01',
    '02026-01-01',
    '-2026-01-01',
    '2026/01/01',
    '20260101',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
    '',
  ])('%j is none', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  test.prop([fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 })], { numRuns: 1_000 })(
    'agrees with Date on every year, month and day',
    (year, month, day) => {
      const text = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
      const ms = Date.parse(`${text}T00:00:00Z`);
      const real = !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
      expect(isCalendarDate(text)).toBe(real);
    },
  );
});

describe('instantOf', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:00.0000001Z', 1n],
    ['1970-01-01T00:00:00.1Z', 1_000_000n],
    ['1969-12-31T23:59:59.9999999Z', -1n],
    ['1970-01-01T01:00:00+01:00', 0n],
    ['1969-12-31T18:30:00-05:30', 0n],
    ['1970-01-01T00:00:00+23:59', -863_400_000_000n],
    ['1970-01-01T00:00:00-23:59', 863_400_000_000n],
    ['1970-01-01T00:00:00-00:00', 0n],
  ])('%s is %d ticks', (text, ticks) => {
    expect(instantOf(text)).toBe(ticks);
  });

  test.each([
    ['hour 24', '2026-01-01T24:00:00Z'],
    ['minute 60', '2026-01-01T00:60:00Z'],
    ['second 60', '2026-06-30T23:59:60Z'],
    ['8 digits of fraction', '2026-01-01T00:00:00.12345678Z'],
    ['a point without fraction', '2026-01-01T00:00:00.Z'],
    ['a comma before the fraction', '2026-01-01T00:00:00,5Z'],
    ['no offset', '2026-01-01T00:00:00'],
    ['offset without colon', '2026-01-01T00:00:00+0100'],
    ['offset of hours only', '2026-01-01T00:00:00+01'],
    ['offset of 24 hours', '2026-01-01T00:00:00+24:00'],
    ['offset of 60 minutes', '2026-01-01T00:00:00-00:60'],
    ['offset with seconds', '2026-01-01T00:00:00+01:00:00'],
    ['lower-case z', '2026-01-01T00:00:00z'],
    ['lower-case t', '2026-01-01t00:00:00Z'],
    ['blank for T', '2026-01-01 00:00:00Z'],
    ['no seconds', '2026-01-01T00:00Z'],
    ['an impossible day', '2026-02-30T00:00:00Z'],
    ['year 0', '0000-01-01T00:00:00Z'],
    ['a named zone', '2026-01-01T00:00:00+01:00[Europe/Vienna]'],
    ['a line feed at the end', '2026-01-01T00:00:00Z\n'],
    ['a date only', '2026-01-01'],
    ['nothing', ''],
  ])('%s is none', (_, text) => {
    expect(instantOf(text)).toBeNull();
  });

  const wallClock = fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true });
  const offset = fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([sign, hours, minutes]) => `${sign}${twoDigits(hours)}:${twoDigits(minutes)}`);

  test.prop([wallClock, fc.oneof(fc.constant('Z'), offset)], { numRuns: 1_000 })('agrees with Date to the millisecond', (date, zone) => {
    const text = `${date.toISOString().slice(0, -1)}${zone}`;
    expect(instantOf(text)).toBe(BigInt(new Date(text).getTime()) * 10_000n);
    expect(text).toMatch(new RegExp(dateTimePattern));
  });

  const second = wallClock.map((date) => date.toISOString().slice(0, 19));
  const fraction = fc.constantFrom('', '', '.5', '.0000001');
  test.prop([second, fraction, fc.oneof(fc.constant('Z'), offset)], { numRuns: 1_000 })(
    'are the same ticks as a number where one is exact',
    (at, part, zone) => {
      const text = `${at}${part}${zone}`;
      const ticks = ticksOf(text);
      expect(BigInt(ticks ?? 0)).toBe(instantOf(text));
      if (typeof ticks === 'number') expect(Number.isInteger(ticks)).toBe(true);
    },
  );

  test.each([
    ['2025-01-01T11:58:19+01:00', 'number'],
    ['1969-12-31T23:59:59Z', 'number'],
    ['2025-01-01T11:58:19.5Z', 'bigint'],
    ['9999-12-31T23:59:59Z', 'bigint'],
  ])('of %s are a %s', (text, type) => {
    expect(typeof ticksOf(text)).toBe(type);
  });

  test('are none of what is no date-time', () => {
    expect(ticksOf('2026-01-01T24:00:00Z')).toBeNull();
    expect(ticksOf('2026-01-01T23:00:00')).toBeNull();
  });

  const ticksInSecond = fc.integer({ min: 0, max: 9_999_999 });

  test.prop([wallClock, ticksInSecond, ticksInSecond])('orders fractions of 7 digits', (date, first, second) => {
    const at = (ticks: number) => instantOf(`${date.toISOString().slice(0, 19)}.${String(ticks).padStart(7, '0')}Z`) ?? 0n;
    expect(at(first) - at(second)).toBe(BigInt(first - second));
  });
});

describe('read character by character', () => {
  const valid = fc
    .tuple(
      fc.integer({ min: 1900, max: 2100 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.constantFrom('', '.1', '.12', '.0000001', '.1234567', '.12345678', '.'),
      fc.constantFrom('Z', '+01:00', '-23:59', '+24:00', '-00:60', '', 'z'),
    )
    .map(
      ([year, month, day, hour, rest, fraction, zone]) =>
        `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(rest)}:${twoDigits(rest)}${fraction}${zone}`,
    );
  /** One or more characters put in, taken out or replaced. */
  const damaged = fc
    .tuple(valid, fc.nat(34), fc.nat(2), fc.constantFrom('', '0', '9', '6', '/', ':', '-', '.', 'T', 'Z', '\n', ' ', '٣', '0000', '\0'))
    .map(([text, at, removed, added]) => text.slice(0, at) + added + text.slice(at + removed));
  const text = fc.oneof(valid, damaged, fc.string({ maxLength: 40 }));

  test('as the pattern and the engine read it', () => {
    let taken = 0;
    let dates = 0;
    const runs = 20_000;
    fc.assert(
      fc.property(text, (given) => {
        const expected = instantByPattern(given);
        taken += expected === null ? 0 : 1;
        expect([given, instantOf(given), isDateTime(given)]).toEqual([given, expected, expected !== null]);
        for (const date of [given, given.slice(0, 10)]) {
          dates += isDateByPattern(date) ? 1 : 0;
          expect([date, isCalendarDate(date)]).toEqual([date, isDateByPattern(date)]);
        }
      }),
      { numRuns: runs },
    );
    for (const hits of [taken, dates]) {
      expect(hits).toBeGreaterThan(runs / 20);
      expect(hits).toBeLessThan((runs * 19) / 20);
    }
  });
});

/** Written apart from the source: the pattern decides on the form, `Date` on the day and the instant. */
function instantByPattern(text: string): bigint | null {
  const parts = new RegExp(dateTimePattern).exec(text);
  const [, date = '', hour = '', minute = '', second = '', fraction = '', offset = ''] = parts ?? [];
  if (!parts || !isDateByPattern(date) || hour > '23' || minute > '59' || second > '59') return null;
  if (offset !== 'Z' && (offset.slice(1, 3) > '23' || offset.slice(4) > '59')) return null;
  const minutes = offset === 'Z' ? 0 : Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4)));
  return BigInt(Date.parse(`${date}T${hour}:${minute}:${second}Z`) - minutes * 60_000) * 10_000n + BigInt(fraction.padEnd(7, '0'));
}

function isDateByPattern(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
