/**
 * What is stored of matching is a function of what is there: after any history of uploads of both sides, withdrawn and brought back, other rules,
 * runs ended anywhere and restarts, it is what one full run says over the rows that are left. A matcher that keeps matches once made is the
 * control, and must differ.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchedOnce, type StoredState, stateOf, storedHistory } from '../matcher/stored-history.js';
import { type MatchWorld, type MatchWorlds, openMatchWorlds } from '../store/match-world.js';

const HISTORIES = process.env.SOAK ? 400 : 40;
const CONTROLS = 20;
const SEED = Number(process.env.SEED ?? 1);

let worlds: MatchWorlds;
beforeAll(async () => {
  worlds = await openMatchWorlds();
});
afterAll(() => worlds.close());

/** What a history ends in, and what one full run over what is there says. */
async function both(seed: number, run: Parameters<typeof storedHistory>[2]): Promise<[StoredState, StoredState]> {
  const history = await storedHistory(worlds, seed, run);
  await run(history.world, { random: () => 1, pick: ([first]) => first as never });
  const once = await matchedOnce(worlds, history);
  const { harness } = worlds;
  return [await stateOf({ world: history.world, harness }), await stateOf({ world: once, harness })];
}

it(`${HISTORIES} histories end as one full run does`, async () => {
  let matches = 0;
  let broken = 0;
  for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
    const [told, expected] = await both(seed, async (world, { random }) => {
      if (random() < 0.3) broken += await endedSomewhere(world, random);
      else await world.match();
    });
    expect(told, `SEED=${seed}`).toEqual(expected);
    matches += told.matches.length;
  }
  expect(matches).toBeGreaterThan(HISTORIES * 4);
  expect(broken).toBeGreaterThan(HISTORIES);
}, 1_800_000);

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

it('the control, a matcher that keeps matches once made, differs', async () => {
  let differing = 0;
  for (let seed = SEED; seed < SEED + CONTROLS; seed++) {
    const [told, expected] = await both(seed, (world) => keeping(world));
    if (JSON.stringify(told.matches) !== JSON.stringify(expected.matches)) differing++;
  }
  expect(differing).toBeGreaterThan(CONTROLS / 4);
}, 600_000);

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
