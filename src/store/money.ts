/** Adds up what a store has found for the table of money, exactly whatever the amounts; and its JSON. It decides what counts where. */
import { fewTenThousandths } from '../contract/amount.js';
import { type Decimal, decimalOf, plus, textOfDecimal } from '../contract/decimal.js';
import { totalsGroupsMax } from '../contract/limits.js';
import type { Money, MoneyItem, SumOfSales } from '../contract/money.js';
import { type MoneyDimension, type SoldPart, soldParts } from '../contract/money-parts.js';
import { SalesError } from '../contract/problem.js';

/** Amounts of a settlement record as they are stored; `isOther`: its settlementCurrency is another one. */
export interface RecordAmounts {
  amount: number | null;
  fee: number | null;
  netAmount: number | null;
  isOther: number | boolean;
}

/** Sums of settlement records. Those without a net amount and a fee are in `unknown` and, by their amounts, in `gross`. */
export interface RecordSums {
  records: number;
  gross: Decimal;
  fees: Decimal;
  net: Decimal;
  unknownRecords: number;
  unknown: Decimal;
}

interface RunningSales {
  transactions: number;
  amount: Decimal;
}

/** The values of what the tables are told apart by, and the currency at the end. */
export type MoneyKey = readonly (string | null)[];

export interface MoneyGroup {
  key: MoneyKey;
  parts: Partial<Record<SoldPart | 'cash', RunningSales>>;
  withoutAmount: number;
  withoutRecords: RunningSales;
  settled: RecordSums;
  takenBack: RecordSums;
  payouts: Set<string>;
}

export const zero: Decimal = { digits: 0n, scale: 0 };
const negative = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale });
export const minus = (one: Decimal, other: Decimal) => plus(one, negative(other));

/** Without the noise of floating point, as all amounts are added; null adds nothing. */
export function worthOf(amount: number | null): Decimal {
  const units = fewTenThousandths(amount ?? 0);
  return units === null ? decimalOf(amount ?? 0) : { digits: BigInt(units), scale: 4 };
}

export const noRecords = (): RecordSums => ({ records: 0, gross: zero, fees: zero, net: zero, unknownRecords: 0, unknown: zero });

/** What one record adds. A fee that is absent is what lies between amount and net amount, and the other way round. */
export function sumsOfRecord({ amount, fee, netAmount, isOther }: RecordAmounts): RecordSums {
  const gross = worthOf(amount);
  const one = { ...noRecords(), records: 1, gross };
  if (isOther || (fee === null && netAmount === null)) return { ...one, unknownRecords: 1, unknown: gross };
  const fees = fee === null ? minus(gross, worthOf(netAmount)) : worthOf(fee);
  return { ...one, fees, net: netAmount === null ? minus(gross, fees) : worthOf(netAmount) };
}

export function addRecords(sums: RecordSums, more: RecordSums): void {
  sums.records += more.records;
  sums.unknownRecords += more.unknownRecords;
  for (const name of ['gross', 'fees', 'net', 'unknown'] as const) sums[name] = plus(sums[name], more[name]);
}

export function addSales(sums: RunningSales, { transactions, amount }: RunningSales): void {
  sums.transactions += transactions;
  sums.amount = plus(sums.amount, amount);
}

const noSales = (): RunningSales => ({ transactions: 0, amount: zero });

/** The part of a group. */
export function partOf(group: MoneyGroup, part: SoldPart | 'cash'): RunningSales {
  group.parts[part] ??= noSales();
  return group.parts[part];
}

export interface KeyedGroups<Group> {
  /** Fails with `validation` once there are more groups than an answer can hold. Empty and null are one value. */
  at(key: MoneyKey): Group;
  all(): Group[];
}

/** `newGroup` makes the group of a key. */
export function keyedGroups<Group>(newGroup: (key: MoneyKey) => Group): KeyedGroups<Group> {
  const groups = new Map<string, Group>();
  return {
    at: (given) => {
      const key = given.map((value) => value || null);
      const name = JSON.stringify(key);
      const known = groups.get(name);
      if (known) return known;
      if (groups.size >= totalsGroupsMax) {
        const message = `gives more than ${totalsGroupsMax} tables: narrow the filters`;
        throw new SalesError('validation', undefined, { errors: { by: [message] } });
      }
      const group = newGroup(key);
      groups.set(name, group);
      return group;
    },
    all: () => [...groups.values()],
  };
}

export function newMoneyGroup(key: MoneyKey): MoneyGroup {
  const sums = { withoutRecords: noSales(), settled: noRecords(), takenBack: noRecords() };
  return { key, parts: {}, withoutAmount: 0, ...sums, payouts: new Set<string>() };
}

/** Their names in an answer. */
const members: Record<MoneyDimension, readonly ('day' | 'acquirerId' | 'merchantId' | 'terminalId' | 'brandId')[]> = {
  day: ['day'],
  account: ['acquirerId', 'merchantId'],
  terminal: ['terminalId'],
  brand: ['brandId'],
};

/** A Money as JSON. */
export function moneyJson(groups: readonly MoneyGroup[], by: MoneyDimension | undefined, matching: Money['matching']): string {
  const items = groups.toSorted((one, other) => inOrder(one.key, other.key, by === 'day')).map((group) => itemOf(group, by));
  return JSON.stringify({ matching, items } satisfies Money);
}

export function inOrder(one: MoneyKey, other: MoneyKey, isLatestFirst: boolean): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  const [a, b] = [one[at] ?? null, other[at] ?? null];
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b === (isLatestFirst && at === 0) ? 1 : -1;
}

function itemOf(group: MoneyGroup, by: MoneyDimension | undefined): MoneyItem {
  const { key, parts, withoutAmount, withoutRecords, settled, takenBack, payouts } = group;
  const sold = noSales();
  for (const part of soldParts) addSales(sold, parts[part] ?? noSales());
  const all = noRecords();
  addRecords(all, settled);
  addRecords(all, takenBack);
  const told = (sums: RunningSales | undefined): SumOfSales => ({
    transactions: sums?.transactions ?? 0,
    amount: textOfDecimal(sums?.amount ?? zero),
  });
  const paidHere = minus(parts.paid?.amount ?? zero, withoutRecords.amount);
  const expected = minus(minus(all.gross, all.unknown), all.fees);
  return {
    ...Object.fromEntries((by === undefined ? [] : members[by]).map((name, at) => [name, key[at] ?? null])),
    currency: key.at(-1) ?? null,
    sold: told(sold),
    ...(Object.fromEntries(soldParts.map((part) => [part, told(parts[part])])) as Record<SoldPart, SumOfSales>),
    withoutAmount,
    cash: told(parts.cash),
    withoutRecords: told(withoutRecords),
    difference: textOfDecimal(minus(settled.gross, paidHere)),
    takenBack: { records: takenBack.records, amount: textOfDecimal(takenBack.gross) },
    fees: textOfDecimal(all.fees),
    corrections: textOfDecimal(minus(all.net, expected)),
    withoutNet: { records: all.unknownRecords, amount: textOfDecimal(all.unknown) },
    paidOut: { records: all.records - all.unknownRecords, amount: textOfDecimal(all.net) },
    ...(by === undefined && { payouts: payouts.size }),
  };
}
