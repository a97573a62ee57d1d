/** Made-up months that tempt a matcher, from a seed. Every row says by `of` which payment it really is; it is not uploaded. */
import type { Sale, SettlementRecord, Told } from './given.js';

export interface Month {
  sales: (Sale & { of: string })[];
  records: (SettlementRecord & { of: string })[];
}

const DAY = 864e5;
const START = Date.UTC(2026, 9, 1);
const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', '+00:00');
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

class Making implements Month {
  sales: Month['sales'] = [];
  records: Month['records'] = [];
  #seed: number;
  #payments = 0;
  readonly #lost: number;
  constructor(seed: number, lost: number) {
    this.#seed = seed * 7_919 + 1;
    this.#lost = lost;
  }
  random(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#seed / 2 ** 32;
  }
  int = (below: number) => Math.floor(this.random() * below);
  chance = (part: number) => this.random() < part;
  pick = <Value>(values: readonly Value[]): Value => values[this.int(values.length)] as Value;
  digits = (count: number) => String(10 ** (count - 1) + this.int(9 * 10 ** (count - 1)));
  payment = () => String(++this.#payments);
  sale(sale: Sale, of: string): void {
    if (!this.chance(this.#lost)) this.sales.push({ currency: 'CHF', ...sale, of });
  }
  record(record: SettlementRecord, of: string): void {
    if (!this.chance(this.#lost)) this.records.push({ currency: 'CHF', acquirerId: 'ACQ', merchantId: '1', ...record, of });
  }
  put(sale: Sale, record: SettlementRecord): void {
    const of = this.payment();
    this.sale(sale, of);
    this.record(record, of);
  }
}

type Scenario = (month: Making) => void;
const eachSale = (days: number, perDay: number, visit: (day: number, number: number) => void) => {
  for (let day = 0; day < days; day++) for (let number = 1; number <= perDay; number++) visit(day, number);
};
const tipped = (month: Making, bill: number) => {
  const step = bill > 30 ? 5 : 1;
  return month.chance(0.3) ? bill : Math.ceil((bill * (1.03 + month.random() * 0.09)) / step) * step;
};
const bills = (month: Making) => Math.round((12 + month.random() * 60) * 2) / 2;

/** A restaurant, 60 bills a day, most with tips. `skew`: seconds by which the terminal's clock is off. */
const tips =
  (numbers: (month: Making, day: number, number: number) => Sale, skew = 0, hasRecords = (_day: number) => true): Scenario =>
  (month) =>
    eachSale(30, 60, (day, number) => {
      const at = START + day * DAY + 10 * 3_600e3 + number * 660e3 + month.int(300) * 1e3;
      const amount = bills(month);
      const row = { terminalId: 'T1', ...numbers(month, day, number) };
      const record = { amount: tipped(month, amount), transactionDate: iso(at + 3e3 + skew * 1e3), ...row };
      const of = month.payment();
      month.sale({ amount, transactionDate: iso(at), ...row }, of);
      if (hasRecords(day)) month.record(record, of);
    });

const counter = (_month: Making, _day: number, number: number) => ({ transactionSequenceCounter: String(number) });
const table = (month: Making) => ({ orderId: String(1 + month.int(20)) });
const receipt = (_month: Making, day: number, number: number) => ({ transactionReference: String(100 + day * 60 + number) });

export const monthsOfTips: Record<string, Scenario> = {
  'the counter restarts daily': tips(counter),
  'the counter restarts daily, the clock is 150 s ahead': tips(counter, 150),
  'the counter restarts daily, the clock is 400 s behind': tips(counter, -400),
  'the table is the order': tips(table),
  'the table is the order, the clock is 150 s ahead': tips(table, 150),
  'the receipts of a month are the reference': tips(receipt),
  'the file of the acquirer has holes': tips(counter, 0, (day) => day % 7 !== 3),
  'no number at all': tips(() => ({})),
  'two shops with numbers of their own': (month) => {
    for (const locationId of ['ZRH', 'BER']) tips((_, __, number) => ({ locationId, orderId: String(1_000 + number) }))(month);
  },
};

const menu = [3.5, 4, 4.5, 8.5, 12];
const basket = [9.9, 19.9, 29.9, 49.9, 12.5, 60, 22.3, 31];
const coins = [1, 1.5, 1.8, 2];

const shops =
  (first: number, apart: number, isShopTold: boolean): Scenario =>
  (month) =>
    eachSale(30, 20, (day, number) => {
      for (const locationId of ['A', 'B']) {
        const at = START + day * DAY + number * (DAY / 20) + month.int(3_600) * 1e3;
        const amount = month.pick(basket);
        const orderId = String(first + day * 20 + number + (locationId === 'B' ? apart : 0));
        const brand = isShopTold ? { brandId: month.pick(['Visa', 'PayPal', 'Klarna']) } : {};
        const paid = iso(at + month.int(3 * DAY));
        month.put(
          { amount, transactionDate: iso(at), orderId, locationId, ...brand },
          { amount, transactionDate: paid, settlementDate: dayOf(at + 4 * DAY), orderId },
        );
      }
    });

const till =
  (
    perDay: number,
    amounts: readonly number[],
    rows: (month: Making, at: number, day: number, number: number) => [Sale, SettlementRecord],
  ): Scenario =>
  (month) =>
    eachSale(30, perDay, (day, number) => {
      const at = START + day * DAY + 8 * 3_600e3 + number * 500e3;
      const amount = month.pick(amounts);
      const [sale, record] = rows(month, at, day, number);
      month.put(
        { amount, transactionDate: iso(at), terminalId: 'T1', ...sale },
        { amount, settlementDate: dayOf(at + DAY), terminalId: 'T1', ...record },
      );
    });

/** Vending machines and their regulars. */
const vending =
  (rows: (at: number) => SettlementRecord): Scenario =>
  (month) => {
    const cards = Array.from({ length: 120 }, () => `xxxxxxxxxxxx${month.digits(4)}`);
    eachSale(30, 150, (day) => {
      const at = START + day * DAY + 6 * 3_600e3 + month.int(14 * 3_600) * 1e3;
      const row = { amount: month.pick(coins), terminalId: month.pick(['4400', '4401', '4402']), cardNumberMasked: month.pick(cards) };
      month.put(
        { ...row, transactionDate: iso(at), authorisationCode: 'Y1' },
        { ...row, settlementDate: dayOf(at + DAY), authorisationCode: 'Y1', ...rows(at) },
      );
    });
  };

const splitBills: Scenario = (month) =>
  eachSale(30, 50, (day, number) => {
    const orderId = String(1 + month.int(15));
    for (let part = 0, parts = 1 + month.int(3); part < parts; part++) {
      const at = START + day * DAY + 11 * 3_600e3 + number * 600e3 + part * (30 + month.int(60)) * 1e3;
      const bill = Math.round((10 + month.random() * 40) * 2) / 2;
      const paid = { amount: month.chance(0.4) ? bill : Math.ceil(bill * 1.08), transactionDate: iso(at + 40e3 + month.int(10) * 1e3) };
      month.put(
        { amount: bill, transactionDate: iso(at), terminalId: 'T1', orderId },
        { ...paid, settlementDate: dayOf(at + DAY), terminalId: 'T1', orderId },
      );
    }
  });

/** A deposit and the bill under one code and card. */
const hotel: Scenario = (month) => {
  for (let number = 0; number < 800; number++) {
    const at = START + month.int(30) * DAY + month.int(86_400) * 1e3;
    const row = { authorisationCode: month.digits(6), cardNumberMasked: `xxxx${month.digits(4)}` };
    const amount = month.pick([100, 120, 150, 180, 200]);
    month.put(
      { amount, transactionDate: iso(at), ...row },
      { amount, transactionDate: iso(at + month.int(600) * 1e3), settlementDate: dayOf(at + DAY), ...row },
    );
    if (!month.chance(0.3)) continue;
    const later = at + 2 * DAY;
    const [bill, paid] = [month.chance(0.5) ? amount : 55, month.chance(0.5) ? amount : 55];
    month.put(
      { amount: bill, transactionDate: iso(later), ...row },
      { amount: paid, transactionDate: iso(later + 60e3), settlementDate: dayOf(later + DAY), ...row },
    );
  }
};

const cancelledAndSoldAgain: Scenario = (month) => {
  for (let number = 0; number < 800; number++) {
    const at = START + number * 2_400e3;
    const card = `xxxx${month.digits(4)}`;
    const row = {
      amount: month.pick([10, 20, 30]),
      cardNumberMasked: card,
      terminalId: 'T1',
      transactionReference: `R${5_000_000 + number}`,
    };
    const code = { authorisationCode: month.digits(6) };
    const [sold, again] = [iso(at), iso(at + 120e3)];
    if (!month.chance(0.5)) {
      month.put(
        { ...row, ...code, transactionDate: sold },
        { ...row, ...code, transactionDate: iso(at + 2e3), settlementDate: dayOf(at + DAY) },
      );
      continue;
    }
    const of = month.payment();
    month.sale({ ...row, ...code, transactionDate: sold }, of);
    month.sale({ ...row, ...code, amount: -row.amount, transactionDate: iso(at + 60e3), transactionTypes: ['Void'] }, of);
    const record = {
      amount: row.amount,
      transactionDate: iso(at + 122e3),
      settlementDate: dayOf(at + DAY),
      cardNumberMasked: card,
      terminalId: 'T1',
    };
    if (month.chance(0.5)) month.put({ ...row, authorisationCode: month.digits(6), transactionDate: again }, record);
  }
};

export const monthsOfStress: Record<string, Scenario> = {
  'two shops, one series of numbers, records without shop': shops(10_000, 0, true),
  'two shops, six digits that overlap': shops(100_000, 560, false),
  'counters restart daily, records know the day': till(60, menu, (_, at, __, number) => [
    { transactionSequenceCounter: String(number) },
    { businessDate: dayOf(at), transactionSequenceCounter: String(number).padStart(4, '0') },
  ]),
  'counters restart daily, records know their booking': till(60, menu, (month, at, _, number) => [
    { transactionSequenceCounter: String(number) },
    { settlementDate: dayOf(at + (1 + month.int(3)) * DAY), transactionSequenceCounter: String(number) },
  ]),
  'vending, no codes, records know the day': vending((at) => ({ businessDate: dayOf(at) })),
  'vending, the clock is four minutes off': vending((at) => ({ transactionDate: iso(at + 240e3) })),
  'bills of a table split, tips, clock off': splitBills,
  'slip number in the counter field, no codes': till(60, menu, (_, at, day, number) => [
    { transactionSequenceCounter: String(300 + day * 60 + number) },
    { transactionDate: iso(at + 5e3), transactionSequenceCounter: String(290 + day * 60 + number) },
  ]),
  'receipt numbers restart monthly': (month) => {
    for (let of = 0; of < 3; of++)
      for (let number = 0; number < 400; number++) {
        const at = Date.UTC(2026, 7 + of, 1) + number * 6_000e3;
        const row = { amount: month.pick(menu), transactionReference: String(100_000 + number) };
        month.put(
          { ...row, transactionDate: iso(at) },
          { ...row, transactionDate: iso(at + month.int(2 * DAY)), settlementDate: dayOf(at + 3 * DAY) },
        );
      }
  },
  'hotel: deposit and bill by one code and card': hotel,
  'cancelled and sold again at once': cancelledAndSoldAgain,
};

/** @param lost the part of the rows of each side that is missing */
export function monthOf(scenario: Scenario, seed: number, lost: number): Month {
  const month = new Making(seed, lost);
  scenario(month);
  return month;
}

/** Matches and cancellations that hold rows of several payments, but for as many equal ones of each side, like for like. `isAsked`: proposals, too. */
export function wrongOf({ sales, records }: Month, told: readonly Told[], isAsked = false): Told[] {
  return told.filter((match) => {
    if (match.kind === 'Proposal' && !isAsked) return false;
    const ofSales = match.sales.map((s) => sales[s]?.of).sort();
    const ofRecords = match.records.map((r) => records[r]?.of).sort();
    if (match.kind === 'Cancellation') return new Set([...ofSales, ...ofRecords]).size > 1;
    return String(ofSales) !== String(ofRecords);
  });
}
