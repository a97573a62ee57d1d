/**
 * A file that came before, with all its times off by the same: they were read in another time zone, or are rounded to the minute. A few of its
 * rows show it.
 */
import type { Moment } from '../store/import-decisions.js';

const LOOKED_AT_MAX = 12;
/** Rows that are off by the same, at least. */
const LEAST = 2;
const ZONES_APART_HOURS = 14;

/** In minutes. Time zones are half hours apart, or whole ones. */
const shifts = [1, ...Array.from({ length: 2 * ZONES_APART_HOURS }, (_, index) => 30 * (index + 1))].flatMap((shift) => [shift, -shift]);

export interface ShiftedTimes {
  looked: number;
  /** How many of these are off by the same. */
  found: number;
  /** By how many minutes they are later than what came before. */
  shift: number;
}

/** @param isThere whether the row is there at this moment */
export function shiftedTimes<Row extends { moment: Moment }>(
  rows: readonly Row[],
  isThere: (row: Row, moment: Moment) => boolean,
): ShiftedTimes | null {
  const step = Math.max(1, rows.length / LOOKED_AT_MAX);
  const looked = Array.from({ length: Math.min(rows.length, LOOKED_AT_MAX) }, (_, index) => rows[Math.floor(index * step)] as Row);
  const found = shifts.map((shift) => {
    const isOff = (row: Row) => row.moment.minute !== null && isThere(row, { ...row.moment, minute: row.moment.minute - shift });
    return { looked: looked.length, found: looked.filter(isOff).length, shift };
  });
  const most = found.reduce((one, other) => (other.found > one.found ? other : one));
  return most.found >= LEAST ? most : null;
}
