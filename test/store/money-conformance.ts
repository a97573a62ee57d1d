/** The table of money as a store adds it up, held against plain memory. Ten thousand filters in `npm run soak`; SEED makes the same history again. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Money, MoneyQuery } from '../../src/contract/money.js';
import { moneyDimensions } from '../../src/contract/money-parts.js';
import type { NewMatch, OpenRow } from '../../src/store/matching.js';
import { rowNumber } from '../../src/store/matching.js';
import type { TenantStore } from '../../src/store/store.js';
import { newMatch } from './match-calls.js';
import type { MatchHarness } from './match-engines.js';
import { type MatchWorld, type MatchWorlds, openMatchWorldsOn } from './match-world.js';
import { answeredMoney, expectedMoney, type MoneyModel, moneyFilters, type Place, sampleMoney } from './money-model.js';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
const numRuns = process.env.SOAK ? 10_000 : 300;

export const moneyOf = async (tenant: TenantStore, query: MoneyQuery = {}): Promise<Money> => JSON.parse(await tenant.getMoney(query));

/** Uploads what the model has, and makes of it what the model says. Resolves to the ids of the two uploads. */
async function make({ upload, settle, apply }: MatchWorld, { sales, records }: MoneyModel): Promise<string[]> {
  const uploads = [];
  for (const batch of [0, 1]) uploads.push(await upload(sales.filter((sale) => sale.batch === batch).map(({ row }) => row)));
  await settle(records.map(({ row }) => row));
  await apply((source) => {
    const seqs = (rows: readonly { seq: number; fields: { transactionReference?: string | null | undefined } }[]) =>
      new Map(rows.map(({ seq, fields }) => [fields.transactionReference ?? '', seq]));
    const [ofSales, ofRecords] = [seqs(source.sales), seqs(source.records)];
    const seqOf = (among: Map<string, number>, row: { transactionReference?: string | null | undefined }) =>
      among.get(row.transactionReference ?? '') ?? -1;
    const begun = new Map<number, NewMatch & { sales: number[]; records: number[] }>();
    const open: OpenRow[] = [];
    for (const { row, fate, together, reason } of sales) {
      const seq = seqOf(ofSales, row);
      if (reason) open.push({ ...reason, row: rowNumber('Sales', seq), day: 20_000, parameters: '{}', involved: null });
      if (together === undefined || !['Match', 'Proposal', 'Cancellation'].includes(fate)) continue;
      const settled = records.filter((record) => record.together === together).map((record) => seqOf(ofRecords, record.row));
      const match = begun.get(together) ?? { ...newMatch([], [], { kind: fate as NewMatch['kind'] }), sales: [], records: settled };
      match.sales.push(seq);
      begun.set(together, match);
    }
    for (const match of begun.values()) match.sales.sort((one, other) => one - other);
    return { begun: [...begun.values()], open };
  });
  return uploads;
}

export function moneyConformance(name: string, openHarness: (now: () => Date) => Promise<MatchHarness>): void {
  describe(`money on ${name}`, () => {
    let worlds: MatchWorlds;
    beforeAll(async () => {
      worlds = await openMatchWorldsOn(openHarness);
    });
    afterAll(() => worlds.close());

    async function limitedTo(tenantId: string, places: { terminalIds?: string[]; locationIds?: string[] }): Promise<TenantStore> {
      const { harness } = worlds;
      const user = `keeper ${JSON.stringify(places)} ${tenantId}`;
      await harness.addUser(user);
      await harness.grant(user, { unitId: await harness.addUnit(tenantId, places) });
      return harness.store.tenant(tenantId, { unitsOf: (await harness.store.userByName(user))?.id ?? '' });
    }

    it(`adds up to what was sold and to what was paid out, for any filter and whoever asks (SEED=${seed})`, async () => {
      const world = await worlds.newWorld();
      const model = sampleMoney(400, seed);
      const uploads = await make(world, model);
      // A tenant beside it, with rows of the same terminals.
      await make(await worlds.newWorld(), sampleMoney(40, seed + 1));
      const scopes: { tenant: TenantStore; sees: (row: Place) => boolean }[] = [
        { tenant: world.tenant, sees: () => true },
        { tenant: await limitedTo(world.tenantId, { terminalIds: ['T-1'] }), sees: ({ terminalId }) => terminalId === 'T-1' },
        {
          tenant: await limitedTo(world.tenantId, { terminalIds: ['T-2'], locationIds: ['L-1'] }),
          sees: ({ terminalId, locationId }) => terminalId === 'T-2' || locationId === 'L-1',
        },
      ];
      let tables = 0;
      const by = fc.constantFrom(undefined, ...moneyDimensions);
      await fc.assert(
        fc.asyncProperty(moneyFilters([...uploads, 'unknown']), fc.nat(scopes.length - 1), by, async (filter, index, by) => {
          const { tenant, sees } = scopes[index] as (typeof scopes)[number];
          const { items } = await moneyOf(tenant, by === undefined ? filter : { ...filter, by });
          expect(answeredMoney(items, by).sort()).toEqual(expectedMoney(model, { filter, by, sees, uploads }).sort());
          tables += items.length;
        }),
        { numRuns },
      );
      expect(tables).toBeGreaterThan(numRuns);
    }, 600_000);
  });
}
