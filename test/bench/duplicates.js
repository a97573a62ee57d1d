/** What it costs to look for duplicates: the same file into fresh servers, by turns with the default key and with an empty one. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from './generate.js';
import { figure, median, table } from './numbers.js';
import { start, succeeded } from './processes.js';
import { sales, startSales, uploadWithSales } from './sales-server.js';

const BOUND = 1.25;
const kinds = ['on', 'off', 'again'];

export async function measureDuplicates(folder, { rows, runs, progress }) {
  const file = join(folder, 'duplicates.csv');
  progress(`writing ${rows.toLocaleString('en')} rows`);
  await generate(file, rows);
  const measured = Object.fromEntries(kinds.map((kind) => [kind, []]));
  try {
    for (let run = 1; run <= runs; run++) {
      // Whoever comes first has the quieter machine, or the colder one: they take turns at it.
      for (const kind of run % 2 === 1 ? ['on', 'off'] : ['off', 'on']) {
        const data = join(folder, `duplicates-${kind}-${run}`);
        const server = await startSales(data);
        if (kind === 'off') await withoutKey(data);
        measured[kind].push(await upload(server, file, rows));
        // The same rows as another file would have them: all are duplicates.
        if (kind === 'on') measured.again.push(await upload(server, file, rows, ['--again']));
        await server.stop();
        rmSync(data, { recursive: true });
        const { wallS, serverCpuS } = measured[kind].at(-1);
        progress(`duplicates ${kind}, run ${run}: ${figure(rows / wallS)} rows/s, ${figure(serverCpuS)} s CPU`);
      }
    }
  } finally {
    rmSync(file);
  }
  return { rows, runs, measured };
}

async function upload(server, file, rows, flags = []) {
  const before = server.usage().cpuS;
  const { client } = await uploadWithSales(server, file, rows, flags);
  return { wallS: client.wallS, clientCpuS: client.cpuS, serverCpuS: server.usage().cpuS - before };
}

async function withoutKey(data) {
  await succeeded(
    start(process.execPath, [sales, 'admin', 'import-config', 'set', 'Default', 'duplicateKey=', '--data', data]),
    'sales admin',
  );
}

export function duplicatesReport({ rows, runs, measured }) {
  const middle = (kind, field) => median(measured[kind].map((run) => run[field]));
  const names = { on: 'duplicates looked for', off: 'empty duplicate key', again: 'the same rows again, all duplicates' };
  const line = (kind) => [
    names[kind],
    figure(rows / middle(kind, 'wallS')),
    figure(middle(kind, 'serverCpuS')),
    figure(middle(kind, 'clientCpuS')),
  ];
  const ratio = (field) => middle('on', field) / middle('off', field);
  return {
    text: [
      `Looking for duplicates in ${rows.toLocaleString('en')} rows, medians of ${runs} runs`,
      '',
      table(['', 'rows/s', 'server CPU s', 'client CPU s'], kinds.map(line)),
    ].join('\n'),
    verdicts: [
      ['wallS', 'time'],
      ['serverCpuS', 'server CPU'],
    ].map(([field, what]) => ({
      line: 5,
      text: `looking for duplicates takes at most ${BOUND} times the ${what} of an empty key`,
      passed: ratio(field) <= BOUND,
      measured: figure(ratio(field)),
    })),
  };
}
