/** Every action on rows of a tenant, done and undone: every way in which the tables of decisions are used. */
import { randomUUID } from 'node:crypto';
import type { DecisionResult } from '../../src/contract/decisions.js';
import type { Match } from '../../src/contract/matches.js';
import { noRequest } from '../../src/store/audit.js';
import type { GivenDecision } from '../../src/store/match-decisions.js';
import type { TenantStore } from '../../src/store/store.js';

type Unidentified<Of> = Of extends unknown
  ? { readonly [Name in keyof Of as Exclude<Name, 'decisionId'>]: Of[Name] extends string[] ? readonly string[] : Of[Name] }
  : never;
export type Decided = Unidentified<GivenDecision> & { decisionId?: string };

/** Decides as that user, who is called anna. */
export async function decideAs(tenant: TenantStore, userId: string, decision: Decided, isDryRun = false): Promise<DecisionResult> {
  const given = { decisionId: randomUUID(), ...decision } as GivenDecision;
  return (await tenant.decide({ decisions: [given], isDryRun, userId, by: 'anna', from: noRequest }))[0] as DecisionResult;
}

/** Of rows that stand for payments: the first two sales and the first record are within reach. Leaves the rows as they are. */
export async function decideSome(
  tenant: TenantStore,
  userId: string,
  { sales, records }: { sales: readonly string[]; records: readonly string[] },
): Promise<void> {
  const undone = async (decision: Decided) => {
    const decisionId = randomUUID();
    const result = await decideAs(tenant, userId, { ...decision, decisionId } as Decided);
    await decideAs(tenant, userId, { action: 'Undo', undoes: decisionId });
    return result;
  };
  const [one = '', two = ''] = sales;
  const [record = ''] = records;
  const rows = { transactionIds: [one, two], recordIds: [] };
  const matches = async (): Promise<Match[]> => JSON.parse(await tenant.listMatches({ pageSize: 500, pageNumber: 1 })).items;
  for (const { matchId } of await matches()) await undone({ action: 'Approve', matchId });
  const link = { action: 'Link', transactionIds: [one, two], recordIds: [record], cause: 'Tip' } as const;
  const { outcome, detail } = await undone(link);
  if (outcome !== 'Done') throw new Error(`The rows cannot be linked, so that nothing is tried of it: ${detail}`);
  await decideAs(tenant, userId, link);
  await decideAs(tenant, userId, link);
  for (const id of [one, record]) {
    const named = id === one ? { transactionIds: [one], recordIds: [] } : { transactionIds: [], recordIds: [record] };
    await decideAs(tenant, userId, { action: 'Note', ...named, text: 'seen', seen: { id, version: 'another' } });
  }
  for (const { matchId, pinned } of await matches()) {
    if (!pinned) continue;
    await undone({ action: 'Unlink', matchId });
  }
  for (const { matchId, pinned } of await matches()) if (pinned) await decideAs(tenant, userId, { action: 'Unlink', matchId });
  await undone(link);
  await undone({ action: 'Skip', ...rows, text: 'aside' });
  await decideAs(tenant, userId, { action: 'Skip', ...rows, text: 'aside' });
  await undone({ action: 'Unskip', ...rows });
  await decideAs(tenant, userId, { action: 'Unskip', ...rows });
  await undone({ action: 'Note', ...rows, text: 'noted' });
  await undone({ action: 'Claim', ...rows, remindOn: '2026-12-01' });
  for (const over of [{}, { from: '2020-01-01', to: '2030-01-01', maxAmount: 5 }])
    await undone({ action: 'ApproveRule', rule: 'amount-and-day', ...over });
}
