import { fc, test as property } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { nearestZone, type TimeZone, timeZoneNamed } from '../../../src/files/values/time-zone.js';

const zone = (name: string) => timeZoneNamed(name) as TimeZone;
const offsets = (name: string, local: string) => zone(name).offsetsAt(Date.parse(`${local}Z`) / 1_000);

it.each([
  ['Europe/Zurich', '2026-03-29T01:59:59', [3_600]],
  ['Europe/Zurich', '2026-03-29T02:00:00', []],
  ['Europe/Zurich', '2026-03-29T02:59:59', []],
  ['Europe/Zurich', '2026-03-29T03:00:00', [7_200]],
  ['Europe/Zurich', '2026-10-25T01:59:59', [7_200]],
  ['Europe/Zurich', '2026-10-25T02:00:00', [7_200, 3_600]],
  ['Europe/Zurich', '2026-10-25T02:59:59', [7_200, 3_600]],
  ['Europe/Zurich', '2026-10-25T03:00:00', [3_600]],
  ['America/New_York', '2026-03-08T02:30:00', []],
  ['America/New_York', '2026-11-01T01:30:00', [-14_400, -18_000]],
  ['Australia/Lord_Howe', '2026-10-04T02:15:00', []],
  ['Australia/Lord_Howe', '2026-04-05T01:45:00', [39_600, 37_800]],
  ['Pacific/Apia', '2011-12-30T12:00:00', []],
  ['Asia/Kolkata', '2026-06-01T12:00:00', [19_800]],
  ['UTC', '2026-12-31T23:59:59', [0]],
  ['Asia/Kathmandu', '2026-01-01T00:00:00', [20_700]],
])('the clock of %s at %s', (name, local, expected) => expect(offsets(name, local)).toEqual(expected));

const names = [
  'Europe/Zurich',
  'Europe/Dublin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Tokyo',
  'Pacific/Chatham',
];
const formats = new Map(
  names.map((name) => [name, new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })]),
);

property.prop(
  { name: fc.constantFrom(...names), instant: fc.integer({ min: Date.UTC(2000, 0) / 1_000, max: Date.UTC(2040, 0) / 1_000 }) },
  { numRuns: 1_000 },
)('of any instant, the local time leads back to it', ({ name, instant }) => {
  const local =
    Date.parse(
      `${formats
        .get(name)
        ?.format(instant * 1_000)
        .replace(' ', 'T')}Z`,
    ) / 1_000;
  const found = zone(name).offsetsAt(local);
  expect(found).toContain(local - instant);
  expect(found.length).toBeLessThanOrEqual(2);
});

it('a name that is none is told the nearest', () => {
  expect([timeZoneNamed('Europe/Bern'), timeZoneNamed(''), nearestZone('zurich'), nearestZone('europe zurich'), nearestZone('??')]).toEqual(
    [null, null, 'Europe/Zurich', 'Europe/Zurich', null],
  );
});
