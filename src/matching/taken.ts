/** The rules by which rows come together, and what was taken by them so far. */

import { proposalRules } from '../contract/match-settings.js';
import type { MatchKind } from '../contract/matches.js';
import type { MatchWork } from './match-work.js';

/** In the order in which they are tried. Names are kept: they are stored with matches. */
export const evidenceRules = [
  'number-and-amount',
  'number-and-moment',
  'sum-of-reference',
  'sum-of-counter',
  'sum-of-code-and-card',
  'sum-of-order-at-terminal',
  'sum-of-order',
  'sum-of-order-and-day',
  'sum-of-number',
  'number-days-later',
  'number-and-day',
  'number-and-near-amount',
  'total-of-terminal-and-brand',
  'total-of-terminal',
  'cancellation',
  ...proposalRules,
] as const;
export type EvidenceRule = (typeof evidenceRules)[number];

/** @param book rules whose proposals are booked */
function kindOf(rule: EvidenceRule, book: readonly EvidenceRule[]): MatchKind {
  if (rule === 'cancellation') return 'Cancellation';
  return (proposalRules as readonly EvidenceRule[]).includes(rule) && !book.includes(rule) ? 'Proposal' : 'Match';
}

/** How the rows of a match belong together: a pair; as many of each that nothing tells apart; the first, which the others repeat; by hand. */
export type EvidenceHow = 'Pair' | 'Alike' | 'First' | 'Sum' | 'Total' | 'Cancel' | 'Hand';

export interface EvidenceMatch {
  rule: EvidenceRule;
  /** A proposal by a rule of `book` is a match. */
  kind: MatchKind;
  how: EvidenceHow;
  /** Places, rising. */
  sales: number[];
  records: number[];
}

/** By place, of rows that no rule touches: the match that they are in, the same object for each of its rows. */
export type StandsWith = (row: number) => Pick<EvidenceMatch, 'kind'> | undefined;

export class Taken {
  matches: EvidenceMatch[] = [];
  /** By place: the place in `matches` of the match a row is in; -1 for none. */
  readonly matchOf: Int32Array;
  readonly #work: MatchWork;
  readonly #standing: StandsWith;

  constructor(work: MatchWork, standing: StandsWith) {
    this.#work = work;
    this.matchOf = new Int32Array(work.rows.count).fill(-1);
    this.#standing = standing;
  }

  /** The match that a row is in, found or standing. */
  matchWith(row: number): ReturnType<StandsWith> {
    return this.matches[this.matchOf[row] as number] ?? this.#standing(row);
  }

  /** Takes free rows, but where people have forbidden two of them to be one payment: they stay free then. */
  take(rule: EvidenceRule, how: EvidenceHow, sales: Iterable<number>, records: Iterable<number>): void {
    if (this.#work.areForbidden(sales, records)) return;
    const rising = (rows: Iterable<number>) => [...rows].sort((one, other) => one - other);
    const kind = kindOf(rule, this.#work.settings.book);
    this.matches.push({ rule, kind, how, sales: rising(sales), records: rising(records) });
    for (const row of [...sales, ...records]) {
      this.matchOf[row] = this.matches.length - 1;
      this.#work.free[row] = 0;
    }
  }

  /** Puts the matches into the order of their first rows. */
  sort(): void {
    const order = [...new Set(this.matchOf)].filter((match) => match !== -1);
    const placeOf = new Int32Array(order.length);
    for (const [place, match] of order.entries()) placeOf[match] = place;
    this.matches = order.map((match) => this.matches[match] as EvidenceMatch);
    for (const [row, match] of this.matchOf.entries()) if (match !== -1) this.matchOf[row] = placeOf[match] as number;
  }
}
