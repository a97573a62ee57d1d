/**
 * How the five acquirers write a payment: what the file of each holds. `lag` days after the payment it is booked and paid out;
 * the payout of an account is named after the day.
 */
import { money } from './till.js';
import { businessDay, DAY, dateTime, localDay } from './world.js';

const lagOf = { 'ACQ-ONE': 1, 'ACQ-TWO': 2, 'ACQ-THREE': 2, 'ACQ-SUM': 1, PAYWEB: 3 };
const rateOf = { 'ACQ-ONE': 0.013, 'ACQ-TWO': 0.011, 'ACQ-THREE': 0.016, 'ACQ-SUM': 0.012, PAYWEB: 0.019 };
const spelling = { 'ACQ-ONE': 0, 'ACQ-TWO': 1, 'ACQ-THREE': 0, 'ACQ-SUM': 1, PAYWEB: 2 };

/** Nobody pays out on a Saturday or Sunday; the first of October 2026 is a Thursday. */
export function bookedOn(at, lag) {
  let on = at + lag * DAY;
  while ([0, 6].includes(new Date(`${localDay(on)}T12:00:00Z`).getUTCDay())) on += DAY;
  return localDay(on);
}

export const payoutIdOf = (place, day) => `${place.acquirerId.slice(-3)}${place.merchantId.slice(-2)}-${day.replaceAll('-', '')}`;

function base(payment, lagDays) {
  const { place, cents, at } = payment;
  const settlementDate = bookedOn(at, lagDays ?? lagOf[place.acquirerId]);
  return {
    type: cents < 0 ? 'Refund' : 'Sale',
    acquirerId: place.acquirerId,
    merchantId: place.merchantId,
    payoutId: payoutIdOf(place, settlementDate),
    payoutDate: settlementDate,
    settlementDate,
    amount: money(cents),
    currency: payment.currency,
    fee: money(feeOf(payment)),
  };
}

export const feeOf = ({ place, cents }) => Math.round(Math.abs(cents) * rateOf[place.acquirerId]);
const brandOf = ({ card, place }) => card.brand.acquirer[spelling[place.acquirerId]];
const starred = ({ first, last }) => `${first}******${last}`;

const kinds = {
  'terminal-sequence'(payment, lag) {
    return {
      ...base(payment, lag),
      terminalId: payment.terminal.id,
      transactionDate: dateTime(payment.at),
      brandId: brandOf(payment),
      cardNumberMasked: starred(payment.card),
      authorisationCode: payment.authorisation,
      transactionSequenceCounter: String(payment.counter).padStart(4, '0'),
      // Where the till hands its receipt on, the file gives it back.
      ...(payment.place.spelling === 0 && { orderId: `${payment.terminal.till}-${String(payment.receipt).padStart(6, '0')}` }),
    };
  },
  /** Only what was paid out, the fee taken off already. */
  'net-only'(payment, lag) {
    const { fee, ...record } = kinds['terminal-sequence'](payment, lag);
    const { orderId, ...rest } = record;
    return { ...rest, amount: money(payment.cents - feeOf(payment)) };
  },
  'authorisation-card'(payment, lag) {
    return {
      ...base(payment, lag),
      terminalId: payment.terminal.id,
      transactionDate: dateTime(payment.at),
      brandId: brandOf(payment),
      cardNumberMasked: `XXXXXXXXXXXX${payment.card.last}`,
      // A spreadsheet on the way has eaten the zeros in front.
      authorisationCode: payment.authorisation.replace(/^0+/, ''),
    };
  },
  'terminal-card-time'(payment, lag) {
    return kinds['authorisation-card'](payment, lag);
  },
  'terminal-time'(payment, lag) {
    return {
      ...base(payment, lag),
      terminalId: payment.terminal.id,
      transactionDate: dateTime(payment.at),
      brandId: brandOf(payment),
      cardNumberMasked: starred(payment.card),
      authorisationCode: payment.authorisation,
      transactionSequenceCounter: String(payment.counter),
    };
  },
  'location-time'(payment, lag) {
    return { ...base(payment, lag), locationId: payment.place.id, transactionDate: dateTime(payment.at), brandId: brandOf(payment) };
  },
  'amount-time'(payment, lag) {
    return {
      ...base(payment, lag),
      terminalId: payment.terminal.id,
      transactionDate: dateTime(payment.at, { zulu: true }),
      brandId: brandOf(payment),
    };
  },
  'amount-day'(payment, lag) {
    return { ...base(payment, lag), businessDate: businessDay(payment.at), brandId: brandOf(payment) };
  },
  'no-identifiers'(payment, lag) {
    return { ...base(payment, lag), transactionDate: dateTime(payment.at) };
  },
  web(payment, lag) {
    return {
      ...base(payment, lag),
      transactionDate: dateTime(payment.at, { zulu: true }),
      brandId: brandOf(payment),
      orderId: payment.order,
      transactionReference: payment.reference,
      netAmount: money(payment.cents - feeOf(payment)),
      settlementCurrency: payment.currency,
    };
  },
};

/** The record of a payment; a lag in days where it came late. Terminals of ACQ-SUM have no such lines: see {@link totalOf}. */
export function recordOf(payment, { lag, ...changes } = {}) {
  return { ...kinds[payment.place.way](payment, lag), ...changes };
}

/** One line for all payments of a terminal between two cuts; `brand` where the file breaks it down. */
export function totalOf(payments, { at, brand }) {
  const [first] = payments;
  const cents = payments.reduce((sum, payment) => sum + payment.cents, 0);
  return {
    ...base({ ...first, cents, at }),
    type: 'Sale',
    terminalId: first.terminal.id,
    businessDate: businessDay(at),
    transactionDate: dateTime(at),
    transactionCount: payments.length,
    description: 'Kassenschnitt',
    ...(brand && { brandId: brand }),
  };
}
