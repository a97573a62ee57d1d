/** The language and region of the pages, and numbers in them. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** Modules of the pages, which are written for a browser. */
const load = async (name: string) => import(`../../src/console/${name}.ts`);

const browserOf = (languages: string[], kept: Record<string, string> = {}) => {
  vi.resetModules();
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept[name] ?? null });
};
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  [['de-CH', 'en'], null, 'de', 'de-CH'],
  [['fr', 'de-CH'], null, 'fr', 'fr-CH'],
  [['en-US@posix'], null, 'en', 'en-US'],
  [['it-IT'], 'de', 'de', 'de-IT'],
  [['de-CH'], 'it', 'it', 'it-CH'],
  [['de-DE'], 'en', 'en', 'en-GB'],
  [['nl-NL', 'fr-BE'], null, 'fr', 'fr-BE'],
  [['nl-NL'], null, 'en', 'en-GB'],
  [['pt-BR'], 'constructor', 'en', 'en-GB'],
  [['zh-Hant-TW', 'de-Latn-AT'], 'xx', 'de', 'de-AT'],
  [[], 'fr', 'fr', 'fr-FR'],
])('a browser that asks for %j, whose user chose %s, has %s as in %s', async (languages, chosen, language, locale) => {
  browserOf(languages, chosen === null ? {} : { 'sales.language': chosen });
  const found = await load('language');
  expect([found.language, found.locale]).toEqual([language, locale]);
});

describe.each(['en-GB', 'en-CH', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CH', 'it-IT', 'it-CH'])('in %s', (locale) => {
  it('amounts have each digit of their decimal text, and the same decimal sign', async () => {
    browserOf([locale]);
    const { moneyText } = await load('format');
    const sign = moneyText('0.5', 'CHF').slice(1, 2);
    expect(['.', ',']).toContain(sign);
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.stringMatching(/^\d{2,4}$/), (whole, fraction) => {
        const [before, after] = moneyText(`${whole}.${fraction}`, 'CHF').split(sign);
        expect(before.replace(/[^\d-]/g, '')).toBe(String(whole));
        expect(after).toBe(fraction.slice(0, 2) + fraction.slice(2).replace(/0+$/, ''));
      }),
    );
  });

  it('thousands are grouped from four digits on, so that amounts stand below each other', async () => {
    browserOf([locale]);
    const { moneyText, countText } = await load('format');
    expect([moneyText('1204.50', 'EUR').length, countText(1_204).length]).toEqual([8, 5]);
  });
});

it('adds up decimal texts without a rounding', async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  const { sumText } = await load('format');
  expect([sumText([]), sumText(['0.10', '0.20']), sumText(['-0.50', '0.2']), sumText(['90071992547409.91', '0.0001'])]).toEqual([
    ...['0.00', '0.30', '-0.30', '90071992547409.9101'],
  ]);
});
