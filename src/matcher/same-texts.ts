/**
 * Long identifiers are compared as hashes. Before a match by such is stored, the texts are compared; where two texts have one hash, their rows
 * are given codes apart, and everything is decided anew.
 */
import type { MatchKey } from '../contract/match-settings.js';
import { textOf } from '../matching/comparable.js';
import { identifierCode, isHash, plainIdentifier } from '../matching/identifier.js';
import type { LadderMatch } from '../matching/ladder.js';
import type { Rows } from '../matching/rows.js';
import { type CandidateOf, candidateAt, numbering } from './shown.js';
import type { TenantRows } from './tenant-rows.js';

/** Above all hashes, and even, so that each is a number of its own. */
const APART = 2 ** 53;

/** Gives rows of these matches whose identifiers are not the same, though their hashes are, codes apart. Returns whether there were any. */
export async function separated(tenant: TenantRows, matches: Iterable<LadderMatch>, candidateOf: CandidateOf): Promise<boolean> {
  const { rows } = tenant;
  const clashes = new Map<string, { key: MatchKey; code: number }>();
  for (const { level, sales, records } of matches) {
    const members = [...sales, ...records];
    for (const key of level.keys) {
      const code = rows.keys[key][members[0] as number] as number;
      if (!isHash(code) || clashes.has(`${key} ${code}`)) continue;
      if ((await textsOf(tenant, key, members, candidateOf)).size > 1) clashes.set(`${key} ${code}`, { key, code });
    }
  }
  for (const clash of clashes.values()) await separate(tenant, clash, candidateOf);
  return clashes.size > 0;
}

/**
 * Rows by what they have in common: their letters and digits. Without those whose code comes from another name, that of a brand or one that settings
 * give: they agree with any.
 */
async function textsOf({ rows, sales }: TenantRows, key: MatchKey, members: readonly number[], candidateOf: CandidateOf) {
  const numberOf = numbering({ rows, sales });
  const byText = new Map<string, number[]>();
  for (const row of members) {
    const { fields } = await candidateAt(candidateOf, numberOf(row));
    const text = textOf(fields, key);
    if (identifierCode(text) !== rows.keys[key][row]) continue;
    const plain = plainIdentifier(text);
    const same = byText.get(plain);
    if (same) same.push(row);
    else byText.set(plain, [row]);
  }
  return byText;
}

async function separate(tenant: TenantRows, { key, code }: { key: MatchKey; code: number }, candidateOf: CandidateOf): Promise<void> {
  const column = tenant.rows.keys[key];
  const byText = await textsOf(tenant, key, placesOf(tenant.rows, key, code), candidateOf);
  let next = APART + 2 * largestApart(tenant.rows, key);
  for (const same of [...byText.values()].slice(1)) {
    next += 2;
    for (const row of same) column[row] = next;
  }
}

function placesOf({ count, keys }: Rows, key: MatchKey, code: number): number[] {
  const places: number[] = [];
  for (let row = 0; row < count; row++) if (keys[key][row] === code) places.push(row);
  return places;
}

/** How many codes apart there are in the column. */
function largestApart({ count, keys }: Rows, key: MatchKey): number {
  let largest = APART;
  for (let row = 0; row < count; row++) largest = Math.max(largest, keys[key][row] as number);
  return (largest - APART) / 2;
}
