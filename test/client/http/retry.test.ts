import { describe, expect, it } from 'vitest';
import { type RetrySituation, retryWaitMs } from '../../../src/client/http/retry.js';
import { httpDateMs, retryAfterS } from '../../../src/client/http/retry-after.js';

const base: RetrySituation = { code: 'unavailable', retryAfterS: undefined, attempt: 1, elapsedMs: 0, retryForMs: 900_000, random: 0.5 };

describe('retryWaitMs', () => {
  it.each<[string, Partial<RetrySituation>, number | null]>([
    ['the first failure waits up to a second', {}, 500],
    ['full jitter begins at nothing', { random: 0 }, 0],
    ['the wait doubles', { attempt: 4 }, 4_000],
    ['it ends at 30 s', { attempt: 60, random: 1 }, 30_000],
    ['Retry-After wins over our own timing', { retryAfterS: 7, attempt: 5 }, 7_000],
    ['Retry-After: 0 is now', { retryAfterS: 0 }, 0],
    ['a wait never goes past the end', { attempt: 10, random: 1, elapsedMs: 899_000 }, 1_000],
    ['a Retry-After past the end gives up', { retryAfterS: 10, elapsedMs: 895_000 }, null],
    ['time is over', { elapsedMs: 900_000 }, null],
    ['--retry-for 0s never repeats', { retryForMs: 0 }, null],
    ['a connection that was not made is tried again', { code: 'network' }, 500],
    ['429 is tried again', { code: 'tooManyRequests' }, 500],
    ['an upload in doubt never is', { code: 'inDoubt' }, null],
    ['401 never is', { code: 'unauthorized' }, null],
    ['400 never is', { code: 'validation' }, null],
    ['an untrusted certificate never is', { code: 'tlsTrust' }, null],
  ])('%s', (_name, change, expected) => {
    expect(retryWaitMs({ ...base, ...change })).toBe(expected);
  });
});

describe('retryAfterS', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each<[string, string | undefined, string | undefined, number | undefined]>([
    ['seconds', '120', undefined, 120],
    [
      'a date counts from the Date of the answer, whatever our clock says',
      'Fri, 20 Nov 2026 10:00:30 GMT',
      'Fri, 20 Nov 2026 10:00:00 GMT',
      30,
    ],
    ['a date without Date counts from our clock', 'Fri, 20 Nov 2026 12:01:00 GMT', undefined, 60],
    ['a date that has passed is now', 'Fri, 20 Nov 2026 09:00:00 GMT', 'Fri, 20 Nov 2026 10:00:00 GMT', 0],
    ['more than a day is a day', '9999999', undefined, 86_400],
    ['nothing', undefined, undefined, undefined],
    ['garbage', 'soon', undefined, undefined],
    ['a negative number', '-5', undefined, undefined],
  ])('%s', (_name, header, date, expected) => {
    expect(retryAfterS(header, date, now)).toBe(expected);
  });

  it('reads no number as a date', () => {
    expect(httpDateMs('2026')).toBeUndefined();
  });
});
