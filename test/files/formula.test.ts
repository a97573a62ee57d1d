import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guarded, unguarded } from '../../src/files/formula.js';

const text = fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+\-@\t\r]?.{0,5}$/));

describe('cells that look like formulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+41 44', "'+41 44"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['\0=1', "'\0=1"],
    ["'=1", "''=1"],
    ["'t Hof", "'t Hof"],
    ['VISA', 'VISA'],
    ['', ''],
  ])('%j is written as %j', (given, written) => {
    expect(guarded(given)).toBe(written);
  });

  test.prop([text])('no text is calculated, and every one is read back', (given) => {
    const written = guarded(given);
    expect(written).not.toMatch(/^[=+\-@\t\r\0]/);
    expect(unguarded(written)).toBe(given);
  });
});
