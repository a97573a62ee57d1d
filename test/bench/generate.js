/**
 * A year of sales as CSV, from a seed: so many rows, always the same bytes. Stores, terminals, brands and hours are spread as in a chain
 * of shops, and rows come in the order in which tills would export them: by day. A row has about 250 bytes.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const HEADER = [
  'acquirerId',
  'amount',
  'applicationId',
  'authorisationCode',
  'brandId',
  'businessDate',
  'cardNumberMasked',
  'currency',
  'eftTransactionDate',
  'locationId',
  'orderId',
  'panEncrypted',
  'terminalId',
  'transactionDate',
  'transactionReference',
  'transactionSequenceCounter',
  'transactionTypes',
  'additionalData.cashier',
  'additionalData.table',
];

const BRANDS = [
  ['VISA', 38],
  ['MASTERCARD', 30],
  ['MAESTRO', 12],
  ['AMEX', 6],
  ['TWINT', 6],
  ['GIROCARD', 5],
  ['JCB', 2],
  ['DINERS', 1],
];
const CURRENCIES = [
  ['EUR', 80],
  ['CHF', 15],
  ['USD', 4],
  ['GBP', 1],
];
const YEAR_START_MS = Date.UTC(2025, 0, 1);
const DAYS = 365;
const FLUSH_CHARS = 1_000_000;

/** Numbers in [0, 1), repeatable. */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function weighted(random, choices) {
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of choices) {
    left -= weight;
    if (left < 0) return value;
  }
  return choices[0][0];
}

/** 24 bytes in hexadecimal, as a card terminal hands over what it has encrypted. */
function encrypted(random) {
  let text = '';
  while (text.length < 48)
    text += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return text;
}

/** How the same sales are written: as the API wants values, or as a till in Germany exports them. */
const forms = {
  plain: { delimiter: ',', amount: (value) => value.toFixed(2), day: (day) => day, time: (at) => `${at.toISOString().slice(0, 19)}+01:00` },
  german: {
    delimiter: ';',
    amount: (value) => value.toFixed(2).replace('.', ','),
    day: germanDay,
    time: (at) => `${germanDay(at.toISOString().slice(0, 10))} ${at.toISOString().slice(11, 19)}`,
  },
};

function germanDay(day) {
  return day.split('-').reverse().join('.');
}

/** One CSV line, row `index` of `rows`. */
function line(random, index, rows, { delimiter, amount: amountText, day: dayText, time: timeText }) {
  const day = Math.floor((index / rows) * DAYS);
  const store = Math.floor(random() * 60);
  const terminal = `T${String(store).padStart(3, '0')}${Math.floor(random() * 5)}`;
  const at = new Date(YEAR_START_MS + day * 86_400_000 + (8 + random() * 12) * 3_600_000);
  const date = at.toISOString().slice(0, 10);
  const time = timeText(at);
  const amount = Math.round(Math.exp(random() * 5) * 100) / 100;
  const isRefund = random() < 0.02;
  return [
    `ACQUIRER-${store % 4}`,
    amountText(isRefund ? -amount : amount),
    'A0000000031010',
    String(Math.floor(random() * 1e6)).padStart(6, '0'),
    weighted(random, BRANDS),
    dayText(date),
    `${400_000 + Math.floor(random() * 99_999)}******${1_000 + Math.floor(random() * 8_999)}`,
    weighted(random, CURRENCIES),
    time,
    `L${String(store).padStart(3, '0')}`,
    `ORDER-2025-${String(index).padStart(9, '0')}`,
    encrypted(random),
    terminal,
    time,
    `R${String(index).padStart(9, '0')}`,
    String(index % 10_000),
    isRefund ? 'Refund' : 'Purchase',
    random() < 0.3 ? `"Müller${delimiter} Anna"` : 'Ben',
    String(Math.floor(random() * 40)),
  ].join(delimiter);
}

/** Writes `rows` rows to `file`, in the form of that name. */
export async function generate(file, rows, { seed = 20_251_121, form = 'plain' } = {}) {
  const random = chance(seed);
  const out = createWriteStream(file);
  const as = forms[form];
  let text = `${HEADER.join(as.delimiter)}\n`;
  for (let index = 0; index < rows; index++) {
    text += `${line(random, index, rows, as)}\n`;
    if (text.length < FLUSH_CHARS) continue;
    if (!out.write(text)) await once(out, 'drain');
    text = '';
  }
  out.end(text);
  await once(out, 'finish');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , file, rows = '1000000', form = 'plain'] = process.argv;
  await generate(file, Number(rows), { form });
}
