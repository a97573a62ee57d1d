/**
 * The stores that the tests of access run over: both, or those that SALES_TEST_STORES names (`sqlite,postgres`). Without a PostgreSQL on the
 * machine, SQLite alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MatchReader, rowNumber } from '../../src/store/matching.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import { openMatcher } from '../../src/store/postgres/shared-matcher.js';
import { openMatchReader, openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Store } from '../../src/store/store.js';
import type { OpenedStore } from '../../src/store/store-module.js';
import { candidateIds, emptyPiece, newMatch, notSettled, readSource } from '../store/match-calls.js';
import { postgresPrograms, startCluster } from '../support/postgres.js';
import type { World } from './model.js';
import { install, installOnPostgres } from './world.js';

/** How a build opens stores. */
export interface Openers {
  openSqliteStore: typeof openSqliteStore;
  openPostgresStore: typeof openPostgresStore;
}

/** A database for one test. */
export interface StorePlace {
  /** Opens the store with another build's code, say. */
  open(openers?: Openers): OpenedStore;
  /** Puts a world into it, beside whoever serves from it. */
  install(world: World): Promise<void>;
  /**
   * Matches sales with settlement records, by their ids, and says why others are open; `acquirerId` and `involved` are what the reason speaks of.
   */
  match(tenantId: string, matched: readonly MatchedIds[], open: readonly OpenId[]): Promise<void>;
  remove(): Promise<void>;
}

export interface MatchedIds {
  sales: readonly string[];
  records: readonly string[];
}

export interface OpenId {
  id: string;
  acquirerId: string;
  involved: readonly string[];
}

export type StoreName = 'sqlite' | 'postgres';

const ours: Openers = { openSqliteStore, openPostgresStore };
const now = () => new Date();

const newPlace: Record<StoreName, () => Promise<StorePlace>> = {
  sqlite: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sales-access-'));
    return {
      open: (openers = ours) => openers.openSqliteStore({ directory, now }),
      install: async (world) => install(world, directory),
      match: (tenantId, matched, open) =>
        matchIn(openSqliteStore({ directory, now }), openMatchReader({ directory }), { tenantId, matched, open }),
      remove: () => rm(directory, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    const cluster = await startCluster(postgresPrograms() ?? '');
    const database = await cluster.newDatabase();
    return {
      open: (openers = ours) => openers.openPostgresStore({ address: cluster.app(database), readers: 4, writers: 2 }),
      match: (tenantId, matched, open) => {
        const address = cluster.app(database);
        return matchIn(openPostgresStore({ address, readers: 1, writers: 1 }), openMatcher({ address }), { tenantId, matched, open });
      },
      install: (world) => installOnPostgres(world, (sql, ...values) => cluster.sql(database, sql, ...values)),
      remove: async () => {
        await cluster.drop(database);
        cluster.stop();
      },
    };
  },
};

/** Closes both. */
async function matchIn(
  store: Store,
  reader: MatchReader,
  { tenantId, matched, open }: { tenantId: string; matched: readonly MatchedIds[]; open: readonly OpenId[] },
): Promise<void> {
  try {
    const { changed, sales, records } = await readSource(reader, tenantId);
    const ids = await candidateIds(reader, tenantId);
    const saleSeq = (id: string) => sales[ids.sales.indexOf(id)]?.seq ?? 0;
    const recordSeq = (id: string) => records[ids.records.indexOf(id)]?.seq ?? 0;
    const begun = matched.map((one) => newMatch(one.sales.map(saleSeq), one.records.map(recordSeq)));
    const numberOf = (id: string) => rowNumber('Sales', saleSeq(id));
    const opened = open.map(({ id, acquirerId, involved }) => ({
      ...{ row: numberOf(id), day: 20_000, ...notSettled(acquirerId) },
      involved: involved.map(numberOf),
    }));
    await store.tenant(tenantId, 'whole').applyMatches({ ...emptyPiece, changed, begun, open: opened });
  } finally {
    await reader.close();
    await store.close();
  }
}

const wanted = (process.env.SALES_TEST_STORES ?? 'sqlite,postgres').split(',');

/** Each of the stores, and a way to a new database of its kind. */
export const testedStores: [StoreName, () => Promise<StorePlace>][] = Object.entries(newPlace)
  .filter(([name]) => wanted.includes(name) && (name !== 'postgres' || postgresPrograms() !== null))
  .map(([name, open]) => [name as StoreName, open]);
