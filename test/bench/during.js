/**
 * What an upload does to others: the same requests of more clients without it and beside it, and uploads of one row beside it. Between two
 * requests a client waits a moment, as one does who reads the answer. What is promised is what one client meets beside an upload as large
 * as the table; smaller ones show ten clients, and the plain pair.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generate } from './generate.js';
import { openClient } from './https-client.js';
import { startPlainUpload } from './plain-pair.js';
import { readerPaths, spread } from './readers.js';
import { startUpload } from './sales-server.js';

const IDLE_MS = 20_000;
/** The plain pair may take many times that; what it has not uploaded by then, it need not. */
const PAIR_MS_MAX = 60_000;
const PAUSE_MS = 5;
const ONE_ROW_EVERY_MS = 100;
const cases = [
  { side: 'ours', clients: 1, part: 1 },
  { side: 'ours', clients: 10, part: 1 / 4 },
  { side: 'pair', clients: 1, part: 1 / 10 },
  { side: 'pair', clients: 10, part: 1 / 10 },
];
/** Other years than the table's: nothing in them is a duplicate. */
const FILE_SEED = 4_711;
const UPLOAD = '/sales/v1/transactions/upload';
/** A batch in the trace of `--debug`, the only place where the command line says how long it took. */
const BATCH_TRACE = /^POST \S+ 200 (\d+(?:\.\d+)?) ms/gm;

/** `[{side, clients, rows, reads: {name: {idle, during}}, oneRow, batches}]`, a spread each; only ours names its batches. Adds rows to the tables. */
export async function measureDuring({ ours, pair, sampled, rows }, { folder, seed, progress }) {
  const servers = { ours, pair };
  const results = [];
  for (const [index, { side, clients, part }] of cases.entries()) {
    const server = servers[side];
    if (!server) continue;
    const file = join(folder, 'during.csv');
    const fileRows = Math.ceil(rows * part);
    await generate(file, fileRows, { seed: FILE_SEED + index });
    progress(`during: ${clients} beside an upload of ${fileRows.toLocaleString('en')} rows to ${server.name}`);
    const paths = await readerPaths(server, sampled, seed + index);
    results.push({ side, clients, rows: fileRows, ...(await beside(server, paths, clients, () => upload(side, server, file))) });
    rmSync(file);
  }
  return results;
}

async function beside(server, paths, clients, startOne) {
  await readAll(server, paths, clients, wait(IDLE_MS / 10));
  const idle = await readAll(server, paths, clients, wait(IDLE_MS));
  const ended = startOne();
  const [during, oneRow, batches] = await Promise.all([readAll(server, paths, clients, ended), uploadOneRows(server, ended), ended]);
  const reads = Object.fromEntries(Object.keys(paths).map((name) => [name, { idle: spread(idle[name]), during: spread(during[name]) }]));
  return { reads, oneRow: spread(oneRow), batches: spread(batches) };
}

/** Uploads and gives how long each batch took, where that is told. */
async function upload(side, server, file) {
  const isOurs = side === 'ours';
  const client = isOurs ? startUpload(server, file, ['--debug']) : startPlainUpload(server, file);
  const timer = isOurs ? undefined : setTimeout(() => client.child.kill('SIGTERM'), PAIR_MS_MAX);
  const { code, output } = await client.ended;
  clearTimeout(timer);
  if (code !== 0 && (isOurs || code !== 'SIGTERM')) throw new Error(`the upload ended with ${code}: ${output.slice(-2_000)}`);
  return [...output.matchAll(BATCH_TRACE)].map(([, ms]) => Number(ms));
}

/** So many clients, each with every kind of request in turn until `end` settles: times by kind. */
async function readAll(server, paths, clients, end) {
  const times = Object.fromEntries(Object.keys(paths).map((name) => [name, []]));
  const isOver = settled(end);
  const one = async () => {
    const client = openClient(server);
    while (!isOver()) {
      for (const [name, nextPath] of Object.entries(paths)) {
        times[name].push((await client.timed(nextPath())).ms);
        await wait(PAUSE_MS);
      }
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: clients }, one));
  return times;
}

async function uploadOneRows(server, end) {
  const client = openClient(server);
  const times = [];
  const isOver = settled(end);
  while (!isOver()) {
    const transaction = { amount: 1, currency: 'EUR', transactionDate: '2026-01-01T00:00:00Z', transactionReference: randomUUID() };
    times.push((await client.timed(UPLOAD, JSON.stringify({ transactions: [transaction] }))).ms);
    await wait(ONE_ROW_EVERY_MS);
  }
  await client.close();
  return times;
}

function settled(promise) {
  let over = false;
  const end = () => {
    over = true;
  };
  promise.then(end, end);
  return () => over;
}
