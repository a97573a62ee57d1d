/** The matches, proposals and cancellations that stand, as columns of numbers: there may be a million of them. */
import { firstPlace } from '../matching/groups.js';
import type { MatchKind, StoredMatch } from '../store/matching.js';

/** What many matches have in common. */
export interface MatchLabel {
  kind: MatchKind;
  rule: string | null;
  how: string;
  isPinned: boolean;
}

export class StoredMatches {
  count = 0;
  /** By place, rising; and how many rows each has, and of those that are read: how many, their oldest and newest day. */
  readonly keys: Float64Array;
  readonly rows: Int32Array;
  readonly #seen: Int32Array;
  readonly oldest: Int32Array;
  readonly newest: Int32Array;
  readonly #labelOf: Uint32Array;
  readonly #labels: MatchLabel[] = [];

  constructor(matchesMax: number) {
    const column = (value = 0) => new Int32Array(matchesMax).fill(value);
    this.keys = new Float64Array(matchesMax);
    [this.rows, this.#seen, this.oldest, this.newest] = [column(), column(), column(2 ** 31 - 1), column(-(2 ** 31))];
    this.#labelOf = new Uint32Array(matchesMax);
  }

  /** The next one, whose key is greater than those before. */
  add({ matchKey, kind, rule, how, isPinned, rows }: StoredMatch): void {
    const isSame = (one: MatchLabel) => one.kind === kind && one.rule === rule && one.how === how && one.isPinned === isPinned;
    const label = this.#labels.findIndex(isSame);
    this.#labelOf[this.count] = label === -1 ? this.#labels.push({ kind, rule, how, isPinned }) - 1 : label;
    this.keys[this.count] = matchKey;
    this.rows[this.count++] = rows;
  }

  /** The place of the match with that key; -1 for none. */
  placeOf(matchKey: number): number {
    return placeIn(this.keys, matchKey, 0, this.count);
  }

  labelAt(place: number): MatchLabel {
    return this.#labels.at(this.#labelOf[place] as number) as MatchLabel;
  }

  /** One more of its rows is read, of that day. */
  see(place: number, day: number): void {
    this.#seen[place] = (this.#seen[place] as number) + 1;
    this.oldest[place] = Math.min(this.oldest[place] as number, day);
    this.newest[place] = Math.max(this.newest[place] as number, day);
  }

  /** Whether all its rows are read. */
  isWhole(place: number): boolean {
    return this.#seen[place] === this.rows[place];
  }
}

/** Where a number stands among those from `start` to before `end`, which rise; -1 where it does not. */
export function placeIn(numbers: { readonly [place: number]: number }, wanted: number, start: number, end: number): number {
  const place = firstPlace(start, end, (at) => (numbers[at] as number) < wanted);
  return place < end && numbers[place] === wanted ? place : -1;
}
