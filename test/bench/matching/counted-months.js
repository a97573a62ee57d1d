/**
 * Months of a kiosk, a bakery and a canteen: few prices, many equal amounts a day, and terminals that count by themselves. Each shape says how the
 * number on a record differs from its sale's. Every row says by `of` which payment it really is; it is not uploaded.
 */
/**
 * A shape: `trade`; `knows`, what a record knows of its time: second, minute, day or (only) its booking; `daily`, both counters begin anew each
 * day; `shift`, the record's number less the sale's as a day (or the month) begins; `declined` attempts a day, each of which takes a number of the
 * terminal's and none of the till's, after the part `declinedAfter` of the day; `cash`, share of sales that take a number of the till's and none of
 * the terminal's; `lost`, share of records, and a third of it of sales, that are missing; `anywhere`, records say no terminal; `first`, the number before
 * the first of a day; `terminals`, `days`, `field`.
 */
const trades = {
  kiosk: { prices: [2.5, 2.5, 2.5, 2.5, 2.5, 3, 3, 3, 1.2, 1.2, 1.2, 8.5, 8.5, 9, 0.9, 0.9, 4.2], sales: 60, opens: 7, hours: 11 },
  bakery: {
    prices: [1.1, 1.1, 1.1, 1.1, 2.2, 2.2, 2.2, 2.2, 3.3, 3.3, 3.8, 3.8, 3.8, 4.5, 4.5, 5.4, 6.2, 7.9, 11.5, 2.9, 2.9],
    sales: 80,
    opens: 6,
    hours: 12,
  },
  canteen: { prices: [6.5, 6.5, 6.5, 6.5, 6.5, 6.5, 7.2, 7.2, 7.2, 8.9, 8.9, 1.5, 1.5, 1.5], sales: 70, opens: 11, hours: 3 },
};

const START = Date.UTC(2026, 8, 1);
const DAY = 86_400_000;
const iso = (ms) => new Date(ms).toISOString().replace('.000', '');

function randomOf(seed) {
  let state = (seed * 2_654_435_761 + 97) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param of a shape, or what draws one */
export function countedMonth(of, seed) {
  const random = randomOf(seed);
  const shape = typeof of === 'function' ? of(random) : of;
  const { prices, sales: perDay, opens, hours } = trades[shape.trade];
  const price = () => prices[Math.floor(random() * prices.length)];
  const { field = 'transactionReference', cash = 0, lost = 0 } = shape;
  const month = { sales: [], records: [] };
  let payment = 0;
  for (let terminal = 1; terminal <= (shape.terminals ?? 2); terminal++) {
    let till = 0;
    let slip = 0;
    for (let day = 0; day < (shape.days ?? 14); day++) {
      if (day === 0 || shape.daily) {
        till = shape.daily ? (shape.first ?? 100) : 1_000 * terminal + Math.floor(random() * 500);
        slip = till + (shape.shift?.(random, terminal, day) ?? 0);
      }
      const times = Array.from({ length: perDay }, () => Math.floor(random() * hours * 3_600)).sort((one, other) => one - other);
      const after = shape.declinedAfter ?? 0;
      const declines = Array.from({ length: shape.declined ?? 0 }, () => Math.floor((after + random() * (1 - after)) * perDay));
      for (const [at, second] of times.entries()) {
        const moment = START + day * DAY + opens * 3_600_000 + second * 1_000;
        const id = payment++;
        till++;
        const row = { amount: price(), currency: 'EUR', terminalId: `T-${terminal}`, of: id };
        const isCash = random() < cash;
        // What was paid in cash is in no file of the till's cards.
        if (isCash) continue;
        slip += 1 + declines.filter((one) => one === at).length;
        if (random() >= lost / 3) month.sales.push({ ...row, transactionDate: iso(moment), [field]: written(till) });
        if (random() < lost) continue;
        const settled = new Date(START + (day + 1) * DAY).toISOString().slice(0, 10);
        const knows = moment + (5 + Math.floor(random() * 40)) * 1_000;
        const time = {
          second: iso(knows),
          minute: iso(knows - (knows % 60_000)),
          day: `${iso(moment).slice(0, 10)}T00:00:00Z`,
          booking: null,
        };
        month.records.push({
          ...{ ...row, ...(shape.anywhere && { terminalId: null }), acquirerId: 'ACQ', merchantId: 'M-1', settlementDate: settled },
          ...{ payoutId: `PO-${settled}`, transactionDate: time[shape.knows], [field]: written(slip) },
        });
      }
    }
  }
  // A record's place in its file says nothing.
  for (let at = month.records.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [month.records[at], month.records[other]] = [month.records[other], month.records[at]];
  }
  return month;
}

const written = (number) => String(((number % 10_000) + 10_000) % 10_000).padStart(4, '0');

/** Matches that were booked of rows that are not the same payments, and sales in right ones of those that have their record. */
export function judged({ sales, records }, told) {
  const settled = new Set(records.map(({ of }) => of));
  const payments = (rows, places) =>
    places
      .map((place) => rows[place]?.of)
      .sort()
      .join();
  const booked = told.filter(({ proposed, skip }) => !proposed && !skip);
  const wrong = booked.filter((one) => payments(sales, one.sales) !== payments(records, one.records));
  const right = booked.reduce((sum, one) => sum + (wrong.includes(one) ? 0 : one.sales.length), 0);
  return { wrong, right, paired: sales.filter(({ of }) => settled.has(of)).length };
}

const by = (shift) => () => shift;
const anyOf =
  (...shifts) =>
  (random) =>
    shifts[Math.floor(random() * shifts.length)];

/** Numbers are the sale's own. */
export const trueMonths = {
  drawn: (random) => drawn(random, true),
  'running numbers, by day': { trade: 'kiosk', knows: 'day' },
  'daily numbers, by day': { trade: 'bakery', knows: 'day', daily: true },
  'daily numbers of a canteen, by day, some lost': { trade: 'canteen', knows: 'day', daily: true, lost: 0.03 },
  'daily numbers, by minute': { trade: 'kiosk', knows: 'minute', daily: true },
  'running numbers, by minute, some lost': { trade: 'canteen', knows: 'minute', lost: 0.06 },
  'running numbers, by booking': { trade: 'bakery', knows: 'booking', lost: 0.03 },
  'running counters, by day, some lost': { trade: 'kiosk', knows: 'day', field: 'transactionSequenceCounter', lost: 0.03 },
  'daily counters, by second': { trade: 'kiosk', knows: 'second', daily: true, field: 'transactionSequenceCounter', lost: 0.03 },
  'running numbers without terminals, by day': { trade: 'bakery', knows: 'day', anywhere: true },
};

/** Numbers are others'. */
export const shiftedMonths = {
  'drawn, too': (random) => drawn(random, false),
  'one ahead, running, by day': { trade: 'kiosk', knows: 'day', shift: by(1) },
  'one behind, daily, by day': { trade: 'bakery', knows: 'day', daily: true, shift: by(-1), lost: 0.03 },
  'two ahead, daily, canteen, by day': { trade: 'canteen', knows: 'day', daily: true, shift: by(2) },
  'one ahead, daily, by minute': { trade: 'kiosk', knows: 'minute', daily: true, shift: by(1), lost: 0.03 },
  'one behind, running, by second': { trade: 'canteen', knows: 'second', shift: by(-1), lost: 0.03 },
  'one ahead, running, by booking': { trade: 'bakery', knows: 'booking', shift: by(1) },
  'counters two behind, daily, by day': { trade: 'kiosk', knows: 'day', daily: true, shift: by(-2), field: 'transactionSequenceCounter' },
  'one ahead without terminals, running, by day': { trade: 'kiosk', knows: 'day', shift: by(1), anywhere: true },
  'another shift each day, daily, by day': { trade: 'kiosk', knows: 'day', daily: true, shift: anyOf(-2, -1, 0, 1, 2), lost: 0.03 },
  'another shift each day, daily, by minute': { trade: 'canteen', knows: 'minute', daily: true, shift: anyOf(-2, -1, 0, 1, 2), lost: 0.03 },
  'one terminal true, one ahead, daily, by day': { trade: 'bakery', knows: 'day', daily: true, shift: (_, terminal) => terminal - 1 },
  'most days true, daily, by day': { trade: 'canteen', knows: 'day', daily: true, shift: anyOf(0, 0, 0, 0, 1) },
  'one declined a day, daily, by day': { trade: 'kiosk', knows: 'day', daily: true, declined: 1 },
  'one declined a day, daily, canteen, by minute': { trade: 'canteen', knows: 'minute', daily: true, declined: 1, lost: 0.03 },
  'one declined a day, running, by day': { trade: 'bakery', knows: 'day', declined: 1 },
  'three declined a day, daily, by day': { trade: 'bakery', knows: 'day', daily: true, declined: 3, lost: 0.03 },
  'declined late, daily, by day': { trade: 'kiosk', knows: 'day', daily: true, declined: 1, declinedAfter: 0.85 },
  'declined late, daily, canteen, by day': { trade: 'canteen', knows: 'day', daily: true, declined: 2, declinedAfter: 0.9, lost: 0.03 },
  'declined, daily counters, by second': { trade: 'kiosk', knows: 'second', daily: true, declined: 2, field: 'transactionSequenceCounter' },
  'cash takes numbers, daily, by day': { trade: 'kiosk', knows: 'day', daily: true, cash: 0.4 },
  'cash takes numbers, daily, by minute': { trade: 'bakery', knows: 'minute', daily: true, cash: 0.4 },
  'cash takes numbers, running, by day': { trade: 'canteen', knows: 'day', cash: 0.1 },
  'one day, one ahead': { trade: 'kiosk', knows: 'day', daily: true, shift: by(1), days: 1 },
  'one day, running, declined': { trade: 'kiosk', knows: 'day', declined: 1, days: 1 },
  'one terminal, one day, declined': { trade: 'bakery', knows: 'day', declined: 1, days: 1, terminals: 1 },
  'one terminal, two behind, counters, by day': {
    trade: 'canteen',
    knows: 'day',
    shift: by(-2),
    terminals: 1,
    field: 'transactionSequenceCounter',
  },
  'without terminals, daily, declined, by second': { trade: 'kiosk', knows: 'second', daily: true, declined: 2, anywhere: true },
  'another shift each day, daily, by second': { trade: 'bakery', knows: 'second', daily: true, shift: anyOf(-2, -1, 0, 1, 2), lost: 0.05 },
};

/** A shape drawn from a seed. */
export function drawn(random, isTrue) {
  const pick = (...values) => values[Math.floor(random() * values.length)];
  const shape = {
    ...{ trade: pick('kiosk', 'bakery', 'canteen'), knows: pick('second', 'minute', 'day', 'day', 'booking'), daily: pick(true, false) },
    ...{ lost: pick(0, 0.02, 0.06), field: pick('transactionReference', 'transactionSequenceCounter'), anywhere: random() < 0.2 },
    ...{ first: pick(0, 100, 1_000), terminals: pick(1, 2, 3), days: pick(1, 3, 14) },
  };
  const shifts = pick(by(1), by(-1), by(2), by(-2), anyOf(-1, 0, 1), anyOf(0, 0, 0, 1), (_, terminal) => terminal - 1);
  const declined = { declined: pick(1, 2, 4), declinedAfter: pick(0, 0.5, 0.9) };
  if (!isTrue) Object.assign(shape, pick({ shift: shifts }, declined, { ...declined, shift: shifts }, { cash: pick(0.02, 0.1, 0.4) }));
  return shape;
}
