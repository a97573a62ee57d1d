/** Days of rows as stores compare them: ticks of 100 ns since 1970, days since 1970, dates as texts. */
import type { Days } from './matching.js';

const MS_PER_DAY = 86_400_000;
const TICKS_PER_MS = 10_000n;
/** The days of the years 0001 and 9999. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

/** Inclusive and exclusive. A day beyond all that rows can have stands for no bound; then rows without a day are meant, too. */
export interface DayBounds {
  fromDay: number;
  toDay: number;
  fromTicks: bigint;
  toTicks: bigint;
  fromDate: string;
  toDate: string;
}

export function boundsOf({ from, to }: Days): DayBounds {
  const [fromDay, toDay] = [Math.max(from, FIRST_DAY - 1), Math.min(to, LAST_DAY + 2)];
  const ticks = (day: number) => BigInt(day) * BigInt(MS_PER_DAY) * TICKS_PER_MS;
  return { fromDay, toDay, fromTicks: ticks(fromDay), toTicks: ticks(toDay), fromDate: dateOf(fromDay), toDate: dateOf(toDay) };
}

/** Before or after all dates, where it is no day that a row can have: texts are compared byte by byte. */
function dateOf(day: number): string {
  if (day < FIRST_DAY) return '';
  return day > LAST_DAY ? '~' : new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}
