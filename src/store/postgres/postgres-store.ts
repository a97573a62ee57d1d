/**
 * The store on PostgreSQL: any number of servers on one database, which must have been made by `migrations.ts`. Hands out tenants; the
 * statements are in the folders beside this file.
 */
import { SalesError } from '../../contract/problem.js';
import { noted } from '../access/audit.js';
import { reachOf } from '../access/scope.js';
import type { Binding } from '../access.js';
import type { Changing } from '../plain-work.js';
import { column, direct, first, sql, type Work } from '../sql/work.js';
import type { Store } from '../store.js';
import type { SharedStoreModule } from '../store-module.js';
import { type ReadRunner, readsOn, tenantReader, tenantStore, type WriteRunner, writesOn } from '../store-on.js';
import { forgetOldCounts, sharedCounts } from './access/limits.js';
import { notedFiles } from './access/noted-files.js';
import { openAdministration } from './administration/shared-administration.js';
import type { DatabaseAddress } from './database/address.js';
import { type DatabaseConnections, openConnections } from './database/connections.js';
import { beatAsNode } from './database/nodes.js';
import { schemaVersion } from './database/schema.js';
import type { Session } from './database/session.js';
import { writeSurely } from './database/until-known.js';
import { runOn } from './database/work.js';
import { listTransactions, searchTransactions, totals } from './lists/searches.js';
import { stageEachTenant } from './rows/stage-together.js';
import { pruneIdempotencyKeys } from './rows/staging.js';
import { type TestClock, takeTurn, tenantKeys, timeOf } from './rows/turn.js';
import { openMatcher } from './shared-matcher.js';

export interface PostgresOptions {
  address: DatabaseAddress;
  /** DatabaseConnections that read, and those that write, at most. */
  readers: number;
  writers: number;
  /** Whether this is a server's, which others may have to wait for. */
  isNode?: boolean;
  /** In tests, the time instead of the database's. */
  clock?: TestClock;
}

const PRUNED_AT_ONCE = 10_000;

/** Does not connect before it is first used, and connects again whenever the database was away. */
export function openPostgresStore({ address, readers, writers, isNode = false, clock = null }: PostgresOptions): Store {
  const connections = openConnections(address, { readers, writers });
  const context: StoreContext = { connections, clock, keyOf: tenantKeys(connections) };
  const reads = readRunner(context);
  const writes = writeRunner(context);
  const stageTogether: Store['stageTogether'] = (stagings) => stageEachTenant(context, stagings);
  const leave = isNode ? beatAsNode(connections) : null;
  return {
    ...readsOn(reads),
    ...writesOn(writes),
    tenant: (tenantId, scope) => tenantStore(tenantReader(reads, { tenantId, scope }), writes, stageTogether),
    stageTogether,
    pruneIdempotencyKeys: (before) => pruneEachTenant(context, before),
    checkWritable: () => connections.read(null, mustBeWritable),
    shared: sharedCounts(connections),
    droppedFiles: notedFiles(connections),
    pools: connections.figures,
    close: async () => {
      await leave?.();
      await connections.close();
    },
  };
}

/** What every call on the store needs. */
interface StoreContext {
  connections: DatabaseConnections;
  clock: TestClock;
  /** See {@link tenantKeys}. */
  keyOf: (tenantId: string) => Promise<number>;
}

function readRunner(context: StoreContext): ReadRunner {
  const { connections, clock, keyOf } = context;
  return {
    read: (work) => connections.read(null, work),
    readTenant: async (binding, work) => {
      const tenantKey = await keyOf(binding.tenantId);
      return connections.read(tenantKey, function* () {
        if (binding.scope !== 'whole') return yield* work(yield* reachOf(binding, tenantKey));
        // Whether the tenant is still there is asked together with what is wanted of it.
        return yield* direct(async (session: Session) => {
          const reach = runOn(session, reachOf(binding, tenantKey));
          reach.catch(() => {});
          const found = runOn(session, work({ tenantKey, limit: null }));
          found.catch(() => {});
          await reach;
          return found;
        });
      });
    },
    searches: { listTransactions, searchTransactions, getTotals: totals, now: () => timeOf(clock) },
  };
}

function writeRunner(context: StoreContext): WriteRunner {
  const { connections, clock, keyOf } = context;
  const inTurn = async <Result>(binding: Binding, work: (on: Changing) => Work<Result>): Promise<Result> => {
    const tenantKey = await keyOf(binding.tenantId);
    let tries = 0;
    return writeSurely(connections, tenantKey, function* () {
      const { at } = yield* takeTurn(tenantKey, clock);
      const reach = yield* reachOf(binding, tenantKey);
      return yield* work({ ...reach, at, isAgain: tries++ > 0 });
    });
  };
  return {
    write: (work) => writeSurely(connections, null, work),
    note: (work) =>
      writeSurely(connections, null, function* () {
        return yield* noted(work(), yield* timeOf(clock));
      }),
    writeTenant: inTurn,
    noteTenant: (binding, work) => inTurn(binding, (on) => noted(work(on), on.at)),
  };
}

async function pruneEachTenant({ connections }: StoreContext, before: Date): Promise<void> {
  await writeSurely(connections, null, forgetOldCounts);
  for (const tenantKey of await connections.read(null, () => column<number>(sql`SELECT tenant_key FROM tenant`))) {
    const slice = () => writeSurely(connections, tenantKey, () => pruneIdempotencyKeys(tenantKey, before, PRUNED_AT_ONCE));
    while ((await slice()) === PRUNED_AT_ONCE);
  }
}

/** Fails with `unavailable` where the database takes no writes, or a newer version of sales has taken it over. */
function* mustBeWritable(): Work<void> {
  const found = yield* first<{ isReadOnly: boolean; compatibleFrom: number }>(
    sql`SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS is_read_only, compatible_from FROM schema_version`,
  );
  if (!found || found.isReadOnly || found.compatibleFrom > schemaVersion) {
    throw new SalesError('unavailable', 'The database takes no writes of this server.', { retryAfterS: 1 });
  }
}

/** For threads to open. */
const postgres: SharedStoreModule = {
  openStore: ({ database, ...options }) => openPostgresStore({ address: database as DatabaseAddress, ...options }),
  openMatcher: ({ database }) => openMatcher({ address: database as DatabaseAddress }),
  openAdministration: ({ database, actor, from }) => openAdministration({ address: database as DatabaseAddress, actor, from }),
};
export default postgres;
