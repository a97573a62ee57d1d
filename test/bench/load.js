/** From a CSV on disk until all of it is imported and listed: ours, the plain pair, the bare pair, the `sqlite3` shell and PostgreSQL, in turns. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadWithBare } from './bare.js';
import { generate, HEADER } from './generate.js';
import { openClient } from './https-client.js';
import { figure, median, share, table } from './numbers.js';
import { startPlain, uploadWithPlain } from './plain-pair.js';
import { startPostgres } from './postgres.js';
import { startSales, uploadWithSales } from './sales-server.js';
import { loadWithShell, ownSchema, shellVersion } from './sqlite-shell.js';

const names = {
  ours: 'ours',
  plain: 'fastify + better-sqlite3 + zod, csv-parse + fetch',
  bare: 'a bare pair of the same design, a key and five indexes',
  bareNone: 'the bare pair, no index',
  sqlite: 'sqlite3 .import',
  postgres: 'PostgreSQL \\copy',
};
/** Ours' rows a second against each peer's: what must be, and what is aimed at. */
const bounds = { plain: [4, 6], sqlite: [0.55, 1], postgres: [1, 1.5] };
/** An index that is built only when somebody asks is part of the load. */
const firstLists = ['/sales/v1/transactions', '/sales/v1/transactions?sorting.key=Amount', '/sales/v1/transactions?currency=EUR'];

/** Runs of every peer: `wallS`, and for the servers with their clients CPU seconds and peak megabytes of both. */
export async function measureLoad(folder, { rows, runs, progress }) {
  const file = join(folder, 'load.csv');
  progress(`writing ${rows.toLocaleString('en')} rows`);
  await generate(file, rows);
  const postgres = await startPostgres(folder, HEADER, progress);
  const sqlite = await shellVersion();
  if (!sqlite) progress('The sqlite3 shell is left out: it was not found');
  let schema = null;
  const peers = {
    ours: async (data) => {
      const result = await throughApi(await startSales(data), (server) => uploadWithSales(server, file, rows));
      schema ??= ownSchema(data, HEADER);
      return result;
    },
    plain: async (data) => throughApi(await startPlain(data), (server) => uploadWithPlain(server, file)),
    bare: (data) => loadWithBare(data, file, rows, 5),
    bareNone: (data) => loadWithBare(data, file, rows, 0),
    ...(sqlite && { sqlite: (data) => loadWithShell(`${data}.db`, file, rows, schema, HEADER) }),
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
  }
  return {
    rows,
    runs,
    versions: { sqlite, postgres: postgres?.version ?? null },
    indexes: [...schema.indexes, ...schema.orders.map(({ made }) => made)],
    unknown: schema.unknown,
    measured,
  };
}

async function throughApi(server, upload) {
  const { client } = await upload(server);
  const https = openClient(server);
  let listsS = 0;
  for (const path of firstLists) listsS += (await https.timed(path)).ms / 1_000;
  await https.close();
  const { cpuS, peakMb } = server.usage();
  await server.stop();
  const sides = { clientCpuS: client.cpuS, clientPeakMb: client.peakMb, serverCpuS: cpuS, serverPeakMb: peakMb };
  return { wallS: client.wallS + listsS, listsS, ...sides };
}

/** Data and everything beside it whose name begins alike. */
function removeRun(folder, name) {
  for (const entry of readdirSync(folder)) if (entry.startsWith(name)) rmSync(join(folder, entry), { recursive: true });
}

export function loadReport({ rows, runs, versions, indexes, unknown, measured }) {
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
  const head = ['', 'rows/s', 'ours to it', 'CPU s, server + client', 'peak MB, server + client'];
  return {
    text: [
      `From ${rows.toLocaleString('en')} rows of CSV on disk until all are imported and listed, medians of ${runs} runs`,
      '',
      table(head, Object.keys(measured).map(line)),
      '',
      `sqlite3 builds the ${indexes.length} indexes of ours after the rows are in, without HTTP or validation; PostgreSQL keeps a UUID key and five indexes.`,
      'The bare pair does what costs most and nothing else: it shows what the design itself can reach on this machine.',
      'The last rows of ours get their place in the order of amounts after that, at most 40,000 or so; until then lists look at them one by one.',
      ...(unknown.length > 0 ? [`sqlite3 left empty what the bench cannot compute: ${unknown.join(', ')}.`] : []),
    ].join('\n'),
    verdicts: Object.entries(bounds)
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
  };
}
