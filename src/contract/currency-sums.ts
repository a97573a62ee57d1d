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
  /** Rows whose amount is finer than 10⁻⁴, or too large. */
  rowsFiner: number;
}

export interface RunningSums {
  add(transaction: Pick<TransactionUpload, 'amount' | 'currency'>): void;
  /** Adds a row by its exact amount in units of 10⁻⁴, below 10¹⁵. */
  addExact(units: number, currency: string): void;
  addAll(sums: readonly CurrencySum[]): void;
  /** In the order in which the currencies came. */
  all(): CurrencySum[];
}

/** Sums that start at zero. */
export function currencySums(): RunningSums {
  const sums = new Map<string | null, OpenSum>();
  const sumOf = (given: string | null | undefined): OpenSum => {
    const known = sums.get(given || null);
    if (known) return known;
    const currency = given ? maskCardNumbers(given) : null;
    const masked = sums.get(currency);
    if (masked) return masked;
    const sum = { currency, rows: 0, units: 0n, added: 0, rowsWithoutAmount: 0, rowsFiner: 0 };
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
    addExact: (units, currency) => {
      const sum = sumOf(currency);
      sum.rows += 1;
      sum.added += units;
      if (Math.abs(sum.added) > ADDED_MAX) settle(sum);
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
    all: () => [...sums.values()].map(({ added, ...sum }) => ({ ...sum, units: sum.units + BigInt(added) })),
  };
}

/** A sum with what was added since it was last settled: adding numbers takes a fraction of the time that adding bigints takes. */
interface OpenSum extends CurrencySum {
  added: number;
}

/** Far from where whole numbers are no longer exact. */
const ADDED_MAX = 2 ** 52;

function settle(sum: OpenSum): void {
  sum.units += BigInt(sum.added);
  sum.added = 0;
}
