/**
 * Which rows a run looks at. What is found may be rearranged as far back as the reach before the newest record: that day is the frontier. A run
 * decides about the days from there on, and about older ones only where rows of them have changed since. It does so with all rows that are within the
 * reach of those days, as if nothing stood. A long stretch is walked in slices as long as the reach, the oldest first, which end at the frontier and
 * have one slice behind them: so memory is bounded by a slice, and what is read of the days from the frontier on is the same in each run.
 */
import { reachDays } from '../matching/reach.js';
import type { Days, MatchSource } from '../store/matching.js';

export interface PeriodSlice {
  /** A match belongs to the slice that has the newest day of its rows here. */
  decided: Days;
  /** The decided days, and the days within their reach. */
  read: Days;
}

export interface Period {
  slices: readonly PeriodSlice[];
  /** A match with a row of a day before stands; -Infinity where none does. */
  frontier: number;
  /** Rows of days before come late from now on; null for none. */
  lateBefore: number | null;
}

export const everyDay: Days = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export interface PeriodFacts extends Pick<MatchSource, 'changedFrom' | 'isAll'> {
  newest: number | null;
  oldest: number | null;
}

export function periodOf({ newest, oldest, changedFrom, isAll }: PeriodFacts): Period {
  const { from: first, to: end } = everyDay;
  if (newest === null) return { slices: [sliceOf(everyDay)], frontier: first, lateBefore: null };
  const last = newest - reachDays;
  const changed = isAll ? first : (changedFrom ?? last);
  const from = Math.min(last, Math.max(changed, oldest ?? last));
  const slices: PeriodSlice[] = [];
  for (let start = last - reachDays * Math.ceil((last - from) / reachDays); start < last; start += reachDays)
    slices.push(sliceOf({ from: start, to: start + reachDays }, from));
  slices.push(sliceOf({ from: last, to: end }));
  return { slices, frontier: isAll ? first : last, lateBefore: last };
}

/** @param decidedFrom the first day that it decides about. What is read does not depend on what changed: names and numbers are learnt from it. */
function sliceOf({ from, to }: Days, decidedFrom = from): PeriodSlice {
  return { decided: { from: Math.max(from, decidedFrom), to }, read: { from: from - reachDays, to: to + reachDays } };
}

/** Whether nothing comes behind it. */
export const isLast = ({ decided }: PeriodSlice) => decided.to === everyDay.to;

export const isIn = ({ from, to }: Days, day: number) => day >= from && day < to;
