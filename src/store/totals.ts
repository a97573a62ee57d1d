/** Adds up what a store has counted, group by group, to the totals of the contract. Exact, whatever the amounts. */
import { type Decimal, decimalOf, plus, textOfDecimal } from '../contract/decimal.js';
import { totalsGroupsMax } from '../contract/limits.js';
import { SalesError } from '../contract/problem.js';
import type { Sums, Totals, TotalsItem } from '../contract/totals.js';
import type { TotalsDimension } from '../contract/totals-dimensions.js';

/** What becomes of rows, as totals tell them apart. */
export const totalsParts = ['notImported', 'duplicates', 'imported'] as const;
export const totalsSides = ['sales', 'refunds', 'withoutAmount'] as const;

/** Rows of one group that are alike. */
export interface TotalsCount {
  /** The group: a value for each dimension, in their order. Null and empty are one value. */
  values: readonly (string | null)[];
  part: (typeof totalsParts)[number];
  side: (typeof totalsSides)[number];
  transactions: number;
  /** Their sum: in units of 10⁻⁴, or by the one amount that each of them has. */
  sum: { units: bigint } | { each: number };
}

interface RunningSide {
  transactions: number;
  amount: Decimal;
}
type SumsOfPart = Record<'sales' | 'refunds', RunningSide> & { withoutAmount: number };
interface Group {
  values: readonly (string | null)[];
  parts: Record<(typeof totalsParts)[number], SumsOfPart>;
}

const UNITS_SCALE = 4;
const members: Record<TotalsDimension, 'day' | 'brandId' | 'terminalId' | 'currency'> = {
  day: 'day',
  brand: 'brandId',
  terminal: 'terminalId',
  currency: 'currency',
};

/** Totals by `dimensions`. `add` fails with `validation` once there are more groups than an answer can hold. */
export function runningTotals(dimensions: readonly TotalsDimension[]): { add(count: TotalsCount): void; all(): Totals } {
  const groups = new Map<string, Group>();
  return {
    add: ({ values, part, side, transactions, sum }) => {
      const group = groupOf(groups, values);
      const running = group.parts[part];
      if (side === 'withoutAmount') {
        running.withoutAmount += transactions;
        return;
      }
      const amount = 'units' in sum ? { digits: sum.units, scale: UNITS_SCALE } : times(decimalOf(sum.each), transactions);
      running[side] = { transactions: running[side].transactions + transactions, amount: plus(running[side].amount, amount) };
    },
    all: () => ({ items: [...groups.values()].sort(inOrder(dimensions)).map((group) => itemOf(group, dimensions)) }),
  };
}

function groupOf(groups: Map<string, Group>, given: readonly (string | null)[]): Group {
  const values = given.map((value) => value || null);
  const key = JSON.stringify(values);
  const known = groups.get(key);
  if (known) return known;
  if (groups.size >= totalsGroupsMax) {
    const message = `gives more than ${totalsGroupsMax} groups: narrow the filters, or name fewer of them`;
    throw new SalesError('validation', undefined, { errors: { by: [message] } });
  }
  const group = { values, parts: { notImported: nothing(), duplicates: nothing(), imported: nothing() } };
  groups.set(key, group);
  return group;
}

function nothing(): SumsOfPart {
  const side = () => ({ transactions: 0, amount: { digits: 0n, scale: 0 } });
  return { sales: side(), refunds: side(), withoutAmount: 0 };
}

function times({ digits, scale }: Decimal, factor: number): Decimal {
  return { digits: digits * BigInt(factor), scale };
}

/** The latest day first; then currency, brand, terminal. */
function inOrder(dimensions: readonly TotalsDimension[]): (one: Group, other: Group) => number {
  const order = (['day', 'currency', 'brand', 'terminal'] as const).filter((name) => dimensions.includes(name));
  const places = order.map((name) => ({ at: dimensions.indexOf(name), direction: name === 'day' ? -1 : 1 }));
  return (one, other) => {
    for (const { at, direction } of places) {
      const [a = null, b = null] = [one.values[at], other.values[at]];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return (a < b ? -1 : 1) * direction;
    }
    return 0;
  };
}

function itemOf({ values, parts }: Group, dimensions: readonly TotalsDimension[]): TotalsItem {
  const named = Object.fromEntries(dimensions.map((dimension, at) => [members[dimension], values[at] ?? null]));
  const { imported, duplicates, notImported } = parts;
  return {
    currency: null,
    ...named,
    imported: sumsOf(imported),
    duplicates: sumsOf(duplicates),
    notImported: sumsOf(notImported),
  };
}

function sumsOf({ sales, refunds, withoutAmount }: SumsOfPart): Sums {
  const side = ({ transactions, amount }: RunningSide) => ({ transactions, amount: textOfDecimal(amount) });
  return {
    transactions: sales.transactions + refunds.transactions + withoutAmount,
    sales: side(sales),
    refunds: side(refunds),
    net: textOfDecimal(plus(sales.amount, refunds.amount)),
    withoutAmount,
  };
}
