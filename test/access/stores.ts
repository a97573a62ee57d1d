/**
 * The stores that the tests of access run over: both, or those that SALES_TEST_STORES names (`sqlite,postgres`). Without a PostgreSQL on the
 * machine, SQLite alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { OpenedStore } from '../../src/store/store-module.js';
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
  remove(): Promise<void>;
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
      remove: () => rm(directory, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    const cluster = await startCluster(postgresPrograms() ?? '');
    const database = await cluster.newDatabase();
    return {
      open: (openers = ours) => openers.openPostgresStore({ address: cluster.app(database), readers: 4, writers: 2 }),
      install: (world) => installOnPostgres(world, (sql, ...values) => cluster.sql(database, sql, ...values)),
      remove: async () => {
        await cluster.drop(database);
        cluster.stop();
      },
    };
  },
};

const wanted = (process.env.SALES_TEST_STORES ?? 'sqlite,postgres').split(',');

/** Each of the stores, and a way to a new database of its kind. */
export const testedStores: [StoreName, () => Promise<StorePlace>][] = Object.entries(newPlace)
  .filter(([name]) => wanted.includes(name) && (name !== 'postgres' || postgresPrograms() !== null))
  .map(([name, open]) => [name as StoreName, open]);
