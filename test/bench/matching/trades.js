/**
 * Trades beside the chain of shops: merchants whose numbers recur, whose shops number alike, whose brands and codes say less than they seem to,
 * and acquirers that pay weekly or whose files have holes. Each is on an account and at terminals of its own. Nothing here knows how rows are
 * matched. A payment is {random, trade, terminal, day, number, at, cents, card, authorisation, counter}; times are seconds, amounts cents.
 */
import { chance } from '../generate.js';
import { bookedOn, payoutIdOf } from './acquirer.js';
import { amountOf, between, businessDay, cardOf, DAY, dateTime, digits, localDay, pick, START } from './world.js';

const money = (cents) => cents / 100;
const masked = ({ last }) => `XXXXXXXXXXXX${last}`;
const withTip = ({ random, cents }) => Math.ceil((cents * (1.03 + random() * 0.12)) / 50) * 50;

/** How several people write the brand of one card: the till, and the acquirer. */
const otherwise = {
  MAESTRO: [
    ['Maestro', 'EC-Karte', 'Debit'],
    ['Debit Mastercard', 'Mastercard', 'MAESTRO'],
  ],
  MASTERCARD: [
    ['Mastercard', 'MC', 'Karte'],
    ['Debit Mastercard', 'MASTERCARD', 'Maestro'],
  ],
  VISA: [
    ['Visa', 'V PAY', 'Karte'],
    ['Visa Debit', 'VISA', 'V PAY'],
  ],
};

function baseSale({ at, cents, trade, terminal }) {
  return {
    amount: money(cents),
    currency: trade.currency ?? 'CHF',
    transactionDate: dateTime(at + terminal.tillOff),
    ...(!trade.isWeb && { terminalId: terminal.id }),
  };
}

function baseRecord({ at, cents, trade, terminal }, settlementDate = (trade.paidOn ?? nextDay)(at)) {
  const account = { acquirerId: trade.acquirerId, merchantId: terminal.merchantId ?? trade.merchantId };
  const payoutId = payoutIdOf(account, settlementDate);
  const row = { type: 'Sale', ...account, payoutId, payoutDate: settlementDate, settlementDate };
  const fee = money(Math.round(cents * 0.014));
  return { ...row, amount: money(cents), currency: trade.currency ?? 'CHF', fee, ...(!trade.isWeb && { terminalId: terminal.id }) };
}

const nextDay = (at) => bookedOn(at, 1);
const knowsTime = ({ at, terminal }) => ({ transactionDate: dateTime(at + terminal.off) });
const knowsDay = ({ at }) => ({ businessDate: businessDay(at) });

/** Friday to Thursday, paid on the Wednesday after; 2 October 2026 is the first Friday. */
function onWednesday(at) {
  const days = Math.floor((at - START) / DAY);
  const thursday = 7 * Math.floor((days + 6) / 7);
  return localDay(START + (thursday + 6) * DAY + 12 * 3_600);
}

/**
 * `share`: of a thousand sales of the chain, so many more. `both`: what sale and record know alike; `sale`, `record`: what one side knows.
 * `tips`: the part of the payments with one. The restarting counters of a bar count its business day.
 */
const trades = [
  {
    name: 'table-number',
    tipName: 'table-tip',
    tips: 0.6,
    ...{ acquirerId: 'TBL-ACQ', merchantId: 'R-31', share: 40, terminals: 2, trade: 'restaurant', perTerminal: 60 },
    both: ({ table }) => ({ orderId: String(table) }),
    record: knowsTime,
    splits: 0.15,
  },
  {
    name: 'restarting-counter',
    tipName: 'restarting-counter-tip',
    tips: 0.3,
    ...{ acquirerId: 'RST-ACQ', merchantId: 'R-32', share: 40, terminals: 2, trade: 'bar', perTerminal: 60 },
    both: ({ number }) => ({ transactionSequenceCounter: String(number) }),
    record: knowsTime,
  },
  {
    name: 'daily-receipt',
    ...{ acquirerId: 'RCP-ACQ', merchantId: 'R-33', share: 30, terminals: 2, trade: 'shop', perTerminal: 80 },
    both: ({ number }) => ({ transactionReference: `K${String(number).padStart(3, '0')}` }),
    record: knowsDay,
  },
  ...['location', 'contract', 'service'].map((told, index) => ({
    name: `own-numbers-${told}`,
    ...{ acquirerId: `WS${index}-ACQ`, merchantId: `W-4${index}`, share: 20, terminals: 2, trade: 'web', isWeb: true, told },
    currency: 'EUR',
    menu: [990, 1_990, 2_990, 4_990, 1_250, 6_000, 2_230, 3_100],
    both: ({ day, number, trade, terminal }) => ({
      orderId: String(1_000 + day * trade.perDay + number),
      ...(told === 'location' && { locationId: terminal.shop }),
    }),
    sale: ({ terminal }) => ({ locationId: terminal.shop, ...(told === 'service' && { brandId: terminal.service }) }),
    record: ({ at, random, terminal }) => ({
      transactionDate: dateTime(at + between(random, 5, 900), { zulu: true }),
      ...(told === 'service' && { brandId: terminal.service.toUpperCase() }),
    }),
    paidOn: (at) => bookedOn(at, 3),
  })),
  {
    name: 'brand-otherwise',
    ...{ acquirerId: 'BRD-ACQ', merchantId: 'R-35', share: 40, terminals: 3, trade: 'shop', isOtherwise: true },
    both: ({ card, authorisation }) => ({ authorisationCode: authorisation, cardNumberMasked: masked(card) }),
    sale: ({ random, card }) => ({ brandId: pick(random, otherwise[card.brand.till[0]][0]) }),
    record: (payment) => ({ ...knowsTime(payment), brandId: pick(payment.random, otherwise[payment.card.brand.till[0]][1]) }),
  },
  ...[knowsTime, knowsDay].map((record, index) => ({
    name: index === 0 ? 'constant-code' : 'constant-code-day',
    ...{ acquirerId: `VEN-AC${index}`, merchantId: `V-9${index}`, share: 30, terminals: 3, trade: 'canteen', regulars: 150 },
    menu: [100, 150, 180, 200, 250, 320],
    both: ({ random, card }) => ({ authorisationCode: pick(random, ['Y1', 'Y1', 'Z3', 'Y3']), cardNumberMasked: masked(card) }),
    record,
  })),
  {
    name: 'with-holes',
    ...{ acquirerId: 'HOL-ACQ', merchantId: 'R-37', share: 40, terminals: 2, trade: 'shop', holes: [13, 21], shutDay: 16 },
    both: ({ card, authorisation }) => ({ authorisationCode: authorisation, cardNumberMasked: masked(card) }),
    record: knowsTime,
  },
  {
    name: 'weekly-payer',
    ...{ acquirerId: 'WKL-ACQ', merchantId: 'T-38', share: 40, terminals: 2, trade: 'shop', paidOn: onWednesday, endsDays: 4 },
    both: ({ counter }) => ({ transactionSequenceCounter: String(counter) }),
    record: knowsTime,
  },
];

/** The rows of all these trades, group by group; a month of `rows` sales of the chain gets about two fifths more. */
export function playTrades(emit, { rows, seed, days, noise }) {
  const random = chance(seed * 7_919 + 31);
  for (const [index, made] of trades.entries()) {
    const trade = { ...made, number: String(60 + index), menu: made.menu ?? menuOf(random, made.trade) };
    trade.perDay = Math.max(4, Math.round((rows * trade.share) / 1_000 / days));
    trade.regularCards = Array.from({ length: trade.regulars ?? 0 }, () => cardOf(random));
    const count = Math.max(trade.terminals, trade.isWeb ? 0 : Math.ceil(trade.perDay / (trade.perTerminal ?? 100)));
    const terminals = Array.from({ length: count }, (_, at) => terminalOf(random, trade, at));
    for (let day = 0; day < days; day++)
      for (const terminal of terminals) playDay(emit, { random, trade, terminal, day, days, noise, perDay: trade.perDay / count });
  }
}

const menuOf = (random, trade) =>
  Array.from({ length: 30 }, () => between(random, 3, trade === 'restaurant' ? 50 : 25) * 100 + pick(random, [0, 50, 90]));

function terminalOf(random, trade, at) {
  const isOff = random() < 0.5;
  return {
    id: `${trade.number}77${String(at).padStart(4, '0')}`,
    shop: ['ZRH', 'BER'][at] + trade.number,
    service: ['PayPal', 'Klarna'][at],
    ...(trade.told === 'contract' && { merchantId: `${trade.merchantId}${at}` }),
    counter: between(random, 1, 5_000),
    // Its clock, against the true time, for the whole month: half of them were never set.
    off: isOff ? between(random, -400, 400) : between(random, -3, 3),
    tillOff: between(random, -15, 15),
  };
}

/** Opening hours as seconds from midnight. */
const hours = { restaurant: [11, 23], bar: [16, 26], shop: [8, 20], canteen: [6, 20], web: [0, 24] };
/** A card payment takes so many seconds, so no two of a terminal are nearer. */
const PAYMENT_S = 40;

function playDay(emit, { random, trade, terminal, day, days, noise, perDay }) {
  const count = Math.floor(perDay * (0.7 + 0.6 * random()) + random());
  const [from, to] = hours[trade.trade];
  const times = Array.from({ length: count }, () => START + day * DAY + Math.floor((from + random() * (to - from)) * 3_600)).sort(
    (one, other) => one - other,
  );
  let before = 0;
  let number = 0;
  const play = (at, table) => {
    before = Math.max(at, before + PAYMENT_S + between(random, 0, 60));
    number += 1;
    terminal.counter += 1;
    const payment = { random, trade, terminal, day, days, number, at: before, table, counter: terminal.counter };
    payment.cents = amountOf(random, trade);
    payment.card = trade.regularCards.length > 0 ? pick(random, trade.regularCards) : cardIn(random, trade);
    payment.authorisation = digits(random, 6);
    return payment;
  };
  for (const at of times) {
    const table = between(random, 1, 20);
    const parts = random() < (trade.splits ?? 0) ? between(random, 2, 3) : 1;
    for (let part = 0; part < parts; part++) settle(emit, play(at, table), { noise, isSplit: parts > 1 });
  }
}

function cardIn(random, trade) {
  let card = cardOf(random);
  while (trade.isOtherwise && !(card.brand.till[0] in otherwise)) card = cardOf(random);
  return card;
}

/** What becomes of a payment: at noise some are in one file alone, and some are in cash always. */
function settle(emit, payment, { noise, isSplit }) {
  const { random, trade } = payment;
  const told = trade.both(payment);
  const sale = { ...baseSale(payment), ...told, ...trade.sale?.(payment) };
  const hasTip = random() < (trade.tips ?? 0);
  const paid = hasTip ? { ...payment, cents: withTip(payment) } : payment;
  const record = { ...baseRecord(paid), ...told, ...trade.record(paid) };
  const fate = random() * 1_000;
  if (!trade.isWeb && fate > 960) return emit('cash', [{ ...baseSale(payment), brandId: 'CASH', transactionTypes: ['Cash'] }], []);
  if (fate < 3.5 * noise) return emit('not-settled', [sale], []);
  if (fate < 7 * noise) return emit('not-in-till', [], [record]);
  if (isMissing(trade, record)) return emit('file-missing', [sale], []);
  if (isLaterThanFiles(payment, record)) return emit('not-paid-yet', [sale], []);
  if (trade.shutDay === payment.day) return emit('sales-missing', [], [record]);
  emit(hasTip && paid.cents !== payment.cents ? trade.tipName : isSplit ? 'split-bill' : trade.name, [sale], [record]);
}

/** Days after the first that have no file. */
const isMissing = ({ holes = [] }, { settlementDate }) => holes.some((day) => localDay(START + day * DAY + 43_200) === settlementDate);

/** The last file was fetched some days after the month. */
const isLaterThanFiles = ({ trade, days }, { settlementDate }) =>
  trade.endsDays !== undefined && settlementDate > localDay(START + (days + trade.endsDays) * DAY);
