/** The files of each account cover every day on which it books. */
import { valueAt } from '../contract/value-at.js';
import { dayNumber, Rhythm, WEEK } from './days.js';
import { accountName, BOOKING_DAYS, type ClosedDays, type ClosingFacts } from './facts.js';
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
    for (let on = booked - BOOKING_DAYS; on <= booked; on++) {
      const [usual] = [...this.#lagsOf(on)].sort(([one, times], [other, often]) => often - times || one - other);
      if (usual?.[0] === booked - on) days.push(on);
    }
    return days;
  }
}

/** A file comes so many days after the day that it books, at the latest. */
const FILE_DAYS = 5;

export function files({ booked, selling, missing, today, ...facts }: ClosingFacts, days: ClosedDays) {
  const findings = new Findings();
  const sold = new Set(selling.map(({ day }) => day));
  const unpaid = unpaidDays(facts);
  const waiting = facts.matching === 'Current' ? unpaid : sold;
  const rhythms = new Map<string, Rhythm>();
  const lastOf = new Map<string, number>();
  const paid = new Map<string, Payments>();
  for (const { account: name, day, paidOn } of booked) {
    valueAt(rhythms, name, () => new Rhythm()).add(day);
    if (paidOn !== null) valueAt(paid, name, () => new Payments()).add(paidOn, day);
    lastOf.set(name, Math.max(day, lastOf.get(name) ?? day));
  }
  const missed = new Map<string, Set<number>>();
  for (const { code, acquirerId, merchantId, terminalId, day } of missing) {
    if (code !== 'NoFile' || day === null) continue;
    // Nothing of one terminal in a file that came.
    if (terminalId === null) valueAt(missed, accountName(acquirerId, merchantId), () => new Set()).add(dayNumber(day));
    else findings.broken('NoFile', { acquirerId, merchantId, terminalId, from: dayNumber(day) });
  }
  for (const name of missed.keys()) valueAt(rhythms, name, () => new Rhythm());
  const watched = [...rhythms].map(([name, rhythm]) => {
    const [acquirerId, merchantId] = JSON.parse(name) as [string | null, string | null];
    const account = { acquirerId, merchantId };
    return {
      rhythm,
      hadNothing: () => false,
      isQuiet: (day: number) => facts.matching === 'Current' && (paid.get(name)?.areThere(day, unpaid) ?? false),
      isMissed: (day: number) => missed.get(name)?.has(day) ?? false,
      // No file has the payments of a day before it, on which sales were made.
      isHole: (day: number) => paid.get(name)?.isMissing(day, waiting, sold) ?? false,
      mayCome: (day: number) => day >= today - FILE_DAYS && day > (lastOf.get(name) ?? Number.NEGATIVE_INFINITY),
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
