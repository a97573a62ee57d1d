/**
 * PostgreSQL as a peer: `\copy` into a table with a UUID key and five indexes, on a cluster of its own, reached by a socket only, with the
 * settings initdb writes. Where no server binary is found, there is no such peer.
 */
import { accessSync, chmodSync, chownSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { start, succeeded } from './processes.js';

const DEBIAN = '/usr/lib/postgresql';
const USER = 'bench';
/** It refuses to run as root: there, one of these runs it. */
const otherUsers = ['postgres', 'nobody'];
const typed = { amount: 'double precision', businessDate: 'date', eftTransactionDate: 'timestamptz', transactionDate: 'timestamptz' };
const indexed = ['transactionDate', 'amount', 'terminalId', 'currency', 'uploadId'];

/** A running cluster, `{version, load(file, rows), stop()}`; null, with a line that says why, when there cannot be one. */
export async function startPostgres(folder, header, progress) {
  const cluster = await startCluster(join(folder, 'postgres'), progress, ['-c', 'listen_addresses=']);
  return cluster && { ...cluster, load: (file, rows) => load((...commands) => cluster.sql('postgres', ...commands), file, rows, header) };
}

/** A running cluster in a folder that is not there yet, `{version, home, user, sql(database, ...statements), stop()}`; null likewise. */
export async function startCluster(home, progress, settings) {
  const binaries = binariesFolder();
  if (!binaries) return missing(progress, 'no server binary was found');
  const isRoot = process.getuid() === 0;
  const owner = isRoot ? await otherUser() : { command: [] };
  if (!owner) return missing(progress, `it cannot run as root, and there is no user ${otherUsers.join(' or ')}`);
  mkdirSync(home, { mode: 0o700 });
  if (isRoot) {
    chownSync(home, owner.uid, owner.gid);
    // So that another user may pass through to its own folder.
    chmodSync(dirname(home), 0o711);
  }
  const cluster = join(home, 'data');
  const as = (name, args) => {
    const [command, ...rest] = [...owner.command, join(binaries, name), ...args];
    return start(command, rest, { cwd: home });
  };
  await succeeded(as('initdb', ['-D', cluster, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C']), 'initdb');
  const server = as('postgres', ['-D', cluster, '-c', `unix_socket_directories=${home}`, ...settings]);
  const sql = (database, ...commands) => {
    const port = settings.find((setting) => setting.startsWith('port='))?.slice(5) ?? '5432';
    const args = ['-h', home, '-p', port, '-U', USER, '-d', database, '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
    return succeeded(start('psql', [...args, ...commands.flatMap((command) => ['-c', command])]), 'psql');
  };
  while (!server.output().includes('ready to accept connections')) {
    if (server.child.exitCode !== null) throw new Error(`PostgreSQL ended: ${server.output().slice(-2_000)}`);
    await wait(50);
  }
  return {
    home,
    user: USER,
    sql,
    version: (await sql('postgres', 'SHOW server_version')).output.split(' ', 1)[0],
    stop: async () => {
      server.child.kill('SIGINT');
      await server.ended;
    },
  };
}

async function load(sql, file, rows, header) {
  const columns = header.map((name) => `"${name}" ${typed[name] ?? 'text'}`);
  await sql(
    'DROP TABLE IF EXISTS transactions',
    `CREATE TABLE transactions (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), "uploadId" uuid DEFAULT '${crypto.randomUUID()}', ${columns.join(', ')})`,
    ...indexed.map((name) => `CREATE INDEX ON transactions ("${name}")`),
  );
  const names = header.map((name) => `"${name}"`).join(', ');
  const copy = await sql(`\\copy transactions (${names}) FROM '${file}' WITH (FORMAT csv, HEADER true)`);
  const stored = Number((await sql('SELECT COUNT(*) FROM transactions')).output);
  if (stored !== rows) throw new Error(`PostgreSQL stored ${stored} of ${rows} rows`);
  // CPU and memory of psql say nothing of the server's.
  return { wallS: copy.wallS };
}

function missing(progress, why) {
  progress(`PostgreSQL is left out: ${why}`);
  return null;
}

function binariesFolder() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => ['postgres', 'initdb'].every((name) => isExecutable(join(folder, name)))) ?? null;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function otherUser() {
  for (const name of otherUsers) {
    const ids = await Promise.all(['-u', '-g'].map((flag) => start('id', [flag, name]).ended));
    if (ids.some(({ code }) => code !== 0)) continue;
    const [uid, gid] = ids.map(({ output }) => Number(output));
    return { uid, gid, command: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] };
  }
  return null;
}
