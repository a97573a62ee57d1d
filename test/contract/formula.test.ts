import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guarded, unguarded } from '../../src/contract/formula.js';
import { read } from '../files/reading.js';

const text = fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+\-@\t\r0]?.{0,5}$/));

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
    ['1E+02', "'1E+02"],
    ['', ''],
  ])('%j is written as %j', (given, written) => {
    expect(guarded(given)).toBe(written);
  });

  test.prop([text])('no text is calculated, and every one is read back', (given) => {
    const written = guarded(given);
    expect(written).not.toMatch(/^[=+\-@\t\r\0]/);
    expect(unguarded(written)).toBe(given);
  });

  it.each([
    ['="0012345"', '0012345'],
    ["'0012345", '0012345'],
    ["''0012345", "'0012345"],
    ["'70s", "'70s"],
    ["'2026-11-20", '2026-11-20'],
    ["'1E+02", '1E+02'],
    ['="a"&"b"', '="a"&"b"'],
    ['=1+1', '=1+1'],
    ['\'="0012345"', '="0012345"'],
  ])('%s is read as %s', (given, text) => {
    expect(unguarded(given)).toBe(text);
  });

  it('that keep the zeros of a reference are read as the reference', async () => {
    const { rows } = await read('Betrag;Bon-Nr;Tisch\n1,50;"=""0012345""";"=""007"""\n');
    expect(rows[0]?.transaction).toEqual({
      amount: 1.5,
      transactionReference: '0012345',
      additionalData: [{ key: 'Tisch', value: '007' }],
    });
  });
});
