/** Long identifiers with one hash: here all of one length. Rows whose texts differ are no match, and those whose texts agree still are. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SettlementRecord } from '../../src/contract/records.js';
import type { Transaction } from '../../src/contract/transaction.js';
import { recordQuery } from '../store/every-statement.js';
import { query } from '../store/list-model.js';
import { type MatchWorld, type MatchWorlds, openMatchWorlds } from '../store/match-world.js';

vi.mock('../../src/matching/identifier.js', async (original) => {
  const identifiers = await original<typeof import('../../src/matching/identifier.js')>();
  const identifierCode = (text: string | null | undefined) => {
    const code = identifiers.identifierCode(text);
    return identifiers.isHash(code) ? 2 ** 52 + identifiers.plainIdentifier(text ?? '').length : code;
  };
  return { ...identifiers, identifierCode };
});

let worlds: MatchWorlds;
beforeAll(async () => {
  worlds = await openMatchWorlds();
});
afterAll(() => worlds.close());

const sale = (reference: string) => ({
  ...{ amount: 5, currency: 'EUR', transactionDate: '2026-11-10T10:00:00Z', transactionReference: reference },
});
const record = (reference: string) => ({ ...sale(reference), settlementDate: '2026-11-12' });

async function matchedReferences({ tenant }: MatchWorld): Promise<{ sales: unknown[]; records: unknown[] }> {
  const { items: sales } = JSON.parse(await tenant.listTransactions(query({ transactionMatchState: 'Match' }))) as { items: Transaction[] };
  const { items: records } = JSON.parse(await tenant.listRecords(recordQuery({ matchState: 'Match' }))) as { items: SettlementRecord[] };
  const references = (rows: readonly { transactionReference: string | null }[]) => rows.map((row) => row.transactionReference).sort();
  return { sales: references(sales), records: references(records) };
}

it('a sale and a record whose references only have the same hash are no match', async () => {
  const world = await worlds.newWorld();
  await world.upload([sale('reference number 1')]);
  await world.settle([record('reference number 2')]);
  await world.match();
  expect(await matchedReferences(world)).toEqual({ sales: [], records: [] });
});

it('of several with the same hash, those are matched whose references agree, however they are written', async () => {
  const world = await worlds.newWorld();
  await world.upload(['a', 'b', 'c', 'd'].map((letter) => sale(`reference number ${letter}`)));
  await world.settle(['d', 'b', 'e'].map((letter) => record(`REFERENCE-NUMBER-${letter}`)));
  await world.match();
  expect(await matchedReferences(world)).toEqual({
    sales: ['reference number b', 'reference number d'],
    records: ['REFERENCE-NUMBER-b', 'REFERENCE-NUMBER-d'],
  });
});
