/** Files and days of tills that are missing: how a row that waits names them, and how they are listed, once for all stores. */
import { decimalText } from '../contract/amount.js';
import type { ListedException } from '../contract/exceptions.js';
import type { MissingPart } from '../contract/open-reasons.js';

/** Rows that wait for one part are found by this text. The day comes first, so that texts are in the order of days; what never came is last. */
export function missingText({ day, code, acquirerId, merchantId, terminalId }: MissingPart): string {
  return JSON.stringify({ day, code, acquirerId, merchantId, terminalId });
}

const codes: Record<ListedException['side'], MissingPart['code']> = { Account: 'NoFile', Terminal: 'NoSales' };

/** SQL for those of a side alone; empty for all. */
export function andOfSide(side: ListedException['side'] | undefined): string {
  return side === undefined ? '' : ` AND missing LIKE '%,"code":"${codes[side]}",%'`;
}

/** An amount in units of 10⁻⁴, as two sums that stay in range however many rows there are. `amount`: SQL for it. */
export function unitSums(amount: string): string {
  const units = `CAST(round(${amount} * 10000) AS bigint)`;
  return `sum(${units} / ${MILLION}) AS millions, sum(${units} % ${MILLION}) AS rest`;
}

const MILLION = 1_000_000;

/** Rows of one currency that wait for one part. */
export interface WaitingRows {
  missing: string;
  currency: string | null;
  rows: number;
  /** See {@link unitSums}; as a store's driver gives them. */
  millions: number | string;
  rest: number | string;
}

/** An ExceptionList as JSON, of rows in the order of what they wait for; there may be one more than a page has. */
export function exceptionsJson(waiting: readonly WaitingRows[], pageSize: number): string {
  const items = new Map<string, ListedException>();
  for (const { missing, currency, rows, millions, rest } of waiting) {
    const item = items.get(missing) ?? exceptionOf(JSON.parse(missing));
    items.set(missing, item);
    item.rows += rows;
    item.amounts.push({ currency, amount: decimalText(BigInt(millions) * BigInt(MILLION) + BigInt(rest)) });
  }
  return JSON.stringify({ items: [...items.values()].slice(0, pageSize), hasMore: items.size > pageSize });
}

function exceptionOf(part: MissingPart): ListedException {
  return { side: part.code === 'NoFile' ? 'Account' : 'Terminal', ...part, rows: 0, amounts: [] };
}
