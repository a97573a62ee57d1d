/**
 * What the files that came cover: of each account a set of days, never one latest day. So a file that is missing is one exception and not a
 * thousand, and a sale is due by how long its account takes, which is learnt from what is matched.
 */
import type { MatchSettings } from '../contract/match-settings.js';
import { valueAt } from '../contract/value-at.js';
import { type Columns, NO_DAY } from './columns.js';
import { DayCounts, ValueCounts } from './counts.js';
import type { MatchOutcome } from './evidence.js';
import { accountSettings } from './evidence-settings.js';

/** A booking that is no payment, such as a fee: it says that a file of that day came. By codes of texts. */
export interface OtherBooking {
  acquirer: number;
  merchant: number;
  day: number;
}

/** Rows that are matched, by which settings, and what else is known of the files that they came with. */
export interface CoveredRows {
  rows: Columns;
  outcome: MatchOutcome;
  settings: MatchSettings;
  others: readonly OtherBooking[];
}

const WEEK = 7;
/** So few of an account's payments may be late, and make no other wait longer. */
const LATE_SHARE = 0.02;
const WAIT_DAYS_LEAST = 3;
const WAIT_DAYS_MORE = 2;
/** Where nothing is matched yet. */
const WAIT_DAYS_UNKNOWN = 5;
/** A settlement later than this was no wait for a file. */
const LAG_DAYS_MAX = 60;

/** Who pays, under which contract, by codes of texts. */
export class PayingAccount {
  readonly acquirer: number;
  readonly merchant: number;
  /** Days on which its files booked something. */
  readonly booked = new DayCounts();
  /** Days of the payments; empty where files tell only the booking. */
  readonly payments = new DayCounts();
  /** Days from a sale to its booking, by the weekday of the sale. */
  readonly #lags = Array.from({ length: WEEK }, () => new ValueCounts<number>());
  /** The same, of what is matched and not only proposed. */
  readonly #sureLags = new ValueCounts<number>();
  #learntWait: number | null = null;

  constructor(acquirer: number, merchant: number) {
    this.acquirer = acquirer;
    this.merchant = merchant;
  }

  /** The days that its files tell: of booking; where they do not say, of the payments. */
  get files(): DayCounts {
    return this.booked.total > 0 ? this.booked : this.payments;
  }

  addLag(saleDay: number, days: number, isSure: boolean): void {
    if (days > LAG_DAYS_MAX) return;
    if (isSure) this.#sureLags.add(days);
    this.#lagsOf(saleDay).add(days);
  }

  #lagsOf(day: number): ValueCounts<number> {
    return this.#lags[((day % WEEK) + WEEK) % WEEK] as ValueCounts<number>;
  }

  /** After so many days a record is due, as far as it was learnt. Asked for every open row, once all lags are known. */
  get learntWait(): number {
    this.#learntWait ??= this.#waitByLags();
    return this.#learntWait;
  }

  #waitByLags(): number {
    if (this.#sureLags.total === 0) return WAIT_DAYS_UNKNOWN;
    let [longest, left] = [0, LATE_SHARE * this.#sureLags.total];
    for (const [lag, times] of this.#sureLags.entries().sort(([one], [other]) => other - one)) {
      longest = lag;
      left -= times;
      if (left < 0) break;
    }
    return Math.max(WAIT_DAYS_LEAST, longest + WAIT_DAYS_MORE);
  }

  /** The day on which most sales of this day are booked, as those of its weekday, or else of `anyDay`, are; null where nothing tells. */
  usualBooking(day: number, anyDay = true): number | null {
    if (this.booked.total === 0) return null;
    let lags = this.#lagsOf(day);
    if (lags.total === 0 && anyDay) {
      lags = new ValueCounts();
      for (const one of this.#lags) for (const [lag, times] of one.entries()) lags.add(lag, times);
    }
    const [most] = lags.entries().sort(([one, times], [other, often]) => often - times || one - other);
    return most === undefined ? null : day + most[0];
  }
}

/** Sales and their records, one to one. `isSure`: what is matched, not only proposed. */
export function* foundPairs({ outcome }: CoveredRows): Generator<{ sale: number; record: number; isSure: boolean }> {
  for (const { kind, sales, records } of outcome.matches)
    if (sales.length === 1 && records.length === 1)
      yield { sale: sales[0] as number, record: records[0] as number, isSure: kind === 'Match' };
}

/** The accounts of the records. */
export class PayingAccounts {
  readonly #accounts = new Map<number, PayingAccount>();
  readonly #asked: CoveredRows;
  readonly #width: number;
  readonly #waitDays: ReturnType<typeof accountSettings>;

  constructor(asked: CoveredRows) {
    const { rows, others, settings } = asked;
    this.#asked = asked;
    this.#width = rows.texts.count;
    this.#waitDays = accountSettings(settings, rows.texts);
    for (let row = 0; row < rows.count; row++) {
      if (rows.isRecord[row] === 0) continue;
      if (rows.settled[row] !== NO_DAY) this.ofRecord(row).booked.add(rows.settled[row] as number);
      if (rows.isBookedOnly[row] === 0) this.ofRecord(row).payments.add(rows.day[row] as number);
    }
    for (const { acquirer, merchant, day } of others) this.#of(acquirer, merchant).booked.add(day);
    for (const { sale, record, isSure } of foundPairs(asked)) {
      const account = this.ofRecord(record);
      const booked = (account.booked.total > 0 ? rows.settled[record] : rows.day[record]) as number;
      if (booked !== NO_DAY) account.addLag(rows.day[sale] as number, booked - (rows.day[sale] as number), isSure);
    }
  }

  #of(acquirer: number, merchant: number): PayingAccount {
    return valueAt(this.#accounts, acquirer * this.#width + merchant, () => new PayingAccount(acquirer, merchant));
  }

  ofRecord(row: number): PayingAccount {
    const { rows } = this.#asked;
    return this.#of(rows.acquirer[row] as number, rows.merchant[row] as number);
  }

  /** The one account that there is; null where there are several. */
  get only(): PayingAccount | null {
    const [one = null, other] = this.#accounts.values();
    return other === undefined ? one : null;
  }

  /** After so many days a record is due. */
  waitDays(account: PayingAccount): number {
    return this.#waitDays('waitDays', account.acquirer, account.merchant) ?? account.learntWait;
  }
}
