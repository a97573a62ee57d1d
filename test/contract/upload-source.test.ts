/** The header that tells which file an upload came from: what is written is read again, and whatever is no such header is refused with its remedy. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SalesError } from '../../src/contract/problem.js';
import { fileNameAt, fileNameMax, uploadSourceHeader, uploadSourceOf } from '../../src/contract/upload-source.js';

const sha256 = 'a1'.repeat(32);
const form = "filename*=UTF-8''NAME; sha-256=HEX";

function faultOf(header: string): string {
  try {
    throw new Error(`taken: ${JSON.stringify(uploadSourceOf(header))}`);
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    expect([error.code, Object.keys(error.errors ?? {})]).toEqual(['validation', ['Upload-Source']]);
    return error.errors?.['Upload-Source']?.join() ?? '';
  }
}

describe('a name', () => {
  it.each([
    ['kasse.csv', "filename*=UTF-8''kasse.csv"],
    // RFC 8187, section 3.2.3: the euro sign and the pound sign.
    ['£ and € rates.csv', "filename*=UTF-8''%C2%A3%20and%20%E2%82%AC%20rates.csv"],
    ["it's (1)*.csv", "filename*=UTF-8''it%27s%20%281%29%2A.csv"],
    ['売上.csv', "filename*=UTF-8''%E5%A3%B2%E4%B8%8A.csv"],
  ])('%s is written as RFC 8187 says', (name, written) => {
    expect(uploadSourceHeader({ name, sha256 })).toBe(`${written}; sha-256=${sha256}`);
    expect(uploadSourceOf(`${written}; sha-256=${sha256}`)).toEqual({ name, sha256 });
  });

  it('of whatever path is one that the header takes, in ASCII, and is read as it was written', () => {
    const paths = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({
        unit: fc.constantFrom('a', '/', '\\', '\u0000', '\n', '\u202E', '4242', '-', '😀', '\uD83D', ';', "'", '%', '.', 'é'),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(paths, (path) => {
        const name = fileNameAt(path);
        const header = uploadSourceHeader({ name, sha256 });
        expect(header).toMatch(/^[!-~]+(?: [!-~]+)?$/);
        expect(uploadSourceOf(header)).toEqual({ name, sha256 });
        expect(name?.length ?? 0).toBeLessThanOrEqual(fileNameMax);
        if (name !== null) expect(fileNameAt(name)).toBe(name);
      }),
    );
  });

  it.each([
    ['/home/anna/März/kasse.csv', 'kasse.csv'],
    ['C:\\Kasse\\Export\\kasse.csv', 'kasse.csv'],
    ['../', null],
    ['', null],
    ['a\u0000b\r\n.csv', 'a_b__.csv'],
    ['gnp.\u202Evsc', 'gnp._vsc'],
    ['Ma\u0308rz.csv', 'März.csv'],
    ['4242424242424242.csv', '424242******4242.csv'],
    [`${'é'.repeat(300)}.csv`, 'é'.repeat(fileNameMax)],
    [`${'a'.repeat(fileNameMax - 1)}😀.csv`, 'a'.repeat(fileNameMax - 1)],
  ])('of %j is %j', (path, name) => {
    expect(fileNameAt(path)).toBe(name);
  });
});

describe('the header', () => {
  it('may come in another order, with other blanks, in capitals, with a language, and without a name', () => {
    const same = { name: 'März.csv', sha256 };
    for (const header of [
      `sha-256=${sha256};filename*=UTF-8''M%C3%A4rz.csv`,
      `FILENAME*=utf-8'de'M%c3%a4rz.csv ;\tSHA-256=${sha256.toUpperCase()}`,
    ])
      expect(uploadSourceOf(header)).toEqual(same);
    expect(uploadSourceOf(`sha-256=${sha256}`)).toEqual({ name: null, sha256 });
    expect(uploadSourceOf(undefined)).toBeNull();
  });

  it.each([
    ['', form],
    ['kasse.csv', form],
    ['constructor', form],
    [`sha-256=${sha256};`, form],
    [`sha-256=${sha256}; sha-256=${sha256}`, form],
    [`sha-256=${sha256}, sha-256=${sha256}`, form],
    [`filename="kasse.csv"; sha-256=${sha256}`, form],
    [`filename*=UTF-8''kasse.csv; sha-256=${sha256}; size=7`, form],
    ["filename*=UTF-8''kasse.csv", '64 hexadecimal digits'],
    [`sha-256=${sha256.slice(1)}`, '64 hexadecimal digits'],
    [`sha-256=:${'a'.repeat(43)}=:`, '64 hexadecimal digits'],
    [`filename*=kasse.csv; sha-256=${sha256}`, 'as RFC 8187 encodes it'],
    [`filename*=ISO-8859-1''M%E4rz.csv; sha-256=${sha256}`, 'as RFC 8187 encodes it'],
    [`filename*=UTF-8''M%E4rz.csv; sha-256=${sha256}`, 'as RFC 8187 encodes it'],
    [`filename*=UTF-8''a%2; sha-256=${sha256}`, 'as RFC 8187 encodes it'],
    [`filename*=UTF-8''M\u00E4rz.csv; sha-256=${sha256}`, 'as RFC 8187 encodes it'],
    [`filename*=UTF-8''; sha-256=${sha256}`, '1 to 255 characters'],
    [`filename*=UTF-8''${'a'.repeat(256)}; sha-256=${sha256}`, '1 to 255 characters'],
    [`filename*=UTF-8''..%2Fkasse.csv; sha-256=${sha256}`, 'without its path'],
    [`filename*=UTF-8''C:%5Ckasse.csv; sha-256=${sha256}`, 'as RFC 8187 encodes it'],
    [`filename*=UTF-8''C%3A%5Ckasse.csv; sha-256=${sha256}`, 'without its path'],
    [`filename*=UTF-8''a%00b; sha-256=${sha256}`, 'without control characters'],
    [`filename*=UTF-8''a%0D%0Ab; sha-256=${sha256}`, 'without control characters'],
    [`filename*=UTF-8''a%E2%80%AEb; sha-256=${sha256}`, 'without control characters'],
    [`filename*=UTF-8''4242424242424242.csv; sha-256=${sha256}`, 'without a full card number'],
  ])('%j is refused', (header, remedy) => {
    const fault = faultOf(header);
    expect(fault).toContain(remedy);
    expect(fault).not.toContain('4242');
  });

  it('whatever it is, is read or refused', () => {
    const parts = fc.constantFrom('filename*=', 'sha-256=', "UTF-8''", sha256, ';', ' ', '%41', '%', 'a', '"', ',', '=', "'", '\t', 'é');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 9 }), (some) => {
        try {
          expect(uploadSourceOf(some.join(''))?.sha256).toBe(sha256);
        } catch (error) {
          if (!(error instanceof SalesError)) throw error;
        }
      }),
    );
  });
});
