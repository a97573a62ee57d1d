/** The thread that matches: the tenants that it is given, one after another; then it ends, and its memory with it. */
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { failureData, failureOf } from '../contract/failure-data.js';
import { matchUnderLease } from '../matcher/leased.js';
import { matchAgain } from '../matcher/run.js';
import type { MatchPiece, MatchReader, SharedMatcher } from '../store/matching.js';
import { giveWay } from './give-way.js';
import type { MatcherAnswer, MatcherMessage, MatcherTask } from './matcher.js';
import { openerIn, sharedOpenerIn } from './opener.js';

/** Everything else gets ahead of it. */
const NICER_BY = 10;

const port = parentPort;
if (!port) throw new Error('to be run as a thread');
const say = (message: MatcherMessage) => port.postMessage(message);
giveWay(NICER_BY);

const { module, directory, database, tenants } = workerData as MatcherTask;
if (database === undefined) await matchAlone((await openerIn(module)).openMatchReader({ directory }));
else await matchShared((await sharedOpenerIn(module)).openMatcher({ database }));
port.close();

/** Pieces are stored by the thread that writes. */
async function matchAlone(reader: MatchReader): Promise<void> {
  await eachTenant(reader, async ({ tenantId, known }) => {
    const apply = async (piece: MatchPiece) => {
      say({ type: 'piece', tenantId, piece });
      const [answer] = (await once(port as MessagePort, 'message')) as [MatcherAnswer];
      if ('failure' in answer) throw failureOf(answer.failure);
      return answer.stored;
    };
    const matched = await matchAgain(reader, tenantId, apply, known);
    if (matched.known) say({ type: 'known', tenantId, known: matched.known });
  });
}

/** Of a store that several servers share: each tenant that no other server is at; pieces are stored from here. */
async function matchShared(matcher: SharedMatcher): Promise<void> {
  await eachTenant(matcher, async ({ tenantId, known }) => {
    const matched = await matchUnderLease(matcher, tenantId, known);
    if (matched?.known) say({ type: 'known', tenantId, known: matched.known });
  });
}

/** Closes the reader afterwards. */
async function eachTenant(reader: MatchReader, match: (tenant: MatcherTask['tenants'][number]) => Promise<void>): Promise<void> {
  try {
    for (const tenant of tenants) await match(tenant).catch((error: unknown) => say({ type: 'failed', failure: failureData(error) }));
  } finally {
    await reader.close();
  }
}
