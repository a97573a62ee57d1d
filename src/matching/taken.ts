/** The rules by which rows come together, and what was taken by them so far. */
import { proposalRules } from '../contract/match-settings.js';
import type { Columns } from './columns.js';
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

const ruleNumbers = new Map(evidenceRules.map(({ code }, number) => [code, number] as const));

/** How the rows of a match belong together: a pair; as many of each that nothing tells apart; the first, which the others repeat. */
export const hows = ['Pair', 'Alike', 'First', 'Sum', 'Total', 'Cancel'] as const;
export type EvidenceHow = (typeof hows)[number];

/** What a pair agrees in: bits and number of its edge; seconds and days apart. */
export interface ShownEvidence {
  flags: number;
  /** Place among the kinds of numbers, from 1; 0 for none. */
  number: number;
  seconds: number;
  days: number;
}
const NOTHING: ShownEvidence = { flags: 0, number: 0, seconds: Number.NaN, days: 0 };

export class Taken {
  /** By place: the match a row is in; -1 for none. */
  readonly matchOf: Int32Array;
  count = 0;
  /** By match. There is room for as many as there can be; memory into which nothing is written takes none. */
  readonly ruleOf: Uint8Array;
  readonly howOf: Uint8Array;
  readonly flagsOf: Uint16Array;
  readonly numberOf: Uint8Array;
  readonly secondsOf: Float64Array;
  readonly daysOf: Int32Array;
  readonly #work: MatchWork;

  constructor(work: MatchWork) {
    const matches = work.rows.count;
    this.#work = work;
    this.matchOf = new Int32Array(matches).fill(-1);
    this.ruleOf = new Uint8Array(matches);
    this.howOf = new Uint8Array(matches);
    this.flagsOf = new Uint16Array(matches);
    this.numberOf = new Uint8Array(matches);
    this.secondsOf = new Float64Array(matches);
    this.daysOf = new Int32Array(matches);
  }

  /** Takes free rows. @returns false where people have forbidden two of them to be one payment: the rows stay free then */
  take(
    rule: EvidenceRule,
    how: EvidenceHow,
    sales: ArrayLike<number>,
    records: ArrayLike<number>,
    shown: ShownEvidence = NOTHING,
  ): boolean {
    const work = this.#work;
    if (how !== 'Pair' && isForbidden(work, sales, records)) return false;
    const match = this.count++;
    this.ruleOf[match] = ruleNumbers.get(rule) as number;
    this.howOf[match] = hows.indexOf(how);
    this.flagsOf[match] = shown.flags;
    this.numberOf[match] = shown.number;
    this.secondsOf[match] = shown.seconds;
    this.daysOf[match] = shown.days;
    for (const rows of [sales, records])
      for (let at = 0; at < rows.length; at++) {
        this.matchOf[rows[at] as number] = match;
        work.free[rows[at] as number] = 0;
      }
    return true;
  }
}

function isForbidden(work: MatchWork, sales: ArrayLike<number>, records: ArrayLike<number>): boolean {
  if (!work.hasForbidden) return false;
  for (let s = 0; s < sales.length; s++)
    for (let r = 0; r < records.length; r++) if (work.isForbidden(sales[s] as number, records[r] as number)) return true;
  return false;
}

/** What a run found: columns by match, numbered in the order of the matches' first rows. */
export interface TakenMatches {
  count: number;
  /** By place: its match, and the next row in it; -1 for none. */
  matchOf: Int32Array;
  nextOf: Int32Array;
  ruleOf: Uint8Array;
  howOf: Uint8Array;
  flagsOf: Uint16Array;
  numberOf: Uint8Array;
  secondsOf: Float64Array;
  daysOf: Int32Array;
}

/** Numbers the matches in the order in which they are stored: that of their first rows. */
export function inOrder(taken: Taken, { count: rows }: Columns): TakenMatches {
  const { count, matchOf } = taken;
  const nextOf = new Int32Array(rows).fill(-1);
  const lastOf = new Int32Array(count).fill(-1);
  const numberOf = new Int32Array(count);
  const order = new Int32Array(count);
  let numbered = 0;
  for (let row = 0; row < rows; row++) {
    const match = matchOf[row] as number;
    if (match === -1) continue;
    if (lastOf[match] === -1) {
      order[numbered] = match;
      numberOf[match] = numbered++;
    } else nextOf[lastOf[match] as number] = row;
    lastOf[match] = row;
  }
  const ordered = <Column extends Uint8Array | Uint16Array | Int32Array | Float64Array>(column: Column) =>
    column.slice(0, count).map((_, at) => column[order[at] as number] as number) as Column;
  return {
    count,
    matchOf: matchOf.map((match) => (match === -1 ? -1 : (numberOf[match] as number))),
    nextOf,
    ruleOf: ordered(taken.ruleOf),
    howOf: ordered(taken.howOf),
    flagsOf: ordered(taken.flagsOf),
    numberOf: ordered(taken.numberOf),
    secondsOf: ordered(taken.secondsOf),
    daysOf: ordered(taken.daysOf),
  };
}
