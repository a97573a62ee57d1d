/**
 * Adds up what a store has counted, group by group, to the totals of the contract. Exact, whatever the amounts: which of them a store may
 * add up by itself is said here, once for all stores.
 */
import { type Decimal, decimalOf, plus, textOfDecimal } from '../contract/decimal.js';
import { totalsGroupsMax } from '../contract/limits.js';
import { SalesError } from '../contract/problem.js';
import type { TotalsDimension } from '../contract/totals-dimensions.js';
import { matchStateCodes, stateCodes } from './codes.js';

/** What becomes of rows, as totals tell them apart. */
const parts = ['notImported', 'duplicates', 'imported'] as const;
const sides = ['sales', 'refunds', 'withoutAmount'] as const;
type Part = (typeof parts)[number];

/** The columns that are asked about, as a store names them. */
interface CountedColumns {
  state: string;
  matchState: string;
  amount: string;
}

/**
 * What to select of the rows of a group, in SQL that all stores understand; `kind` and `each` are to be grouped by, too. As in
 * contract/amount: where a whole number of units of 10⁻⁴ gives an amount back, it is exactly that. Those are added up as integers, and are
 * so small that no sum is out of range; the others are told by amount. Cases stand within cases, because what is out of range must not
 * be multiplied.
 */
export function countedColumns({ state, matchState, amount }: CountedColumns): string {
  const isSmall = `abs(${amount}) < 1e8`;
  const units = `round(${amount} * 10000)`;
  const part = `CASE WHEN ${state} = ${stateCodes.Unprocessed} THEN 0 WHEN ${matchState} = ${matchStateCodes.Skip} THEN 3 ELSE 6 END`;
  const side = `CASE WHEN ${amount} < 0 THEN 1 WHEN ${amount} IS NULL THEN 2 ELSE 0 END`;
  const each = `CASE WHEN ${isSmall} THEN CASE WHEN ${units} / 10000 = ${amount} THEN NULL ELSE ${amount} END ELSE ${amount} END`;
  return `${part} + ${side} AS kind, ${each} AS each, count(*), sum(CASE WHEN ${isSmall} THEN CAST(${units} AS bigint) END)`;
}

/** As a store's driver gives it. */
type Integer = number | bigint | string;

/** What {@link countedColumns} selects. */
export type CountedRows = readonly [kind: Integer, each: number | null, transactions: Integer, units: Integer | null];

interface RunningSide {
  transactions: number;
  units: bigint;
  /** The sum of the amounts that are told each; null where there are none. */
  others: Decimal | null;
}
type SumsOfPart = Record<'sales' | 'refunds', RunningSide> & { withoutAmount: number };
interface Group {
  values: readonly (string | null)[];
  /** Those that have rows. */
  parts: Partial<Record<Part, SumsOfPart>>;
}

const UNITS_SCALE = 4;
const zero: Decimal = { digits: 0n, scale: UNITS_SCALE };
const members: Record<TotalsDimension, 'day' | 'brandId' | 'terminalId' | 'currency'> = {
  day: 'day',
  brand: 'brandId',
  terminal: 'terminalId',
  currency: 'currency',
};

interface RunningTotals {
  /**
   * A row of a store's answer: `key` is a JSON array of the values of the dimensions, in their order, and `counted` what
   * {@link countedColumns} selects. Null and empty are one value. Fails with `validation` once there are more groups than an answer can hold.
   */
  add(key: string, counted: CountedRows): void;
  /** Totals as JSON. */
  all(): string;
}

/** Totals by `dimensions`. */
export function runningTotals(dimensions: readonly TotalsDimension[]): RunningTotals {
  const groups = new Map<string, Group>();
  const byKey = new Map<string, Group>();
  const groupAt = (key: string) => {
    const group = byKey.get(key) ?? groupOf(groups, JSON.parse(key));
    byKey.set(key, group);
    return group;
  };
  return {
    add: (key, [kindCode, each, count, units]) => {
      const kind = Number(kindCode);
      const transactions = Number(count);
      const sums = sumsOf(groupAt(key), parts[Math.floor(kind / sides.length)] ?? 'imported');
      const side = sides[kind % sides.length] ?? 'sales';
      if (side === 'withoutAmount') {
        sums.withoutAmount += transactions;
        return;
      }
      const running = sums[side];
      running.transactions += transactions;
      if (each === null) running.units += BigInt(units ?? 0);
      else running.others = plus(times(decimalOf(each), transactions), running.others ?? zero);
    },
    all: () => {
      let items = '';
      for (const group of [...groups.values()].sort(inOrder(dimensions))) items += `${items && ','}${itemJson(group, dimensions)}`;
      return `{"items":[${items}]}`;
    },
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
  const group = { values, parts: {} };
  groups.set(key, group);
  return group;
}

function sumsOf({ parts }: Group, part: Part): SumsOfPart {
  parts[part] ??= nothing();
  return parts[part];
}

function nothing(): SumsOfPart {
  return {
    sales: { transactions: 0, units: 0n, others: null },
    refunds: { transactions: 0, units: 0n, others: null },
    withoutAmount: 0,
  };
}

function amountOf({ units, others }: RunningSide): Decimal {
  const amount = { digits: units, scale: UNITS_SCALE };
  return others ? plus(amount, others) : amount;
}

function times({ digits, scale }: Decimal, factor: number): Decimal {
  return { digits: digits * BigInt(factor), scale };
}

/** The latest day first; then currency, brand, terminal. */
function inOrder(dimensions: readonly TotalsDimension[]): (one: Group, other: Group) => number {
  const order = (['day', 'currency', 'brand', 'terminal'] as const).filter((name) => dimensions.includes(name));
  const places = order.map((name) => dimensions.indexOf(name));
  const isLatestFirst = order[0] === 'day';
  return (one, other) => {
    for (let at = 0; at < places.length; at++) {
      const place = places[at] as number;
      const a = one.values[place] as string | null;
      const b = other.values[place] as string | null;
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b === (isLatestFirst && at === 0) ? 1 : -1;
    }
    return 0;
  };
}

/** A TotalsItem. */
function itemJson({ values, parts }: Group, dimensions: readonly TotalsDimension[]): string {
  const named = dimensions.map((dimension, at) => `"${members[dimension]}":${JSON.stringify(values[at] ?? null)},`).join('');
  const { imported, duplicates, notImported } = parts;
  return `{${named}"imported":${sumsJson(imported)},"duplicates":${sumsJson(duplicates)},"notImported":${sumsJson(notImported)}}`;
}

/** Sums. */
function sumsJson(part: SumsOfPart | undefined): string {
  if (!part) return noSums;
  const { sales, refunds, withoutAmount } = part;
  const transactions = sales.transactions + refunds.transactions + withoutAmount;
  const net = refunds.transactions === 0 ? amountOf(sales) : plus(amountOf(sales), amountOf(refunds));
  return `{"transactions":${transactions},"sales":${sideJson(sales)},"refunds":${sideJson(refunds)},"net":"${textOfDecimal(net)}","withoutAmount":${withoutAmount}}`;
}

function sideJson(side: RunningSide): string {
  if (side.transactions === 0) return '{"transactions":0,"amount":"0.00"}';
  return `{"transactions":${side.transactions},"amount":"${textOfDecimal(amountOf(side))}"}`;
}

/** Of most groups, two of the three parts have no rows. */
const noSums = sumsJson(nothing());
