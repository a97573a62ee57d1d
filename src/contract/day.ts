/** The day that a sale or a settlement record counts for, as a number. */
import { daysOf } from './date-time.js';

/** A till's day may be told until three days after the payment, or before it. */
const BUSINESS_DAYS_MAX = 3;

export interface DatesOfRow {
  businessDate: string | null | undefined;
  /** The payment's date-time. */
  paidAt: string | null | undefined;
  /** Day of booking, used where neither of the others is known. */
  otherDay: string | null | undefined;
}

/** The till's day where it is near the payment's, else the day of the payment at its own clock, else the day it was booked; null for none. */
export function dayOf({ businessDate, paidAt, otherDay }: DatesOfRow): number | null {
  const business = businessDate ? daysOf(businessDate) : null;
  const local = paidAt ? daysOf(paidAt) : null;
  if (business !== null && (local === null || Math.abs(business - local) <= BUSINESS_DAYS_MAX)) return business;
  return local ?? (otherDay ? daysOf(otherDay) : null);
}
