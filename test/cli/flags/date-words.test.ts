import { describe, expect, it } from 'vitest';
import { fromInstant, knownTimeZone, toInstant } from '../../../src/cli/flags/date-words.js';

const now = Date.parse('2026-11-20T23:30:00Z');

describe('dates of a list', () => {
  it.each<[string, string, string, string]>([
    ['today', 'Europe/Zurich', '2026-11-21T00:00:00+01:00', '2026-11-21T23:59:59.9999999+01:00'],
    ['today', 'UTC', '2026-11-20T00:00:00+00:00', '2026-11-20T23:59:59.9999999+00:00'],
    ['yesterday', 'Europe/Zurich', '2026-11-20T00:00:00+01:00', '2026-11-20T23:59:59.9999999+01:00'],
    ['-7d', 'America/New_York', '2026-11-13T00:00:00-05:00', '2026-11-13T23:59:59.9999999-05:00'],
    ['2026-11', 'Europe/Zurich', '2026-11-01T00:00:00+01:00', '2026-11-30T23:59:59.9999999+01:00'],
    ['2026-12', 'Asia/Kolkata', '2026-12-01T00:00:00+05:30', '2026-12-31T23:59:59.9999999+05:30'],
    ['9999-12-31', 'Asia/Tokyo', '9999-12-31T00:00:00+09:00', '9999-12-31T23:59:59.9999999Z'],
    ['9999-12-31', 'America/New_York', '9999-12-31T00:00:00-05:00', '9999-12-31T23:59:59.9999999Z'],
    ['9999-12', 'America/New_York', '9999-12-01T00:00:00-05:00', '9999-12-31T23:59:59.9999999Z'],
    // What people write for "from the beginning", and what some software writes for no date.
    ['0001-01-01', 'UTC', '0001-01-01T00:00:00+00:00', '0001-01-01T23:59:59.9999999+00:00'],
    ['0099-12', 'Etc/GMT-1', '0099-12-01T00:00:00+01:00', '0099-12-31T23:59:59.9999999+01:00'],
    ['2026-02-28', 'Europe/Zurich', '2026-02-28T00:00:00+01:00', '2026-02-28T23:59:59.9999999+01:00'],
    // The clock goes forward and back inside these days.
    ['2026-03-29', 'Europe/Zurich', '2026-03-29T00:00:00+01:00', '2026-03-29T23:59:59.9999999+02:00'],
    ['2026-10-25', 'Europe/Zurich', '2026-10-25T00:00:00+02:00', '2026-10-25T23:59:59.9999999+01:00'],
    // Midnight does not exist on this day.
    ['2023-04-28', 'Africa/Cairo', '2023-04-28T01:00:00+03:00', '2023-04-28T23:59:59.9999999+03:00'],
    ['2026-11-20T14:03:59+01:00', 'UTC', '2026-11-20T14:03:59+01:00', '2026-11-20T14:03:59+01:00'],
  ])('%s in %s', (text, timeZone, from, to) => {
    expect([fromInstant(text, { nowMs: now, timeZone }), toInstant(text, { nowMs: now, timeZone })]).toEqual([from, to]);
  });

  it.each(['soon', '2026-13', '2026-02-30', '7d', '2026-11-20T14:03:59', ''])('refuses %j', (text) => {
    expect(() => fromInstant(text, { nowMs: now, timeZone: 'UTC' })).toThrow('2026-11-20T14:03:59+01:00');
  });

  it('refuses a zone that there is not', () => {
    expect(() => knownTimeZone('Mars/Base')).toThrow('Europe/Zurich');
  });
});
