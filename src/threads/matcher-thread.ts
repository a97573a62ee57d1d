/** The thread that matches: all tenants that have something new, one after another; then it ends, and its memory with it. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { failureData, failureOf } from '../contract/failure-data.js';
import { matchTenant, rulesInForce } from '../matcher/run.js';
import type { StorePlace } from './data.js';
import { giveWay } from './give-way.js';
import type { MatcherAnswer, MatcherMessage } from './matcher.js';
import { openerIn } from './opener.js';

/** Everything else gets ahead of it. */
const NICER_BY = 10;

const port = parentPort;
if (!port) throw new Error('to be run as a thread');
const say = (message: MatcherMessage) => port.postMessage(message);
giveWay(NICER_BY);

const { module, directory } = workerData as StorePlace;
const reader = (await openerIn(module)).openMatchReader({ directory });
try {
  for (const tenantId of await reader.tenantsToMatch(rulesInForce)) {
    try {
      await matchTenant(reader, tenantId, async (piece) => {
        say({ type: 'piece', tenantId, piece });
        const [answer] = (await once(port, 'message')) as [MatcherAnswer];
        if ('failure' in answer) throw failureOf(answer.failure);
        return answer.stored;
      });
    } catch (error) {
      say({ type: 'failed', failure: failureData(error) });
    }
  }
} finally {
  await reader.close();
  port.close();
}
