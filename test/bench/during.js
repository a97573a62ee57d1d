/**
 * What a big upload does to others: the same requests of one more client without it and with it, and uploads of one row beside it.
 * Between two requests that client waits a moment, as one does who reads the answer.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generate } from './generate.js';
import { openClient } from './https-client.js';
import { figure, table } from './numbers.js';
import { succeeded } from './processes.js';
import { readerPaths, spread } from './readers.js';
import { startUpload } from './sales-server.js';

const IDLE_MS = 20_000;
const PAUSE_MS = 5;
const ONE_ROW_EVERY_MS = 100;
/** Another year than the table's: nothing in it is a duplicate. */
const FILE_SEED = 4_711;
const FACTOR_MAX = 5;
const UPLOAD = '/sales/v1/transactions/upload';
/** A batch in the trace of `--debug`, the only place where the command line says how long it took. */
const BATCH_TRACE = /^POST \S+ 200 (\d+(?:\.\d+)?) ms/gm;

/** `{rows, wallS, reads: {name: {idle, during}}, oneRow, batches}`, a spread each. Adds its rows to the table. */
export async function measureDuring({ ours, sampled, rows }, { folder, seed, progress }) {
  const file = join(folder, 'during.csv');
  await generate(file, rows, FILE_SEED);
  const paths = await readerPaths(ours, sampled, seed);
  await read(ours, paths, wait(IDLE_MS / 10));
  progress('during: reading without an upload');
  const idle = await read(ours, paths, wait(IDLE_MS));
  progress('during: reading beside an upload');
  const upload = startUpload(ours, file, ['--debug', '--again']);
  const ended = succeeded(upload, 'sales upload');
  const [during, oneRow, { output, wallS }] = await Promise.all([read(ours, paths, ended), uploadOneRows(ours, ended), ended]);
  const batches = [...output.matchAll(BATCH_TRACE)].map(([, ms]) => Number(ms));
  if (batches.length === 0) throw new Error('the trace of the upload names no batch');
  const reads = Object.fromEntries(Object.keys(paths).map((name) => [name, { idle: spread(idle[name]), during: spread(during[name]) }]));
  return { rows, wallS, reads, oneRow: spread(oneRow), batches: spread(batches) };
}

/** Each kind of request in turn until `end` settles: times by kind. */
async function read(server, paths, end) {
  const client = openClient(server);
  const times = Object.fromEntries(Object.keys(paths).map((name) => [name, []]));
  const isOver = settled(end);
  while (!isOver()) {
    for (const [name, nextPath] of Object.entries(paths)) {
      times[name].push((await client.timed(nextPath())).ms);
      await wait(PAUSE_MS);
    }
  }
  await client.close();
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

export function duringReport({ rows, reads, oneRow, batches }) {
  const cell = ({ p50Ms, p99Ms, requests }) => `${figure(p50Ms)} / ${figure(p99Ms)} (${requests})`;
  const factor = ({ idle, during }) => during.p99Ms / idle.p99Ms;
  const names = Object.keys(reads);
  return {
    text: [
      `Another client while ${rows.toLocaleString('en')} rows are uploaded, p50 / p99 in ms (requests)`,
      '',
      table(
        ['', 'idle', 'during', 'p99 times'],
        names.map((name) => [name, cell(reads[name].idle), cell(reads[name].during), figure(factor(reads[name]))]),
      ),
      '',
      table(
        ['acknowledged', 'p50 / p99 (requests)'],
        [
          ['upload of one row', cell(oneRow)],
          ["the big upload's batches", cell(batches)],
        ],
      ),
    ].join('\n'),
    verdicts: [
      ...names.map((name) =>
        verdict(`${name}: p99 at most ${FACTOR_MAX} times idle`, factor(reads[name]) <= FACTOR_MAX, figure(factor(reads[name]))),
      ),
      verdict(
        'a one-row upload is acknowledged with a p99 below that of the batches',
        oneRow.p99Ms < batches.p99Ms,
        `${figure(oneRow.p99Ms)} to ${figure(batches.p99Ms)} ms`,
      ),
    ],
  };
}

function verdict(text, passed, measured) {
  return { line: 3, text: `during an upload, ${text}`, passed, measured };
}
