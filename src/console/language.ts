/**
 * The language of the pages, and the region whose numbers and dates they have: what the browser asks for until its user chooses another
 * language. Kept in the browser.
 */
import { languageFor, localeFor } from '../words/language.js';
import { recall, remember } from './memory.js';

const { languages: asked } = navigator;
export const language = languageFor(asked, recall('language'));
export const locale = localeFor(language, asked);

/** Loads the page anew: nothing of it is in two languages. */
export function chooseLanguage(name: string): void {
  remember('language', name);
  location.reload();
}
