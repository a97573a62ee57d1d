/**
 * A file that came before, with all its times off by the same: they were read in another time zone, or are rounded to the minute. A few rows of
 * its first upload show it.
 */
import type { Moment, RowPlace } from '../store/import-decisions.js';

const LOOKED_AT = 6;
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

/**
 * The indexes of the rows that show it, spread over the upload; none in a later upload of the file, or in one that is of no file (`place` is null):
 * to look for six rows costs most of what an upload of 1,000 does.
 */
export function shownBy(rows: number, place: RowPlace | null): number[] {
  const looked = place !== null && place.groupKey === place.uploadKey ? Math.min(rows, LOOKED_AT) : 0;
  return Array.from({ length: looked }, (_, index) => Math.floor((index * rows) / looked));
}

/** Where a row of that moment may be, by its shift. */
export function shiftedMoments(moment: Moment): (Moment & { shift: number })[] {
  const { minute } = moment;
  return minute === null ? [] : shifts.map((shift) => ({ ...moment, minute: minute - shift, shift }));
}

/** @param shiftsOf for each row that was looked at, the shifts under which it is there */
export function shiftedTimes(shiftsOf: readonly (readonly number[])[]): ShiftedTimes | null {
  const counted = shifts.map((shift) => ({ shift, found: shiftsOf.filter((some) => some.includes(shift)).length }));
  const most = counted.reduce((one, other) => (other.found > one.found ? other : one));
  return most.found >= LEAST ? { looked: shiftsOf.length, ...most } : null;
}
