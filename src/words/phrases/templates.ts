/** Templates of phrases in the languages that people read. */
import { formatIn } from '../format.js';
import type { ShownLanguage } from '../language.js';

/** Each language is a file of its own. English needs none: its phrases are their templates. */
const tables = {
  de: () => Promise.all([import('./de.js'), import('../de.js')]),
  fr: () => Promise.all([import('./fr.js'), import('../fr.js')]),
  it: () => Promise.all([import('./it.js'), import('../it.js')]),
};

/** By English templates, and by the names of fields. */
export async function templatesIn(language: ShownLanguage): Promise<Readonly<Record<string, string>>> {
  if (language === 'en') return {};
  const [{ templates }, { sharedWords }] = await tables[language]();
  return { ...sharedWords(formatIn(language)).fields, ...templates };
}
