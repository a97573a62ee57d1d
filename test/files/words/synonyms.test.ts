import { describe, expect, it } from 'vitest';
import { brandSpelt, brands } from '../../../src/contract/brands.js';
import { fieldNamed } from '../../../src/files/words/field-names.js';
import { currencyIn, knownMeaning, meaningOfWord } from '../../../src/files/words/header-words.js';
import { wordOf } from '../../../src/files/words/lexicon.js';
import { synonyms } from '../../../src/files/words/synonyms.js';

describe('the table of synonyms', () => {
  it.each(synonyms.flatMap(([meaning, language, ...words]) => words.map((word) => [word, language, meaning] as const)))(
    '%s (%s) means %s, however it is written',
    (word, _, meaning) => {
      const spellings = [
        word,
        word.toUpperCase(),
        word.toLowerCase(),
        ` ${word} `,
        word.replaceAll(' ', '_'),
        word.replaceAll(' ', '-'),
        `${word}:`,
      ];
      for (const spelling of spellings) expect(meaningOfWord(spelling)).toBe(meaning);
    },
  );

  it('has no word twice, and none that is the name of a field', () => {
    const all = synonyms.flatMap(([, , ...own]) => own);
    const words = all.map(wordOf);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    expect(all.filter((word) => fieldNamed(word) !== null)).toEqual([]);
  });

  it('has words of four languages for every field that tills have', () => {
    for (const field of [
      'amount',
      'currency',
      'transactionDate',
      'time',
      'terminalId',
      'locationId',
      'brandId',
      'cardNumberMasked',
      'orderId',
    ]) {
      const languages = new Set(synonyms.filter(([meaning]) => meaning === field).map(([, language]) => language));
      expect([...languages], field).toEqual(expect.arrayContaining(['de', 'en', 'fr', 'it']));
    }
  });

  it.each([
    'Nummer',
    'Nr.',
    'Number',
    'ID',
    'Valuta',
    'Wertstellung',
    'Buchungsdatum',
    'Booking date',
    'Date de valeur',
    'Netto',
    'Net amount',
    'Trinkgeld',
    'Tip',
    'MwSt',
    'MwSt-Betrag',
    'VAT',
    'Gebühr',
    'Fee',
    'Zahlungsart',
    'Kasse',
    'Typ',
    'Status',
    '',
    '---',
  ])('says nothing of %j, which may mean several things', (name) => {
    expect(meaningOfWord(name)).toBeNull();
    expect(knownMeaning(name)).toBeNull();
  });

  it.each([
    ['Betrag (CHF)', 'amount', 'CHF'],
    ['Betrag CHF', 'amount', 'CHF'],
    ['Montant [EUR]', 'amount', 'EUR'],
    ['Betrag (netto)', null, null],
    ['Betrag (XXZ)', null, null],
    ['Total EUR', 'total', 'EUR'],
  ])('passes over the currency of %s', (name, meaning, currency) => {
    expect(meaningOfWord(name)).toBe(meaning);
    expect(currencyIn(name)).toBe(currency);
  });

  it('knows words without their accents', () => {
    for (const name of ['Wahrung', 'Währung', 'WA\u0308HRUNG', 'Waehrung']) expect(meaningOfWord(name)).toBe('currency');
  });
});

describe('the name of a number', () => {
  it.each([
    ['Genehmigungs-Nr', 'authorisationCode'],
    ['Genehmigungs Nr.', 'authorisationCode'],
    ['Auth-Nr', 'authorisationCode'],
    ['Auth #', 'authorisationCode'],
    ['Auth. Nummer', 'authorisationCode'],
    ['Autorisierung', 'authorisationCode'],
    ['Autorisierungs-Nr.', 'authorisationCode'],
    ['Autorisations-Nr', 'authorisationCode'],
    ['Nº autorizzazione', 'authorisationCode'],
    ['N. autorizzazione', 'authorisationCode'],
    ["N° d'autorisation", 'authorisationCode'],
    ['TA-Nr', 'transactionSequenceCounter'],
    ['TA-Nummer', 'transactionSequenceCounter'],
    ['Trace #', 'transactionSequenceCounter'],
    ['Numéro TPE', 'terminalId'],
    ['N° TPE', 'terminalId'],
    ['Terminal #', 'terminalId'],
    ['Automaten-ID', 'terminalId'],
    ['Automatennummer', 'terminalId'],
    ['N° de distributeur', 'terminalId'],
    ['Order #', 'orderId'],
    ['# commande', 'orderId'],
  ])('%s means %s', (name, meaning) => expect(meaningOfWord(name)).toBe(meaning));

  it.each(['Vertragspartner-Nr', 'Vertragspartner Nummer', 'Händler-Nr.', 'Merchant #'])('%s is the merchant of a record', (name) => {
    expect(meaningOfWord(name, 'Settlement')).toBe('merchantId');
    expect(meaningOfWord(name)).toBeNull();
  });

  it('takes a rate for no fee', () => {
    expect(meaningOfWord('Kommission', 'Settlement')).toBe('fee');
    expect(meaningOfWord('Kommission %', 'Settlement')).toBeNull();
    expect(meaningOfWord('Kommission 1,4 %', 'Settlement')).toBe(meaningOfWord('Kommission 1,4', 'Settlement'));
  });

  it.each(['Casino', 'Terminal-Nr-Name', 'Nr', '#', 'No.', 'N°', 'Konto-Nr', 'Kunden-Nr', 'Numero di telefono'])(
    'says nothing of %s',
    (name) => expect(meaningOfWord(name)).toBeNull(),
  );
});

describe('the table of brands', () => {
  it.each(brands.flatMap(([id, ...spellings]) => [id, ...spellings].map((spelling) => [spelling, id] as const)))(
    '%s is %s',
    (spelling, id) => {
      for (const text of [spelling, spelling.toUpperCase(), ` ${spelling.toLowerCase()} `]) expect(brandSpelt(text)).toBe(id);
    },
  );

  it.each(['', 'Bar', 'Cash', 'Visamaster', 'Gutschein'])('%j is none', (text) => expect(brandSpelt(text)).toBeNull());
});
