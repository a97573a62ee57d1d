/** The data all on the calling thread: the store, and the receiving of uploads. */
import { decideAgain } from '../importing/decide.js';
import { startReceiver } from '../importing/receive.js';
import type { TenantSearches } from '../store/plain-work.js';
import type { OpenedStore } from '../store/store-module.js';
import type { Data, InTurn } from './data.js';

/** Lists are searched for one after another, but as far as anybody can see at the same time. */
const LIST_THREADS = 2;
const atOnce: InTurn = (work) => work();

/** The data of an open store. */
export function dataOn(store: OpenedStore): Data {
  const receiver = startReceiver({ store, now: () => new Date(), ...(store.tidy && { tidy: store.tidy }) });
  return {
    ...store,
    failed: new Promise(() => {}),
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
  };
}
