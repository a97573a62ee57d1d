/** Exact sums of rows that count. */
import { type Decimal, decimalFrom, decimalOf, plus, textOfDecimal } from '../../contract/decimal.js';
import type { UploadKind } from '../../contract/states.js';
import type { MovedRow, MovedTable, MovedUpload } from './moved-tables.js';

/** The sum of one tenant, kind and currency. */
export interface MovedSum {
  tenantKey: number;
  kind: UploadKind;
  currency: string | null;
  rows: number;
  amount: string;
}

const UNITS = 10_000;
const none: Decimal = { digits: 0n, scale: 0 };

export function sumsOf({ tenantKey, kind }: MovedUpload, { columns }: MovedTable, rows: readonly MovedRow[]): MovedSum[] {
  const [amountAt, currencyAt] = ['amount', 'currency'].map((wanted) => columns.findIndex(({ name }) => name === wanted)) as [
    number,
    number,
  ];
  const sums = new Map<string | null, { rows: number; amount: Decimal }>();
  for (const row of rows) {
    const currency = row[currencyAt] as string | null;
    const sum = sums.get(currency) ?? { rows: 0, amount: none };
    sums.set(currency, { rows: sum.rows + 1, amount: plus(sum.amount, exactly(row[amountAt] as number | null)) });
  }
  return [...sums].map(([currency, sum]) => ({ tenantKey, kind, currency, rows: sum.rows, amount: textOfDecimal(sum.amount) }));
}

/** Nearly all amounts are whole in units of 10^-4, which need not be written as text. */
function exactly(amount: number | null): Decimal {
  if (amount === null) return none;
  const units = Math.round(amount * UNITS);
  return Number.isSafeInteger(units) && units / UNITS === amount ? { digits: BigInt(units), scale: 4 } : decimalOf(amount);
}

/** One sum for each tenant, kind and currency. */
export function together(sums: Iterable<MovedSum>): MovedSum[] {
  const all = new Map<string, MovedSum>();
  for (const sum of sums) {
    const key = JSON.stringify([sum.tenantKey, sum.kind, sum.currency]);
    const { rows, amount } = all.get(key) ?? { rows: 0, amount: '0' };
    all.set(key, { ...sum, rows: rows + sum.rows, amount: textOfDecimal(plus(decimal(amount), decimal(sum.amount))) });
  }
  return [...all.values()];
}

function decimal(text: string): Decimal {
  return decimalFrom(text) ?? none;
}
