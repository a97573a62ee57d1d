/**
 * Two rows contradict each other when both know a field and it differs; sequence counters only at the same terminal. Found for a whole cluster
 * by its distinct values, never pair by pair.
 */
import type { MatchKey } from '../contract/match-settings.js';
import type { Cluster } from './clusters.js';
import type { Rows } from './rows.js';

const COUNTER = 'transactionSequenceCounter';

/** The first field in which some sale and some record contradict each other; null for none. */
export function contradiction(rows: Rows, { sales, records }: Cluster, fields: readonly MatchKey[]): MatchKey | null {
  if (sales.length === 1 && records.length === 1) return contradictionOfPair(rows, sales[0] as number, records[0] as number, fields);
  return fields.find((field) => differs(rows, field, sales, records)) ?? null;
}

/** The same for any two rows of the cluster, also of one side. */
export function contradictionAmongAny(rows: Rows, { sales, records }: Cluster, fields: readonly MatchKey[]): MatchKey | null {
  const all = [...sales, ...records];
  return fields.find((field) => differs(rows, field, all, all)) ?? null;
}

function contradictionOfPair(rows: Rows, one: number, other: number, fields: readonly MatchKey[]): MatchKey | null {
  for (const field of fields) {
    const column = rows.keys[field];
    const value = column[one] as number;
    if (value === 0 || column[other] === 0 || value === column[other]) continue;
    if (field === COUNTER && !isSameTerminal(rows, one, other)) continue;
    return field;
  }
  return null;
}

function isSameTerminal(rows: Rows, one: number, other: number): boolean {
  const { terminalId } = rows.keys;
  return terminalId[one] !== 0 && terminalId[one] === terminalId[other];
}

function differs(rows: Rows, field: MatchKey, some: readonly number[], others: readonly number[]): boolean {
  const column = rows.keys[field];
  /** What `some` know: by terminal for counters; more than one value is -1. */
  const known = new Map<number, number>();
  const place = (row: number) => (field === COUNTER ? (rows.keys.terminalId[row] as number) : 1);
  for (const row of some) {
    const value = column[row] as number;
    if (value === 0 || place(row) === 0) continue;
    const before = known.get(place(row));
    known.set(place(row), before === undefined || before === value ? value : -1);
  }
  for (const row of others) {
    const value = column[row] as number;
    const before = value === 0 ? undefined : known.get(place(row));
    if (before !== undefined && before !== value) return true;
  }
  return false;
}
