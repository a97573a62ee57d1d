/** On which days something is expected, as its weekdays were in the weeks before. */

export const WEEK = 7;
/** Days before a day from which its rhythm is learnt. */
export const RHYTHM_DAYS = 12 * WEEK;

const MS_PER_DAY = 86_400_000;

/** `2026-11-20` of a day since 1970. */
export const dayText = (day: number): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
export const dayNumber = (date: string): number => Date.parse(date) / MS_PER_DAY;

/** Weeks that tell a weekday, at most and at least. */
const WEEKS_MOST = 8;
const WEEKS_LEAST = 4;
/** After so many days without anything, nobody knows whether it comes again. */
const SILENT_DAYS_MAX = 31;

/** Days on which something came. */
export class Rhythm {
  readonly #days = new Set<number>();
  readonly #busy = new Set<number>();
  first = Number.POSITIVE_INFINITY;

  add(day: number, isBusy = true): void {
    this.#days.add(day);
    if (isBusy) this.#busy.add(day);
    this.first = Math.min(this.first, day);
  }

  has(day: number): boolean {
    return this.#days.has(day);
  }

  /** Whether anything came in the weeks from which a rhythm of the day is learnt, or on the day. */
  isKnown(day: number): boolean {
    return this.has(day) || this.#lastBefore(day) !== null;
  }

  #lastBefore(day: number): number | null {
    for (let one = day - 1; one >= day - RHYTHM_DAYS; one--) if (this.#days.has(one)) return one;
    return null;
  }

  /**
   * Whether it comes on such days: on all such weekdays until it came last, on none of them, or nobody can know. `isOff`: a day on which nothing of
   * its kind came at all, which tells nothing.
   */
  expects(day: number, isOff: (day: number) => boolean): boolean | null {
    const last = this.#lastBefore(day);
    if (last === null || day - last > SILENT_DAYS_MAX) return null;
    let [weeks, came, busy, off] = [0, 0, 0, 0];
    for (let one = day - WEEK; one >= Math.max(this.first, day - RHYTHM_DAYS) && weeks < WEEKS_MOST; one -= WEEK) {
      if (one > last) continue;
      weeks += 1;
      if (this.#days.has(one)) came += 1;
      else if (isOff(one)) off += 1;
      if (this.#busy.has(one)) busy += 1;
    }
    if (weeks >= WEEKS_LEAST && came === 0) return false;
    return weeks - off >= WEEKS_LEAST && came === weeks - off && busy === came ? true : null;
  }
}
