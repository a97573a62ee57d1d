/** Every string of the pages, in the chosen language. What counts or joins is a function of its values. */
import type { ShownLanguage } from '../words/language.js';
import { language } from './language.js';
import type * as english from './words/en/index.js';

export type PageWords = typeof english;

/** Each language is a file of its own: a browser loads one. */
const tables: Record<ShownLanguage, () => Promise<PageWords>> = {
  en: () => import('./words/en/index.js'),
  de: () => import('./words/de/index.js'),
  fr: () => import('./words/fr/index.js'),
  it: () => import('./words/it/index.js'),
};

/** Loaded before any page: modules keep parts of it. */
export let words: PageWords;

export async function loadWords(): Promise<void> {
  words = await tables[language]();
}

/** A field by its name in the API; one that is not known by that name. */
export const fieldName = (name: string): string =>
  (({ ...words.records, ...words.fields }) as Record<string, string>)[name.replace(/\[.*/, '')] ?? name;
