/**
 * kill -9 at any moment: of the client, and in a third of the runs of the server, too, with connections cut. After `sales resume` has
 * come to its end, every row of the file is at the server exactly once. `npm run soak` runs 1,000 instead of 2; SEED repeats a run.
 */
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isSoak, seed } from '../support/at-length.js';
import { type ServeProcess, serve } from '../support/serve-process.js';
import { type FaultProxy, openFaultProxy } from './fault-proxy.js';
import { discrepancy, heldBy, type Merchant, nothing, openMerchant, rowsOf } from './merchant.js';
import { seeded } from './seeded.js';
import { password, preparedDirectory } from './storage-run.js';

const RUNS = isSoak ? 1_000 : 2;
const LANES = 2;
const BATCHES = 20;
const BATCH_ROWS = 50;
const ROWS = BATCHES * BATCH_ROWS;
/** About as long as an undisturbed upload takes. */
const UPLOAD_MS = 1_500;
const RESUMES_MAX = 30;

interface Lane {
  directory: string;
  server: ServeProcess;
  proxy: FaultProxy;
}

it(`${RUNS} runs of ${BATCHES} batches, seed ${seed}`, async () => {
  process.stderr.write(`kill -9 runs with SEED=${seed}\n`);
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
}, 3_600_000);

async function runLane(number: number): Promise<void> {
  const directory = await preparedDirectory();
  const server = await startServer(directory);
  const lane: Lane = { directory, server, proxy: await openFaultProxy(directory, server.url) };
  for (let run = number; run < RUNS; run += LANES) await oneRun(lane, run);
  await lane.proxy.close();
  await lane.server.end('SIGTERM');
  rmSync(directory, { recursive: true, force: true });
}

function startServer(directory: string): Promise<ServeProcess> {
  return serve(directory, null, {}, ['--log', 'none']);
}

async function oneRun(lane: Lane, run: number): Promise<void> {
  const random = seeded(seed + run);
  const merchant = openMerchant(lane.proxy.url, lane.server.caFile, password);
  const tag = `run${run}`;
  const { path, references } = merchant.file(tag, ROWS);
  const harmsServer = run % 3 === 0;

  const trouble = harmsServer ? harmServer(lane, random) : Promise.resolve();
  const first = merchant.start('upload', path, '--json', '--batch', String(BATCH_ROWS), '--retry-for', '20s');
  await killAfter(first, random(UPLOAD_MS));
  await trouble;
  const label = `SEED=${seed} run ${run}`;
  await resumeToTheEnd(merchant, path, random, label);
  expect({ label, ...discrepancy(references, heldBy(lane.directory, tag)) }).toEqual({ label, ...nothing });
  merchant.remove();
}

async function killAfter(process: ReturnType<Merchant['start']>, ms: number): Promise<void> {
  await Promise.race([wait(ms), process.ended]);
  process.child.kill('SIGKILL');
  await process.ended;
}

/** Kills the server at some moment of the upload and starts it again; cuts all connections at another. */
async function harmServer(lane: Lane, random: (below: number) => number): Promise<void> {
  await wait(random(UPLOAD_MS));
  lane.proxy.cutAll();
  await wait(random(300));
  await lane.server.end('SIGKILL');
  lane.server = await startServer(lane.directory);
  lane.proxy.upstream = lane.server.url;
}

/** Resumes until it is done; some of the resumes are killed, too. */
async function resumeToTheEnd(merchant: Merchant, path: string, random: (below: number) => number, label: string): Promise<void> {
  for (let resumes = 0; resumes < RESUMES_MAX; resumes++) {
    const resumed = merchant.start('resume', 'last', '--json', '--retry-for', '20s');
    if (resumes < 2 && random(3) === 0) {
      await killAfter(resumed, random(UPLOAD_MS));
      continue;
    }
    const ended = await resumed.ended;
    if (ended.code !== 0) continue;
    const rows = rowsOf(ended);
    if (rows.read > 0) {
      expect({ label, rows }).toEqual({ label, rows: { read: ROWS, accepted: ROWS, rejected: 0, inDoubt: 0, unsent: 0 } });
      return;
    }
    // Nothing is unfinished: killed before there was a job, and the merchant starts again; or after its end, and the file is refused.
    const again = await merchant.sales('upload', path, '--json', '--batch', String(BATCH_ROWS), '--retry-for', '20s');
    if (again.code === 0 || again.code === 4) return;
  }
  throw new Error(`${label}: not done after ${RESUMES_MAX} resumes`);
}
