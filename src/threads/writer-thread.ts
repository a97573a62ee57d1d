/**
 * The one thread that writes: it receives uploads as bytes, stores and imports them, and makes every other change, call by call. A large
 * body is never copied between threads: its memory is shared, or transferred.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type FailureData, failureData } from '../contract/failure-data.js';
import { own } from '../contract/own-names.js';
import type { Upgrade } from '../store/store.js';
import type { OpenedStore } from '../store/store-module.js';
import type { Call } from './calls.js';
import { receiverConnections } from './connections.js';
import type { StorePlace } from './data.js';
import { giveWay } from './give-way.js';
import { dataOn } from './one-thread.js';
import { openerIn, sharedOpenerIn } from './opener.js';

/** What the thread sends: first `ready` or `notReady`, then answers to calls, and news. An `upgrade` may come before all of them. */
export type WriterMessage =
  | { type: 'ready' }
  | { type: 'notReady'; failure: FailureData }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failure'; id: number; failure: FailureData }
  | { type: 'upgrade'; upgrade: Upgrade };

const NICER_BY = 5;

const port = parentPort;
if (!port) throw new Error('to be run as a thread');
const say = (message: WriterMessage) => port.postMessage(message);
// Requests for lists and transactions get ahead of the storing of uploads.
giveWay(NICER_BY);

try {
  const store = await storeAt(workerData as StorePlace);
  const data = dataOn(store);
  port.on('message', async ({ id, binding, method, args }: Call) => {
    try {
      // The caller's types have seen to it that the method and its arguments belong together.
      const target = (binding === null ? data : data.tenant(binding)) as unknown as Record<string, (...args: unknown[]) => unknown>;
      const called = own(target, method);
      if (!called) throw new TypeError(`The data has no method ${method}.`);
      say({ type: 'answer', id, value: await called(...args) });
    } catch (error) {
      say({ type: 'failure', id, failure: failureData(error) });
    }
    // Nothing is left to do, and an open port would keep the thread alive.
    if (method === 'close') port.close();
  });
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'notReady', failure: failureData(error) });
  port.close();
}

async function storeAt({ module, directory, database }: StorePlace): Promise<OpenedStore> {
  if (database !== undefined) return (await sharedOpenerIn(module)).openStore({ database, ...receiverConnections });
  const opener = await openerIn(module);
  return opener.openStore({ directory, now: () => new Date(), onUpgrade: (upgrade) => say({ type: 'upgrade', upgrade }) });
}
