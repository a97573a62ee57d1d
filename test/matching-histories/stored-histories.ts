/**
 * What is stored of matching is a function of what is there: after any history of uploads of both sides, withdrawn and brought back, other settings,
 * runs ended anywhere and restarts, it is what one full run says over the rows that are left. Runs are stored in pieces of a few rows, and by
 * chance something comes between them. A matcher that keeps matches once made is the control, and must differ.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchedOnce, type Run, type StoredState, stateOf, storedHistory } from '../matcher/stored-history.js';
import type { MatchWorld, MatchWorlds } from '../store/match-world.js';
import { seed as SEED } from '../support/at-length.js';
import { chances } from '../support/colliding-rows.js';
import { allCame, type Between, Killed, pieceRowsBy, sum, type Troubles, troubled } from './between-pieces.js';

/** Of runs, those to which something comes between two pieces. */
const TROUBLED = 0.5;

/** How many there are. */
export interface HistoryCounts {
  histories: number;
  controls: number;
}

export function storedHistories(name: string, open: () => Promise<MatchWorlds>, { histories, controls }: HistoryCounts): void {
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
        const run: Run = async (world, by, meanwhile) => matchedInPieces(world, { by, meanwhile, share: TROUBLED, troubles });
        const [told, expected] = await both(worlds, seed, run);
        expect(told, `SEED=${seed}`).toEqual(expected);
        matches += told.matches.length;
      }
      expect(matches).toBeGreaterThan(histories * 4);
      allCame(troubles, histories / 2);
    }, 1_800_000);

    // Of rows that are one sale, that of the first file stands, and may know other columns: the files keep their order.
    it('and in whatever order the rows of its files come, the same is found', async () => {
      let matches = 0;
      for (let seed = SEED; seed < SEED + histories / 2; seed++) {
        const history = await storedHistory(worlds, seed, async () => {});
        if (!history.uploads.some(({ kind, isThere }) => kind === 'Settlement' && isThere)) continue;
        const { random } = chances(seed);
        const uploads = history.uploads.map((upload) => ({ ...upload, rows: inAnyOrder(upload.rows, random) }));
        const [told, expected] = [await matchedOnce(worlds, { ...history, uploads }), await matchedOnce(worlds, history)];
        const texts = await worlds.harness.matchesOf(expected.tenantId);
        expect(await worlds.harness.matchesOf(told.tenantId), `SEED=${seed}`).toEqual(texts);
        matches += texts.length;
      }
      expect(matches).toBeGreaterThan(histories * 2);
    }, 600_000);

    it('the control, a matcher that keeps matches once made, differs', async () => {
      let differing = 0;
      for (let seed = SEED; seed < SEED + controls; seed++) {
        const [told, expected] = await both(worlds, seed, (world) => keeping(world));
        if (JSON.stringify(told.matches) !== JSON.stringify(expected.matches)) differing++;
      }
      expect(differing).toBeGreaterThan(controls / 4);
    }, 600_000);
  });
}

/** What a history ends in, and what one full run over what is there says. */
export async function both(worlds: MatchWorlds, seed: number, run: Run): Promise<[StoredState, StoredState]> {
  const history = await storedHistory(worlds, seed, run);
  await run(history.world, { random: () => 1, pick: ([first]) => first as never }, {});
  const once = await matchedOnce(worlds, history);
  const { harness } = worlds;
  return [await stateOf({ world: history.world, harness }), await stateOf({ world: once, harness })];
}

function inAnyOrder<Item>(items: readonly Item[], random: () => number): Item[] {
  const drawn = items.map((item) => ({ item, by: random() }));
  return drawn.sort((one, other) => one.by - other.by).map(({ item }) => item);
}

/** A run in pieces of a few rows, with what comes between them. */
export async function matchedInPieces(world: MatchWorld, between: Between): Promise<void> {
  const before = sum(between.troubles);
  try {
    const isDone = await world.matchInPieces(pieceRowsBy(between.by), (apply) => troubled(apply, between));
    if (sum(between.troubles) === before && isDone !== null) expect(isDone).toBe(true);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}

async function keeping(world: MatchWorld): Promise<void> {
  const apply = world.tenant.applyMatches.bind(world.tenant);
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
