/**
 * What is stored of matching is a function of what is there: after any history of uploads of both sides, withdrawn and brought back, other rules,
 * runs ended anywhere and restarts, it is what one full run says over the rows that are left. Runs are stored in pieces of a few rows, and by
 * chance something comes between them. A matcher that keeps matches once made is the control, and must differ.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownTenant } from '../../src/matcher/known.js';
import type { Matched } from '../../src/matcher/run.js';
import { matchedOnce, type Run, type StoredState, stateOf, storedHistory } from '../matcher/stored-history.js';
import type { MatchWorld, MatchWorlds } from '../store/match-world.js';
import { allCame, type Between, Killed, pieceRowsBy, sum, type Troubles, troubled } from './between-pieces.js';

/** Of runs, those to which something comes between two pieces. */
const TROUBLED = 0.5;

/** A step is made after uploads alone. */
export const MOSTLY_UPLOADS = 0.85;
export const SEED = Number(process.env.SEED ?? 1);

/** How many there are. `stepped`: in steps, of a store that knows them. */
export interface HistoryCounts {
  histories: number;
  controls: number;
  stepped?: number;
}

export function storedHistories(name: string, open: () => Promise<MatchWorlds>, { histories, controls, stepped }: HistoryCounts): void {
  describe(`histories on ${name}`, () => {
    let worlds: MatchWorlds;
    beforeAll(async () => {
      worlds = await open();
    });
    afterAll(() => worlds.close());

    it(`${histories} histories end as one full run does`, async () => {
      let matches = 0;
      const troubles: Troubles = {};
      for (let seed = SEED; seed < SEED + histories; seed++) {
        const run: Run = async (world, by, meanwhile) =>
          void (await matchedInPieces(world, null, { by, meanwhile, share: TROUBLED, troubles }));
        const [told, expected] = await both(worlds, seed, run);
        expect(told, `SEED=${seed}`).toEqual(expected);
        matches += told.matches.length;
      }
      expect(matches).toBeGreaterThan(histories * 4);
      allCame(troubles, histories / 2);
    }, 1_800_000);

    it('the control, a matcher that keeps matches once made, differs', async () => {
      let differing = 0;
      for (let seed = SEED; seed < SEED + controls; seed++) {
        const [told, expected] = await both(worlds, seed, (world) => keeping(world));
        if (JSON.stringify(told.matches) !== JSON.stringify(expected.matches)) differing++;
      }
      expect(differing).toBeGreaterThan(controls / 4);
    }, 600_000);

    if (stepped === undefined) return;

    it(`${stepped} histories in steps and full runs end as one full run does`, async () => {
      const counted: Counted = { steps: 0, refused: 0, troubles: {} };
      for (let seed = SEED; seed < SEED + stepped; seed++) {
        // What steps leave to each other shows where nothing comes between: after a trouble there is a full run.
        const run = inSteps(seed % 2 === 0 ? TROUBLED : 0, counted);
        const [told, expected] = await both(worlds, seed, run, MOSTLY_UPLOADS);
        expect(told, `SEED=${seed}`).toEqual(expected);
      }
      expect(counted.steps).toBeGreaterThan(stepped * 4);
      expect(counted.refused).toBeGreaterThan(stepped / 8);
      allCame(counted.troubles, stepped / 4);
    }, 1_800_000);

    it('the control, steps that do not find what is near new rows, differs', async () => {
      let differing = 0;
      for (let seed = SEED; seed < SEED + controls; seed++) {
        const run = inSteps(0, { steps: 0, refused: 0, troubles: {} }, withoutNeighbours);
        const [told, expected] = await both(worlds, seed, run, MOSTLY_UPLOADS);
        if (JSON.stringify(told) !== JSON.stringify(expected)) differing++;
      }
      expect(differing).toBeGreaterThan(controls / 2);
    }, 600_000);
  });
}

/** What a history ends in, and what one full run over what is there says. */
export async function both(worlds: MatchWorlds, seed: number, run: Run, uploads?: number): Promise<[StoredState, StoredState]> {
  const history = await storedHistory(worlds, seed, run, uploads);
  await run(history.world, { random: () => 1, pick: ([first]) => first as never }, {});
  const once = await matchedOnce(worlds, history);
  const { harness } = worlds;
  return [await stateOf({ world: history.world, harness }), await stateOf({ world: once, harness })];
}

/** A run in pieces of a few rows, with what comes between them. Null where it was killed, or nothing was to be done. */
async function matchedInPieces(world: MatchWorld, known: KnownTenant | null, between: Between): Promise<Matched | null> {
  const before = sum(between.troubles);
  try {
    const matched = await world.matchInPieces(known, pieceRowsBy(between.by), (apply) => troubled(apply, between));
    if (sum(between.troubles) === before && matched) expect(matched.isDone).toBe(true);
    return matched;
  } catch (error) {
    if (error instanceof Killed) return null;
    throw error;
  }
}

/** Steps that were stored to their end, and those that were not; and what came between the pieces of runs that knew something. */
interface Counted {
  steps: number;
  refused: number;
  troubles: Troubles;
}

/** Runs in steps where that is possible. Some worlds forget what they know, as a server does that starts again. */
function inSteps(share: number, counted: Counted, spoilt: (known: KnownTenant) => KnownTenant = (known) => known): Run {
  let known: KnownTenant | null = null;
  let world: MatchWorld | null = null;
  return async (one, by, meanwhile) => {
    if (one !== world || by.random() < 0.1) known = null;
    world = one;
    if (!(await one.isDue())) return;
    const left: KnownTenant | null = known;
    // A run uses it up, whatever becomes of it.
    known = null;
    const matched = await matchedInPieces(one, left && spoilt(left), { by, meanwhile, share, troubles: left ? counted.troubles : {} });
    known = matched?.known ?? null;
    if (matched?.isStep) counted[matched.isDone ? 'steps' : 'refused'] += 1;
  };
}

/** Of all rows that were there, nothing is known that a level compares. */
function withoutNeighbours(known: KnownTenant): KnownTenant {
  for (const column of Object.values(known.index.keys)) column.fill(0);
  return known;
}

async function keeping(world: MatchWorld): Promise<void> {
  const apply = world.tenant.applyMatches?.bind(world.tenant);
  await world
    .match(async (piece) => {
      const { sales, records } = await world.source();
      const isFree = (rows: readonly { seq: number; matchKey: number | null }[]) => {
        const free = new Set(rows.filter(({ matchKey }) => matchKey === null).map(({ seq }) => seq));
        return (seqs: readonly number[]) => seqs.every((seq) => free.has(seq));
      };
      const [areSalesFree, areRecordsFree] = [isFree(sales), isFree(records)];
      const begun = piece.begun.filter((match) => areSalesFree(match.sales) && areRecordsFree(match.records));
      await apply?.({ ...piece, ended: [], renamed: [], begun });
      throw new Error('stored');
    })
    .catch((error: Error) => expect(error.message).toBe('stored'));
}
