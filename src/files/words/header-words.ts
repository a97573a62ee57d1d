/**
 * What the name of a column says where it is not one of the contract's: its meaning in the table of synonyms, and whether it speaks of
 * money. Looks at names alone, never at values.
 */
import { code as currencyNamed } from 'currency-codes';
import type { TransactionField } from '../../contract/transaction.js';
import { fieldNamed } from './field-names.js';
import { synonyms, type WordMeaning } from './synonyms.js';

const byWord = new Map<string, WordMeaning>(synonyms.map(([meaning, , word]) => [wordOf(word), meaning]));

/** What a name means in the table of synonyms; null where it is not there. A currency after the word is ignored: `Betrag (CHF)`. */
export function meaningOfWord(name: string): WordMeaning | null {
  return byWord.get(wordOf(name)) ?? byWord.get(wordOf(withoutCurrency(name))) ?? byWord.get(wordOf(withoutZone(name))) ?? null;
}

/** What a name means, by the contract or as a synonym; null where it is unknown. Tells a header from titles and from a row of values. */
export function knownMeaning(name: string): WordMeaning | TransactionField | null {
  const meaning = fieldNamed(name) ?? meaningOfWord(name);
  return meaning === 'receipt' ? 'transactionReference' : meaning;
}

/** Reduces a name to a word for comparison: names that differ only in case, accents, blanks and punctuation give the same one. */
export function wordOf(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .replaceAll('№', 'no')
    .replace(/\bn[°º]/gi, 'no')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[\s\p{P}]+/gu, '');
}

const CURRENCY_BEHIND = /^(.*\S)\s*[([]?\s*\b([A-Z]{3})\s*[)\]]?$/su;
/** `BetragEUR` and `total_eur`, but not `Valeur`. */
const CODE_ATTACHED = /^(.*\p{Ll})(EUR|CHF|USD|GBP|SEK|NOK|DKK|PLN|CZK|HUF|BRL|CAD|AUD|JPY)$/su;
const CODE_BEHIND_LINE = /^(.*)_(eur|chf|usd|gbp|sek|nok|dkk|pln|czk|huf|brl|cad|aud|jpy)$/isu;
const SIGN_BEHIND = /^(.*\S)\s*[([]?\s*(€|R\$|zł)\s*[)\]]?$/su;
/** Signs that stand for one currency alone. */
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', R$: 'BRL', zł: 'PLN' };

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

function withoutZone(name: string): string {
  return name.replace(ZONE_BEHIND, '');
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

const A_TIP = /trinkgeld|tringeld|\btips?\b|gratuit|pourboire|mancia|propina|gorjeta|\bfooi\b|dricks|drikkepeng|napiw/i;
const A_SUM =
  /total|summe|gesamt|brutto|netto|gross|\bnet\b|somme|\bttc\b|\bht\b|totale|lordo|somma|imponibile|umsatz|turnover|chiffre|totaal|\bsumm?a\b|razem|bruto\b|\bneto\b/i;
const AN_AMOUNT = /betrag|amount|montant|importo|\bimporte\b|bedrag|belopp|bel(?:ø|oe)[bp]|kwota|\bvalor\b/i;
const A_CHARGE =
  /mwst|\bust\b|steuer|\bvat\b|\btax|\btva\b|taxe|\biva\b|\bbtw\b|moms|impuesto|imposto|podat|belasting|skatt|fee|gebühr|gebuehr|gebyr|avgift|frais|commission|kommission|comisi|prowizj|discount|rabatt|remise|sconto|descuento|korting|round|rundung|arrond/i;

/** Taxes and fees, which a sum is made of. Not what was taken off, or paid on top by choice. */
const A_TAX_OR_FEE =
  /^(?!.*(?:in[ck]l|ex[ck]l|ohne|\bhors\b|\bht\b|net))(?:.*(?:mwst|\bust\b|steuer|\bvat\b|\btax|\btva\b|taxe|\biva\b|\bbtw\b|moms|impuesto|imposto|podat|belasting|skatt|\bfees?\b|gebühr|gebuehr|gebyr|avgift|\bfrais\b|commission|kommission|comisi|prowizj))/iu;

/** Whether a column of that name holds a tax or a fee. */
export function speaksOfTaxOrFee(name: string): boolean {
  return A_TAX_OR_FEE.test(name);
}

/**
 * What separates an amount from a charge that it includes or not: "Betrag inkl. MwSt.", "Amount after discount", "Amount (VAT included)".
 */
const WITH_CHARGE =
  /\((?=[^)]*(?:incl|inkl|compri))|\b(?:in[ck]l\p{L}*|ex[ck]l\p{L}*|einschl|zzgl|mit|ohne|vor|nach|with|without|before|after|avec|sans|hors|avant|apr[eè]s|con|senza|prima|dopo|sin|antes|despu[eé]s|com|sem|depois|met|zonder|voor|na|med|utan|uden|uten|f[øö]re?|efter|etter|z|bez|przed|po)(?!\p{L})/iu;

/** A column for currencies, such as "Gross currency"; not "Amount in local currency". */
const A_CURRENCY = /^\s*(?:gross|net|total|brutto|netto)[\s_-]*(?:currency|währung)(?:[\s_-]*code)?\s*$/i;

/** Whether a column of that name may hold the amount, or a part of it, so that the claim of another one is in doubt. */
export function speaksOfAmount(name: string): boolean {
  if (A_CURRENCY.test(name)) return false;
  const [own = ''] = name.split(WITH_CHARGE);
  return A_SUM.test(name) || A_TIP.test(name) || [name, own].some((words) => AN_AMOUNT.test(words) && !A_CHARGE.test(words));
}

const A_PART =
  /refund|erstatt|rembours|rimbors|reembols|devol|pay[\s_-]?out|auszahl|limit|credit|guthaben|budget|target|spent|lifetime|revenue|umsatz|turnover|average|\bavg\b|durchschnitt|\bnet|netto|\bht\b|imponibile|ex[ck]l|\bhors\b|\bsans\b|\bohne\b|\bsin\b|\bsem\b|\bzonder\b|tarif|open|offen|remaining|balance|saldo/i;

/** Whether an amount under that name may be a part of what was paid, or what is left of it. */
export function speaksOfPart(name: string): boolean {
  return A_PART.test(name) || A_CHARGE.test(name);
}

/** Words that say that amounts are in cents. */
export const IN_CENTS =
  /\bcents?(?![\p{L}\d])|\b(?:rp|ct)\b|\brappen\b|centimes|centesimi|céntimos|centavos|\bpence\b|\b[øö]re\b|minor[\s_-]?units?|[\s_]minor$|_cents?$/iu;

const EXPONENT = new Set(
  ['Exponent', 'Currency exponent', 'Amount exponent', 'Minor units', 'Minor unit', 'Decimals', 'Decimal places', 'Currency decimals']
    .concat(['Nachkommastellen', 'Dezimalstellen', 'Kommastellen', 'Décimales', 'Nombre de décimales', 'Exposant', 'Decimali'])
    .concat(['Numero decimali', 'Esponente'])
    .map(wordOf),
);

const NUMBER = /(?:^|[^\p{L}])(?:id|item|order|invoice)(?:[^\p{L}]|$)/iu;

/** Whether the name of a column says that it has the numbers of orders, items or invoices, which may look like those of cards. */
export function speaksOfNumber(name: string): boolean {
  return NUMBER.test(name);
}

/** Whether a column of that name says how many digits of an amount are decimals. */
export function speaksOfExponent(name: string): boolean {
  return EXPONENT.has(wordOf(name));
}

/** Whether the name of a column says that its amounts are in cents. */
export function speaksOfCents(name: string): boolean {
  return IN_CENTS.test(name);
}

/** Whether a column of that name holds what was paid on top, which is never the amount by itself. */
export function speaksOfTip(name: string): boolean {
  return A_TIP.test(name) && !AN_AMOUNT.test(name) && !/total|gesamt|brutto|gross|inkl|incl/i.test(name);
}

const OF_OTHER =
  /card|karte|carte\b|carta\b|billing|\bdcc\b|settlement|payout|convert|abrechnung|auszahlung|account|konto|compte|\bconto\b|cuenta|\bbase\b|\bbasis|\bhome\b|\bhaus|original|origine|ursprung|foreign|fremd/i;

/** Whether a currency under that name may not be that of the sale, but of the card, of the pay-out, or of an account. */
export function speaksOfOtherCurrency(name: string): boolean {
  return OF_OTHER.test(name);
}

const A_DATE =
  /date|datum|\bdata\b|\bdato\b|fecha|zeitpunkt|tidspunkt|timestamp|created|captured|[\s_]at$|\bwhen\b|\bmoment|horodat|\bjour\b|\bgiorno\b|\btag\b|\bdia\b|dzie[nń]/iu;

/** Whether a column of that name holds a date, of whatever. */
export function speaksOfDate(name: string): boolean {
  return A_DATE.test(name);
}

const OF_OTHER_EVENT =
  /pay[\s_-]?out|settle|liquida|event|arriv|availab|\bdue\b|expir|birth|deliver|ship|refund|void|cancel|releas|updated|modified|changed|previst|libera|vencim|recebim|repass|auszahl|fällig|faellig|valuta|wertstell|liefer|geburt|storno|erstatt|geändert|ablauf|versement|échéance|echeance|livraison|naissance|rembours|annul|accredit|scadenza|consegna|nascita|rimbors|abono|entrega|nacimiento|devoluci|devoluç|uitbetal|verval|lever|geboort|udbetal|utbetal|forfald|förfall|leverans|wypłat|\btermin\b/iu;

const OF_SALE =
  /transa[ck]|\bsale\b|sold|purchas|verkauf|kauf(?:datum|zeit)|\bvente|achat|vendita|acquisto|\bventa\b|compra|\bvenda\b|verkoop|\bsalg|\bköp|sprzeda/iu;

/** Whether the name of a date says that it is the one of the sale. */
export function speaksOfSale(name: string): boolean {
  return OF_SALE.test(name);
}

/** Whether a date under that name is that of something else than the sale: of a pay-out, a delivery, a refund, a birth. */
export function speaksOfOtherEvent(name: string): boolean {
  return OF_OTHER_EVENT.test(name);
}

const OF_OTHER_MONEY = /settle|pay[\s_-]?out|auszahl|\breserve\b/i;
const A_SUBTOTAL = /sub[\s_-]?tot|zwischensumme|sous[\s_-]?total|tussentot|delsum/i;
const A_NET = /\bnet\b|netto|\bneto\b|l[ií]quido/i;
const A_GROSS = /\bgross\b|brutto|\bbruto\b|\bbrut\b|lordo/i;
const A_DISCOUNT = /discount|rabatt|remise|sconto|descuento|desconto|korting|nachlass/i;
const WITH_TAXES = /\bin[ck]l|\bttc\b|compris|iva incl|einschl/i;

/** Whether the name of a column says that its amounts are before something else is added: never what was paid. */
export function speaksOfSubtotal(name: string): boolean {
  return A_SUBTOTAL.test(name);
}

/** Whether the name says that something is taken off: fees or taxes. */
export function speaksOfNet(name: string): boolean {
  return A_NET.test(name);
}

/** Whether the name says that nothing is taken off. */
export function speaksOfGross(name: string): boolean {
  return A_GROSS.test(name);
}

/** Whether a column of that name holds discounts, before which a gross amount may be meant. */
export function speaksOfDiscount(name: string): boolean {
  return A_DISCOUNT.test(name);
}

/** Whether the name is of a whole with its taxes: "Total incl. tax". */
export function speaksOfWholeWithTaxes(name: string): boolean {
  return WITH_TAXES.test(name) && (A_SUM.test(name) || AN_AMOUNT.test(name)) && !A_TIP.test(name);
}

/** Whether an amount under that name is what was paid out for a sale: beside the amount, it disputes nothing. */
export function speaksOfOtherMoney(name: string): boolean {
  return OF_OTHER_MONEY.test(name);
}
