/**
 * The data of a store that several servers share, on the threads of one of them: the main thread reads and makes what is written beside uploads;
 * uploads and their changes are for a few threads that each receive, check, decide and store. Those of one tenant always go to the same
 * thread, because in the database they would only wait for each other.
 */
import { availableParallelism } from 'node:os';
import type { Binding } from '../store/access.js';
import { type PlainTenantChanges, plainChanges, type TenantSearches, uploadChanges } from '../store/plain-work.js';
import type { Store } from '../store/store.js';
import { administrationBeside } from './administration.js';
import { mainConnections, RECEIVERS_MAX } from './connections.js';
import type { Data, DataOptions, InTurn, StorePlace, TenantData } from './data.js';
import { type DryRuns, dryRunsBeside } from './dry-run.js';
import { forwarding, type UploadChanges } from './forwarding.js';
import { type Matcher, matcherBeside } from './matcher.js';
import { sharedOpenerIn } from './opener.js';
import { startWriter, type Writer } from './writer.js';

/** Lists leave some connections to what takes only a moment. */
const LISTS_AT_ONCE = 6;
const atOnce: InTurn = (work) => work();

/** Opens the data. Does not wait for the database. */
export async function openSharedData(place: StorePlace, options: DataOptions): Promise<Data> {
  const opener = await sharedOpenerIn(place.module);
  const store = opener.openStore({ database: place.database, ...mainConnections, isNode: true });
  const receivers = await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), RECEIVERS_MAX) }, () => startWriter(place, options)),
  );
  const administrators = administrationBeside(place);
  const dryRuns = dryRunsBeside(place);
  const matcher = matcherBeside(place, null, options.onMatchError ?? (() => {}));
  const receiverOf = (tenantId: string) => receivers[numberOf(tenantId) % receivers.length] as Writer;
  return {
    ...store,
    tenant: (binding) => tenantData(store, binding, receiverOf(binding.tenantId), { matcher, dryRuns }),
    failed: Promise.race(receivers.map(({ failed }) => failed)),
    administration: administrators.as,
    listThreads: LISTS_AT_ONCE,
    waiting: () => ({ writer: receivers.reduce((sum, receiver) => sum + receiver.underWay(), 0) }),
    pools: async () => [...(store.pools?.() ?? []), ...(await Promise.all(receivers.map((receiver) => receiver.call('pools', [])))).flat()],
    close: async () => {
      await Promise.all([matcher.close(), dryRuns.close()]);
      await administrators.close();
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await store.close();
    },
  };
}

interface Beside {
  matcher: Matcher;
  dryRuns: DryRuns;
}

function tenantData(store: Store, { tenantId, scope }: Binding, receiver: Writer, { matcher, dryRuns }: Beside): TenantData {
  const { wokenBy } = matcher;
  const binding = { tenantId, scope };
  const tenant = store.tenant(tenantId, scope);
  const searches: TenantSearches = tenant;
  return {
    ...tenant,
    dryRun: (asked) => dryRuns.of(tenantId, asked),
    suggestions: () => dryRuns.suggestions(tenantId),
    ...forwarding<PlainTenantChanges>(plainChanges, (name, given) => wokenBy(called(tenant[name], given))),
    ...forwarding<UploadChanges>(uploadChanges, (name, given) => wokenBy(receiver.callTenant(binding, name, given))),
    receive: (request) => wokenBy(receiver.receive(binding, request)),
    search: (name, query, inTurn = atOnce) => inTurn(() => searches[name](query)),
  };
}

function called(method: (...given: never[]) => Promise<unknown>, given: never[]): Promise<unknown> {
  return method(...given);
}

/** A number for a text, the same in every process. */
function numberOf(text: string): number {
  let number = 0;
  for (let at = 0; at < text.length; at++) number = (Math.imul(number, 31) + text.charCodeAt(at)) >>> 0;
  return number;
}
