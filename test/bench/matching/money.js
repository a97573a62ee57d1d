/**
 * How long the table of money, payouts and fees take over a year of sales and settlement records that were matched, by `sales serve` on either
 * database, with the processor time of server and database; and, on SQLite, the console's first page. Prints a line for each.
 *
 *   npm run build && node --max-old-space-size=12000 test/bench/matching/money.js [--rows 1000000] [--on sqlite,postgres] [--folder FOLDER]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureConsole } from '../console.js';
import { openDatabases } from '../database-cluster.js';
import { openClient } from '../https-client.js';
import { figure, median } from '../numbers.js';
import { sales, startSales } from '../sales-server.js';
import { monthOf } from './month.js';

const RUNS = 5;
const BATCH = 4_000;
const month = { transactionDateFrom: '2026-11-01T00:00:00+01:00', transactionDateTo: '2026-11-30T23:59:59.9999999+01:00' };
const year = { dateFrom: '2026-10-01', dateTo: '2027-09-30' };
/** What is asked. */
const questions = [
  ['money of a month', 'money', month],
  ['money of a month by day', 'money', { ...month, by: 'day' }],
  ['money of a month by account', 'money', { ...month, by: 'account' }],
  ['money of a year', 'money', {}],
  ['money of a year by day', 'money', { by: 'day' }],
  ['payouts of a year, the first page of 500', 'payouts', { ...year, pageSize: 500 }],
  ['payouts of a year that differ', 'payouts', { ...year, status: 'Differs', pageSize: 500 }],
  ['payouts of a month', 'payouts', { dateFrom: '2026-11-01', dateTo: '2026-11-30', pageSize: 500 }],
  ['fees of a year by month, account, brand', 'fees', { ...year, by: 'month,account,brand' }],
  ['fees of a month', 'fees', { dateFrom: '2026-11-01', dateTo: '2026-11-30' }],
];

const text = (value) => ({ type: 'string', default: value });
const { values } = parseArgs({ options: { rows: text('1000000'), on: text('sqlite,postgres'), folder: text('') } });
const folder = values.folder || mkdtempSync(join(tmpdir(), 'money-bench-'));
const progress = (line) => process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);
const rows = monthOf({ rows: Number(values.rows), days: 365 });
progress(`${rows.sales.length} sales and ${rows.records.length} records of a year`);

const on = {
  sqlite: async () => {
    const server = await startSales(join(folder, 'sqlite'));
    await measured('SQLite', server, { settle: async () => {}, cpuS: () => server.usage().cpuS });
    const { overview } = await measureConsole({ ours: server, rows: rows.sales.length }, { progress: () => {} });
    progress(`SQLite: the console's first page, largest paint: ${figure(overview)} ms`);
    await server.stop();
  },
  postgres: async () => {
    const databases = await openDatabases(folder, progress);
    const { server: address, database } = await databases.newDatabase();
    const server = await startSales(join(folder, 'postgres'), sales, ['--database-file', address]);
    // As the database does by itself some minutes later.
    const settle = () => databases.sql(database, 'VACUUM ANALYZE');
    await measured(`PostgreSQL ${databases.version}`, server, { settle, cpuS: () => server.usage().cpuS + databases.cpuS() });
    await server.stop();
    await databases.stop();
  },
};

/** `cpuS`: processor time so far, of server and database. */
async function measured(name, server, { settle, cpuS }) {
  const client = openClient(server);
  const send = async (path, key, all) => {
    for (let from = 0; from < all.length; from += BATCH) await client.timed(path, JSON.stringify({ [key]: all.slice(from, from + BATCH) }));
  };
  const start = performance.now();
  await send('/sales/v1/transactions/upload', 'transactions', rows.sales);
  await send('/settlement/v1/records/upload', 'records', rows.records);
  while (JSON.parse((await client.timed('/settlement/v1/runs')).text).state !== 'Current') await wait(1_000);
  progress(`${name}: uploaded and matched in ${figure((performance.now() - start) / 1_000)} s`);
  await settle();
  for (const [title, path, query] of questions) {
    const [answers, before] = [[], cpuS()];
    for (let run = 0; run < RUNS; run++) answers.push(await client.timed(`/settlement/v1/${path}?${new URLSearchParams(query)}`));
    const items = JSON.parse(answers[0].text).items.length;
    const [ms, cpuMs] = [median(answers.map(({ ms }) => ms)), ((cpuS() - before) * 1_000) / RUNS];
    progress(`${name}: ${title}, ${items} items: ${figure(ms)} ms, ${figure(cpuMs)} of processor`);
  }
  await client.close();
}

for (const name of values.on.split(',')) await on[name]();
if (!values.folder) rmSync(folder, { recursive: true });
