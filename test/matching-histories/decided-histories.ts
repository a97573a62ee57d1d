/**
 * Histories in which people decide at random, between runs and while they are under way: what is stored at the end is what a run over all rows says
 * by the same decisions. What people matched or set aside stands, and what they keep apart is in no match.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedDecision } from '../../src/contract/decisions.js';
import type { Match } from '../../src/contract/matches.js';
import { decideAgain } from '../../src/importing/decide.js';
import { noRequest } from '../../src/store/audit.js';
import { type Run, stateOf, storedHistory } from '../matcher/stored-history.js';
import { type Decided, decideAs } from '../store/decision-calls.js';
import { candidateIds } from '../store/match-calls.js';
import type { MatchWorld, MatchWorlds } from '../store/match-world.js';
import { seed as SEED } from '../support/at-length.js';
import { type Chance, chances } from '../support/colliding-rows.js';
import type { Troubles } from './between-pieces.js';
import { matchedInPieces } from './stored-histories.js';

const some = <Item>({ random, pick }: Chance, items: readonly Item[], share: number): Item[] =>
  items.length > 0 && random() < share ? [pick(items)] : [];

const matchesOf = async ({ tenant }: MatchWorld): Promise<Match[]> =>
  JSON.parse(await tenant.listMatches({ pageSize: 500, pageNumber: 1 })).items;

/** Counts outcomes by action. */
type Counts = Record<string, number>;

/** Decides about a few rows; refusals are fine. */
async function decideAtRandom(worlds: MatchWorlds, world: MatchWorld, by: Chance, userId: string, counts: Counts): Promise<void> {
  const matches = await matchesOf(world);
  const open = await candidateIds(worlds.reader, world.tenantId).catch(() => ({ sales: [], records: [] }));
  const log: ListedDecision[] = JSON.parse(await world.tenant.listDecisions({ pageSize: 500, pageNumber: 1 })).items;
  const decisions: Decided[] = [
    ...some(by, matches, 0.4).map(({ matchId }): Decided => ({ action: 'Approve', matchId })),
    ...some(by, matches, 0.4).map(({ matchId }): Decided => ({ action: 'Unlink', matchId })),
    ...some(by, open.sales, 0.4).flatMap((sale): Decided[] =>
      some(by, open.records, 1).map((record) => ({ action: 'Link', transactionIds: [sale], recordIds: [record], cause: 'Other' })),
    ),
    ...some(by, [...open.sales], 0.3).map((sale): Decided => ({ action: 'Skip', transactionIds: [sale], recordIds: [], text: 'aside' })),
    ...some(by, open.records, 0.2).map((record): Decided => ({ action: 'Skip', transactionIds: [], recordIds: [record], text: 'aside' })),
    ...some(by, log, 0.3).map(({ decisionId }): Decided => ({ action: 'Undo', undoes: decisionId })),
  ];
  for (const decision of decisions) {
    const { outcome } = await decideAs(world.tenant, userId, decision);
    const name = `${decision.action} ${outcome}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
}

export function decidedHistories(name: string, open: () => Promise<MatchWorlds>, histories: number): void {
  describe(`decided histories on ${name}`, () => {
    let worlds: MatchWorlds;
    let userId: string;
    beforeAll(async () => {
      worlds = await open();
      userId = (await worlds.harness.store.userByName('api'))?.id ?? '';
    });
    afterAll(() => worlds.close());

    it(`${histories} histories end as one run over all rows does, by the same decisions`, async () => {
      const counts: Counts = {};
      const troubles: Troubles = {};
      const deciding: MatchWorlds = {
        ...worlds,
        get reader() {
          return worlds.reader;
        },
        newWorld: async () => {
          const world = await worlds.newWorld();
          return Object.assign(world, { undo: (id: string) => world.tenant.withdraw(id, 'admin', decideAgain, noRequest, 'any') });
        },
      };
      for (let seed = SEED; seed < SEED + histories; seed++) {
        const own = chances(seed + 1_000_000);
        const decide = (world: MatchWorld) => decideAtRandom(worlds, world, own, userId, counts);
        const run: Run = async (world, by, meanwhile) => {
          await matchedInPieces(world, { by, meanwhile: { ...meanwhile, decided: () => decide(world) }, share: 0.3, troubles });
          await decide(world);
        };
        const { world } = await storedHistory(deciding, seed, run);
        const calm = () => world.matchInPieces(500, (apply) => apply);
        await calm();
        const kept = await pinnedIn(world);
        const told = await stateOf({ world, harness: worlds.harness });
        await world.tenant.askToMatch({ isAll: true, by: 'admin', from: noRequest });
        await calm();
        expect(await stateOf({ world, harness: worlds.harness }), `SEED=${seed}`).toEqual(told);
        expect(await pinnedIn(world)).toEqual(kept);
        await keepsApart(worlds, world, seed);
      }
      for (const action of ['Approve', 'Unlink', 'Link', 'Skip', 'Undo'])
        expect(counts[`${action} Done`] ?? 0, action).toBeGreaterThan(histories / 4);
      expect(troubles.decided ?? 0).toBeGreaterThan(0);
    }, 1_800_000);
  });
}

async function pinnedIn(world: MatchWorld): Promise<string[]> {
  const pinned = (await matchesOf(world)).filter((match) => match.pinned);
  return pinned.map(({ matchId, transactionIds, recordIds }) => JSON.stringify([matchId, transactionIds, recordIds])).sort();
}

/** No rule has brought together what people keep apart. */
async function keepsApart(worlds: MatchWorlds, world: MatchWorld, seed: number): Promise<void> {
  await worlds.harness.matchesOf(world.tenantId);
  const { sales, records, forbidden } = await world.source().catch(() => ({ sales: [], records: [], forbidden: [] }));
  const keyOf = (rows: readonly { seq: number; matchKey: number | null }[], seq: number) =>
    rows.find((row) => row.seq === seq)?.matchKey ?? null;
  for (const [sale, record] of forbidden) {
    const key = keyOf(sales, sale);
    expect(key !== null && key === keyOf(records, record), `SEED=${seed}`).toBe(false);
  }
}
