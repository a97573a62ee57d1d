/**
 * How the tills write a payment: what each kind of them knows. A payment is {terminal, place, day, at, cents, currency, card, authorisation,
 * counter, receipt, order, reference}; see cases.js.
 */
import { businessDay, dateTime, tillOff } from './world.js';

export const money = (cents) => cents / 100;

/** Masked card numbers as three makers of tills write them. */
const masked = [({ first, last }) => `${first}******${last}`, ({ last }) => `************${last}`, ({ last }) => `XXXX XXXX XXXX ${last}`];

const brandOf = ({ card, place }) => card.brand.till[place.spelling];
const receiptOf = (payment) => `${payment.terminal.till}-${String(payment.receipt).padStart(6, '0')}`;

function base(payment, random) {
  const { terminal, place, day, at } = payment;
  const sale = { amount: money(payment.cents), currency: payment.currency, locationId: place.id, transactionTypes: ['Purchase'] };
  // Some seconds until the slip is out.
  sale.transactionDate = dateTime(at + tillOff(terminal, day) + Math.floor(random() * 20));
  sale.businessDate = businessDay(at);
  return sale;
}

const kinds = {
  /** The till and its terminal are one: it has whatever stands on the slip. */
  'terminal-sequence'(payment, random) {
    const { terminal, card } = payment;
    return {
      ...base(payment, random),
      acquirerId: payment.place.acquirerId,
      applicationId: 'A0000000031010',
      authorisationCode: payment.authorisation,
      brandId: brandOf(payment),
      cardNumberMasked: masked[terminal.till](card),
      eftTransactionDate: dateTime(payment.at),
      terminalId: terminal.id,
      transactionReference: receiptOf(payment),
      // Where the terminal is told the bill, both files name it.
      ...(payment.place.spelling === 0 && { orderId: receiptOf(payment) }),
      // One maker writes all digits.
      transactionSequenceCounter: terminal.till === 1 ? String(payment.counter).padStart(6, '0') : String(payment.counter),
    };
  },
  /** The till asks the terminal for an authorisation and notes code and card; half of them know the terminal. */
  'authorisation-card'(payment, random) {
    return {
      ...base(payment, random),
      authorisationCode: payment.authorisation,
      brandId: brandOf(payment),
      cardNumberMasked: masked[payment.terminal.till](payment.card),
      transactionReference: receiptOf(payment),
      ...(payment.place.spelling === 1 && { terminalId: payment.terminal.id }),
    };
  },
  'terminal-card-time'(payment, random) {
    return {
      ...base(payment, random),
      brandId: brandOf(payment),
      cardNumberMasked: masked[1](payment.card),
      terminalId: payment.terminal.id,
    };
  },
  /** The cashier types the amount into a terminal of its own, and presses a key on the till, within a minute. */
  'terminal-time'(payment, random) {
    const brandId = payment.place.trade === 'bar' ? brandOf(payment) : 'Karte';
    return { ...standalone(payment, random), brandId, terminalId: payment.terminal.id };
  },
  'location-time'(payment, random) {
    return standalone(payment, random);
  },
  'amount-time'(payment, random) {
    return { ...standalone(payment, random), brandId: brandOf(payment) };
  },
  'amount-day'(payment, random) {
    return { ...standalone(payment, random), brandId: brandOf(payment) };
  },
  'no-identifiers'(payment, random) {
    const { locationId, ...sale } = standalone(payment, random);
    return sale;
  },
  batch(payment, random) {
    return { ...standalone(payment, random), brandId: brandOf(payment), terminalId: payment.terminal.id };
  },
  web(payment) {
    return {
      amount: money(payment.cents),
      currency: payment.currency,
      locationId: payment.place.id,
      brandId: brandOf(payment),
      orderId: payment.order,
      transactionDate: dateTime(payment.at, { zulu: true }),
      transactionTypes: ['sale'],
      ...(payment.reference && payment.knowsReference && { transactionReference: payment.reference }),
    };
  },
};
kinds['net-only'] = kinds['terminal-sequence'];

function standalone(payment, random) {
  const sale = base(payment, random);
  sale.transactionDate = dateTime(payment.at + tillOff(payment.terminal, payment.day) + Math.floor(random() * 60) - 20);
  sale.transactionReference = receiptOf(payment);
  return sale;
}

/** The sale of a payment; refunds are negative, or positive and named so. */
export function saleOf(payment, random, changes = {}) {
  const sale = kinds[payment.place.way](payment, random);
  if (payment.cents < 0) {
    sale.transactionTypes = [payment.place.way === 'web' ? 'refund' : 'Refund'];
    if (payment.terminal.till === 2 && payment.place.way !== 'web') sale.amount = -sale.amount;
  }
  return { ...sale, ...changes };
}

/** A sum in cash. */
export function cashSaleOf(payment, random) {
  const { authorisationCode, cardNumberMasked, applicationId, eftTransactionDate, transactionSequenceCounter, acquirerId, ...sale } =
    saleOf(payment, random);
  return { ...sale, brandId: 'CASH', transactionTypes: ['Purchase', 'Cash'] };
}
