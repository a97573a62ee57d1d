/**
 * Adds up what a store has counted, group by group, to the totals of the contract. Exact, whatever the amounts: which of them a store may
 * add up by itself is said here, once for all stores.
 */
import { type Decimal, decimalOf, plus, textOfDecimal } from '../../contract/decimal.js';
import { totalsGroupsMax } from '../../contract/limits.js';
import { SalesError } from '../../contract/problem.js';
import type { TotalsDimension } from '../../contract/totals-dimensions.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { hasSkipped } from '../rows/matches.js';
import { importedAs } from '../rows/row-tables.js';
import type { Work } from '../sql/work.js';
import { isPlain, rounded, sumOf, UNITS_SCALE, units } from './exact-sums.js';

/** What becomes of rows, as totals tell them apart. */
const parts = ['notImported', 'duplicates', 'imported'] as const;
const sides = ['sales', 'refunds', 'withoutAmount'] as const;

/** Expressions in SQL that all stores understand. */
export interface CountedSql {
  /** What a row is counted as: one digit. To be grouped by. */
  kind: string;
  /** The amount in units of 10⁻⁴, rounded, as a double. */
  units: string;
  /** The amount of a row that cannot be added up in units; null for others. To be grouped by. */
  each: string;
  /** The sum of the rows that can, as text. */
  sum: string;
}

/** What to select of the rows of a group, whose match state is that of the SQL. */
function countedBy(matchState: string): CountedSql {
  const amount = 'sale.amount';
  const part = `CASE WHEN sale.state = ${stateCodes.Unprocessed} THEN 0 WHEN ${matchState} = ${matchStateCodes.Skip} THEN 3 ELSE 6 END`;
  const side = `CASE WHEN ${amount} < 0 THEN 1 WHEN ${amount} IS NULL THEN 2 ELSE 0 END`;
  return {
    kind: `(${part} + ${side})`,
    units: rounded(amount),
    each: `CASE WHEN ${isPlain(amount)} THEN NULL ELSE ${amount} END`,
    sum: sumOf(units(amount)),
  };
}

/** What rows are grouped by. */
export const dimensionColumns: Record<TotalsDimension, string> = {
  day: 'substr(sale.transaction_date, 1, 10)',
  brand: 'sale.brand_id',
  terminal: 'sale.terminal_id',
  currency: 'sale.currency',
};

const asStated = countedBy('sale.match_state');
/** A sale and its void that matching has set aside are Skip, too, and no duplicates: of rows that are Skip, the row itself tells. */
const besideCancelled = countedBy(
  `CASE WHEN sale.match_state = ${matchStateCodes.Skip} THEN ${importedAs('sale.match_state')} ELSE sale.match_state END`,
);

/** How a tenant's rows are counted. */
export function* countedOf(tenantKey: number): Work<CountedSql> {
  return (yield* hasSkipped(tenantKey)) ? besideCancelled : asStated;
}

/** As a store's driver gives it. */
type Integer = number | bigint | string;

/** Rows of one kind, and where they are told each, of one amount; see {@link countedBy}. */
export type CountedRows = readonly [kind: Integer, transactions: Integer, units: Integer | null, each: number | null];

interface RunningSide {
  transactions: number;
  units: bigint;
  /** The sum of the amounts that are told each; null where there are none. */
  others: Decimal | null;
}
/** By kind; those that have rows. There may be many groups, and most have rows of one kind. */
type Group = (RunningSide | undefined)[];

const kinds = parts.length * sides.length;
const zero: Decimal = { digits: 0n, scale: UNITS_SCALE };
const members: Record<TotalsDimension, 'day' | 'brandId' | 'terminalId' | 'currency'> = {
  day: 'day',
  brand: 'brandId',
  terminal: 'terminalId',
  currency: 'currency',
};

interface RunningTotals {
  /**
   * Adds rows. `key` is a JSON array of the values of the dimensions, in their order; null and empty are one value. Fails with `validation`
   * once there are more groups than an answer can hold.
   */
  add(key: string, counted: CountedRows): void;
  /** Totals as JSON. */
  all(): string;
}

/** Totals by `dimensions`. */
export function runningTotals(dimensions: readonly TotalsDimension[]): RunningTotals {
  const groups = new Map<string, Group>();
  return {
    add: (key, [kindCode, count, units, each]) => {
      const group = groupAt(groups, withoutEmpty(key));
      const kind = Number(kindCode);
      const running = group[kind] ?? { transactions: 0, units: 0n, others: null };
      group[kind] = running;
      const transactions = Number(count);
      running.transactions += transactions;
      if (each === null) running.units += BigInt(units ?? 0);
      else running.others = plus(times(decimalOf(each), transactions), running.others ?? zero);
    },
    all: () => {
      const items = Array.from(groups, ([key, group]): TotalledGroup => ({ values: JSON.parse(key), group })).sort(inOrder(dimensions));
      return `{"items":[${items.map((item) => itemJson(item, dimensions)).join(',')}]}`;
    },
  };
}

interface TotalledGroup {
  values: readonly (string | null)[];
  group: Group;
}

function groupAt(groups: Map<string, Group>, key: string): Group {
  const known = groups.get(key);
  if (known) return known;
  if (groups.size >= totalsGroupsMax) {
    const message = `gives more than ${totalsGroupsMax} groups: narrow the filters, or name fewer of them`;
    throw new SalesError('validation', undefined, { errors: { by: [message] } });
  }
  const group: Group = new Array(kinds);
  groups.set(key, group);
  return group;
}

/** Most keys need not be read for it. */
function withoutEmpty(key: string): string {
  if (!key.includes('""')) return key;
  return JSON.stringify((JSON.parse(key) as (string | null)[]).map((value) => value || null));
}

function amountOf(side: RunningSide | undefined): Decimal {
  if (!side) return zero;
  const { units, others } = side;
  const amount = { digits: units, scale: UNITS_SCALE };
  return others ? plus(amount, others) : amount;
}

function times({ digits, scale }: Decimal, factor: number): Decimal {
  return { digits: digits * BigInt(factor), scale };
}

/** The latest day first; then currency, brand, terminal. */
function inOrder(dimensions: readonly TotalsDimension[]): (one: TotalledGroup, other: TotalledGroup) => number {
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
function itemJson({ values, group }: TotalledGroup, dimensions: readonly TotalsDimension[]): string {
  const named = dimensions.map((dimension, at) => `"${members[dimension]}":${JSON.stringify(values[at] ?? null)},`).join('');
  const sums = (part: (typeof parts)[number]) => sumsJson(group, parts.indexOf(part) * sides.length);
  return `{${named}"imported":${sums('imported')},"duplicates":${sums('duplicates')},"notImported":${sums('notImported')}}`;
}

/** Sums of the kinds from `first` on. */
function sumsJson(group: Group, first: number): string {
  const [sales, refunds, withoutAmount] = [group[first], group[first + 1], group[first + 2]];
  if (!sales && !refunds && !withoutAmount) return noSums;
  const transactions = countOf(sales) + countOf(refunds) + countOf(withoutAmount);
  const net = refunds ? plus(amountOf(sales), amountOf(refunds)) : amountOf(sales);
  return `{"transactions":${transactions},"sales":${sideJson(sales)},"refunds":${sideJson(refunds)},"net":"${textOfDecimal(net)}","withoutAmount":${countOf(withoutAmount)}}`;
}

function sideJson(side: RunningSide | undefined): string {
  if (!side) return noSide;
  return `{"transactions":${countOf(side)},"amount":"${textOfDecimal(amountOf(side))}"}`;
}

function countOf(side: RunningSide | undefined): number {
  return side?.transactions ?? 0;
}

/** Constants, because two of the three parts of most groups have no rows. */
const noSide = '{"transactions":0,"amount":"0.00"}';
const noSums = `{"transactions":0,"sales":${noSide},"refunds":${noSide},"net":"0.00","withoutAmount":0}`;
