/** The data all on the calling thread: the store, the receiving of uploads, and the import of rows that were stored undecided. */
import { setTimeout as wait } from 'node:timers/promises';
import { SalesError } from '../contract/problem.js';
import { decideAgain } from '../importing/decide.js';
import { startReceiver } from '../importing/receive.js';
import { startImportWorker } from '../importing/worker.js';
import type { TenantSearches } from '../store/plain-work.js';
import type { OpenedStore } from '../store/store-module.js';
import type { Data, DataOptions, InTurn } from './data.js';

/** Lists are searched for one after another, but as far as anybody can see at the same time. */
const LIST_THREADS = 2;
const atOnce: InTurn = (work) => work();

/** The data of an open store; starts its import worker. */
export function dataOn(store: OpenedStore, { onImportError }: DataOptions): Data {
  let reportFailure: (error: SalesError) => void = () => {};
  const failed = new Promise<SalesError>((resolve) => {
    reportFailure = resolve;
  });
  const worker = startImportWorker({
    store,
    sleep,
    onError: (error, uploadId) => {
      if (error instanceof SalesError && error.code === 'storage') reportFailure(error);
      onImportError(error, uploadId);
    },
  });
  const receiver = startReceiver({
    store,
    now: () => new Date(),
    onRuleFailure: (error) => onImportError(error, null),
    onUndecided: worker.wake,
    ...(store.tidy && { tidy: store.tidy }),
  });
  return {
    ...store,
    failed,
    tenant: ({ tenantId, scope }) => {
      const tenant = store.tenant(tenantId, scope);
      const searches: TenantSearches = tenant;
      return {
        ...tenant,
        receive: (request) => receiver.receive({ tenantId, scope }, request),
        reprocess: (uploadId, by, from) => tenant.reprocess(uploadId, by, decideAgain, from),
        withdraw: (uploadId, by, from, withDecisions) => tenant.withdraw(uploadId, by, decideAgain, from, withDecisions),
        restore: (uploadId, by, from) => tenant.restore(uploadId, by, decideAgain, from),
        search: (name, query, inTurn = atOnce) => inTurn(() => searches[name](query)),
      };
    },
    listThreads: LIST_THREADS,
    waiting: () => ({}),
    pools: async () => store.pools?.() ?? [],
    close: async () => {
      await worker.stop();
      await store.close();
    },
  };
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => {});
}
