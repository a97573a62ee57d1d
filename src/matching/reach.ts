/**
 * How many days apart rows may be that are decided about together. It bounds what a run reads: see the matcher. Records of one payment come days
 * after each other, not months.
 */
export const reachDays = 45;
