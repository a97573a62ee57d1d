/**
 * A primary and its synchronous standby, as docs/examples set them up: real PostgreSQL with fsync on and TLS, each on a port of 127.0.0.1. The
 * standby can be promoted; the other one is then made again as its standby.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Pair as CertificatePair } from '../support/certificates.js';
import { freePort, isReady, otherUser } from '../support/postgres.js';
import { filled } from './examples.js';

export interface DatabasePair {
  /** Of both, in an order that stays. */
  ports: readonly [number, number];
  /** The superuser's address of the primary, by its socket. */
  ownerText(database: string): string;
  /** Runs statements as the superuser of the primary. */
  sql<Row extends pg.QueryResultRow>(database: string, text: string, ...values: unknown[]): Promise<Row[]>;
  /** Connects the standby, and from then on waits for it with each commit. */
  attachStandby(): Promise<void>;
  /** From now on no commit waits for the standby. */
  waitForNobody(): Promise<void>;
  /** The primary is gone at once, with all its processes. */
  killPrimary(): void;
  /** The standby becomes the primary. Resolves when it takes writes. */
  promote(): Promise<void>;
  /** Stops the standby where it is; a commit then waits. */
  freezeStandby(): void;
  thawStandby(): void;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): void;
}

interface Server {
  name: string;
  port: number;
  home: string;
  data: string;
  config: string;
  process: ChildProcess | null;
  starts: number;
}

const REPLICATOR_PASSWORD = 'replicates';
/** As short as it may be: a base backup then takes a moment. */
const SEGMENT_MB = 1;

export interface PairOptions {
  /** The folder of the programs. */
  programs: string;
  /** An existing folder, in which others may search. */
  root: string;
  certificate: CertificatePair;
  /** Of the authority. */
  caFile: string;
}

export async function startPair({ programs, root, certificate, caFile }: PairOptions): Promise<DatabasePair> {
  const other = process.getuid?.() === 0 ? otherUser() : null;
  const own = (path: string, mode: number) => {
    chmodSync(path, mode);
    if (other) chownSync(path, other.uid, other.gid);
  };
  const write = (path: string, text: string) => {
    writeFileSync(path, text);
    own(path, 0o600);
  };
  const folder = (path: string) => {
    mkdirSync(path);
    own(path, 0o700);
    return path;
  };
  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const ended = spawnSync(join(programs, program), args, {
      ...other,
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, HOME: root, ...env },
    });
    if (ended.status !== 0) throw new Error(`${program}: ${ended.stderr}`);
  };
  const prepare = async (name: string): Promise<Server> => {
    const home = folder(join(root, name));
    const config = folder(join(home, 'config'));
    const port = await freePort();
    write(join(config, 'server.pem'), certificate.cert);
    write(join(config, 'server.key'), certificate.key);
    const files = {
      '/etc/postgresql/tls/server.pem': join(config, 'server.pem'),
      '/etc/postgresql/tls/server.key': join(config, 'server.key'),
      '/etc/postgresql/15/main/synchronous.conf': join(config, 'synchronous.conf'),
    };
    write(join(config, 'postgresql.conf'), filled('postgresql.conf', { '10.0.0.21': '127.0.0.1', ...files }));
    write(join(config, 'pg_hba.conf'), filled('pg_hba.conf', { '10.0.0.0/24': '127.0.0.0/8', peer: 'trust' }));
    write(join(config, 'pg_ident.conf'), '');
    return { name, port, home, config, data: join(home, 'data'), process: null, starts: 0 };
  };
  const begin = async (server: Server) => {
    const set = {
      config_file: join(server.config, 'postgresql.conf'),
      hba_file: join(server.config, 'pg_hba.conf'),
      ident_file: join(server.config, 'pg_ident.conf'),
      data_directory: server.data,
      port: String(server.port),
      unix_socket_directories: server.home,
    };
    const args = Object.entries(set).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const messages = join(server.home, `messages-${server.starts++}`);
    const sink = openSync(messages, 'a', 0o644);
    server.process = spawn(join(programs, 'postgres'), args, {
      ...other,
      cwd: server.home,
      stdio: ['ignore', sink, sink],
      env: { ...process.env, HOME: server.home },
    });
    closeSync(sink);
    await isReady(server.process, messages);
  };
  const end = async (server: Server, signal: NodeJS.Signals) => {
    const running = server.process;
    server.process = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  };

  const one = await prepare('db1');
  const two = await prepare('db2');
  run('initdb', ['-D', one.data, '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C', `--wal-segsize=${SEGMENT_MB}`]);
  await begin(one);
  let [primary, standby] = [one, two];

  const ownerText = (database: string, { port, home } = primary) => `postgres://postgres@:${port}/${database}?host=${home}`;
  const clientOf = async (database: string) => {
    const client = new pg.Client({ host: primary.home, port: primary.port, user: 'postgres', database });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const sql: DatabasePair['sql'] = async <Row extends pg.QueryResultRow>(database: string, text: string, ...values: unknown[]) => {
    const client = await clientOf(database);
    try {
      return (await client.query<Row>(text, values.length > 0 ? values : undefined)).rows;
    } finally {
      await client.end();
    }
  };
  const waitFor = async (names: string) => {
    write(join(primary.config, 'synchronous.conf'), `synchronous_standby_names = '${names}'\n`);
    await sql('postgres', 'SELECT pg_reload_conf()');
    for (;;) {
      const [found] = await sql<{ names: string }>('postgres', "SELECT current_setting('synchronous_standby_names') AS names");
      if (found?.names === names) return;
      await pause();
    }
  };
  await sql('postgres', `CREATE ROLE replicator LOGIN REPLICATION PASSWORD '${REPLICATOR_PASSWORD}'`);

  const isStreaming = async () => {
    for (;;) {
      const rows = await sql('postgres', "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'");
      if (rows.length > 0) return;
      await pause();
    }
  };
  return {
    ports: [one.port, two.port],
    ownerText: (database) => ownerText(database),
    sql,
    attachStandby: async () => {
      rmSync(standby.data, { recursive: true, force: true });
      rmSync(join(standby.config, 'synchronous.conf'), { force: true });
      const from = `host=localhost port=${primary.port} user=replicator sslmode=verify-full sslrootcert=${caFile}`;
      const env = { PGPASSWORD: REPLICATOR_PASSWORD };
      run('pg_basebackup', ['-d', from, '-D', standby.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'], env);
      await begin(standby);
      await isStreaming();
      await waitFor('*');
    },
    waitForNobody: () => waitFor(''),
    killPrimary: () => {
      const pid = primary.process?.pid;
      if (pid === undefined) return;
      const children = childrenOf(pid);
      for (const one of [pid, ...children]) signal(one, 'SIGKILL');
      primary.process = null;
    },
    promote: async () => {
      run('pg_ctl', ['promote', '-D', standby.data, '-w']);
      [primary, standby] = [standby, primary];
    },
    freezeStandby: () => {
      for (const one of familyOf(standby)) signal(one, 'SIGSTOP');
    },
    thawStandby: () => {
      for (const one of familyOf(standby)) signal(one, 'SIGCONT');
    },
    stopStandby: () => end(standby, 'SIGQUIT'),
    startStandby: () => begin(standby),
    stop: () => {
      for (const server of [one, two]) {
        for (const pid of familyOf(server)) signal(pid, 'SIGCONT');
        server.process?.kill('SIGQUIT');
      }
    },
  };
}

function familyOf({ process: running }: Server): number[] {
  if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return [];
  return [running.pid, ...childrenOf(running.pid)];
}

/** The processes that this one has started and that still run. */
function childrenOf(pid: number): number[] {
  const children: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) children.push(Number(name));
    } catch {
      // It has ended meanwhile.
    }
  }
  return children;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
