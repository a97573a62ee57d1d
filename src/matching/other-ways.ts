/** Sales by voucher, invoice, bank transfer and the like: no acquirer pays them out, but for one that has such a product. */
import type { Booking } from './book.js';
import { ValueCounts } from './counts.js';
import { namingOf } from './edges.js';

/** A way to pay is an acquirer's where records pay so much of its sales. */
const PAID_SHARE = 0.2;
const DAYS_MAX = 45;

/** Such sales that are free: no free record has a number of theirs, and records pay few others of their way. */
export function otherWays(booking: Booking): number[] {
  const { work, edges, taken } = booking;
  const { otherWay } = work.rows;
  const [sold, paid] = [new ValueCounts<number>(), new ValueCounts<number>()];
  const free = new Set<number>();
  for (const [row, way] of otherWay.subarray(0, work.rows.count).entries()) {
    if (way === 0) continue;
    sold.add(way);
    if (taken.matchOf[row] !== -1) paid.add(way);
    if (work.free[row] === 1) free.add(row);
  }
  for (let edge = 0; edge < edges.count && free.size > 0; edge++) {
    const days = edges.days[edge] as number;
    if (days >= -1 && days <= DAYS_MAX && namingOf(edges, edge) > 0 && booking.isOpen(edge)) free.delete(edges.sale[edge] as number);
  }
  const isPaid = (way: number) => paid.of(way) >= PAID_SHARE * sold.of(way);
  return [...free].filter((row) => !isPaid(otherWay[row] as number));
}
