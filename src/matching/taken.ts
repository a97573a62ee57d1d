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
export function kindOf(rule: EvidenceRule, book: readonly EvidenceRule[]): MatchKind {
  if (rule === 'cancellation') return 'Cancellation';
  return (proposalRules as readonly EvidenceRule[]).includes(rule) && !book.includes(rule) ? 'Proposal' : 'Match';
}

/** How the rows of a match belong together: a pair; as many of each that nothing tells apart; the first, which the others repeat. */
export type EvidenceHow = 'Pair' | 'Alike' | 'First' | 'Sum' | 'Total' | 'Cancel';

export class Taken {
  /** By place: the match a row is in; -1 for none. */
  readonly matchOf: Int32Array;
  /** By match. */
  readonly ruleOf: EvidenceRule[] = [];
  readonly howOf: EvidenceHow[] = [];
  readonly #work: MatchWork;

  constructor(work: MatchWork) {
    this.#work = work;
    this.matchOf = new Int32Array(work.rows.count).fill(-1);
  }

  /** Takes free rows, but where people have forbidden two of them to be one payment: they stay free then. */
  take(rule: EvidenceRule, how: EvidenceHow, sales: Iterable<number>, records: Iterable<number>): void {
    if (this.#work.areForbidden(sales, records)) return;
    const match = this.ruleOf.push(rule) - 1;
    this.howOf.push(how);
    for (const row of [...sales, ...records]) {
      this.matchOf[row] = match;
      this.#work.free[row] = 0;
    }
  }
}
