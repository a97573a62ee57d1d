/**
 * The chain of shops of the generated month: 17 locations, what their tills and terminals know, who settles them, what they sell, and how far
 * their clocks are off. Times are seconds since 1970; amounts are cents.
 */

/** 2026-10-01T00:00 in Zurich, and the end of its summer time. */
export const START = Date.UTC(2026, 8, 30, 22) / 1000;
const WINTER = Date.UTC(2026, 9, 25, 1) / 1000;
export const DAY = 86_400;

export const offsetHours = (at) => (at < WINTER ? 2 : 1);

/** The local wall clock: `2026-10-01T14:03:59+02:00`; with `zulu` the same instant in UTC. */
export function dateTime(at, { zulu = false } = {}) {
  const hours = zulu ? 0 : offsetHours(at);
  const wall = new Date((at + hours * 3_600) * 1_000).toISOString().slice(0, 19);
  return zulu ? `${wall}Z` : `${wall}+0${hours}:00`;
}

/** The wall clock named as if it were UTC, as tills that know no zones write it. */
export function wallAsZulu(at) {
  return `${new Date((at + offsetHours(at) * 3_600) * 1_000).toISOString().slice(0, 19)}Z`;
}

export const localDay = (at) => new Date((at + offsetHours(at) * 3_600) * 1_000).toISOString().slice(0, 10);
/** The till's day ends at four in the morning. */
export const businessDay = (at) => localDay(at - 4 * 3_600);

/**
 * What the tills of a location write and its acquirer's file holds (till.js, acquirer.js), its share of all sales, its currency and trade.
 * `way` names the class of a payment at which nothing went wrong.
 */
const places = [
  ['terminal-sequence', 'ACQ-ONE', 'M-1001', 7, 'CHF', 'restaurant'],
  ['terminal-sequence', 'ACQ-ONE', 'M-1001', 8, 'CHF', 'bar'],
  ['terminal-sequence', 'ACQ-ONE', 'M-1001', 7, 'CHF', 'shop'],
  ['terminal-sequence', 'ACQ-ONE', 'M-1002', 6, 'EUR', 'shop'],
  ['net-only', 'ACQ-ONE', 'M-1003', 8.5, 'CHF', 'restaurant'],
  ['authorisation-card', 'ACQ-TWO', '884210', 7, 'CHF', 'restaurant'],
  ['authorisation-card', 'ACQ-TWO', '884210', 6, 'CHF', 'shop'],
  ['authorisation-card', 'ACQ-TWO', '884211', 6, 'EUR', 'shop'],
  ['terminal-card-time', 'ACQ-TWO', '884212', 2, 'CHF', 'canteen'],
  ['terminal-time', 'ACQ-THREE', 'V-77', 5, 'CHF', 'bar'],
  ['terminal-time', 'ACQ-THREE', 'V-77', 3, 'CHF', 'shop'],
  ['location-time', 'ACQ-THREE', 'V-78', 3.3, 'CHF', 'shop'],
  ['amount-time', 'ACQ-THREE', 'V-79', 2.3, 'EUR', 'shop'],
  ['amount-day', 'ACQ-THREE', 'V-80', 0.7, 'USD', 'shop'],
  ['no-identifiers', 'ACQ-THREE', 'V-81', 0.9, 'GBP', 'shop'],
  ['batch', 'ACQ-SUM', '5520', 8.5, 'CHF', 'bar'],
  ['web', 'PAYWEB', 'ACCT_9f', 18, 'EUR', 'web'],
];

export const brands = [
  { weight: 38, till: ['VISA', 'Visa'], acquirer: ['VISA', 'Visa Debit', 'visa'] },
  { weight: 32, till: ['MASTERCARD', 'MC'], acquirer: ['MASTERCARD', 'Debit Mastercard', 'mc'] },
  { weight: 10, till: ['MAESTRO', 'Maestro'], acquirer: ['MAESTRO', 'Maestro', 'maestro'] },
  { weight: 7, till: ['AMEX', 'American Express'], acquirer: ['AMEX', 'American Express', 'amex'] },
  { weight: 8, till: ['TWINT', 'Twint'], acquirer: ['TWINT', 'TWINT', 'twint'] },
  { weight: 5, till: ['GIROCARD', 'EC-Karte'], acquirer: ['GIROCARD', 'girocard', 'ec'] },
];

export function weighted(random, choices) {
  let left = random() * choices.reduce((sum, { weight }) => sum + weight, 0);
  for (const choice of choices) {
    left -= choice.weight;
    if (left < 0) return choice;
  }
  return choices[0];
}

export const between = (random, least, most) => least + Math.floor(random() * (most - least + 1));
export const pick = (random, list) => list[Math.floor(random() * list.length)];
export const digits = (random, count) => Array.from({ length: count }, () => between(random, 0, 9)).join('');

/** Prices repeat: a menu of forty, and one to four of them make a sum. The canteen has five meals. */
function menuOf(random, trade) {
  if (trade === 'canteen') return [850, 980, 1_150, 1_250, 450];
  const most = trade === 'bar' ? 24 : trade === 'restaurant' ? 60 : 150;
  return Array.from({ length: 40 }, () => between(random, 3, most) * 100 + pick(random, [0, 50, 90, 95]));
}

export function amountOf(random, { trade, menu }) {
  const count = trade === 'canteen' ? 1 : between(random, 1, trade === 'bar' ? 3 : 4);
  let sum = 0;
  for (let item = 0; item < count; item++) sum += pick(random, menu);
  return sum;
}

function terminalOf(random, place, index) {
  return {
    place,
    // Eight digits in one country, letters in another; those of a place are numbered on.
    id: place.acquirerId === 'ACQ-TWO' ? `T${place.number}0${index}` : String(22_000_000 + Number(place.number) * 1_000 + index),
    counter: between(random, 1, 9_000),
    /** Of the till: seconds off on the first day, and more each day; set right on Mondays. The terminal's own clock is good to 3 s. */
    off: between(random, -45, 45),
    drift: between(random, -4, 4),
    till: pick(random, [0, 1, 2]),
    receipt: between(random, 1, 50_000),
  };
}

/** Of a terminal; a hundred elsewhere. Those that hand in nothing but totals are old and stand at small counters. */
const salesADay = { batch: 30 };

/** 17 places with as many terminals as so many sales want. */
export function worldOf(random, rows, days) {
  const total = places.reduce((sum, [, , , weight]) => sum + weight, 0);
  return places.map(([way, acquirerId, merchantId, weight, currency, trade], index) => {
    const place = { way, acquirerId, merchantId, weight, currency, trade, number: String(index + 1).padStart(2, '0') };
    place.id = way === 'web' ? 'WEB' : `L0${place.number}`;
    place.perDay = (rows * weight) / total / days;
    place.menu = menuOf(random, trade);
    place.spelling = index % 2;
    place.cards = Array.from({ length: trade === 'canteen' ? 150 : 3_000 }, () => cardOf(random));
    const count = way === 'web' ? 1 : Math.max(2, Math.ceil(place.perDay / (salesADay[way] ?? 100)));
    place.terminals = Array.from({ length: count }, (_, number) => terminalOf(random, place, number + 1));
    return place;
  });
}

export function cardOf(random) {
  return { brand: weighted(random, brands), first: `4${digits(random, 5)}`, last: digits(random, 4) };
}

/** A guest comes back in three of ten cases, an employee always. */
export function cardAt(random, place) {
  return place.trade === 'canteen' || random() < 0.3 ? pick(random, place.cards) : cardOf(random);
}

/** Opening hours of a trade as seconds from midnight: a bar is open until two in the morning. */
const hours = { restaurant: [11, 24], bar: [16, 26], shop: [8, 20], canteen: [11, 14], web: [0, 24] };
export function timeOn(random, day, trade) {
  const [from, to] = hours[trade];
  return START + day * DAY + Math.floor((from + random() * (to - from)) * 3_600);
}

/** How many seconds the clock of a till is ahead of the true time. */
export const tillOff = (terminal, day) => terminal.off + terminal.drift * (day % 7);
