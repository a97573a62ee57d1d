/** The languages that people read, and the regions whose numbers and dates they have. */

export type ShownLanguage = 'en' | 'de' | 'fr' | 'it';

/** Each language by its own name. */
export const languages: Readonly<Record<ShownLanguage, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' };

/** Regions where people have the language; the first where nothing is known. */
const regions: Readonly<Record<ShownLanguage, readonly string[]>> = {
  en: ['GB', 'IE', 'US', 'CA', 'AU', 'NZ', 'ZA'],
  de: ['DE', 'AT', 'CH', 'LI', 'LU', 'BE', 'IT'],
  fr: ['FR', 'CH', 'BE', 'LU', 'MC', 'CA'],
  it: ['IT', 'CH', 'SM', 'VA'],
};

/** `asked`: languages such as `de-CH`, the preferred first. */
export function languageFor(asked: readonly string[], chosen: string | null): ShownLanguage {
  const known = [chosen ?? '', ...asked].map((name) => name.split('-')[0] ?? '').find((name) => Object.hasOwn(languages, name));
  return (known as ShownLanguage | undefined) ?? 'en';
}

/** The language in the region that it is asked for in, else in the first region asked for that has the language. */
export function localeFor(language: ShownLanguage, asked: readonly string[]): string {
  const found = asked.flatMap((name) => {
    const [, tongue, region] = /^([a-z]{2})-(?:[A-Z][a-z]{3}-)?([A-Z]{2})\b/.exec(name) ?? [];
    return region === undefined ? [] : [{ tongue, region }];
  });
  const own = found.find(({ tongue }) => tongue === language) ?? found.find(({ region }) => regions[language].includes(region));
  return `${language}-${own?.region ?? regions[language][0]}`;
}
