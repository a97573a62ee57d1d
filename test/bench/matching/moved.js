/**
 * `sales admin move` of a store with matches: a generated month, matched in SQLite, into PostgreSQL; then the change-over with 1,000 sales and 1,000
 * records more, which were matched meanwhile. Prints what it measured, a line a part. The store is made by `stored.js`, and kept where it has a FOLDER.
 *
 *   npm run build && node test/bench/matching/moved.js [--rows 100000] [--folder FOLDER]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ImportSettings } from '../../../dist/contract/import-configuration.js';
import { decideAbout, decideAboutRecords } from '../../../dist/importing/decide.js';
import { matchTenant } from '../../../dist/matcher/run.js';
import { openMatchReader, openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { openDatabases } from '../database-cluster.js';
import { start, succeeded } from '../processes.js';
import { sales as program } from '../sales-server.js';
import { monthOf } from './month.js';

const text = (value) => ({ type: 'string', default: value });
const { values } = parseArgs({ options: { rows: text('100000'), folder: text('') } });
const settings = ImportSettings.parse({ notMatchedBrands: ['CASH'] });
const KEPT_BACK = 10_000;
const NEW_ROWS = 1_000;
const folder = values.folder || mkdtempSync(join(tmpdir(), 'match-move-bench-'));
const directory = join(folder, 'moving');
const stored = fileURLToPath(new URL('stored.js', import.meta.url));

if (!existsSync(join(folder, 'matched'))) {
  const parts = [stored, '--rows', values.rows, '--new', String(KEPT_BACK), '--folder', folder, '--parts', 'load,run'];
  process.stdout.write(execFileSync(process.execPath, parts, { encoding: 'utf8' }));
}
rmSync(directory, { recursive: true, force: true });
cpSync(join(folder, 'matched'), directory, { recursive: true });
const databases = await openDatabases(folder, () => {});
const { database, owner } = await databases.newDatabase();
await move('while a server runs');
await move('again, with nothing new');
await addAndMatch();
await move('the change-over', '--finish');
const counts = ['transaction', 'settlement_record', 'match', 'match_open'].map((name) => `(SELECT count(*) FROM ${name}) AS ${name}`);
process.stdout.write(`moved: ${JSON.stringify(await databases.sql(database, `SELECT ${counts.join(', ')}`))}\n`);
await databases.stop();
if (!values.folder) rmSync(folder, { recursive: true });

async function move(name, ...flags) {
  const before = databases.cpuS();
  const args = [program, 'admin', 'move', '--data', directory, '--to', owner, ...flags];
  const { wallS, cpuS } = await succeeded(start(process.execPath, args), 'sales admin move');
  const figures = [wallS, cpuS, databases.cpuS() - before].map((figure) => figure.toFixed(1));
  process.stdout.write(`${name}: ${figures[0]} s, ${figures[1]} s of processor, the database ${figures[2]} s\n`);
}

/** Some of the rows that were kept back, and a full run. */
async function addAndMatch() {
  const month = monthOf({ rows: Number(values.rows), seed: 1, noise: 1 });
  const some = (rows) => rows.slice(-KEPT_BACK, NEW_ROWS - KEPT_BACK);
  const store = openSqliteStore({ directory, now: () => new Date() });
  const user = await store.userByName('api');
  const [{ tenantId }] = user.access;
  const tenant = store.tenant(tenantId, 'whole');
  const importConfigurationId = (await tenant.importConfiguration(undefined)).id;
  const request = { userId: user.id, importConfigurationId, idempotency: null, uploadGroup: null };
  const [transactions, records] = [some(month.sales), some(month.records)];
  const decide = decideAbout(transactions, { settings }, { known: null, receivedAt: new Date() });
  await tenant.stageUpload({ ...request, transactions, decide });
  await tenant.stageUpload({ ...request, records, decide: decideAboutRecords(records) });
  const reader = openMatchReader({ directory });
  await matchTenant(reader, tenantId, (piece) => tenant.applyMatches(piece));
  await reader.close();
  await store.close();
}
