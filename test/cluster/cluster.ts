/**
 * Two servers of sales behind haproxy, on a primary with a synchronous standby, TLS on every way: what docs/examples describe, on ports of
 * 127.0.0.1. The second server reaches its database through proxies that can cut a connection around a COMMIT.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type CuttingProxy, cuttingProxy } from '../postgres/cutting-proxy.js';
import { makeAuthority, makeCertificate } from '../support/certificates.js';
import { freePort, postgresPrograms } from '../support/postgres.js';
import { password, type ServeProcess, salesBin, serve } from '../support/serve-process.js';
import { filled } from './examples.js';
import { type DatabasePair, startPair } from './pair.js';

/** What clients call the service, and its certificate. */
export const serviceName = 'localhost';
export const serverNames = ['server1', 'server2'] as const;
export const database = 'sales';

export interface Programs {
  postgres: string;
  haproxy: string;
}

export interface ClusterServer {
  name: (typeof serverNames)[number];
  /** Null while it does not run. */
  process: ServeProcess | null;
  metricsPort: number;
  /** What those before it have written. */
  before: string;
}

export interface SalesCluster {
  /** Of the balancer. */
  url: string;
  ca: string;
  caFile: string;
  /** A folder for files of the test. */
  root: string;
  pair: DatabasePair;
  servers: readonly [ClusterServer, ClusterServer];
  /** On the second server's ways to both databases. */
  proxies: readonly [CuttingProxy, CuttingProxy];
  /** Flags that name the database, as the servers have them. */
  databaseFlags: readonly string[];
  /** The file with the superuser's address of the primary. */
  ownerFile(): string;
  urlOf(server: ClusterServer): string;
  /** Starts a server that does not run; `bin` is another build's program. */
  start(server: ClusterServer, bin?: string): Promise<void>;
  /** As an operator stops it. */
  terminate(server: ClusterServer): Promise<void>;
  kill(server: ClusterServer): Promise<void>;
  /** Runs the command line. */
  sales(args: readonly string[], bin?: string): Promise<{ code: number; output: string }>;
  /** Asks through the balancer. */
  get(path: string, login?: string): Promise<Answer>;
  /** Asks one of the servers itself. */
  getFrom(server: ClusterServer, path: string, login?: string): Promise<Answer>;
  stop(): Promise<void>;
}

export interface Answer {
  status: number;
  servedBy: string;
  body: string;
}

/** The programs that are needed; null where one is missing, which with CI set is a failure. */
export function clusterPrograms(): Programs | null {
  const postgres = postgresPrograms();
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const haproxy = folders.map((folder) => join(folder, 'haproxy')).find((file) => existsSync(file));
  if (!haproxy && process.env.CI) throw new Error('no haproxy found');
  if (!haproxy) process.stderr.write('skipped: no haproxy found (Debian: apt-get install haproxy)\n');
  return postgres && haproxy ? { postgres, haproxy } : null;
}

/** Fails as any of its parts does, and leaves none of them running. */
export async function startCluster(programs: Programs): Promise<SalesCluster> {
  const ends: (() => unknown)[] = [];
  const end = async () => {
    for (const one of ends.splice(0).reverse()) await one();
  };
  try {
    return await begin(programs, ends, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function begin(programs: Programs, ends: (() => unknown)[], end: () => Promise<void>): Promise<SalesCluster> {
  // PostgreSQL runs as another user, which must be able to find its folder.
  const root = mkdtempSync(join(tmpdir(), 'sales-cluster-'));
  const file = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(root, name), text, { mode });
    return join(root, name);
  };
  chmodSync(root, 0o755);
  ends.push(() => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const authority = await makeAuthority('authority of the cluster');
  const certificate = await makeCertificate({ issuer: authority });
  const caFile = file('ca.pem', authority.cert, 0o644);
  const cert = file('server.pem', certificate.cert);
  const key = file('server.key', certificate.key);
  const passwordFile = file('password', `${password}\n`);
  const pair = await startPair({ programs: programs.postgres, root, certificate, caFile });
  ends.push(pair.stop);

  const home = { HOME: root, XDG_CONFIG_HOME: join(root, 'config'), XDG_STATE_HOME: join(root, 'state') };
  const sales: SalesCluster['sales'] = (args, bin = salesBin) =>
    new Promise((resolve) => {
      execFile(process.execPath, [bin, ...args], { env: { ...process.env, ...home } }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: stdout + stderr }),
      );
    });
  const ownerFile = () => file('owner.address', pair.ownerText(database));
  await pair.sql('postgres', `CREATE DATABASE ${database}`);
  const made = await sales(['admin', '--database-file', ownerFile(), 'database', 'create', '--server-file', join(root, 'made')]);
  if (made.code !== 0) throw new Error(made.output);
  await pair.attachStandby();

  const secret = /sales_app:([^@]+)@/.exec(readFileSync(join(root, 'made'), 'utf8'))?.[1] ?? '';
  const addressOf = (ports: readonly number[]) =>
    `postgres://sales_app:${secret}@${ports.map((port) => `localhost:${port}`).join(',')}/${database}`;
  const tls = { cert: certificate.cert, key: certificate.key, ca: authority.cert };
  const proxies = (await Promise.all(pair.ports.map((port) => cuttingProxy(port, tls)))) as [CuttingProxy, CuttingProxy];
  ends.push(() => proxies.map((proxy) => proxy.close()));
  const databaseFlags = ['--database-file', file('direct.address', addressOf(pair.ports)), '--database-ca', caFile];
  const cutFlags = ['--database-file', file('proxied.address', addressOf(proxies.map(({ port }) => port))), '--database-ca', caFile];

  const ports = [await freePort(), await freePort()] as const;
  const servers = await Promise.all(
    serverNames.map(async (name): Promise<ClusterServer> => ({ name, process: null, metricsPort: await freePort(), before: '' })),
  );
  ends.push(() => Promise.all(servers.map((server) => server.process?.end('SIGKILL'))));
  const [first, second] = servers as [ClusterServer, ClusterServer];
  const start: SalesCluster['start'] = async (server, bin) => {
    const data = join(root, server.name);
    mkdirSync(data, { recursive: true });
    const way = server === second ? cutFlags : databaseFlags;
    const port = ports[server === second ? 1 : 0];
    const flags = [...way, '--port', String(port), '--cert', cert, '--key', key, '--trusted-proxy', '127.0.0.1', '--log', 'text'];
    server.process = await serve(data, passwordFile, {}, [...flags, '--metrics-port', String(server.metricsPort)], bin);
  };
  await start(first);
  await start(second);

  const balancerPort = await freePort();
  const words = {
    '10.0.0.5:443': `127.0.0.1:${balancerPort}`,
    '10.0.0.11:8443': `127.0.0.1:${ports[0]}`,
    '10.0.0.12:8443': `127.0.0.1:${ports[1]}`,
    'sales.example.com': serviceName,
    '/etc/haproxy/sales.pem': file('balancer.pem', certificate.cert + certificate.key),
    '/etc/haproxy/ca.pem': caFile,
  };
  const balancer = await startBalancer(programs.haproxy, file('haproxy.cfg', filled('haproxy.cfg', words)));
  ends.push(() => balancer.kill('SIGKILL'));
  const url = `https://${serviceName}:${balancerPort}`;
  const urlOf = (server: ClusterServer) => `https://localhost:${ports[server === second ? 1 : 0]}`;
  const get = (to: string, path: string, login = `api:${password}`) => ask(`${to}${path}`, authority.cert, login);
  const cluster: SalesCluster = {
    url,
    ca: authority.cert,
    caFile,
    root,
    pair,
    servers: [first, second],
    proxies,
    databaseFlags,
    ownerFile,
    urlOf,
    start,
    terminate: async (server) => {
      await server.process?.end('SIGTERM');
      server.before += server.process?.output() ?? '';
      server.process = null;
    },
    kill: async (server) => {
      await server.process?.end('SIGKILL');
      server.process = null;
    },
    sales,
    get: (path, login) => get(url, path, login),
    getFrom: (server, path, login) => get(urlOf(server), path, login),
    stop: end,
  };
  await untilServedBy(cluster, serverNames);
  return cluster;
}

/** Resolves when the balancer has sent something to each of these, and to no other. */
export async function untilServedBy({ get }: Pick<SalesCluster, 'get'>, names: readonly string[]): Promise<void> {
  for (;;) {
    const seen = new Set<string>();
    for (let asked = 0; asked < 8; asked++) seen.add((await get('/healthz').catch(() => ({ servedBy: 'nobody' }))).servedBy);
    if (seen.size === names.length && names.every((name) => seen.has(name))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function startBalancer(program: string, config: string): Promise<ChildProcess> {
  const balancer = spawn(program, ['-f', config, '-db'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  balancer.stderr.on('data', (text) => {
    said = (said + text).slice(-4_000);
  });
  // It says nothing when all is well; a configuration that it does not take ends it at once.
  await new Promise<void>((resolve, reject) => {
    balancer.once('exit', () => reject(new Error(`haproxy ended: ${said}`)));
    setTimeout(resolve, 300);
  });
  return balancer;
}

function ask(url: string, ca: string, login: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { ca, auth: login, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, servedBy: String(response.headers['x-served-by'] ?? ''), body }),
      );
    });
    asked.on('error', reject).setTimeout(60_000, () => asked.destroy(new Error('no answer')));
    asked.end();
  });
}
