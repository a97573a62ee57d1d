/**
 * docs/several-machines.md as an operator follows it: each block of shell in its order, on fresh databases that are set up by the example
 * files, take TLS alone and have a certificate of an authority that nobody else knows. What is replaced is in `replacedBy` and in `programs`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { connectionsMax } from '../../src/threads/connections.js';
import { readPage } from '../docs/markdown.js';
import { makeAuthority, makeCertificate } from '../support/certificates.js';
import { otherUser, postgresPrograms } from '../support/postgres.js';
import { dataDirectory, salesBin, serve } from '../support/serve-process.js';
import { example, filled } from './examples.js';
import { type DatabasePair, startPair } from './pair.js';

const programs = postgresPrograms();
const path = 'docs/several-machines.md';
const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const lines = text.split('\n');

interface Step {
  section: string;
  script: string;
}

/** All blocks of the page, by the heading above them. */
const steps: Step[] = readPage(path, text).blocks.map((block) => {
  if (block.language !== 'bash') throw new Error(`${path}:${block.line}: nobody runs this block`);
  const heading = lines.slice(0, block.line).findLast((line) => line.startsWith('## ')) ?? '';
  return { section: heading.slice(3), script: block.text };
});
const of = (...sections: string[]) => steps.filter(({ section }) => sections.includes(section));

interface Place {
  root: string;
  pair: DatabasePair;
  env: NodeJS.ProcessEnv;
  replaced: (script: string) => string;
  ca: string;
}

let ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

async function freshPlace(): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), 'sales-page-'));
  chmodSync(root, 0o755);
  ends.push(() => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const authority = await makeAuthority('authority of the page');
  const certificate = await makeCertificate({ issuer: authority });
  for (const [name, pem] of Object.entries({ 'ca.pem': authority.cert, 'fullchain.pem': certificate.cert, 'privkey.pem': certificate.key }))
    writeFileSync(join(root, name), pem, { mode: name === 'ca.pem' ? 0o644 : 0o600 });
  const pair = await startPair({ programs: programs ?? '', root, certificate, caFile: join(root, 'ca.pem') });
  ends.push(pair.stop);
  // The page makes it.
  await pair.sql('postgres', 'DROP ROLE replicator');
  const [port, other] = pair.ports;
  const replacedBy = {
    'host=db.example.com': `host=localhost port=${port}`,
    'db2.example.com': `localhost:${other}`,
    'db.example.com': `localhost:${port}`,
    '10.0.0.5': '127.0.0.1',
    '/etc/postgresql/15/main/': `${join(root, 'db1', 'config')}/`,
    '/etc/postgresql/tls/ca.pem': join(root, 'ca.pem'),
    '/var/lib/postgresql/15/main': join(root, 'db2', 'data'),
    '/var/lib/postgresql/': `${join(root, 'db1')}/`,
    '/var/backups/sales': root,
    '/var/lib/sales': join(root, 'data'),
    '/etc/sales/': `${root}/`,
  };
  const home = { HOME: root, XDG_CONFIG_HOME: join(root, 'config'), XDG_STATE_HOME: join(root, 'state') };
  const reach = { PGHOST: join(root, 'db1'), PGPORT: String(port), PGUSER: 'postgres', SALES_PORT: '0' };
  return {
    root,
    pair,
    ca: authority.cert,
    env: { ...process.env, ...home, ...reach, PATH: `${installed(root)}:${programs}:${process.env.PATH}` },
    replaced: (script) => Object.entries(replacedBy).reduce((all, [word, by]) => all.replaceAll(word, by), script),
  };
}

/** The programs that an operator has: `sales`, the two scripts, and a `sudo` that gives PostgreSQL's own files to the user that runs it here. */
function installed(root: string): string {
  const bin = join(root, 'bin');
  mkdirSync(bin);
  symlinkSync(salesBin, join(bin, 'sales'));
  for (const name of ['backup.sh', 'restore-drill.sh']) symlinkSync(fileURLToPath(example(name)), join(bin, name));
  const other = process.getuid?.() === 0 ? otherUser() : null;
  const become = other ? `setpriv --reuid=${other.uid} --regid=${other.gid} --clear-groups` : '';
  const sudo = `while [[ $1 == -* ]]; do [ "$1" != -u ] || shift; shift; done\ncase $1 in pg_basebackup | tee) exec ${become} "$@";; esac\nexec "$@"`;
  writeFileSync(join(bin, 'sudo'), `#!/bin/bash\n${sudo}\n`, { mode: 0o755 });
  return bin;
}

/** Runs the steps; a server that one starts goes on beside the next steps, until another one is started. */
async function follow(
  { root, env, replaced, ca }: Place,
  followed: readonly Step[],
  after: (step: Step) => Promise<void> = async () => {},
) {
  let stop = async () => {};
  for (const step of followed) {
    const script = replaced(step.script);
    if (script.startsWith('sales serve ')) {
      await stop();
      stop = await started(script, { root, env, ca });
      ends.push(stop);
    } else {
      const { status, stdout, stderr } = spawnSync('/bin/bash', ['-euo', 'pipefail', '-c', script], { cwd: root, env, encoding: 'utf8' });
      expect(status, `${step.section}:\n${script}\n${stdout}${stderr}`).toBe(0);
    }
    await after(step);
  }
  return stop;
}

/** Resolves when the server answers that it is ready; the result ends the server. */
async function started(script: string, { root, env, ca }: Pick<Place, 'root' | 'env' | 'ca'>): Promise<() => Promise<void>> {
  const child = spawn('/bin/bash', ['-c', `exec ${script}`], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!said.includes('SHA-256 of its key')) {
    if (child.exitCode !== null) throw new Error(`${script}\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const port = /Serving https:\/\/\S+?:(\d+)/.exec(said)?.[1];
  const own = /Clients need this certificate to trust it: (.*)/.exec(said)?.[1];
  expect(await statusOf(`https://localhost:${port}/readyz`, own === undefined ? ca : readFileSync(own, 'utf8'))).toBe(200);
  return async () => {
    child.kill('SIGINT');
    await ended;
  };
}

function statusOf(url: string, ca: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { ca, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

const doctor = ({ root, env }: Place, ...flags: string[]) =>
  spawnSync(join(root, 'bin', 'sales'), ['doctor', '--database-file', ...flags], { cwd: root, env, encoding: 'utf8' });

describe.skipIf(programs === null)('docs/several-machines.md', { timeout: 600_000 }, () => {
  it('is followed from an empty database to two, with a backup that is drilled', async () => {
    const place = await freshPlace();
    const all = steps.filter(({ section }) => section !== 'From SQLite');
    const isStreaming = () => place.pair.sql('postgres', "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'");
    await follow(place, all, async ({ script }) => {
      if (script.includes('pg_basebackup')) {
        await place.pair.startStandby();
        await expect.poll(isStreaming).toHaveLength(1);
      }
    });
    const [users] = await place.pair.sql<{ names: string }>(
      'sales',
      'SELECT string_agg(name, $1 ORDER BY name) AS names FROM app_user',
      ' ',
    );
    expect(users?.names).toBe('api cron');
    const [standbys] = await place.pair.sql<{ state: string }>('postgres', 'SELECT sync_state AS state FROM pg_stat_replication');
    expect(standbys?.state).toBe('sync');
  });

  it('is followed from SQLite', async () => {
    const place = await freshPlace();
    await follow(place, of('Make the database'));
    const { passwordFile, remove } = await dataDirectory();
    ends.push(remove);
    const server = await serve(join(place.root, 'data'), passwordFile, place.env, ['--log', 'none']);
    const sales = (...args: string[]) =>
      spawnSync(join(place.root, 'bin', 'sales'), args, { cwd: place.root, env: place.env, encoding: 'utf8' });
    expect(sales('login', '--url', server.url, '--user', 'api', '--ca-file', server.caFile, '--password-file', passwordFile)).toMatchObject(
      { status: 0 },
    );
    writeFileSync(join(place.root, 'sold.csv'), 'amount,currency,date,reference\n12.50,EUR,2026-11-20T10:00:00Z,A1\n');
    expect(sales('upload', '--yes', 'sold.csv')).toMatchObject({ status: 0 });
    const [first, ...rest] = of('From SQLite');
    await follow(place, [first as Step]);
    await server.end('SIGTERM');
    await follow(place, [...rest, ...of('Check')]);
    expect(await place.pair.sql('sales', 'SELECT amount::text FROM transaction')).toHaveLength(1);
  });

  it('a log-in that the database refuses is told by its cause, each with its remedy', async () => {
    const place = await freshPlace();
    const make = of('Make the database');
    // The control: without the authority, the page ends here.
    const bare = make.map((step) => ({ ...step, script: step.script.replace('--database-ca ca.pem', '') }));
    await expect(follow(place, bare)).rejects.toThrow('without TLS');
    await follow(place, make.slice(1));
    const { root } = place;
    const right = readFileSync(join(root, 'server.address'), 'utf8');
    const told = (address: string, ...flags: string[]) => {
      writeFileSync(join(root, 'tried.address'), address, { mode: 0o600 });
      const { status, stdout } = doctor(place, 'tried.address', ...flags);
      expect(status, stdout).toBe(2);
      return stdout;
    };
    const ca = ['--database-ca', 'ca.pem'];
    expect(doctor(place, 'server.address', ...ca)).toMatchObject({ status: 0 });
    const wrongPassword = told(right.replace(/:[^:@]+@/, ':wrong@'), ...ca);
    expect(wrongPassword).toContain('refuses the password of sales_app');
    expect(wrongPassword).toContain("ALTER ROLE sales_app PASSWORD '…'");
    expect(wrongPassword).not.toContain('pg_hba');
    expect(told(right.replace(/:[^:@]+@/, '@'), ...ca)).toContain('refuses the password of sales_app');
    const noRule = told(right.replace('sales_app', 'postgres'), ...ca);
    expect(noRule).toContain('No line of pg_hba.conf lets postgres into');
    expect(noRule).toContain('hostssl sales postgres 127.0.0.1 scram-sha-256');
    const noTls = told(right.replace('?sslmode=verify-full', ''));
    expect(noTls).toContain('without TLS');
    expect(noTls).toContain('--database-ca');
    expect([noRule, noTls].join()).not.toContain('password');
  });
});

it('the page and the example tell how many connections a server has', () => {
  expect(text).toContain(`a server has up to ${connectionsMax} connections`);
  expect(filled('postgresql.conf', {})).toContain(`Each server of sales has ${connectionsMax} connections at most`);
});
