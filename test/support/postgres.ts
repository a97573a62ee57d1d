/**
 * PostgreSQL for tests: Debian's, or the one whose folder of programs SALES_TEST_POSTGRES names. The test files of a run share one cluster, each
 * in databases of its own; those that wish for another kind start their own, which is gone with the file. All are on 127.0.0.1.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseAddress, databaseAddress } from '../../src/store/postgres/database/address.js';
import { clientConfig } from '../../src/store/postgres/database/connections.js';
import { createSchema } from '../../src/store/postgres/database/migrations.js';
import type { Pair } from './certificates.js';

export interface ClusterWishes {
  /** As `name=value`. */
  settings?: readonly string[];
  /** Its certificate, where it speaks TLS. */
  tls?: Pair;
  /** Whether servers need the password of their role. */
  withPasswords?: boolean;
}

export interface Cluster {
  port: number;
  /** The superuser's address of a database, as text: by the cluster's socket. */
  ownerText(database: string): string;
  /** The superuser's address of a database. */
  owner(database: string): DatabaseAddress;
  /** The address that servers have. */
  app(database: string): DatabaseAddress;
  /** Runs a statement as the superuser, on a connection that is kept. */
  sql<Row extends pg.QueryResultRow>(database: string, sql: string, ...values: unknown[]): Promise<Row[]>;
  /** A new database with the schema of sales. */
  newDatabase(): Promise<string>;
  drop(database: string): Promise<void>;
  /** Ends its own connections; a cluster of the file's own stops at once, as a power cut does. */
  stop(): void;
}

const DEBIAN = '/usr/lib/postgresql';
/** It refuses to run as root: there, one of these runs it. */
const otherUsers = ['postgres', 'nobody'];
/** Nothing that these tests store has to outlive the machine. */
const fast = ['fsync=off', 'synchronous_commit=on', 'full_page_writes=off', 'max_connections=200', 'shared_buffers=64MB'];

/** The folder of the programs; null where there is none, which with CI set is a failure. */
export function postgresPrograms(): string | null {
  const { SALES_TEST_POSTGRES: named, PATH = '', CI } = process.env;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = named ? [named] : [...versions.map((version) => join(DEBIAN, version, 'bin')), ...PATH.split(delimiter)];
  const found = folders.find((folder) => ['postgres', 'initdb'].every((name) => isExecutable(join(folder, name))));
  if (!found && (CI || named)) throw new Error(`no PostgreSQL found in ${folders.join(', ')}`);
  if (!found) process.stderr.write('skipped: no PostgreSQL found (Debian: apt-get install postgresql)\n');
  return found ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A cluster: without wishes that of the run, which the first file that asks starts. */
export async function startCluster(programs: string, wishes?: ClusterWishes): Promise<Cluster> {
  const { [SHARED_CLUSTERS]: folder } = process.env;
  if (wishes || !folder) {
    const { home, port, server } = await startServer(programs, wishes ?? {});
    return clusterAt({ home, port }, () => {
      server.kill('SIGQUIT');
      rmSync(home, { recursive: true, force: true });
    });
  }
  // One for each engine.
  const place = join(folder, `${programs.replaceAll(/\W/g, '-')}.json`);
  try {
    mkdirSync(`${place}.lock`);
  } catch {
    while (!existsSync(place)) await wait(50);
    return clusterAt(JSON.parse(readFileSync(place, 'utf8')), () => {});
  }
  const { home, port, server } = await startServer(programs, {}, true);
  const cluster = clusterAt({ home, port }, () => {});
  await cluster.sql('postgres', 'CREATE DATABASE sales_template');
  await createSchema(cluster.owner('sales_template'), null);
  writeFileSync(`${place}.new`, JSON.stringify({ home, port, pid: server.pid }));
  renameSync(`${place}.new`, place);
  return cluster;
}

/** Names the folder of the clusters that the test files of a run share. */
export const SHARED_CLUSTERS = 'SALES_TEST_CLUSTERS';

interface StartedServer {
  home: string;
  port: number;
  server: ChildProcess;
}

/** Starts a server; where it `outlives` this process, its messages go to a file. */
async function startServer(
  programs: string,
  { settings = [], tls, withPasswords }: ClusterWishes,
  outlives = false,
): Promise<StartedServer> {
  const home = mkdtempSync(join(tmpdir(), 'sales-pg-'));
  const other = process.getuid?.() === 0 ? otherUser() : null;
  if (other) chownSync(home, other.uid, other.gid);
  const owner = other ?? {};
  chmodSync(home, 0o700);
  const data = join(home, 'data');
  const auth = ['--auth-local=trust', `--auth-host=${withPasswords ? 'scram-sha-256' : 'trust'}`];
  const initdb = ['-D', data, '-U', 'postgres', ...auth, '--no-sync', '-E', 'UTF8', '--locale=C'];
  const made = spawnSync(join(programs, 'initdb'), initdb, { ...owner, cwd: home, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  if (tls) {
    for (const [name, text] of [
      ['server.crt', tls.cert],
      ['server.key', tls.key],
    ] as const) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      if (other) chownSync(join(data, name), other.uid, other.gid);
    }
  }
  const set = [
    ...(tls ? ['ssl=on'] : []),
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${home}`,
    ...fast,
    ...settings,
  ];
  const messages = join(home, 'messages');
  const sink = openSync(messages, 'a', 0o644);
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...set.flatMap((one) => ['-c', one])], {
    ...owner,
    cwd: home,
    detached: outlives,
    stdio: ['ignore', 'ignore', sink],
  });
  closeSync(sink);
  if (outlives) server.unref();
  await isReady(server, messages);
  return { home, port, server };
}

function clusterAt({ home, port }: Pick<StartedServer, 'home' | 'port'>, stop: () => void): Cluster {
  const ownerText = (database: string) => `postgres://postgres@:${port}/${database}?host=${home}`;
  const ownerAddress = (database: string) => databaseAddress(ownerText(database));
  const clients = new Map<string, pg.Client>();
  const clientOf = async (database: string) => {
    const known = clients.get(database);
    if (known) return known;
    const client = new pg.Client(clientConfig(ownerAddress(database)));
    client.on('error', () => {});
    await client.connect();
    clients.set(database, client);
    return client;
  };
  const sql: Cluster['sql'] = async <Row extends pg.QueryResultRow>(database: string, text: string, ...values: unknown[]) =>
    (await (await clientOf(database)).query<Row>(text, values)).rows;
  let databases = 0;
  return {
    port,
    ownerText,
    owner: ownerAddress,
    app: (database) => databaseAddress(`postgres://sales_app@127.0.0.1:${port}/${database}`),
    sql,
    newDatabase: async () => {
      if (databases === 0 && (await sql('postgres', "SELECT 1 FROM pg_database WHERE datname = 'sales_template'")).length === 0) {
        await sql('postgres', 'CREATE DATABASE sales_template');
        await createSchema(ownerAddress('sales_template'), null);
      }
      databases += 1;
      const database = `sales_${process.pid}_${randomUUID().slice(0, 8)}`;
      await sql('postgres', `CREATE DATABASE ${database} TEMPLATE sales_template`);
      // Each installation has an id and a secret of its own.
      await sql(database, 'UPDATE installation SET id = gen_random_uuid(), duplicate_seed = floor(random() * 4294967296)');
      return database;
    },
    drop: async (database) => {
      await clients.get(database)?.end();
      clients.delete(database);
      await sql('postgres', `DROP DATABASE ${database} WITH (FORCE)`);
    },
    stop: () => {
      for (const client of clients.values()) client.end().catch(() => {});
      stop();
    },
  };
}

/** Who runs it where this process is root's. Fails where there is nobody. */
export function otherUser(): { uid: number; gid: number } {
  for (const name of otherUsers) {
    const found = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    if (found.status !== 0) continue;
    return { uid: Number(found.stdout), gid: Number(execFileSync('id', ['-g', name], { encoding: 'utf8' })) };
  }
  throw new Error(`PostgreSQL cannot run as root, and there is no user ${otherUsers.join(' or ')}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Resolves when it takes connections, as it says in the file of its messages. */
export async function isReady(server: ChildProcess, messages: string): Promise<void> {
  for (;;) {
    const said = readFileSync(messages, 'utf8').slice(-4_000);
    // A standby takes them for reading.
    if (/ready to accept (read-only )?connections/.test(said)) return;
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`PostgreSQL ended: ${said}`);
    await wait(20);
  }
}
