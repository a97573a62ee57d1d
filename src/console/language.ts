/**
 * The language of the pages, and the region whose numbers and dates they have: what the browser asks for until its user chooses another
 * language. Kept in the browser.
 */
import { recall, remember } from './memory.js';

export type PageLanguage = 'en' | 'de' | 'fr' | 'it';

/** Each language by its own name. */
export const languages: Readonly<Record<PageLanguage, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano' };

/** Regions where people have the language; the first where nothing is known. */
const regions: Readonly<Record<PageLanguage, readonly string[]>> = {
  en: ['GB', 'IE', 'US', 'CA', 'AU', 'NZ', 'ZA'],
  de: ['DE', 'AT', 'CH', 'LI', 'LU', 'BE', 'IT'],
  fr: ['FR', 'CH', 'BE', 'LU', 'MC', 'CA'],
  it: ['IT', 'CH', 'SM', 'VA'],
};

/** `asked`: languages of the browser, such as `de-CH`, the preferred first. */
export function languageFor(asked: readonly string[], chosen: string | null): PageLanguage {
  const known = [chosen ?? '', ...asked].map((name) => name.split('-')[0] ?? '').find((name) => Object.hasOwn(languages, name));
  return (known as PageLanguage | undefined) ?? 'en';
}

/** The language in the region that the browser asks for it in, else in the first region asked for that has the language. */
export function localeFor(language: PageLanguage, asked: readonly string[]): string {
  const found = asked.flatMap((name) => {
    const [, tongue, region] = /^([a-z]{2})-(?:[A-Z][a-z]{3}-)?([A-Z]{2})\b/.exec(name) ?? [];
    return region === undefined ? [] : [{ tongue, region }];
  });
  const own = found.find(({ tongue }) => tongue === language) ?? found.find(({ region }) => regions[language].includes(region));
  return `${language}-${own?.region ?? regions[language][0]}`;
}

const { languages: asked } = navigator;
export const language = languageFor(asked, recall('language'));
export const locale = localeFor(language, asked);

/** Loads the page anew: nothing of it is in two languages. */
export function chooseLanguage(name: string): void {
  remember('language', name);
  location.reload();
}
