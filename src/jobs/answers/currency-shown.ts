/** Which currency a file shows without saying it: a sign beside its amounts, or in the name of a column. */
import { code as currencyOfCode } from 'currency-codes';
import { named } from '../../contract/own-names.js';
import { currencyIn } from '../../files/words/header-words.js';

/** What a sign stands for most often; it is proposed, and never taken unasked. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/R\$/, 'BRL'],
  [/(?:CA|C)\$/, 'CAD'],
  [/(?:AU|A)\$/, 'AUD'],
  [/\$/, 'USD'],
  [/€|\beuro?s?\b/i, 'EUR'],
  [/£/, 'GBP'],
  [/\bS?Fr\.?(?![\p{L}])/iu, 'CHF'],
  [/[¥￥]/, 'JPY'],
  [/zł/i, 'PLN'],
  [/Kč/i, 'CZK'],
  [/₹/, 'INR'],
  [/₺/, 'TRY'],
];

/** In the currency of the country whose clock the machine has, where that is plain. */
const ofZone: Readonly<Record<string, string>> = named({
  'Europe/Zurich': 'CHF',
  'Europe/London': 'GBP',
  'Europe/Stockholm': 'SEK',
  'Europe/Oslo': 'NOK',
  'Europe/Copenhagen': 'DKK',
  'Europe/Warsaw': 'PLN',
  'Europe/Prague': 'CZK',
});

/** The currency that the file shows, null where it shows none, and others that are likely, the likeliest first. */
export function currencyShown(
  header: readonly string[],
  samples: readonly (readonly string[])[],
  timeZone: string,
): { shown: string | null; others: string[] } {
  const own = ofZone[timeZone] ?? (timeZone.startsWith('America/') ? 'USD' : timeZone.startsWith('Europe/') ? 'EUR' : 'CHF');
  const others = [...new Set([own, 'CHF', 'EUR', 'USD'])];
  const inName = header.map(currencyIn).find((code) => code !== null) ?? header.map(signIn).find((code) => code !== null);
  const amounts = samples.flat().filter((text) => /\d/.test(text) && text.length < 25);
  return { shown: inName ?? amounts.map(signIn).find((code) => code !== null) ?? null, others };
}

function signIn(text: string): string | null {
  return signs.find(([sign]) => sign.test(text))?.[1] ?? null;
}

/** A code in capitals, or null. */
export function currencyNamed(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) && currencyOfCode(code) ? code : null;
}
