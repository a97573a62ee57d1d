/** The files of each account cover every day on which it books. */
import { valueAt } from '../contract/value-at.js';
import { dayNumber, Rhythm, WEEK } from './days.js';
import { accountName, BOOKING_DAYS, type BookedDay, type ClosedDays, type ClosingFacts, namesOf } from './facts.js';
import { Findings } from './findings.js';
import { unpaidDays } from './parts.js';
import { watch } from './silence.js';

/** Days of the payments of an account, and after how many days those of each weekday are booked. */
class Payments {
  readonly #rhythm = new Rhythm();
  readonly #lags = Array.from({ length: WEEK }, () => new Map<number, number>());

  add(paidOn: number, booked: number): void {
    this.#rhythm.add(paidOn);
    const lags = this.#lagsOf(paidOn);
    lags.set(booked - paidOn, (lags.get(booked - paidOn) ?? 0) + 1);
  }

  #lagsOf(paidOn: number): Map<number, number> {
    return this.#lags[((paidOn % WEEK) + WEEK) % WEEK] as Map<number, number>;
  }

  /** Whether payments of days with sales that wait for them are in no file, and would be booked on the day as others are. */
  isMissing(booked: number, waiting: ReadonlySet<number>, sold: ReadonlySet<number>): boolean {
    return this.#usuallyBookedOn(booked).some(
      (on) => waiting.has(on) && !this.#rhythm.has(on) && this.#rhythm.expects(on, (off) => !sold.has(off)) === true,
    );
  }

  /** Whether all sales are paid of the days that would be booked on the day. */
  areThere(booked: number, unpaid: ReadonlySet<number>): boolean {
    const days = this.#usuallyBookedOn(booked);
    return days.length > 0 && !days.some((on) => unpaid.has(on));
  }

  #usuallyBookedOn(booked: number): number[] {
    const days: number[] = [];
    for (let on = booked - BOOKING_DAYS; on <= booked; on++) if (this.usualBooking(on) === booked) days.push(on);
    return days;
  }

  /** The day on which payments of that day are booked, as most of its weekday were; null where there were none. */
  usualBooking(on: number): number | null {
    const [usual] = [...this.#lagsOf(on)].sort(([one, times], [other, often]) => often - times || one - other);
    return usual ? on + usual[0] : null;
  }
}

/** The files of an account, and when they book its payments. */
class BookedAccount {
  readonly rhythm = new Rhythm();
  readonly payments = new Payments();
  last = Number.NEGATIVE_INFINITY;

  add({ day, paidOn }: BookedDay): void {
    this.rhythm.add(day);
    if (paidOn !== null) this.payments.add(paidOn, day);
    this.last = Math.max(this.last, day);
  }
}

function accountsOf(booked: readonly BookedDay[]): Map<string, BookedAccount> {
  const accounts = new Map<string, BookedAccount>();
  for (const one of booked) valueAt(accounts, one.account, () => new BookedAccount()).add(one);
  return accounts;
}

/** A file comes so many days after the day that it books, at the latest. */
export const FILE_DAYS = 5;
/** After so many days without any file, sales that wait are late before the weeks of an account tell its rhythm. */
const SILENT_DAYS = 14;

/** Sales of a day that wait for the next file of an account that `isOf` holds for, which has booked nothing after the last day. */
export interface WaitingDay {
  isOf(account: string): boolean;
  last: number;
  day: number;
  /** Behind the last day. */
  due: number;
}

/** A file behind the last one of its account that should have come, as those before did, with the sales that it would have. */
export interface LateBooking<Waiting> {
  account: string;
  day: number;
  waiting: Waiting[];
}

export function lateBookings<Waiting extends WaitingDay>(
  booked: readonly BookedDay[],
  waiting: readonly Waiting[],
  today: number,
): LateBooking<Waiting>[] {
  const accounts = accountsOf(booked);
  const isOff = (day: number) => ![...accounts.values()].some(({ rhythm }) => rhythm.has(day));
  const late = new Map<string, LateBooking<Waiting>>();
  for (const one of waiting)
    for (const [account, { rhythm, payments, last }] of accounts) {
      if (!one.isOf(account) || last !== one.last) continue;
      const usual = payments.usualBooking(one.day);
      // The file of the usual day came without it: it may be in another until it is due.
      let day = usual !== null && usual > last ? usual : one.due;
      while (rhythm.expects(day, isOff) === false) day += 1;
      const isExpected = rhythm.expects(day, isOff);
      if (day >= today - (isExpected ? FILE_DAYS : SILENT_DAYS)) continue;
      // Where no rhythm tells on which days files come, all that waits stands behind the first.
      const name = JSON.stringify(isExpected ? [account, day] : [account]);
      const file = valueAt(late, name, (): LateBooking<Waiting> => ({ account, day, waiting: [] }));
      file.day = Math.min(file.day, day);
      file.waiting.push(one);
    }
  return [...late.values()];
}

export function files({ booked, selling, missing, today, ...facts }: ClosingFacts, days: ClosedDays) {
  const findings = new Findings();
  const sold = new Set(selling.map(({ day }) => day));
  const unpaid = unpaidDays(facts);
  const waiting = facts.matching === 'Current' ? unpaid : sold;
  const accounts = accountsOf(booked);
  const missed = new Map<string, Set<number>>();
  for (const { code, acquirerId, merchantId, terminalId, day } of missing) {
    if (code !== 'NoFile' || day === null) continue;
    // Nothing of one terminal in a file that came.
    if (terminalId === null) valueAt(missed, accountName(acquirerId, merchantId), () => new Set()).add(dayNumber(day));
    else findings.broken('NoFile', { acquirerId, merchantId, terminalId, from: dayNumber(day) });
  }
  for (const name of missed.keys()) valueAt(accounts, name, () => new BookedAccount());
  const watched = [...accounts].map(([name, { rhythm, payments, last }]) => {
    const account = namesOf(name);
    return {
      rhythm,
      hadNothing: () => false,
      isQuiet: (day: number) => facts.matching === 'Current' && payments.areThere(day, unpaid),
      isMissed: (day: number) => missed.get(name)?.has(day) ?? false,
      // No file has the payments of a day before it, on which sales were made.
      isHole: (day: number) => payments.isMissing(day, waiting, sold),
      mayCome: (day: number) => day >= today - FILE_DAYS && day > last,
      found: {
        missing: (from: number, to: number) => findings.broken('NoFile', { ...account, from, to }),
        notKnown: (from: number, to: number, rows: number) => findings.notProvable('NoRhythm', { ...account, from, to, rows }),
        notYet: (from: number, to: number) => findings.notProvable('NotYet', { ...account, from, to }),
      },
    };
  });
  watch(watched, days, findings);
  if (watched.length === 0) findings.notProvable('NoRecords');
  return findings.claim('Files');
}
