/** The matches, proposals and cancellations that stand, as columns of numbers: there may be a million of them. */
import type { MatchKind, StoredMatch } from '../store/matching.js';

/** What many matches have in common. */
export interface MatchLabel {
  kind: MatchKind;
  rule: string | null;
  how: string;
  isPinned: boolean;
}

export interface StoredMatches {
  /** The next one, whose key is greater than those before. */
  add(match: StoredMatch): void;
  count(): number;
  /** The place of the match with that key; -1 for none. */
  placeOf(matchKey: number): number;
  keyAt(place: number): number;
  /** How many rows it has. */
  rowsAt(place: number): number;
  labelAt(place: number): MatchLabel;
  /** One more of its rows is read, of that day. */
  see(place: number, day: number): void;
  /** Whether all its rows are read. */
  isWhole(place: number): boolean;
  /** Of its rows that are read. */
  oldestDay(place: number): number;
  newestDay(place: number): number;
}

/** Of at most `matchesMax`. */
export function storedMatches(matchesMax: number): StoredMatches {
  const keys = new Float64Array(matchesMax);
  const rows = new Int32Array(matchesMax);
  const labelOf = new Uint32Array(matchesMax);
  const seen = new Int32Array(matchesMax);
  const oldest = new Int32Array(matchesMax).fill(2 ** 31 - 1);
  const newest = new Int32Array(matchesMax).fill(-(2 ** 31));
  let stored = 0;
  const labels: MatchLabel[] = [];
  const byName = new Map<string, number>();
  return {
    add({ matchKey, kind, rule, how, isPinned, rows: count }) {
      const name = `${kind} ${how} ${isPinned} ${rule}`;
      let label = byName.get(name);
      if (label === undefined) {
        label = labels.push({ kind, rule, how, isPinned }) - 1;
        byName.set(name, label);
      }
      keys[stored] = matchKey;
      rows[stored] = count;
      labelOf[stored] = label;
      stored += 1;
    },
    count: () => stored,
    placeOf: (matchKey) => placeIn(keys, matchKey, 0, stored),
    keyAt: (place) => keys[place] as number,
    rowsAt: (place) => rows[place] as number,
    labelAt: (place) => labels[labelOf[place] as number] as MatchLabel,
    see(place, day) {
      seen[place] = (seen[place] as number) + 1;
      oldest[place] = Math.min(oldest[place] as number, day);
      newest[place] = Math.max(newest[place] as number, day);
    },
    isWhole: (place) => seen[place] === rows[place],
    oldestDay: (place) => oldest[place] as number,
    newestDay: (place) => newest[place] as number,
  };
}

/** Where a number stands among those from `start` to before `end`, which rise; -1 where it does not. */
export function placeIn(numbers: { readonly [place: number]: number }, wanted: number, start: number, end: number): number {
  let from = start;
  let to = end - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const found = numbers[middle] as number;
    if (found === wanted) return middle;
    if (found < wanted) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
