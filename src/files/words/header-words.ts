/**
 * What the name of a column says where it is not one of the contract's: its meaning in the table of synonyms, and whether it speaks of
 * money. Looks at names alone, never at values.
 */
import { code as currencyNamed } from 'currency-codes';
import { named } from '../../contract/own-names.js';
import type { UploadKind } from '../../contract/states.js';
import { type RowField, recordKinds } from '../input/record-kind.js';
import { fieldNamed, ofKinds } from './field-names.js';
import type { Words } from './language.js';
import { partsOf, speaksOf, wordOf } from './lexicon.js';
import { settlementSynonyms } from './settlement-synonyms.js';
import { synonyms, type WordMeaning } from './synonyms.js';
import { abbreviations, american } from './zone-names.js';

type MeantWord = readonly [word: string, meaning: WordMeaning];
const wordsIn = (lines: Words<WordMeaning>) => lines.flatMap(([meaning, , ...words]) => words.map((word): MeantWord => [word, meaning]));
const isOfBoth = ([, meaning]: MeantWord) => !(recordKinds.Sales.own as readonly string[]).includes(meaning);
/** A word that means something else of records than of sales comes last there, so that this counts. */
const words: Record<UploadKind, readonly MeantWord[]> = {
  Sales: wordsIn(synonyms),
  Settlement: [...wordsIn(synonyms).filter(isOfBoth), ...wordsIn(settlementSynonyms)],
};
/** The meanings by what `keyOf` makes of their words; null where that is nothing. */
const meaningsBy = (keyOf: (word: string) => string | null) =>
  ofKinds((kind) => {
    const keyed = words[kind].map(([word, meaning]) => [keyOf(word), meaning] as const);
    return new Map(keyed.flatMap(([key, meaning]) => (key === null ? [] : [[key, meaning] as const])));
  });
const byWord = meaningsBy(wordOf);

/** `-Nr`, `-Nummer`, `No.`, `#` behind a name; "no" alone after a blank or hyphen, as words end so, too. Bounded: a name may be a million blanks. */
const NUMBER_BEHIND = /(?:[\s_.-]{0,3}(?:nummer|number|nr|n[°º]|№|#)|[\s_.-]{1,3}no)[\s.:]{0,3}$/iu;
/** The same in front of it, with the word between: `Numéro de`, `N°`, `Nº`. */
const NUMBER_BEFORE =
  /^\s*(?:(?:num[eé]ro|n[uú]m|numer|nr|no|n)(?:[\s_-]+|\.\s*)|n\.?[°º]\s*|[№#]\s*)(?:d[ei]\s+la\s+|d[eiou]\s+|d['’]|del(?:la)?\s+|dell['’])?/iu;

/** What the number is of: `Genehmigungsnummer` and `Genehmigungs-Nr.` give the same; null where the name is of no number. */
function numberOf(name: string): string | null {
  const of = NUMBER_BEHIND.test(name) ? name.replace(NUMBER_BEHIND, '') : name.replace(NUMBER_BEFORE, '');
  return of === name ? null : wordOf(of) || null;
}

const byNumber = meaningsBy(numberOf);

/**
 * What a name means in the table of synonyms; null where it is not there. A currency after the word is ignored: `Betrag (CHF)`. One way to
 * write "number" is as good as another.
 */
export function meaningOfWord(name: string, kind: UploadKind = 'Sales'): WordMeaning | null {
  if (A_RATE.test(name)) return null;
  const known = byWord[kind];
  const meaning = known.get(wordOf(name)) ?? known.get(wordOf(withoutCurrency(name))) ?? known.get(wordOf(withoutZone(name)));
  return meaning ?? byNumber[kind].get(numberOf(name) ?? '') ?? known.get(wordOf(inFull(name))) ?? null;
}

const SHORT = [
  [/(?<!\p{L})amt(?!\p{L})/iu, 'amount'],
  [/(?<!\p{L})t(?:xn|rx|rans?)(?!\p{L})/iu, 'transaction'],
] as const;

/** The name with the words that programs cut short: `TXN AMT`. */
function inFull(name: string): string {
  return SHORT.reduce((all, [short, whole]) => all.replace(short, whole), name);
}

/** `Kommission %` is a rate; `Gebühr 1,4 %` may be what it came to. */
const A_RATE = /(?<!\d\s*)%/;

/** What a name means, by the contract or as a synonym; null where it is unknown. Tells a header from titles and from a row of values. */
export function knownMeaning(name: string, kind: UploadKind = 'Sales'): WordMeaning | RowField | null {
  const meaning = fieldNamed(name, kind) ?? meaningOfWord(name, kind);
  return meaning === 'receipt' ? 'transactionReference' : meaning;
}

const CURRENCY_BEHIND = /^(.*\S)\s*[([]?\s*\b([A-Z]{3})\s*[)\]]?$/su;
/** `BetragEUR` and `total_eur`, but not `Valeur`. */
const CODE_ATTACHED = /^(.*\p{Ll})(EUR|CHF|USD|GBP|SEK|NOK|DKK|PLN|CZK|HUF|BRL|CAD|AUD|JPY)$/su;
const CODE_BEHIND_LINE = /^(.*)_(eur|chf|usd|gbp|sek|nok|dkk|pln|czk|huf|brl|cad|aud|jpy)$/isu;
const SIGN_BEHIND = /^(.*\S)\s*[([]?\s*(€|R\$|zł)\s*[)\]]?$/su;
/** Signs that stand for one currency alone. */
const SIGNS: Readonly<Record<string, string>> = named({ '€': 'EUR', R$: 'BRL', zł: 'PLN' });

/** A name and the currency at its end; null where there is none. */
function splitCurrency(name: string): { word: string; currency: string } | null {
  const text = name.trim();
  const [, word = '', sign = ''] = SIGN_BEHIND.exec(text) ?? [];
  const ofSign = SIGNS[sign];
  if (ofSign !== undefined) return { word, currency: ofSign };
  const [, before = '', code = ''] = CURRENCY_BEHIND.exec(text) ?? CODE_ATTACHED.exec(text) ?? CODE_BEHIND_LINE.exec(text) ?? [];
  return currencyNamed(code) ? { word: before, currency: code.toUpperCase() } : null;
}

const ZONE_BEHIND = /[([]\s*([A-Z]\p{L}+\/[\p{L}_/-]+)\s*[)\]]\s*$/u;

/** "Date (GMT)", "Fecha (UTC-03:00)", "date_created_gmt"; an abbreviation in capitals alone: "Created at (PST)". */
const STATED_BEHIND =
  /(?:[([]\s*|[\s_])((?:UTC|GMT|utc|gmt|Gmt)(?:\s?[+\-−]\d{1,2}(?::?\d{2})?)?|(?=[+\-−]\d)(?<=[([]\s*)[+\-−]\d{2}:\d{2}|[A-Z]{3,4})(?:\s*[)\]])?\s*$/u;

/** The offset, GMT, or the abbreviation of a zone at the end of a name; null where there is none. */
export function zoneStatedIn(name: string): string | null {
  const [, text = ''] = STATED_BEHIND.exec(name) ?? [];
  const isKnown = abbreviations.has(text) || american.has(text) || /GMT|UTC|^\W/i.test(text);
  return isKnown ? text : null;
}

function withoutZone(name: string): string {
  const isStated = /[)\]]\s*$/.test(name) && zoneStatedIn(name) !== null;
  return name.replace(isStated ? STATED_BEHIND : ZONE_BEHIND, '');
}

/** The zone at the end of a name, as in `Payment Date (America/Chicago)`; null where there is none. */
export function zoneIn(name: string): string | null {
  return ZONE_BEHIND.exec(name)?.[1] ?? null;
}

/** A name without the currency at its end. */
export function withoutCurrency(name: string): string {
  return splitCurrency(name)?.word ?? name;
}

/** The currency at the end of a name, as in `Betrag (CHF)`, `Montant (€)` or `total_eur`; null where there is none. */
export function currencyIn(name: string): string | null {
  return splitCurrency(name)?.currency ?? null;
}

const A_TAX_OR_FEE = new RegExp(`^(?!.*(?:${partsOf('taxAside')}))(?:.*(?:${partsOf('tax')}|${partsOf('fee')}))`, 'iu');

/** Whether a column of that name holds a tax or a fee, which a sum is made of. Not what was taken off, or paid on top by choice. */
export function speaksOfTaxOrFee(name: string): boolean {
  return A_TAX_OR_FEE.test(name);
}

/** Whether a column of that name holds a tax: not a fee, nor the tax on one. */
export function speaksOfTax(name: string): boolean {
  return speaksOfTaxOrFee(name) && !speaksOf('fee', name);
}

/**
 * What separates an amount from a charge that it includes or not: "Betrag inkl. MwSt.", "Amount after discount", "Amount (VAT included)".
 */
const WITH_CHARGE = new RegExp(`\\((?=[^)]*(?:incl|inkl|compri))|\\b(?:${partsOf('withOrWithout')})(?!\\p{L})`, 'iu');

/** Whether a sum of that name is one of taxes: `Tax Total`, not `Total with tax`. */
export function isOfTax(name: string): boolean {
  const [own = ''] = name.split(WITH_CHARGE);
  return speaksOfTax(name) && speaksOfTax(own);
}

/** A column for currencies, such as "Gross currency"; not "Amount in local currency". */
const A_CURRENCY = /^\s*(?:gross|net|total|brutto|netto)[\s_-]*(?:currency|währung)(?:[\s_-]*code)?\s*$/i;

/** Whether a column of that name may hold the amount, or a part of it, so that the claim of another one is in doubt. */
export function speaksOfAmount(name: string): boolean {
  if (A_CURRENCY.test(name)) return false;
  const [own = ''] = name.split(WITH_CHARGE);
  const isAmount = [name, own].some((words) => speaksOf('amount', words) && !speaksOfCharge(words));
  return speaksOf('sum', name) || speaksOf('tip', name) || isAmount;
}

function speaksOfCharge(name: string): boolean {
  return speaksOf('charge', name) || speaksOf('tax', name) || speaksOf('fee', name);
}

/** Whether an amount under that name may be a part of what was paid, or what is left of it. */
export function speaksOfPart(name: string): boolean {
  return speaksOf('part', name) || speaksOfCharge(name);
}

/** Whether a column of that name holds what was paid on top, which is never the amount by itself. */
export function speaksOfTip(name: string): boolean {
  return speaksOf('tip', name) && !speaksOf('amount', name) && !/total|gesamt|brutto|gross|inkl|incl/i.test(name);
}

/** Whether the name is of a whole with its taxes: "Total incl. tax". */
export function speaksOfWholeWithTaxes(name: string): boolean {
  return speaksOf('withTaxes', name) && (speaksOf('sum', name) || speaksOf('amount', name)) && !speaksOf('tip', name);
}
