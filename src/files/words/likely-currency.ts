/** Which currency a file is likely in where it does not say it: it is proposed, and never taken unasked. */
import { currencyIn } from './header-words.js';

/** What a sign beside an amount, or in the name of a column, stands for most often. */
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

/** Time zones (IANA) by the currency (ISO 4217) of their country. */
const zonesOf: Readonly<Record<string, string>> = {
  CHF: 'Europe/Zurich Europe/Vaduz',
  GBP: 'Europe/London Europe/Belfast Europe/Jersey Europe/Guernsey Europe/Isle_of_Man',
  SEK: 'Europe/Stockholm',
  NOK: 'Europe/Oslo Arctic/Longyearbyen',
  DKK: 'Europe/Copenhagen Atlantic/Faroe America/Nuuk America/Godthab',
  ISK: 'Atlantic/Reykjavik Iceland',
  PLN: 'Europe/Warsaw',
  CZK: 'Europe/Prague',
  HUF: 'Europe/Budapest',
  RON: 'Europe/Bucharest',
  RSD: 'Europe/Belgrade',
  UAH: 'Europe/Kiev Europe/Kyiv',
  TRY: 'Europe/Istanbul',
  RUB: 'Europe/Moscow',
  EUR:
    'Europe/Berlin Europe/Vienna Europe/Paris Europe/Rome Europe/Madrid Europe/Amsterdam Europe/Brussels Europe/Luxembourg Europe/Lisbon ' +
    'Europe/Dublin Europe/Helsinki Europe/Athens Europe/Malta Europe/Ljubljana Europe/Bratislava Europe/Zagreb Europe/Sofia Europe/Tallinn ' +
    'Europe/Riga Europe/Vilnius Europe/Monaco Europe/Andorra Europe/San_Marino Europe/Vatican Europe/Podgorica Europe/Mariehamn ' +
    'Atlantic/Canary Atlantic/Madeira Atlantic/Azores Africa/Ceuta Asia/Nicosia Indian/Reunion',
  CAD: 'America/Toronto America/Montreal America/Vancouver America/Edmonton America/Winnipeg America/Regina America/Halifax America/St_Johns',
  MXN: 'America/Mexico_City America/Monterrey America/Tijuana America/Cancun',
  BRL: 'America/Sao_Paulo America/Bahia America/Fortaleza America/Recife America/Manaus America/Belem America/Cuiaba',
  ARS: 'America/Argentina/Buenos_Aires America/Buenos_Aires',
  CLP: 'America/Santiago',
  COP: 'America/Bogota',
  PEN: 'America/Lima',
  UYU: 'America/Montevideo',
  AED: 'Asia/Dubai',
  SAR: 'Asia/Riyadh',
  ILS: 'Asia/Jerusalem',
  INR: 'Asia/Kolkata Asia/Calcutta',
  PKR: 'Asia/Karachi',
  LKR: 'Asia/Colombo',
  THB: 'Asia/Bangkok',
  VND: 'Asia/Ho_Chi_Minh Asia/Saigon',
  IDR: 'Asia/Jakarta',
  MYR: 'Asia/Kuala_Lumpur',
  SGD: 'Asia/Singapore',
  PHP: 'Asia/Manila',
  HKD: 'Asia/Hong_Kong',
  CNY: 'Asia/Shanghai',
  TWD: 'Asia/Taipei',
  JPY: 'Asia/Tokyo',
  KRW: 'Asia/Seoul',
  AUD: 'Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth Australia/Adelaide Australia/Hobart Australia/Darwin',
  NZD: 'Pacific/Auckland',
  USD:
    'America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage America/Detroit America/Boise ' +
    'America/Indiana/Indianapolis America/Kentucky/Louisville America/Puerto_Rico America/Panama America/Guayaquil Pacific/Honolulu',
  ZAR: 'Africa/Johannesburg',
  EGP: 'Africa/Cairo',
  KES: 'Africa/Nairobi',
  NGN: 'Africa/Lagos',
  MAD: 'Africa/Casablanca',
  TND: 'Africa/Tunis',
};

/** Currency in the name of a column, or of the sign beside an amount; null where neither has one. */
export function currencyShown(header: readonly string[], samples: readonly (readonly string[])[] = []): string | null {
  const amounts = samples.flat().filter((text) => /\d/.test(text) && text.length < 25);
  const ofNames = header.map(currencyIn).find((code) => code !== null) ?? header.map(signIn).find((code) => code !== null);
  return ofNames ?? amounts.map(signIn).find((code) => code !== null) ?? null;
}

/** Currency of the country of this time zone; null where the zone is not known. */
export function currencyOfZone(zone: string | null): string | null {
  if (zone === null) return null;
  const ofZone = Object.entries(zonesOf).find(([, zones]) => zones.split(' ').includes(zone));
  return ofZone?.[0] ?? null;
}

function signIn(text: string): string | null {
  return signs.find(([sign]) => sign.test(text))?.[1] ?? null;
}
