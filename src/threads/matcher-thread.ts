/** The thread that matches: the tenants that it is given, one after another; then it ends, and its memory with it. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { failureData, failureOf } from '../contract/failure-data.js';
import { matchAgain } from '../matcher/run.js';
import type { MatchPiece } from '../store/matching.js';
import { giveWay } from './give-way.js';
import type { MatcherAnswer, MatcherMessage, MatcherTask } from './matcher.js';
import { openerIn } from './opener.js';

/** Everything else gets ahead of it. */
const NICER_BY = 10;

const port = parentPort;
if (!port) throw new Error('to be run as a thread');
const say = (message: MatcherMessage) => port.postMessage(message);
giveWay(NICER_BY);

const { module, directory, tenants } = workerData as MatcherTask;
const reader = (await openerIn(module)).openMatchReader({ directory });
try {
  for (const { tenantId, known } of tenants) {
    try {
      const apply = async (piece: MatchPiece) => {
        say({ type: 'piece', tenantId, piece });
        const [answer] = (await once(port, 'message')) as [MatcherAnswer];
        if ('failure' in answer) throw failureOf(answer.failure);
        return answer.stored;
      };
      const matched = await matchAgain(reader, tenantId, apply, known);
      if (matched.known) say({ type: 'known', tenantId, known: matched.known });
    } catch (error) {
      say({ type: 'failed', failure: failureData(error) });
    }
  }
} finally {
  await reader.close();
  port.close();
}
