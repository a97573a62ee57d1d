/** Stages batches of several tenants: one transaction for each tenant, all at the same time, and each made certain by itself. */
import type { Staging, StagingOutcome } from '../../uploads.js';
import { CommitInDoubt, type DatabaseConnections } from '../database/connections.js';
import { untilKnown } from '../database/until-known.js';
import { type Staged, stageOfTenant, uploadsThere } from './staging.js';
import type { TestClock } from './turn.js';
import { isUnstorable, unstorable } from './unstorable.js';

export interface StagingPlace {
  connections: DatabaseConnections;
  clock: TestClock;
  tenantKey: number;
}

/** The outcomes, in the order of the batches. `keyOf` gives the key of a tenant, and fails where there is none. */
export async function stageEachTenant(
  { connections, clock, keyOf }: Omit<StagingPlace, 'tenantKey'> & { keyOf: (tenantId: string) => Promise<number> },
  stagings: readonly Staging[],
): Promise<StagingOutcome[]> {
  const outcomes: StagingOutcome[] = [];
  const places = new Map<string, number[]>();
  for (const [index, { tenantId }] of stagings.entries()) places.set(tenantId, [...(places.get(tenantId) ?? []), index]);
  await Promise.all(
    [...places].map(async ([tenantId, indexes]) => {
      const ofTenant = indexes.map((index) => stagings[index] as Staging);
      let own: StagingOutcome[];
      try {
        own = await stageSafely({ connections, clock, tenantKey: await keyOf(tenantId) }, ofTenant);
      } catch (failure) {
        own = ofTenant.map(() => ({ failure }));
      }
      for (const [at, index] of indexes.entries()) outcomes[index] = own[at] as StagingOutcome;
    }),
  );
  return outcomes;
}

/** Batches of one tenant. Those with a text that cannot be stored are told apart once the database has refused it. */
async function stageSafely(place: StagingPlace, stagings: readonly Staging[]): Promise<StagingOutcome[]> {
  try {
    return await stageCertainly(place, stagings);
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    const faults = stagings.map(({ request }) => unstorable(request));
    const others = stagings.filter((_, index) => !faults[index]);
    if (others.length === stagings.length) throw error;
    const staged = others.length > 0 ? await stageCertainly(place, others) : [];
    return faults.map((failure) => (failure ? { failure } : (staged.shift() as StagingOutcome)));
  }
}

/**
 * Where nobody knows what became of the COMMIT, the uploads' own ids tell: they are looked for in the tenant's turn, which begins when the lost
 * session has ended. The look-up counts only when its own COMMIT was answered.
 */
async function stageCertainly(place: StagingPlace, stagings: readonly Staging[]): Promise<StagingOutcome[]> {
  const { connections, clock, tenantKey } = place;
  let last: Staged | null = null;
  return untilKnown(async () => {
    if (last) {
      const { outcomes, uploadIds } = last;
      const there = await connections.write(tenantKey, () => uploadsThere(tenantKey, uploadIds, clock));
      if (uploadIds.every((id) => there.has(id))) return outcomes;
    }
    let tried: Staged | null = null;
    try {
      const { outcomes } = await connections.write(tenantKey, function* () {
        tried = yield* stageOfTenant(tenantKey, stagings, clock);
        return tried;
      });
      return outcomes;
    } catch (error) {
      if (error instanceof CommitInDoubt) last = tried;
      throw error;
    }
  });
}
