/**
 * Complete months of sales and settlement records, made from the documents alone: a kiosk that sells every day, and at night; a shop that is closed on
 * Sundays; a seasonal one. Receipt counters run, begin anew each day, or are not there. Acquirers pay daily or weekly, line by line or by totals.
 */
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { chances } from '../support/colliding-rows.js';

export const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
export const textOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
export function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
const weekdayOf = (day: number) => (day + 4) % 7;

export const month = { text: '2026-10', from: dayOf('2026-10-01'), to: dayOf('2026-10-31') };
/** More than eight weeks before the month, and days behind it in which all of it is paid. */
export const span = { from: dayOf('2026-08-03'), to: dayOf('2026-11-12') };
const summerTimeEnds = dayOf('2026-10-25');
const SUNDAY = 0;
const MONDAY = 1;
const FRIDAY = 5;
const TOP = 9_999;

export interface Account {
  acquirerId: string;
  merchantId: string;
  books: 'Every day' | 'Workdays' | 'Fridays';
  pays: 'Daily' | 'Weekly';
  byTotals: boolean;
  /** Whether it says what it paid, and the net amount of each line. */
  announces: boolean;
  tellsNet: boolean;
}

export interface Terminal {
  terminalId: string;
  locationId: string;
  counter: 'Running' | 'Daily' | 'None';
  /** Whether it counts sales alone. */
  isDense: boolean;
  mean: number;
  cash: number;
  account: Account;
  /** Of a second kind of card, if it takes one. */
  other: Account | null;
  /** Sells until two at night; its day ends then. */
  isLate: boolean;
  isOpen(day: number): boolean;
}

export interface Sale {
  kind: 'Sale';
  at: number;
  terminal: Terminal;
  /** Of the till, and of the clock. */
  businessDay: number;
  day: number;
  second: number;
  cents: number;
  counter: number | null;
  /** Null where it was paid in cash. */
  account: Account | null;
}

export interface Line {
  kind: 'Line';
  at: number;
  type: 'Sale' | 'Refund' | 'Fee' | 'Chargeback' | 'Payout';
  account: Account;
  bookedOn: number;
  payoutId: string;
  paidOn: number;
  cents: number;
  fee: number;
  sale: Sale | null;
  total: { terminal: Terminal; day: number; count: number } | null;
}

export type Row = Sale | Line;

export interface World {
  seed: number;
  terminals: Terminal[];
  accounts: Account[];
  sales: Sale[];
  lines: Line[];
  /** How often a terminal was shut in the month and nobody said so: a day, or the end of its season. */
  closings: number;
}

export function worldOf(seed: number): World {
  const { random, pick } = chances(seed * 7_919 + 11);
  const often = (share: number) => random() < share;
  // Of one world in three, everything can be proved.
  const isPlain = seed % 3 === 0;
  const rarely = (share: number) => often(share) && !isPlain;
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));

  const holidays = new Set([between(dayOf('2026-08-10'), month.from - 1), between(month.from, month.to)]);
  const accounts: Account[] = [
    { acquirerId: 'ALPHA', books: pick(['Every day', 'Workdays'] as const), pays: 'Daily' as const, byTotals: false },
    { acquirerId: 'BETA', books: 'Fridays' as const, pays: 'Weekly' as const, byTotals: false },
    { acquirerId: 'GAMMA', books: pick(['Every day', 'Workdays'] as const), pays: pick(['Daily', 'Weekly'] as const), byTotals: true },
  ].map((one, at) => ({ ...one, merchantId: `M-${at + 1}`, announces: !rarely(0.15), tellsNet: !rarely(0.1) }));

  const night = rarely(0.5);
  const kioskRests = often(0.5);
  const mondays = often(0.3);
  const season = pick([
    { from: between(dayOf('2026-08-10'), month.from - 1), to: span.to },
    { from: between(month.from + 5, month.from + 18), to: span.to },
    { from: span.from, to: between(month.from + 5, month.from + 22) },
  ]);
  const rhythms = {
    K: (day: number) => !(kioskRests && holidays.has(day)),
    S: (day: number) => weekdayOf(day) !== SUNDAY && !(mondays && weekdayOf(day) === MONDAY) && !holidays.has(day),
    C: (day: number) => day >= season.from && day <= season.to,
  };
  let closings = season.to >= month.from && season.to < month.to ? 1 : 0;
  const terminals = (['K-1', 'S-1', 'S-2', 'C-1'] as const).map((terminalId): Terminal => {
    const locationId = terminalId[0] as keyof typeof rhythms;
    const account = pick(accounts);
    // Nobody is well on all days of a year.
    const ill = new Set(Array.from({ length: rarely(0.3) ? 1 : 0 }, () => between(span.from, span.to)));
    for (const day of ill) if (day >= month.from && day <= month.to) closings += 1;
    return {
      terminalId,
      locationId,
      counter: isPlain ? 'Running' : pick(['Running', 'Running', 'Running', 'Daily', 'Daily', 'None'] as const),
      isDense: !rarely(0.1),
      mean: rarely(0.15) ? 3 : between(7, 10),
      cash: often(0.4) ? 0.2 : 0,
      account,
      other: rarely(0.2) ? pick(accounts.filter((one) => one !== account && !one.byTotals)) : null,
      isLate: locationId === 'K' && night,
      isOpen: (day) => rhythms[locationId](day) && !ill.has(day),
    };
  });

  const sales: Sale[] = [];
  for (const terminal of terminals) {
    const { isLate, counter, isDense, mean, cash, account, other } = terminal;
    const isShort = often(0.35);
    const lowest = between(0, 1);
    let next = isShort ? TOP - between(200, 900) : between(1, 5_000);
    for (let day = span.from; day <= span.to; day += 1) {
      if (!terminal.isOpen(day)) continue;
      if (counter === 'Daily') next = 1;
      const count = mean < 5 ? between(0, 6) : Math.round(mean * (0.7 + 0.6 * random()));
      const seconds = new Set(Array.from({ length: count }, () => between(8 * 3_600, (isLate ? 26 : 20) * 3_600 - 1)));
      for (const second of [...seconds].sort((one, two) => one - two)) {
        const isCash = often(cash);
        sales.push({
          kind: 'Sale',
          at: sales.length,
          terminal,
          businessDay: day,
          day: second < 86_400 ? day : day + 1,
          second: second % 86_400,
          cents: between(250, 12_000) * (often(0.02) ? -1 : 1),
          counter: counter === 'None' ? null : next,
          account: isCash ? null : other && often(0.2) ? other : account,
        });
        next += !isDense && often(0.05) ? 2 : 1;
        if (next > TOP) next = lowest;
      }
    }
  }

  const books = ({ books }: Account, day: number) =>
    books === 'Every day' || (books === 'Fridays' ? weekdayOf(day) === FRIDAY : ![SUNDAY, 6].includes(weekdayOf(day)));
  const lines: Line[] = [];
  for (const account of accounts) {
    const bookedOn = (day: number) => {
      let booked = day + 1;
      while (!books(account, booked)) booked += 1;
      return booked;
    };
    const line = (booked: number, rest: Pick<Line, 'type' | 'cents' | 'fee' | 'sale' | 'total'>) => {
      let paidOn = booked;
      while (account.pays === 'Weekly' && weekdayOf(paidOn) !== FRIDAY) paidOn += 1;
      const payoutId = `${account.acquirerId}-${textOf(paidOn)}`;
      if (paidOn <= span.to) lines.push({ kind: 'Line', at: lines.length, account, bookedOn: booked, paidOn, payoutId, ...rest });
    };
    const own = sales.filter((sale) => sale.account === account && bookedOn(sale.day) <= span.to);
    if (account.byTotals) {
      const batches = grouped(own, ({ terminal, businessDay }) => `${terminal.terminalId} ${businessDay}`);
      for (const batch of batches.values()) {
        const { terminal, businessDay: day } = batch[0] as Sale;
        const cents = batch.reduce((sum, sale) => sum + sale.cents, 0);
        const total = { terminal, day, count: batch.length };
        line(bookedOn(day), { type: 'Sale', cents, fee: Math.round(cents * 0.012), sale: null, total });
      }
    } else
      for (const sale of own) {
        const type = sale.cents < 0 ? 'Refund' : 'Sale';
        line(bookedOn(sale.day), { type, cents: sale.cents, fee: Math.round(sale.cents * 0.015), sale, total: null });
        if (often(0.002)) line(bookedOn(sale.day + 9), { type: 'Chargeback', cents: -sale.cents, fee: 0, sale: null, total: null });
      }
    if (own.length === 0) continue;
    for (const first of ['2026-09-01', '2026-10-01', '2026-11-01'])
      line(bookedOn(dayOf(first)), { type: 'Fee', cents: -1_290, fee: 0, sale: null, total: null });
    if (!account.announces) continue;
    const payouts = grouped(
      lines.filter((one) => one.account === account),
      ({ payoutId }) => payoutId,
    );
    for (const parts of payouts.values())
      line(parts[0]?.paidOn ?? 0, { type: 'Payout', cents: netOf(parts), fee: 0, sale: null, total: null });
  }
  return { seed, terminals, accounts: accounts.filter((account) => lines.some((one) => one.account === account)), sales, lines, closings };
}

export const netOf = (lines: readonly Line[]) => lines.reduce((sum, { cents, fee }) => sum + cents - fee, 0);

const momentOf = ({ day, second }: Sale) =>
  `${textOf(day)}T${new Date(second * 1_000).toISOString().slice(11, 19)}${day < summerTimeEnds ? '+02:00' : '+01:00'}`;

export function saleRow(sale: Sale): TransactionUpload {
  const { terminal, cents, counter, account, at } = sale;
  return {
    terminalId: terminal.terminalId,
    locationId: terminal.locationId,
    amount: cents / 100,
    currency: 'EUR',
    brandId: account === null ? 'CASH' : 'VISA',
    transactionDate: momentOf(sale),
    transactionReference: `REF${100_000 + at}`,
    transactionSequenceCounter: counter === null ? null : String(counter).padStart(4, '0'),
  };
}

export function lineRow({ type, account, bookedOn, payoutId, paidOn, cents, fee, sale, total, at }: Line): SettlementRecordUpload {
  const { acquirerId, merchantId, tellsNet } = account;
  const isPayment = type === 'Sale' || type === 'Refund';
  return {
    ...{ type, acquirerId, merchantId, payoutId, amount: cents / 100, currency: 'EUR' },
    ...{ payoutDate: textOf(paidOn), settlementDate: textOf(bookedOn) },
    ...(tellsNet && (isPayment || type === 'Chargeback') && { fee: fee / 100, netAmount: (cents - fee) / 100 }),
    ...(sale && { terminalId: sale.terminal.terminalId, transactionDate: momentOf(sale), transactionReference: `REF${100_000 + sale.at}` }),
    ...(total && { terminalId: total.terminal.terminalId, businessDate: textOf(total.day), transactionCount: total.count }),
    ...(!sale && { transactionReference: `${acquirerId}-${at}` }),
  };
}
