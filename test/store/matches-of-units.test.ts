/** Which matches a user of some units is shown, found in either of two ways. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { newMatch } from './match-calls.js';
import { type MatchWorlds, openMatchWorlds } from './match-world.js';

const sale = (reference: string, amount = 5, over: TransactionUpload = {}): TransactionUpload => ({
  ...{ transactionReference: reference, amount, currency: 'EUR', transactionDate: '2026-11-19T10:00:00Z', terminalId: 'T-1' },
  ...over,
});
const record = (reference: string, amount = 5, over: SettlementRecordUpload = {}): SettlementRecordUpload => ({
  ...{ transactionReference: reference, amount, currency: 'EUR', settlementDate: '2026-11-20', terminalId: 'T-1' },
  ...over,
});
const seqAt = (rows: readonly { seq: number }[], index: number) => rows[index]?.seq ?? 0;

let worlds: MatchWorlds;
let harness: MatchWorlds['harness'];
beforeAll(async () => {
  worlds = await openMatchWorlds();
  harness = worlds.harness;
});
afterAll(() => worlds.close());

it('a user is shown the same matches, whether they are found by the few rows of the units or by a walk over all of them', async () => {
  const { tenantId, upload, settle, apply } = await worlds.newWorld();
  const terminals = [{}, { terminalId: 'T-2' }, { terminalId: 'T-3' }, { terminalId: null }];
  const rows = Array.from({ length: 24 }, (_, at) => [`R-${at}`, terminals[at % 4], terminals[at % 3]] as const);
  await upload(rows.map(([reference, ofSale]) => sale(reference, 5, ofSale as TransactionUpload)));
  await settle(rows.map(([reference, , ofRecord]) => record(reference, 5, ofRecord as SettlementRecordUpload)));
  await apply(({ sales, records }) => ({
    begun: [
      ...Array.from({ length: 16 }, (_, at) =>
        newMatch([seqAt(sales, at)], [seqAt(records, at)], { day: 20_000 + (at % 5), recordsUnits: 50_000 + (at % 2) }),
      ),
      newMatch(
        [16, 17, 18].map((at) => seqAt(sales, at)),
        [seqAt(records, 16)],
        { kind: 'Proposal' },
      ),
      newMatch(
        [seqAt(sales, 19)],
        [19, 20, 21].map((at) => seqAt(records, at)),
      ),
    ],
  }));
  const ofUnit = async (name: string, locationIds: string[]) => {
    await harness.addUser(name);
    await harness.grant(name, { unitId: await harness.addUnit(tenantId, { terminalIds: ['T-1'], locationIds }) });
    return harness.store.tenant(tenantId, { unitsOf: (await harness.store.userByName(name))?.id ?? '' });
  };
  const few = await ofUnit('few', []);
  // Rows of a location cannot be found by an index.
  const walking = await ofUnit('walking', ['nowhere']);
  const asked = [{}, { kind: 'Proposal' }, { differs: 'true' }, { differs: 'false', dayFrom: '2024-10-05' }, { currency: 'CHF' }] as const;
  for (const filters of asked) {
    for (const [pageSize, pageNumber] of [
      [500, 1],
      [3, 1],
      [3, 2],
      [3, 9],
      [1, 4],
    ] as const) {
      const [found, same] = await Promise.all([few, walking].map((one) => one.listMatches({ ...filters, pageSize, pageNumber })));
      expect(found).toBe(same);
    }
  }
  const all = JSON.parse(await few.listMatches({ pageSize: 500, pageNumber: 1 })).items;
  expect([all.length > 8, all.length < 18]).toEqual([true, true]);
});
