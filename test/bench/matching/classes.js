/**
 * The classes of the generated month: what every row of it is. Of `pay` a sale and a record are one payment; `open` rows have no other side;
 * `cancelled` rows undo each other on their own side; `explained` records stand for no sale; `excluded` rows are no candidates.
 * `blind`: nothing in the files shows it safely, so that it counts neither for nor against the recall.
 */
import { tradeClasses } from './trade-classes.js';

export const classes = {
  ...tradeClasses,
  // Both files name the payment.
  'terminal-sequence': 'pay',
  'authorisation-card': 'pay',
  reference: 'pay',
  order: 'pay',
  'net-only': 'pay',
  // They say the same of it, and no more.
  'terminal-card-time': 'pay',
  'terminal-time': 'pay',
  'location-time': 'pay',
  'amount-time': 'pay',
  'amount-day': 'pay',
  'no-identifiers': 'pay',
  // Several rows of a side are one payment.
  batch: 'pay',
  'batch-cut': 'pay',
  items: 'pay',
  'split-tender': 'pay',
  'split-tender-blind': 'blind',
  'partial-capture': 'pay',
  'partial-short': 'blind',
  // Something of it differs.
  tip: 'pay',
  refund: 'pay',
  'refund-web': 'pay',
  late: 'pay',
  'wrong-terminal': 'pay',
  'authorisation-typo': 'pay',
  'order-typo': 'pay',
  'order-format': 'pay',
  'zone-shift': 'pay',
  'clock-off': 'pay',
  currency: 'pay',
  'currency-untold': 'blind',
  'settled-twice': 'pay',
  'posted-twice': 'pay',
  // One side has no other.
  'settled-twice-second': 'open',
  'posted-twice-second': 'open',
  'not-settled': 'open',
  'not-in-till': 'open',
  'incomplete-sale': 'open',
  'incomplete-record': 'open',
  'cancelled-in-till': 'cancelled',
  'reversed-at-terminal': 'cancelled',
  cash: 'excluded',
  chargeback: 'explained',
  'chargeback-reversal': 'explained',
  fee: 'explained',
  adjustment: 'explained',
  payout: 'explained',
};

export const isPayment = (name) => classes[name] === 'pay' || classes[name] === 'blind';
export const isBlind = (name) => classes[name] === 'blind';
