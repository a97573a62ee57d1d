/**
 * What can become of a payment, one function per class: it writes the rows of both sides and says which belong together.
 * `emit(class, sales, records, more)`; `more.twinSales`, `more.twinRecords`: any of them is as good as another.
 */
import { recordOf } from './acquirer.js';
import { cashSaleOf, money, saleOf } from './till.js';
import { between, cardOf, DAY, dateTime, digits, pick, wallAsZulu } from './world.js';

const TERMINAL_FIELDS = ['terminalId', 'authorisationCode', 'cardNumberMasked', 'transactionSequenceCounter', 'eftTransactionDate'];

function without(row, fields) {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)));
}

/** The class of a payment at which nothing goes wrong. */
export function plainClass({ place, knowsReference }) {
  if (place.way !== 'web') return place.way;
  return knowsReference ? 'reference' : 'order';
}

/** Another payment at the same terminal, with a slip of its own. */
function next(payment, changes) {
  const { terminal } = payment;
  terminal.counter = (terminal.counter % 9_999) + 1;
  const more = { authorisation: digits(payment.random, 6), counter: terminal.counter };
  return { ...payment, ...more, ...changes };
}

const plain = (payment, emit) => emit(plainClass(payment), [saleOf(payment, payment.random)], [recordOf(payment)]);

/** The sale as it should be, with some of it changed; the record as it is. */
const slip = (name, change) => (payment, emit) => {
  const sale = saleOf(payment, payment.random);
  emit(name, [{ ...sale, ...change(sale, payment) }], [recordOf(payment)]);
};

function typo(random, text) {
  const at = between(random, Math.max(0, text.length - 4), text.length - 1);
  const wrong = (Number(text[at]) + between(random, 1, 9)) % 10;
  return text.slice(0, at) + wrong + text.slice(at + 1);
}

const orderForms = [
  (order) => `#${order}`,
  (order) => order.toLowerCase(),
  (order) => order.replace('-', ''),
  (order) => order.replace('-', ' '),
  (order) => ` ${order.replace('-', '_')} `,
  // The shop's own prefix is not told to the payment service.
  (order) => order.replace('WEB-', ''),
];

function captures(payment, cents, count) {
  const parts = [];
  let left = cents;
  for (let part = count; part > 1; part--) {
    const some = Math.max(1, Math.round((left / part) * (0.5 + payment.random())));
    parts.push(some);
    left -= some;
  }
  return [...parts, left].filter((some) => some > 0);
}

export const cases = {
  plain,
  cash: (payment, emit) => emit('cash', [cashSaleOf(payment, payment.random)], []),
  tip(payment, emit) {
    const tip = Math.max(50, Math.round((payment.cents * (0.04 + payment.random() * 0.16)) / 10) * 10);
    emit('tip', [saleOf(payment, payment.random)], [recordOf({ ...payment, cents: payment.cents + tip })]);
  },
  items(payment, emit) {
    const parts = captures(payment, payment.cents, between(payment.random, 2, 5));
    const sale = saleOf(payment, payment.random);
    emit(
      'items',
      parts.map((cents) => ({ ...sale, amount: money(cents) })),
      [recordOf(payment)],
    );
  },
  'split-tender'(payment, emit) {
    const parts = captures(payment, payment.cents, between(payment.random, 2, 3));
    const records = parts.map((cents, index) => {
      const changes = { cents, at: payment.at + index * between(payment.random, 20, 60), card: cardOf(payment.random) };
      return recordOf(next(payment, changes));
    });
    const name = records[0].orderId === undefined ? 'split-tender-blind' : 'split-tender';
    emit(name, [without(saleOf(payment, payment.random), TERMINAL_FIELDS)], records);
  },
  'partial-capture'(payment, emit) {
    emit('partial-capture', [saleOf(payment, payment.random)], captured(payment, payment.cents));
  },
  'partial-short'(payment, emit) {
    const cents = Math.round(payment.cents * (0.4 + payment.random() * 0.5));
    emit('partial-short', [saleOf(payment, payment.random)], captured(payment, cents));
  },
  refund(payment, emit) {
    const back = { ...payment, cents: -payment.cents };
    emit('refund', [saleOf(back, payment.random)], [recordOf(back)]);
  },
  'refund-web'(payment, emit) {
    plain(payment, emit);
    const part = payment.random() < 0.5 ? payment.cents : Math.max(100, Math.round(payment.cents * payment.random()));
    const at = payment.at + between(payment.random, 3_600, 10 * DAY);
    const back = { ...payment, at, cents: -part, reference: `psp_${digits(payment.random, 14)}` };
    emit('refund-web', [saleOf(back, payment.random)], [recordOf(back, { originalReference: payment.reference })]);
  },
  chargeback(payment, emit) {
    const sale = saleOf(payment, payment.random);
    emit(plainClass(payment), [sale], [recordOf(payment)]);
    const taken = { ...payment, cents: -payment.cents, at: payment.at + between(payment.random, 5, 20) * DAY };
    const line = { originalReference: payment.reference, orderId: undefined, fee: 15, netAmount: money(taken.cents) - 15 };
    const back = recordOf(taken, { ...line, type: 'Chargeback', transactionReference: `cb_${digits(payment.random, 14)}` });
    emit('chargeback', [], [back], { relates: sale });
    if (payment.random() > 0.3) return;
    const given = { ...payment, at: taken.at + between(payment.random, 2, 6) * DAY };
    const more = { ...line, fee: 0, netAmount: money(given.cents), transactionReference: `cr_${digits(payment.random, 14)}` };
    emit('chargeback-reversal', [], [recordOf(given, { ...more, type: 'ChargebackReversal' })], { relates: sale });
  },
  /** Booked days later; of four in ten the file also says that they took place then. */
  late(payment, emit) {
    const lag = between(payment.random, 5, 18);
    const isSentLate = payment.random() < 0.4;
    const record = recordOf(isSentLate ? { ...payment, at: payment.at + (lag - 1) * DAY } : payment, { lag: isSentLate ? 1 : lag });
    emit('late', [saleOf(payment, payment.random)], [record]);
  },
  'wrong-terminal': slip('wrong-terminal', (_, { place, terminal, random }) => ({
    terminalId: pick(
      random,
      place.terminals.filter((other) => other !== terminal),
    ).id,
  })),
  'authorisation-typo': slip('authorisation-typo', ({ authorisationCode }, { random }) => ({
    authorisationCode: typo(random, authorisationCode),
  })),
  'order-typo': slip('order-typo', ({ orderId }, { random }) => ({ orderId: typo(random, orderId), transactionReference: undefined })),
  'order-format': slip('order-format', ({ orderId }, { random }) => ({
    orderId: pick(random, orderForms)(orderId),
    transactionReference: undefined,
  })),
  'zone-shift': slip('zone-shift', ({ eftTransactionDate }, { at }) => ({
    transactionDate: wallAsZulu(at),
    ...(eftTransactionDate && { eftTransactionDate: wallAsZulu(at) }),
  })),
  'clock-off': slip('clock-off', (_, { at, random }) => ({
    transactionDate: dateTime(at + pick(random, [-1, 1]) * between(random, 120, 600)),
  })),
  currency(payment, emit) {
    const dollars = { ...payment, currency: 'USD' };
    const netAmount = Math.round(payment.cents * 0.98 * 0.9213) / 100;
    const told = { netAmount, settlementCurrency: 'EUR', exchangeRate: 0.9213 };
    emit('currency', [saleOf(dollars, payment.random)], [recordOf(dollars, told)]);
  },
  'currency-untold'(payment, emit) {
    const euros = { ...payment, cents: Math.round(payment.cents * 0.9213) };
    emit('currency-untold', [saleOf({ ...payment, currency: 'USD' }, payment.random)], [recordOf(euros)]);
  },
  'settled-twice'(payment, emit) {
    const record = recordOf(payment);
    const later = recordOf(payment, { lag: between(payment.random, 6, 9) });
    emit('settled-twice', [saleOf(payment, payment.random)], [record], { twinRecords: [record, later] });
    emit('settled-twice-second', [], [later]);
  },
  'posted-twice'(payment, emit) {
    const sale = saleOf(payment, payment.random);
    const again = saleOf({ ...payment, at: payment.at + between(payment.random, 1, 30) }, payment.random);
    if (sale.eftTransactionDate) again.eftTransactionDate = sale.eftTransactionDate;
    emit('posted-twice', [sale], [recordOf(payment)], { twinSales: [sale, again] });
    emit('posted-twice-second', [again], []);
  },
  'cancelled-in-till'(payment, emit) {
    const sale = without(saleOf(payment, payment.random), TERMINAL_FIELDS);
    const back = { ...sale, amount: -sale.amount, transactionTypes: [pick(payment.random, ['Void', 'Storno'])] };
    const seconds = between(payment.random, 20, 180);
    back.transactionDate = dateTime(Date.parse(sale.transactionDate) / 1_000 + seconds);
    if (payment.random() < 0.3 && sale.transactionReference) back.transactionReference = `${sale.transactionReference}1`;
    if (payment.terminal && sale.terminalId === undefined && payment.place.way === 'batch') {
      sale.terminalId = payment.terminal.id;
      back.terminalId = payment.terminal.id;
    }
    emit('cancelled-in-till', [sale, back], []);
  },
  'reversed-at-terminal'(payment, emit) {
    const back = next(payment, { cents: -payment.cents, at: payment.at + between(payment.random, 10, 90) });
    back.authorisation = payment.authorisation;
    emit('reversed-at-terminal', [], [recordOf(payment), recordOf(back, { type: 'Reversal' })]);
  },
  'not-settled': (payment, emit) => emit('not-settled', [saleOf(payment, payment.random)], []),
  'not-in-till': (payment, emit) => emit('not-in-till', [], [recordOf(payment)]),
  /** A sum that was reckoned and not rounded. */
  'incomplete-sale'(payment, emit) {
    emit('incomplete-sale', [{ ...saleOf(payment, payment.random), amount: payment.cents / 100 + 1 / 300 }], []);
  },
  'incomplete-record'(payment, emit) {
    const fields = ['transactionDate', 'businessDate', 'settlementDate', 'payoutDate'];
    emit('incomplete-record', [], [without(recordOf(payment), fields)]);
  },
};

function captured(payment, cents) {
  return captures(payment, cents, between(payment.random, 2, 3)).map((some, index) =>
    recordOf({ ...payment, cents: some, at: payment.at + index * between(payment.random, 3_600, 2 * DAY) }),
  );
}

export function feeLine({ settlementDate, payoutId, ...account }, cents) {
  return {
    type: 'Fee',
    ...account,
    payoutId,
    payoutDate: settlementDate,
    settlementDate,
    amount: money(-cents),
    description: 'Monatsgebühr',
  };
}

export function adjustmentLine({ settlementDate, payoutId, ...account }, cents) {
  return { type: 'Adjustment', ...account, payoutId, payoutDate: settlementDate, settlementDate, amount: money(cents) };
}
