/** The fuzz as a whole: a real server, many connections at once until enough was sent, and what is seen of the server afterwards. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { createSecureContext } from 'node:tls';
import { expect } from 'vitest';
import { type Change, variantOf } from '../../faults/variant.js';
import { dataDirectory, password, type ServeProcess, serve } from '../../support/serve-process.js';
import { uploadOperation } from './addresses.js';
import { answerCheck } from './answers.js';
import { costlyBodies, type Packed } from './bodies.js';
import type { Target } from './connection.js';
import { goodLogin } from './logins.js';
import { type Finding, type Fuzz, runSession } from './session.js';
import { faultsOfBooks, fuzzWorld } from './world.js';

export interface FuzzOptions {
  seed: number;
  /** How many requests. */
  count: number;
  /** To the build; none for the build as it is. */
  changes?: Change[];
  /** With so many findings the rest is not sent. */
  findingsMax?: number;
  /** Whether the server's memory is looked at: it then works before, and rests afterwards. */
  isWarm?: boolean;
  /** How long the server may rest until its memory is back. */
  restMs?: number;
}

export interface Fuzzed {
  sent: number;
  /** How often each status came; 0 stands for a connection that was closed without an answer. */
  statuses: Record<string, number>;
  seconds: number;
  /** What the server took of the processors in that time, in seconds. */
  cpuSeconds: number;
  findings: Finding[];
  /** What the server holds, in MB, after a tenth of the requests and after the last, both at rest; 0 where nobody looks. */
  memoryMb: { before: number; peak: number; after: number };
  /** What is wrong with the database afterwards. */
  books: string[];
  /** How the server ended, and what it wrote. */
  end: number | string;
  output: string;
}

const CONNECTIONS = 8;
const REST_MS = 60_000;
/** So that the caches of the database, which stay full, are full before. */
const WARM_UPLOADS = 6;
/** The larger the database, the more of it the caches hold: this part of the requests is not counted yet. */
const WARM_SHARE = 0.1;
export const MEMORY_MB_MORE = 50;

/** Runs the fuzz against a server of its own. */
export async function runFuzz({
  seed,
  count,
  changes = [],
  findingsMax = 10,
  isWarm = true,
  restMs = REST_MS,
}: FuzzOptions): Promise<Fuzzed> {
  const data = await dataDirectory();
  const variant = changes.length > 0 ? variantOf(...changes) : null;
  const env = { NODE_OPTIONS: `--import=${new URL('collect-garbage.js', import.meta.url)}` };
  const server = await serve(data.directory, data.passwordFile, env, ['--log', 'none'], variant?.bin);
  try {
    const world = fuzzWorld(data.directory);
    const target = targetOf(server);
    const check = answerCheck(JSON.parse((await send(server, '/openapi.json')).body));
    const fuzz: Fuzz = { world, target, check, seed, sent: 0, statuses: new Map() };
    // Who is known is served, however many fail afterwards from the same address.
    for (const user of world.users) await send(server, '/sales/v1/', { authorization: goodLogin(user) });
    if (isWarm) await warmUp(server);
    const findings: Finding[] = [];
    const startedMs = performance.now();
    const cpuBefore = cpuSecondsOf(server);
    let next = 0;
    let peak = 0;
    const workUpTo = async (sent: number) => {
      while (fuzz.sent < sent && findings.length < findingsMax && server.child.exitCode === null) {
        const finding = await runSession(fuzz, next++);
        if (finding) findings.push(finding);
        peak = Math.max(peak, memoryMb(server));
      }
    };
    const sendUpTo = (sent: number) => Promise.all(Array.from({ length: CONNECTIONS }, () => workUpTo(sent)));
    if (isWarm) await sendUpTo(count * WARM_SHARE);
    const before = isWarm ? await rested(server, 0, 0) : 0;
    await sendUpTo(count);
    const cpuSeconds = cpuSecondsOf(server) - cpuBefore;
    const seconds = (performance.now() - startedMs) / 1_000;
    const after = isWarm ? await rested(server, before + MEMORY_MB_MORE, restMs) : 0;
    const end = server.child.exitCode ?? (await server.end('SIGTERM'));
    const statuses = Object.fromEntries([...fuzz.statuses].sort(([a], [b]) => a - b));
    const books = faultsOfBooks(world, data.directory);
    return {
      sent: fuzz.sent,
      statuses,
      seconds,
      cpuSeconds,
      findings,
      memoryMb: { before, peak, after },
      books,
      end,
      output: server.output(),
    };
  } finally {
    if (server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGKILL');
    variant?.remove();
    await data.remove();
  }
}

function targetOf({ url, ca }: ServeProcess): Target {
  let kept: Buffer | undefined;
  const onSession = (given: Buffer) => {
    kept = given;
  };
  return { port: Number(new URL(url).port), secureContext: createSecureContext({ ca }), session: () => kept, onSession };
}

/** Brings the server to what it holds when it has worked: the caches of the database, and the memory of the largest bodies, four at once. */
async function warmUp(server: ServeProcess): Promise<void> {
  const authorization = `Basic ${Buffer.from(`api:${password}`).toString('base64')}`;
  const json = { authorization, 'content-type': 'application/json' };
  const upload = ({ bytes, encoding }: Packed) =>
    send(server, uploadOperation.path, { ...json, ...(encoding === null ? {} : { 'content-encoding': encoding }) }, bytes);
  const rows = Array.from({ length: 20_000 }, (_, at) => ({
    amount: at,
    currency: 'EUR',
    orderId: `order ${at}`,
    terminalId: `T${at % 50}`,
  }));
  const bytes = Buffer.from(JSON.stringify({ transactions: rows }));
  for (let at = 0; at < WARM_UPLOADS; at++) await upload({ bytes, encoding: null });
  const list = '/sales/v1/transactions?pageSize=500&pageNumber=200&sorting.key=';
  await Promise.all(['Amount', 'TransactionDate', 'Amount', 'TransactionDate'].map((key) => send(server, list + key, { authorization })));
  const left = costlyBodies();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const body of left) await upload(body);
    }),
  );
}

/** What a process holds in memory of its own, not of files, in MB. */
function memoryMb({ child }: ServeProcess): number {
  if (child.exitCode !== null) return 0;
  return Math.round(Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_000);
}

/** Of all its threads; Linux counts in hundredths. */
function cpuSecondsOf({ child }: ServeProcess): number {
  if (child.exitCode !== null) return 0;
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** What it holds after a rest of some time, which ends once it is not more than `enoughMb`. */
async function rested(server: ServeProcess, enoughMb: number, restMs: number): Promise<number> {
  if (server.child.exitCode !== null) return 0;
  const startedMs = performance.now();
  for (;;) {
    const seen = server.output().length;
    server.child.kill('SIGUSR2');
    await expect.poll(() => server.output().slice(seen).includes('collected'), { timeout: 10_000 }).toBe(true);
    const held = memoryMb(server);
    if (held <= enoughMb || performance.now() - startedMs >= restMs) return held;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** One request on a connection of its own, with a body or without. */
function send(server: ServeProcess, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<{ body: string }> {
  return new Promise((resolve, reject) => {
    const options = { method: body ? 'POST' : 'GET', agent: false, ca: server.ca, servername: 'localhost', headers };
    const call = request(`${server.url}${path}`, options, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ body: text }));
    });
    call.on('error', reject).end(body);
  });
}
