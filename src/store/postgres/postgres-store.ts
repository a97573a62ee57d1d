/**
 * The store on PostgreSQL: any number of servers on one database, which must have been made by `migrations.ts`. Hands out tenants; the
 * statements are in the folders beside this file.
 */
import { SalesError } from '../../contract/problem.js';
import { noted } from '../access/audit.js';
import { type Reach, reachOf } from '../access/scope.js';
import type { Binding } from '../access.js';
import type { Changing } from '../plain-work.js';
import { direct } from '../sql/work.js';
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
import { untilKnown } from './database/until-known.js';
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
    checkWritable: () => connections.read({ tenantKey: null }, mustBeWritable),
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

/** What it does twice must have the effect of once: where nobody knows what became of a COMMIT, it is done again. */
function write<Result>(
  { connections }: StoreContext,
  tenantKey: number | null,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  return untilKnown(() => connections.write({ tenantKey }, work));
}

function readRunner(context: StoreContext): ReadRunner {
  const { connections, clock, keyOf } = context;
  return {
    read: (work) => connections.read({ tenantKey: null }, (session) => runOn(session, work())),
    readTenant: async (binding, work) => {
      const tenantKey = await keyOf(binding.tenantId);
      return connections.read({ tenantKey }, async (session) => {
        const reach = runOn(session, reachOf(binding, tenantKey));
        if (binding.scope !== 'whole') return runOn(session, work(await reach));
        // Whether the tenant is still there is asked together with what is wanted of it.
        reach.catch(() => {});
        const found = runOn(session, work({ tenantKey, limit: null }));
        found.catch(() => {});
        await reach;
        return found;
      });
    },
    searches: { listTransactions, searchTransactions, getTotals: totals, now: () => direct((session: Session) => timeOf(session, clock)) },
  };
}

function writeRunner(context: StoreContext): WriteRunner {
  const { clock, keyOf } = context;
  const inTurn = async <Result>(binding: Binding, work: (session: Session, on: Changing) => Promise<Result>): Promise<Result> => {
    const tenantKey = await keyOf(binding.tenantId);
    let tries = 0;
    return write(context, tenantKey, async (session) => {
      const { at } = await takeTurn(session, tenantKey, clock);
      const reach: Reach = await runOn(session, reachOf(binding, tenantKey));
      return work(session, { ...reach, at, isAgain: tries++ > 0 });
    });
  };
  return {
    write: (work) => write(context, null, (session) => runOn(session, work())),
    note: (work) => write(context, null, async (session) => runOn(session, noted(work(), await timeOf(session, clock)))),
    writeTenant: (binding, work) => inTurn(binding, (session, on) => runOn(session, work(on))),
    noteTenant: (binding, work) => inTurn(binding, (session, on) => runOn(session, noted(work(on), on.at))),
  };
}

async function pruneEachTenant(context: StoreContext, before: Date): Promise<void> {
  const { connections } = context;
  await write(context, null, forgetOldCounts);
  const keys = await connections.read({ tenantKey: null }, (session) => session.arrays<[number]>('SELECT tenant_key FROM tenant'));
  for (const [tenantKey] of keys) {
    const slice = () => write(context, tenantKey, (session) => pruneIdempotencyKeys(session, tenantKey, before, PRUNED_AT_ONCE));
    while ((await slice()) === PRUNED_AT_ONCE);
  }
}

/** Fails with `unavailable` where the database takes no writes, or a newer version of sales has taken it over. */
async function mustBeWritable(session: Session): Promise<void> {
  const found = await session.first<{ isReadOnly: boolean; compatibleFrom: number }>(
    `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReadOnly",
       compatible_from AS "compatibleFrom" FROM schema_version`,
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
