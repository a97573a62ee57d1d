/** The words of everyday output in one language, and numbers and days as its people write them. */

import { phraseText } from '../../contract/phrase.js';
import { formatIn } from '../../words/format.js';
import type { ShownLanguage } from '../../words/language.js';
import { templatesIn } from '../../words/phrases/templates.js';
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
  const [{ cliWords }, templates] = await Promise.all([tables[language](), templatesIn(language)]);
  return { ...cliWords(formatIn(locale)), phrase: (value) => phraseText(value, templates) };
}
