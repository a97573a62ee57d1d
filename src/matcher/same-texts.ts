/**
 * Long identifiers are compared as hashes. Before a match by such is stored, the texts are compared; where two texts have one hash, their rows
 * are given codes apart, and everything is decided anew.
 */
import type { MatchKey } from '../contract/match-settings.js';
import { textOf } from '../matching/comparable.js';
import { identifierCode, isHash, plainIdentifier } from '../matching/identifier.js';
import type { LadderMatch } from '../matching/ladder.js';
import type { Rows } from '../matching/rows.js';
import { type CandidatesOf, eachCandidate, numbering } from './shown.js';
import type { TenantRows } from './tenant-rows.js';

/** Rows whose texts are read at once. */
const TOGETHER = 2_000;
/** Above all hashes, and even, so that each is a number of its own. */
const APART = 2 ** 53;

/** Gives rows of these matches whose identifiers are not the same, though their hashes are, codes apart. Returns whether there were any. */
export async function separated(tenant: TenantRows, matches: Iterable<LadderMatch>, candidatesOf: CandidatesOf): Promise<boolean> {
  const clashes = new Map<string, { key: MatchKey; code: number }>();
  for (const some of together(hashed(tenant, matches))) {
    const places = [...new Set(some.flatMap(({ members }) => members))];
    const keys = [...new Set(some.map(({ key }) => key))];
    const textOfPlace = await textsAt(tenant, places, keys, candidatesOf);
    for (const { key, code, members } of some) {
      const texts = byText(tenant, key, members, (row) => textOfPlace(row, key));
      if (texts.size > 1) clashes.set(`${key} ${code}`, { key, code });
    }
  }
  for (const clash of clashes.values()) await separate(tenant, clash, candidatesOf);
  return clashes.size > 0;
}

/** A key by whose hash rows are in one match. */
interface HashedKey {
  key: MatchKey;
  code: number;
  /** The places of the match's rows. */
  members: readonly number[];
}

function* hashed({ rows }: TenantRows, matches: Iterable<LadderMatch>): Generator<HashedKey> {
  for (const { level, sales, records } of matches) {
    const members = [...sales, ...records];
    for (const key of level.keys) {
      const code = rows.keys[key][members[0] as number] as number;
      if (isHash(code)) yield { key, code, members };
    }
  }
}

/** So many that their rows, whose texts are all kept meanwhile, are a few thousand unless one match alone has more. */
function* together(keys: Iterable<HashedKey>): Generator<HashedKey[]> {
  let some: HashedKey[] = [];
  let members = 0;
  for (const one of keys) {
    some.push(one);
    members += one.members.length;
    if (members < TOGETHER) continue;
    yield some;
    some = [];
    members = 0;
  }
  if (some.length > 0) yield some;
}

/** The texts of those keys, of rows by their places. */
async function textsAt({ rows, sales }: TenantRows, places: readonly number[], keys: readonly MatchKey[], candidatesOf: CandidatesOf) {
  const known = new Map<number, string[]>();
  await eachCandidate(candidatesOf, places.map(numbering({ rows, sales })), ({ fields }, at) => {
    known.set(
      places[at] as number,
      keys.map((key) => textOf(fields, key)),
    );
  });
  return (row: number, key: MatchKey) => (known.get(row) as string[])[keys.indexOf(key)] as string;
}

/**
 * Rows by what they have in common: their letters and digits. Without those whose code comes from another name, that of a brand or one that settings
 * give: they agree with any.
 */
function byText({ rows }: TenantRows, key: MatchKey, members: readonly number[], textOfRow: (row: number) => string) {
  const found = new Map<string, number[]>();
  for (const row of members) {
    const text = textOfRow(row);
    if (identifierCode(text) !== rows.keys[key][row]) continue;
    const plain = plainIdentifier(text);
    const same = found.get(plain);
    if (same) same.push(row);
    else found.set(plain, [row]);
  }
  return found;
}

async function separate(tenant: TenantRows, { key, code }: { key: MatchKey; code: number }, candidatesOf: CandidatesOf): Promise<void> {
  const column = tenant.rows.keys[key];
  const places = placesOf(tenant.rows, key, code);
  const textOfPlace = await textsAt(tenant, places, [key], candidatesOf);
  const texts = byText(tenant, key, places, (row) => textOfPlace(row, key));
  let next = APART + 2 * largestApart(tenant.rows, key);
  for (const same of [...texts.values()].slice(1)) {
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
