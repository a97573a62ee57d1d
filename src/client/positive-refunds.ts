/**
 * Counts rows that call themselves a refund and have an amount above zero. They are sent as they are, since one server goes by the word and
 * the next by the sign; who uploads them should know.
 */
import type { Sale } from '../files/sale.js';

export interface PositiveRefunds {
  rows: number;
  /** Of the first of them; null where there is none. */
  firstLine: number | null;
}

export const noPositiveRefunds: PositiveRefunds = { rows: 0, firstLine: null };

/** `seen`, with the row in `line` where that is one. */
export function withRow(seen: PositiveRefunds, { isRefund, amount }: Sale, line: number): PositiveRefunds {
  if (!isRefund || amount === null || amount <= 0) return seen;
  return { rows: seen.rows + 1, firstLine: seen.firstLine ?? line };
}
