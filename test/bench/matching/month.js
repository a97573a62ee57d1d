/**
 * A month of a chain of shops, from a seed: sales as its tills export them, settlement records as its acquirers do, and the truth of every row.
 * The same options always give the same rows. Nothing here knows how rows are matched.
 *
 *   node test/bench/matching/month.js FOLDER [--rows 100000] [--seed 1] [--noise 1] [--days 31] [--shuffle]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chance } from '../generate.js';
import { bookedOn, payoutIdOf, totalOf } from './acquirer.js';
import { adjustmentLine, cases, feeLine } from './cases.js';
import { money, saleOf } from './till.js';
import { playTrades } from './trades.js';
import { amountOf, between, businessDay, cardAt, DAY, digits, timeOn, worldOf } from './world.js';

const isWeb = ({ way }) => way === 'web';
const isTill = ({ way }) => way !== 'web' && way !== 'batch';
const hasTips = ({ way, trade }) => isTill({ way }) && (trade === 'bar' || trade === 'restaurant');
const knowsTerminal = ({ way, spelling }) =>
  ['terminal-sequence', 'net-only', 'terminal-card-time', 'terminal-time'].includes(way) ||
  (way === 'authorisation-card' && spelling === 1);

/** How often a thing happens to a sale, of a thousand, at noise 1, and where. Refunds and cash are no noise. */
const odds = [
  ['tip', 60, hasTips],
  ['items', 20, ({ way, trade }) => isTill({ way }) && trade === 'shop'],
  ['late', 11, (place) => isTill(place) || isWeb(place)],
  ['wrong-terminal', 6, knowsTerminal],
  ['zone-shift', 2.5, (place) => isTill(place)],
  ['clock-off', 2.5, (place) => isTill(place)],
  ['authorisation-typo', 5, ({ way }) => way === 'authorisation-card'],
  ['split-tender', 6, hasTips],
  ['partial-capture', 17, isWeb],
  ['partial-short', 8, isWeb],
  ['currency', 17, isWeb],
  ['currency-untold', 4, isWeb],
  ['order-format', 12, isWeb],
  ['order-typo', 4, isWeb],
  ['settled-twice', 0.7, (place) => isTill(place) || isWeb(place)],
  ['posted-twice', 0.7, (place) => isTill(place) || isWeb(place)],
  ['cancelled-in-till', 4.5, (place) => !isWeb(place)],
  ['reversed-at-terminal', 1.5, isTill],
  ['not-settled', 3.5, () => true],
  ['not-in-till', 3.5, (place) => isTill(place) || isWeb(place)],
  ['chargeback', 2, isWeb],
  ['incomplete-sale', 0.2, isTill],
  ['incomplete-record', 0.2, isTill],
  ['refund', 25, ({ way, trade }) => isTill({ way }) && trade === 'shop', true],
  ['refund-web', 30, isWeb, true],
  ['cash', 70, (place) => !isWeb(place), true],
];

/** The month; rows are about `rows` sales of the chain. `trades`: with those beside it (trades.js), whose rows change no row of the chain. */
export function monthOf({ rows = 100_000, seed = 1, noise = 1, days = 31, shuffle = false, trades = false } = {}) {
  const random = chance(seed);
  const world = worldOf(random, rows, days);
  const month = { sales: [], records: [], groups: [], payouts: {}, orders: 100_000 };
  const rates = new Map(world.map((place) => [place, ratesOf(place, noise)]));
  for (let day = 0; day < days; day++) {
    for (const place of world)
      for (const terminal of place.terminals) playDay(month, { random, day, place, terminal, noise }, rates.get(place));
  }
  if (trades) playTrades(emitTo(month), { rows, seed, days, noise });
  settleAccounts(month, world, random, noise);
  return ordered(month, shuffle ? random : undefined);
}

function ratesOf(place, noise) {
  return odds.flatMap(([name, rate, where, always]) => (where(place) ? [[name, (rate * (always ? 1 : noise)) / 1_000]] : []));
}

function draw(random, rates) {
  let left = random();
  for (const [name, rate] of rates) {
    left -= rate;
    if (left < 0) return name;
  }
  return 'plain';
}

/** What is written down of a group: its rows as objects, put in order and numbered at the end. */
function emitTo(month) {
  return (name, sales, records, more = {}) => {
    month.groups.push({ name, sales, records, ...more });
    for (const sale of sales) month.sales.push(sale);
    for (const record of records) month.records.push(record);
  };
}

function playDay(month, { random, day, place, terminal, noise }, rates) {
  const emit = emitTo(month);
  const mean = place.perDay / place.terminals.length;
  const count = Math.floor(mean * (0.6 + 0.8 * random()) + random());
  const times = Array.from({ length: count }, () => timeOn(random, day, place.trade)).sort((one, other) => one - other);
  const counted = [];
  for (const at of times) {
    const name = draw(random, rates);
    const payment = paymentAt(month, { random, day, place, terminal, at });
    if (name !== 'cash') terminal.counter = (terminal.counter % 9_999) + 1;
    if (place.way !== 'batch' || ['cash', 'cancelled-in-till', 'not-settled'].includes(name)) cases[name](payment, emit);
    else counted.push(payment);
  }
  if (counted.length > 0) cutDay(emit, counted, { random, noise });
}

function paymentAt(month, { random, day, place, terminal, at }) {
  terminal.receipt += 1;
  return {
    random,
    place,
    terminal,
    day,
    at,
    cents: amountOf(random, place),
    currency: place.currency,
    card: cardAt(random, place),
    authorisation: digits(random, 6),
    counter: terminal.counter,
    receipt: terminal.receipt,
    ...(isWeb(place) && { order: `WEB-${month.orders++}`, reference: `psp_${digits(random, 14)}`, knowsReference: random() < 0.5 }),
  };
}

/** Ends the day of a terminal that hands in totals: one, or two where it was cut between; every second terminal breaks them down by brand. */
function cutDay(emit, payments, { random, noise }) {
  const isCut = payments.length > 3 && random() < 0.04 * noise;
  const half = isCut ? between(random, 1, payments.length - 2) : payments.length;
  for (const part of [payments.slice(0, half), payments.slice(half)]) {
    if (part.length === 0) continue;
    const at = part.at(-1).at + between(random, 30, 600);
    const isByBrand = Number(part[0].terminal.id) % 2 === 1;
    const lines = isByBrand ? groupBy(part, ({ card }) => card.brand) : new Map([[undefined, part]]);
    for (const [brand, some] of lines) {
      const tipped = some.map((payment) => (random() < 0.004 * noise ? { ...payment, cents: payment.cents + 200 } : payment));
      const record = totalOf(tipped, { at, brand: brand?.acquirer[1] });
      const sales = some.map((payment) => saleOf(payment, random));
      emit(isCut ? 'batch-cut' : 'batch', sales, [record]);
    }
  }
}

/** Adds what else is in the files: fees, adjustments, and for each account and day the payout, which is sometimes another sum. */
function settleAccounts(month, world, random, noise) {
  const emit = emitTo(month);
  const accounts = new Map(world.map((place) => [place.acquirerId + place.merchantId, place]));
  const days = new Set(month.records.map(({ settlementDate }) => settlementDate).filter(Boolean));
  const first = [...days].sort()[0];
  for (const { acquirerId, merchantId, currency } of accounts.values()) {
    const line = (settlementDate) => ({
      acquirerId,
      merchantId,
      settlementDate,
      payoutId: payoutIdOf({ acquirerId, merchantId }, settlementDate),
      currency,
    });
    emit('fee', [], [feeLine(line(bookedOn(Date.parse(first) / 1_000 + 7 * DAY, 0)), 2_990)]);
    if (noise > 0)
      emit('adjustment', [], [adjustmentLine(line(bookedOn(Date.parse(first) / 1_000 + 14 * DAY, 0)), between(random, -900, 900))]);
  }
  const payouts = groupBy(
    month.records.filter(({ payoutId, settlementDate }) => payoutId && settlementDate),
    ({ payoutId }) => payoutId,
  );
  for (const [payoutId, lines] of payouts) {
    const cents = lines.reduce((sum, line) => sum + netOf(line), 0);
    const off = random() < 0.02 * noise ? between(random, -5_000, 5_000) : 0;
    const [{ acquirerId, merchantId, settlementDate, currency, settlementCurrency }] = lines;
    const of = { acquirerId, merchantId, payoutId, payoutDate: settlementDate, settlementDate, currency: settlementCurrency ?? currency };
    emit('payout', [], [{ type: 'Payout', ...of, amount: money(cents + off) }]);
    month.payouts[payoutId] = money(off);
  }
}

/** Node 20 has no Map.groupBy. */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const netOf = ({ netAmount, amount, fee = 0 }) => Math.round((netAmount ?? amount - fee) * 100);

/** Rows in the order of the files: sales by till and time, records by the day they were booked; or shuffled. Groups name them by number. */
function ordered({ sales, records, groups, payouts }, random) {
  const keyOf = new Map();
  for (const sale of sales) keyOf.set(sale, `${sale.locationId ?? ''} ${sale.transactionDate}`);
  for (const record of records) keyOf.set(record, `${record.settlementDate ?? ''} ${record.acquirerId}${record.merchantId}`);
  const number = new Map();
  for (const rows of [sales, records]) {
    if (random) for (const row of rows) keyOf.set(row, random());
    rows.sort((one, other) => (keyOf.get(one) < keyOf.get(other) ? -1 : keyOf.get(one) > keyOf.get(other) ? 1 : 0));
    for (const [index, row] of rows.entries()) number.set(row, index);
  }
  const numbers = (rows) => rows.map((row) => number.get(row));
  const truth = groups.map(({ name, sales: ofSales, records: ofRecords, relates, twinSales, twinRecords }) => ({
    class: name,
    sales: numbers(ofSales),
    records: numbers(ofRecords),
    ...(relates && { relates: number.get(relates) }),
    ...(twinSales && { twinSales: numbers(twinSales) }),
    ...(twinRecords && { twinRecords: numbers(twinRecords) }),
  }));
  return { sales, records, truth, payouts };
}

function csvOf(rows) {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort();
  const cell = (value) => {
    const text = Array.isArray(value) ? value.join('|') : String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${fields.join(',')}\n${rows.map((row) => `${fields.map((field) => cell(row[field])).join(',')}\n`).join('')}`;
}

/** Both files, exports of the second half of both that overlap them, and truth.json, whose numbers are lines of the tables from 0. */
function writeMonth(folder, { sales, records, truth, payouts }) {
  mkdirSync(folder, { recursive: true });
  const middle = businessDay(Date.parse(sales[Math.floor(sales.length / 2)].transactionDate) / 1_000);
  writeFileSync(join(folder, 'sales.csv'), csvOf(sales));
  writeFileSync(join(folder, 'settlement.csv'), csvOf(records));
  writeFileSync(join(folder, 'sales-again.csv'), csvOf(sales.filter(({ transactionDate }) => transactionDate > middle).reverse()));
  writeFileSync(join(folder, 'settlement-again.csv'), csvOf(records.filter(({ settlementDate }) => settlementDate > middle).reverse()));
  writeFileSync(join(folder, 'truth.json'), `${JSON.stringify({ groups: truth, payouts })}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = (value) => ({ type: 'string', default: value });
  const options = {
    rows: text('100000'),
    seed: text('1'),
    noise: text('1'),
    days: text('31'),
    shuffle: { type: 'boolean', default: false },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder = 'month'] = positionals;
  const { shuffle, ...numbers } = values;
  writeMonth(folder, monthOf({ ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)])), shuffle }));
}
