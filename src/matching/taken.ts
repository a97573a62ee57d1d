/** The rules by which rows come together, and what was taken by them so far. */
import { proposalRules } from '../contract/match-settings.js';
import type { MatchWork } from './match-work.js';

/** In the order in which they are tried. Names are kept: they are stored with matches. */
export const evidenceRules = [
  { code: 'number-and-amount', kind: 'Match' },
  { code: 'number-and-moment', kind: 'Match' },
  { code: 'sum-of-reference', kind: 'Match' },
  { code: 'sum-of-counter', kind: 'Match' },
  { code: 'sum-of-code-and-card', kind: 'Match' },
  { code: 'sum-of-order-at-terminal', kind: 'Match' },
  { code: 'sum-of-order', kind: 'Match' },
  { code: 'sum-of-order-and-day', kind: 'Match' },
  { code: 'sum-of-number', kind: 'Match' },
  { code: 'number-days-later', kind: 'Match' },
  { code: 'number-and-day', kind: 'Match' },
  { code: 'number-and-near-amount', kind: 'Match' },
  { code: 'total-of-terminal-and-brand', kind: 'Match' },
  { code: 'total-of-terminal', kind: 'Match' },
  { code: 'cancellation', kind: 'Cancellation' },
  ...proposalRules.map((code) => ({ code, kind: 'Proposal' as const })),
] as const;
export type EvidenceRule = (typeof evidenceRules)[number]['code'];
export type EvidenceKind = (typeof evidenceRules)[number]['kind'];

export const kindOf = new Map<EvidenceRule, EvidenceKind>(evidenceRules.map(({ code, kind }) => [code, kind]));

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
  take(rule: EvidenceRule, how: EvidenceHow, sales: ArrayLike<number>, records: ArrayLike<number>): void {
    const work = this.#work;
    if (how !== 'Pair' && isForbidden(work, sales, records)) return;
    const match = this.ruleOf.push(rule) - 1;
    this.howOf.push(how);
    for (const rows of [sales, records])
      for (let at = 0; at < rows.length; at++) {
        this.matchOf[rows[at] as number] = match;
        work.free[rows[at] as number] = 0;
      }
  }
}

function isForbidden(work: MatchWork, sales: ArrayLike<number>, records: ArrayLike<number>): boolean {
  if (!work.hasForbidden) return false;
  for (let s = 0; s < sales.length; s++)
    for (let r = 0; r < records.length; r++) if (work.isForbidden(sales[s] as number, records[r] as number)) return true;
  return false;
}

/** What a run found, by match: numbered in the order of the matches' first rows. */
export interface TakenMatches {
  count: number;
  /** By place: its match, and the next row in it; -1 for none. */
  matchOf: Int32Array;
  nextOf: Int32Array;
  ruleOf: readonly EvidenceRule[];
  howOf: readonly EvidenceHow[];
}

/** Numbers the matches in the order in which they are stored: that of their first rows. */
export function inOrder({ matchOf, ruleOf, howOf }: Taken): TakenMatches {
  const nextOf = new Int32Array(matchOf.length).fill(-1);
  const lastOf = new Int32Array(ruleOf.length).fill(-1);
  const numberOf = new Int32Array(ruleOf.length);
  const order: number[] = [];
  for (const [row, match] of matchOf.entries()) {
    if (match === -1) continue;
    if (lastOf[match] === -1) numberOf[match] = order.push(match) - 1;
    else nextOf[lastOf[match] as number] = row;
    lastOf[match] = row;
  }
  return {
    count: order.length,
    matchOf: matchOf.map((match) => (match === -1 ? -1 : (numberOf[match] as number))),
    nextOf,
    ruleOf: order.map((match) => ruleOf[match] as EvidenceRule),
    howOf: order.map((match) => howOf[match] as EvidenceHow),
  };
}
