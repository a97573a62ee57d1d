/**
 * Counts rows that call themselves a refund, in whatever column, and have an amount above zero. They are sent as they are, since one server
 * goes by the word and the next by the sign; who uploads them should know.
 */
import type { Sale } from '../files/sale.js';

export interface PositiveRefunds {
  rows: number;
  /** Of the first of them; null where there is none. */
  firstLine: number | null;
}

/** A whole text of the row, and no name of a column. No such words are "Credit", a kind of card, and "refunded", which a sale is later. */
const REFUND =
  /(?<!"key":)"(?:refund|reversal|chargeback|void|gutschrift|(?:rück)?erstattung|rückvergütung|retoure|storno|stornierung|remboursement|annulation|rimborso|annullamento)"/i;

export const noPositiveRefunds: PositiveRefunds = { rows: 0, firstLine: null };

/** `seen`, with the row in `line` where that is one. */
export function withRow(seen: PositiveRefunds, { json, amount }: Sale, line: number): PositiveRefunds {
  if (amount === null || amount <= 0 || !REFUND.test(json)) return seen;
  return { rows: seen.rows + 1, firstLine: seen.firstLine ?? line };
}
