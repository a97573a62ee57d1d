/**
 * What is to be said of a cluster: one function for each way, and each answers for the cluster as a whole, so that no order of the rows changes
 * the answer. Where two answers are possible it is none, with what was found instead.
 */
import type { MatchKey } from '../contract/match-settings.js';
import type { Cluster } from './clusters.js';
import { contradiction, contradictionAmongAny } from './contradiction.js';
import { literalOf } from './identifier.js';
import type { MatchLevel } from './levels.js';
import { isOneEdit } from './one-edit.js';
import type { Rows } from './rows.js';

export type How = 'Equal' | 'Twin' | 'Group' | 'Sum' | 'Total' | 'Near' | 'Moment' | 'Cancel';

/** Rows that are one payment, or of how Cancel, that undo each other. */
export interface MatchFound extends Cluster {
  how: How;
}

/** Why rows with equal keys are no match. */
export interface MatchFinding extends Cluster {
  code: 'Ambiguous' | 'AmountDiffers' | 'FieldDiffers' | 'Unbalanced' | 'SettledTwice' | 'PostedTwice' | 'CurrencyDiffers' | 'Dense';
  /** Of the level that found it. */
  level: number;
  /** Of FieldDiffers. */
  field?: MatchKey;
}

export interface Decision {
  found: readonly MatchFound[];
  /** About the rows that nothing was found for. */
  finding: MatchFinding | null;
}

/** What a level is decided with: the rows, and the pairs that people keep apart. */
export interface Deciding {
  rows: Rows;
  level: MatchLevel;
  /** Records by sale; null where there are none. */
  forbidden: ReadonlyMap<number, ReadonlySet<number>> | null;
  /** By how many percent a record of an account may differ from its sale, where the settings say it. */
  nearOf: readonly (readonly [number, number] | undefined)[];
}

/** More rows than these are too many to tell apart. */
const CLUSTER_ROWS_MAX = 200;
export const SUMMED_ROWS_MAX = 20_000;

/** Seconds. */
const ZONES_APART = 3 * 3_600;

const nothing: Decision = { found: [], finding: null };

export function decide(deciding: Deciding, cluster: Cluster): Decision {
  const { level } = deciding;
  const isSummed = level.way === 'Sum' || level.way === 'Total';
  if (cluster.sales.length + cluster.records.length > (isSummed ? SUMMED_ROWS_MAX : CLUSTER_ROWS_MAX)) {
    return without(deciding, cluster, 'Dense');
  }
  const decision = ways[level.way](deciding, cluster);
  return isForbidden(deciding, decision) ? nothing : decision;
}

const ways = { Equal: equal, Cancel: cancel, Sum: sum, Total: total, Near: near, Moment: moment };

function match(how: How, { sales, records }: Cluster): Decision {
  return { found: [{ how, sales, records }], finding: null };
}

/** Findings of rules without an identifier say nothing of a payment, but that rows cannot be told apart. */
function without({ level }: Deciding, { sales, records }: Cluster, code: MatchFinding['code'], field?: MatchKey): Decision {
  if (!level.isIdentified && code !== 'Ambiguous' && code !== 'Dense' && level.rule.outcome !== 'Match') return nothing;
  return { found: [], finding: { code, level: level.number, sales, records, ...(field && { field }) } };
}

/** Equal amounts, as the block has them. */
function equal(deciding: Deciding, cluster: Cluster): Decision {
  const { rows, level } = deciding;
  const { sales, records } = cluster;
  const isPair = sales.length === 1 && records.length === 1;
  const differing = contradiction(rows, cluster, level.vetoes);
  if (differing !== null) return without(deciding, cluster, isPair ? 'FieldDiffers' : 'Ambiguous', differing);
  if (level.rule.oneEdit !== null && !isSlip(rows, cluster, level.rule.oneEdit)) return nothing;
  if (level.within === null && !level.isIdentified && isFarApart(rows, cluster)) return nothing;
  if (isPair) return match('Equal', cluster);
  if (level.isIdentified && isAlike(rows, sales) && isAlike(rows, records)) return twins(deciding, cluster);
  const isGroup = sales.length === records.length && contradictionAmongAny(rows, cluster, level.vetoes) === null;
  if (isGroup && sumOf(rows, sales) !== null) return match('Group', cluster);
  return without(deciding, cluster, 'Ambiguous');
}

/** A day is for files that know no time. Where all rows know it, they may be no further apart than clocks of two zones are. */
function isFarApart(rows: Rows, { sales, records }: Cluster): boolean {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of [...sales, ...records]) {
    if (rows.isTimed[row] === 0) return false;
    first = Math.min(first, rows.at[row] as number);
    last = Math.max(last, rows.at[row] as number);
  }
  return last - first > ZONES_APART;
}

/** Any sale is as good as another, and any record: pairs in their order. */
function twins({ level }: Deciding, { sales, records }: Cluster): Decision {
  const pairs = Math.min(sales.length, records.length);
  const found = Array.from({ length: pairs }, (_, index) => ({
    how: 'Twin' as const,
    sales: [sales[index] as number],
    records: [records[index] as number],
  }));
  if (sales.length === records.length) return { found, finding: null };
  const code = records.length > pairs ? 'SettledTwice' : 'PostedTwice';
  return { found, finding: { code, level: level.number, sales, records } };
}

/** Whether no field that is compared tells them apart. */
function isAlike(rows: Rows, some: readonly number[]): boolean {
  const [first, ...others] = some as [number, ...number[]];
  const columns = [rows.at, ...Object.values(rows.keys)];
  return others.every((row) => columns.every((column) => column[row] === column[first]));
}

function isSlip(rows: Rows, { sales, records }: Cluster, field: MatchKey): boolean {
  if (sales.length !== 1 || records.length !== 1) return false;
  const [sale, record] = [...sales, ...records].map((row) => literalOf(rows.keys[field][row] as number));
  return typeof sale === 'string' && typeof record === 'string' && isOneEdit(sale, record);
}

/** Two rows of one side and opposite amounts. */
function cancel({ rows, level }: Deciding, cluster: Cluster): Decision {
  const all = [...cluster.sales, ...cluster.records];
  if (all.length !== 2 || contradictionAmongAny(rows, cluster, level.vetoes) !== null) return nothing;
  const [one, other] = all.map((row) => rows.units[row] as number) as [number, number];
  return one === -other && one !== 0 ? match('Cancel', cluster) : nothing;
}

/** Parts of one payment: items of a basket, captures of an order, a bill paid with two cards. Their cards and codes may differ. */
function sum(deciding: Deciding, cluster: Cluster): Decision {
  const { rows, level } = deciding;
  if (cluster.sales.length + cluster.records.length < 3) return nothing;
  const terminals = level.vetoes.filter((field) => field === 'terminalId');
  if (contradictionAmongAny(rows, cluster, terminals) !== null) return nothing;
  // A sale and its void add nothing, and would join whatever sum is right without them.
  const signs = new Set([...cluster.sales, ...cluster.records].map((row) => Math.sign(rows.units[row] as number)));
  if (signs.size > 1) return nothing;
  const [sold, settled] = [sumOf(rows, cluster.sales), sumOf(rows, cluster.records)];
  if (sold === null || settled === null) return nothing;
  return sold === settled && sold !== 0 ? match('Sum', cluster) : without(deciding, cluster, 'Unbalanced');
}

/** Records that are the totals of a terminal's day. */
function total(deciding: Deciding, cluster: Cluster): Decision {
  const { rows } = deciding;
  const counts = cluster.records.map((record) => rows.total[record] as number);
  if (counts.includes(0)) return nothing;
  const [sold, settled] = [sumOf(rows, cluster.sales), sumOf(rows, cluster.records)];
  if (sold === null || settled === null) return nothing;
  const count = counts.reduce((all, one) => all + one, 0);
  return sold === settled && count === cluster.sales.length ? match('Total', cluster) : without(deciding, cluster, 'Unbalanced');
}

/** Null where a sum is too large to be exact. */
function sumOf(rows: Rows, some: readonly number[]): number | null {
  let units = 0;
  for (const row of some) {
    units += rows.units[row] as number;
    if (Math.abs(units) > Number.MAX_SAFE_INTEGER) return null;
  }
  return units;
}

/** A tip came on top, or a fee was taken off. */
function near(deciding: Deciding, cluster: Cluster): Decision {
  const { rows, level, nearOf } = deciding;
  const { sales, records } = cluster;
  if (sales.length !== 1 || records.length !== 1) return level.isIdentified ? without(deciding, cluster, 'Ambiguous') : nothing;
  const differing = contradiction(rows, cluster, level.vetoes);
  if (differing !== null) return without(deciding, cluster, 'FieldDiffers', differing);
  const [sold, settled] = [rows.units[sales[0] as number] as number, rows.units[records[0] as number] as number];
  const [least, most] = nearOf[rows.account[records[0] as number] as number] ?? level.rule.near;
  const percents = sold === 0 ? Number.NaN : ((settled - sold) / sold) * 100;
  return percents >= least && percents <= most ? match('Near', cluster) : without(deciding, cluster, 'AmountDiffers');
}

/** Everything that a place took in a short time, amount for amount. */
function moment(deciding: Deciding, cluster: Cluster): Decision {
  const { rows, level } = deciding;
  const { sales, records } = cluster;
  const times = [...sales, ...records].map((row) => rows.at[row] as number);
  if (sales.length !== records.length || (level.within !== null && Math.max(...times) - Math.min(...times) > level.within)) return nothing;
  const byAmount = (some: readonly number[]) => [...some].sort((one, other) => (rows.units[one] as number) - (rows.units[other] as number));
  const [sold, settled] = [byAmount(sales), byAmount(records)];
  const amount = (row: number | undefined) => (row === undefined ? Number.NaN : rows.units[row]);
  if (!sold.every((sale, index) => amount(sale) === amount(settled[index]))) return nothing;
  const found: MatchFound[] = [];
  for (let from = 0, to = 0; from < sold.length; from = to) {
    while (amount(sold[to]) === amount(sold[from])) to++;
    const group = { how: 'Moment' as const, sales: sold.slice(from, to), records: settled.slice(from, to) };
    if (contradictionAmongAny(rows, group, level.vetoes) !== null || sumOf(rows, group.sales) === null) return nothing;
    found.push(group);
  }
  return { found, finding: null };
}

function isForbidden({ forbidden }: Deciding, { found }: Decision): boolean {
  if (forbidden === null || found.length === 0) return false;
  return found.some(({ sales, records }) =>
    sales.some((sale) => {
      const apart = forbidden.get(sale);
      return apart !== undefined && records.some((record) => apart.has(record));
    }),
  );
}
