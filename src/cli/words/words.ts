/** The words of everyday output in one language, and numbers and days as its people write them. */
import { formatIn } from '../../words/format.js';
import type { ShownLanguage } from '../../words/language.js';
import type { CliWords, cliWords as english } from './en.js';

/** Each language is a file of its own, of which one is loaded. */
const tables: Record<ShownLanguage, () => Promise<{ cliWords: typeof english }>> = {
  en: () => import('./en.js'),
  de: () => import('./de.js'),
  fr: () => import('./fr.js'),
  it: () => import('./it.js'),
};

/** `locale`: the language in a region, such as `de-CH`. */
export async function loadWords(language: ShownLanguage, locale: string): Promise<CliWords> {
  const { cliWords } = await tables[language]();
  return cliWords(formatIn(locale));
}
