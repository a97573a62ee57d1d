/** What comes between two pieces of a run, by chance: the matcher is killed, a piece is refused, or rows change. */
import { expect } from 'vitest';
import type { Meanwhile } from '../matcher/stored-history.js';
import type { Apply } from '../store/match-world.js';
import type { Chance } from '../support/colliding-rows.js';

/** How often each of them came. */
export type Troubles = Record<string, number>;

export class Killed extends Error {}

/** Of a run in which anything is to come. */
const TROUBLED_PIECES = 0.3;

/** So few that most runs have several pieces. */
export const pieceRowsBy = ({ random }: Pick<Chance, 'random'>) => 1 + Math.floor(random() * 6);

export interface Between {
  by: Chance;
  meanwhile: Meanwhile;
  /** The share of runs to which something comes. */
  share: number;
  troubles: Troubles;
}

/** Stores pieces as `apply` does, but for what comes between them. After one that is not stored there must be no other. */
export function troubled(apply: Apply, between: Between): Apply {
  const next = between.by.random() < between.share ? withTroubles(apply, between) : apply;
  let isOver = false;
  return async (piece) => {
    expect(isOver).toBe(false);
    isOver = true;
    const isStored = await next(piece);
    isOver = !isStored;
    return isStored;
  };
}

function withTroubles(apply: Apply, { by: { random, pick }, meanwhile, troubles }: Between): Apply {
  return async (piece) => {
    if (random() >= TROUBLED_PIECES) return apply(piece);
    const trouble = pick(['killed', 'refused', ...Object.keys(meanwhile)]);
    troubles[trouble] = (troubles[trouble] ?? 0) + 1;
    const change = meanwhile[trouble];
    if (change) {
      await change();
      return apply(piece);
    }
    // A connection may be lost before anybody hears that the piece is stored.
    if (random() < 0.5) await apply(piece);
    if (trouble === 'killed') throw new Killed();
    return false;
  };
}

export const sum = (troubles: Troubles) => Object.values(troubles).reduce((all, one) => all + one, 0);

/** Each came more often than that. */
export function allCame(troubles: Troubles, times: number, ...others: string[]): void {
  for (const trouble of ['killed', 'refused', 'uploaded', 'turned', ...others])
    expect(troubles[trouble] ?? 0, trouble).toBeGreaterThan(times);
}
