/** What the thread that matches does: the tenants that it is given, one after another. */
import { once } from 'node:events';
import { failureData, failureOf } from '../contract/failure-data.js';
import { matchUnderLease } from '../matcher/leased.js';
import { matchTenant } from '../matcher/run.js';
import type { MatchPiece, MatchReader, SharedMatcher } from '../store/matching.js';
import { giveWay } from './give-way.js';
import type { MatcherAnswer, MatcherMessage, MatcherTask } from './matcher-pool.js';
import { openerIn, sharedOpenerIn } from './opener.js';

/** Everything else gets ahead of it. */
const NICER_BY = 10;
giveWay(NICER_BY);

export default async function match(task: MatcherTask): Promise<void> {
  const { module, directory, database } = task;
  if (database === undefined) await matchAlone((await openerIn(module)).openMatchReader({ directory }), task);
  else await matchShared((await sharedOpenerIn(module)).openMatcher({ database }), task);
}

/** Pieces are stored by the thread that writes. */
function matchAlone(reader: MatchReader, task: MatcherTask): Promise<void> {
  const { port } = task;
  return eachTenant(reader, task, (tenantId) => {
    const apply = async (piece: MatchPiece) => {
      port.postMessage({ type: 'piece', tenantId, piece } satisfies MatcherMessage);
      const [answer] = (await once(port, 'message')) as [MatcherAnswer];
      if ('failure' in answer) throw failureOf(answer.failure);
      return answer.stored;
    };
    return matchTenant(reader, tenantId, apply);
  });
}

/** Matches, in a store that several servers share, each tenant that no other server is matching. This thread stores the pieces. */
function matchShared(matcher: SharedMatcher, task: MatcherTask): Promise<void> {
  return eachTenant(matcher, task, (tenantId) => matchUnderLease(matcher, tenantId));
}

/** Closes the reader afterwards. */
async function eachTenant(
  reader: MatchReader,
  { tenants, port }: MatcherTask,
  matchOne: (tenantId: string) => Promise<unknown>,
): Promise<void> {
  const say = (message: MatcherMessage) => port.postMessage(message);
  try {
    for (const tenantId of tenants) {
      try {
        await matchOne(tenantId);
      } catch (error) {
        say({ type: 'failed', failure: failureData(error) });
      }
    }
    say({ type: 'over' });
  } finally {
    await reader.close();
  }
}
