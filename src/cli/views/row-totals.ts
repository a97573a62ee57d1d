/** Totals of rows that are told one by one, by currency: as exact as those of a server, and of the same shape. */
import { tenThousandths } from '../../contract/amount.js';
import { type Decimal, decimalOf, plus, textOfDecimal } from '../../contract/decimal.js';
import type { RowPart } from '../../contract/every-transaction.js';
import type { Sums, TotalsItem } from '../../contract/totals.js';

interface CountedSide {
  transactions: number;
  amount: Decimal;
}
type CountedSums = Record<'sales' | 'refunds', CountedSide> & { withoutAmount: number };

const zero: Decimal = { digits: 0n, scale: 0 };
const noSums = (): CountedSums => ({
  sales: { transactions: 0, amount: zero },
  refunds: { transactions: 0, amount: zero },
  withoutAmount: 0,
});

export interface RowTotals {
  add(row: { amount: number | null; currency: string | null }, part: RowPart): void;
  /** By currency; what has none comes last. */
  items(): TotalsItem[];
}

/** Totals that start at zero. */
export function rowTotals(): RowTotals {
  const groups = new Map<string | null, Record<RowPart, CountedSums>>();
  return {
    add({ amount, currency }, part) {
      const key = currency || null;
      const group = groups.get(key) ?? { imported: noSums(), duplicates: noSums(), notImported: noSums() };
      groups.set(key, group);
      const sums = group[part];
      if (amount === null) {
        sums.withoutAmount += 1;
        return;
      }
      const units = tenThousandths(amount);
      const side = amount < 0 ? sums.refunds : sums.sales;
      side.transactions += 1;
      side.amount = plus(side.amount, units === null ? decimalOf(amount) : { digits: units, scale: 4 });
    },
    items: () =>
      [...groups]
        .map(([currency, { imported, duplicates, notImported }]) => ({
          currency,
          ...{ imported: sumsOf(imported), duplicates: sumsOf(duplicates), notImported: sumsOf(notImported) },
        }))
        .sort((one, other) => (one.currency === null ? 1 : other.currency === null ? -1 : one.currency < other.currency ? -1 : 1)),
  };
}

function sumsOf({ sales, refunds, withoutAmount }: CountedSums): Sums {
  const side = ({ transactions, amount }: CountedSide) => ({ transactions, amount: textOfDecimal(amount) });
  return {
    transactions: sales.transactions + refunds.transactions + withoutAmount,
    ...{ sales: side(sales), refunds: side(refunds) },
    net: textOfDecimal(plus(sales.amount, refunds.amount)),
    withoutAmount,
  };
}
