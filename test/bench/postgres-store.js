/**
 * Our own server on PostgreSQL beside the same on SQLite, in turns: what a row costs server and database, how fast one tenant and eight at a time
 * come in, and how long the database takes to find lists.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabases } from './database-cluster.js';
import { generate } from './generate.js';
import { figure, median, table } from './numbers.js';
import { start, succeeded } from './processes.js';
import { matrixQueries, PAST_THE_END } from './queries.js';
import { sales, startSales, uploadWithSales } from './sales-server.js';
import { sample } from './sample.js';

const TENANTS = 8;
const US_PER_S = 1_000_000;
/** Of the database a row; of the rate of SQLite with one tenant and with eight; two servers of one, but for noise; and milliseconds of lists in the database. */
const bounds = { databaseUs: 20, one: 0.5, eight: 0.8, two: 0.97, first: 5, rarePair: 60, deep: 150, past: 5 };
const SETTLE = ['VACUUM ANALYZE transaction', 'VACUUM ANALYZE upload'];
const REPEATS = 3;

export async function measurePostgres(folder, { rows, runs, beside, seed, progress }) {
  const databases = await openDatabases(folder, progress);
  if (!databases) return null;
  const file = join(folder, 'postgres.csv');
  const part = join(folder, 'postgres-part.csv');
  progress(`writing ${rows.toLocaleString('en')} rows`);
  await generate(file, rows);
  await generate(part, Math.floor(rows / TENANTS), { seed: 7 });
  const other = beside && join(beside, 'bin', 'sales.js');
  const loads = {
    sqlite: (data) => oneTenant(data, file, rows),
    ...(other && { before: (data) => oneTenant(data, file, rows, other) }),
    one: async (data) => onDatabase(databases, await databases.newDatabase(), data, (server) => uploadWithSales(server, file, rows), rows),
    eight: async (data) =>
      onDatabase(databases, await databases.newDatabase(), data, (server, made) => eightTenants([server], made, data, part, rows), rows),
    two: async (data) => onTwoServers(databases, await databases.newDatabase(), data, part, rows),
  };
  const measured = Object.fromEntries(Object.keys(loads).map((name) => [name, []]));
  let lists = null;
  try {
    for (let run = 1; run <= runs; run++) {
      for (const [name, once] of Object.entries(loads)) {
        const data = join(folder, `postgres-${name}-${run}`);
        const { made, ...result } = await once(data);
        measured[name].push(result);
        progress(
          `${name} run ${run}: ${figure(rows / result.wallS)} rows/s, server ${figure(result.serverUs)} us, database ${figure(result.databaseUs)} us a row`,
        );
        if (name === 'one' && !lists) lists = await measureLists(databases, made, sample(file, seed), seed, progress);
        if (made) await databases.sql('postgres', `DROP DATABASE ${made.database} WITH (FORCE)`);
        rmSync(data, { recursive: true, force: true });
      }
    }
  } finally {
    await databases.stop();
    rmSync(file);
    rmSync(part);
  }
  return { rows, runs, version: databases.version, measured, lists };
}

async function oneTenant(data, file, rows, program) {
  const server = await startSales(data, program);
  const before = server.usage().cpuS;
  const { client } = await uploadWithSales(server, file, rows);
  const serverUs = ((server.usage().cpuS - before) * US_PER_S) / rows;
  await server.stop();
  return { wallS: client.wallS, serverUs, databaseUs: null };
}

async function onDatabase(databases, made, data, upload, rows) {
  const server = await startSales(data, sales, ['--database-file', made.server]);
  const [before, databaseBefore] = [server.usage().cpuS, databases.cpuS()];
  const { client } = await upload(server, made);
  const serverUs = ((server.usage().cpuS - before) * US_PER_S) / rows;
  const databaseUs = ((databases.cpuS() - databaseBefore) * US_PER_S) / rows;
  await server.stop();
  return { wallS: client.wallS, serverUs, databaseUs, made };
}

/** Two servers on one database, each with half of the clients. */
async function onTwoServers(databases, made, data, part, rows) {
  let second;
  const both = async (first) => {
    second = await startSales(`${data}-second`, sales, ['--database-file', made.server]);
    return eightTenants([first, second], made, data, part, rows);
  };
  const result = await onDatabase(databases, made, data, both, rows);
  const secondUs = (second.usage().cpuS * US_PER_S) / rows;
  await second.stop();
  rmSync(`${data}-second`, { recursive: true, force: true });
  return { ...result, serverUs: result.serverUs + secondUs };
}

/** As many clients at a time, each with a tenant and a user of its own. */
async function eightTenants(servers, made, data, part, rows) {
  const admin = (...args) => succeeded(start(process.execPath, [sales, 'admin', '--database-file', made.server, ...args]), 'sales admin');
  const numbers = Array.from({ length: TENANTS }, (_, number) => number);
  const passwords = [];
  for (const number of numbers) {
    await admin('tenant', 'add', `Tenant ${number}`, '--customer', 'Default');
    const added = await admin(
      'user',
      'add',
      `user-${number}`,
      '--role',
      'API',
      '--tenant',
      `Tenant ${number}`,
      '--generate-password',
      '--json',
    );
    passwords.push(JSON.parse(added.output).password);
  }
  const startedMs = performance.now();
  await Promise.all(
    numbers.map((number) => {
      const server = servers[number % servers.length];
      const env = {
        ...server.env,
        SALES_USER: `user-${number}`,
        SALES_PASSWORD: passwords[number],
        XDG_STATE_HOME: `${data}.state-${number}`,
      };
      return uploadWithSales({ ...server, env }, part, Math.floor(rows / TENANTS));
    }),
  );
  return { client: { wallS: (performance.now() - startedMs) / 1_000 } };
}

/** Milliseconds in the database (EXPLAIN ANALYZE) of the store's own statements, after what autovacuum does by itself. */
async function measureLists(databases, made, sampled, seed, progress) {
  for (const statement of SETTLE) await databases.sql(made.database, statement);
  const load = (path) => import(new URL(`../../dist/store/postgres/${path}`, import.meta.url));
  const { openConnections } = await load('database/connections.js');
  const { databaseAddress } = await load('database/address.js');
  const { listTransactions } = await load('lists/searches.js');
  const { runOn } = await load('database/work.js');
  const { direct } = await load('../sql/work.js');
  const connections = openConnections(databaseAddress(made.address), { readers: 1, writers: 1 });
  const reach = { tenantKey: 1, limit: null };
  const explained = (query) =>
    connections.read(reach.tenantKey, () =>
      direct(async (session) => {
        let ms = 0;
        const arrays = async (sql, ...values) => {
          const [row] = await session.all(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, ...values);
          ms = row['QUERY PLAN'][0]['Execution Time'];
          return [];
        };
        await runOn({ ...session, arrays }, listTransactions(reach, query));
        return ms;
      }),
    );
  const msOf = async (params) => {
    const query = { pageSize: 30, pageNumber: 1, 'sorting.key': 'TransactionDate', 'sorting.direction': 'Descending', ...params };
    const times = [];
    for (let repeat = 0; repeat < REPEATS; repeat++) times.push(await explained(query));
    return Math.min(...times);
  };
  const found = { first: [], rarePairs: [], deep: [], past: null };
  const rare = { brandId: 'DINERS', currency: 'GBP', transactionState: 'Unprocessed', transactionMatchState: 'Skip' };
  for (const { name, params, uploadOf } of matrixQueries(sampled, { seed }))
    if (uploadOf === null) found.first.push({ name, ms: await msOf(params) });
  const rareFilters = Object.entries(rare);
  for (const key of ['TransactionDate', 'Amount'])
    for (const [at, [one, value]] of rareFilters.entries())
      for (const [two, other] of rareFilters.slice(at + 1)) {
        const kind = key === 'Amount' && one === 'brandId' && two === 'currency' ? 'rarePairs' : 'first';
        found[kind].push({ name: `${value} + ${other}, ${key}`, ms: await msOf({ [one]: value, [two]: other, 'sorting.key': key }) });
      }
  for (const key of ['TransactionDate', 'Amount'])
    found.deep.push({ name: `page 10,000 of 30, ${key}`, ms: await msOf({ pageNumber: 10_000, 'sorting.key': key }) });
  const startedMs = performance.now();
  for (let repeat = 0; repeat < 20; repeat++)
    await connections.read(reach, (session) =>
      listTransactions(session, reach, {
        pageSize: 30,
        pageNumber: PAST_THE_END,
        'sorting.key': 'TransactionDate',
        'sorting.direction': 'Descending',
      }),
    );
  found.past = (performance.now() - startedMs) / 20;
  await connections.close();
  progress(`${found.first.length} first pages, the slowest ${figure(slowest(found.first).ms)} ms`);
  return found;
}

function slowest(lists) {
  return lists.reduce((worst, one) => (one.ms > worst.ms ? one : worst));
}

export function postgresReport(results) {
  if (!results) return { text: 'PostgreSQL was not found: nothing was measured on it.', verdicts: [] };
  const { rows, runs, version, measured, lists } = results;
  const middle = (name, field) => median(measured[name].map((run) => run[field]));
  const rate = (name) => rows / middle(name, 'wallS');
  const frozen = measured.before ? 'before' : 'sqlite';
  const names = {
    sqlite: 'SQLite',
    before: 'SQLite, the build beside',
    one: 'PostgreSQL, one tenant',
    eight: `PostgreSQL, ${TENANTS} tenants at a time`,
    two: `the same, over two servers`,
  };
  const lines = Object.keys(measured).map((name) => [
    names[name],
    figure(rate(name)),
    figure(rate(name) / rate(frozen)),
    figure(middle(name, 'serverUs')),
    measured[name][0].databaseUs === null ? '-' : figure(middle(name, 'databaseUs')),
  ]);
  const verdict = (text, passed, shown) => ({ line: 12, text, passed, measured: shown });
  const database = Math.max(middle('one', 'databaseUs'), middle('eight', 'databaseUs'));
  const node = Math.max(middle('one', 'serverUs'), middle('eight', 'serverUs'));
  const list = (kind, bound, text) =>
    verdict(
      `${text} in the database at most ${bound} ms`,
      slowest(lists[kind]).ms <= bound,
      `${figure(slowest(lists[kind]).ms)} ms (${slowest(lists[kind]).name})`,
    );
  return {
    text: [
      `${rows.toLocaleString('en')} rows into PostgreSQL ${version}, medians of ${runs} runs; the server's CPU without the database's`,
      '',
      table(['', 'rows/s', `to ${names[frozen]}`, 'server us a row', 'database us a row'], lines),
      '',
      table(
        ['lists in the database', 'ms'],
        [...lists.first.toSorted((a, b) => b.ms - a.ms).slice(0, 5), ...lists.rarePairs, ...lists.deep].map(({ name, ms }) => [
          name,
          figure(ms),
        ]),
      ),
    ].join('\n'),
    verdicts: [
      verdict(`the database takes at most ${bounds.databaseUs} us a row`, database <= bounds.databaseUs, `${figure(database)} us`),
      verdict(
        'the server takes at most what it takes on SQLite',
        node <= middle('sqlite', 'serverUs'),
        `${figure(node)} of ${figure(middle('sqlite', 'serverUs'))} us`,
      ),
      verdict(
        `one tenant at least ${bounds.one} of the rate of ${names[frozen]}`,
        rate('one') / rate(frozen) >= bounds.one,
        figure(rate('one') / rate(frozen)),
      ),
      verdict(
        `${TENANTS} tenants at least ${bounds.eight} of it`,
        rate('eight') / rate(frozen) >= bounds.eight,
        figure(rate('eight') / rate(frozen)),
      ),
      verdict(
        `two servers on the same cores at least ${bounds.two} of one`,
        rate('two') / rate('eight') >= bounds.two,
        figure(rate('two') / rate('eight')),
      ),
      list('first', bounds.first, 'first pages'),
      list('rarePairs', bounds.rarePair, 'two rare values by amount'),
      list('deep', bounds.deep, 'page 10,000 of 30'),
      verdict(`page ${PAST_THE_END.toLocaleString('en')} at most ${bounds.past} ms`, lists.past <= bounds.past, `${figure(lists.past)} ms`),
    ],
  };
}
