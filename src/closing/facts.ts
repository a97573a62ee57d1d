/** Counted rows of a period and of the weeks before it, from which claims are made. Days are counted since 1970. */
import { type Decimal, plus } from '../contract/decimal.js';
import type { MissingPart } from '../contract/open-reasons.js';
import type { Payout } from '../contract/payouts.js';
import { dayNumber, RHYTHM_DAYS } from './days.js';

/** Days before a period in which a counter must have been dense, and totals right. */
export const DENSE_DAYS = 30;
/** Days behind a period in which the next number of a counter is looked for. */
export const DAYS_AFTER = 3;
/** Days behind a payment in which a file may book it. */
export const BOOKING_DAYS = 14;
/** Days until the end of a period in whose payouts it is seen how an account pays. */
export const PAYOUT_DAYS = 28;

/** Days, inclusive. */
export interface ClosedDays {
  from: number;
  to: number;
}

/** Sales of one day, currency and part. */
export interface SoldSum {
  day: number;
  currency: string | null;
  /** A part of what was sold, or cash. */
  part: string;
  sales: number;
  withoutAmount: number;
  amount: Decimal;
}

/** The sequence counters of a terminal on a day. */
export interface DayNumbers {
  terminalId: string;
  day: number;
  /** Sales, and those of them with a counter. */
  sales: number;
  numbered: number;
  low: number;
  high: number;
  /** The counters that came, ascending and each once; null where they are all from low to high. */
  numbers: readonly number[] | null;
}

/** A terminal sold on the day; busily, where a day without any sale would be no chance. */
export interface SellingDay {
  terminalId: string;
  day: number;
  isBusy: boolean;
}

/** Settlement records of an account that were booked on the day, of payments of another. */
export interface BookedDay {
  /** As {@link accountName} names it: there are many days of few accounts. */
  account: string;
  day: number;
  paidOn: number | null;
}

export const accountName = (acquirerId: string | null, merchantId: string | null): string => JSON.stringify([acquirerId, merchantId]);
export function namesOf(account: string): { acquirerId: string | null; merchantId: string | null } {
  const [acquirerId, merchantId] = JSON.parse(account) as [string | null, string | null];
  return { acquirerId, merchantId };
}

/** Sales of a day. */
export interface DaySum {
  sales: number;
  amount: Decimal;
}

/** What both come to; null where neither is there. */
export function plusSums(one: DaySum | null, other: DaySum | null): DaySum | null {
  return one && other ? { sales: one.sales + other.sales, amount: plus(one.amount, other.amount) } : (one ?? other);
}

/** The totals of a terminal and day, as its account and the till itself told them, and the sums of its sales; null where there are none. */
export interface DayTotals {
  terminalId: string;
  day: number;
  currency: string | null;
  ofAccount: DaySum | null;
  ofTill: DaySum | null;
  byCard: DaySum | null;
  otherwise: DaySum | null;
}

export interface ClosingFacts {
  /** A user of some units is told nothing of whole payouts and files. */
  isWhole: boolean;
  /** The day that is not over yet. */
  today: number;
  /** Sales of the days before the period as well, whose payments its files may book. */
  sold: readonly SoldSum[];
  /** Sales that were sent and could not be imported. */
  notImported: readonly { day: number; rows: number }[];
  withoutDate: number;
  numbers: readonly DayNumbers[];
  selling: readonly SellingDay[];
  totals: readonly DayTotals[];
  /** Payments of the day in settlement records that are no sale's. */
  withoutSale: readonly { day: number; rows: number }[];
  booked: readonly BookedDay[];
  payouts: readonly Payout[];
  /** What matching says of files and tills' days for which rows wait. */
  missing: readonly MissingPart[];
  /** Terminals of which some sales may be hidden. */
  partTerminals: ReadonlySet<string>;
  importing: number;
  matching: 'None' | 'Pending' | 'Current';
}

/** The facts that days are judged by, whatever more there is: so a day of a month is judged as by itself. */
export function factsFor(facts: ClosingFacts, { from, to }: ClosedDays): ClosingFacts {
  const within =
    (first: number, last: number) =>
    ({ day }: { day: number }) =>
      day >= first && day <= last;
  const paidFrom = Math.min(from, to - PAYOUT_DAYS);
  return {
    ...facts,
    sold: facts.sold.filter(within(from - BOOKING_DAYS, to)),
    withoutSale: facts.withoutSale.filter(within(from, to)),
    notImported: facts.notImported.filter(within(from, to)),
    numbers: facts.numbers.filter(within(from - DENSE_DAYS, to + DAYS_AFTER)),
    selling: facts.selling.filter(within(from - RHYTHM_DAYS, to)),
    totals: facts.totals.filter(within(from - DENSE_DAYS, to)),
    booked: facts.booked.filter(within(from - RHYTHM_DAYS, to + BOOKING_DAYS)),
    payouts: facts.payouts.filter(({ date }) => date !== null && within(paidFrom, to)({ day: dayNumber(date) })),
    missing: facts.missing.filter(({ day }) => day !== null && within(from, to)({ day: dayNumber(day) })),
  };
}
