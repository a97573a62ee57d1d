import { describe, expect, it } from 'vitest';
import { failureData, failureOf } from '../../src/contract/failure-data.js';
import { SalesError } from '../../src/contract/problem.js';

/** As it comes out on the other side. */
const acrossThreads = (error: unknown) => failureOf(structuredClone(failureData(error)));

describe('failures between threads', () => {
  it('a SalesError keeps all that it says', () => {
    const cause = Object.assign(new Error('disk I/O error'), { name: 'SqliteError', code: 'SQLITE_IOERR_WRITE' });
    const given = new SalesError('validation', 'Not so.', {
      errors: { 'transactions[3].amount': ['must be a number'] },
      hint: 'h',
      retryAfterS: 7,
      cause,
    });
    const taken = acrossThreads(given);
    expect(taken).toBeInstanceOf(SalesError);
    expect(taken).toMatchObject({ code: 'validation', message: 'Not so.', errors: given.errors, hint: 'h', retryAfterS: 7 });
    expect(taken.cause).toMatchObject({ name: 'SqliteError', message: 'disk I/O error', code: 'SQLITE_IOERR_WRITE' });
  });

  it('what it does not say stays unsaid', () => {
    const taken = acrossThreads(new SalesError('notFound')) as SalesError;
    expect([taken.errors, taken.hint, taken.retryAfterS, taken.cause]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([
    [new TypeError('a defect'), 'TypeError', 'a defect'],
    ['thrown text', 'Error', 'thrown text'],
  ])('any other value is an error with its name and message', (given, name, message) => {
    const taken = acrossThreads(given);
    expect(taken).not.toBeInstanceOf(SalesError);
    expect(taken).toMatchObject({ name, message, stack: expect.stringContaining(message) });
    expect(taken).not.toHaveProperty('code');
  });
});
