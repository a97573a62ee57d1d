/**
 * Rows of an index by what names a payment: each is linked to the one before it that has the same reference, say. So the few rows that could share
 * a block are found without going through a million. In shared memory, which threads hand on.
 */
import type { MatchKey, MatchRule } from '../contract/match-settings.js';
import { namingKeys } from './levels.js';
import { mixed } from './row-hash.js';

export interface RowChains {
  /** What rows of a chain have in common, by its hash; rows without it are in none. */
  keys: readonly MatchKey[];
  /** By some bits of the hash: the place of the last row, and 1; 0 for none. Rows of other hashes with these bits are in the same chain. */
  heads: Int32Array;
  /** By place: that of the row before it in its chain, and 1; 0 for none. */
  before: Int32Array;
}

/** Of an index: hashes of what its rows have, 0 where there is nothing. */
type KeyHashes = Partial<Record<MatchKey, Int32Array>>;

/** So many at most on average, where rows differ. */
const ROWS_A_CHAIN = 4;

/** One for each way in which the rules name payments, without rows. `memory`: gives columns that need not be empty, as long as there are any. */
export function rowChains(
  rules: readonly MatchRule[],
  rowsMax: number,
  memory: () => Int32Array | undefined = () => undefined,
): RowChains[] {
  const named = new Map<string, readonly MatchKey[]>();
  for (const keys of rules.map(namingKeys)) if (keys !== null) named.set(keys.join(), keys);
  return [...named.values()].map((keys) => ({
    keys,
    heads: column(2 ** Math.ceil(Math.log2(Math.max(16, rowsMax / ROWS_A_CHAIN)))),
    before: memory() ?? column(rowsMax),
  }));
}

const column = (length: number) => new Int32Array(new SharedArrayBuffer(4 * length));

/** Puts a row at the end of its chain. */
export function addToChain(chains: RowChains, hashes: KeyHashes, place: number): void {
  const { heads, before } = chains;
  const chain = chainOf(chains, hashes, place);
  if (chain === NONE) return;
  before[place] = heads[chain] as number;
  heads[chain] = place + 1;
}

const NONE = -1;

/** The chain that a row is in; -1 for none. */
export function chainOf({ keys, heads }: RowChains, hashes: KeyHashes, place: number): number {
  const hash = hashAt(keys, hashes, place);
  return hash === 0 ? NONE : hash & (heads.length - 1);
}

/** Calls `visit` for each row of a chain, if it is one: all that have what one of them has, and others, which are in it by chance. */
export function eachInChain({ heads, before }: RowChains, chain: number, visit: (place: number) => void): void {
  const last = chain === NONE ? 0 : (heads[chain] as number);
  for (let next = last; next !== 0; next = before[next - 1] as number) visit(next - 1);
}

/** 0 where a key is missing. */
function hashAt(keys: readonly MatchKey[], hashes: KeyHashes, place: number): number {
  let hash = 0x2545f491;
  for (const key of keys) {
    const code = (hashes[key] as Int32Array)[place] as number;
    if (code === 0) return 0;
    hash = mixed(hash, code);
  }
  return hash || 1;
}
