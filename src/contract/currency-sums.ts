/** Exact sums of rows, currency by currency. It adds and knows nothing of batches. */
import { tenThousandths } from './amount.js';
import { maskCardNumbers } from './card-number.js';
import type { TransactionUpload } from './transaction.js';

/** Rows of one currency; the sum leaves out amounts that are missing, finer than 10⁻⁴ or too large to be money. */
export interface CurrencySum {
  /** Null for none: absent, null and empty are one value. A card number in its place is cut: sums are shown, and kept in reports. */
  currency: string | null;
  rows: number;
  /** In units of 10⁻⁴. */
  units: bigint;
  rowsWithoutAmount: number;
  /** Those that are finer, or too large. */
  rowsFiner: number;
}

export interface RunningSums {
  add(transaction: Pick<TransactionUpload, 'amount' | 'currency'>): void;
  addAll(sums: readonly CurrencySum[]): void;
  /** In the order in which the currencies came. */
  all(): CurrencySum[];
}

/** Sums that start at zero. */
export function currencySums(): RunningSums {
  const sums = new Map<string | null, CurrencySum>();
  const sumOf = (given: string | null | undefined): CurrencySum => {
    const known = sums.get(given || null);
    if (known) return known;
    const currency = given ? maskCardNumbers(given) : null;
    const masked = sums.get(currency);
    if (masked) return masked;
    const sum = { currency, rows: 0, units: 0n, rowsWithoutAmount: 0, rowsFiner: 0 };
    sums.set(currency, sum);
    return sum;
  };
  return {
    add: ({ amount, currency }) => {
      const sum = sumOf(currency);
      sum.rows += 1;
      const units = amount === null || amount === undefined ? null : tenThousandths(amount);
      if (units !== null) sum.units += units;
      else if (amount === null || amount === undefined) sum.rowsWithoutAmount += 1;
      else sum.rowsFiner += 1;
    },
    addAll: (others) => {
      for (const other of others) {
        const sum = sumOf(other.currency);
        sum.rows += other.rows;
        sum.units += other.units;
        sum.rowsWithoutAmount += other.rowsWithoutAmount;
        sum.rowsFiner += other.rowsFiner;
      }
    },
    all: () => [...sums.values()],
  };
}
