/** How the values of a column are read, as data: what was decided about them, which can be sent between threads, and the reader that follows. */
import type { DecimalSign } from './amount-text.js';
import { amountReader } from './amount-values.js';
import { type DateDecision, type DateField, dateReader } from './date-values.js';
import { timeZoneNamed } from './time-zone.js';

export type ValueReading =
  /** `decimal` is null where the column did not show which sign it uses; `isMinor`: in the smallest unit of the currency. */
  | { kind: 'amount'; decimal: DecimalSign | null; isMinor?: boolean }
  /** `zone` is the name of that of times that state none; null where it is unknown. */
  | ({ kind: 'date'; field: DateField; zone: string | null } & Omit<DateDecision, 'zone'>);

/** A reader for the text of one non-blank cell. */
export function readerOf(reading: ValueReading): (text: string) => unknown {
  if (reading.kind === 'amount') return amountReader(reading.decimal, reading.isMinor);
  const { field, format, orders, hasRowZones, hasHalf, time } = reading;
  const zone = reading.zone === null ? null : timeZoneNamed(reading.zone);
  return dateReader(field, { format, orders, zone, hasRowZones, hasHalf, time });
}
