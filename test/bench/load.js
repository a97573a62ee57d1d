/** From a CSV on disk until all of it is imported and listed: ours, the plain pair, the bare pair, the `sqlite3` shell and PostgreSQL, in turns. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadWithBare } from './bare.js';
import { generate, HEADER } from './generate.js';
import { openClient } from './https-client.js';
import { figure, median, share, table } from './numbers.js';
import { shellSchema } from './peers/shell-schema.js';
import { startPlain, uploadWithPlain } from './plain-pair.js';
import { startPostgres } from './postgres.js';
import { startSales, uploadWithSales } from './sales-server.js';
import { loadWithShell, shellVersion } from './sqlite-shell.js';
import { bothOf, cpuOf, cpuTable, SETTLING_MS } from './thread-cpu.js';

const names = {
  ours: 'ours',
  german: 'ours, a German file (;, decimal comma, local times)',
  before: 'the build beside',
  germanBefore: 'the build beside, a German file',
  plain: 'fastify + better-sqlite3 + zod, csv-parse + fetch',
  bare: 'a bare pair of the same design, a key and five indexes',
  bareNone: 'the bare pair, no index',
  sqlite: 'sqlite3 .import',
  postgres: 'PostgreSQL \\copy',
};
/** Ours' rows a second against each peer's: what must be, and what is aimed at. */
const bounds = { plain: [4.5, 6], sqlite: [0.5, 0.7], postgres: [0.7, 0.85], before: [1.4, 1.6] };
/** CPU a row of both processes, in us; and of the German form, in that of the plain one. */
const cpuBound = 38;
const germanBound = 1.2;
const GERMAN = ['--timezone=Europe/Zurich'];
/** An index that is built only when somebody asks is part of the load. */
const firstLists = ['/sales/v1/transactions', '/sales/v1/transactions?sorting.key=Amount', '/sales/v1/transactions?currency=EUR'];

/** Runs of every peer: `wallS`, and for the servers with their clients CPU seconds and peak megabytes of both. */
export async function measureLoad(folder, { rows, runs, oursOnly, beside, progress }) {
  const file = join(folder, 'load.csv');
  const germanFile = join(folder, 'german.csv');
  progress(`writing ${rows.toLocaleString('en')} rows`);
  await generate(file, rows);
  await generate(germanFile, rows, { form: 'german' });
  const postgres = oursOnly ? null : await startPostgres(folder, HEADER, progress);
  const sqlite = oursOnly ? null : await shellVersion();
  if (!sqlite && !oursOnly) progress('The sqlite3 shell is left out: it was not found');
  const other = beside && join(beside, 'bin', 'sales.js');
  const withSales =
    (program, ...upload) =>
    async (data) =>
      throughSales(await startSales(data, program), rows, ...upload);
  const peers = {
    ours: withSales(undefined, file),
    ...(other && { before: withSales(other, file) }),
    german: withSales(undefined, germanFile, GERMAN),
    ...(other && { germanBefore: withSales(other, germanFile, GERMAN) }),
    ...(!oursOnly && {
      plain: async (data) => throughApi(await startPlain(data), (server) => uploadWithPlain(server, file)),
      bare: (data) => loadWithBare(data, file, rows, 5),
      bareNone: (data) => loadWithBare(data, file, rows, 0),
    }),
    ...(sqlite && { sqlite: (data) => loadWithShell(`${data}.db`, file, rows) }),
    ...(postgres && { postgres: () => postgres.load(file, rows) }),
  };
  const measured = Object.fromEntries(Object.keys(peers).map((name) => [name, []]));
  try {
    for (let run = 1; run <= runs; run++) {
      for (const [name, once] of Object.entries(peers)) {
        const { output, ...result } = await once(join(folder, `${name}-load-${run}`));
        measured[name].push(result);
        removeRun(folder, `${name}-load-${run}`);
        progress(`${name} run ${run}: ${figure(rows / result.wallS)} rows/s`);
      }
    }
  } finally {
    await postgres?.stop();
    rmSync(file);
    rmSync(germanFile);
  }
  return {
    rows,
    runs,
    versions: { sqlite, postgres: postgres?.version ?? null },
    measured,
  };
}

/** As `throughApi`, with CPU a row by process and thread. */
async function throughSales(server, rows, file, flags = []) {
  const before = server.byThread();
  const cpu = {};
  const result = await throughApi(server, async () => {
    const uploaded = await uploadWithSales(server, file, rows, flags);
    cpu.client = cpuOf(uploaded.client, rows);
    return uploaded;
  });
  return { ...result, cpu: { ...cpu, server: cpuOf({ child: server.child, threads: result.serverThreads }, rows, before) } };
}

async function throughApi(server, upload) {
  const { client } = await upload(server);
  const https = openClient(server);
  let listsS = 0;
  for (const path of firstLists) listsS += (await https.timed(path)).ms / 1_000;
  await https.close();
  await wait(SETTLING_MS);
  const { cpuS, peakMb } = server.usage();
  const serverThreads = server.byThread?.();
  await server.stop();
  const sides = { clientCpuS: client.cpuS, clientPeakMb: client.peakMb, serverCpuS: cpuS, serverPeakMb: peakMb };
  return { wallS: client.wallS + listsS, listsS, serverThreads, ...sides };
}

/** Data and everything beside it whose name begins alike. */
function removeRun(folder, name) {
  for (const entry of readdirSync(folder)) if (entry.startsWith(name)) rmSync(join(folder, entry), { recursive: true });
}

export function loadReport({ rows, runs, versions, measured }) {
  const middle = (name, field) => median(measured[name].map((run) => run[field]));
  const rate = (name) => rows / middle(name, 'wallS');
  const used = (name, fields) => fields.map((field) => middle(name, field)).filter((value) => value !== undefined);
  const cell = (values) => (values.length > 0 ? values.map(figure).join(' + ') : '-');
  const line = (name) => [
    [names[name], versions[name]].filter(Boolean).join(' '),
    figure(rate(name)),
    name === 'ours' ? '' : share(rate('ours') / rate(name)),
    cell(used(name, ['serverCpuS', 'clientCpuS', 'cpuS'])),
    cell(used(name, ['serverPeakMb', 'clientPeakMb', 'peakMb'])),
  ];
  const cpuRuns = Object.fromEntries(
    Object.entries(measured)
      .filter(([, all]) => all[0]?.cpu)
      .map(([name, all]) => [names[name], all.map(({ cpu }) => cpu)]),
  );
  const [ourCpu, germanCpu] = ['ours', 'german'].map((name) => bothOf(measured[name].map(({ cpu }) => cpu)));
  const head = ['', 'rows/s', 'ours to it', 'CPU s, server + client', 'peak MB, server + client'];
  return {
    text: [
      `From ${rows.toLocaleString('en')} rows of CSV on disk until all are imported and listed, medians of ${runs} runs`,
      '',
      cpuTable(cpuRuns),
      '',
      table(head, Object.keys(measured).map(line)),
      '',
      `sqlite3 builds the ${shellSchema.indexes.length} indexes and the order of amounts that ours had when they were frozen after the rows are in, without HTTP or validation; PostgreSQL keeps a UUID key and five indexes.`,
      'The bare pair does what costs most and nothing else: it shows what the design itself can reach on this machine.',
      'The last rows of ours get their place in the order of amounts after that, at most 40,000 or so; until then lists look at them one by one.',
      `sqlite3 left empty what the bench cannot compute: ${shellSchema.notFilled.join(', ')}.`,
    ].join('\n'),
    verdicts: cpuVerdicts(ourCpu, germanCpu).concat(
      Object.entries(bounds)
        .filter(([name]) => measured[name])
        .map(([name, [bound, aim]]) => {
          const ratio = rate('ours') / rate(name);
          return {
            line: 1,
            text: `at least ${bound} times the rows/s of ${names[name]} (aim ${aim})`,
            passed: ratio >= bound,
            measured: figure(ratio),
          };
        }),
    ),
  };
}

function cpuVerdicts(ourCpu, germanCpu) {
  const ratio = germanCpu / ourCpu;
  return [
    {
      line: 1,
      text: `client and server together at most ${cpuBound} us of CPU a row`,
      passed: ourCpu <= cpuBound,
      measured: `${figure(ourCpu)} us`,
    },
    {
      line: 1,
      text: `a German file at most ${germanBound} times the CPU of the plain one`,
      passed: ratio <= germanBound,
      measured: figure(ratio),
    },
  ];
}
