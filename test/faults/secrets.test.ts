/**
 * Where secrets end up. The real command line and the real server run as processes, with --debug, JSON logs, refused requests, broken
 * connections, rejected rows and an interrupted upload from standard input; then every file and every output is searched.
 * A password stands in the credentials file alone; encrypted card data only where the user's own data belongs; full card numbers
 * nowhere but in what the user wrote, and in standard input put aside for a job that is not through.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServeProcess, salesBin, serve } from '../support/serve-process.js';
import { type FaultProxy, openFaultProxy } from './fault-proxy.js';
import { seeded } from './seeded.js';

const password = 'Marker-Password-4f1c9a';
const otherPassword = 'Marker-Second-Password-77be';
const wrongPassword = 'Marker-Wrong-Password-0d3e';
const panEncrypted = 'MarkerPanEncrypted+8c2f/Aa==';

/** Passwords as they stand, and as they travel. */
const passwordNeedles = [password, otherPassword, wrongPassword].flatMap((text) => [
  text,
  Buffer.from(text).toString('base64').slice(0, -4),
  Buffer.from(`api:${text}`).toString('base64').slice(0, -4),
  Buffer.from(`second:${text}`).toString('base64').slice(0, -4),
]);

/** Well-known test numbers, and others of every length with a right check digit. */
const cards = [
  ...['4242424242424242', '4000056655665556', '5555555555554444', '2223003122003222', '378282246310005', '371449635398431'],
  ...['6011111111111117', '3056930009020004', '36227206271667', '3566002020360505', '6200000000000005', '6205500000000000004'],
];
const random = seeded(20_261_121);
while (cards.length < 50) {
  const length = 13 + (cards.length % 7);
  const body = `${4 + random(3)}${Array.from({ length: length - 2 }, () => random(10)).join('')}`;
  cards.push(`${body}${[...'0123456789'].find((digit) => passesLuhn(body + digit))}`);
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** As they are typed: plain, and in groups. */
const written = cards.map((card, at) => (at % 3 === 0 ? card : card.replace(/(\d{4})(?=\d)/g, at % 3 === 1 ? '$1 ' : '$1-')));
const cardNeedles = [...new Set([...cards, ...written])];

let root: string;
/** Everything that is searched; what the test writes for the user lies in `root` beside it. */
let searched: string;
let directory: string;
let server: ServeProcess;
let proxy: FaultProxy;
/** Outputs of all processes, by what was run. */
const outputs: [string, string][] = [];
const commandLines: string[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sales-secrets-'));
  searched = join(root, 'searched');
  mkdirSync(searched);
  directory = join(searched, 'data');
  writeFileSync(join(root, 'password'), `${password}\n`, { mode: 0o600 });
  server = await startServer(join(root, 'password'), 'json');
  proxy = await openFaultProxy(directory, server.url);
});
afterAll(async () => {
  agent.destroy();
  await proxy.close();
  await server.end('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

async function startServer(passwordFile: string | null, log: string): Promise<ServeProcess> {
  const started = await serve(directory, passwordFile, {}, ['--log', log, '--debug', '--metrics-port', '0']);
  commandLines.push(readFileSync(`/proc/${started.child.pid}/cmdline`, 'utf8'));
  return started;
}

async function stopServer(): Promise<void> {
  expect(await server.end('SIGTERM')).toBe(0);
  outputs.push(['serve', server.output()]);
}

interface Run {
  exit: number | string;
  stdout: string;
  stderr: string;
}

function start(args: string[], stdin = ''): { child: ChildProcess; ended: Promise<Run> } {
  const env = { ...process.env, XDG_CONFIG_HOME: join(searched, 'config'), XDG_STATE_HOME: join(searched, 'state') };
  const child = spawn(process.execPath, [salesBin, ...args], { env, cwd: searched, stdio: ['pipe', 'pipe', 'pipe'] });
  commandLines.push(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const ended = new Promise<Run>((resolve) => {
    child.once('close', (code, signal) => {
      const name = args.filter((word) => /^[a-z]+$|^--json$/.test(word)).join(' ');
      outputs.push([`${name} stdout`, stdout], [`${name} stderr`, stderr]);
      resolve({ exit: code ?? signal ?? 'unknown', stdout, stderr });
    });
  });
  return { child, ended };
}

async function sales(exit: number | string, args: string[], stdin?: string): Promise<Run> {
  const ended = await start(['--debug', ...args], stdin).ended;
  if (ended.exit !== exit) expect({ args, ...ended }).toEqual({ exit });
  return ended;
}

const agent = new Agent({ keepAlive: true });

/** A request that no client of ours would send; its answer is searched, too. */
function raw(
  path: string,
  options: { login?: string | null; method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const { login = `api:${password}`, method = options.body === undefined ? 'GET' : 'POST', body, headers = {} } = options;
  return new Promise((resolve, reject) => {
    const authorization = login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
    const call = request(
      `${server.url}${path}`,
      { method, ca: server.ca, agent, headers: { 'content-type': 'application/json', ...authorization, ...headers } },
      (response) => {
        let text = JSON.stringify(response.headers);
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => {
          outputs.push([`answer to ${method} ${path.slice(0, 40)}`, text]);
          resolve(response.statusCode ?? 0);
        });
      },
    );
    call.on('error', reject).end(body);
  });
}

const header = 'transactionDate,amount,currency,transactionReference,cardNumberMasked,panEncrypted';
const line = (row: number, card: string, encrypted = panEncrypted) =>
  `2026-11-20T10:00:00+01:00,${row}.50,EUR,R-${row},${card},${encrypted}`;

/** Files and outputs that hold any of the needles. */
function holding(needles: readonly string[]): string[] {
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  const found = files(searched).filter((file) => {
    const bytes = readFileSync(file);
    return needles.some((needle) => bytes.includes(needle));
  });
  const said = [...outputs, ...commandLines.map((text): [string, string] => ['command line', text])];
  const told = said.filter(([, text]) => needles.some((needle) => text.includes(needle)));
  return [...new Set([...found.map((file) => relative(searched, file)), ...told.map(([name]) => name)])].sort();
}

it('passwords, encrypted card data and card numbers stand only where they belong', async () => {
  const ca = ['--url', proxy.url, '--user', 'api', '--ca-file', join(directory, 'tls/ca.pem')];
  await sales(3, ['login', ...ca, '--password-stdin'], wrongPassword);
  await sales(0, ['login', ...ca, '--password-stdin'], password);

  // Good rows, and a row for each card.
  const file = join(root, 'day.csv');
  const good = Array.from({ length: 200 }, (_, row) => line(row, '424242******4242'));
  writeFileSync(file, [header, ...good, ...written.map((card, at) => line(1_000 + at, card))].join('\n'));
  const rejects = join(searched, 'day.rejects.csv');
  await sales(5, ['upload', file, '--rejects', rejects, '--batch', '50', '--json']);
  await sales(4, ['upload', file, '--rejects', rejects]);
  await sales(5, ['upload', file, '--rejects', `${rejects}.2`, '--again', '--batch', '20', '-v']);
  expect(readFileSync(rejects, 'utf8')).toContain('424242******4242');

  // As JSON, where each card is a fault of its own.
  const json = join(root, 'day.json');
  const records = written.map((cardNumberMasked, at) => ({ amount: at, currency: 'EUR', cardNumberMasked, panEncrypted }));
  writeFileSync(json, JSON.stringify([{ amount: 1, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z' }, ...records]));
  await sales(5, ['upload', json, '--rejects', join(searched, 'json.rejects')]);
  await sales(4, ['upload', json, '--strict']);
  await sales(5, ['upload', json, '--dry-run']);

  // Replies that are lost and spoilt.
  const spoilt = proxy.seen;
  proxy.faultFor = (upload) => (upload === spoilt + 1 ? { kind: 'cutReply', afterBytes: 0, how: 'reset' } : null);
  await sales(0, ['upload', '-', '--retry-for', '20s'], [header, ...good.slice(0, 20)].join('\n'));

  // An upload of standard input that is killed in its midst, and goes on later.
  proxy.faultFor = () => ({ kind: 'silence' });
  const stdin = [header, ...good.slice(100), ...written.map((card, at) => line(2_000 + at, card))].join('\n');
  const killed = start(['--debug', 'upload', '-', '--batch', '10', '--rejects', join(searched, 'stdin.rejects')], stdin);
  const before = proxy.seen;
  await expect.poll(() => proxy.seen, { timeout: 20_000 }).toBeGreaterThan(before);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const aside = holding(cardNeedles);
  expect(aside).toEqual([expect.stringMatching(/^state\/sales\/jobs\/[^/]+\/input$/)]);
  expect(statSync(join(searched, aside[0] ?? '')).mode & 0o777).toBe(0o600);
  proxy.faultFor = () => null;
  await sales(5, ['resume', 'last']);
  expect(holding(cardNeedles)).toEqual([]);

  // Requests that no client of ours sends.
  const upload = '/sales/v1/transactions/upload';
  const body = (transaction: object) => JSON.stringify({ transactions: [transaction] });
  for (const card of written) expect(await raw(upload, { body: body({ cardNumberMasked: card, panEncrypted, amount: 'x' }) })).toBe(400);
  expect(await raw(upload, { body: `{"transactions":[{"panEncrypted":"${panEncrypted}" ${cards[0]}]}` })).toBe(400);
  expect(await raw(upload, { body: body({ panEncrypted: panEncrypted.repeat(100) }) })).toBe(400);
  expect(await raw(upload, { body: body({ panEncrypted: { [panEncrypted]: 1 } }) })).toBe(400);
  expect(await raw(upload, { body: body({ panEncrypted, amount: 1 }), headers: { 'idempotency-key': 'k 1' } })).toBe(400);
  expect(await raw(`/sales/v1/transactions?amountFrom=${panEncrypted}&pageSize=${cards[0]}`)).toBe(400);
  expect(await raw(`/sales/v1/transactions/${encodeURIComponent(panEncrypted)}`)).toBe(400);
  expect(await raw(`/sales/v1/transactions/${cards[1]}`)).toBe(400);
  expect(await raw(`/${cards[2]}/${cards[3]}`)).toBe(404);
  expect(await raw('/sales/v1/', { login: `api:${wrongPassword}` })).toBe(401);
  expect(await raw('/sales/v1/', { login: `${wrongPassword}:${wrongPassword}` })).toBe(401);
  expect(await raw('/sales/v1/', { login: null, headers: { authorization: `Bearer ${wrongPassword}` } })).toBe(401);
  expect(await raw('/metrics')).toBe(200);

  // Everything else that reads and shows.
  await sales(5, ['status', 'last']);
  for (const args of [['ping'], ['whoami'], ['config', 'show', '--origin'], ['uploads'], ['list'], ['list', '--json']]) {
    await sales(0, args);
  }
  const { stdout } = await sales(0, ['list', '--json', '--limit', '500']);
  const { transactionId } = JSON.parse(stdout).items.find((item: { panEncrypted: string }) => item.panEncrypted === panEncrypted);
  const [job] = JSON.parse((await sales(0, ['uploads', '--json'])).stdout).jobs;
  await sales(0, ['uploads', 'show', job.job, '--json']);
  expect((await start(['get', transactionId, '--json']).ended).exit).toBe(0);
  await sales(0, ['export', '--out', join(searched, 'export.csv'), '--detail']);

  // The one who runs it.
  const data = ['--data', directory];
  await sales(0, ['admin', ...data, 'user', 'add', 'second', '--tenant', 'Default', '--password-stdin'], otherPassword);
  expect(await raw('/sales/v1/', { login: `second:${otherPassword}` })).toBe(200);
  await sales(0, ['admin', ...data, 'user', 'passwd', 'second', '--password-stdin'], password);
  await sales(0, ['admin', ...data, 'audit', 'list', '--json']);
  await sales(0, ['backup', 'create', ...data]);
  await stopServer();
  server = await startServer(null, 'text');
  proxy.upstream = server.url;
  expect(await raw(`/sales/v1/transactions/${cards[4]}`)).toBe(400);
  expect(await raw('/sales/v1/', { login: `api:${wrongPassword}` })).toBe(401);
  await sales(0, ['list']);
  await stopServer();

  const backup = `data/backups/${readdirSync(join(directory, 'backups'))[0]}`;
  expect(holding(passwordNeedles)).toEqual(['config/sales/credentials.json']);
  expect(statSync(join(searched, 'config/sales/credentials.json')).mode & 0o777).toBe(0o600);
  expect(holding([panEncrypted])).toEqual(
    [
      ...['data/sales.db', backup, 'export.csv', 'get --json stdout', 'list --json stdout'],
      ...['day.rejects.csv', 'day.rejects.csv.2', 'json.rejects', 'stdin.rejects'],
    ].sort(),
  );
  expect(holding(cardNeedles)).toEqual([]);
  // The search finds what is there.
  outputs.push(['control', `before ${cards[49]} after`]);
  expect(holding(cardNeedles)).toEqual(['control']);
}, 240_000);
