/**
 * The connections of one process: a pool that reads and one that writes, each to the first host that accepts writes. A connection is lent for
 * one transaction; after any error that is not a statement's own it is thrown away.
 */
import pg, { type PoolClient } from 'pg';
import { SalesError } from '../../../contract/problem.js';
import type { Work } from '../../sql/work.js';
import type { PoolFigures } from '../../store.js';
import type { DatabaseAddress } from './address.js';
import { databaseFailure, isConflict, isOfStatement } from './failure.js';
import { columnTypes, sessionOn } from './session.js';
import { runOn } from './work.js';

const CONNECT_MS = 5_000;
/** Longer than the database's own limit for a statement: what passes it is a connection that has gone silent. */
const ANSWER_MS = 40_000;
/** Longest wait of a COMMIT for a standby, before nobody can say what became of it. */
const COMMIT_MS = 20_000;
const KEEP_ALIVE_MS = 10_000;
const IDLE_MS = 60_000;
const RUNS_MAX = 3;
const PAUSE_MS = [10, 30];
const READ_TIMEOUT = '10s';

/** Nobody can say whether the transaction was committed: its COMMIT was not answered, or with a warning that no standby has it. */
export class CommitInDoubt extends Error {
  constructor(cause: unknown) {
    super('It is not known whether a transaction was committed.', { cause });
    this.name = 'CommitInDoubt';
  }
}

export interface PoolOptions {
  /** DatabaseConnections at most. */
  max: number;
  /** Several statements are sent without waiting for the answers. Such a connection can only read. */
  pipeline?: boolean;
}

/** The tenant whose data a transaction may see and write; null for none. */
type BoundTenant = number | null;

export interface DatabaseConnections {
  /** Runs `work` in a transaction that sees one state of the data and changes nothing. */
  read<Result>(tenantKey: BoundTenant, work: () => Work<Result>): Promise<Result>;
  /**
   * Runs `work` in a transaction and commits it; again, where it ran into another one. Fails with {@link CommitInDoubt} where nobody can say
   * what became of it.
   */
  write<Result>(tenantKey: BoundTenant, work: () => Work<Result>): Promise<Result>;
  /** How many there are, and wait for one. */
  figures(): PoolFigures[];
  close(): Promise<void>;
}

/** Connects when it is first used. Failures come out as SalesErrors. */
export function openConnections(address: DatabaseAddress, { readers, writers }: { readers: number; writers: number }): DatabaseConnections {
  const home = {};
  const reading = openPool(address, { max: readers, pipeline: true });
  const writing = openPool(address, { max: writers });
  let inDoubt = 0;
  return {
    read: (tenantKey, work) => reading.lend((client) => inReadTransaction(client, tenantKey, () => runOn(sessionOn(client, home), work()))),
    write: async (tenantKey, work) => {
      for (let runs = 1; ; runs++) {
        try {
          return await writing.lend((client) => inTransaction(client, tenantKey, () => runOn(sessionOn(client, home), work())));
        } catch (error) {
          if (error instanceof CommitInDoubt) inDoubt++;
          const cause = error instanceof SalesError ? error.cause : error;
          if (!isConflict(cause) || runs >= RUNS_MAX) throw error;
          await pause(PAUSE_MS[runs - 1] ?? 0);
        }
      }
    },
    figures: () => [
      { kind: 'read', ...reading.figures(), inDoubt: 0 },
      { kind: 'write', ...writing.figures(), inDoubt },
    ],
    close: async () => {
      await Promise.all([reading.close(), writing.close()]);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms * (1 + Math.random())));
}

/** An integer, and nothing else: it stands in the text of statements. */
function tenantSetting(tenantKey: BoundTenant): string {
  if (tenantKey === null) return '';
  if (!Number.isSafeInteger(tenantKey)) throw new SalesError('internal', 'A tenant key is no number.');
  return `; SET LOCAL sales.tenant = '${tenantKey}'`;
}

async function inReadTransaction<Result>(client: PoolClient, tenantKey: BoundTenant, work: () => Promise<Result>): Promise<Result> {
  const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '${READ_TIMEOUT}'${tenantSetting(tenantKey)}`;
  // Not waited for: the first statement goes out with it. Where it fails, so does that one.
  const begun = client.query(begin);
  begun.catch(() => {});
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    await begun;
    await client.query('ROLLBACK');
    throw error;
  }
  await begun;
  await client.query('COMMIT');
  return result;
}

async function inTransaction<Result>(client: PoolClient, tenantKey: BoundTenant, work: () => Promise<Result>): Promise<Result> {
  await client.query(`BEGIN${tenantSetting(tenantKey)}`);
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    if (isOfStatement(error) || !databaseErrorOf(error)) await client.query('ROLLBACK');
    throw error;
  }
  await commit(client);
  return result;
}

function databaseErrorOf(error: unknown): boolean {
  return databaseFailure(error) !== error;
}

/** A COMMIT whose wait for a standby was cancelled is answered like any other, but with a warning. */
async function commit(client: PoolClient): Promise<void> {
  let warning: unknown = null;
  const onNotice = (notice: { code?: string | undefined; severity?: string | undefined }) => {
    if (notice.severity !== 'NOTICE') warning ??= notice;
  };
  client.on('notice', onNotice);
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('COMMIT was not answered: read timeout')), COMMIT_MS);
    });
    const { command } = await Promise.race([client.query('COMMIT'), late]);
    // A transaction that has failed before is rolled back by COMMIT, which then says so.
    if (command !== 'COMMIT') throw new SalesError('internal', 'A transaction was rolled back instead of committed.');
  } catch (error) {
    // Refused by the database itself, before anything was committed.
    if (error instanceof SalesError || isOfStatement(error)) throw error;
    throw new CommitInDoubt(error);
  } finally {
    clearTimeout(timer);
    client.off('notice', onNotice);
  }
  if (warning) throw new CommitInDoubt(warning);
}

interface Pool {
  /** Lends a connection. Whatever fails comes out translated. */
  lend<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>;
  figures(): Pick<PoolFigures, 'used' | 'idle' | 'waiting'>;
  close(): Promise<void>;
}

function openPool(address: DatabaseAddress, { max, pipeline = false }: PoolOptions): Pool {
  const pools = address.hosts.map((_, index) => {
    const pool = new pg.Pool({ ...clientConfig(address, index), max, idleTimeoutMillis: IDLE_MS, ...(pipeline && { pipeline }) });
    // An idle connection that ends is no failure of anybody: the next one opens another.
    pool.on('error', () => {});
    // One that is lent emits an error, too, as it ends; what runs on it fails by itself. From the first moment on: its end may come with its beginning.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  });
  const tested = new WeakSet<PoolClient>();
  let active = 0;
  /** A client of the first host, from the active one on, that accepts writes. */
  const connect = async (): Promise<PoolClient> => {
    let last: unknown;
    // A concurrent call may find the host first, and change `active`: this one tries each host all the same.
    const first = active;
    for (let tried = 0; tried < pools.length; tried++) {
      const at = (first + tried) % pools.length;
      try {
        const client = await (pools[at] as pg.Pool).connect();
        if (pools.length === 1 || tested.has(client) || (await isPrimary(client))) {
          tested.add(client);
          active = at;
          return client;
        }
        client.release(true);
        last = new SalesError('unavailable', 'No host of the database accepts writes; nothing was stored.', { retryAfterS: 1 });
      } catch (error) {
        last = error;
      }
    }
    throw last;
  };
  return {
    lend: async (work) => {
      let client: PoolClient | null = null;
      let isBroken = false;
      try {
        client = await connect();
        return await work(client);
      } catch (error) {
        isBroken = error instanceof CommitInDoubt || (databaseErrorOf(error) && !isOfStatement(error));
        throw databaseFailure(error);
      } finally {
        client?.release(isBroken);
      }
    },
    figures: () => {
      const sum = (count: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0);
      return {
        used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
        idle: sum(({ idleCount }) => idleCount),
        waiting: sum(({ waitingCount }) => waitingCount),
      };
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

async function isPrimary(client: PoolClient): Promise<boolean> {
  try {
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby === false;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** For the driver; `index` is that of the host. */
export function clientConfig({ hosts, database, user, password, tls }: DatabaseAddress, index = 0): pg.ClientConfig {
  const { host, port } = hosts[index] ?? { host: 'localhost', port: 5432 };
  return {
    host,
    port,
    database,
    user,
    password: password ?? '',
    ssl: tls === null ? false : { rejectUnauthorized: true, ...(tls.ca !== undefined && { ca: tls.ca }) },
    application_name: 'sales',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: columnTypes,
  };
}
