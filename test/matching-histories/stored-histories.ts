/**
 * What is stored of matching is a function of what is there: after any history of uploads of both sides, withdrawn and brought back, other rules,
 * runs ended anywhere and restarts, it is what one full run says over the rows that are left. A matcher that keeps matches once made is the
 * control, and must differ.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownTenant } from '../../src/matcher/known.js';
import { matchedOnce, type StoredState, stateOf, storedHistory } from '../matcher/stored-history.js';
import type { MatchWorld, MatchWorlds } from '../store/match-world.js';
import type { Chance } from '../support/colliding-rows.js';

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
      let broken = 0;
      for (let seed = SEED; seed < SEED + histories; seed++) {
        const [told, expected] = await both(worlds, seed, async (world, { random }) => {
          if (random() < 0.3) broken += await endedSomewhere(world, random);
          else await world.match();
        });
        expect(told, `SEED=${seed}`).toEqual(expected);
        matches += told.matches.length;
      }
      expect(matches).toBeGreaterThan(histories * 4);
      expect(broken).toBeGreaterThan(histories);
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
      const { run, counted } = inSteps();
      for (let seed = SEED; seed < SEED + stepped; seed++) {
        const [told, expected] = await both(worlds, seed, run, MOSTLY_UPLOADS);
        expect(told, `SEED=${seed}`).toEqual(expected);
      }
      expect(counted.steps).toBeGreaterThan(stepped * 4);
    }, 1_800_000);

    it('the control, steps that do not find what is near new rows, differs', async () => {
      let differing = 0;
      for (let seed = SEED; seed < SEED + controls; seed++) {
        const { run } = inSteps(withoutNeighbours);
        const [told, expected] = await both(worlds, seed, run, MOSTLY_UPLOADS);
        if (JSON.stringify(told) !== JSON.stringify(expected)) differing++;
      }
      expect(differing).toBeGreaterThan(controls / 2);
    }, 600_000);
  });
}

/** What a history ends in, and what one full run over what is there says. */
export async function both(
  worlds: MatchWorlds,
  seed: number,
  run: Parameters<typeof storedHistory>[2],
  uploads?: number,
): Promise<[StoredState, StoredState]> {
  const history = await storedHistory(worlds, seed, run, uploads);
  await run(history.world, { random: () => 1, pick: ([first]) => first as never });
  const once = await matchedOnce(worlds, history);
  const { harness } = worlds;
  return [await stateOf({ world: history.world, harness }), await stateOf({ world: once, harness })];
}

/** Runs in steps where that is possible. Some worlds forget what they know, as a server does that starts again. */
function inSteps(spoilt: (known: KnownTenant) => KnownTenant = (known) => known) {
  let known: KnownTenant | null = null;
  let world: MatchWorld | null = null;
  const counted = { steps: 0, changes: 0 };
  const run = async (one: MatchWorld, { random }: Pick<Chance, 'random'>) => {
    if (one !== world || random() < 0.1) known = null;
    world = one;
    const matched = await one.matchAgain(known && spoilt(known));
    if (matched === null) return;
    expect(matched.isDone).toBe(true);
    known = matched.known;
    if (matched.isStep) counted.steps += 1;
  };
  return { run, counted };
}

/** Of all rows that were there, nothing is known that a level compares. */
function withoutNeighbours(known: KnownTenant): KnownTenant {
  for (const column of Object.values(known.index.keys)) column.fill(0);
  return known;
}

/** A run that is ended before its first piece is stored, or after some. Small worlds have one piece: what it holds is stored in parts. */
async function endedSomewhere(world: MatchWorld, random: () => number): Promise<number> {
  let left = Math.floor(random() * 4);
  const apply = world.tenant.applyMatches?.bind(world.tenant);
  await world
    .match(async (piece) => {
      const { ended, begun, renamed, open, closed, changed } = piece;
      const parts = [...ended.map((one) => ({ ended: [one] })), ...begun.map((one) => ({ begun: [one] }))];
      for (const part of parts) {
        if (left-- <= 0) break;
        await apply?.({ ended: [], begun: [], renamed: [], open: [], closed: [], finished: null, changed, ...part });
      }
      if (left > 0) await apply?.({ ended: [], begun: [], renamed, open: open.slice(0, left), closed, changed, finished: null });
      throw new Error('ended here');
    })
    .catch((error: Error) => expect(error.message).toBe('ended here'));
  return 1;
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
