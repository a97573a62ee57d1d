/**
 * What the files that came cover: of each account a set of days, never one latest day; and of each terminal the days on which it sold. So a file
 * that is missing is one exception and not a thousand, and a sale is due by how long its account takes, which is learnt from what is matched.
 */
import type { Columns } from './columns.js';
import { NO_DAY } from './columns.js';

/** Who pays, under which contract, by codes of texts. */
export interface PayingAccount {
  acquirer: number;
  merchant: number;
  /** Days on which its files booked something; where they do not say, the days of the payments. */
  files: CoveredDays;
  /** Whether `files` are days of booking. */
  tellsBooking: boolean;
  /** Days of the payments; empty where files tell only the booking. */
  payments: CoveredDays;
  /** Days from a sale to its booking, with how often, by the weekday of the sale. */
  lags: Map<number, number>[];
  /** The longest of what is matched; null where nothing is. */
  longestLag: number | null;
  /** After so many days a record is due. */
  waitDays: number;
}

/** Days since 1970, with how much each has. */
export class CoveredDays {
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;
  total = 0;
  readonly #counts = new Map<number, number>();

  add(day: number): void {
    this.#counts.set(day, this.of(day) + 1);
    this.total += 1;
    this.first = Math.min(this.first, day);
    this.last = Math.max(this.last, day);
  }

  of(day: number): number {
    return this.#counts.get(day) ?? 0;
  }

  /** Whether there is something before the day and behind it, and nothing on it. */
  isHole(day: number): boolean {
    return day > this.first && day < this.last && this.of(day) === 0;
  }
}

/** A booking that is no payment, such as a fee: it says that a file of that day came. */
export interface OtherBooking {
  acquirer: number;
  merchant: number;
  day: number;
}

/** Sales and their records, one to one, by places: what is matched, and what is proposed as long as it is not `isSure`. */
export interface FoundPairs {
  sales: readonly number[];
  records: readonly number[];
  isSure: readonly boolean[];
}

const WEEK = 7;
const WAIT_DAYS_LEAST = 3;
const WAIT_DAYS_MORE = 2;
/** Where nothing is matched yet. */
const WAIT_DAYS_UNKNOWN = 5;
/** A settlement later than this was no wait for a file. */
const LAG_DAYS_MAX = 60;

export const weekdayOf = (day: number) => ((day % WEEK) + WEEK) % WEEK;

/** The accounts of the records. @param waitDaysOf what the settings say of an account; null for what is learnt */
export function accountsOf(
  rows: Columns,
  others: readonly OtherBooking[],
  pairs: FoundPairs,
  waitDaysOf: (acquirer: number, merchant: number) => number | null,
): { accounts: PayingAccount[]; accountOf: Int32Array } {
  const known = new Map<string, number>();
  const accounts: PayingAccount[] = [];
  const named = (acquirer: number, merchant: number) => {
    const key = `${acquirer} ${merchant}`;
    const number = known.get(key) ?? accounts.length;
    if (number < accounts.length) return number;
    known.set(key, number);
    const lags = Array.from({ length: WEEK }, () => new Map<number, number>());
    accounts.push({
      acquirer,
      merchant,
      files: new CoveredDays(),
      tellsBooking: true,
      payments: new CoveredDays(),
      lags,
      longestLag: null,
      waitDays: 0,
    });
    return number;
  };
  const accountOf = new Int32Array(rows.count).fill(-1);
  const booked: CoveredDays[] = [];
  for (let row = 0; row < rows.count; row++) {
    if (rows.isRecord[row] === 0) continue;
    const number = named(rows.acquirer[row] as number, rows.merchant[row] as number);
    accountOf[row] = number;
    booked[number] ??= new CoveredDays();
    if (rows.settled[row] !== NO_DAY) booked[number].add(rows.settled[row] as number);
    if (rows.isBookedOnly[row] === 0) (accounts[number] as PayingAccount).payments.add(rows.day[row] as number);
  }
  for (const { acquirer, merchant, day } of others) {
    const number = named(acquirer, merchant);
    booked[number] ??= new CoveredDays();
    booked[number].add(day);
  }
  for (const [number, account] of accounts.entries()) {
    const files = booked[number] as CoveredDays;
    account.tellsBooking = files.last >= files.first;
    account.files = account.tellsBooking ? files : account.payments;
  }
  learnLags(rows, accounts, accountOf, pairs);
  for (const account of accounts) account.waitDays = waitDaysOf(account.acquirer, account.merchant) ?? learntWait(account);
  return { accounts, accountOf };
}

function learnLags(rows: Columns, accounts: readonly PayingAccount[], accountOf: Int32Array, pairs: FoundPairs): void {
  for (const [at, sale] of pairs.sales.entries()) {
    const record = pairs.records[at] as number;
    const account = accounts[accountOf[record] as number] as PayingAccount;
    const booked = account.tellsBooking ? rows.settled[record] : rows.day[record];
    if (booked === NO_DAY) continue;
    const days = (booked as number) - (rows.day[sale] as number);
    if (days < 0 || days > LAG_DAYS_MAX) continue;
    if (pairs.isSure[at]) account.longestLag = Math.max(account.longestLag ?? 0, days);
    const ofWeekday = account.lags[weekdayOf(rows.day[sale] as number)] as Map<number, number>;
    ofWeekday.set(days, (ofWeekday.get(days) ?? 0) + 1);
  }
}

function learntWait({ longestLag }: PayingAccount): number {
  return longestLag === null ? WAIT_DAYS_UNKNOWN : Math.max(WAIT_DAYS_LEAST, longestLag + WAIT_DAYS_MORE);
}

/** The day on which most sales of this day are booked, as those of its weekday, or else of all days, are; null where nothing tells. */
export function usualBooking({ lags }: PayingAccount, day: number): number | null {
  const own = lags[weekdayOf(day)] as Map<number, number>;
  const counts = [...(own.size > 0 ? own : summed(lags))].sort(([one, times], [other, often]) => often - times || one - other);
  return counts[0] === undefined ? null : day + counts[0][0];
}

function summed(lags: readonly Map<number, number>[]): Map<number, number> {
  const all = new Map<number, number>();
  for (const ofWeekday of lags) for (const [lag, count] of ofWeekday) all.set(lag, (all.get(lag) ?? 0) + count);
  return all;
}
