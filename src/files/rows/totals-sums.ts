/** The sums that a totals line may state: of all rows above it, also with those left out, of those of each currency, and of those since the previous total. */

/** The sums are in units of 10⁻⁴, like all sums of money here. */
const UNITS = 10_000;

export type SumsAbove = ReturnType<typeof sumsAbove>;

/** The sums of all rows and, once there was a total, of the rows since the last one. */
export function sumsAbove() {
  const all = sumsOf();
  const leftOut = sumsOf();
  const isOfWhole = (amount: number, rowsMin: number) => {
    const [own, left] = [all.total(), leftOut.total()];
    return own !== null && left !== null && left.rows > 0 && own.rows + left.rows >= rowsMin && own.units + left.units === unitsOf(amount);
  };
  let section: ReturnType<typeof sumsOf> | null = null;
  return {
    /** Adds a row. `amount` and `currency` are null where they are unknown. */
    add(amount: number | null, currency: string | null) {
      all.add(amount, currency);
      section?.add(amount, currency);
    },
    /** Adds a row that the till counted, and that is left out. */
    leaveOut(amount: number | null) {
      leftOut.add(amount, null);
    },
    /** Number of rows that were added; null where an amount was unknown. */
    count: () => all.total()?.rows ?? null,
    /** To be called at a total, with which the next section begins. */
    beginSection() {
      section = sumsOf();
    },
    /** Whether `amount` is one of the sums, over at least `rowsMin` rows; `isOfAll`: without those since the last total. */
    has: (amount: number | null, rowsMin: number, isOfAll = false) =>
      amount !== null && (all.has(amount, rowsMin) || isOfWhole(amount, rowsMin) || (!isOfAll && section?.has(amount, rowsMin) === true)),
  };
}

/** The sum of all rows, and that of each currency; unknown once an amount was unknown, or finer than the unit. */
function sumsOf() {
  const all = { units: 0, rows: 0 };
  const byCurrency = new Map<string, typeof all>();
  // Rows of the same currency mostly come together.
  let last = { currency: '', sum: { units: 0, rows: 0 } };
  let isKnown = true;
  return {
    add(amount: number | null, currency: string | null) {
      const own = amount === null ? Number.NaN : unitsOf(amount);
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
    /** The sum of all rows; null where it is not known. */
    total: () => (isKnown ? all : null),
    /** Whether `amount` is one of the sums, over at least `rowsMin` rows. */
    has: (amount: number, rowsMin: number) =>
      isKnown && [all, ...byCurrency.values()].some(({ units, rows }) => rows >= rowsMin && units === unitsOf(amount)),
  };
}

/** The amount in that unit, rounded to it. */
export function unitsOf(amount: number): number {
  return Math.round(amount * UNITS);
}
