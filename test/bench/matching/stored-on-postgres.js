/**
 * Matching as a server on PostgreSQL does it: a generated month, matched for the first time, then again after an undo of its last upload; and after
 * an upload of 1,000 more sales to a server that has matched before. The server is a process of its own, so that the memory it took can be told.
 * Prints what it measured, a line a part. `stored.js` is the same on SQLite.
 *
 *   npm run build && node test/bench/matching/stored-on-postgres.js [--rows 100000]
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ImportSettings } from '../../../dist/contract/import-configuration.js';
import { decideAbout, decideAboutRecords } from '../../../dist/importing/decide.js';
import { databaseAddress } from '../../../dist/store/postgres/database/address.js';
import { clientConfig } from '../../../dist/store/postgres/database/connections.js';
import { openPostgresStore } from '../../../dist/store/postgres/postgres-store.js';
import { openSharedData } from '../../../dist/threads/shared-data.js';
import { openDatabases } from '../database-cluster.js';
import { monthOf } from './month.js';

const text = (value) => ({ type: 'string', default: value });
const { values } = parseArgs({ options: { rows: text('100000'), address: text(''), tenant: text(''), undo: text(''), upload: text('') } });
const module = new URL('../../../dist/store/postgres/postgres-store.js', import.meta.url).href;
const settings = ImportSettings.parse({ notMatchedBrands: ['CASH'] });
const BATCH = 1_000;
const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
const mega = (kib) => `${Math.round((kib * 1_024) / 1e6)} MB`;

if (values.address === '') await all();
else if (values.upload !== '') await uploadedTo(databaseAddress(values.address), values.tenant);
else process.stdout.write(`${await served(databaseAddress(values.address), values.tenant, values.undo)}\n`);

async function all() {
  const folder = mkdtempSync(join(tmpdir(), 'match-store-bench-'));
  const databases = await openDatabases(folder, () => {});
  const { address, database } = await databases.newDatabase();
  const { tenantId, last } = await load(databaseAddress(address));
  await databases.sql(database, 'VACUUM ANALYZE');
  for (const undo of ['', last]) {
    const before = databases.cpuS();
    const part = ['--max-old-space-size=12000', fileURLToPath(import.meta.url), '--address', address, '--tenant', tenantId, '--undo', undo];
    const told = execFileSync(process.execPath, part, { encoding: 'utf8' }).trim();
    const ofDatabase = seconds((databases.cpuS() - before) * 1_000);
    process.stdout.write(`${undo === '' ? 'first run' : 'after an undo'}: ${told}; the database ${ofDatabase} of processor\n`);
  }
  await afterUpload(databases, address, tenantId);
  await databases.stop();
  rmSync(folder, { recursive: true });
}

/** The server says when it has matched all, and is told when to go on: what the database takes from then on is for the upload. */
async function afterUpload(databases, address, tenantId) {
  const server = spawn(
    process.execPath,
    [fileURLToPath(import.meta.url), '--rows', values.rows, '--address', address, '--tenant', tenantId, '--upload', 'yes'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const said = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  await said.next();
  const before = databases.cpuS();
  server.stdin.end('go\n');
  const ended = once(server, 'exit');
  const { value } = await said.next();
  process.stdout.write(`after an upload: ${value}; the database ${seconds((databases.cpuS() - before) * 1_000)} of processor\n`);
  await ended;
}

/** Gives the tenant, and its last upload. */
async function load(address) {
  const { sales, records } = monthOf({ rows: Number(values.rows), seed: 1, noise: 1 });
  const start = performance.now();
  const store = openPostgresStore({ address, readers: 1, writers: 1 });
  const importConfiguration = { name: 'Default', settings };
  const { tenantId } = await store.setUp({ customerName: 'c', tenantName: 't', importConfiguration, userName: 'api', passwordHash: 'h' });
  const tenant = store.tenant(tenantId, 'whole');
  const importConfigurationId = (await tenant.importConfiguration(undefined)).id;
  const request = { userId: (await store.userByName('api')).id, importConfigurationId, idempotency: null, uploadGroup: null };
  let last = '';
  for (let from = 0; from < sales.length; from += BATCH) {
    const transactions = sales.slice(from, from + BATCH);
    const decide = decideAbout(transactions, { settings }, { known: null, receivedAt: new Date() });
    await tenant.stageUpload({ ...request, transactions, decide });
  }
  for (let from = 0; from < records.length; from += BATCH) {
    const some = records.slice(from, from + BATCH);
    ({ uploadId: last } = await tenant.stageUpload({ ...request, records: some, decide: decideAboutRecords(some) }));
  }
  await store.close();
  process.stdout.write(`load: ${sales.length} sales and ${records.length} records in ${seconds(performance.now() - start)}\n`);
  return { tenantId, last };
}

/** A server that matches all, and then new rows. */
async function uploadedTo(address, tenantId) {
  const report = (error) => process.stderr.write(`${error?.stack ?? error}\n`);
  const data = await openSharedData({ module, directory: tmpdir(), database: address }, { onImportError: report, onMatchError: report });
  const store = openPostgresStore({ address, readers: 1, writers: 1 });
  const tenant = data.tenant({ tenantId, scope: 'whole' });
  // What a run made would be counted each time that it is asked for; when it was made is one row.
  const client = new pg.Client(clientConfig(address));
  await client.connect();
  await client.query('SET ROLE sales_admin');
  const finished = async () => (await client.query('SELECT finished_at::text AS at FROM match_progress')).rows[0].at;
  const isCurrent = async (before) => {
    while ((await finished()) === before) await wait(200);
  };
  const ask = () => tenant.askToMatch({ isAll: false, by: 'admin', from: { origin: null, requestId: null } });
  const earlier = await finished();
  await ask();
  await isCurrent(earlier);
  // What the run leaves is taken over when its thread ends.
  await wait(2_000);
  process.stdout.write('ready\n');
  await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();
  const rows = Number(values.rows);
  const transactions = monthOf({ rows: rows + BATCH, seed: 1, noise: 1 }).sales.slice(-BATCH);
  const decide = decideAbout(transactions, { settings }, { known: null, receivedAt: new Date() });
  const importConfigurationId = (await store.tenant(tenantId, 'whole').importConfiguration(undefined)).id;
  const request = { userId: (await store.userByName('api')).id, importConfigurationId, idempotency: null, uploadGroup: null };
  const last = await finished();
  const before = process.cpuUsage();
  const start = performance.now();
  await store.tenant(tenantId, 'whole').stageUpload({ ...request, transactions, decide });
  await ask();
  await isCurrent(last);
  // The thread ends.
  await wait(500);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`all durable ${seconds(ms)} after it, with the rest before; ${seconds((user + system) / 1_000)} of processor\n`);
  await client.end();
  await store.close();
  await data.close();
}

/** A server that runs until all is matched. */
async function served(address, tenantId, undo) {
  const report = (error) => process.stderr.write(`${error?.stack ?? error}\n`);
  const data = await openSharedData({ module, directory: tmpdir(), database: address }, { onImportError: report, onMatchError: report });
  const start = performance.now();
  const tenant = data.tenant({ tenantId, scope: 'whole' });
  if (undo !== '') await tenant.withdraw(undo, 'admin', { origin: null, requestId: null });
  while (JSON.parse(await tenant.search('getMatchRun', {})).state !== 'Current') await wait(100);
  const ms = performance.now() - start;
  await data.close();
  const { user, system } = process.cpuUsage();
  return `all durable after ${seconds(ms)}, ${seconds((user + system) / 1_000)} of processor, the process at most ${mega(process.resourceUsage().maxRSS)}`;
}
