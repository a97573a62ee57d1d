/**
 * Histories in which people decide at random, between runs and while they are under way: what is stored at the end is what a run over all rows says
 * by the same decisions. What people matched or set aside stands, or is told to wait for an upload, and what they keep apart is in no match. Runs that
 * know nothing of pins, or of what is kept apart, are the controls.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedDecision } from '../../src/contract/decisions.js';
import type { Match } from '../../src/contract/matches.js';
import { decideAgain } from '../../src/importing/decide.js';
import { noRequest } from '../../src/store/audit.js';
import type { MatchReader, MatchSource } from '../../src/store/matching.js';
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
    ...some(
      by,
      matches.filter(({ kind }) => kind === 'SetAside'),
      0.2,
    ).map(({ transactionIds, recordIds }): Decided => ({ action: 'Unskip', transactionIds, recordIds })),
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

    const historyOf = async (seed: number, counts: Counts, troubles: Troubles, beforeRun: () => void = () => {}) => {
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
      const own = chances(seed + 1_000_000);
      const decide = (world: MatchWorld) => decideAtRandom(worlds, world, own, userId, counts);
      const run: Run = async (world, by, meanwhile) => {
        beforeRun();
        await matchedInPieces(world, { by, meanwhile: { ...meanwhile, decided: () => decide(world) }, share: 0.3, troubles });
        await decide(world);
      };
      const { world } = await storedHistory(deciding, seed, run);
      beforeRun();
      await calm(world);
      return world;
    };
    const calm = (world: MatchWorld) => world.matchInPieces(500, (apply) => apply);

    it(`${histories} histories end as one run over all rows does, by the same decisions`, async () => {
      const counts: Counts = {};
      const troubles: Troubles = {};
      for (let seed = SEED; seed < SEED + histories; seed++) {
        const world = await historyOf(seed, counts, troubles);
        const kept = await pinnedIn(world);
        const told = await stateOf({ world, harness: worlds.harness });
        await allStand(world, seed, counts);
        await world.tenant.askToMatch({ isAll: true, by: 'admin', from: noRequest });
        await calm(world);
        expect(await stateOf({ world, harness: worlds.harness }), `SEED=${seed}`).toEqual(told);
        expect(await pinnedIn(world)).toEqual(kept);
        await keepsApart(worlds, world, seed);
      }
      for (const action of ['Approve', 'Unlink', 'Link', 'Skip', 'Undo'])
        expect(counts[`${action} Done`] ?? 0, action).toBeGreaterThanOrEqual(Math.floor(histories / 4));
      for (const what of ['Unskip Done', 'stands', 'waits', 'suggested'])
        expect(counts[what] ?? 0, what).toBeGreaterThanOrEqual(Math.floor(histories / 16));
      expect(troubles.decided ?? 0).toBeGreaterThan(0);
    }, 1_800_000);

    const differingBy = async (spoilt: (source: MatchSource) => MatchSource) => {
      let differing = 0;
      let { reader } = worlds;
      let blinded: MatchReader | null = null;
      /** Opened anew, the store has another reader. */
      const spoil = () => {
        if (worlds.reader === blinded) return;
        ({ reader } = worlds);
        const read = reader.rowsToMatch.bind(reader);
        blinded = { ...reader, rowsToMatch: (id, visit) => read(id, (source) => visit(spoilt(source))) };
        worlds.reader = blinded;
      };
      const unspoil = () => {
        if (worlds.reader === blinded) worlds.reader = reader;
      };
      const told = async (world: MatchWorld) => JSON.stringify(await stateOf({ world, harness: worlds.harness }));
      for (let seed = SEED; seed < SEED + CONTROLS; seed++) {
        try {
          const world = await historyOf(seed, {}, {}, spoil);
          unspoil();
          const before = await told(world);
          await world.tenant.askToMatch({ isAll: true, by: 'admin', from: noRequest });
          await calm(world);
          if ((await told(world)) !== before) differing++;
        } catch {
          differing++;
        }
        unspoil();
      }
      return differing;
    };

    it.runIf(histories >= 16)(
      'the controls, runs that know nothing of pins, or of what is kept apart, differ or fail',
      async () => {
        expect(await differingBy((source) => ({ ...source }))).toBe(0);
        for (const spoilt of blind) expect(await differingBy(spoilt)).toBeGreaterThan(0);
      },
      600_000,
    );
  });
}

const CONTROLS = 2;

/** Sources of runs that do not know what people decided. */
const blind: ((source: MatchSource) => MatchSource)[] = [
  (source) => ({ ...source, matches: (keys, visit) => source.matches(keys, (match) => visit({ ...match, isPinned: false })) }),
  (source) => ({ ...source, forbidden: async () => {} }),
];

/** What people matched or set aside stands, unless they took it back, or is told to wait: for rows that are gone, or that something else has. */
async function allStand({ tenant }: MatchWorld, seed: number, counts: Counts): Promise<void> {
  const log: ListedDecision[] = JSON.parse(await tenant.listDecisions({ pageSize: 500, pageNumber: 1 })).items;
  const matches: Match[] = JSON.parse(await tenant.listMatches({ pageSize: 500, pageNumber: 1 })).items;
  const rowsOf = ({ transactionIds, recordIds }: Pick<Match, 'transactionIds' | 'recordIds'>) => [...transactionIds, ...recordIds];
  const textOf = (rows: Parameters<typeof rowsOf>[0]) => rowsOf(rows).sort().join();
  const pinned = new Set(matches.filter((match) => match.pinned).map(textOf));
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  for (const { rule } of matches) if (rule === 'decided-before') count('suggested');
  // The newest decision comes first.
  for (const [index, decision] of log.entries()) {
    if (decision.undone !== null || !['Link', 'Approve', 'Skip'].includes(decision.action)) continue;
    const later = log.slice(0, index).filter(({ undone }) => undone === null);
    const isBack = later.some((one) => (one.action === 'Unlink' || one.action === 'Unskip') && textOf(one) === textOf(decision));
    const isWhole = decision.salesCount + decision.recordsCount === rowsOf(decision).length;
    const stands = pinned.has(textOf(decision));
    // A rejected suggestion to set a row aside again ends the waiting. The log names the corrected row, so any of one row may be it.
    const isOfOne = ({ salesCount, recordsCount }: ListedDecision) => salesCount + recordsCount === 1;
    if (decision.waiting === 0 && isOfOne(decision) && later.some((one) => one.action === 'Unlink' && isOfOne(one))) continue;
    if (isBack || (stands && isWhole)) {
      if (stands) count('stands');
      continue;
    }
    count('waits');
    expect(decision.waiting, `SEED=${seed} ${decision.action} ${decision.decisionId}`).toBeGreaterThan(0);
    if (!isWhole) continue;
    const isTaken = log.some((one) => one !== decision && rowsOf(one).some((id) => rowsOf(decision).includes(id)));
    const pasts = await Promise.all(rowsOf(decision).map(async (id) => (await tenant.history(id)) ?? (await tenant.recordHistory(id))));
    const wasDuplicate = pasts.some((past) => past?.items.some(({ to }) => to?.transactionMatchState === 'Skip'));
    expect(isTaken || wasDuplicate, `SEED=${seed} ${decision.action} ${decision.decisionId}`).toBe(true);
  }
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
