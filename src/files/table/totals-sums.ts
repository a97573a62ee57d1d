/** The sums that a line of totals may name: of all rows above it, of those of each currency, and of those since the total before. */

/** Units of the sums: 10⁻⁴, as in all sums of money here. */
const UNITS = 10_000;

export type SumsAbove = ReturnType<typeof sumsAbove>;

/** The sums of all rows, and those of the rows since the total before, where there was one. */
export function sumsAbove() {
  const all = sumsOf();
  let section: ReturnType<typeof sumsOf> | null = null;
  return {
    /** A row; null where its amount, or its currency, is not known. */
    add(amount: number | null, currency: string | null) {
      all.add(amount, currency);
      section?.add(amount, currency);
    },
    beginSection() {
      section = sumsOf();
    },
    /** Whether `amount` is the sum of so many rows or more. */
    has: (amount: number | null, rowsMin: number) =>
      amount !== null && (all.has(amount, rowsMin) || section?.has(amount, rowsMin) === true),
    /** The same of the sums of all rows alone. */
    hasOfAll: (amount: number | null, rowsMin: number) => amount !== null && all.has(amount, rowsMin),
  };
}

/** Sums of all rows, and of those of each currency; none where an amount was not known, or is finer than the unit. */
function sumsOf() {
  const all = { units: 0, rows: 0 };
  const byCurrency = new Map<string, typeof all>();
  // Rows of one currency come together, mostly.
  let last = { currency: '', sum: { units: 0, rows: 0 } };
  let isKnown = true;
  return {
    add(amount: number | null, currency: string | null) {
      const own = amount === null ? Number.NaN : Math.round(amount * UNITS);
      if (!(own / UNITS === amount && Math.abs(all.units + own) < Number.MAX_SAFE_INTEGER)) {
        isKnown = false;
        return;
      }
      all.units += own;
      all.rows += 1;
      if (currency === null) return;
      if (last.currency !== currency) {
        last = { currency, sum: byCurrency.get(currency) ?? { units: 0, rows: 0 } };
        byCurrency.set(currency, last.sum);
      }
      last.sum.units += own;
      last.sum.rows += 1;
    },
    /** Whether `amount` is one of the sums of so many rows or more. */
    has: (amount: number, rowsMin: number) =>
      isKnown && [all, ...byCurrency.values()].some(({ units, rows }) => rows >= rowsMin && units === Math.round(amount * UNITS)),
  };
}
