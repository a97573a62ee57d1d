/** Makes of the numbers of a settlement export what the contract means by them: money in the favour of the merchant is positive. */
import { decimalOf, plus, textOfDecimal } from '../../contract/decimal.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import { MarkedAmount } from '../values/amount-values.js';

/** The number with the other sign. */
export function turned(value: unknown): unknown {
  return typeof value === 'number' && value !== 0 ? -value : value;
}

/** The sum of values that were read one by one, blank ones aside; what is no number instead of it. */
export function sumOf(values: readonly unknown[]): unknown {
  const numbers = values.map((value) => (value instanceof MarkedAmount ? value.amount : value));
  const wrong = numbers.find((value) => typeof value !== 'number');
  if (wrong !== undefined) return wrong;
  const zero = { digits: 0n, scale: 0 };
  return Number(textOfDecimal(numbers.reduce((sum: typeof zero, value) => plus(sum, decimalOf(value as number)), zero)));
}

/** Whether the fields of rows that are no sales are others. */
export function othersIn({ fieldsOfOthers }: Layout, { type }: Record<string, unknown>): readonly FieldSource[] {
  return type === 'Sale' || type === undefined ? [] : fieldsOfOthers;
}

/** Changes the values of a row to those that the contract means. */
export function asContract({ known }: Layout, values: Record<string, unknown>): void {
  if (known?.hasNetAlone && values.amount === undefined && values.netAmount !== undefined) {
    values.amount = values.netAmount;
    values.currency = values.settlementCurrency ?? values.currency;
  }
  // A transfer that has no id but its reference.
  if (known && values.type === 'Payout' && values.payoutId === undefined) values.payoutId = values.transactionReference;
  if (!known?.hasNegativePayouts || values.type !== 'Payout') return;
  for (const field of ['amount', 'fee', 'netAmount']) if (field in values) values[field] = turned(values[field]);
}
