/** Loads the words of the language, then the pages, which are made of them. */
import { language } from './language.js';
import { loadWords } from './words.js';

document.documentElement.lang = language;
loadWords().then(() => import('./app.js'));
