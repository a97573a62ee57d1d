/**
 * A PostgreSQL for our own servers to keep their data in: with the memory and the log that docs/examples/postgresql.conf tells, each COMMIT synced,
 * and whatever it uses counted over all of its processes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { startCluster } from './postgres.js';
import { start, succeeded } from './processes.js';
import { sales } from './sales-server.js';

const TICKS_PER_S = 100;
let databases = 0;

/** `{version, newDatabase(), cpuS(), sql(database, statement), stop()}`; null, with a line that says why, where there cannot be one. */
export async function openDatabases(folder, progress) {
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `shared_buffers=${quarterMb()}MB`,
    'max_wal_size=8GB',
    'wal_compression=lz4',
  ];
  const cluster = await startCluster(
    join(folder, `database-${port}`),
    progress,
    settings.flatMap((setting) => ['-c', setting]),
  );
  if (!cluster) return null;
  return {
    ...cluster,
    /** Of the postmaster, its processes, and those that have ended. */
    cpuS: () => {
      const pid = postmasterOf(cluster.home);
      const own = statOf(pid);
      const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === pid);
      return own.cpuS + own.endedS + children.reduce((sum, child) => sum + (statOf(child)?.cpuS ?? 0), 0);
    },
    /** The files with the addresses of the owner and of servers. */
    newDatabase: async () => {
      const database = `bench_${port}_${++databases}`;
      await cluster.sql('postgres', `CREATE DATABASE ${database}`);
      const owner = join(folder, `${database}.owner`);
      writeFileSync(owner, `postgres://${cluster.user}@127.0.0.1:${port}/${database}\n`, { mode: 0o600 });
      const server = join(folder, `${database}.server`);
      const create = ['admin', 'database', 'create', '--database-file', owner, '--server-file', server];
      await succeeded(start(process.execPath, [sales, ...create]), 'sales admin database create');
      return { database, owner, server, address: readFileSync(server, 'utf8').trim() };
    },
  };
}

function quarterMb() {
  return Math.floor(totalmem() / 4 / 2 ** 20);
}

/** CPU of a process, of those that it has outlived, and its parent; null where it is gone. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    const seconds = (...places) => places.reduce((sum, place) => sum + Number(stat[place]), 0) / TICKS_PER_S;
    return { parent: stat[1], cpuS: seconds(11, 12), endedS: seconds(13, 14) };
  } catch {
    return null;
  }
}

function postmasterOf(home) {
  return readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0];
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
