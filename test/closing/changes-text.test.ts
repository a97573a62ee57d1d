/** What has changed since a close was approved, in each language. */
import { expect, test } from 'vitest';
import type { CloseChanges } from '../../src/contract/closes.js';
import { changesText } from '../../src/words/closing/changes-text.js';
import { sharedWords as german } from '../../src/words/de.js';
import { sharedWords as english } from '../../src/words/en.js';
import { formatIn } from '../../src/words/format.js';
import { sharedWords as french } from '../../src/words/fr.js';
import { sharedWords as italian } from '../../src/words/it.js';

const changes: CloseChanges = {
  items: [
    { currency: 'EUR', part: 'sold', transactions: 1, amount: '1049.36' },
    { currency: null, part: 'paid', transactions: -2, amount: '-12.50' },
  ],
  claims: [
    { claim: 'Counters', before: 'Broken', now: 'Proved' },
    { claim: 'Totals', before: 'NotProvable', now: 'NotProvable' },
    { claim: 'Files', before: null, now: 'Broken' },
  ],
};

test.each([
  [
    'en',
    english,
    'Sold by card +1 1,049.36 EUR · paid -2 -12.50 · Counters have no gap: broken then, proved now · Totals of terminals are right: still not provable, for another reason · Settlement files are there: not claimed then, broken now',
  ],
  [
    'de',
    german,
    'Mit Karte verkauft +1 1.049,36 EUR · bezahlt -2 -12,50 · Laufnummern haben keine Lücke: damals trifft nicht zu, jetzt belegt · Summen der Terminals stimmen: weiterhin nicht belegbar, aus anderem Grund · Abrechnungsdateien sind da: damals nicht geprüft, jetzt trifft nicht zu',
  ],
  [
    'fr',
    french,
    'Vendu par carte +1 1\u202f049,36 EUR · payé -2 -12,50 · Numéros d’ordre sans lacune\u00a0: alors faux, maintenant prouvé · Totaux des terminaux justes\u00a0: toujours non prouvable, pour une autre raison · Fichiers de règlement reçus\u00a0: alors non vérifié, maintenant faux',
  ],
  [
    'it',
    italian,
    'Venduto con carta +1 1.049,36 EUR · pagato -2 -12,50 · Progressivi senza lacune: allora falso, ora provato · Totali dei terminali giusti: ancora non provabile, per un altro motivo · File di regolamento arrivati: allora non verificato, ora falso',
  ],
] as const)('in %s', (language, sharedWords, text) => {
  const format = formatIn(language);
  expect(changesText(sharedWords(format), format, changes)).toBe(text);
  expect(changesText(sharedWords(format), format, { items: [], claims: [] })).toBe(sharedWords(format).closing.unchanged);
});
