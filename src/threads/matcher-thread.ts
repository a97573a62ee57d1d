/** What the thread that matches does: the tenants that it is given, one after another. */
import { once } from 'node:events';
import { failureData, failureOf } from '../contract/failure-data.js';
import { matchUnderLease } from '../matcher/leased.js';
import { type Matched, matchAgain } from '../matcher/run.js';
import type { MatchPiece, MatchReader, SharedMatcher } from '../store/matching.js';
import { giveWay } from './give-way.js';
import type { MatcherAnswer, MatcherMessage, MatcherTask, TenantToMatch } from './matcher-threads.js';
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
  return eachTenant(reader, task, ({ tenantId, known }) => {
    const apply = async (piece: MatchPiece) => {
      port.postMessage({ type: 'piece', tenantId, piece } satisfies MatcherMessage);
      const [answer] = (await once(port, 'message')) as [MatcherAnswer];
      if ('failure' in answer) throw failureOf(answer.failure);
      return answer.stored;
    };
    return matchAgain(reader, tenantId, apply, known);
  });
}

/** Of a store that several servers share: each tenant that no other server is at; pieces are stored from here. */
function matchShared(matcher: SharedMatcher, task: MatcherTask): Promise<void> {
  return eachTenant(matcher, task, ({ tenantId, known }) => matchUnderLease(matcher, tenantId, known));
}

/** Closes the reader afterwards. */
async function eachTenant(
  reader: MatchReader,
  { tenants, port }: MatcherTask,
  matchOne: (tenant: TenantToMatch) => Promise<Matched | null>,
): Promise<void> {
  const say = (message: MatcherMessage) => port.postMessage(message);
  let areSteps = true;
  try {
    for (const tenant of tenants) {
      try {
        const matched = await matchOne(tenant);
        if (matched?.isStep === false) areSteps = false;
        if (matched?.known) say({ type: 'known', tenantId: tenant.tenantId, known: matched.known });
      } catch (error) {
        say({ type: 'failed', failure: failureData(error) });
      }
    }
    say({ type: 'over', areSteps });
  } finally {
    await reader.close();
  }
}
